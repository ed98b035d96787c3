"""numwords: words and links of a block and its neighbours, by the rules of a learned tree.

C. Kohlschütter, P. Fankhauser, W. Nejdl, "Boilerplate Detection using Shallow Text Features",
WSDM 2010, Algorithm 2 there; in boilerpipe the NumWordsRulesClassifier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.baselines.tokens import Baseline
from dehusk.extractors.densities import TagBlocks, neighbour
from dehusk.page import Bools, Page
from dehusk.selection import Selection


@dataclass(frozen=True)
class NumWordsRules(Baseline):
    """The rules of boilerpipe for words and link density of three blocks (Kohlschütter et al. 2010).

    >>> import dehusk
    >>> text = "Bread needs flour, water, salt and a good deal of time, as everybody who bakes it knows."
    >>> page = f"<p>Home</p><p>About bread</p><p>{text}</p>"
    >>> dehusk.extract(page, method="numwords").text.splitlines()[0]
    'About bread'

    The constants are those of the published tree, learned on L3S-GN1: a third and five ninths of
    link density, 4, 15, 16, 17 and 40 words.

    What the paper leaves open, and our choice: past either end of the page stands an empty block. A
    block is all text between two tags other than `a`, as in the paper; boilerpipe's program looks
    through more inline tags.
    """

    def select(self, page: Page) -> Selection:
        """The blocks that the rules take for content."""
        blocks = TagBlocks.of(page)
        content = likely_content(blocks.words, blocks.link_density)
        return blocks.selection(content.astype(np.float64), 0.5)


def likely_content(words: NDArray[Any], links: NDArray[Any]) -> Bools:
    """The rules themselves: blocks that look like content by their words and link densities.

    >>> likely_content(np.array([3, 9, 40]), np.array([1.0, 0.0, 0.0])).tolist()
    [False, True, True]
    """
    before, after = neighbour(words, -1), neighbour(words, 1)
    after_text = (words > 16) | (after > 15) | (before > 4)
    after_links = (words > 40) | (after > 17)
    follows_text = neighbour(links, -1) <= 0.555556
    content: Bools = (links <= 0.333333) & np.where(follows_text, after_text, after_links)
    return content
