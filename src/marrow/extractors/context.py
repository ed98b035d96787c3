"""context: a text block judged by itself and its surroundings.

M. Kim, Y. Kim, W. Song, A. Khil, "Main Content Extraction from Web Documents Using Text Block
Context", DEXA 2013.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from marrow.densities import TagBlocks, neighbour
from marrow.forest import load_model
from marrow.page import Page
from marrow.selection import Selection
from marrow.tags import TAG_IDS

PARENT_TAGS = tuple(
    "a b blockquote br dd dl dt font h1 h2 h3 h4 h5 h6 img li ol p pre q table ul".split()
)
"""Table 1: the 22 tags that stand for themselves as parents; every other is the same."""
WINDOW = (-2, -1, 0, 1, 2)
NUMBERS = ("words", "links", "distance before", "distance after")
ATTRIBUTES = tuple(
    f"{name} {offset:+d}"
    for offset in WINDOW
    for name in (*NUMBERS, *(f"parent {tag}" for tag in PARENT_TAGS))
)
"""Five attributes for each of five blocks. The parent tag, one attribute of the paper, is a column
for each tag that it can be: trees over numbers have no other way to ask for one of several."""


@dataclass(frozen=True)
class TextBlockContext:
    """A decision tree over 25 attributes of a text block and two blocks either side (Kim et al. 2013).

    >>> import marrow
    >>> marrow.extract("<p>Too short</p>", method="context").reason
    'No text block looks like main content.'

    The attributes of a block are its word density, link density, parent tag, and the number of tags
    between it and the block before and after. The tree is trained by `training/trees.py` as the
    paper trains J48: entropy, at least ten blocks in a leaf, and a pruning strength in the place of
    the confidence factor, chosen by cross-validation. `threshold` is the probability from which on
    a block counts as content; the paper's is the majority of the leaf.
    """

    threshold: float = 0.5

    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        """The blocks that the tree takes for content."""
        blocks = TagBlocks.of(page)
        content = load_model("context").forest.predict(attributes(blocks))
        return blocks.selection(content, self.threshold)


def attributes(blocks: TagBlocks) -> NDArray[np.float64]:
    """The attributes of each block, columns as in `ATTRIBUTES`."""
    own = np.column_stack(
        [
            blocks.word_density,
            blocks.link_density,
            blocks.distance[:-1],
            blocks.distance[1:],
            blocks.parent_tag[:, None] == [TAG_IDS[tag] for tag in PARENT_TAGS],
        ]
    )
    return np.hstack([neighbour(own, offset) for offset in WINDOW])
