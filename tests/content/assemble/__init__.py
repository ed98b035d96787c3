"""What the tests of assembly share: from HTML to content, and short names for content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from dehusk.content import (
    Block,
    Break,
    Cell,
    Code,
    Definition,
    DefinitionList,
    Emphasis,
    Heading,
    Inline,
    Link,
    List,
    ListItem,
    Paragraph,
    Quote,
    Rows,
    Strong,
    Table,
    Text,
)
from dehusk.content.assemble import assemble
from dehusk.page import Page
from dehusk.page.parse import parse
from dehusk.selection import Selection

R: Rows = (0, 0)
"""The rows of every block that `content` returns: tests of the content need not count rows."""
URL = "https://example.org/docs/page.html"
BR = Break()


def everything(page: Page) -> Selection:
    return Selection.of_subtrees(page, [0], reason="all of it")


def leaves_with(page: Page, *texts: str) -> Selection:
    """Keep only the text leaves that hold one of some words."""
    keep = np.zeros(len(page), bool)
    for row in np.flatnonzero(page.is_text).tolist():
        keep[row] = any(text in page.text_of(row) for text in texts)
    return Selection.of_leaves(page, keep, reason="has the word")


def content(html: str, url: str | None = URL) -> list[Any]:
    """The content of all of a page, rows left out."""
    page = parse(html, url=url)
    return [without_rows(block) for block in assemble(page, everything(page))]


def kept(html: str, *texts: str) -> list[Any]:
    """The content of a page of which only some leaves are kept, rows left out."""
    page = parse(html, url=URL)
    return [without_rows(block) for block in assemble(page, leaves_with(page, *texts))]


def without_rows(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(without_rows, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {field.name: without_rows(getattr(value, field.name)) for field in fields(value)}
    if "rows" in changes:
        changes["rows"] = R
    return replace(value, **changes)


def words(value: Any) -> Iterator[str]:
    """All text of content, in order; formulas and the labels of notes aside."""
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, list | tuple):
            stack.extend(reversed(each))
        elif is_dataclass(each):
            names = [field.name for field in fields(each)]
            hidden = (
                "rows",
                "url",
                "title",
                "alt",
                "language",
                "checked",
                "latex",
                "label",
                "kind",
            )
            stack.extend(getattr(each, name) for name in reversed(names) if name not in hidden)


def depth(value: Any) -> int:
    """How deep content is nested."""
    deepest, stack = 0, [(value, 0)]
    while stack:
        each, level = stack.pop()
        deepest = max(deepest, level)
        if isinstance(each, list | tuple):
            stack.extend((part, level) for part in each)
        elif is_dataclass(each):
            stack.extend(
                (getattr(each, field.name), level + 1)
                for field in fields(each)
                if field.name != "rows"
            )
    return deepest


def inlines(parts: tuple[str | Inline, ...]) -> tuple[Inline, ...]:
    return tuple(Text(part) if isinstance(part, str) else part for part in parts)


def p(*parts: str | Inline) -> Paragraph:
    return Paragraph(inlines(parts), R)


def h(level: int, *parts: str | Inline) -> Heading:
    return Heading(level, inlines(parts), R)


def b(*parts: str | Inline) -> Strong:
    return Strong(inlines(parts))


def i(*parts: str | Inline) -> Emphasis:
    return Emphasis(inlines(parts))


def a(url: str, *parts: str | Inline, title: str | None = None) -> Link:
    return Link(inlines(parts), url, title)


def code(text: str) -> Code:
    return Code(text)


def blocks(parts: tuple[str | Block, ...]) -> tuple[Block, ...]:
    return tuple(p(part) if isinstance(part, str) else part for part in parts)


def li(*parts: str | Block, checked: bool | None = None) -> ListItem:
    return ListItem(blocks(parts), R, checked)


def ul(*items: str | ListItem) -> List:
    return List(False, tuple(li(item) if isinstance(item, str) else item for item in items), R)


def ol(*items: str | ListItem, start: int = 1) -> List:
    listed = tuple(li(item) if isinstance(item, str) else item for item in items)
    return List(True, listed, R, start)


def quote(*parts: str | Block, kind: str | None = None) -> Quote:
    return Quote(blocks(parts), R, kind)


def td(*parts: str | Block, columns: int = 1, lines: int = 1) -> Cell:
    return Cell(blocks(parts), False, columns, lines)


def th(*parts: str | Block, columns: int = 1, lines: int = 1) -> Cell:
    return Cell(blocks(parts), True, columns, lines)


def table(*lines: tuple[str | Cell, ...], head: int = 0, caption: str = "") -> Table:
    return Table(
        tuple(
            tuple(td(each) if isinstance(each, str) else each for each in line) for line in lines
        ),
        R,
        head,
        (Text(caption),) if caption else (),
    )


def dl(*items: tuple[tuple[str, ...], tuple[str | tuple[Block, ...], ...]]) -> DefinitionList:
    return DefinitionList(
        tuple(
            Definition(
                tuple((Text(term),) for term in terms),
                tuple((p(each),) if isinstance(each, str) else each for each in meanings),
            )
            for terms, meanings in items
        ),
        R,
    )
