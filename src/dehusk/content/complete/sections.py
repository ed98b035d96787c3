"""No prose without its heading: one whose section is content is content."""

from __future__ import annotations

from collections import Counter

import numpy as np

from dehusk.content.complete.editor import LEAST_PARAGRAPH, Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import HEADINGS, Tag

HEADED = "the heading of a section that is content"

_LONGEST = 120
_BETWEEN = 40
_MOST = 0.75


@needs(HEADINGS)
def headed_sections(editor: SelectionEditor) -> None:
    """Keep the headings of sections that are kept in large part, a paragraph at least.

    A section lasts to the next heading of the same or a higher level in the same element. It begins
    with what is kept, up to a few characters, and a paragraph that is kept stands before it: titles
    and what follows them are put in front, and headings of teasers have teasers below them. Where most
    headings of a make are kept, so are the others, whatever stands before them and wherever they lead.
    Footnotes are no section.
    """
    headings = editor.of_tags(HEADINGS)
    are_kept = editor.kept_in(headings) > 0
    lost = headings[~are_kept]
    texts = editor.kept_texts
    prose = texts[editor.visible_chars[texts] >= LEAST_PARAGRAPH]
    if not len(prose):
        return
    own = editor.chars_in(lost)
    lost = lost[(lost < texts[-1]) & (own > 0) & (own <= _LONGEST)]
    if not len(lost):
        return
    alike = _are_like_others(editor, headings, are_kept, lost)
    links = editor.sum_in(editor.in_links, lost)
    wanted = alike | ((lost > prose[0]) & (links == 0) & (editor.tag[lost] != int(Tag.H1)))
    lost, alike = lost[wanted], alike[wanted]
    if not len(lost):
        return
    after = editor.end[lost]
    ends = editor.ends_of_sections(headings)[headings.searchsorted(lost)]
    holders = np.where(alike, editor.boxes(lost, _BETWEEN), lost) if alike.any() else lost
    ends = np.minimum(ends, editor.ends_around(holders))
    first = texts[np.minimum(texts.searchsorted(after), len(texts) - 1)]
    between = editor.sum_in(editor.visible_chars, after, first)
    total = editor.sum_in(editor.visible_chars, after, ends)
    kept = editor.sum_in(editor.kept_chars, after, ends)
    whole = (between <= _BETWEEN) & (kept >= LEAST_PARAGRAPH) & (kept >= _MOST * total)
    whole &= editor.sum_in(editor.starts_of_notes, after, ends) == 0
    editor.add_all(lost[whole], HEADED)


def _are_like_others(
    editor: SelectionEditor, headings: Places, are_kept: Bools, lost: Places
) -> Bools:
    """Of which lost headings most others of the same make are kept."""
    tags = editor.tag[headings]
    common = set(tags[are_kept].tolist()) & set(editor.tag[lost].tolist())
    if not common:
        return np.zeros(len(lost), bool)
    balance = Counter[tuple[int, str]]()
    makes: dict[int, tuple[int, str]] = {}
    for place, tag, is_kept in zip(
        headings.tolist(), tags.tolist(), are_kept.tolist(), strict=True
    ):
        if tag in common:
            make = makes[place] = editor.make(place)
            balance[make] += 1 if is_kept else -1
    own = map(makes.get, lost.tolist())
    return np.array([make is not None and balance[make] > 0 for make in own], bool)
