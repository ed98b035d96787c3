"""Panels that no button opens: an answer goes with the question above it."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from dehusk.content.complete.editor import SelectionEditor, needs
from dehusk.page import Counts
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
    panels = editor.with_class("panel")
    if len(panels) < _FEWEST:
        return
    called = set(panels.tolist())
    ink, kept = _ink_before(editor)
    chars = ink[editor.end[panels]] - ink[panels]
    lost = kept[editor.end[panels]] - kept[panels] < _HALF * chars
    panels, lost = panels[chars > 0], lost[chars > 0]
    if not lost.any() or not any(word in editor.page.attr_text for word in _WORDS):
        return
    found: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for panel, is_lost in zip(panels.tolist(), lost.tolist(), strict=True):
        head = _head_of(editor, panel, ink, kept)
        if head >= 0 and (head in called or _is_head(editor, head)):
            found[editor.make(panel)[1]].append((panel, is_lost))
    answers = [
        at for own in found.values() if len(own) >= _FEWEST for at, is_lost in own if is_lost
    ]
    editor.add_all(np.array(sorted(answers), np.intp), ANSWER)


def _ink_before(editor: SelectionEditor) -> tuple[Counts, Counts]:
    """The ink before each place, and that of it which is kept."""
    sums = np.zeros((2, len(editor) + 1), np.int64)
    np.cumsum((editor.visible_chars, editor.kept_chars), axis=1, out=sums[:, 1:])
    return sums[0], sums[1]


def _head_of(editor: SelectionEditor, panel: int, ink: Counts, kept: Counts) -> int:
    """The element with ink before a panel, if it is short and kept; -1 otherwise."""
    head = panel
    while True:
        head = editor.page.previous_sibling.item(head + editor.start) - editor.start
        if head < 0:
            return -1
        end = editor.end.item(head)
        chars = ink.item(end) - ink.item(head)
        if chars:
            is_kept = kept.item(end) - kept.item(head) >= _HALF * chars
            return head if chars <= _MOST_INK and is_kept else -1


def _is_head(editor: SelectionEditor, place: int) -> bool:
    return bool(_HEADS.mask(editor.tag[place : editor.end[place]]).any())
