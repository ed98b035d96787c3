"""Footnotes: a mark in the text and its note are kept together, and neither without the other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dehusk.content.notes import Note, find_notes
from dehusk.page import Bools, Page
from dehusk.selection import Selection
from dehusk.views.hidden import hidden

NOTE = "a note to the content"
LOST = "a mark whose note is not on the page"


def with_notes(page: Page, selection: Selection) -> Selection:
    """The selection with the notes of all marks that it keeps, and no marks that lead nowhere.

    It knows the notes, so that nobody need look for them again. Notes stand far from
    the text, so this rule looks at all of the page and goes before the others.
    """
    found = find_notes(page)
    if not found.notes and not found.lost:
        return replace(selection, notes=found)
    keep, codes = selection.keep.copy(), selection.reason.copy()
    reasons = (*selection.reasons, NOTE, LOST)
    added = _notes_to(page, keep, found.notes)
    lost = _inside(page, found.lost) & keep
    keep ^= added | lost
    codes[added], codes[lost] = len(reasons) - 2, len(reasons) - 1
    return replace(selection, keep=keep, reason=codes, reasons=reasons, notes=found)


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
