"""bte: the stretch of a page with the most words inside and the most tags outside.

A. Finn, N. Kushmerick, B. Smyth, "Fact or fiction: Content classification for digital libraries",
DELOS workshop on personalisation and recommender systems in digital libraries, 2001.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dehusk.extractors.baselines.tokens import Baseline, Tokens
from dehusk.page import Page
from dehusk.selection import Selection


@dataclass(frozen=True)
class BodyTextExtraction(Baseline):
    """Body text extraction: one stretch with words inside and tags outside (Finn et al. 2001).

    >>> import dehusk
    >>> text = "Bread needs flour, water, salt and time. "
    >>> dehusk.extract(f"<ul><li>Home<li>News</ul><p>{text}<p>{text}", method="bte").text.split()[0]
    'Bread'

    A page is a row of tokens, words and tags. Of all pairs i ≤ j the one is taken that has the most
    tags before i, words from i to j, and tags after j, together: which is the stretch with the most
    words less tags, found in one pass. The paper tries all pairs.

    What the paper leaves open, and our choice: words are those that readers see, none of scripts;
    a stretch begins and ends with a text; of equals the first.
    """

    def select(self, page: Page) -> Selection:
        """The texts of the best stretch."""
        tokens = Tokens.of(page)
        if not len(tokens.rows):
            return Selection.nothing(page, "The page has no words.")
        worth = np.append(0, np.cumsum(np.where(tokens.is_word, 1, -1)))
        before, after = worth[tokens.start], worth[tokens.start + tokens.words]
        last = int((after - np.minimum.accumulate(before)).argmax())
        first = int(before[: last + 1].argmin())
        inside = np.zeros(len(tokens.is_word), bool)
        inside[tokens.start[first] : tokens.start[last] + tokens.words[last]] = True
        score = np.where(tokens.is_word, 1.0, -1.0)
        return tokens.selection(inside, "in the stretch with most words for its tags", score)
