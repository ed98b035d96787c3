"""What a browser shows of a page: which rows are seen, and how they stand in the flow.

    page = dehusk.render("<p>Seen</p><p style='display: none'>Not seen</p>")
    shown = LayoutView.of(page)
    [page.text_of(row) for row in (shown.texts).nonzero()[0]]      # ['Seen']

The rules are those of A. Rae et al., "Main Content Detection in HTML Journal Articles", DocEng 2018,
and of the code that they published. Both methods that look at rendered pages use them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import LayoutRequired
from dehusk.page import Bools, Counts, Ints, Layout, Page, freeze
from dehusk.page.tags import Tag
from dehusk.views.text_counts import visible_chars

_INLINE = ("inline", "table-cell", "run-in", "ruby", "math", "-webkit-inline")
"""How the displays start whose boxes stand in a line, beside others. All the rest are blocks:
block, flex, grid, flow-root, list-item, table and its rows, groups and captions."""

_NOT_RENDERED = ("none", "table-column", "table-column-group")


@dataclass(frozen=True, eq=False, repr=False)
class LayoutView:
    """The rows of a rendered page as a reader meets them.

    `hidden` are the rows that nobody sees: not rendered, `visibility: hidden` or `collapse`,
    opacity of exactly 0, or off the screen (left of it, above it, or right of the body), and all
    that is inside of such rows. What is below the fold is seen. `through` are the elements without
    a box whose children have one (`display: contents`, slots): they are looked through. `texts` are
    the text rows that are seen, `visible_chars` how many characters each has, `block` the rows
    that start and end a line of their own.

    `parent` is the nearest row above each that is not looked through, `body` the row of the body.
    """

    page: Page
    body: int
    hidden: Bools
    through: Bools
    texts: Bools
    visible_chars: Counts
    block: Bools
    parent: Ints

    def __post_init__(self) -> None:
        freeze(self)

    @classmethod
    def of(cls, page: Page) -> LayoutView:
        """What is shown of a page. Raises `LayoutRequired` for one that was not rendered."""
        layout = layout_of(page)
        body = body_row(page)
        through = ~layout.rendered & ~page.is_text & (page.subtree_sum(layout.rendered) > 0)
        hidden = _hidden(page, layout, body, through)
        has_area = (layout.box[:, 2] > 0) & (layout.box[:, 3] > 0)
        letters = visible_chars(page)
        texts = ~hidden & has_area & (letters > 0)
        solid = ~through
        solid[body] = True  # a body without a box holds what is in it all the same
        parent = page.nearest_ancestor(solid) if through.any() else page.parent.copy()
        return cls(page, body, hidden, through, texts, letters, _is_block(page, layout), parent)


def layout_of(page: Page) -> Layout:
    """The layout of a page. Raises `LayoutRequired` for one that was not rendered."""
    if page.layout is None:
        raise LayoutRequired(
            "The page was only parsed; make it with dehusk.render() instead of dehusk.parse()."
        )
    return page.layout


def body_row(page: Page) -> int:
    """The row of the body, or of the root where there is none."""
    bodies = page.rows_with_tag(Tag.BODY)
    return int(bodies[0]) if len(bodies) else 0


def edges(box: NDArray[np.float32]) -> NDArray[np.float64]:
    """Boxes of x, y, width and height as left, top, right and bottom.

    >>> edges(np.array([[10, 20, 30, 40]], np.float32)).tolist()
    [[10.0, 20.0, 40.0, 60.0]]
    """
    sides = box.astype(np.float64)
    sides[:, 2:] += sides[:, :2]
    return sides


def _hidden(page: Page, layout: Layout, body: int, through: Bools) -> Bools:
    """A body that hides itself waits for a script that will show it: its own rule does not count."""
    above = np.append(np.array(list(page.ancestors(body)), np.intp), body)
    unseen = _with_keyword(layout, layout.visibility, ("hidden", "collapse"))
    if unseen[body]:
        unseen[:] = False
    left, _, right, bottom = edges(layout.box).T
    off_screen = (right < 0) | (bottom < 0) | (left > right[body])
    marks = unseen | (layout.opacity == 0) | off_screen | ~layout.rendered
    marks |= _with_keyword(layout, layout.display, _NOT_RENDERED)
    marks[through] = False
    marks[above] = False
    return page.inside(marks)


def _with_keyword(layout: Layout, column: NDArray[np.uint8], words: tuple[str, ...]) -> Bools:
    return np.array([word in words for word in layout.keywords], bool)[column]


def _is_block(page: Page, layout: Layout) -> Bools:
    inline = np.array([word == "" or word.startswith(_INLINE) for word in layout.keywords], bool)
    return ~inline[layout.display] & ~page.is_text
