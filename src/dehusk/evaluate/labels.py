"""Which leaves of a page are its main content, from the text that people say is.

>>> from dehusk import parse
>>> page = parse("<nav>Tea Bread</nav><h1>Tea</h1><p>Boil <b>water</b>.</p>")
>>> mask = gold_leaves(page, "Tea Boil water.")
>>> [page.text_of(row) for row in mask.nonzero()[0]]
['Tea', 'Boil ', 'water', '.']
"""

from __future__ import annotations

import numpy as np

from dehusk.evaluate.align import align
from dehusk.evaluate.archives import row_at
from dehusk.evaluate.gold import Example
from dehusk.evaluate.leaves import LeafTokens
from dehusk.evaluate.tokens import tokens
from dehusk.page import Bools, Page
from dehusk.views.blocks import Blocks


def gold_leaves(page: Page, text: str) -> Bools:
    """The leaves of a page that make up a gold text.

    The text is aligned with the page's own; a leaf is content when at least half of its tokens are
    in it. A leaf without a token (an image, a line break, a dash) follows the leaves with tokens
    before and after it: those in its own text block, or else both.
    """
    found = LeafTokens.of(page)
    matches = align(found.tokens, [tokens(line) for line in text.splitlines()])
    touched = found.touched(matches >= 0)
    worded = found.counts > 0
    content: Bools = worded & (2 * touched >= found.counts)
    return content | _among_content(page, content, worded)


def example_leaves(page: Page, example: Example) -> Bools:
    """The leaves of an example's page that are its content.

    >>> from dehusk import parse
    >>> page = parse("<nav>Tea</nav><h1>Tea</h1>")
    >>> gold = {"rows": [6], "page_rows": 7}
    >>> example_leaves(page, Example("tea", b"", text="Tea", fields=gold)).nonzero()[0].tolist()
    [6]

    Who labelled the page itself said which rows: they count where it has still as many. Who named an
    element means that one, whatever else says the same. Otherwise the text is looked for.
    """
    element = _gold_element(page, example)
    if element is not None:
        named: Bools = page.mask_of(page.subtree(element)) & page.leaves & ~page.is_inert
        return named
    rows = example.fields.get("rows")
    if not isinstance(rows, list) or example.fields.get("page_rows") != len(page):
        return gold_leaves(page, example.text or "")
    return _leaves_at(page, rows)


def part_leaves(page: Page, example: Example, part: str) -> Bools:
    """The leaves that a label names as a part of the page: `"title"` or `"navigation"`.

    >>> from dehusk import parse
    >>> page = parse("<nav>Home</nav><p>Boil water.")
    >>> tea = Example("tea", b"", fields={"parts": {"navigation": [4]}, "page_rows": len(page)})
    >>> [page.text_of(row) for row in part_leaves(page, tea, "navigation").nonzero()[0]]
    ['Home']
    """
    is_this = example.fields.get("page_rows") == len(page)
    return _leaves_at(page, part_rows(example, part) if is_this else [])


def part_rows(example: Example, part: str) -> list[object]:
    """The rows that a label gives a part, none where it names none."""
    parts = example.fields.get("parts")
    rows = parts.get(part) if isinstance(parts, dict) else None
    return rows if isinstance(rows, list) else []


def _leaves_at(page: Page, rows: list[object]) -> Bools:
    known = [row for row in rows if isinstance(row, int) and 0 <= row < len(page)]
    leaves: Bools = page.mask_of(known) & page.leaves & ~page.is_inert
    return leaves


def _gold_element(page: Page, example: Example) -> int | None:
    main = example.fields.get("main")
    if not isinstance(main, str) or not main or "text" in example.fields:
        return None
    return row_at(page, main)


def _among_content(page: Page, content: Bools, worded: Bools) -> Bools:
    """The leaves without words that follow content."""
    rows = np.arange(len(page))
    before = np.maximum.accumulate(np.where(worded, rows, -1))
    after = np.minimum.accumulate(np.where(worded, rows, len(page))[::-1])[::-1]
    is_content = np.append(content, False)
    block = Blocks.of(page).block_of
    own = np.append(block, -1)
    same_before = (block >= 0) & (own[before] == block)
    same_after = (block >= 0) & (own[after] == block)
    alone = ~same_before & ~same_after
    verdict = (is_content[before] | ~(same_before | alone)) & (
        is_content[after] | ~(same_after | alone)
    )
    among: Bools = page.leaves & ~worded & ~page.is_inert & verdict
    return among
