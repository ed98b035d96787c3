"""Figures 1 and 2 of López et al. 2012, drawn of a page of ours: its blocks, and its tag ratios."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dehusk.errors import MissingExtra, RenderError
from dehusk.extractors.baselines.cetr import tag_ratios
from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.extractors.exhibits import Bars
from dehusk.page import Page
from dehusk.reproduce.figures import bars, boxes
from dehusk.reproduce.refined import EXAMPLE_NOTE, example_page, example_source
from dehusk.reproduce.study import Exhibit
from dehusk.views.layout_view import LayoutView, layout_of

_LOOK = (
    b"<style>body{margin:0 auto;max-width:1100px;font-family:sans-serif}img{max-width:9rem}"
    b"main{display:grid;grid-template-columns:2fr 1fr;gap:3rem}</style></head>"
)
"""A style sheet in place of the one that the page would load: an article and a column beside it."""
_WINDOW = (1280, 1024)
_LEAST_TEXT = 40
"""Characters of a block that is drawn."""


def figures() -> Iterator[Exhibit]:
    """Figure 1, where there is a browser to lay the page out, and Figure 2."""
    yield _blocks()
    yield _tag_ratios()


def _blocks() -> Exhibit:
    """Figure 1: every block of the page, the main block dashed."""
    title = "Figure 1: the blocks of a page, the main block dashed"
    try:
        page = _rendered()
    except (MissingExtra, RenderError) as error:
        return Exhibit("cnr-figure-1", note=f"{title}: not drawn. {error}")
    cnr, layout = CharsNodesRatio.as_published(), layout_of(page)
    ratios = cnr.ratios(page)
    blocks = [row for row in cnr.blocks(page) if ratios.chars[row] >= _LEAST_TEXT]
    seen = layout.box.tolist()
    drawn = {
        "text": [seen[row] for row in np.flatnonzero(LayoutView.of(page).texts).tolist()],
        "block": [seen[row] for row in blocks[1:]],
        "main": [seen[row] for row in blocks[:1]],
    }
    width, height = layout.document
    svg = boxes((int(width), int(height)), drawn, title=title)
    return Exhibit("cnr-figure-1", svg=svg, note=f"{title}. {EXAMPLE_NOTE}")


def _rendered() -> Page:
    from dehusk.rendering import render

    return render(example_source().replace(b"</head>", _LOOK, 1), window=_WINDOW)


def _tag_ratios() -> Exhibit:
    """Figure 2: the tag ratio of each line, and where the main block by the DOM is."""
    page, source = example_page(), example_source()
    _, line_of, ratio = tag_ratios(source)
    main = CharsNodesRatio.as_published().blocks(page, most=1)[0]
    inside = slice(main, int(page.end[main]))
    starts, ends = page.source_start[inside], page.source_end[inside]
    first, last = int(starts[starts >= 0].min()), int(ends.max()) - 1
    marked = [(int(line_of[first]), int(line_of[last]) + 1)]
    title = "Figure 2: tag ratios of the lines of the source"
    svg = bars(Bars(title, ratio, np.zeros(len(ratio)), marked))
    note = (
        f"{title}. The main block by the DOM, {page.xpath(main)}, is shaded: lines beside it have high"
        f" ratios too, and lines in it low ones. {EXAMPLE_NOTE}"
    )
    return Exhibit("cnr-figure-2", svg=svg, note=note)
