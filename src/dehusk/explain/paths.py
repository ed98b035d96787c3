"""XPaths of many rows of one page."""

from __future__ import annotations

import numpy as np

from dehusk.page import Page

_MOST_STEPS = 64


class Paths:
    """The same paths as `page.xpath`, with the numbering of siblings made once for all rows.

    >>> from dehusk import parse
    >>> Paths(parse("<p>One</p><p>Two</p>")).xpath(5)
    '/html/body/p[2]'

    On a page that is nested absurdly deep, only the last steps are told.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        order = np.lexsort((page.tag, page.parent))
        is_first = np.ones(len(page), bool)
        is_first[1:] = (np.diff(page.parent[order]) != 0) | (np.diff(page.tag[order]) != 0)
        starts = np.flatnonzero(is_first)
        group = np.cumsum(is_first) - 1
        self._number = np.empty(len(page), np.int64)
        self._number[order] = np.arange(len(page)) - starts[group] + 1
        self._alike = np.empty(len(page), np.int64)
        self._alike[order] = np.diff(np.append(starts, len(page)))[group]

    def xpath(self, row: int) -> str:
        """Where a row stands in the tree."""
        steps: list[str] = []
        while row >= 0:
            if len(steps) == _MOST_STEPS:
                return "…/" + "/".join(reversed(steps))
            steps.append(self._step(row))
            row = int(self._page.parent[row])
        return "/" + "/".join(reversed(steps))

    def _step(self, row: int) -> str:
        name = "text()" if self._page.is_text[row] else self._page.tag_name(row)
        return name if self._alike[row] == 1 else f"{name}[{self._number[row]}]"
