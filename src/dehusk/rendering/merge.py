"""One page of two: the parser's table, with the browser's layout.

With scripts off Chromium builds the tree that our parser builds, row for row, but for the contents
of templates, which its snapshots leave out. Where that is so, the parsed page gets the layout: it
knows where in the source each row stands. Where the trees differ, the browser's is the page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Ints, Layout, Page
from dehusk.page.tags import Tag

Rows = NDArray[np.intp]


def with_layout(parsed: Page, seen: Page) -> Page:
    """The page with the layout that the browser saw."""
    if seen.layout is None:
        raise ValueError("The browser's page has no layout.")
    rows = shown_rows(parsed)
    if same_tree(parsed, rows, seen) and same_attributes(parsed, rows, seen):
        return replace(parsed, layout=_spread(seen.layout, rows, len(parsed)))
    return replace(seen, source=parsed.source, url=parsed.url, encoding=parsed.encoding)


def shown_rows(page: Page) -> Rows:
    """The rows that a browser's snapshot has: all but the contents of templates."""
    in_template = np.append(page.tag, 0)[page.parent] == Tag.TEMPLATE
    return np.flatnonzero(~page.inside(in_template))


def same_tree(parsed: Page, rows: Rows, seen: Page) -> bool:
    """Whether tags, parents and texts of `rows` are those of the other page."""
    tag = _numbers_as_in(parsed.tag_names, seen.tag_names)[seen.tag]
    return (
        len(rows) == len(seen)
        and bool((_new_numbers(parsed, rows)[parsed.parent[rows]] == seen.parent).all())
        and bool((parsed.tag[rows] == tag).all())
        and _texts(parsed, rows) == _texts(seen, np.arange(len(seen)))
    )


def same_attributes(parsed: Page, rows: Rows, seen: Page) -> bool:
    """Whether the attributes of `rows` are those of the other page, in the same order."""
    row = _new_numbers(parsed, rows)[parsed.attr_row]
    kept = np.flatnonzero(row >= 0)
    name = _numbers_as_in(parsed.attr_names, seen.attr_names)[seen.attr_name]
    return (
        len(kept) == len(seen.attr_row)
        and bool((row[kept] == seen.attr_row).all())
        and bool((parsed.attr_name[kept] == name).all())
        and _values(parsed, kept) == _values(seen, np.arange(len(seen.attr_row)))
    )


def _new_numbers(page: Page, rows: Rows) -> NDArray[np.int32]:
    numbers = np.full(len(page) + 1, -1, np.int32)
    numbers[rows] = np.arange(len(rows))
    return numbers


def _numbers_as_in(names: tuple[str, ...], others: tuple[str, ...]) -> NDArray[np.int32]:
    """The numbers that the second names have among the first; -1 where they have none."""
    numbers = {name: number for number, name in enumerate(names)}
    return np.array([numbers.get(name, -1) for name in others], np.int32)


def _texts(page: Page, rows: Rows) -> list[bytes]:
    texts = rows[page.is_text[rows]]
    return _slices(page.text, page.text_start[texts], page.text_end[texts])


def _values(page: Page, entries: Rows) -> list[bytes]:
    return _slices(page.attr_text, page.attr_start[entries], page.attr_end[entries])


def _slices(text: bytes, start: Ints, end: Ints) -> list[bytes]:
    return [text[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]


def _spread(layout: Layout, rows: Rows, count: int) -> Layout:
    """The layout for more rows: those that are not among `rows` were not rendered."""
    if len(rows) == count:
        return layout

    def column(values: NDArray[Any], default: float = 0) -> NDArray[Any]:
        wide = np.full((count, *values.shape[1:]), default, values.dtype)
        wide[rows] = values
        return wide

    return replace(
        layout,
        box=column(layout.box),
        rendered=column(layout.rendered),
        display=column(layout.display),
        visibility=column(layout.visibility),
        white_space=column(layout.white_space),
        opacity=column(layout.opacity, 1),
        font_size=column(layout.font_size),
    )
