"""Figures 1 to 5 of Kim et al. 2013, drawn of a page of ours: what the paper's attributes are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from dehusk.extractors.context import PARENT_ORDER
from dehusk.extractors.densities import TagBlocks
from dehusk.page import Page
from dehusk.page.tags import Tag
from dehusk.reproduce.figures import columns, listing, points
from dehusk.reproduce.refined import EXAMPLE_NOTE, Line, example_page, example_source, refined
from dehusk.reproduce.study import Exhibit

SHOWN = 36
"""Lines of a document that a figure shows."""
MEASURES = ("precision", "recall", "F1")
THEIRS_GWEB = {"boilerpipe": (0.793, 0.521, 0.629), "context": (0.837, 0.795, 0.815)}
"""Table 3 on 965-GWeb, the authors' own collection, which is no longer there."""

Scores = tuple[float, float, float]
"""Precision, recall and F1."""


def figures() -> Iterator[Exhibit]:
    """Figures 1 to 4: parent tags, tags over lines, distances, and the refined document."""
    page = example_page()
    lines, blocks = refined(page), TagBlocks.of(page)
    first = next(at for at, line in enumerate(lines) if page.tag[line.row] == Tag.ARTICLE)
    shown = lines[first : first + SHOWN]
    yield _parent_tags(blocks, shown)
    yield _tags_over_lines(page, lines)
    yield _distances(blocks, shown)
    yield _refinement(page, lines, first)


def performance(
    theirs: Mapping[str, Scores], ours: Mapping[str, Scores], content: str
) -> Iterator[Exhibit]:
    """Figure 5: both methods on L3S-GN1, as reported and again, and on 965-GWeb as reported."""
    named = {
        **{f"{name}, Kim et al.": figures for name, figures in theirs.items()},
        **{f"{name}, here": figures for name, figures in ours.items()},
    }
    for part, words, values in (
        ("a", "L3S-GN1", named),
        ("b", "965-GWeb", {f"{name}, Kim et al.": one for name, one in THEIRS_GWEB.items()}),
    ):
        groups = {
            measure: {name: figures[at] for name, figures in values.items()}
            for at, measure in enumerate(MEASURES)
        }
        svg = columns(groups, title=f"Figure 5 ({part}): {words}")
        note = (
            f"Figure 5 (a), main content: {content}; J48, folds over blocks."
            if part == "a"
            else "Figure 5 (b), as the paper reports it: the pages are no longer there."
        )
        yield Exhibit(f"context-figure-5{part}", svg=svg, note=note)


def _parent_tags(blocks: TagBlocks, shown: list[Line]) -> Exhibit:
    """Figure 1: which element stands around each text block."""
    names = blocks.page.tag_names
    known = set(PARENT_ORDER) - {"other"}
    told = []
    for line in shown:
        parent = ""
        if (block := _block(blocks, line)) is not None:
            tag = names[blocks.parent_tag[block]]
            parent = f"<{tag}>" if tag in known else f"<{tag}>: other"
        told.append((line.said, parent))
    title = "Figure 1: parent tags of text blocks"
    svg = listing(
        ("refined document", "parent tag"), told, title=title, widths=(70, 30), marked=_texts(shown)
    )
    return Exhibit("context-figure-1", svg=svg, note=f"{title}. {EXAMPLE_NOTE}")


def _tags_over_lines(page: Page, lines: list[Line]) -> Exhibit:
    """Figure 2: on which lines each tag stands, the main content shaded."""
    opened = [
        (at, page.tag_name(line.row))
        for at, line in enumerate(lines)
        if not line.is_text and not line.said.startswith("</")
    ]
    names = sorted({name for _, name in opened})
    row = int(np.flatnonzero(page.tag == Tag.ARTICLE)[0])
    inside = [at for at, line in enumerate(lines) if line.row in page_rows(page, row)]
    title = "Figure 2: tags over the lines of the document"
    svg = points(
        [(at, names.index(name)) for at, name in opened],
        names,
        title=title,
        across="lines of the refined document",
        marked=[(inside[0], inside[-1] + 1)],
    )
    return Exhibit(
        "context-figure-2", svg=svg, note=f"{title}; its article is shaded. {EXAMPLE_NOTE}"
    )


def _distances(blocks: TagBlocks, shown: list[Line]) -> Exhibit:
    """Figure 3: how many lines each text block is from its neighbours."""
    told = []
    seen = -1
    for line in shown:
        block = _block(blocks, line)
        said = ""
        if block is not None and block != seen:
            before, after = blocks.distance[block], blocks.distance[block + 1]
            said = f"block {block + 1}: {before} before, {after} after"
            seen = block
        told.append((line.said, said))
    title = "Figure 3: distance to the neighbouring blocks"
    svg = listing(
        ("refined document", "tags up to the next block"),
        told,
        title=title,
        widths=(62, 38),
        marked=_texts(shown),
    )
    return Exhibit("context-figure-3", svg=svg, note=f"{title}. {EXAMPLE_NOTE}")


def _refinement(page: Page, lines: list[Line], first: int) -> Exhibit:
    """Figure 4: the source, and the document that is made of it."""
    start = int(page.source_start[lines[first].row])
    raw = example_source()[start:].decode().splitlines()[:SHOWN]
    told = [(source, line.said) for source, line in zip(raw, lines[first:], strict=False)]
    title = "Figure 4: a document before and after it is refined"
    svg = listing(("as it was sent", "refined"), told, title=title, widths=(58, 44))
    return Exhibit("context-figure-4", svg=svg, note=f"{title}. {EXAMPLE_NOTE}")


def page_rows(page: Page, row: int) -> range:
    """The rows of an element and of all that is in it."""
    return range(row, int(page.end[row]))


def _block(blocks: TagBlocks, line: Line) -> int | None:
    number = int(blocks.block_of[line.row]) if line.is_text else -1
    return number if number >= 0 else None


def _texts(shown: list[Line]) -> list[int]:
    return [at for at, line in enumerate(shown) if line.is_text]
