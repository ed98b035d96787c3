"""Tables of data are kept whole or not at all: one that lacks some cells says something else."""

from __future__ import annotations

import numpy as np

from dehusk.content.assemble.vocabulary import KIND_OF_ROLE, ElementKind
from dehusk.content.complete.editor import TABLES, Places, SelectionEditor, needs
from dehusk.page import Bools, Counts

COMPLETED = "the rest of a table that is content"
AMONG = "a table among the content"
DROPPED = "a table of which little is content"

_HALF = 0.5
_LEAST_BESIDE = 40


@needs(TABLES, partly_kept=True)
def whole_tables(editor: SelectionEditor) -> None:
    """Keep all of each table of data that is kept in large part, and nothing of the others."""
    tables, kept, total = editor.partly_kept(TABLES)
    is_data = _are_data(editor, tables)
    enough = kept >= _HALF * total
    editor.add_all(tables[is_data & enough], COMPLETED)
    editor.drop_all(tables[is_data & ~enough], DROPPED)


@needs(TABLES)
def tables_among_prose(editor: SelectionEditor) -> None:
    """Keep tables of data between texts that are kept, whatever was thought of them."""
    tables = editor.of_tags(TABLES)
    tables = tables[_are_data(editor, tables)]
    if len(tables):
        editor.add_all(tables[_are_among_prose(editor, tables)], AMONG)


def _are_among_prose(editor: SelectionEditor, tables: Places) -> Bools:
    """Which tables stand between what is kept: in the element around each, before and after it, is text
    of which at least half is kept."""
    wrapped = editor.boxes(tables)
    first = np.maximum(editor.parent(wrapped), 0)
    last = editor.ends_around(wrapped)
    beside = editor.visible_chars * ~editor.inside(tables)
    before, kept_before = (
        editor.sum_in(chars, first, wrapped) for chars in (beside, beside * editor.keep)
    )
    whole, kept = (editor.sum_in(chars, first, last) for chars in (beside, beside * editor.keep))
    return _are_kept(kept_before, before) & _are_kept(kept - kept_before, whole - before)


def _are_kept(kept: Counts, chars: Counts) -> Bools:
    kept_enough: Bools = (kept >= _LEAST_BESIDE) & (kept >= _HALF * chars)
    return kept_enough


def _are_data(editor: SelectionEditor, tables: Places) -> Bools:
    """Which tables do not say that they are layout, nor look so to the walk over the content."""
    declared = [_is_layout_by_role(editor, place) for place in tables.tolist()]
    return editor.are_tables_of_data(tables, np.array(declared, bool))


def _is_layout_by_role(editor: SelectionEditor, place: int) -> bool:
    roles = (editor.page.attribute(place + editor.start, "role") or "").lower().encode().split()
    kinds = (KIND_OF_ROLE[role] for role in roles if role in KIND_OF_ROLE)
    return next(kinds, None) is ElementKind.LAYOUT
