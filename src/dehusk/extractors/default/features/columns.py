"""What was counted in the text blocks of a page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dehusk.native.features import BlockTable
from dehusk.page import Bools, Page
from dehusk.views.blocks import Blocks

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]

COMMAS = ",;:،؛、，；：､՝၊"

_COUNTED = BlockTable._fields[4:]


@dataclass(frozen=True, eq=False)
class BlockCounts:
    """A value for each block in every column but `shown_leaves`, which are the leaves of the page that a
    browser may show.

    `enclosing_block` is the innermost element that holds all of a block; `words`, `visible_chars`,
    `linked`, `stops` and `commas` count words, visible characters, words in links, ends of sentences and
    commas of any script; `good` is text that is long, punctuated and has few links. `template_id` is a
    number that blocks share whose four innermost elements have the same tags and classes, `text_id` one
    that those of the same text share.
    """

    page: Page
    blocks: Blocks
    shown_leaves: Bools
    enclosing_block: Places
    words: Numbers
    visible_chars: Numbers
    linked: Numbers
    stops: Numbers
    commas: Numbers
    good: Bools
    template_id: Places
    text_id: Places

    @classmethod
    def of_table(cls, page: Page, table: BlockTable) -> BlockCounts:
        """The counts of a page whose blocks native code described."""
        blocks = Blocks(page, table.block_of, table.first_row, table.end_row)
        counted = {name: getattr(table, name) for name in _COUNTED}
        return cls(page, blocks, **counted)

    def __len__(self) -> int:
        return len(self.blocks)
