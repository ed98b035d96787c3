"""context: a text block judged by itself and its surroundings.

M. Kim, Y. Kim, W. Song, A. Khil, "Main Content Extraction from Web Documents Using Text Block
Context", DEXA 2013.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.densities import BlockTree, TagBlocks, Tree, neighbour
from dehusk.page.tags import FIRST_CUSTOM, TAG_IDS

PARENT_TAGS = tuple(
    "a b blockquote br dd dl dt font h1 h2 h3 h4 h5 h6 img li ol p pre q table ul".split()
)
"""Table 1: the 22 tags that stand for themselves as parents; every other is the same."""
WINDOW = (-2, -1, 0, 1, 2)
ATTRIBUTES = tuple(
    f"{name} {offset:+d}"
    for offset in WINDOW
    for name in ("words", "links", "distance before", "distance after", "parent")
)
"""Five attributes for each of five blocks."""


TREES: dict[Tree, str] = {"pruned": "context", "j48": "context-j48"}
"""The models by the names of the trees."""


PARENT_ORDER = tuple(
    "a dd dt h6 h5 h1 ol ul other br dl img table q h4 font h3 h2 b blockquote p li pre".split()
)
"""The parents by how often a block below them is content on the training pages; training checks it."""


@dataclass(frozen=True)
class TextBlockContext(BlockTree):
    """A decision tree over 25 attributes of a text block and two blocks either side (Kim et al. 2013).

    >>> import dehusk
    >>> dehusk.extract("<p>Too short</p>", method="context").reason
    'No text block looks like main content.'

    The attributes of a block are its word density, link density, parent tag, and the number of tags
    between it and the block before and after. Both trees are trained by `training/trees.py`:
    `tree="j48"` is what the paper's J48 makes of our pages, with gain ratio, a branch for each
    parent tag, at least ten blocks in two branches, and its confidence factor of .7, with which
    nothing is pruned that gets a training block right. `"pruned"` has entropy, ten blocks in a leaf,
    and a pruning strength that was chosen by cross-validation. `threshold` is the probability from
    which on a block counts as content; the paper's is the majority of the leaf. `amount` lowers it
    by .2 for each step up, and raises it by as much for each step down.

    Our choice: for the pruned tree the parent tag is a number, its place among the tags in the order
    in which blocks below them are content (`PARENT_ORDER`). A tree over numbers can then part the
    tags anywhere in that order, which for two classes is as good as parting them into any two sets
    (Breiman et al. 1984, theorem 4.5). Where there is no block before or after, all of its
    attributes are 0.
    """

    trees: ClassVar = TREES
    names: ClassVar = ATTRIBUTES
    numbered: ClassVar = " Parents have numbers in the way: " + ", ".join(
        f"{number} {tag}" for number, tag in enumerate(PARENT_ORDER, start=1)
    )

    def attributes(self, blocks: TagBlocks) -> NDArray[np.float32]:
        """The attributes of each block."""
        return attributes(blocks)


def attributes(blocks: TagBlocks) -> NDArray[np.float32]:
    """The attributes of each block, columns as in `ATTRIBUTES`."""
    own = np.column_stack(
        [
            blocks.word_density,
            blocks.link_density,
            blocks.distance[:-1],
            blocks.distance[1:],
            _PARENT_NUMBER[np.minimum(blocks.parent_tag, FIRST_CUSTOM)],
        ]
    )
    return np.hstack([neighbour(own, offset) for offset in WINDOW]).astype(np.float32)


def _parent_numbers() -> NDArray[np.int64]:
    numbers = np.full(FIRST_CUSTOM + 1, PARENT_ORDER.index("other") + 1)
    for tag in PARENT_TAGS:
        numbers[TAG_IDS[tag]] = PARENT_ORDER.index(tag) + 1
    return numbers


_PARENT_NUMBER = _parent_numbers()
"""For each tag its place among the parents, counted from 1: 0 is no block at all."""
