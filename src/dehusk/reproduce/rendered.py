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

Window = tuple[int, int]
WINDOW: Window = (1920, 1080)
MOST_SHARE = 0.75
"""How much of the width of the window a paragraph takes that a style sheet has made narrower."""
LONG = 20
NOTE = (
    "Raw pages of `news`, rendered without network in a window of 1920 × 1080: those whose long"
    " paragraphs are narrower than 1,440 px, as a style sheet would make them."
)


def rendered_news(source: Source, window: Window = WINDOW) -> Pages:
    """The usable pages of `news` as snapshots, once for each window that is asked for."""
    known = source.rendered.get(window)
    if known is None:
        known = source.rendered[window] = list(_usable(source.pages("news"), window))
    return Pages("news", known)


def _usable(examples: Iterable[Example], window: Window) -> Iterator[Example]:
    from dehusk.rendering import Renderer

    with Renderer(window=window) as renderer:
        for example in examples:
            try:
                page = renderer.render(Rendering(example.html, example.url))
            except DehuskError:
                continue
            if is_usable(page, MOST_SHARE * window[0]):
                yield replace(example, html=snapshot_bytes(page))


def is_usable(page: Page, most: float = MOST_SHARE * WINDOW[0]) -> bool:
    """Whether long paragraphs are as narrow as a style sheet would make them."""
    shown = LayoutView.of(page)
    inside = page.subtree_sum(np.where(shown.texts, words(page), 0))
    long = (page.tag == Tag.P) & (inside >= LONG) & ~shown.hidden
    widths = layout_of(page).box[long, 2].tolist()
    return bool(widths) and median(widths) < most


def is_semantic(example: Example) -> bool:
    """Whether the page has one of the elements that Rae et al. compare with."""
    from dehusk.page.snapshot import read_snapshot

    return bool(np.isin(read_snapshot(example.html).tag, (Tag.ARTICLE, Tag.MAIN)).any())
