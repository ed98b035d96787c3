"""Content without some of its parts: pictures, the addresses of links, tables.

>>> from dehusk.content import Link, Paragraph, Text
>>> tea = Paragraph((Text("See "), Link((Text("tea"),), "https://example.org/tea")), rows=(1, 4))
>>> blocks_of(omitted(table_of((tea,)), Omit(links=True)))[0].content
(Text(text='See '), Text(text='tea'))

Done to the content, it holds for every format alike.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from dehusk.budget import watched
from dehusk.content import Cell, Definition, Image, Link, Table, Text
from dehusk.content.options import NOTHING_OMITTED, Omit
from dehusk.content.table import Content, blocks_of, table_of

_STAGE = "assembling"
_KEPT_EMPTY = (Cell, Definition)
"""What has its place even with nothing in it."""


def omitted(content: Content, omit: Omit) -> Content:
    """The content without what is to be left out, and without what is then empty."""
    if omit is NOTHING_OMITTED or omit == NOTHING_OMITTED:
        return content
    return table_of(_parts(blocks_of(content), omit))


def _parts(parts: tuple[Any, ...], omit: Omit) -> tuple[Any, ...]:
    kept: list[Any] = []
    for part in watched(parts, _STAGE):
        if type(part) is Link and omit.links:
            kept += _parts(part.content, omit)
        elif type(part) is Text:
            kept.append(part)
        elif not _is_left_out(part, omit) and (rest := _without(part, omit)) is not None:
            kept.append(rest)
    return tuple(kept)


def _is_left_out(part: Any, omit: Omit) -> bool:
    return (omit.images and type(part) is Image) or (omit.tables and type(part) is Table)


def _without(part: Any, omit: Omit) -> Any:
    """A part with what is in it filtered; None where that leaves nothing of it."""
    if type(part) is tuple:
        return _parts(part, omit)
    inner = _tuples(part)
    changed = {name: _parts(value, omit) for name, value in inner.items()}
    if changed == inner:
        return part
    is_hollow = type(part) not in _KEPT_EMPTY and any(
        inner.get(name) and not changed[name] for name in ("content", "items")
    )
    return None if is_hollow else replace(part, **changed)


def _tuples(part: Any) -> dict[str, tuple[Any, ...]]:
    values = {one.name: getattr(part, one.name) for one in fields(part) if one.name != "rows"}
    return {name: value for name, value in values.items() if type(value) is tuple}
