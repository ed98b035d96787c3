"""Pictures with their captions: together, where the text around them is content.

A method judges text, and the text of a figure is its caption, which reads like anything but prose.
So what the method says of a caption counts for nothing: a figure is content when the text before
and after it is, and so is the first large picture between the title and the first paragraph.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.native.attributes import Words
from dehusk.page import Bools
from dehusk.page.tags import Tag, TagSet

AMONG = "a picture among the content"
LEAD = "the picture between the title and the content"
OUTSIDE = "a picture or caption outside of the content"
CAPTION = "the caption of a picture"

_CALLED_CAPTION = Words(b"caption", b"img_descr")
_CALLED_PORTRAIT = Words(b"avatar", b"author", b"byline", b"logo", b"icon", b"portrait", b"profile")
_PICTURES = TagSet("img picture video svg")
_NOT_PICTURES = TagSet("table pre blockquote iframe audio")
_ASIDE = TagSet("aside nav li footer button")
_FIGURE = int(Tag.FIGURE)
_LONGEST_CAPTION = 600
_LONGEST_CREDIT = 100
_PARAGRAPH = 80
_LARGE = 300


def whole_figures(draft: Draft) -> None:
    """Keep pictures and their captions where what surrounds them is kept."""
    figures = _figures(draft)
    if len(figures):
        _keep_among_content(draft, figures)
    _keep_lead(draft, figures)


def no_captions(draft: Draft) -> None:
    """Drop the captions of pictures, unless they are most of what there is."""
    figures = _figures(draft, only_kept=True)
    if not len(figures):
        return
    captions = draft.inside(figures)
    kept = np.where(draft.keep, draft.ink, 0)
    if 3 * int(kept[captions].sum()) <= int(kept.sum()):
        draft.drop(captions, CAPTION)


def _figures(draft: Draft, *, only_kept: bool = False) -> Places:
    """The outermost elements that hold a picture and little more than a caption; with `only_kept`
    those of which something is kept."""
    called = _around_captions(draft)
    look = draft.first_look
    if only_kept and not len(called) and look is not None and not look.figures:
        return called
    is_around = draft.tag == _FIGURE
    is_around[called] = True
    around = np.flatnonzero(is_around)
    if only_kept and len(around):
        around = around[draft.kept_in(around) > 0]
    if not len(around):
        return around
    holds = draft.sum_below(_PICTURES.mask(draft.tag))[around] > 0
    other = draft.sum_below(_NOT_PICTURES.mask(draft.tag))[around] > 0
    short = draft.ink_in(around) <= _LONGEST_CAPTION
    units = around[holds & ~other & short]
    within = np.maximum.accumulate(np.append(0, draft.end[units]))[:-1] > units
    return units[~within]


def _around_captions(draft: Draft) -> Places:
    """The parents of what class names call a caption, if hardly any other text is kept of them."""
    captions = draft.called(_CALLED_CAPTION)
    parents = draft.parent(captions)
    parents = np.unique(parents[parents >= 0])
    if not len(parents):
        return parents
    other = np.where(draft.keep & ~draft.inside(captions), draft.ink, 0)
    few: Places = parents[draft.sum_below(other)[parents] <= _LONGEST_CREDIT]
    return few


def _keep_among_content(draft: Draft, figures: Places) -> None:
    """A figure is among the content when the texts around it are, or one of them and the next
    paragraphs on both sides: a byline or a button may stand between."""
    outside = ~draft.inside(figures)
    kept_before, kept_after = draft.kept_around(figures, (draft.ink > 0) & outside)
    prose_before, prose_after = draft.kept_around(figures, (draft.ink >= _PARAGRAPH) & outside)
    beside = kept_before | kept_after
    among = (kept_before & kept_after) | (beside & prose_before & prose_after)
    draft.add(_picture_and_caption(draft, figures[among]), AMONG)
    leaves, kept = draft.sum_below(draft.leaves)[figures], draft.kept_in(figures)
    draft.drop(draft.inside(figures[~beside & (kept < leaves)]), OUTSIDE)


def _picture_and_caption(draft: Draft, figures: Places) -> Bools:
    """What of some figures is shown: where a caption is marked, no other text, such as credits."""
    captions = np.flatnonzero(draft.tag == Tag.FIGCAPTION)
    captions = np.union1d(captions, draft.called(_CALLED_CAPTION))
    marked = np.zeros(len(draft), bool)
    marked[captions] = True
    has_caption = draft.sum_below(marked)[figures] > 0
    text = draft.inside(captions) | (draft.tag != Tag.TEXT)
    captioned: Bools = draft.inside(figures[has_caption]) & text
    return captioned | draft.inside(figures[~has_caption])


def _keep_lead(draft: Draft, figures: Places) -> None:
    start, end = _head(draft)
    pictures = draft.of_tags(_PICTURES)
    pictures = pictures[(pictures > start) & (pictures < end)]
    if not len(pictures):
        return
    portraits = draft.called(_CALLED_PORTRAIT)
    aside = draft.inside(np.union1d(draft.of_tags(_ASIDE), portraits))
    inside = draft.inside(figures)
    for place in pictures[~aside[pictures]].tolist():
        if inside[place]:
            place = figures[np.searchsorted(figures, place, "right") - 1]
        elif not _is_large(draft, place):
            continue
        draft.add(_picture_and_caption(draft, np.array([place])), LEAD)
        return


def _head(draft: Draft) -> tuple[int, int]:
    """The places between the title and the first paragraph that is kept."""
    prose = draft.keep & (draft.ink >= _PARAGRAPH)
    end = int(np.argmax(prose)) if prose.any() else 0
    titles = np.flatnonzero(draft.tag[:end] == Tag.H1)
    return (int(titles[-1]), end) if len(titles) else (0, 0)


def _is_large(draft: Draft, place: int) -> bool:
    """Whether a picture outside of any figure is made to be looked at."""
    if draft.tag[place] == Tag.PICTURE:
        return True
    attributes = draft.page.attributes(place + draft.start)
    width = attributes.get("width", "").removesuffix("px")
    if width.isascii() and width.isdigit():
        return int(width[:6]) >= _LARGE
    return "srcset" in attributes
