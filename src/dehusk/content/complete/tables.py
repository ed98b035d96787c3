"""Tables of data are kept whole or not at all: one that lacks some cells says something else."""

from __future__ import annotations

from dehusk.content.assemble.vocabulary import KIND_OF_ROLE, ElementKind
from dehusk.content.complete.editor import TABLES, Places, SelectionEditor, needs
from dehusk.page import Bools

COMPLETED = "the rest of a table that is content"
AMONG = "a table among the content"
DROPPED = "a table of which little is content"

_HALF = 0.5
_PARAGRAPH = 80


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
    """Keep tables of data between two paragraphs that are kept, whatever was thought of them."""
    tables = editor.of_tags(TABLES)
    tables = tables[_are_data(editor, tables)]
    editor.add_all(tables[_are_among_prose(editor, tables)], AMONG)


def _are_among_prose(editor: SelectionEditor, tables: Places) -> Bools:
    """Which tables stand between two paragraphs that are kept, next to them."""
    prose = (editor.visible_chars >= _PARAGRAPH) & ~editor.inside(tables)
    return editor.are_beside(tables, prose)


def _are_data(editor: SelectionEditor, tables: Places) -> Bools:
    """Which tables do not say that they are layout, nor look so to the walk over the content."""
    are_data = editor.are_tables_of_data(tables)
    for number, place in enumerate(tables.tolist()):
        are_data[number] &= not _is_layout_by_role(editor, place)
    return are_data


def _is_layout_by_role(editor: SelectionEditor, place: int) -> bool:
    roles = (editor.page.attribute(place + editor.start, "role") or "").lower().encode().split()
    kinds = (KIND_OF_ROLE[role] for role in roles if role in KIND_OF_ROLE)
    return next(kinds, None) is ElementKind.LAYOUT
