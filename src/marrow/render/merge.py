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

from marrow.page import Layout, Page
from marrow.tags import Tag

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
    return (
        len(rows) == len(seen)
        and bool((_new_numbers(parsed, rows)[parsed.parent[rows]] == seen.parent).all())
        and bool((parsed.tag[rows] == _tags_as_in(parsed, seen)).all())
        and _texts(parsed, rows) == _texts(seen, np.arange(len(seen)))
    )


def same_attributes(parsed: Page, rows: Rows, seen: Page) -> bool:
    """Whether the attributes of `rows` are those of the other page, in any order."""
    return all(
        parsed.attributes(row) == seen.attributes(other) for other, row in enumerate(rows.tolist())
    )


def _new_numbers(page: Page, rows: Rows) -> NDArray[np.int32]:
    numbers = np.full(len(page) + 1, -1, np.int32)
    numbers[rows] = np.arange(len(rows))
    return numbers


def _tags_as_in(parsed: Page, seen: Page) -> NDArray[np.int32]:
    """The tags of the second page in the numbers of the first; -1 for tags that it does not have."""
    numbers = {name: number for number, name in enumerate(parsed.tag_names)}
    return np.array([numbers.get(name, -1) for name in seen.tag_names], np.int32)[seen.tag]


def _texts(page: Page, rows: Rows) -> list[bytes]:
    texts = rows[page.is_text[rows]]
    starts, ends = page.text_start[texts].tolist(), page.text_end[texts].tolist()
    return [page.text[start:end] for start, end in zip(starts, ends, strict=True)]


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
