"""Markdown renders to the words and the structure that it was written from, and reads well."""

from __future__ import annotations

import time

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
    Emphasis,
    Figure,
    Footnote,
    FootnoteReference,
    Heading,
    Image,
    Inline,
    Link,
    List,
    ListItem,
    Math,
    MathBlock,
    Paragraph,
    Quote,
    Rule,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Table,
    Text,
)
from dehusk.metadata import Metadata
from dehusk.writers._front_matter import front_matter
from dehusk.writers.markdown import Markdown, markdown_of
from tests.writers import trees
from tests.writers.outline import outline_of_markdown, outline_of_tree, renderer, without_links

ROWS = (0, 1)
many = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def line(*parts: str | Inline) -> tuple[Inline, ...]:
    return tuple(Text(part) if isinstance(part, str) else part for part in parts)


def p(*parts: str | Inline) -> Paragraph:
    return Paragraph(line(*parts), ROWS)


def em(*parts: str | Inline) -> Emphasis:
    return Emphasis(line(*parts))


def strong(*parts: str | Inline) -> Strong:
    return Strong(line(*parts))


def struck(*parts: str | Inline) -> Strikethrough:
    return Strikethrough(line(*parts))


def link(url: str, *parts: str | Inline, title: str | None = None) -> Link:
    return Link(line(*parts), url, title)


def item(*blocks: Block | str, checked: bool | None = None) -> ListItem:
    content = tuple(p(block) if isinstance(block, str) else block for block in blocks)
    return ListItem(content, ROWS, checked)


def bullets(*items: ListItem | str) -> List:
    return List(False, tuple(item(i) if isinstance(i, str) else i for i in items), ROWS)


def numbers(*items: ListItem | str, start: int = 1) -> List:
    return List(True, tuple(item(i) if isinstance(i, str) else i for i in items), ROWS, start)


def cell(*blocks: Block | str, **more: int) -> Cell:
    return Cell(tuple(p(b) if isinstance(b, str) else b for b in blocks), **more)  # type: ignore[arg-type]


def check(*blocks: Block) -> str:
    """The Markdown of blocks, after making sure that two renderers show what was written."""
    text = markdown_of(blocks)
    assert outline_of_markdown(text) == outline_of_tree(blocks), text
    github = without_links(outline_of_markdown(text, "github"))
    assert github == without_links(outline_of_tree(blocks)), text
    return text


# Words that look like syntax

AS_THEY_ARE = (
    "snake_case and a_b_c",
    "5 * 3 and 2 ** 3",
    "on 3. May, item 1. too",
    "C# and F# and #5",
    "a - b - c",
    "x > y < z",
    "R&D, AT&T, a & b, &c",
    "[1] and [citation needed] and [sic]",
    "(see below) and f(x)",
    "It costs $5 or $6.50, not US$7",
    "~20 km, ~30 km",
    "C:\\temp\\files",
    "a | b | c",
    "50% = half",
    "Wait! What?",
    "https://example.org/wiki/Snake_case_name?a=1&b=2#top",
    "a+b=c",
    "-5 degrees",
    "+49 30 1234",
    "#hashtag",
    "1.5 litres",
    "2024-01-01",
    "100,000",
    "e.g. this",
    "<3",
    "===",
    "--",
    "|---|",
    "Name*",
    "*required",
    "Name* and Address*",
    "it`s",
    "(~5 km) ~ far",
    "$HOME",
    "a^2 + b^2",
    "x := 1",
)


@pytest.mark.parametrize("text", AS_THEY_ARE)
def test_needs_no_escape(text: str) -> None:
    assert check(p(text)) == text + "\n"


ESCAPED = {
    "# not a heading": "\\# not a heading",
    "####### seven": "####### seven",
    "#": "\\#",
    "> not a quote": "\\> not a quote",
    "- not an item": "\\- not an item",
    "+ not an item": "\\+ not an item",
    "* not an item": "\\* not an item",
    "-": "\\-",
    "1. not an item": "1\\. not an item",
    "12) not an item": "12\\) not an item",
    "1.": "1\\.",
    "---": "\\---",
    "- - -": "\\- - -",
    "***": "\\***",
    "* * *": "\\* * *",
    "___": "\\___",
    "```python": "\\`\\`\\`python",
    "~~~": "\\~\\~\\~",
    "    four spaces": "four spaces",
    "\tone tab": "one tab",
    "*stars* and _lines_": "\\*stars\\* and \\_lines\\_",
    "**bold**": "\\*\\*bold\\*\\*",
    "a*b*c": "a\\*b\\*c",
    "__init__": "\\_\\_init\\_\\_",
    "~~gone~~": "\\~\\~gone\\~\\~",
    "`code`": "\\`code\\`",
    "[words](address)": "[words\\](address)",
    "![words](address)": "![words\\](address)",
    "[label]: address": "\\[label]: address",
    "[^1]: note": "\\[^1]: note",
    "as said[^1]": "as said\\[^1]",
    "a^[note]": "a\\^[note]",
    "[x] done": "\\[x] done",
    "[ ] to do": "\\[ ] to do",
    "[!NOTE]": "\\[!NOTE]",
    "<b>tag</b>": "&lt;b>tag&lt;/b>",
    "<!-- comment -->": "&lt;!-- comment -->",
    "<https://example.org>": "&lt;https://example.org>",
    "<a@example.org>": "&lt;a@example.org>",
    "&amp; &#42; &copy;": "\\&amp; \\&#42; \\&copy;",
    "\\*a*": "\\\\\\*a\\*",
    "end\\": "end\\\\",
    "$x$ and $y$": "\\$x\\$ and \\$y\\$",
    "| a | b |": "\\| a | b |",
    ": meaning": "\\: meaning",
    "::: aside": "\\::: aside",
    "a{.b} c{d=e} {f} {}": "a\\{.b} c\\{d=e} \\{f} {}",
    "x^{a} \\frac{1}{2}": "x^{a} \\frac{1}{2}",
    "a^b^ c^2 d^2": "a\\^b^ c^2 d^2",
    "~5/~6 ~7": "\\~5/~6 ~7",
    "https://example.org/_a_": "<https://example.org/_a>\\_",
    "https://example.org/%20*": "https\\://example.org/%20\\*",
    "www.example.org/_a_": "www\\.example.org/\\_a\\_",
}


@pytest.mark.parametrize(("text", "markdown"), ESCAPED.items())
def test_is_escaped(text: str, markdown: str) -> None:
    assert check(p(text)) == markdown + "\n"


def test_lines_after_a_break_begin_nothing() -> None:
    text = check(p("a", Break(), "- b", Break(), "1. c", Break(), " # d", Break(), "==="))
    assert text == "a\\\n\\- b\\\n1\\. c\\\n\\# d\\\n\\===\n"
    assert check(p("a", Break(), "===", Break(), "b")) == "a\\\n===\\\nb\n"
    check(p("a | b", Break(), "--- | ---"))
    check(p("a", Break(), ":--"), p("| a |", Break(), "|---|"), p("a", Break(), "--"))
    check(p("[a", Break(), "b]: c"))
    check(p("a", Break(), "> b"), p("c", Break(), "```"))


def test_breaks_only_between_lines() -> None:
    assert check(p(Break(), "a ", Break(), Break(), " b", Break())) == "a\\\nb\n"


def test_a_break_in_a_heading_is_a_space() -> None:
    assert check(Heading(3, line("a", Break(), "b"), ROWS)) == "### a b\n"


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("C #", "C \\#"),
        ("C ##", "C \\##"),
        ("#", "\\#"),
        ("C#", "C#"),
        ("- a", "- a"),
        ("1. a", "1. a"),
    ],
)
def test_headings(text: str, markdown: str) -> None:
    assert check(Heading(2, line(text), ROWS)) == f"## {markdown}\n"


# Emphasis


def test_emphasis() -> None:
    text = check(p("a ", em("b"), " ", strong("c"), " ", struck("d"), " ", strong(em("e"))))
    assert text == "a *b* **c** ~~d~~ ***e***\n"


def test_white_space_moves_out_of_marks() -> None:
    assert check(p("a", em(" b "), "c", strong("\u00a0d"))) == "a *b* c\u00a0**d**\n"


def test_marks_around_nothing_are_left_out() -> None:
    assert check(p("a", em(" "), strong(em()), "b")) == "a b\n"


def test_neighbours_become_one() -> None:
    assert check(p(strong("a"), strong("b"), em("c"), em("d"))) == "**ab**_cd_\n"


def test_the_same_mark_twice_is_one() -> None:
    assert check(p(em("a ", em("b")), " ", strong(strong("c")))) == "*a b* **c**\n"


def test_marks_within_words() -> None:
    assert check(p(strong("w"), "ord, un", em("believ"), "able")) == "**w**ord, un*believ*able\n"


@pytest.mark.parametrize(
    ("content", "markdown"),
    [
        ((strong("重要："), "内容"), "**重要**：内容"),
        (("これは", strong("「重要」"), "です"), "これは「**重要**」です"),
        ((strong("Note:"), "text"), "**Note**:text"),
        (("5", em("€"), "each"), "5€each"),
        ((strong(Code("a")), "b"), "`a`b"),
        ((strong("see ", Code("a")), "b"), "see `a`b"),
        ((strong("Note:"), " text"), "**Note:** text"),
        ((strong("a"), em("b"), "c"), "**a**bc"),
        ((strong("a"), em("b"), " c"), "**a**_b_ c"),
        ((strong("a", em("b")),), "**ab**"),
        ((strong("a ", em("b")),), "**a _b_**"),
        ((strong(em("a"), " b"),), "**_a_ b**"),
        (("x", strong(em("a")), "y"), "x***a***y"),
        ((em("a", Break(), "b"),), "*a*\\\n*b*"),
        ((struck(strong("a")), "b"), "**a**b"),
        (("*", strong("a"), "*"), "\\***a**\\*"),
        ((strong(Image("https://example.org/a.png")), "*"), "![](https://example.org/a.png)*"),
        ((strong("www.a.example"), " b"), "**www.a.example** b"),
        ((strong("www.a.example"), "b"), "**www\\.a.example**b"),
    ],
)
def test_marks_where_rules_are_narrow(content: tuple[str | Inline, ...], markdown: str) -> None:
    assert check(p(*content)) == markdown + "\n"


def test_raised_and_lowered_text() -> None:
    text = check(p("E = mc", Superscript(line("2")), ", H", Subscript(line("2")), "O"))
    assert text == "E = mc<sup>2</sup>, H<sub>2</sub>O\n"


# Links, images, code and formulas


@pytest.mark.parametrize(
    ("url", "destination"),
    [
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://example.org/a_(b)", "https://example.org/a_(b)"),
        ("https://example.org/a)", "https://example.org/a\\)"),
        ("https://example.org/?a&copy;", "https://example.org/?a&amp;copy;"),
        ("https://example.org/\n?a", "https://example.org/?a"),
        ("https://example.org/<b>", "https://example.org/%3Cb%3E"),
        ("https://example.org/it's", "https://example.org/it%27s"),
        ('https://example.org/"a"\ufeff', "https://example.org/%22a%22%EF%BB%BF"),
        ("#part", "#part"),
        ("https://example.org/a\\*", "https://example.org/a\\\\*"),
    ],
)
def test_addresses(url: str, destination: str) -> None:
    assert check(p(link(url, "a"))) == f"[a]({destination})\n"


@pytest.mark.parametrize("url", ["javascript:alert(1)", " data:text/html,x", "java\nscript:x", ""])
def test_unsafe_links_are_words(url: str) -> None:
    assert check(p("a ", link(url, "b"), Image(url, "c"))) == "a b\n"


def test_links() -> None:
    url = "https://example.org/"
    assert check(p("!", link(url, "a"))) == f"\\![a]({url})\n"
    assert check(p(link(url, "a]b[c"))) == f"[a\\]b\\[c]({url})\n"
    assert check(p("a", link(url, " b "), "c")) == f"a [b]({url}) c\n"
    assert check(p(link(url, "a", title='say "\\hi"'))) == f'[a]({url} "say \\"&#92;hi\\"")\n'
    assert check(p(link(url, url))) == f"<{url}>\n"
    assert check(p(link(url, "a ", link("https://b.example/", "b")))) == f"[a b]({url})\n"
    assert check(p(link(url))) == ""
    assert check(p(link(url, "!note"))) == f"[!note]({url})\n"
    assert check(p(link(url, "^a"))) == f"[\\^a]({url})\n"
    assert check(p(link(url, Code("a]:")))) == f"[<code>a\\]:</code>]({url})\n"
    assert check(p(strong(link(url, strong("a"))))) == f"**[a]({url})**\n"


def test_images() -> None:
    url = "https://example.org/a.png"
    assert check(p(Image(url, "a [b]\n*c*"))) == f"![a \\[b\\] \\*c\\*]({url})\n"
    assert (
        check(p(link("https://example.org/", Image(url, "a"))))
        == f"[![a]({url})](https://example.org/)\n"
    )


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("a", "`a`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("``a", "``` ``a ```"),
        (" a ", "`  a  `"),
        (" ", "` `"),
        ("a\nb", "`a b`"),
        ("\\", "`\\`"),
        ("a|b", "`a|b`"),
    ],
)
def test_code_in_a_line(text: str, markdown: str) -> None:
    assert check(p("x ", Code(text), " y")) == f"x {markdown} y\n"
    assert check(p(Code(text), Code("z"))).count("z") == 1


def test_formulas() -> None:
    assert check(p("Let ", Math("x_1 * y"), ".")) == "Let $x_1 * y$.\n"
    assert (
        check(p(Math("a"), "5 and ", Math("b$"), Math("c"), Math("d")))
        == "`a`5 and <code>b\\$c</code>$d$\n"
    )
    assert check(p("$5 for ", Math("x"))) == "\\$5 for $x$\n"
    assert check(p("$x$¹:", Math("*"))) == "\\$x\\$¹:$*$\n"
    assert check(MathBlock("a\n\n b ", ROWS), MathBlock("c", ROWS)) == "$$\na\nb\n$$\n\n$$c$$\n"
    assert check(MathBlock("cost: $5", ROWS)) == "```math\ncost: $5\n```\n"


# Blocks


def test_nested_lists() -> None:
    inner = numbers("b", item("c", bullets("d")))
    text = check(bullets(item("a", inner), "e"), p("f"))
    assert text == "- a\n  1. b\n  2. c\n     - d\n- e\n\nf\n"


def test_lists_in_a_row_stay_apart() -> None:
    text = check(bullets("a"), bullets("b"), bullets("c"), numbers("d"), numbers("e", start=2))
    assert text == "- a\n\n* b\n\n- c\n\n1. d\n\n2) e\n"
    meaning = DefinitionList((Definition((line("t"),), ((bullets("a"),), (bullets("b"),))),), ROWS)
    assert check(meaning, bullets("c")) == "**t**\n\n- a\n\n* b\n\n- c\n"


def test_loose_lists() -> None:
    assert check(bullets(item("a", p("b")), "c")) == "- a\n\n  b\n\n- c\n"
    assert check(bullets(item("a", numbers("b", start=3)))) == "- a\n\n  3. b\n"


def test_items_that_begin_with_blocks() -> None:
    code = CodeBlock("x\n\n\ty", ROWS)
    text = check(bullets(item(code), item(bullets("a")), item(Quote((p("q"),), ROWS))))
    assert text == "- ```\n  x\n\n  \ty\n  ```\n- - a\n- > q\n"
    assert check(bullets(item(Rule(ROWS)), item(Heading(1, line("h"), ROWS)))) == "- ___\n- # h\n"
    check(numbers(item(Table(((cell("a"), cell("b")),), ROWS, 1)), start=10))
    check(bullets(item(MathBlock("x\ny", ROWS)), item(p("- a"))))


def test_dashes_in_an_item_are_no_rule() -> None:
    assert check(bullets("--", item("- -", checked=True))) == "- \\--\n- [x] \\- -\n"


def test_tasks() -> None:
    text = check(bullets(item("a", checked=True), item("b", checked=False), item("[x] c")))
    assert text == "- [x] a\n- [ ] b\n- \\[x] c\n"


def test_numbers_out_of_range() -> None:
    assert check(numbers("a", start=0)) == "0. a\n"
    assert markdown_of((numbers("a", start=-5),)) == "1. a\n"
    assert markdown_of((numbers("a", "b", start=10**9 - 1),)) == "1. a\n2. b\n"


def test_quotes() -> None:
    quote = Quote((p("a"), bullets("b"), Quote((p("c"),), ROWS)), ROWS)
    assert check(quote, Quote((p("d"),), ROWS)) == "> a\n>\n> - b\n>\n> > c\n\n> d\n"


def test_boxes_are_as_on_github() -> None:
    box = Quote((p(strong("Note")), p("a"), p("b")), ROWS, "note")
    assert markdown_of((box,)) == "> [!NOTE]\n> a\n>\n> b\n"
    titled = Quote((p(strong("Beware of steam")), p("a")), ROWS, "warning")
    assert markdown_of((titled,)) == "> [!WARNING]\n> **Beware of steam**\n>\n> a\n"
    assert markdown_of((Quote((bullets("a"),), ROWS, "tip"),)) == "> [!TIP]\n>\n> - a\n"


@pytest.mark.parametrize(
    "text", ["===", "---", "= b", "| --- |", ":-: | -", "- a", "1. a", "# a", "[a]: /b"]
)
def test_the_first_line_of_a_box_stays_a_line(text: str) -> None:
    written = markdown_of((Quote((p(text),), ROWS, "note"),))
    html = renderer("plain").render(written)
    assert html.startswith("<blockquote>\n<p>[!NOTE]\n"), html
    assert html.endswith(f"{text}</p>\n</blockquote>\n"), html


def test_a_box_of_an_unknown_kind_is_a_quote() -> None:
    assert markdown_of((Quote((p("a"),), ROWS, "x]"),)) == "> a\n"


def test_code_blocks_are_exact() -> None:
    text = "\n  a\t\n```\n\n````b\n~~~\n"
    assert check(CodeBlock(text, ROWS, "c++")) == f"`````c++\n{text}`````\n"
    check(bullets(item("a", CodeBlock(text, ROWS))), Quote((CodeBlock(text, ROWS),), ROWS))
    assert markdown_of((CodeBlock("a", ROWS, "not a `language`"),)) == "```\na\n```\n"


def test_tables() -> None:
    head = (cell("a|b"), cell(p(Code("c|d"))))
    body = (cell("e", "f"), cell(bullets("g", "h")))
    text = check(Table((head, body), ROWS, 1, line("Caption")))
    assert text == "*Caption*\n\n| a\\|b | `c\\|d` |\n| --- | --- |\n| e<br>f | g<br>h |\n"


def test_tables_without_a_head() -> None:
    assert check(Table(((cell("a"), cell("b")),), ROWS)) == "| | |\n| --- | --- |\n| a | b |\n"


def test_spans_keep_columns_in_line() -> None:
    lines = (
        (cell("a", lines=2), cell("b", columns=2)),
        (cell("c"), cell("d")),
        (cell("e", columns=900), cell("f")),
    )
    text = check(Table(lines, ROWS, 1))
    assert text == ("| a | b | | |\n| --- | --- | --- | --- |\n| | c | d | |\n| e | | | f |\n")


def test_a_backslash_before_a_pipe_in_code_in_a_cell() -> None:
    text = check(Table(((cell(p(Code("a\\|b"))),),), ROWS))
    assert text == "| |\n| --- |\n| <code>a\\\\&#124;b</code> |\n"


def test_definitions() -> None:
    terms = Definition((line("tea"), line("chai")), ((p("water"), bullets("leaves")), (p("hot"),)))
    text = check(DefinitionList((terms,), ROWS))
    assert text == "**tea**\\\n**chai**\\\nwater\n\n- leaves\n\nhot\n"


def test_figures_and_embeds() -> None:
    image = p(Image("https://example.org/a.png", "a"))
    text = check(
        Figure((image,), ROWS, line("By ", em("B"))), Embed("https://v.example/1", ROWS, "C")
    )
    assert text == ("![a](https://example.org/a.png)\n\n*By B*\n\n[C](https://v.example/1)\n")


def test_footnotes() -> None:
    blocks = (
        p("a", FootnoteReference("1"), "(!)", FootnoteReference("9")),
        Quote((Footnote("1", (p("b", FootnoteReference("x y")), bullets("c"))),), ROWS),
        Footnote("x y", (p("e"),)),
        Footnote("2", (p("f"),)),
        Footnote("1", (p("g"),)),
    )
    assert markdown_of(blocks) == (
        "a[^1]\\(!)[9]\n\n[2] f\n\n[1] g\n\n[^1]: &#32; b[^x-y]\n\n    - c\n\n[^x-y]: &#32; e\n"
    )


def test_footnotes_stand_in_the_order_of_the_text_in_tables_too() -> None:
    cells = Cell((p(Math("x"), FootnoteReference("a")),)), Cell((p(FootnoteReference("b")),))
    notes = Footnote("b", (p("of b"),)), Footnote("a", (p("of a"),))
    text = markdown_of((Table((cells,), ROWS, 1), *notes))
    assert text.endswith("[^a]: of a\n\n[^b]: of b\n")


def test_a_footnote_that_begins_with_code() -> None:
    check(p("a", FootnoteReference("1")), Footnote("1", (CodeBlock("b", ROWS), p("c"))))
    check(p(FootnoteReference("1"), ": a"), Footnote("1", (bullets("b"),)))


def test_nothing() -> None:
    assert markdown_of(()) == ""
    assert markdown_of((p(), p(" "), bullets(), bullets(item()), Quote((), ROWS))) == ""


# Options


def test_options() -> None:
    blocks = (
        p(em("a"), " ", link("https://example.org/", "b"), Image("https://example.org/c.png")),
    )
    assert markdown_of(blocks, Markdown(links="none")) == "*a* b![](https://example.org/c.png)\n"
    assert markdown_of(blocks, Markdown(images=False)) == "*a* [b](https://example.org/)\n"
    assert (
        markdown_of(blocks, Markdown(emphasis=False, images=False))
        == "a [b](https://example.org/)\n"
    )
    with pytest.raises(ValueError, match="inline"):
        Markdown(links="reference")  # type: ignore[arg-type]


def test_front_matter() -> None:
    metadata = Metadata(
        title='Tea: "hot" # or\n\x7fnot', tags=("a, b", "1"), date_published="2024-01-01"
    )
    assert front_matter(metadata) == (
        '---\ntitle: "Tea: \\"hot\\" # or\\n\\u007fnot"\ndate_published: "2024-01-01"\n'
        'tags: ["a, b", "1"]\n---\n'
    )
    assert front_matter(Metadata()) == ""


# Anything


@many
@given(trees.trees)
def test_any_tree_renders_to_itself(blocks: tuple[Block, ...]) -> None:
    check(*blocks)


@many
@given(trees.lines)
def test_any_line_renders_to_itself(content: tuple[Inline, ...]) -> None:
    table = Table(((Cell((Paragraph(content, ROWS),)), cell("b")),), ROWS)
    check(Paragraph(content, ROWS), Heading(2, content, ROWS), table)


@many
@given(trees.hostile)
def test_any_text_renders_to_itself(text: str) -> None:
    check(p(text), bullets(text), p("a", Break(), text), p(em(text), "b"), p(strong(text)))


@pytest.mark.timed
@pytest.mark.parametrize(
    "content",
    [
        line(*[strong("."), "x"] * 20_000),
        line(*[strong("a"), em("b")] * 20_000),
        line(*["a "] * 50_000, Break(), *["* "] * 50_000),
        line("www." * 50_000),
        line("http://a/*" + "_" * 100_000 + "b", Break(), "c"),
        line("<" * 100_000),
        line("[" * 100_000 + "]:" * 1000),
        line(*[Code("`" * 300)] * 300),
        line("$5 " * 50_000, Math("x")),
    ],
    ids=[
        "repairs",
        "touching",
        "pieces",
        "addresses",
        "trailing",
        "tags",
        "labels",
        "code",
        "prices",
    ],
)
def test_long_hostile_lines_take_linear_time(content: tuple[Inline, ...]) -> None:
    begun = time.process_time()
    markdown_of((Paragraph(content, ROWS),))
    assert time.process_time() - begun < 3


def test_the_renderer_is_strict() -> None:
    assert "<script>" in renderer("plain").render("<script>")
    with pytest.raises(AssertionError):
        outline_of_markdown("<b>not meant</b>\n")


def test_an_empty_box_is_nothing() -> None:
    assert markdown_of((Quote((), rows=(1, 2), kind="note"),)) == ""
