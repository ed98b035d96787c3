"""Buttons: the question of an accordion goes with its answer, what else stands on buttons goes.

A button that says that it opens something (`aria-expanded`, `aria-controls`, by its class, or by
asking a question) is the heading of what follows it: kept where that is kept, and dropped where it is
not, as in a menu, and in figures, where it opens a gallery. One beside the words of a heading copies a
link.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.assemble.vocabulary import KIND_OF_TOKEN, ElementKind
from dehusk.content.complete.editor import FIGURES, Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import HEADINGS, TagSet

OPENS = "a button that opens what is kept"
OPENS_NOTHING = "a button that opens nothing that is kept"
BESIDE_HEADING = "a button beside the words of a heading"

_QUESTION_MARKS = ("?", "？", "؟")
_LEVELS = 4
"""How many elements may be around the button alone: `div > h3 > span > button`."""

_BUTTON = TagSet("button")


@needs(_BUTTON)
def whole_accordions(editor: SelectionEditor) -> None:
    """Keep the buttons that open what is kept, and no others that open anything."""
    buttons = editor.of_tags(_BUTTON)
    tools = _beside_headings(editor, buttons)
    editor.drop_all(tools, BESIDE_HEADING)
    worded = np.flatnonzero(editor.chars_in(buttons) > 0).tolist()
    openers = [number for number in worded if _opens(editor, buttons.item(number))]
    if openers:
        places, in_a_row = buttons[openers], _are_in_a_row(editor, buttons)[openers]
        own = zip(places.tolist(), in_a_row.tolist(), strict=True)
        panels = np.array([_answer(editor, *one) for one in own], np.intp)
        visible_chars, kept = editor.chars_in(panels), editor.kept_chars_in(panels)
        is_kept = (panels > 0) & (visible_chars > 0) & (2 * kept >= visible_chars)
        is_kept &= ~editor.inside(editor.of_tags(FIGURES))[places]
        editor.add_control(editor.inside(places[is_kept]), OPENS)
        editor.drop_all(places[~is_kept], OPENS_NOTHING)


def _beside_headings(editor: SelectionEditor, buttons: Places) -> Places:
    """The buttons in headings that have other words."""
    headings = editor.of_tags(HEADINGS)
    buttons = buttons[editor.inside(headings)[buttons]]
    if not len(buttons):
        return buttons
    own = headings[np.searchsorted(headings, buttons) - 1]
    inside = (own < buttons) & (buttons < editor.end[own])
    return buttons[inside & (editor.chars_in(own) > editor.chars_in(buttons))]


def _opens(editor: SelectionEditor, button: int) -> bool:
    return _says_so(editor, button) or _seems_so(editor, button)


def _says_so(editor: SelectionEditor, button: int) -> bool:
    attribute, row = editor.page.attribute, button + editor.start
    return (
        attribute(row, "aria-expanded") is not None or attribute(row, "aria-controls") is not None
    )


def _seems_so(editor: SelectionEditor, button: int) -> bool:
    classes = editor.page.attribute(button + editor.start, "class")
    return editor.source(button).rstrip().endswith(_QUESTION_MARKS) or _is_called_opener(classes)


def _is_called_opener(classes: str | None) -> bool:
    tokens = (classes or "").encode(errors="replace").split()
    return ElementKind.OPENER in map(KIND_OF_TOKEN.get, tokens)


def _are_in_a_row(editor: SelectionEditor, buttons: Places) -> Bools:
    """Before which buttons another one stands with nothing between: the last of a bar is not the
    heading of what follows."""
    before = editor.texts.searchsorted(buttons) - 1
    in_a_row = np.zeros(len(buttons), bool)
    ends = editor.end[buttons[:-1]]
    in_a_row[1:] = (before[1:] >= 0) & (editor.texts[before[1:]] < ends)
    return in_a_row


def _answer(editor: SelectionEditor, button: int, in_a_row: bool) -> int:
    """What a button opens: no heading, and nothing below a bar, where only markup says otherwise."""
    panel = _panel(editor, button)
    if _says_so(editor, button):
        return panel
    is_heading = editor.tag.item(panel) in HEADINGS
    return 0 if is_heading or in_a_row else panel


def _panel(editor: SelectionEditor, button: int) -> int:
    """What follows the button or the elements around it alone, 0 where nothing does."""
    around = button
    text = editor.texts[editor.texts.searchsorted(editor.end[button]) :][:1]
    for _ in range(_LEVELS):
        above, following = editor.above(around), int(editor.end[around])
        if len(text) and text[0] < editor.page.end.item(above + editor.start) - editor.start:
            while editor.end[following] <= text[0]:
                following = int(editor.end[following])
            return following
        if above < 0 or len(set(editor.chars_in(np.array([above, button])).tolist())) > 1:
            return 0
        around = above
    return 0
