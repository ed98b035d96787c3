"""READMEs: the document that a project shows first is whole, down to the line with its licence."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.editor import can_be_kept, changed
from dehusk.content.completed import Completed
from dehusk.content.threads.records import README
from dehusk.native.find import Around
from dehusk.page import Page

COMPLETED = "the rest of a README that is content"

_NAME = README.decode()
_HALF = 0.5


def whole_readmes(page: Page, selection: Completed, around: Around) -> Completed:
    """The selection with all of each README of which at least half of the text is kept.

    `around` is what the elements around what it keeps are called.
    """
    called = around.with_class
    readmes = [row for row in called if _NAME in (page.attribute(row, "class") or "").split()]
    if not readmes:
        return selection
    sizes = np.where(page.is_text & ~page.is_inert, page.text_end - page.text_start, 0)
    total = page.subtree_sum(sizes)[readmes]
    kept = page.subtree_sum(np.where(selection.keep, sizes, 0))[readmes]
    is_readme = np.zeros(len(page), bool)
    is_readme[np.array(readmes)[(kept > 0) & (kept >= _HALF * total)]] = True
    added = page.inside(is_readme) & ~selection.keep & can_be_kept(page)
    return changed(selection, (added, COMPLETED))
