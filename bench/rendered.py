"""How well and how fast the methods that look at the page do, beside some that do not.

`python -m bench.rendered [PAGES] [--data NAME] [--snapshots FOLDER] [--no-times]`: the pages of `news`,
or of another dataset, that render usably without their external style sheets: the median width of their
long paragraphs is under 1,440 px in a window of 1920. Snapshots are kept in the folder, so that a second
run starts no browser.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar

import numpy as np

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import DehuskError, Document, MissingExtra, Page, Selection, extract
from dehusk.evaluate import Dataset, Example, gold_leaves
from dehusk.evaluate.metrics import labelled_words, lcs, lcs_characters, text_nodes, words
from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.extractors.gce.link_areas import LinkAreas
from dehusk.extractors.gce.method import GridCenteringExpanding, landmarks
from dehusk.extractors.semantic import Semantic
from dehusk.extractors.zones.column_tree import columns_of
from dehusk.extractors.zones.method import Zones, ZonesSemantic
from dehusk.extractors.zones.zone_tree import zone_tree
from dehusk.page import Bools
from dehusk.page.snapshot import read_snapshot, write_snapshot
from dehusk.page.tags import Tag
from dehusk.reproduce.rendered import is_usable
from dehusk.selection import Extractor
from dehusk.views.layout_view import LayoutView, edges, layout_of

MOST_WIDTH = 1440
LONG = 20
ROUNDS = 3


@dataclass(frozen=True)
class WholeBody:
    """All that is seen of the page."""

    needs_layout: ClassVar[bool] = True

    def select(self, page: Page) -> Selection:
        return Selection.of_leaves(page, ~LayoutView.of(page).hidden, reason="seen")


@dataclass(frozen=True)
class OrBody:
    """A method, and the whole body where it finds nothing."""

    method: Extractor
    needs_layout: ClassVar[bool] = True

    def select(self, page: Page) -> Selection:
        selection = self.method.select(page)
        return selection if selection.keep.any() else WholeBody().select(page)


class TextsAlone(GridCenteringExpanding):
    """Cells are left out where the texts of link-dense blocks lie, not the blocks themselves."""

    def _areas(self, page: Page) -> LinkAreas:
        areas = super()._areas(page)
        return replace(areas, dense_elements=areas.dense_texts)


METHODS: dict[str, Extractor] = {
    "zones": Zones(),
    "zones, as published": Zones.as_published(),
    "zones, as coded": Zones.as_coded(),
    "gce": GridCenteringExpanding(),
    "gce, as published": GridCenteringExpanding.as_published(),
    "gce, as coded": GridCenteringExpanding.as_coded(),
    "zones-semantic": ZonesSemantic(),
    "zones-semantic, every zone": ZonesSemantic(which="every"),
    "semantic": Semantic(),
    "semantic, else the whole body": OrBody(Semantic()),
    "cnr": CharsNodesRatio(),
    "whole body": WholeBody(),
}

CHOICES: dict[str, Extractor] = {
    "as published": GridCenteringExpanding.as_published(),
    "as published, the nearest block decides": replace(
        GridCenteringExpanding.as_published(), decides="nearest block"
    ),
    "as published, containers as in the program": replace(
        GridCenteringExpanding.as_published(), containers="same text"
    ),
    "as published, wrappers as in the program": replace(
        GridCenteringExpanding.as_published(), climb="program"
    ),
    "as published, the last row is no edge": replace(
        GridCenteringExpanding.as_published(), bottom_edge=False
    ),
    "as coded": GridCenteringExpanding.as_coded(),
    "cells over texts of link-dense blocks left out": TextsAlone(least_text=0),
    "cells over link-dense blocks left out": GridCenteringExpanding(least_text=0),
    "the same, nearest text of a tenth of a cell": GridCenteringExpanding(least_text=0.1),
    "a quarter of a cell": GridCenteringExpanding(least_text=0.25),
    "half a cell": GridCenteringExpanding(),
    "half a cell, every parent": GridCenteringExpanding(climb="every parent"),
    "a whole cell": GridCenteringExpanding(least_text=1),
    "half a cell, α and β swapped": GridCenteringExpanding(scroll=0.5, link_density=2),
}
"""What the paper of gce leaves open."""

METRICS = (
    *("word F1", "word P", "word R", "LCS F1", "LCS F0.5", "LCS P", "LCS R"),
    *("LCS of characters F1", "LCS of characters F0.5"),
    *("labelled words F1", "labelled words P", "labelled words R"),
    *("matched blocks F1", "matched blocks F0.5", "empty"),
)


@dataclass(frozen=True)
class Labelled:
    page: Page
    text: str

    @cached_property
    def gold(self) -> Bools:
        """The leaves of the page that make up the gold text."""
        return gold_leaves(self.page, self.text)

    @property
    def is_semantic(self) -> bool:
        """Whether the page has an element that the baseline looks for."""
        return bool(np.isin(self.page.tag, (Tag.ARTICLE, Tag.MAIN)).any())


def snapshots(folder: Path, limit: int | None, data: str = "news") -> Iterator[Labelled]:
    """The pages with their gold, rendered where the folder does not have them yet."""
    from dehusk.rendering import Renderer, Source

    folder.mkdir(parents=True, exist_ok=True)
    dataset = Dataset(DATA / f"{data}.tar.xz", limit=limit)
    examples = [item for item in dataset if isinstance(item, Example)]
    missing = [one for one in examples if not (folder / f"{one.id}.json.gz").exists()]
    if missing:
        with Renderer() as renderer:
            pages = renderer.render_many([Source(one.html, one.url) for one in missing])
            for example, page in zip(missing, pages, strict=True):
                if not isinstance(page, DehuskError):
                    write_snapshot(page, folder / f"{example.id}.json.gz")
    for example in examples:
        path = folder / f"{example.id}.json.gz"
        if path.exists():
            yield Labelled(read_snapshot(path.read_bytes()), example.text or "")


def score(method: Extractor, pages: list[Labelled]) -> dict[str, float]:
    """Means over the pages: the metrics of both papers, and the share without any result."""
    lines = [page_scores(labelled, method) for labelled in pages]
    return {name: fmean(line[name] for line in lines) for name in lines[0]}


def page_scores(labelled: Labelled, method: Extractor) -> dict[str, float]:
    document = made(labelled.page, method)
    kept = document.selection.keep
    overlaps = {
        "word": words(document.text, labelled.text),
        "LCS": lcs(document.text, labelled.text),
        "LCS of characters": lcs_characters(document.text, labelled.text),
        "labelled words": labelled_words(labelled.page, kept, labelled.gold),
        "matched blocks": text_nodes(labelled.page, kept, labelled.gold),
    }
    scores: dict[str, float] = {"empty": not document.text}
    for name, overlap in overlaps.items():
        scores |= {f"{name} P": overlap.precision, f"{name} R": overlap.recall}
        scores |= {f"{name} F1": overlap.f1, f"{name} F0.5": overlap.f(0.5)}
    return scores


def made(page: Page, method: Extractor) -> Document:
    """The document of a method; in the setting of its paper or program what it selects, as it is."""
    document = extract(page, method=method)
    others = [getattr(type(method), name, None) for name in ("as_published", "as_coded")]
    is_theirs = any(other and method == other() != type(method)() for other in others)
    return document.as_selected() if is_theirs else document


def first_looks(pages: list[Labelled]) -> dict[str, float]:
    """On how many pages the midpoint is on the main content, and the extraction band meets it.

    Jung et al. 2022, section III: 80 % and 98 % of theirs.
    """
    hits, meets = [], []
    for one in pages:
        sides = edges(layout_of(one.page).box[one.gold & LayoutView.of(one.page).texts])
        if not len(sides):
            continue
        left, top, right, bottom = (*sides[:, :2].min(axis=0), *sides[:, 2:].max(axis=0))
        marks = landmarks(one.page)
        (x, y), band = marks.points["Cm"], marks.band
        hits.append(left <= x <= right and top <= y <= bottom)
        meets.append(top <= band[1] + band[3] and bottom >= band[1])
    return {"midpoint": fmean(hits), "band": fmean(meets)}


def milliseconds(pages: list[Labelled], methods: dict[str, Extractor]) -> dict[str, float]:
    """Per page, the best of three rounds; the steps of zones one by one."""

    def zone_and_column_trees(page: Page) -> object:
        return columns_of(zone_tree(page))

    steps = {
        "zones: zone tree": zone_tree,
        "zones: zone and column tree": zone_and_column_trees,
        **{name: method.select for name, method in methods.items()},
        "text of what zones kept": lambda page: Document(page, Zones().select(page)).text,
    }
    result = {}
    for name, step in steps.items():
        step(pages[0].page)
        best = [min(_seconds(step, one.page) for _ in range(ROUNDS)) for one in pages]
        result[name] = 1000 * fmean(best)
    return result


def _seconds(step: object, page: Page) -> float:
    start = time.process_time()
    step(page)  # type: ignore[operator]
    return time.process_time() - start


def measured(every: list[Labelled], times: bool) -> dict[str, Any]:
    """All that there is to say about the methods on these pages."""
    usable = [one for one in every if is_usable(one.page)]
    others = [one for one in every if not is_usable(one.page)]
    semantic = [one for one in usable if one.is_semantic]
    methods = {name: method for name, method in METHODS.items() if _can_run(method, usable[0])}
    return {
        "pages": len(every),
        "usable": len(usable),
        "mean_rows": fmean(len(one.page) for one in usable),
        **({"ms_per_page": milliseconds(usable, methods)} if times else {}),
        "on the main content": first_looks(usable),
        "with article or main": len(semantic),
        "choices for gce, word F1": word_f1(CHOICES, usable),
        "choices for gce, other pages": word_f1(CHOICES, others),
        "tables": [
            {
                "all": {name: score(method, usable) for name, method in methods.items()},
                "with article or main": {
                    name: score(method, semantic) for name, method in methods.items()
                },
            }
        ],
    }


def word_f1(methods: dict[str, Extractor], pages: list[Labelled]) -> dict[str, float]:
    def mean(method: Extractor) -> float:
        texts = ((made(one.page, method).text, one.text) for one in pages)
        return fmean(words(text, gold).f1 for text, gold in texts)

    return {name: mean(method) for name, method in methods.items()}


def _can_run(method: Extractor, labelled: Labelled) -> bool:
    try:
        method.select(labelled.page)
    except MissingExtra as error:
        print(error)
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="?", type=int)
    parser.add_argument("--data", default="news")
    parser.add_argument("--snapshots", type=Path)
    parser.add_argument("--no-times", action="store_true")
    given = parser.parse_args()
    folder = given.snapshots or Path(tempfile.mkdtemp(prefix="dehusk-rendered-"))
    data = measured(list(snapshots(folder, given.pages, given.data)), not given.no_times)
    command = "python -m bench.rendered"
    command += f" {given.pages}" if given.pages else ""
    command += f" --data {given.data}" if given.data != "news" else ""
    command += " --no-times" if given.no_times else ""
    write_results(
        "rendered" if given.data == "news" else f"rendered-{given.data}",
        command=command,
        data=data,
        table=Table(
            ["method", *METRICS],
            [
                [name, *(f"{values[metric]:.3f}" for metric in METRICS)]
                for name, values in data["tables"][0]["all"].items()
            ],
        ),
    )


if __name__ == "__main__":
    main()
