"""Table 3 of the context paper (Kim et al. 2013) on L3S-GN1: both rows, ours beside theirs.

`python -m bench.context_paper [FOLDER]`: decision trees over text blocks, entropy, at least ten
blocks in a leaf, 10-fold cross-validation, precision, recall and F1 of the main-content class over
all blocks. FOLDER is `l3s-gn1.tar.xz`, unpacked or not; ../shared/data without it.

The annotated pages hold every text in a span whose class says what it is. The spans are taken out
before the page is parsed, so that they make no tags, no distances and no parents; what they said is
remembered by position. L3S-GN1 is for research only: nothing that is trained here is kept.
"""

from __future__ import annotations

import re
import sys
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold, StratifiedKFold
from training.trees import (
    METHODS,
    Blocks,
    collect,
    nominal_columns,
    out_of_fold,
    out_of_fold_j48,
    precision_recall_f1,
)

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import parse
from dehusk.evaluate.annotated import CONTENT_CLASSES
from dehusk.extractors.densities import TagBlocks
from dehusk.views.visible import words

PRUNING = 1e-4
FOLDS = 10
PAPERS = "without supplemental (1, 2, 4, 5)"
"""The classes whose number of blocks is nearest to the paper's: it does not say which it takes."""
CONTENT = {
    PAPERS: (1, 2, 4, 5),
    "any content (1-5)": (1, 2, 3, 4, 5),
    "headline, full text, supplemental (1-3)": CONTENT_CLASSES,
    "headline, full text (1, 2)": (1, 2),
}
THEIRS = {"boilerpipe": (0.858, 0.778, 0.816), "context": (0.873, 0.827, 0.849)}
THEIR_BLOCKS, THEIR_CONTENT = 84_198, 13_209

_SPAN = re.compile(rb"<(/?)span\b([^>]*)>", re.IGNORECASE)
_CLASS = re.compile(rb"x-nc-sel(\d)")
UNMARKED = 0
"""Text outside of all spans is not content, like that in a span of class 0."""


@dataclass(frozen=True)
class Unmarked:
    """An annotated page without its marks: from `places[i]` on, text is of class `classes[i]`."""

    html: bytes
    places: NDArray[np.int64]
    classes: NDArray[np.int64]

    @classmethod
    def of(cls, annotated: bytes) -> Unmarked:
        pieces, places, classes = [b""], [0], [UNMARKED]
        open_spans: list[int | None] = []
        last = 0
        for tag in _SPAN.finditer(annotated):
            if not _marks(tag, open_spans):
                continue
            pieces.append(annotated[last : tag.start()])
            last = tag.end()
            places.append(places[-1] + len(pieces[-1]))
            marks = [mark for mark in open_spans if mark is not None]
            classes.append(marks[-1] if marks else UNMARKED)
        pieces.append(annotated[last:])
        return cls(b"".join(pieces), np.array(places), np.array(classes))

    def class_at(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = self.classes[
            np.searchsorted(self.places, places, side="right") - 1
        ]
        return found


def _marks(tag: re.Match[bytes], open_spans: list[int | None]) -> bool:
    """Whether a span tag belongs to an annotation; the open spans are kept up to date."""
    if tag.group(1):
        return bool(open_spans) and open_spans.pop() is not None
    mark = _CLASS.search(tag.group(2))
    open_spans.append(int(mark.group(1)) if mark else None)
    return mark is not None


def block_classes(blocks: TagBlocks, page: Unmarked) -> NDArray[np.int64]:
    """The class of each block: the one that most of its words have."""
    rows = np.flatnonzero(blocks.block_of >= 0)
    starts, ends = blocks.page.source_start[rows].tolist(), blocks.page.source_end[rows].tolist()
    texts = [page.html[start:end] for start, end in zip(starts, ends, strict=True)]
    first = [
        start + len(text) - len(text.lstrip()) for start, text in zip(starts, texts, strict=True)
    ]
    votes = np.zeros((len(blocks), 6))
    weights = np.maximum(words(blocks.page)[rows], 0.5)
    np.add.at(votes, (blocks.block_of[rows], page.class_at(np.array(first, np.int64))), weights)
    return votes.argmax(axis=1)


def annotated_pages(source: Path) -> Iterator[tuple[str, bytes]]:
    if source.is_dir():
        for path in sorted((source / "annotated").glob("*.html")):
            yield path.stem, path.read_bytes()
        return
    with tarfile.open(source) as archive:
        for member in archive:
            if member.isfile() and "annotated/" in member.name:
                file = archive.extractfile(member)
                assert file is not None
                yield Path(member.name).stem, file.read()


def labelled_blocks(
    pages: Iterable[tuple[str, bytes]],
) -> Iterator[tuple[TagBlocks, NDArray[Any], str]]:
    for name, annotated in pages:
        page = Unmarked.of(annotated.decode("utf-8", "replace").encode())
        blocks = TagBlocks.of(parse(page.html.decode()))
        yield blocks, block_classes(blocks, page), name


def cross_validated(
    data: Blocks, classes: tuple[int, ...], by: str, learner: str
) -> dict[str, Any]:
    labels = np.isin(data.labels, classes)
    figures = {}
    for method, attributes in data.attributes.items():
        if by == "documents":
            folds = GroupKFold(FOLDS).split(attributes, labels, data.groups)
        else:
            folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(attributes, labels)
        if learner == "J48":
            nominal = nominal_columns(METHODS[method][1])
            predicted = out_of_fold_j48(attributes, labels, folds, nominal)
        else:
            predicted = out_of_fold(attributes, labels, folds, PRUNING)
        figures[method] = precision_recall_f1(predicted, labels)
    return {"content_blocks": int(labels.sum()), "share": float(labels.mean()), "figures": figures}


def main() -> None:
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA / "l3s-gn1.tar.xz"
    data = collect(labelled_blocks(annotated_pages(source)))
    asked = [
        *((PAPERS, by, "J48") for by in ("blocks", "documents")),
        *((PAPERS, by, "pruned") for by in ("blocks", "documents")),
        *((content, "documents", "pruned") for content in CONTENT if content != PAPERS),
    ]
    results = {
        f"{content}, {learner}, folds over {by}": cross_validated(
            data, CONTENT[content], by, learner
        )
        for content, by, learner in asked
    }
    write_results(
        "context_paper",
        command="python -m bench.context_paper",
        data={
            "documents": int(data.groups.max()) + 1,
            "blocks": len(data.labels),
            "their_blocks": THEIR_BLOCKS,
            "their_content_blocks": THEIR_CONTENT,
            "blocks_by_class": dict(enumerate(np.bincount(data.labels, minlength=6).tolist())),
            "pruning": PRUNING,
            "results": [{"main_content": name, **result} for name, result in results.items()],
        },
        table=_table(results),
    )


def _table(results: dict[str, dict[str, Any]]) -> Table:
    head = ["main content", "share", *(f"{method} P, R, F" for method in THEIRS), "from theirs"]
    theirs = ["*Kim et al.*", f"{THEIR_CONTENT / THEIR_BLOCKS:.2%}"]
    lines = [[*theirs, *(_shown(figures) for figures in THEIRS.values()), ""]]
    for name, result in results.items():
        differences = [result["figures"][method][2] - THEIRS[method][2] for method in THEIRS]
        lines.append(
            [
                name,
                f"{result['share']:.2%}",
                *(_shown(result["figures"][method]) for method in THEIRS),
                ", ".join(f"{difference:+.3f}" for difference in differences),
            ]
        )
    return Table(head, lines)


def _shown(figures: tuple[float, float, float]) -> str:
    return " ".join(f"{figure:.3f}" for figure in figures)


if __name__ == "__main__":
    main()
