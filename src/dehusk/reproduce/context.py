"""Kim et al. 2013: Table 3 and Figures 1 to 5, boilerpipe and context on L3S-GN1, each learned anew.

Decision trees over text blocks, at least ten blocks in a leaf, ten folds; precision, recall and F1
are of the main-content class over all blocks. The annotated pages hold every text in a span whose
class says what it is. The spans are taken out before the page is parsed, so that they make no tags,
no distances and no parents; what they said is remembered by position. L3S-GN1 is for research only:
no tree is kept.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import MissingExtra
from dehusk.evaluate.annotated import CONTENT_CLASSES
from dehusk.evaluate.tables import Table, share
from dehusk.extractors.densities import TagBlocks
from dehusk.page.parse import parse
from dehusk.reproduce.blocks import (
    METHODS,
    PAPER,
    Blocks,
    Folds,
    collect,
    new_tree,
    nominal_columns,
    out_of_fold,
    precision_recall_f1,
)
from dehusk.reproduce.context_figures import Scores, figures, performance
from dehusk.reproduce.study import Exhibit, Source
from dehusk.views.text_counts import words

FOLDS = 10
SEED = 0
PRUNING = 1e-4
"""What our trees are pruned by (training/trees.py)."""

CONTENT = {
    "all but supplemental": (1, 2, 4, 5),
    "any content": (1, 2, 3, 4, 5),
    "headline, full text, supplemental": CONTENT_CLASSES,
    "headline, full text": (1, 2),
}
"""Classes of L3S-GN1 that may be the main content: the paper does not say which it takes. The number of
blocks of the first is nearest to its 13,209."""

THEIRS = {"boilerpipe": (0.858, 0.778, 0.816), "context": (0.873, 0.827, 0.849)}

_SPAN = re.compile(rb"<(/?)span\b([^<>]*)>", re.IGNORECASE)
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
        """Take the spans of the annotation out of a page."""
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
        """The classes of texts that begin at these places."""
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
    classes: NDArray[np.int64] = votes.argmax(axis=1)
    return classes


def annotated_pages(source: Path) -> Iterator[tuple[str, bytes]]:
    """The annotated pages of L3S-GN1 by name, from its archive or its folder."""
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
) -> Iterator[tuple[TagBlocks, NDArray[np.int64], str]]:
    """The blocks of annotated pages, the class of each, and the name of the page."""
    for name, annotated in pages:
        page = Unmarked.of(annotated.decode("utf-8", "replace").encode())
        blocks = TagBlocks.of(parse(page.html.decode()))
        yield blocks, block_classes(blocks, page), name


def exhibits(source: Source) -> Iterator[Exhibit]:
    """The figures, and Table 3 by the paper's learner and ours, over blocks and over documents."""
    yield from figures()
    pages = annotated_pages(source.path("l3s-gn1"))
    every = source.every
    data = collect(labelled_blocks(one for index, one in enumerate(pages) if not index % every))
    rows: list[tuple[str, ...]] = [
        ("Kim et al.", name, "J48", "blocks", "84,198", *map(share, figures), "")
        for name, figures in THEIRS.items()
    ]
    first = next(iter(CONTENT))
    asked = [
        *((first, learner, by) for by in ("blocks", "documents") for learner in LEARNERS),
        *((content, "ours", "documents") for content in CONTENT if content != first),
    ]
    found: dict[str, Scores] = {}
    for content, learner, by in asked:
        labels = np.isin(data.labels, CONTENT[content])
        for method in METHODS:
            scores = _figures(data, labels, method, learner, by)
            if (learner, by) == ("J48", "blocks"):
                found[method] = scores
            from_theirs = f"{scores[2] - THEIRS[method][2]:+.3f}"
            told = (f"{len(labels):,}", *map(share, scores), from_theirs)
            rows.append((content, method, learner, by, *told))
    title = "Table 3: main-content blocks of L3S-GN1"
    header = (
        *("main content", "method", "tree", "folds over"),
        *("blocks", "precision", "recall", "F1", "from theirs"),
    )
    note = (
        "The paper does not say which classes of L3S-GN1 are main content. Folds over blocks put blocks"
        " of one page on both sides; folds over documents do not."
    )
    yield Exhibit("context-table-3", Table(title, header, rows, names=4), note=note)
    yield from performance(THEIRS, found, first)


LEARNERS = ("J48", "ours")


def _figures(data: Blocks, labels: NDArray[np.bool_], method: str, learner: str, by: str) -> Scores:
    fit: Callable[[NDArray[np.float32], NDArray[np.bool_]], object] = new_tree(PRUNING).fit
    if learner == "J48":
        fit = partial(PAPER.fit, nominal=nominal_columns(METHODS[method][1]))
    predicted = out_of_fold(data.attributes[method], labels, _folds(data, labels, by), fit)
    return precision_recall_f1(predicted, labels)


def _folds(data: Blocks, labels: NDArray[np.bool_], by: str) -> Folds:
    try:
        from sklearn.model_selection import GroupKFold, StratifiedKFold
    except ImportError:
        raise MissingExtra(
            "The trees of Kim et al. are learned in ten folds; install what that needs with:"
            " pip install 'dehusk[train]'"
        ) from None
    rows = data.labels
    if by == "documents":
        found: Folds = GroupKFold(FOLDS).split(rows, labels, data.groups)
        return found
    mixed: Folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(rows, labels)
    return mixed
