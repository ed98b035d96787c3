"""Other extractors on the same pages, each in a process of its own: `dehusk rank`.

`systems.py` says how each is called, `environments.py` where it is installed, `process.py` talks to it,
`ranking.py` makes a table, a chart and a JSON file of what they score.

>>> from dehusk.evaluate import Dataset
>>> print(rank(Dataset("news.tar.xz"), ["dehusk default", "trafilatura"]).markdown)   # doctest: +SKIP
"""

from __future__ import annotations

from dehusk.evaluate.peers.ranking import Ranking, SavedTexts, rank

__all__ = ["Ranking", "SavedTexts", "rank"]
