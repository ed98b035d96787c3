"""Random content trees whose words are made of what each format gives a meaning to."""

from __future__ import annotations

from collections.abc import Callable

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
    Post,
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

_ATTACKS = (
    *("<img src=x onerror=pwn()>",) * 4,
    *("<script>pwn()</script>", "<svg/onload=pwn()>", "<", "<a", "</p>", "<!--", "<![CDATA[", "<?"),
    *(
        "`",
        "`",
        "``",
        "```",
        "$",
        "$",
        "$$",
        "$5",
        "$6 ",
        "$x$",
        "\\",
        "\\\\",
        "\\$",
        "\\<",
        "\\text{",
    ),
    *(
        "[",
        "]",
        "(",
        "](javascript:pwn())",
        "](https://evil.example/)",
        "![x](https://evil.example/p)",
    ),
    *("[^1]", "[^1]: ", "^[", "[a]: javascript:pwn()", "[a]", "javascript:pwn()", "'t'", '"t"'),
    *(
        "~~",
        "~~~",
        "*",
        "**",
        "_",
        "|",
        "---",
        "|---|",
        "- ",
        "# ",
        "> ",
        "1. ",
        "===",
        " ",
        "\u00a0",
    ),
    *(
        "a",
        "1",
        "word",
        "{",
        "}",
        "%",
        ":",
        "!",
        "&lt;",
        "&#60;img src=x&#62;",
        "<a@b.c>",
        "<1@b.c>",
    ),
    *(
        "<https://evil.example/>",
        "https://evil.example/",
        "HTTP://evil.example/",
        "www.evil.example",
    ),
)
attack = st.lists(st.sampled_from(_ATTACKS), max_size=5).map("".join)
_attack_lines = st.lists(st.sampled_from((*_ATTACKS, *("\n", "\n\n") * 8)), max_size=8).map("".join)
code_texts = st.lists(st.sampled_from((*_SNIPPETS, "\n", "\n", "\n\n", "  ")), max_size=9).map(
    "".join
)
languages = st.none() | st.sampled_from(("python", "c++", "c#", "objective-c"))
labels = st.sampled_from(("1", "2", "a-b"))

_URLS = (
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


class Trees:
    """Lines and trees whose words, code and formulas are made of given texts."""

    def __init__(
        self,
        texts: st.SearchStrategy[str],
        code: st.SearchStrategy[str],
        latex: st.SearchStrategy[str],
    ) -> None:
        urls = st.one_of(
            st.sampled_from(_URLS), texts.map(lambda text: "https://example.org/" + text), texts
        )
        titles = self._names = st.none() | texts
        inlines = st.recursive(_atoms(texts, urls, titles), _marks(urls, titles), max_leaves=8)
        self.lines = st.lists(inlines, max_size=5).map(tuple)
        leaves = st.one_of(
            st.builds(Paragraph, self.lines, st.just(ROWS)),
            st.builds(Paragraph, self.lines, st.just(ROWS)),
            st.builds(Heading, st.integers(1, 6), self.lines, st.just(ROWS)),
            st.builds(CodeBlock, code, st.just(ROWS), languages),
            st.builds(MathBlock, latex, st.just(ROWS)),
            st.builds(Embed, urls, st.just(ROWS), titles),
            st.just(Rule(ROWS)),
        )
        blocks = st.recursive(leaves, self._containers, max_leaves=8)
        notes = st.builds(Footnote, labels, st.lists(leaves, max_size=2).map(tuple), st.just(ROWS))
        self.trees = st.builds(
            lambda body, foot: (*body, *foot),
            st.lists(blocks, max_size=4),
            st.lists(notes, max_size=2, unique_by=lambda note: note.label),
        )

    def _containers(self, blocks: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
        inner = st.lists(blocks, max_size=3).map(tuple)
        items = st.builds(
            ListItem, inner, st.just(ROWS), st.sampled_from((None, None, True, False))
        )
        cells = st.builds(Cell, inner, st.booleans(), st.integers(1, 3), st.integers(1, 3))
        table_lines = st.lists(st.lists(cells, max_size=3).map(tuple), max_size=3).map(tuple)
        definitions = st.builds(
            Definition,
            st.lists(self.lines, max_size=2).map(tuple),
            st.lists(inner, max_size=2).map(tuple),
        )
        posts = st.builds(Post, self._names, self._names, inner, st.just(()), st.just(ROWS))
        replies = st.lists(posts, max_size=2).map(tuple)
        return st.one_of(
            st.builds(Post, self._names, self._names, inner, replies, st.just(ROWS)),
            st.builds(
                List,
                st.booleans(),
                st.lists(items, max_size=3).map(tuple),
                st.just(ROWS),
                st.sampled_from((1, 1, 0, 7, 12)),
            ),
            st.builds(Quote, inner, st.just(ROWS)),
            st.builds(Figure, inner, st.just(ROWS), self.lines),
            st.builds(DefinitionList, st.lists(definitions, max_size=2).map(tuple), st.just(ROWS)),
            st.builds(Table, table_lines, st.just(ROWS), st.integers(0, 2), self.lines),
        )


def _atoms(
    texts: st.SearchStrategy[str],
    urls: st.SearchStrategy[str],
    titles: st.SearchStrategy[str | None],
) -> st.SearchStrategy[Inline]:
    return st.one_of(
        texts.map(Text),
        texts.map(Text),
        texts.map(Text),
        texts.map(Code),
        st.builds(Image, urls, texts, titles),
        texts.map(Math),
        st.just(Break()),
        st.builds(FootnoteReference, labels),
    )


def _marks(
    urls: st.SearchStrategy[str], titles: st.SearchStrategy[str | None]
) -> Callable[[st.SearchStrategy[Inline]], st.SearchStrategy[Inline]]:
    def around(children: st.SearchStrategy[Inline]) -> st.SearchStrategy[Inline]:
        content = st.lists(children, max_size=4).map(tuple)
        marks = st.sampled_from((Emphasis, Strong, Strikethrough, Superscript, Subscript))
        return st.one_of(
            st.builds(lambda mark, inner: mark(inner), marks, content),
            st.builds(Link, content, urls, titles),
        )

    return around


_honest = Trees(hostile, code_texts, hostile)
lines = _honest.lines
trees = _honest.trees
attacks = Trees(attack, _attack_lines, _attack_lines).trees
