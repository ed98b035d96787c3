"""Web archives as labelled pages: the gold is an element of the page, and the page can be rendered.

>>> html = b"<main><h1>Tea</h1> <p>Boil water.</p></main><p>Imprint</p>"
>>> element_text(html, "/html/body/main")
'Tea\\n\\nBoil water.'

The data of G. Jung et al. 2022 (GCE), section IV.A: pages saved as MHTML, with all of their styles and
pictures, and of each the one element that is its main content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dehusk.content.options import NOTHING
from dehusk.document import Document
from dehusk.errors import DehuskError
from dehusk.evaluate.gold import Example, Problem
from dehusk.page import Page
from dehusk.page.mhtml import looks_like_mhtml
from dehusk.page.parse import parse
from dehusk.page.snapshot import snapshot_bytes
from dehusk.rendering.settings import Source
from dehusk.selection import Selection

if TYPE_CHECKING:
    from dehusk.rendering import Renderer


def element_text(html: bytes, xpath: str) -> str:
    """The text of an element that is named as `Page.xpath` names it. Raises `ValueError`."""
    page = parse(html)
    row = row_at(page, xpath)
    if row is None:
        raise ValueError(f"the page has no element {xpath!r}")
    chosen = Selection.of_subtrees(page, [row], reason="the gold")
    return Document(page, chosen, completion=NOTHING).text


def row_at(page: Page, xpath: str) -> int | None:
    """The row that `Page.xpath` calls so, None where there is none.

    >>> page = parse("<p>One</p><p>Two</p>")
    >>> page.text_of(row_at(page, "/html/body/p[2]"))
    'Two'
    """
    row = -1
    for step in xpath.strip("/").split("/"):
        name, _, number = step.partition("[")
        below = page.children(row).tolist()
        same = [each for each in below if page.tag_name(each) == name]
        number = number.removesuffix("]") or "1"
        place = int(number) if number.isdecimal() and len(number) < 10 else 0
        if not 1 <= place <= len(same):
            return None
        row = same[place - 1]
    return row if row >= 0 else None


class RenderedPages:
    """The pages of a dataset, web archives among them as snapshots with their layout.

        with Renderer() as renderer:
            evaluate(["gce"], RenderedPages(Dataset("saved-pages"), renderer))

    Each is rendered offline, with the styles and pictures that it brings. One that cannot be is a
    problem in its place.
    """

    def __init__(self, items: Iterable[Example | Problem], renderer: Renderer) -> None:
        self.name = getattr(items, "name", "dataset")
        self._items = items
        self._renderer = renderer

    def __iter__(self) -> Iterator[Example | Problem]:
        for item in self._items:
            if isinstance(item, Example) and looks_like_mhtml(item.html):
                yield self._rendered(item)
            else:
                yield item

    def _rendered(self, example: Example) -> Example | Problem:
        try:
            page = self._renderer.render(Source(example.html, example.url))
        except DehuskError as error:
            return Problem(example.id, f"the page cannot be rendered: {error}")
        return replace(example, html=snapshot_bytes(page))
