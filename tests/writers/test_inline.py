"""Lines of words take a short way to Markdown: it gives what the long one gives."""

from __future__ import annotations

from itertools import product

import pytest

from dehusk.content import Break, Emphasis, Inline, Strikethrough, Strong, Text
from dehusk.writers._inline import InlineWriter

WORDS = [Text(text) for text in ("a", "two words", "x ", " y", "é1", "a.b", "2*")]
MARKED = [
    mark((inside,))
    for mark in (Emphasis, Strong, Strikethrough)
    for inside in (
        Text("m"),
        Text("n "),
        Emphasis((Text("e"),)),
        Strong((Text("s"),)),
        Emphasis((Strong((Text("both"),)),)),
    )
]


@pytest.mark.parametrize("emphasis", [True, False])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_short_way_and_the_long_way_agree(count: int, emphasis: bool) -> None:
    for content in product([*WORDS, *MARKED, Break()], repeat=count):
        assert written(content, emphasis) == written_the_long_way(content, emphasis)


def test_the_short_way_is_taken() -> None:
    content = (Strong((Text("tea"),)), Break(), Text("water and leaves"))
    assert InlineWriter().write(content) == "**tea**\\\nwater and leaves"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dehusk.writers._inline.finish", None)
        InlineWriter().write(content)


def written(content: tuple[Inline, ...], emphasis: bool) -> str:
    return InlineWriter(emphasis=emphasis).write(content)


def written_the_long_way(content: tuple[Inline, ...], emphasis: bool) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(InlineWriter, "_lines_of_words", lambda writer, content, place: [])
        patch.setattr("dehusk.writers._emphasis._are_settled", lambda pieces: False)
        return written(content, emphasis)
