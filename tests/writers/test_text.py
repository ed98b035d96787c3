"""Plain text holds every word of the content, and by default no other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from dehusk.content import (
    Block,
    Break,
    Cell,
    Code,
    CodeBlock,
    Definition,
    DefinitionList,
    Embed,
    Figure,
    Footnote,
    FootnoteReference,
    Heading,
    Image,
    Link,
    List,
    ListItem,
    Math,
    MathBlock,
    Paragraph,
    Quote,
    Rule,
    Strong,
    Table,
    Text,
)
from dehusk.writers.text import PlainText, text_of
from tests.writers import trees
from tests.writers.letters import letters

ROWS = (0, 1)


def p(*content: Any) -> Paragraph:
    return Paragraph(tuple(Text(c) if isinstance(c, str) else c for c in content), ROWS)


def item(*blocks: Block) -> ListItem:
    return ListItem(blocks, ROWS)


NESTED = List(
    True, (item(p("a"), List(False, (item(p("b")), item(p("c"))), ROWS)), item(p("d"))), ROWS, 9
)
TABLE = Table(
    (
        (Cell((p("a", Break(), "b"),), True), Cell((), True)),
        (Cell((p("c"), p("d"))), Cell((p("e\tf"),))),
        (Cell(()),),
    ),
    ROWS,
    1,
    (Text("cap"),),
)


def test_paragraphs_are_a_blank_line_apart() -> None:
    assert text_of((Heading(1, (Text("a"),), ROWS), p(" b "), p(), p("c"))) == "a\n\nb\n\nc"


def test_a_break_is_a_new_line() -> None:
    assert text_of((p("a ", Break(), " b", Break()),)) == "a\nb"
    assert text_of((Heading(1, (Text("a"), Break(), Text("b")), ROWS),)) == "a b"


def test_list_items_are_lines() -> None:
    assert text_of((NESTED,)) == "a\nb\nc\nd"
    assert text_of((NESTED,), PlainText(bullets=True)) == "9. a\n   - b\n   - c\n10. d"


def test_tables_are_lines_with_tabs() -> None:
    assert text_of((TABLE,)) == "cap\na b\nc d\te f"
    assert text_of((p("x"), TABLE), PlainText(tables=False)) == "x"


def test_code_keeps_its_white_space() -> None:
    assert text_of((CodeBlock("\n  a\n\n\tb\n", ROWS), p(Code("c  d")))) == "  a\n\n\tb\n\nc  d"


def test_inline_content_without_marks() -> None:
    assert (
        text_of((p("a", Strong((Text("b"),)), Math("x^2"), FootnoteReference("1")),)) == "abx^2[1]"
    )


def test_footnotes_come_last() -> None:
    blocks = (Footnote("1", (p("note"), p("more"))), p("a", FootnoteReference("1")))
    assert text_of(blocks) == "a[1]\n\n[1] note\nmore"
    assert text_of((Footnote("1", ()),)) == ""


def test_links() -> None:
    blocks = (p("see ", Link((Text("this "),), "https://example.org/"), "now"),)
    assert text_of(blocks) == "see this now"
    assert text_of(blocks, PlainText(links=True)) == "see this (https://example.org/) now"
    bare = (p(Link((Text("https://example.org/"),), "https://example.org/")),)
    assert text_of(bare, PlainText(links=True)) == "https://example.org/"


def test_images_and_embeds() -> None:
    figure = Figure((p(Image("https://example.org/a.png", "alt")),), ROWS, (Text("caption"),))
    embed = Embed("https://v.example/1", ROWS, "Film")
    assert text_of((figure, embed)) == "caption"
    assert text_of((figure,), PlainText(images=True)) == "alt\n\ncaption"
    assert text_of((embed,), PlainText(links=True)) == "Film (https://v.example/1)"


def test_definitions_quotes_and_formulas() -> None:
    terms = DefinitionList((Definition(((Text("t"),),), ((p("m"),), (p("n"),))),), ROWS)
    blocks = (terms, Quote((p("q"), p("r")), ROWS), MathBlock("x", ROWS), Rule(ROWS))
    assert text_of(blocks) == "t\nm\nn\n\nq\n\nr\n\nx"


def test_width() -> None:
    assert text_of((p("one two three"), p("well-known-word")), PlainText(width=8)) == (
        "one two\nthree\n\nwell-known-word"
    )
    with pytest.raises(ValueError, match="width"):
        PlainText(width=0)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees.trees)
def test_every_word_and_no_other(blocks: tuple[Block, ...]) -> None:
    text = text_of(blocks)
    assert letters(text) == letters(blocks)
    assert text == text.rstrip("\n")
