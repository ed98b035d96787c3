"""Most lines take the native way to Markdown: it gives what the rules give, or leaves it to them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.content import Break, Code, Emphasis, Image, Inline, Link, Paragraph, Strong, Text
from dehusk.content.table import table_of
from dehusk.writers._inline import InlineWriter
from dehusk.writers._lines import HARD_BREAK, LineWriter, Span

URL = "https://example.org/a_b?c=d&e=f"
WORDS = [Text(text) for text in ("a", "two words", "x ", " y", "é1", "a.b", "(c)", "“d”", "!")]
OTHERS: list[Inline] = [
    Break(),
    Code("f(x)"),
    Image("https://example.org/i.png", "A pot"),
    Link((Text("tea"),), URL),
    Link((Text(" tea "),), URL, "Of leaves"),
    Link((Strong((Text("tea"),)), Image("/i.png")), "/tea_(drink)"),
]
MARKED: list[Inline] = [
    mark((inside,))
    for mark in (Emphasis, Strong)
    for inside in (
        Text("m"),
        Text(" n "),
        Text("o:"),
        Emphasis((Text("e"),)),
        Link((Text("l"),), URL),
        Image("/i.png"),
        Break(),
    )
]
ODD = "a b\u00a0.,:;!?^()[]{}<>&#*_~`$\\|/-+=%'\"19é中“”…w@\n\u2028\u0085"


def lines_of(content: tuple[Inline, ...], emphasis: bool = True) -> LineWriter:
    table = table_of((Paragraph(content, (0, 1)),))
    return LineWriter(table, links=True, images=True, emphasis=emphasis)


def agree(content: tuple[Inline, ...], line_break: str = HARD_BREAK, emphasis: bool = True) -> bool:
    """Whether the native way was taken; where it was, it leads to the same."""
    writer = lines_of(content, emphasis)
    text = writer.plain.line(1, len(writer.content), line_break)
    written = InlineWriter(emphasis=emphasis).write(content, line_break)
    assert text in (None, written), content
    return text is not None


@pytest.mark.parametrize("emphasis", [True, False])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_both_ways_agree(count: int, emphasis: bool) -> None:
    taken = [
        agree(content, emphasis=emphasis)
        for content in product([*WORDS, *MARKED, *OTHERS], repeat=count)
    ]
    assert sum(taken) > len(taken) / 5


texts = st.text(alphabet=ODD, min_size=1, max_size=12) | st.sampled_from(
    [
        "http://a.b",
        "www.c",
        "&amp;",
        "x&y;",
        "$5",
        "a_b",
        "2 * 3",
        "[1]",
        "](",
        "^[",
        "snake_case_x",
    ]
)
atoms: st.SearchStrategy[Inline] = (
    texts.map(Text)
    | texts.map(Code)
    | st.builds(Image, st.sampled_from([URL, "/x;y", "http://a/(b"]), texts, texts)
    | st.just(Break())
)
pieces: st.SearchStrategy[Inline] = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple).map(Emphasis)
        | st.lists(inner, max_size=3).map(tuple).map(Strong)
        | st.builds(
            Link,
            st.lists(inner, max_size=3).map(tuple),
            st.sampled_from([URL, "#a", "javascript:x", "https://a.b/c d"]),
            st.none() | texts,
        )
    ),
    max_leaves=8,
)


@given(st.lists(pieces, min_size=1, max_size=5), st.sampled_from([HARD_BREAK, " ", "<br>"]))
def test_both_ways_agree_on_anything(content: list[Inline], line_break: str) -> None:
    agree(tuple(content), line_break)


@pytest.mark.parametrize(
    "content",
    [
        (Text("It costs $5, or 2 * 3 with a_b; see R&D [1]."),),
        (Strong((Text("tea"),)), Break(), Text("water and leaves")),
        (Text("see "), Link((Text("tea"),), URL), Text(", he said")),
        (Text("“"), Emphasis((Text("tea"),)), Text("”")),
        (Link((Image("https://example.org/i.png", "A pot: tea"),), URL),),
    ],
)
def test_the_native_way_is_taken(content: tuple[Inline, ...]) -> None:
    assert agree(content)


def test_lines_in_marks_with_breaks_between_them() -> None:
    writer = lines_of((Text("tea"), Text("a * b*")))
    assert writer.write([Span(1, 2, "**"), Span(1, 2)], HARD_BREAK) == "**tea**\\\ntea"
    assert writer.write([Span(1, 2, "*"), Span(2, 3)], HARD_BREAK) == "*tea*\\\na * b\\*"
    assert writer.write([Span(1, 2, "*"), (Code("x"),)], "<br>") == "*tea*<br>`x`"
