"""Most lines take the native way to Markdown: it gives what the rules give, or leaves it to them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.content import (
    Break,
    Code,
    Emphasis,
    Image,
    Inline,
    Link,
    Paragraph,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Text,
)
from dehusk.content.table import table_of
from dehusk.writers._blocks import Rules
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
MARKED += [Strong((Text("a"), Break(), Text(" $5"))), Emphasis((Break(), Text("[b]")))]
ODD = "a b\u00a0.,:;!?^()[]{}<>&#*_~`$\\|/-+=%'\"19é中“”…w@\n\u2028\u0085"


class Unguarded(Rules):
    """Leaves the beginnings of lines as they are, and notes whether a line was asked for."""

    guarded = staticmethod(str)
    asked = False

    def line(self, spans: list[tuple[int, int, str]], line_break: str) -> str:
        self.asked = True
        return super().line(spans, line_break)


def lines_of(content: tuple[Inline, ...], emphasis: bool = True) -> LineWriter:
    table = table_of((Paragraph(content, (0, 1)),))
    return LineWriter(table, InlineWriter(emphasis=emphasis))


def agree(content: tuple[Inline, ...], line_break: str = HARD_BREAK, emphasis: bool = True) -> bool:
    """Whether the native way was taken; where it was, it leads to the same."""
    writer = lines_of(content, emphasis)
    text = writer.native.line([Span(1, len(writer.content))], line_break)
    written = InlineWriter(emphasis=emphasis).write(content, line_break)
    assert text in (None, written), content
    if line_break != HARD_BREAK:
        return text is not None
    unguarded = Unguarded(writer.content, writer)
    assert writer.native.write(0, len(writer.content), unguarded)[1] == written, content
    return not unguarded.asked


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
    | st.builds(
        Image,
        st.sampled_from(
            [
                URL,
                "/x;y",
                "http://a/(b",
                "mailto:a@b",
                "https://é.中",
                "i.png",
                "a&#58;b",
                "x:y",
                "",
            ]
        ),
        texts,
        texts,
    )
    | st.just(Break())
)
pieces: st.SearchStrategy[Inline] = st.recursive(
    atoms,
    lambda inner: (
        st.builds(
            lambda kind, content: kind(tuple(content)),
            st.sampled_from([Emphasis, Strong, Superscript, Subscript, Strikethrough]),
            st.lists(inner, max_size=3),
        )
        | st.builds(
            Link,
            st.lists(inner, max_size=3).map(tuple),
            st.sampled_from(
                [
                    URL,
                    "#a",
                    "javascript:x",
                    "https://a.b/c d",
                    "mailto:a_b@c",
                    "https://a.b/é\u3000\x80",
                    "http://a.b",
                    " http://a.b\n",
                    "b.html#c",
                    "data:x",
                    "a(b",
                ]
            ),
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
        (Strong((Text("tea"), Break(), Text("water"))),),
        (Strong((Link((Text("$5 off"),), "mailto:tea@example.org", "a_b"),)),),
        (Image("https://example.org/Grün", "a_b & c", "it's _this_"),),
        (Image("i.png", "[A pot]", '6" wide'),),
        (Link((Text("see *this*"),), "a(b.html"),),
        (
            Link(
                (
                    Text(
                        "Tea",
                    ),
                ),
                "javascript:x",
            ),
            Text("!"),
        ),
        (Text("see "), Link((Text("http://a.b"),), " http://a.b\n")),
        (Text("*both* `ways`"),),
        (Emphasis((Strong((Text("tea"),)),)), Text(" and more")),
        (Strong((Text("tea:"),)), Text("leaves")),
        (Emphasis((Text("tea "), Emphasis((Text("leaves"),)))),),
        (Text("H"), Subscript((Text("2"),)), Text("O, 10"), Superscript((Text(" *3*"),))),
        (Link((Strong((Code("http://a.b"),)),), "http://a.b"),),
        (Text("$5 or ~~6~~, $x$"),),
        (Text("US$ 5, $6"),),
        (Code("$a"), Text(" costs $6")),
        (Image("/~~x/i.png", "*"), Text("$5")),
        (Strikethrough((Text("tea"),)), Text(" $5 or "), Link((Text("~6"),), URL)),
        (Code("a`b"), Text(" and "), Link((Code("c]"),), URL)),
    ],
)
def test_the_native_way_is_taken(content: tuple[Inline, ...]) -> None:
    assert agree(content)


@pytest.mark.parametrize(
    "content",
    [
        (Text("US$ 5, $\u0663"),),
        (Superscript((Superscript((Text("tea"),)),)),),
        (Link((Text("tea"), Break(), Text("water")), URL),),
    ],
)
def test_a_line_is_left_to_the_rules(content: tuple[Inline, ...]) -> None:
    assert not agree(content)


def test_lines_in_marks_with_breaks_between_them() -> None:
    writer = lines_of((Text("tea"), Text("a * b*")))
    assert writer.write([Span(1, 2, "**"), Span(1, 2)], HARD_BREAK) == "**tea**\\\ntea"
    assert writer.write([Span(1, 2, "*"), Span(2, 3)], HARD_BREAK) == "*tea*\\\na * b\\*"
    assert writer.write([Span(1, 2, "*"), (Code("x"),)], "<br>") == "*tea*<br>`x`"
