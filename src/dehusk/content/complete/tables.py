"""Tables of data are kept whole or not at all: one that lacks some cells says something else."""

from __future__ import annotations

from dehusk.content.complete.editor import TABLES, Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import CELLS, Tag, TagSet

COMPLETED = "the rest of a table that is content"
AMONG = "a table among the content"
DROPPED = "a table of which little is content"

_HEADS = TagSet("th caption")
_BLOCKS = TagSet("p ul ol dl pre blockquote figure h1 h2 h3 h4 h5 h6 hr iframe video")
_FEWCELLS = 12
_LONG_CELL = 600
_HALF = 0.5
_PARAGRAPH = 80


@needs(TABLES, partly_kept=True)
def whole_tables(editor: SelectionEditor) -> None:
    """Keep all of each table of data that is kept in large part, and nothing of the others."""
    tables, kept, total = editor.partly_kept(TABLES)
    is_data = _are_data(editor, tables)
    enough = kept >= _HALF * total
    editor.add(editor.inside(tables[is_data & enough]), COMPLETED)
    editor.drop(editor.inside(tables[is_data & ~enough]), DROPPED)


@needs(TABLES)
def tables_among_prose(editor: SelectionEditor) -> None:
    """Keep tables of data between two paragraphs that are kept, whatever was thought of them."""
    tables = editor.of_tags(TABLES)
    tables = tables[_are_data(editor, tables)]
    editor.add(editor.inside(tables[_are_among_prose(editor, tables)]), AMONG)


def _are_among_prose(editor: SelectionEditor, tables: Places) -> Bools:
    """Which tables stand between two paragraphs that are kept, next to them."""
    prose = (editor.ink >= _PARAGRAPH) & ~editor.inside(tables)
    return editor.are_beside(tables, prose)


def _are_data(editor: SelectionEditor, tables: Places) -> Bools:
    """Which tables hold no other table and are no mere layout: see `assemble.tables`."""
    nested = editor.sum_in(editor.tag == int(Tag.TABLE), tables) > 1
    cells = editor.sum_in(CELLS.mask(editor.tag), tables)
    heads = editor.sum_in(_HEADS.mask(editor.tag), tables)
    lines = editor.sum_in(editor.tag == int(Tag.TR), tables)
    blocks = editor.sum_in(_BLOCKS.mask(editor.tag), tables)
    ink = editor.ink_in(tables)
    small = (cells > _FEWCELLS) | ((blocks <= cells) & (ink <= _LONG_CELL * cells))
    is_data: Bools = ~nested & (cells > 1) & ((heads > 0) | ((cells > lines) & small))
    return is_data
