"""Random content trees whose words are made of what each format gives a meaning to."""

from __future__ import annotations

from hypothesis import strategies as st

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

ROWS = (0, 0)

_SNIPPETS = (
    *"\\`*_{}[]()#+-.!|~<>&$^:=\"'@%/ \u00a0\t",
    *(
        "a",
        "b",
        "word",
        "1",
        "2.",
        "10)",
        "重要",
        "：",
        "「",
        "」",
        "é",
        "€",
        "→",
        "👍🏽",
        "ʼ",
        "ا",
    ),
    *("**", "__", "~~", "~~~", "```", "``", "---", "===", "***", "* * *", "- ", "+ ", "1. ", "# "),
    *(
        "> ",
        "| ",
        "|---|",
        "--- | ---",
        ":--",
        "    ",
        "\t",
        "$x$",
        "$5",
        "US$",
        "$$",
        "\\(",
        "\\|",
    ),
    *("&amp;", "&#42;", "&copy", "<b>", "</b>", "<!--", "-->", "<?", "<script>", "<br>", "<a"),
    *(
        "[a](b)",
        "![a](b)",
        "[a]: b",
        "[^1]",
        "[^1]: x",
        "^[x]",
        "[x] ",
        "[ ] ",
        "[!NOTE]",
        "](",
        "![",
    ),
    *("https://a.b/_c_", "http://a.b/*", "www.a.b/_c_", "a_b@c.d", "<https://a.b>", "snake_case"),
    *(
        "5 * 3",
        "_a_",
        "*a*",
        "a*b*c",
        "~5",
        "javascript:alert(1)",
        "data:text/html,x",
        "\\\\",
        "\\",
    ),
)
_SAFE = st.characters(
    exclude_categories=("Cs", "Co", "Cc"), exclude_characters="\u2028\u2029\ufeff"
)
hostile = st.lists(
    st.one_of(st.sampled_from(_SNIPPETS), st.sampled_from(_SNIPPETS), st.text(_SAFE, max_size=3)),
    max_size=6,
).map("".join)

urls = st.one_of(
    st.sampled_from(
        (
            "https://example.org/",
            "https://example.org/a b(c",
            "https://example.org/a)b(c)",
            "https://example.org/?a=1&copy=2&lt;",
            "https://example.org/\\*_`$|<x>\"'",
            "#part",
            "../a_b_c.html",
            "mailto:a_b@example.org",
            "javascript:alert(1)",
            "java\nscript:alert(1)",
            "\x01javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "vbscript:x",
            "data:text/html,<script>",
            "https://example.org/%20%5B",
            "",
        )
    ),
    hostile.map(lambda text: "https://example.org/" + text),
    hostile,
)
titles = st.none() | hostile
labels = st.sampled_from(("1", "2", "a-b"))
texts = hostile.map(Text)
codes = hostile.map(Code)


def _inline(children: st.SearchStrategy[Inline]) -> st.SearchStrategy[Inline]:
    content = st.lists(children, max_size=4).map(tuple)
    marks = st.sampled_from((Emphasis, Strong, Strikethrough, Superscript, Subscript))
    return st.one_of(
        st.builds(lambda mark, inner: mark(inner), marks, content),
        st.builds(Link, content, urls, titles),
    )


inlines = st.recursive(
    st.one_of(
        texts,
        texts,
        texts,
        codes,
        st.builds(Image, urls, hostile, titles),
        hostile.map(Math),
        st.just(Break()),
        st.builds(FootnoteReference, labels),
    ),
    _inline,
    max_leaves=8,
)
lines = st.lists(inlines, max_size=5).map(tuple)
code_texts = st.lists(st.sampled_from((*_SNIPPETS, "\n", "\n", "\n\n", "  ")), max_size=9).map(
    "".join
)
languages = st.none() | st.sampled_from(("python", "c++", "c#", "objective-c"))

_LEAVES = st.one_of(
    st.builds(Paragraph, lines, st.just(ROWS)),
    st.builds(Paragraph, lines, st.just(ROWS)),
    st.builds(Heading, st.integers(1, 6), lines, st.just(ROWS)),
    st.builds(CodeBlock, code_texts, st.just(ROWS), languages),
    st.builds(MathBlock, hostile, st.just(ROWS)),
    st.builds(Embed, urls, st.just(ROWS), titles),
    st.just(Rule(ROWS)),
)


def _containers(blocks: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    inner = st.lists(blocks, max_size=3).map(tuple)
    items = st.builds(ListItem, inner, st.just(ROWS), st.sampled_from((None, None, True, False)))
    cells = st.builds(Cell, inner, st.booleans(), st.integers(1, 3), st.integers(1, 3))
    table_lines = st.lists(st.lists(cells, max_size=3).map(tuple), max_size=3).map(tuple)
    definitions = st.builds(
        Definition, st.lists(lines, max_size=2).map(tuple), st.lists(inner, max_size=2).map(tuple)
    )
    return st.one_of(
        st.builds(
            List,
            st.booleans(),
            st.lists(items, max_size=3).map(tuple),
            st.just(ROWS),
            st.sampled_from((1, 1, 0, 7, 12)),
        ),
        st.builds(Quote, inner, st.just(ROWS)),
        st.builds(Figure, inner, st.just(ROWS), lines),
        st.builds(DefinitionList, st.lists(definitions, max_size=2).map(tuple), st.just(ROWS)),
        st.builds(Table, table_lines, st.just(ROWS), st.integers(0, 2), lines),
    )


blocks = st.recursive(_LEAVES, _containers, max_leaves=8)
notes = st.builds(Footnote, labels, st.lists(_LEAVES, max_size=2).map(tuple), st.just(ROWS))
trees = st.builds(
    lambda body, foot: (*body, *foot),
    st.lists(blocks, max_size=4),
    st.lists(notes, max_size=2, unique_by=lambda note: note.label),
)
