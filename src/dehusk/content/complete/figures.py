"""Pictures with their captions: together, where the text around them is content.

A method judges text, and the text of a figure is its caption, which reads like anything but prose.
So what the method says of a caption counts for nothing: a figure is content when the text before
and after it is, and so is the first large picture between the title and the first paragraph.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.cards import cards
from dehusk.content.complete.editor import (
    FIGURES,
    ILLUSTRATIONS,
    LEAST_PARAGRAPH,
    Places,
    SelectionEditor,
    needs,
)
from dehusk.page import Bools
from dehusk.page.tags import Tag, TagSet

AMONG = "a picture among the content"
LEAD = "the picture between the title and the content"
OUTSIDE = "a picture or caption outside of the content"
CAPTION = "the caption of a picture"

_NO_FIGURE = TagSet("table pre blockquote iframe audio")
"""What no figure is around."""
_ASIDE = TagSet("aside nav li footer button")
_MOST_INK = 600
_MOST_INK_OF_CREDITS = 100
_BOXES = TagSet("div p span center")
_MOST_INK_OF_BOXES = 200
_LARGE = 300


@needs(ILLUSTRATIONS)
def whole_figures(editor: SelectionEditor) -> None:
    """Keep pictures and their captions where what surrounds them is kept."""
    captions = editor.with_class("caption")
    figures = _figures(editor, captions)
    if len(figures):
        _keep_among_content(editor, figures, captions)
    boxes = _boxes_of_pictures(editor)
    if len(boxes):
        editor.add_all(boxes[_around(editor, boxes)[2]], AMONG)
    _keep_lead(editor, figures, captions)


@needs(ILLUSTRATIONS)
def no_captions(editor: SelectionEditor) -> None:
    """Drop the captions of pictures, unless they are most of what there is."""
    figures = _figures(editor, editor.with_class("caption"), only_kept=True)
    if not len(figures):
        return
    inside = editor.inside(figures)
    if 3 * int(editor.kept_chars_in(figures).sum()) <= int(editor.kept_chars.sum()):
        editor.drop(inside, CAPTION)


def _figures(editor: SelectionEditor, captions: Places, *, only_kept: bool = False) -> Places:
    """The outermost elements that hold a picture and little more than a caption.

    Besides `figure` these are the parents of what is called a caption, if hardly any other text is
    kept of them. With `only_kept` those of which something is kept.
    """
    figures = editor.kept_of_tags(FIGURES) if only_kept else editor.of_tags(FIGURES)
    if len(captions):
        parents = editor.parent(captions)
        parents = parents[parents >= 0]
        if only_kept:
            parents = parents[editor.kept_in(parents) > 0]
        other = editor.kept_chars * ~editor.inside(captions)
        is_around = np.zeros(len(editor), bool)
        is_around[figures] = True
        is_around[parents[editor.sum_in(other, parents) <= _MOST_INK_OF_CREDITS]] = True
        figures = np.flatnonzero(is_around)
    if not len(figures):
        return figures
    are_figures = editor.chars_in(figures) <= _MOST_INK
    are_figures &= editor.sum_in(ILLUSTRATIONS.mask(editor.tag), figures) > 0
    are_figures &= editor.sum_in(_NO_FIGURE.mask(editor.tag), figures) == 0
    return editor.outermost(figures[are_figures])


def _boxes_of_pictures(editor: SelectionEditor) -> Places:
    """The elements that are called pictures and hold one, with a few words, hardly linked."""
    boxes = editor.with_class("picture")
    boxes = boxes[_BOXES.mask(editor.tag[boxes])]
    chars, linked = (
        editor.chars_in(boxes),
        editor.sum_in(editor.visible_chars * editor.in_links, boxes),
    )
    pictures = editor.sum_in(editor.tag == int(Tag.IMG), boxes)
    worded = (chars > 0) & (chars <= _MOST_INK_OF_BOXES) & (2 * linked <= chars)
    found: Places = boxes[worded & (pictures == 1)]
    return found


def _keep_among_content(editor: SelectionEditor, figures: Places, captions: Places) -> None:
    """Keep the figures among the content, and nothing of those that are kept in part outside of it."""
    before, after, among = _around(editor, figures)
    kept = editor.kept_in(figures)
    is_split = (kept > 0) & (kept < editor.sum_in(editor.leaves, figures))
    outside = figures[is_split & ~before & ~after]
    if among.any():
        editor.add(_shown(editor, figures[among], captions), AMONG)
    if len(outside):
        editor.drop_all(outside, OUTSIDE)


def _around(editor: SelectionEditor, figures: Places) -> tuple[Bools, Bools, Bools]:
    """Before and after which figures kept text stands, and which are among the content: both, or one of
    them and the next paragraphs on both sides, as a byline or a button may stand between."""
    texts = editor.texts[~editor.inside(figures)[editor.texts]]
    before, after = editor.kept_around(figures, texts)
    paragraphs = texts[editor.visible_chars[texts] >= LEAST_PARAGRAPH]
    prose_before, prose_after = editor.kept_around(figures, paragraphs)
    return before, after, (before & after) | ((before | after) & prose_before & prose_after)


def _shown(editor: SelectionEditor, figures: Places, captions: Places) -> Bools:
    """What of some figures is shown: where a caption is marked, no text outside of it."""
    is_caption = editor.tag == int(Tag.FIGCAPTION)
    is_caption[captions] = True
    shown = editor.inside(figures)
    captioned = figures[editor.sum_in(is_caption, figures) > 0]
    if len(captioned):
        of_captions = editor.inside(np.flatnonzero(is_caption))
        shown &= ~editor.inside(captioned) | of_captions | (editor.tag != int(Tag.TEXT))
    return shown


def _keep_lead(editor: SelectionEditor, figures: Places, captions: Places) -> None:
    """Keep the first large picture between the title and the first paragraph that is kept, or else the
    first figure or picture called so behind that paragraph, which may be the standfirst."""
    title, prose = editor.head()
    if not prose:
        return
    paragraphs = np.flatnonzero(editor.keep & (editor.visible_chars >= LEAST_PARAGRAPH))
    second = int(paragraphs[1]) if len(paragraphs) > 1 else prose
    pictures = title + np.flatnonzero(ILLUSTRATIONS.mask(editor.tag[title:second]))
    if not len(pictures):
        return
    aside = editor.inside(editor.of_tags(_ASIDE))
    if len(portraits := editor.with_class("portrait")):
        aside |= editor.inside(portraits)
    of_cards = editor.inside(cards(editor, title, second))
    large = editor.inside(editor.with_class("lead"))
    if len(signed := editor.with_class("signed")):
        is_signed = np.zeros(len(editor), bool)
        is_signed[signed] = True
        aside |= editor.inside(figures[editor.sum_in(is_signed, figures) > 0])
    for picture in pictures[~aside[pictures]].tolist():
        around = figures[figures.searchsorted(picture, "right") - 1 :][:1]
        is_figure = len(around) > 0 and around[0] <= picture < editor.end[around[0]]
        if of_cards[picture] and not (is_figure and editor.chars_in(around)[0]):
            continue
        if is_figure or large[picture] or (picture < prose and _is_large(editor, picture)):
            lead = around if is_figure else np.array([picture])
            editor.add(_shown(editor, lead, captions), LEAD)
            return


def _is_large(editor: SelectionEditor, place: int) -> bool:
    """Whether a picture outside of any figure is made to be looked at."""
    if editor.tag.item(place) == int(Tag.PICTURE):
        return True
    row = place + editor.start
    width = (editor.page.attribute(row, "width") or "").removesuffix("px")
    if width.isascii() and width.isdigit():
        return int(width[:6]) >= _LARGE
    return editor.page.attribute(row, "srcset") is not None
