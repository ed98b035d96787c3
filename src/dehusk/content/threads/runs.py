"""Posts that no element is around: a head that names somebody, and all beside it up to the next.

>>> from dehusk.page.parse import parse
>>> from dehusk.page.tags import Tag
>>> post = "<tr><td><a class=user>{}</a><tr><td>{}"
>>> page = parse("<table>" + post.format("Ann", "Is there any tea?") + post.format("Bo", "None."))
>>> heads, ends = next(signed_runs(page, page.tag == Tag.A))
>>> [page.text_of(row) for row in heads], ends[0] == heads[1]
(['Ann', 'Bo'], True)

Boards of rows in one table do it, bbPress, and archives of mail.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from dehusk.budget import watched
from dehusk.content.threads.table import STAGE, Rows
from dehusk.page import Bools, Page

_MOST = 3
"""In how many elements such heads are looked for, those with most of them first."""


def signed_runs(page: Page, named: Bools) -> Iterator[tuple[Rows, Rows]]:
    """The elements of one parent that hold a name, and where the run of siblings of each ends."""
    children = _with_names(page, named)
    order = sorted(children, key=lambda row: (-len(children[row]), -page.depth.item(row)))
    for parent in order[:_MOST]:
        heads = np.array(children[parent], np.intp)
        if len(heads) > 1:
            yield heads, np.append(heads[1:], page.end.item(parent))


def _with_names(page: Page, named: Bools) -> dict[int, list[int]]:
    """For each element its children that hold a name, in document order."""
    parent = page.parent.tolist()
    children: dict[int, list[int]] = defaultdict(list)
    seen: set[int] = set()
    for row in watched(named.nonzero()[0].tolist(), STAGE):
        while row not in seen and parent[row] >= 0:
            seen.add(row)
            children[parent[row]].append(row)
            row = parent[row]
    return children
