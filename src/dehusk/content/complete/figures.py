"""Pictures with their captions: together, where the text around them is content.

A method judges text, and the text of a figure is its caption, which reads like anything but prose.
So what the method says of a caption counts for nothing: a figure is content when the text before
and after it is, and so is the first large picture between the title and the first paragraph.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import PICTURES, Draft, Places
from dehusk.native.attributes import Words
from dehusk.page.tags import Tag, TagSet

AMONG = "a picture among the content"
LEAD = "the picture between the title and the content"
OUTSIDE = "a picture or caption outside of the content"
CAPTION = "the caption of a picture"

_CALLED_CAPTION = Words(b"caption", b"img_descr")
_CALLED_PORTRAIT = Words(b"avatar", b"author", b"byline", b"logo", b"icon", b"portrait", b"profile")
_ASIDE = TagSet("aside nav li footer button")
_LARGE = 300


def whole_figures(draft: Draft) -> None:
    """Keep pictures and their captions where what surrounds them is kept."""
    if not draft.survey.has("picture"):
        return
    captions = draft.called(_CALLED_CAPTION)
    figures = draft.survey.figures(draft.keep, captions, only_kept=False)
    if len(figures):
        _keep_among_content(draft, figures, captions)
    _keep_lead(draft, figures, captions)


def no_captions(draft: Draft) -> None:
    """Drop the captions of pictures, unless they are most of what there is."""
    captions = draft.called(_CALLED_CAPTION)
    if not len(captions) and not draft.look.figures:
        return
    figures = draft.survey.figures(draft.keep, captions, only_kept=True)
    if not len(figures):
        return
    inside = draft.inside(figures)
    kept = np.where(draft.keep, draft.ink, 0)
    if 3 * int(kept[inside].sum()) <= int(kept.sum()):
        draft.drop(inside, CAPTION)


def _keep_among_content(draft: Draft, figures: Places, captions: Places) -> None:
    """A figure is among the content when the texts around it are, or one of them and the next
    paragraphs on both sides: a byline or a button may stand between."""
    among, beside = draft.survey.among(draft.keep, figures)
    if among.any():
        draft.add(draft.survey.shown(figures[among], captions), AMONG)
    outside = figures[~beside]
    if len(outside):
        leaves, kept = draft.leaves_in(outside), draft.kept_in(outside)
        draft.drop(draft.inside(outside[kept < leaves]), OUTSIDE)


def _keep_lead(draft: Draft, figures: Places, captions: Places) -> None:
    """Keep the first large picture between the title and the first paragraph that is kept."""
    look = draft.look
    if not look.lead:
        return
    pictures = look.title + np.flatnonzero(PICTURES.mask(draft.tag[look.title : look.prose]))
    if not len(pictures):
        return
    # What is around a picture begins before it.
    tops = np.flatnonzero(_ASIDE.mask(draft.tag[: look.prose]))
    portraits = draft.called(_CALLED_PORTRAIT, last=look.prose)
    aside = draft.inside(tops) | draft.inside(portraits)
    inside = draft.inside(figures)
    for place in pictures[~aside[pictures]].tolist():
        if inside[place]:
            place = figures[np.searchsorted(figures, place, "right") - 1]
        elif not _is_large(draft, place):
            continue
        draft.add(draft.survey.shown(np.array([place]), captions), LEAD)
        return


def _is_large(draft: Draft, place: int) -> bool:
    """Whether a picture outside of any figure is made to be looked at."""
    if draft.tag.item(place) == Tag.PICTURE:
        return True
    attributes = draft.page.attributes(place + draft.start)
    width = attributes.get("width", "").removesuffix("px")
    if width.isascii() and width.isdigit():
        return int(width[:6]) >= _LARGE
    return "srcset" in attributes
