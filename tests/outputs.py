"""Everything that dehusk makes of a page, by name, for tests that ask how long it takes.

>>> OUTPUTS["text"](parse("<p>Bread needs flour, water, salt and time.</p>"))
'Bread needs flour, water, salt and time.'

Writers get a document that keeps the whole page: a method that drops the bad part of a hostile page
would hide it from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dehusk import EXTRACTORS, Document, Page, Selection, extract
from dehusk.explain import explain
from dehusk.explain.compare import compare
from dehusk.page import Layout
from dehusk.page.snapshot import from_snapshot, to_snapshot
from dehusk.page.tags import BLOCK, Tag
from dehusk.views.blocks import Blocks
from dehusk.writers.json import Json
from dehusk.writers.text import PlainText
from dehusk.writers.xml import write_tei

KEYWORDS = ("", "inline", "block", "visible", "normal")
LINE = 20.0
WINDOW = (1920, 1080)

Output = Callable[[Page], object]


def whole(page: Page) -> Document:
    """A document with everything that a page has."""
    return Document(page, Selection.of_subtrees(page, [0], reason="all of it"))


def laid_out(page: Page) -> Page:
    """The page as if a browser had shown it, each block below the one before; for any page."""
    is_block = BLOCK.mask(page.tag)
    line = np.cumsum(is_block)
    rendered = ~page.is_inert & ~page.inside(page.tag == Tag.HEAD)
    box = np.empty((len(page), 4), np.float32)
    box[:, 0] = np.minimum(page.depth, 500)
    box[:, 1] = LINE * line
    box[:, 2] = WINDOW[0] - 2 * box[:, 0]
    box[:, 3] = LINE * (line[page.end - 1] - line + 1)
    box[~rendered] = 0

    def column(values: object) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        return np.where(rendered, values, 0).astype(np.uint8)  # type: ignore[arg-type]

    layout = Layout(
        box=box,
        rendered=rendered,
        display=column(np.where(is_block, KEYWORDS.index("block"), KEYWORDS.index("inline"))),
        visibility=column(KEYWORDS.index("visible")),
        white_space=column(KEYWORDS.index("normal")),
        opacity=np.ones(len(page), np.float32),
        font_size=np.full(len(page), 16, np.float32),
        keywords=KEYWORDS,
        window=WINDOW,
        document=(WINDOW[0], max(WINDOW[1], int(LINE * line[-1]))),
    )
    return replace(page, layout=layout)


def _selected(method: str) -> Output:
    extractor = EXTRACTORS[method]()
    if extractor.needs_layout:
        return lambda page: extractor.select(laid_out(page))
    return lambda page: extractor.select(page)


def _compared(page: Page) -> str:
    comparison = compare(page)
    return comparison.json + comparison.html


_FULL_TEXT = PlainText(links=True, images=True, bullets=True, width=72)

OUTPUTS: dict[str, Output] = {
    "extract": lambda page: extract(page).text,
    "text": lambda page: whole(page).text,
    "text with options": lambda page: whole(page).to_text(_FULL_TEXT),
    "blocks": lambda page: whole(page).blocks,
    "markdown": lambda page: whole(page).markdown,
    "html": lambda page: whole(page).html,
    "json": lambda page: whole(page).json,
    "tei": lambda page: write_tei(whole(page)),
    "chunks": lambda page: "".join(chunk.text for chunk in whole(page).chunks(50)),
    "metadata": lambda page: whole(page).metadata,
    "page type": lambda page: whole(page).page_type,
    "roles": lambda page: whole(page).to_json(Json(blocks=False, roles=True)),
    "comments": lambda page: Document(page, Selection.nothing(page, "None.")).comments,
    "text blocks": Blocks.of,
    "explain": lambda page: explain(page, extract(page).selection, method="default"),
    "explain, laid out": lambda page: explain(laid_out(page), EXTRACTORS["cnr"]().select(page)),
    "compare": _compared,
    "snapshot": lambda page: from_snapshot(to_snapshot(laid_out(page))),
    **{f"select by {name}": _selected(name) for name in EXTRACTORS},
}


def size_of(made: object) -> int:
    """How many characters an output has, 0 for what is no text."""
    return len(made) if isinstance(made, str) else 0
