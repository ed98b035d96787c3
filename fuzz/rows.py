"""Write a page row by row: for those who have a tree of their own and want columns.

>>> rows = RowWriter()
>>> for name, parent in [("html", -1), ("body", 0)]:
...     _ = rows.add_element(name, ()), rows.attach(parent)
>>> _ = rows.add_text("Hello"), rows.attach(1)
>>> page = rows.page()
>>> page.text_of(0)
'Hello'
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Layout, Page
from dehusk.page.rows import subtree_ends, to_utf8
from dehusk.page.tags import TAG_IDS

Attributes = Sequence[tuple[str, str | None]]


class RowWriter:
    """Collects rows in document order; `page()` makes the columns."""

    def __init__(self) -> None:
        self._tags: list[int] = []
        self._tag_ids = dict(TAG_IDS)
        self._parents: list[int] = []
        self._depths: list[int] = []
        self._texts: list[str] = []
        self._text_rows: list[int] = []
        self._attributes: list[Attributes] = []
        self._attribute_rows: list[int] = []

    def add_element(self, name: str, attributes: Attributes) -> int:
        """Add an element as the next row, to be followed by `attach`; its row number is returned."""
        row = len(self._tags)
        number = self._tag_ids.get(name)
        if number is None:
            number = self._tag_ids[name] = min(len(self._tag_ids), _LAST_NAME)
        self._tags.append(number)
        if attributes:
            self._attributes.append(attributes)
            self._attribute_rows.append(row)
        return row

    def add_text(self, text: str) -> int:
        """Add a text as the next row, to be followed by `attach`; its row number is returned."""
        row = len(self._tags)
        self._tags.append(0)
        self._texts.append(text)
        self._text_rows.append(row)
        return row

    def attach(self, parent: int) -> int:
        """Set the parent of the row just added, -1 for the root; the row's depth is returned."""
        depth = self._depths[parent] + 1 if parent >= 0 else 0
        self._parents.append(parent)
        self._depths.append(depth)
        return depth

    def page(
        self,
        *,
        source: str = "",
        url: str | None = None,
        encoding: str = "utf-8",
        layout: Layout | None = None,
    ) -> Page:
        """The page of the rows so far."""
        parent = np.array(self._parents, np.int32)
        end = subtree_ends(parent)
        text, text_spans = _concatenate(self._texts)
        position = np.zeros(len(parent) + 1, np.int32)
        position[np.array(self._text_rows, np.intp) + 1] = np.diff(text_spans)
        np.cumsum(position, out=position)
        names = [name for attributes in self._attributes for name, _ in attributes]
        values = [value or "" for attributes in self._attributes for _, value in attributes]
        attr_name, attr_names = _numbered(names)
        attr_text, attr_spans = _concatenate(values)
        return Page(
            tag=np.array(self._tags, np.uint16),
            parent=parent,
            end=end,
            depth=np.array(self._depths, np.int32),
            text=text,
            text_start=position[:-1].copy(),
            text_end=position[end],
            attr_row=np.repeat(
                np.array(self._attribute_rows, np.int32),
                np.array([len(attributes) for attributes in self._attributes], np.intp),
            ),
            attr_name=attr_name,
            attr_start=attr_spans[:-1].copy(),
            attr_end=attr_spans[1:].copy(),
            attr_text=attr_text,
            tag_names=tuple(self._tag_ids)[: _LAST_NAME + 1],
            attr_names=attr_names,
            source=to_utf8(source),
            source_start=np.full(len(parent), -1, np.int32),
            source_end=np.full(len(parent), -1, np.int32),
            url=url,
            encoding=encoding,
            layout=layout,
        )


_LAST_NAME = 65_535
"""Names are numbered with 16 bits: past that many on one page, all the rest share the last."""


def _concatenate(strings: list[str]) -> tuple[bytes, NDArray[np.int32]]:
    """The strings as one UTF-8 buffer, and the positions at which they meet."""
    spans = np.zeros(len(strings) + 1, np.int32)
    joined = "".join(strings)
    if joined.isascii():
        np.cumsum([len(string) for string in strings], out=spans[1:])
        return joined.encode(), spans
    encoded = [to_utf8(string) for string in strings]
    np.cumsum([len(string) for string in encoded], out=spans[1:])
    return b"".join(encoded), spans


def _numbered(names: list[str]) -> tuple[NDArray[np.uint16], tuple[str, ...]]:
    distinct = tuple(dict.fromkeys(names))[: _LAST_NAME + 1]
    numbers = {name: number for number, name in enumerate(distinct)}
    return np.array([numbers.get(name, _LAST_NAME) for name in names], np.uint16), distinct
