"""Words are counted as the pattern of their definition finds them."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.native.find import counted

UNSPACED = "\u3000-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
CHARACTER = re.compile(rf"(?!\s)[{UNSPACED}]")
WORD = re.compile(rf"(?!\s)[{UNSPACED}]|[^\s{UNSPACED}]+")

letters = st.one_of(st.characters(), st.sampled_from("a é\n\u3000\u00a0\u2009茶ไคမក\ud800👍\x1c"))


@settings(max_examples=300, deadline=None)
@given(st.text(letters))
def test_words_are_what_the_pattern_finds(text: str) -> None:
    expected = len(WORD.findall(text)), len(CHARACTER.findall(text))
    assert counted(text) == expected
