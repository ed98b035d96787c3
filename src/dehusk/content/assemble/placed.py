"""Content that all stands in one place of a page, whatever rows it was made of.

>>> from dehusk.content import Heading, Text
>>> placed((Heading(2, (Text("Tea"),), rows=(3, 5)),), (7, 8))
(Heading(level=2, content=(Text(text='Tea'),), rows=(7, 8)),)
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from dehusk.content import Block, Cell, Definition, ListItem, Rows

_WITH_BLOCKS = (*Block.__args__, Cell, Definition, ListItem)


def placed(blocks: tuple[Block, ...], rows: Rows) -> tuple[Block, ...]:
    """The same blocks with other rows. Content is nested a few levels deep only, so this recurs."""
    return tuple(_placed(block, rows) for block in blocks)


def _placed(value: Any, rows: Rows) -> Any:
    if type(value) is tuple:
        return tuple(_placed(item, rows) for item in value)
    if not isinstance(value, _WITH_BLOCKS):
        return value
    inner = {
        field.name: rows if field.name == "rows" else _placed(getattr(value, field.name), rows)
        for field in fields(value)
    }
    return replace(value, **inner)
