"""How much of a rendered page's area is links, and how much is text.

    page = dehusk.render(Path("article.html"))
    areas = LinkAreas.of(page)
    areas.link_density[row], areas.text_density[row]

G. Jung et al., "Extracting the Main Content of Web Pages Using the First Impression Area", IEEE
Access 10, 2022: areas in place of words, so that no language matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dehusk.lazy import lazy
from dehusk.page import Bools, Page, freeze
from dehusk.page.tags import Tag, TagSet
from dehusk.views.layout_view import LayoutView, layout_of

LINKS = TagSet("a button")
DRAWN = TagSet("img picture svg video canvas object embed")
Areas = NDArray[np.float64]
Containers = Literal["same text", "only child"]
"""What a link stands for: all that has no other text, or all that has no other child."""
Decides = Literal["nearest block", "any element"]
"""Whose density of links makes a text dense: that of the block around it, or of anything around it."""


@dataclass(frozen=True, eq=False, repr=False)
class LinkAreas:
    """Areas of a page, row by row.

    `area` is that of each row's own box, `link_density` the share of it that links cover, above 1
    where they reach out of it. `dense_elements` are those that are seen and dense in links, and can
    make a text so: menus, lists of other pages, banners. `dense_texts` are the texts that they make
    dense, `plain` all other texts that are seen.
    """

    page: Page
    shown: LayoutView
    area: Areas
    link_density: Areas
    dense_elements: Bools
    dense_texts: Bools
    plain: Bools

    def __post_init__(self) -> None:
        freeze(self)

    @classmethod
    def of(
        cls,
        page: Page,
        *,
        dense: float = 0.5,
        containers: Containers = "same text",
        decides: Decides = "nearest block",
    ) -> LinkAreas:
        """The areas of a rendered page; an element is dense in links above the share `dense`."""
        shown = LayoutView.of(page)
        box = layout_of(page).box.astype(np.float64)
        area = box[:, 2] * box[:, 3]
        links = link_containers(page, shown, containers)
        density = _link_density(page, links, area)
        seen = ~shown.hidden & layout_of(page).rendered & ~page.is_text
        if decides == "any element":
            # A container is no descendant of itself: what is dense is around it.
            elements = seen & (density > dense) & ~page.inside(links)
            is_dense = page.inside(elements) & shown.texts
        else:
            density[page.inside(links)] = 1.0
            elements = seen & (density > dense) & shown.block
            nearest = page.nearest_ancestor(shown.block & layout_of(page).rendered)
            is_dense = (np.append(density, 0.0)[nearest] > dense) & shown.texts
        return cls(page, shown, area, density, elements, is_dense, shown.texts & ~is_dense)

    @lazy
    def text_area(self) -> Areas:
        """The area of the plain texts inside each row."""
        area: Areas = self.page.subtree_sum(np.where(self.plain, self.area, 0.0))
        return area

    @lazy
    def text_density(self) -> Areas:
        """The share of each row's area that is plain text; 0 for rows without area."""
        return np.where(self.area > 0, self.text_area / np.maximum(self.area, 1e-9), 0.0)


def _link_density(page: Page, containers: Bools, area: Areas) -> Areas:
    own = np.where(containers, area, 0.0)
    inside = page.subtree_sum(own)
    return np.where(area > 0, inside / np.maximum(area, 1e-9), 0.0)


def link_containers(page: Page, shown: LayoutView, kind: Containers = "same text") -> Bools:
    """The elements that are nothing but a link: links, and what is around them alone.

    `"same text"`, as in the authors' code: a link or a button with text stands for the highest
    element above it that has no other text, one without text for the images in it. `"only child"`,
    as in the paper: an `a` stands for the highest element above it that has no other child; white
    space and what is hidden are no children.
    """
    if kind == "only child":
        links = (page.tag == Tag.A) & ~shown.hidden
        containers = page.mask_of(_highest_alone(page, shown)[links])
        return containers & ~page.below(containers)
    links = _links(page) & ~shown.hidden
    letters = page.subtree_sum(np.where(shown.texts, shown.visible_chars, 0))
    containers = page.mask_of(_highest_alike(page, letters, shown.body)[links & (letters > 0)])
    wordless = page.inside(links & (letters == 0))
    containers |= wordless & DRAWN.mask(page.tag) & ~shown.hidden
    return containers & ~page.below(containers)


def _links(page: Page) -> Bools:
    links = LINKS.mask(page.tag)
    rows, kinds = page.with_attribute("type")
    buttons = [kind.strip().lower() == "button" for kind in kinds]
    links[rows[np.array(buttons, bool)]] |= page.tag[rows[np.array(buttons, bool)]] == Tag.INPUT
    return links


def _highest_alike(page: Page, letters: NDArray[np.int64], body: int) -> NDArray[np.intp]:
    """For each row the highest row above it, below the body, with the same text."""
    climbs = (letters[page.parent] == letters) & (page.parent > body)
    return np.where(climbs, page.nearest_ancestor(~climbs), np.arange(len(page)))


def _highest_alone(page: Page, shown: LayoutView) -> NDArray[np.intp]:
    """For each row the highest row above it, below the body, all of whose children are one."""
    is_child = ~shown.hidden & (~page.is_text | shown.texts)
    is_child[0] = False
    children = np.bincount(page.parent[is_child], minlength=len(page))
    climbs = (children[page.parent] == 1) & (page.parent > shown.body)
    return np.where(climbs, page.nearest_ancestor(~climbs), np.arange(len(page)))
