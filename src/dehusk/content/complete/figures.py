"""Pictures with their captions: together, where the text around them is content.

A method judges text, and the text of a figure is its caption, which reads like anything but prose.
So what the method says of a caption counts for nothing: a figure is content when the text before
and after it is, and so is the first large picture between the title and the first paragraph.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.page.tags import Tag

AMONG = "a picture among the content"
LEAD = "the picture between the title and the content"
OUTSIDE = "a picture or caption outside of the content"
CAPTION = "the caption of a picture"

_LARGE = 300


def whole_figures(draft: Draft) -> None:
    """Keep pictures and their captions where what surrounds them is kept."""
    if not draft.survey.has("picture"):
        return
    captions = draft.called("caption")
    figures = draft.survey.figures(draft.keep, captions, only_kept=False)
    if len(figures):
        _keep_among_content(draft, figures, captions)
    _keep_lead(draft, figures, captions)


def no_captions(draft: Draft) -> None:
    """Drop the captions of pictures, unless they are most of what there is."""
    if not draft.survey.has("picture"):
        return
    captions = draft.called("caption")
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
    among, outside = draft.survey.among(draft.keep, figures)
    if len(among):
        draft.add(draft.survey.shown(among, captions), AMONG)
    if len(outside):
        draft.drop(draft.inside(outside), OUTSIDE)


def _keep_lead(draft: Draft, figures: Places, captions: Places) -> None:
    """Keep the first large picture between the title and the first paragraph that is kept."""
    title, prose, pictures = draft.survey.head(draft.keep)
    if not pictures:
        return
    portraits = draft.called("portrait", last=prose)
    for place, is_figure in draft.survey.leads(title, prose, figures, portraits):
        if is_figure or _is_large(draft, place):
            draft.add(draft.survey.shown(np.array([place]), captions), LEAD)
            return


def _is_large(draft: Draft, place: int) -> bool:
    """Whether a picture outside of any figure is made to be looked at."""
    if draft.tag.item(place) == int(Tag.PICTURE):
        return True
    attributes = draft.survey.attributes(place)
    width = attributes.get("width", "").removesuffix("px")
    if width.isascii() and width.isdigit():
        return int(width[:6]) >= _LARGE
    return "srcset" in attributes
