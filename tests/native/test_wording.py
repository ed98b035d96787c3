"""Words are counted as the pattern of their definition finds them."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.native.lines import counted
from tests.extractors.default.reference.visible import UNSPACED_RANGES

_UNSPACED = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_RANGES)
CHARACTER = re.compile(rf"(?!\s)[{_UNSPACED}]")
WORD = re.compile(rf"(?!\s)[{_UNSPACED}]|[^\s{_UNSPACED}]+")

letters = st.one_of(st.characters(), st.sampled_from("a é\n\u3000\u00a0\u2009茶ไคမក\ud800👍\x1c"))


@settings(max_examples=300, deadline=None)
@given(st.text(letters))
def test_words_are_what_the_pattern_finds(text: str) -> None:
    expected = len(WORD.findall(text)), len(CHARACTER.findall(text))
    assert counted(text) == expected
