"""READMEs: the document that a project shows first is whole, down to the line with its licence."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import can_be_kept, changed
from dehusk.native.attributes import Words, around_kept
from dehusk.page import Bools, Page
from dehusk.selection import Selection

COMPLETED = "the rest of a README that is content"

_NAME = "markdown-body"
_LIKE_IT = Words(_NAME.encode())
_HALF = 0.5


def whole_readmes(page: Page, selection: Selection) -> Selection:
    """The selection with all of each README of which at least half of the text is kept."""
    readmes = _readmes(page, selection.keep)
    if not readmes:
        return selection
    sizes = np.where(page.is_text & ~page.is_inert, page.text_end - page.text_start, 0)
    total = page.subtree_sum(sizes)[readmes]
    kept = page.subtree_sum(np.where(selection.keep, sizes, 0))[readmes]
    is_readme = np.zeros(len(page), bool)
    is_readme[np.array(readmes)[(kept > 0) & (kept >= _HALF * total)]] = True
    added = page.inside(is_readme) & ~selection.keep & can_be_kept(page)
    return changed(selection, (added, COMPLETED))


def _readmes(page: Page, keep: Bools) -> list[int]:
    """The elements that bear the name of a README and hold something that is kept."""
    if _NAME.encode() not in page.attr_text:
        return []
    around = around_kept(page, keep)
    rows = page.attr_row[_LIKE_IT.found_in(page, ("class",), among=around)].tolist()
    return [row for row in rows if _NAME in (page.attribute(row, "class") or "").split()]
