"""The pages of a crawl as tables, made while it goes on.

>>> from pathlib import Path
>>> from dehusk.sites import Crawler, discover
>>> from dehusk.sites.tables import Tables
>>> crawler, tables = Crawler(Path("crawl")), Tables(Path("crawl"))               # doctest: +SKIP
>>> for visit in crawler.visit(discover("https://example.org/")):                 # doctest: +SKIP
...     tables.count(visit)
>>> tables.write()                                                                # doctest: +SKIP

A crawl stores pages in a WARC file that only grows, and a batch knows up to which record its parts
reach. So whatever ends a crawl, the next one writes what is missing, and no page twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from dehusk.batch import Settings, run_batch
from dehusk.sites.crawl import PAGES, Visit

FOLDER = "texts"


@dataclass
class Tables:
    """Parts of Parquet in the folder of a crawl, below `texts`.

    A part is written after `every` pages that were stored, and at the end; `jobs` is the number of
    processes that extract.
    """

    folder: Path
    settings: Settings = field(default_factory=Settings)
    every: int = 1000
    jobs: int = 1
    _waiting: int = 0

    def count(self, visit: Visit) -> None:
        """Take note of a visit; every so often a part is written."""
        self._waiting += visit.outcome == "stored"
        if self._waiting >= self.every:
            self.write()

    def write(self) -> int:
        """Write what is stored and in no part yet; returns how many rows there are now."""
        self._waiting = 0
        pages = self.folder / PAGES
        if not pages.exists():
            return 0
        folder = self.folder / FOLDER
        done = run_batch([pages], folder, settings=self.settings, jobs=self.jobs, grows=True)
        return done.tally.rows
