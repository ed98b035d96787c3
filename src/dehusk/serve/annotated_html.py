"""A page in its own structure, every row numbered, so that decisions can be shown on it.

>>> from dehusk import parse
>>> annotated_html(parse("<h1 onclick=steal()>Tea</h1>"))
'<div data-r="2" data-t="body"><div data-r="3" data-t="h1"><span data-r="4">Tea</span></div></div>'

Nothing of the page but its words is in it: elements are `div` and `span`, in which any page nests as it
is, and the only attributes are our own. How they look is up to the style around them.
"""

from __future__ import annotations

import numpy as np

from dehusk.budget import watched
from dehusk.explain.markup import quoted
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, PICTURES, Tag
from dehusk.views.blocks import implied_spaces
from dehusk.views.text_counts import visible_chars

MOST_ROWS = 60_000
"""Rows that are shown: no page that somebody wrote has more, and no browser shows more."""
MOST_DEPTH = 200
"""Browsers nest elements 512 deep; what is deeper stands in the last that is shown."""
_LINKS = int(Tag.A)


def annotated_html(page: Page) -> str:
    """The page as HTML that runs nothing and loads nothing."""
    rows = np.flatnonzero(_is_shown(page))
    names = page.tag_names
    tags, ends = page.tag.tolist(), page.end.tolist()
    texts, pictures = page.is_text.tolist(), PICTURES.mask(page.tag).tolist()
    spaces = implied_spaces(page).tolist()
    parts: list[str] = []
    open_rows: list[tuple[int, str]] = []
    for row in watched(rows[:MOST_ROWS].tolist(), "showing the page"):
        while open_rows and open_rows[-1][0] <= row:
            parts.append(open_rows.pop()[1])
        if texts[row]:
            space = " " if spaces[row] else ""
            parts.append(f'{space}<span data-r="{row}">{quoted(page.text_of(row))}</span>')
        elif pictures[row]:
            parts.append(f'<span data-r="{row}" data-t="img">{_words_for(page, row)}</span>')
        elif tags[row] == Tag.BR:
            parts.append("<br>")
        elif len(open_rows) < MOST_DEPTH:
            element = "span" if tags[row] == _LINKS else "div"
            parts.append(f'<{element} data-r="{row}" data-t="{quoted(names[tags[row]])}">')
            open_rows.append((ends[row], f"</{element}>"))
    parts += [closing for _, closing in reversed(open_rows)]
    if len(rows) > MOST_ROWS:
        parts.append(f'<p class="more">{len(rows) - MOST_ROWS:,} more are not shown.</p>')
    return "".join(parts)


def shown_leaves(page: Page) -> Bools:
    """What a decision can be shown on: texts with ink, and pictures as wholes."""
    pictures = PICTURES.mask(page.tag)
    inside = page.inside(pictures)
    outermost = pictures & ~inside[page.parent]
    outermost[0] = False
    return (outermost | (page.is_text & (visible_chars(page) > 0) & ~inside)) & ~page.is_inert


def _is_shown(page: Page) -> Bools:
    """The leaves, white space and breaks between them, and around them blocks and links."""
    leaves = shown_leaves(page)
    between = page.is_text & ~BLOCK.mask(page.tag)[page.parent] | (page.tag == Tag.BR)
    around = (BLOCK.mask(page.tag) | (page.tag == Tag.A)) & (page.subtree_sum(leaves) > 0)
    around &= (page.tag != Tag.HTML) & ~PICTURES.mask(page.tag)
    hidden = page.is_inert | (page.inside(PICTURES.mask(page.tag)) & ~leaves)
    shown: Bools = leaves | ((between | around) & ~hidden)
    return shown


def _words_for(page: Page, row: int) -> str:
    alt = page.attribute(row, "alt") or page.attribute(row, "title") or ""
    return quoted(f"{page.tag_name(row)}: {alt:.200}" if alt else page.tag_name(row))
