"""Panels that no button opens: an answer goes with the question above it."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from dehusk.content.complete.editor import SelectionEditor, needs
from dehusk.page.tags import HEADINGS, TagSet

ANSWER = "what stands below a question that is content"

_WORDS = (b"ccordion", b"faq", b"nswer")
"""Without their first letters, which are capital ones in some names."""
_HEADS = HEADINGS | TagSet("button summary")
_MOST_INK = 200
_FEWEST = 2
_HALF = 0.5


@needs()
def whole_panels(editor: SelectionEditor) -> None:
    """Keep what is called an answer or a panel where the short element before it is kept.

    That is called so too, or is a heading or a button, and another panel of the class follows another.
    """
    if not any(word in editor.page.attr_text for word in _WORDS):
        return
    panels = editor.with_class("panel")
    chars, called = editor.chars_in(panels), set(panels.tolist())
    lost = editor.kept_chars_in(panels) < _HALF * chars
    found: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for panel, is_lost in zip(panels[chars > 0].tolist(), lost[chars > 0].tolist(), strict=True):
        head = _head_of(editor, panel)
        if head >= 0 and (head in called or _is_head(editor, head)):
            found[editor.make(panel + 1)[1]].append((panel, is_lost))
    answers = [
        at for own in found.values() if len(own) >= _FEWEST for at, is_lost in own if is_lost
    ]
    editor.add_all(np.array(sorted(answers), np.intp), ANSWER)


def _head_of(editor: SelectionEditor, panel: int) -> int:
    """The element with ink before a panel, if it is short and kept; -1 otherwise."""
    row = editor.page.previous_sibling.item(panel + editor.start)
    while row >= editor.start and not editor.chars_in(np.array([row - editor.start]))[0]:
        row = editor.page.previous_sibling.item(row)
    if row < editor.start:
        return -1
    head = np.array([row - editor.start])
    chars, kept = editor.chars_in(head)[0], editor.kept_chars_in(head)[0]
    return row - editor.start if chars <= _MOST_INK and kept >= _HALF * chars else -1


def _is_head(editor: SelectionEditor, place: int) -> bool:
    return bool(_HEADS.mask(editor.tag[place : editor.end[place]]).any())
