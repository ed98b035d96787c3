"""Pages that are rendered for the papers that look at them: raw news, as far as it comes out usable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import median

import numpy as np

from dehusk.errors import DehuskError
from dehusk.evaluate.gold import Example
from dehusk.page import Page
from dehusk.page.snapshot import snapshot_bytes
from dehusk.page.tags import Tag
from dehusk.rendering.settings import Source as Rendering
from dehusk.reproduce.study import Pages, Source
from dehusk.views.layout_view import LayoutView, layout_of
from dehusk.views.text_counts import words

MOST_WIDTH = 1440
LONG = 20
NOTE = (
    "Raw pages of `news`, rendered without network in a window of 1920 × 1080: those whose long"
    " paragraphs are narrower than 1,440 px, as a style sheet would make them."
)


def rendered_news(source: Source) -> Pages:
    """The usable pages of `news` as snapshots; the second paper that asks for them has them at once."""
    known = source.rendered
    if known is None:
        known = source.rendered = list(_usable(source.pages("news")))
    return Pages("news", known)


def _usable(examples: Iterable[Example]) -> Iterator[Example]:
    from dehusk.rendering import Renderer

    with Renderer() as renderer:
        for example in examples:
            try:
                page = renderer.render(Rendering(example.html, example.url))
            except DehuskError:
                continue
            if is_usable(page):
                yield replace(example, html=snapshot_bytes(page))


def is_usable(page: Page) -> bool:
    """Whether long paragraphs are as narrow as a style sheet would make them."""
    shown = LayoutView.of(page)
    inside = page.subtree_sum(np.where(shown.texts, words(page), 0))
    long = (page.tag == Tag.P) & (inside >= LONG) & ~shown.hidden
    widths = layout_of(page).box[long, 2].tolist()
    return bool(widths) and median(widths) < MOST_WIDTH


def is_semantic(example: Example) -> bool:
    """Whether the page has one of the elements that Rae et al. compare with."""
    from dehusk.page.snapshot import read_snapshot

    return bool(np.isin(read_snapshot(example.html).tag, (Tag.ARTICLE, Tag.MAIN)).any())
