"""Markdown as renderers of many kinds show it, with raw HTML on, and what they may show.

No two renderers know the same extensions. What one takes for a table, a formula or a footnote is
words, links or raw HTML to another: the contract holds for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm import gfm_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from dehusk.content import Embed, Image, Link
from dehusk.content.schemes import image_url, link_url
from dehusk.page import Page
from dehusk.page.parse import parse
from tests.writers.outline import address


@cache
def renderers() -> dict[str, MarkdownIt]:
    """Renderers by what they know beyond CommonMark, all with raw HTML."""
    plain, math, strict_math, notes = (MarkdownIt("commonmark") for _ in range(4))
    math.use(dollarmath_plugin, double_inline=True)
    strict_math.use(dollarmath_plugin, allow_space=False, allow_digits=False)
    notes.use(footnote_plugin)
    tables = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tables.use(tasklists_plugin)
    everything = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    everything.use(dollarmath_plugin).use(footnote_plugin).use(tasklists_plugin)
    github = MarkdownIt("commonmark").use(gfm_plugin, dollarmath=True)
    return {
        "plain": plain,
        "math": math,
        "strict math": strict_math,
        "notes": notes,
        "tables": tables,
        "everything": everything,
        "github": github,
    }


# Elements that Markdown and the plugins make, with their attributes.
ELEMENTS = {
    **dict.fromkeys(
        "html head body h1 h2 h3 h4 h5 h6 p blockquote pre em strong s del sub br table thead"
        " tbody tr th td".split(),
        frozenset[str](),
    ),
    "a": frozenset({"href", "title", "class", "id"}),
    "code": frozenset({"class"}),
    "div": frozenset({"class"}),
    "hr": frozenset({"class"}),
    "img": frozenset({"src", "alt", "title"}),
    "input": frozenset({"type", "checked", "disabled", "class"}),
    "li": frozenset({"class", "id"}),
    "ol": frozenset({"start", "class"}),
    "section": frozenset({"class"}),
    "span": frozenset({"class"}),
    "sup": frozenset({"class"}),
    "ul": frozenset({"class"}),
}
_ID = re.compile(r"fn(?:ref)?[\w:.-]*")
_CLASS = re.compile(
    r"language-[\w+#.-]+|math inline|math block|footnote[\w-]*|contains-task-list|task-list-item"
    r"(?: enabled)?|task-list-item-checkbox|mathlabel"
)


class Meant:
    """The addresses that content holds for a reader to follow, or to see."""

    def __init__(self, blocks: Any) -> None:
        nodes = list(_nodes(blocks))
        links = (link_url(node.url) for node in nodes if isinstance(node, Link | Embed))
        images = [image_url(node.url) for node in nodes if isinstance(node, Image)]
        self.links = {address(url) for url in links if url is not None}
        self.image_sources = {url for url in images if url is not None}
        self.images = set(map(address, self.image_sources))


def _nodes(tree: Any) -> Iterator[Any]:
    if isinstance(tree, tuple):
        for node in tree:
            yield from _nodes(node)
    elif hasattr(tree, "__dataclass_fields__"):
        yield tree
        for each in fields(tree):
            yield from _nodes(getattr(tree, each.name))


def unmeant(html: str, meant: Meant, *, autolinks: bool) -> list[str]:
    """All that a renderer shows and that the writer did not mean."""
    page = parse(html)
    return [fault for row in range(len(page)) for fault in _faults(page, row, meant, autolinks)]


def _faults(page: Page, row: int, meant: Meant, autolinks: bool) -> Iterator[str]:
    name = page.tag_name(row)
    if name == "#text":
        return
    if name not in ELEMENTS:
        yield f"<{name}>"
        return
    for attribute, value in page.attributes(row).items():
        if attribute not in ELEMENTS[name]:
            yield f"<{name} {attribute}>"
        elif attribute == "href" and not _is_meant_link(value, page.text_of(row), meant, autolinks):
            yield f"a link to {value}"
        elif attribute == "src" and value not in meant.images:
            yield f"an image of {value}"
        elif attribute == "id" and not _ID.fullmatch(value):
            yield f"the id {value}"
        elif attribute == "class" and not _CLASS.fullmatch(value):
            yield f"the class {value}"


def _is_meant_link(url: str, words: str, meant: Meant, autolinks: bool) -> bool:
    if url in meant.links or re.fullmatch(r"#fn[\w:.-]*", url):
        return True
    # An address among the words: the writer's `<https://…>`, and what GitHub makes of any.
    if autolinks and re.match(r"https?://|mailto:|xmpp:", url):
        return True
    return re.match(r"https?://", url) is not None and url == words
