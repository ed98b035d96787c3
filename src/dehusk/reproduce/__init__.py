"""The main table and the figures of each paper again: `dehusk reproduce`, the way to cite a result.

>>> [paper.name for paper in PAPERS.values()]
['cnr', 'dana', 'context', 'zones', 'gce']

A paper is one file here: what it reports, and what we get on pages that can be had, as published, by its
authors' program where there is one, and with our setting; with 95 % intervals, paired tests and sweeps
of its parameters. `output.py` writes all of it as Markdown, LaTeX, CSV and SVG, with a manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from dehusk.reproduce.study import Exhibit, Source


@dataclass(frozen=True)
class Paper:
    """A paper by our name of its method."""

    name: str
    cited: str
    module: str

    @property
    def exhibits(self) -> Callable[[Source], Iterator[Exhibit]]:
        """What makes its tables and figures."""
        made: Callable[[Source], Iterator[Exhibit]] = import_module(
            f"dehusk.reproduce.{self.module}"
        ).exhibits
        return made


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("cnr", "López, Silva, Insa 2012, Using the DOM Tree for Content Extraction", "cnr"),
        Paper(
            "dana",
            "Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh 2011, A Fast and Accurate Approach for"
            " Main Content Extraction based on Character Encoding",
            "dana",
        ),
        Paper(
            "context",
            "Kim, Kim, Song, Khil 2013, Main Content Extraction from Web Documents Using Text Block"
            " Context",
            "context",
        ),
        Paper(
            "zones",
            "Rae, Le, Kim, Thoma 2018, Main Content Detection in HTML Journal Articles",
            "zones",
        ),
        Paper(
            "gce",
            "Jung, Han, Kim, Kim, Cha 2022, Extracting the Main Content of Web Pages Using the First"
            " Impression Area",
            "gce",
        ),
    )
}
"""The papers, those that need no browser first."""
