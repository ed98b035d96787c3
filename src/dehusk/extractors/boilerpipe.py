"""boilerpipe: word and link density of a block and its neighbours.

C. Kohlschütter, P. Fankhauser, W. Nejdl, "Boilerplate Detection using Shallow Text Features",
WSDM 2010, as M. Kim et al. 2013 describe and retrain it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.densities import TagBlocks, explained, neighbour
from dehusk.extractors.exhibits import Exhibit
from dehusk.extractors.forest import load_model
from dehusk.page import Page
from dehusk.selection import Selection

ATTRIBUTES = tuple(
    f"{density} {where}" for where in ("before", "here", "after") for density in ("words", "links")
)


Tree = Literal["pruned", "j48"]
TREES: dict[Tree, str] = {"pruned": "boilerpipe", "j48": "boilerpipe-j48"}
"""The models by the names of the trees."""


@dataclass(frozen=True)
class Boilerpipe:
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

    threshold: float = 0.5
    tree: Tree = "pruned"
    amount: int = 0

    needs_layout: ClassVar[bool] = False

    @classmethod
    def as_published(cls) -> Boilerpipe:
        """The tree of J48 with the paper's parameters."""
        return cls(tree="j48")

    @property
    def card(self) -> dict[str, Any]:
        """What its model was trained on, and how."""
        return load_model(TREES[self.tree], ATTRIBUTES).card

    def select(self, page: Page) -> Selection:
        """The blocks that the tree takes for content."""
        blocks = TagBlocks.of(page)
        content = load_model(TREES[self.tree], ATTRIBUTES).forest.predict(attributes(blocks))
        return blocks.selection(content, self.threshold, self.amount)

    def explain_page(self, page: Page) -> list[Exhibit]:
        """The attributes of every block, and its way through the tree."""
        blocks = TagBlocks.of(page)
        forest = load_model(TREES[self.tree], ATTRIBUTES).forest
        return explained(blocks, attributes(blocks), ATTRIBUTES, forest)


def attributes(blocks: TagBlocks) -> NDArray[np.float32]:
    """The six attributes of each block, columns as in `ATTRIBUTES`."""
    densities = (blocks.word_density, blocks.link_density)
    columns = [neighbour(density, offset) for offset in (-1, 0, 1) for density in densities]
    return np.column_stack(columns).astype(np.float32)
