"""boilerpipe: word and link density of a block and its neighbours.

C. Kohlschütter, P. Fankhauser, W. Nejdl, "Boilerplate Detection using Shallow Text Features",
WSDM 2010, as M. Kim et al. 2013 describe and retrain it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.densities import BlockTree, TagBlocks, Tree, neighbour

ATTRIBUTES = tuple(
    f"{density} {where}" for where in ("before", "here", "after") for density in ("words", "links")
)


TREES: dict[Tree, str] = {"pruned": "boilerpipe", "j48": "boilerpipe-j48"}
"""The models by the names of the trees."""


@dataclass(frozen=True)
class Boilerpipe(BlockTree):
    """A decision tree over six densities of a text block and its two neighbours.

    >>> import dehusk
    >>> dehusk.extract("<p>Too short</p>", method="boilerpipe").reason
    'No text block looks like main content.'

    A block is all text between two tags other than `a`. Both trees are trained by
    `training/trees.py`: `tree="j48"` as Kim et al. train theirs, with Weka's J48, `"pruned"` with a
    pruning strength that was chosen by cross-validation. `threshold` is the probability from which
    on a block counts as content. `amount` lowers it by .2 for each step up, and raises it by as much
    for each step down.
    """

    trees: ClassVar = TREES
    names: ClassVar = ATTRIBUTES

    def attributes(self, blocks: TagBlocks) -> NDArray[np.float32]:
        """The attributes of each block."""
        return attributes(blocks)


def attributes(blocks: TagBlocks) -> NDArray[np.float32]:
    """The six attributes of each block, columns as in `ATTRIBUTES`."""
    densities = (blocks.word_density, blocks.link_density)
    columns = [neighbour(density, offset) for offset in (-1, 0, 1) for density in densities]
    return np.column_stack(columns).astype(np.float32)
