"""Tables of data are kept whole or not at all: one that lacks some cells says something else."""

from __future__ import annotations

from dehusk.content.complete.draft import Draft, Places
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


def whole_tables(draft: Draft) -> None:
    """Keep all of each table of data that is kept in large part, and nothing of the others."""
    tables, kept, total = draft.partly_kept("table")
    if not len(tables):
        return
    is_data = _are_data(draft, tables)
    enough = kept >= _HALF * total
    draft.add(draft.inside(tables[is_data & enough]), COMPLETED)
    draft.drop(draft.inside(tables[is_data & ~enough]), DROPPED)


def tables_among_prose(draft: Draft) -> None:
    """Keep tables of data between two paragraphs that are kept, whatever was thought of them."""
    tables = draft.look.tables
    if not len(tables):
        return
    tables = tables[_are_data(draft, tables)]
    draft.add(draft.inside(tables[_are_among_prose(draft, tables)]), AMONG)


def _are_among_prose(draft: Draft, tables: Places) -> Bools:
    """Which tables stand between two paragraphs that are kept, next to them."""
    prose = (draft.ink >= _PARAGRAPH) & ~draft.inside(tables)
    return draft.are_beside(tables, prose)


def _are_data(draft: Draft, tables: Places) -> Bools:
    """Which tables hold no other table and are no mere layout: see `assemble.tables`."""
    nested = draft.sum_in(draft.tag == int(Tag.TABLE), tables) > 1
    cells = draft.sum_in(CELLS.mask(draft.tag), tables)
    heads = draft.sum_in(_HEADS.mask(draft.tag), tables)
    lines = draft.sum_in(draft.tag == int(Tag.TR), tables)
    blocks = draft.sum_in(_BLOCKS.mask(draft.tag), tables)
    ink = draft.ink_in(tables)
    small = (cells > _FEWCELLS) | ((blocks <= cells) & (ink <= _LONG_CELL * cells))
    is_data: Bools = ~nested & (cells > 1) & ((heads > 0) | ((cells > lines) & small))
    return is_data
