"""Footnotes: a mark in the text and its note are kept together, and neither without the other."""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.editor import changed
from dehusk.content.completed import Completed
from dehusk.content.notes import Note, Notes
from dehusk.page import Bools, Page
from dehusk.views.hidden import hidden

NOTE = "a note to the content"
LOST = "a mark whose note is not on the page"


def with_notes(page: Page, selection: Completed, found: Notes) -> Completed:
    """The selection with the notes of all marks that it keeps, and no marks that lead nowhere.

    Notes stand far from the text, so this rule looks at all of the page and goes before the others.
    """
    if not found.notes and not found.lost:
        return selection
    added = _notes_to(page, selection.keep, found.notes)
    lost = _inside(page, found.lost) & selection.keep
    return changed(selection, (added, NOTE), (lost, LOST))


def _notes_to(page: Page, keep: Bools, notes: tuple[Note, ...]) -> Bools:
    """The leaves of notes that are not kept although a mark of theirs is."""
    wanted = np.zeros(len(page), bool)
    for note in notes:
        if any(keep[row : page.end[row]].any() for row in note.marks):
            wanted[note.start : note.end] = True
    return wanted & page.leaves & ~page.is_inert & ~keep & ~hidden(page)


def _inside(page: Page, rows: tuple[int, ...]) -> Bools:
    mask = np.zeros(len(page), bool)
    mask[list(rows)] = True
    return page.inside(mask)
