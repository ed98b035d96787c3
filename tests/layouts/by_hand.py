"""Rendered pages without a browser: HTML whose elements say where they stand.

>>> page = laid_out("<p box='10 20 300 40'>Some text</p>")
>>> page.layout.box[-1].tolist()
[10.0, 20.0, 300.0, 40.0]
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dehusk import Page, parse
from dehusk.page import Layout
from dehusk.page.tags import BLOCK, Tag

KEYWORDS = (
    "",
    "inline",
    "block",
    "none",
    "table-cell",
    "contents",
    "visible",
    "hidden",
    "collapse",
    "grid",
    "inline-block",
    "flow-root",
    "inline-grid",
    "normal",
)


def laid_out(
    html: str, *, window: tuple[int, int] = (1920, 1080), document: tuple[int, int] | None = None
) -> Page:
    """The page with a layout: attributes `box`, `display`, `visibility` and `opacity` of elements.

    What has no box has that of its parent, the body the window; displays are those of HTML, and
    visibility is inherited, as in CSS.
    """
    page = parse(html)
    count = len(page)
    box = np.zeros((count, 4), np.float32)
    display = np.zeros(count, np.uint8)
    visibility = np.full(count, KEYWORDS.index("visible"), np.uint8)
    rendered = np.zeros(count, bool)
    opacity = np.ones(count, np.float32)
    is_block = BLOCK.mask(page.tag)
    for row in range(count):
        parent = int(page.parent[row])
        given = page.attributes(row)
        box[row] = box[parent] if parent >= 0 else (0, 0, *window)
        if "box" in given:
            box[row] = [float(side) for side in given["box"].split()]
        word = given.get("display", "block" if is_block[row] else "inline")
        inside = parent < 0 or rendered[parent] or display[parent] == KEYWORDS.index("contents")
        rendered[row] = inside and word not in ("none", "contents") and page.tag[row] != Tag.HEAD
        display[row] = KEYWORDS.index(word)
        visibility[row] = visibility[parent] if parent >= 0 else visibility[row]
        if "visibility" in given:
            visibility[row] = KEYWORDS.index(given["visibility"])
        opacity[row] = float(given.get("opacity", 1))
    layout = Layout(
        box=box,
        rendered=rendered,
        display=np.where(rendered, display, 0).astype(np.uint8),
        visibility=visibility,
        white_space=np.full(count, KEYWORDS.index("normal"), np.uint8),
        opacity=opacity,
        font_size=np.full(count, 16, np.float32),
        keywords=KEYWORDS,
        window=window,
        document=document or window,
    )
    return replace(page, layout=layout)
