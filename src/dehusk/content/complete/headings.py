"""No heading without content: one whose section was dropped says nothing."""

from __future__ import annotations

from collections import Counter

import numpy as np

from dehusk.content.complete.editor import Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import HEADINGS, TagSet

DROPPED = "a heading with nothing below it"
REPEATED = "a heading that the next one says again"
LEADING = "the heading of links to other pages"

_LONGEST = 200
"""Characters beyond which a heading is a paragraph that only looks like one."""

_BELOW_TITLES = TagSet("h2 h3 h4 h5 h6")
_HEADLINE = 25
_FEWEST_HEADLINES = 2
_FEWEST_CARDS = 3
_MOSTLY_LINKS = 0.7
_WORDLESS = TagSet("img svg canvas video audio iframe embed object math")
"""What can be the content below a heading without a word in it."""


@needs(HEADINGS, kept=True)
def no_empty_headings(editor: SelectionEditor) -> None:
    """Drop the headings of whose section nothing is kept.

    A section lasts up to the next heading of the same or a higher level. A heading that another
    follows at once, as a title its subtitle, has the other's content. Titles of cards need none where
    some of them have some.
    """
    editor.drop_all(_leading_elsewhere(editor), LEADING)
    everywhere, headings = editor.of_tags(HEADINGS), editor.kept_of_tags(HEADINGS)
    texts = (editor.visible_chars > 0) & ~editor.inside(everywhere)
    repeated = _are_repeated(editor, headings, texts)
    editor.drop_all(headings[repeated], REPEATED)
    headings = headings[~repeated]
    ends = editor.ends_of_sections(headings)
    if editor.sum_in(texts & editor.keep, headings, ends).all():
        return
    wordless = editor.inside(editor.of_tags(_WORDLESS)) & ~editor.inside(everywhere)
    kept = editor.sum_in((texts | wordless) & editor.keep, headings, ends)
    are_empty = _are_empty(kept == 0, editor.sum_in(texts, headings, ends) == 0)
    short = editor.chars_in(headings) <= _LONGEST
    empty = np.array(are_empty, bool) & short
    editor.drop_all(headings[empty & ~_are_of_cards(editor, headings, empty)], DROPPED)


def _are_repeated(editor: SelectionEditor, headings: Places, texts: Bools) -> Bools:
    """Which headings the next one says again, with nothing kept between."""
    repeated = np.zeros(len(headings), bool)
    chars = editor.chars_in(headings)
    alike = np.flatnonzero((chars[1:] == chars[:-1]) & (chars[1:] > 0))
    if len(alike):
        between = editor.sum_in(texts & editor.keep, headings[alike], headings[alike + 1])
        alike = alike[between == 0]
        said = [(editor.text(headings[at]), editor.text(headings[at + 1])) for at in alike.tolist()]
        repeated[alike] = [one == other for one, other in said]
    return repeated


def _are_of_cards(editor: SelectionEditor, headings: Places, empty: Bools) -> Bools:
    """Which headings are linked titles of cards, some of which have content that is kept."""
    linked = editor.sum_in(editor.in_links, headings) > 0
    if not np.count_nonzero(empty & linked):
        return np.zeros(len(headings), bool)
    makes = [editor.make(place) for place in headings.tolist()]
    number = Counter(
        make for make, own in zip(makes, (linked & ~empty).tolist(), strict=True) if own
    )
    of_cards: Bools = linked & np.array([number[make] >= _FEWEST_CARDS for make in makes], bool)
    return of_cards


def _leading_elsewhere(editor: SelectionEditor) -> Places:
    """The headings below which, in the element that they head, there are headlines with links and no
    more, of which nothing is kept: what follows the element is not theirs.
    """
    headings = editor.kept_of_tags(_BELOW_TITLES)
    if not len(headings):
        return headings
    ends = np.minimum(editor.end[headings], len(editor) - 1)
    stops = editor.ends_around(headings)
    leading: Bools = editor.sum_in(editor.keep, ends, stops) == 0
    if np.count_nonzero(leading):
        linked = editor.visible_chars * editor.in_links
        total = editor.sum_in(editor.visible_chars, ends, stops)
        leading &= editor.sum_in(linked >= _HEADLINE, ends, stops) >= _FEWEST_HEADLINES
        leading &= editor.sum_in(linked, ends, stops) >= _MOSTLY_LINKS * total
    return headings[leading]


def _are_empty(nothing_kept: Bools, nothing_there: Bools) -> list[bool]:
    empty: list[bool] = nothing_kept.tolist()
    following = True
    for number in range(len(empty) - 1, -1, -1):
        if empty[number] and nothing_there[number]:
            empty[number] = following
        following = empty[number]
    return empty
