"""dsc: where the curve of tags over tokens is flat.

D. Pinto, M. Branstein, R. Coleman, W. B. Croft, M. King, W. Li, X. Wei, "QuASM: A system for question
answering using semi-structured data", JCDL 2002.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from dehusk.extractors.baselines.tokens import Baseline, Tokens
from dehusk.page import Page
from dehusk.selection import Selection, Within


@dataclass(frozen=True)
class DocumentSlopeCurve(Baseline):
    """Document slope curve: stretches of the page with few tags for their tokens (Pinto et al. 2002).

    >>> import dehusk
    >>> page = "<ul>" + "<li><a href=x>News</a>" * 60 + "</ul><p>" + "Bread needs time. " * 60
    >>> dehusk.extract(page, method="dsc").text.split()[0]
    'Bread'

    The curve counts tags over tokens. `bte` finds one stretch; here every stretch is content whose
    slope is low, so that a text in pieces is found whole.

    What the descriptions of the method that we have leave open, and our choice: the curve is read in
    windows of `window` tokens. A slope is low below `share` of the slope of the whole page. A stretch
    has at least `fewest` such windows in a row, a page shorter than that one window.
    """

    window: Annotated[int, Within(1, 1_000_000)] = 50
    share: float = 0.5
    fewest: Annotated[int, Within(1, 1_000_000)] = 3

    def select(self, page: Page) -> Selection:
        """The texts in stretches of low slope."""
        tokens = Tokens.of(page)
        count = len(tokens.is_word)
        starts = np.arange(0, count, self.window)
        if not len(tokens.rows):
            return Selection.nothing(page, "The page has no words.")
        tags = np.add.reduceat(~tokens.is_word, starts, dtype=np.int64)
        slope = tags / np.diff(np.append(starts, count))
        low = slope <= self.share * np.count_nonzero(~tokens.is_word) / count
        run = np.cumsum(np.append(True, low[1:] != low[:-1])) - 1
        long = np.bincount(run)[run] >= min(self.fewest, len(starts))
        window = np.arange(count) // self.window
        return tokens.selection((low & long)[window], "where tags are few", 1 - slope[window])
