"""No prose without its heading: one whose section is content is content."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.editor import LEAST_PARAGRAPH, SelectionEditor, needs
from dehusk.content.complete.headings import ends_of_sections
from dehusk.page.tags import TagSet

HEADED = "the heading of a section that is content"

_SECTIONS = TagSet("h2 h3 h4 h5 h6")
_LONGEST = 120
_BETWEEN = 40
_MOST = 0.75


@needs(_SECTIONS)
def headed_sections(editor: SelectionEditor) -> None:
    """Keep the headings of sections that are kept in large part, a paragraph at least.

    A section lasts to the next heading of the same or a higher level in the same element. It begins
    with what is kept, up to a few characters, and a paragraph that is kept stands before it: titles
    and what follows them are put in front, and headings of teasers have teasers below them. Footnotes
    are no section.
    """
    headings = editor.of_tags(_SECTIONS)
    lost = headings[editor.kept_in(headings) == 0]
    texts = editor.kept_texts
    prose = texts[editor.kept_chars[texts] >= LEAST_PARAGRAPH]
    if not len(lost) or not len(prose):
        return
    lost = lost[(lost > prose[0]) & (lost < texts[-1])]
    if not len(lost):
        return
    own, links = editor.chars_in(lost), editor.sum_in(editor.in_links, lost)
    lost = lost[(own > 0) & (own <= _LONGEST) & (links == 0)]
    after = editor.end[lost]
    ends = ends_of_sections(editor, headings)[headings.searchsorted(lost)]
    ends = np.minimum(ends, editor.ends_around(lost))
    first = texts[np.minimum(texts.searchsorted(after), len(texts) - 1)]
    between = editor.sum_in(editor.visible_chars, after, first)
    total = editor.sum_in(editor.visible_chars, after, ends)
    kept = editor.sum_in(editor.kept_chars, after, ends)
    whole = (between <= _BETWEEN) & (kept >= LEAST_PARAGRAPH) & (kept >= _MOST * total)
    whole &= editor.sum_in(editor.starts_of_notes, after, ends) == 0
    editor.add_all(lost[whole], HEADED)
