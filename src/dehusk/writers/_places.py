"""Where content stood in its page: the XPath of its first row and the span of its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk.content import Rows
    from dehusk.page import Page

Span = tuple[int, int]


class Places:
    """Tells where rows of a page stood.

    >>> from dehusk import parse
    >>> Places(parse("<p>Tea<p>Bread")).of((3, 5))
    ('/html/body/p[1]', (0, 6))
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._starts: list[int] = page.source_start.tolist()
        self._ends: list[int] = page.source_end.tolist()

    def of(self, rows: Rows) -> tuple[str | None, Span | None]:
        """XPath and bytes of the rows; nowhere when there are none, as for a note of several parts."""
        first, end = rows
        if first >= end:
            return None, None
        return self._page.xpath(first), self._source(first, end - 1)

    def _source(self, first: int, last: int) -> Span | None:
        start, end = self._starts[first], self._ends[first]
        if start < 0 or end < 0:
            return None
        known = self._starts[last] >= 0
        return start, max(end, self._ends[last]) if known else end
