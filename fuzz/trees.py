"""Trees that no parser makes, from bytes: for targets whose pages come from somewhere else.

Each byte is a step: an element is opened or some are closed, a text is put, the last element gets an
attribute. So every input is a tree, and libFuzzer changes one into another by changing a byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fuzz.rows import RowWriter

from dehusk.page.tags import TAG_NAMES

COMMON = (
    "html head body div p span a b i em br img hr h1 h2 h3 ul ol li dl dt dd table tr td th tbody"
    " thead caption section article aside nav header footer main figure figcaption pre code"
    " blockquote sup sub script style noscript template iframe svg math svg:path math:mi"
    " math:annotation select option button input form textarea details summary title meta link"
    " time x-card ruby rt picture source video"
).split()
NAMES = (*COMMON, *TAG_NAMES[1:])

TEXTS = (
    *(
        "",
        " ",
        "\n",
        "word",
        "é漢字",
        "\u200b",
        "\U0001f600",
        "1",
        "By Ann Lee",
        "3 May 2024, 10:00",
    ),
    *(
        "Tea needs boiling water, and a while to wait, before it can be drunk by anybody. " * n
        for n in (1, 9)
    ),
    *(
        "$x^2$ and $$y$$",
        r"\(a\)",
        "| a | b |",
        "[^1]: x",
        "```",
        "1. x\n2. y",
        "<b>",
        "&amp;",
        "*a* _b_",
    ),
    *(
        '{"@type": "Article", "headline": "Tea"}',
        "- a\n- b",
        "Read more",
        "Comments",
        "http://a.example/",
    ),
)
ATTRIBUTES = tuple(
    (name, value)
    for name, values in {
        "class": (
            "",
            "comment",
            "comments",
            "footnotes",
            "footnote a b-",
            "title",
            "byline",
            "post",
            "hidden",
        ),
        "id": ("", "fn1", "fnref1", "comments", "content", "a"),
        "href": ("", "#fn1", "#fnref1", "#", "/a/b", "javascript:x", "http://[", "mailto:a@b"),
        "src": ("", "a.png", "data:image/png;base64,AA", "javascript:x"),
        "alt": ("", "a picture", "x^2"),
        "style": ("display:none", "visibility: hidden", "color:red"),
        "role": ("button", "doc-noteref", "doc-endnotes", "heading", "presentation"),
        "colspan": ("0", "2", "1000", "99999999999", "-1", "x"),
        "rowspan": ("0", "2", "65534", "99999999999"),
        "start": ("3", "-7", "99999999999"),
        "itemprop": ("name", "author", "headline", "articleBody"),
        "itemtype": ("http://schema.org/Article", "https://schema.org/Recipe"),
        "itemscope": ("",),
        "property": ("og:title", "article:author"),
        "content": ("Tea", ""),
        "datetime": ("2024-05-03", "x"),
        "type": ("application/ld+json", "checkbox", "math/tex"),
        "hidden": ("", "until-found"),
        "aria-hidden": ("true",),
        "lang": ("en", "zh"),
        "rel": ("author", "canonical"),
        "title": ("A title", '"'),
    }.items()
    for value in values
)


@dataclass
class Node:
    """An element, or a text where it has no name."""

    parent: int
    name: str = ""
    text: str = ""
    attributes: list[tuple[str, str]] = field(default_factory=list)


def grown(data: bytes, most: int = 2000) -> list[Node]:
    """The tree of some bytes in document order, one root first."""
    nodes = [Node(-1, "html")]
    open_nodes = [0]
    steps = iter(data)
    for step in steps:
        if len(nodes) >= most:
            break
        if step < 128:
            nodes.append(Node(open_nodes[-1], NAMES[step]))
            open_nodes.append(len(nodes) - 1)
        elif step < 176:
            nodes.append(Node(open_nodes[-1], text=TEXTS[step % len(TEXTS)]))
        elif step < 208:
            del open_nodes[max(1, len(open_nodes) - 1 - step % 4) :]
        elif step < 248:
            pair = ATTRIBUTES[next(steps, 0) % len(ATTRIBUTES)]
            nodes[open_nodes[-1]].attributes.append(pair)
        else:
            nodes[open_nodes[-1]].name = NAMES[next(steps, 0) % len(NAMES)]
    return nodes


def rows_of(nodes: list[Node]) -> RowWriter:
    """The rows of a tree."""
    rows = RowWriter()
    for node in nodes:
        if node.name:
            rows.add_element(node.name, node.attributes)
        else:
            rows.add_text(node.text)
        rows.attach(node.parent)
    return rows


def seeds() -> Iterator[bytes]:
    """Trees of our own: each element with a text in it, and some with what usually stands in them."""

    def step(name: str) -> int:
        return NAMES.index(name)

    words, close = 128 + (11 - 128 % len(TEXTS)) % len(TEXTS), 176
    for name in COMMON:
        yield bytes([step("body"), step(name), words, close, step("p"), words, close, words])
        yield bytes([step(name), step(name), 128, step("br"), step("b"), words])
    for outer, inner, leaf in (
        ("table", "tr", "td"),
        ("ul", "li", "p"),
        ("dl", "dt", "dd"),
        ("figure", "img", "figcaption"),
        ("pre", "code", "span"),
        ("svg", "svg:path", "title"),
        ("math", "math:mi", "math:annotation"),
        ("article", "section", "h2"),
    ):
        part = [step(outer), *[step(inner), step(leaf), words, close, words, close] * 3, close]
        yield bytes([step("body"), *part * 2])
    for number in range(len(ATTRIBUTES)):
        yield bytes(
            [step("body"), step("div"), 208, number, step("a"), 208, number, words, close, words]
        )
