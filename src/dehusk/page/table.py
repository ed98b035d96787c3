"""A page as a table: one row a node, in document order.

>>> from dehusk import parse
>>> page = parse("<h1>Bread</h1><p>Flour, <b>water</b>, salt.</p>")
>>> [page.tag_name(row) for row in range(len(page))]
['html', 'head', 'body', 'h1', '#text', 'p', '#text', 'b', '#text', '#text']
>>> page.text_of(5)
'Flour, water, salt.'

Rows are in preorder, so the subtree of row `i` is the slice `i:end[i]`, and every sum over a
subtree is a difference of two prefix sums: linear in the page, with no recursion at any depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dehusk.errors import PageError
from dehusk.lazy import lazy
from dehusk.native.codes import RowFlag, ScanRole
from dehusk.native.find import attribute
from dehusk.native.page_columns import CheckedColumns
from dehusk.native.scan import Scan, rows_inside
from dehusk.native.xpath import Locations
from dehusk.page.tags import (
    BLOCK,
    INERT,
    PICTURES,
    PREFORMATTED,
    SEPARATING_INLINE,
    Tag,
    TagSet,
    roles_of_tags,
)

if TYPE_CHECKING:
    from dehusk.page.json_ld import JsonLd

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Counts = NDArray[np.int64]
Tags = NDArray[np.uint16]

_ROLES = roles_of_tags(
    ScanRole,
    {
        ScanRole.TEXT: TagSet("#text"),
        ScanRole.INERT: INERT,
        ScanRole.BLOCK: BLOCK,
        ScanRole.BREAK: TagSet("br"),
        ScanRole.FRAME: TagSet("iframe"),
        ScanRole.SET_APART: SEPARATING_INLINE,
        ScanRole.PICTURE: PICTURES | TagSet("br"),
        ScanRole.PREFORMATTED: PREFORMATTED,
    },
)


def freeze(table: object) -> None:
    """Make every array of a dataclass read-only."""
    for value in vars(table).values():
        if isinstance(value, np.ndarray):
            value.setflags(write=False)


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """What a browser made of the page: a table beside it, row for row.

    `box` holds x, y, width and height in CSS pixels of the whole document; rows that were not
    rendered have `rendered` False and a box of zeros. `display`, `visibility` and `white_space` are
    numbers into `keywords`. Columns that do not fit together raise `PageError`.
    """

    box: NDArray[np.float32]
    rendered: Bools
    display: NDArray[np.uint8]
    visibility: NDArray[np.uint8]
    white_space: NDArray[np.uint8]
    opacity: NDArray[np.float32]
    font_size: NDArray[np.float32]
    keywords: tuple[str, ...]
    window: tuple[int, int]
    document: tuple[int, int]

    def __post_init__(self) -> None:
        _check_layout(self)
        freeze(self)

    def __repr__(self) -> str:
        return f"<Layout of {len(self.box)} rows, window {self.window}, document {self.document}>"


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """The facts of a page in read-only columns. `dehusk.parse` makes one.

    A row is an element or a text. Comments, doctypes and processing instructions make no rows.
    `text` is all text in document order as UTF-8, so the text inside *any* row, element or not, is
    one slice: `text[text_start[row]:text_end[row]]`. Attributes stand in a table of their own,
    ordered by row. `source` is the document as UTF-8; `source_start` and `source_end` say where a
    row stands in it, -1 where that is not known.

    Native code believes the columns. Whatever way a page is made, they are checked then, and held in
    memory that nobody can write to; `PageError` says which row is wrong.
    """

    tag: Tags
    parent: Ints
    end: Ints
    depth: Ints
    text: bytes
    text_start: Ints
    text_end: Ints
    attr_row: Ints
    attr_name: NDArray[np.uint16]
    attr_start: Ints
    attr_end: Ints
    attr_text: bytes
    tag_names: tuple[str, ...]
    attr_names: tuple[str, ...]
    source_start: Ints
    source_end: Ints
    source: bytes
    url: str | None = None
    encoding: str = "utf-8"
    layout: Layout | None = None

    def __post_init__(self) -> None:
        self._hold(CheckedColumns(self))
        _check_rest(self)

    @classmethod
    def of_columns(
        cls, columns: CheckedColumns, source: bytes, url: str | None, encoding: str
    ) -> Page:
        """The page with the columns of our parser, which need no check.

        To set its fields one by one, as a frozen class does, would take longer than a tenth of parsing.
        """
        page = cls.__new__(cls)
        vars(page).update(source=source, url=url, encoding=encoding, layout=None)
        page._hold(columns)
        return page

    def _hold(self, columns: CheckedColumns) -> None:
        vars(self).update(columns.columns._asdict(), page_columns=columns)

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        rendered = ", rendered" if self.layout is not None else ""
        return f"<Page of {len(self)} rows, {len(self.text)} bytes of text{rendered}>"

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.__post_init__()

    # One row

    def tag_name(self, row: int) -> str:
        """The tag of a row, `"#text"` for text."""
        return self.tag_names[int(self.tag[row])]

    def text_of(self, row: int) -> str:
        """All text inside a row, as the DOM's `textContent`."""
        return self.text[self.text_start.item(row) : self.text_end.item(row)].decode()

    def attributes(self, row: int) -> dict[str, str]:
        """The attributes of a row."""
        first, last = self.attr_row.searchsorted((row, row + 1)).tolist()
        return {
            self.attr_names[self.attr_name[index]]: self._attr_value(index)
            for index in range(first, last)
        }

    def attribute(self, row: int, name: str) -> str | None:
        """One attribute of a row, None where it is absent."""
        return attribute(self, row, name)

    def children(self, row: int) -> Ints:
        """The rows directly below a row."""
        first, last = self._child_first[row + 1], self._child_first[row + 2]
        return self._rows_by_parent[first:last]

    def first_children(self, row: int, most: int) -> list[int]:
        """The first rows directly below a row, without an index of all children of the page."""
        found: list[int] = []
        child, end, ends = row + 1, self.end.item(row), self.end.item
        while child < end and len(found) < most:
            found.append(child)
            child = ends(child)
        return found

    def siblings(self, row: int) -> Ints:
        """The rows that share a row's parent, itself among them."""
        parent = self.parent[row]
        return self.children(int(parent)) if parent >= 0 else np.zeros(1, np.int32)

    def ancestors(self, row: int) -> Iterator[int]:
        """The rows above a row, the nearest first."""
        parent = self.parent.item
        above = parent(row)
        while above >= 0:
            yield above
            above = parent(above)

    def subtree(self, row: int) -> slice:
        """The rows of an element and of everything in it."""
        return slice(row, int(self.end[row]))

    def xpath(self, row: int) -> str:
        """Where a row stands in the tree: `/html/body/div[2]/p/text()[1]`.

        A step has a number when siblings of the same name need one to be told apart. A path of more
        than `LONGEST_XPATH` characters, or with a name that XPath has no way to write, is told by
        number instead, `(//*)[48123]`: so a page of any depth gives paths that are short and unique.
        """
        return self.locations.xpath(row)

    def source_span(self, row: int) -> tuple[int, int] | None:
        """The bytes of `source` that a row came from, None where that is not known."""
        if self.source_start[row] < 0 or self.source_end[row] < 0:
            return None
        return int(self.source_start[row]), int(self.source_end[row])

    # Whole columns

    @lazy
    def attr_numbers(self) -> dict[str, int]:
        """The number of each attribute name: where it stands in `attr_names`."""
        return dict(zip(self.attr_names, range(len(self.attr_names)), strict=True))

    def with_flag(self, flag: RowFlag) -> Bools:
        """The rows with a mark; `native/scan.pyx` explains each."""
        return _frozen(self.scan.row_flags[:-1] & flag.value != 0)

    @lazy
    def leaves(self) -> Bools:
        """The rows with nothing below them: text, images, breaks, empty elements."""
        return self.with_flag(RowFlag.LEAF)

    @lazy
    def is_text(self) -> Bools:
        """The text rows."""
        return _frozen(self.tag == Tag.TEXT)

    @lazy
    def is_inert(self) -> Bools:
        """The rows that a browser never shows: inside scripts, styles and templates, and the raw
        text that old browsers would show instead of a frame."""
        return self.with_flag(RowFlag.INERT)

    @lazy
    def next_sibling(self) -> Ints:
        """The row of each row's next sibling, -1 for the last."""
        rows = self._rows_by_parent
        following = np.full(len(self), -1, np.int32)
        same_parent = self.parent[rows[1:]] == self.parent[rows[:-1]]
        following[rows[:-1][same_parent]] = rows[1:][same_parent]
        return _frozen(following)

    @lazy
    def previous_sibling(self) -> Ints:
        """The row of each row's previous sibling, -1 for the first."""
        previous = np.full(len(self), -1, np.int32)
        rows = np.flatnonzero(self.next_sibling >= 0)
        previous[self.next_sibling[rows]] = rows
        return _frozen(previous)

    def subtree_sum(self, values: ArrayLike) -> NDArray[Any]:
        """For each row the sum of `values` over its subtree, itself included."""
        column = np.asarray(values)
        sums = np.zeros(len(column) + 1, np.int64 if column.dtype.kind in "bui" else np.float64)
        np.cumsum(column, out=sums[1:])
        return sums[self.end] - sums[:-1]

    def mask_of(self, rows: ArrayLike | slice) -> Bools:
        """Some rows as a mask over all.

        >>> from dehusk.page.parse import parse
        >>> parse("<p>Tea").mask_of([3]).tolist()
        [False, False, False, True, False]
        """
        mask = np.zeros(len(self), bool)
        mask[rows if isinstance(rows, slice) else np.asarray(rows, np.intp)] = True
        return mask

    def inside(self, mask: Bools) -> Bools:
        """The rows that are in `mask` or below a row of it."""
        return rows_inside(self.end, mask)

    def below(self, mask: Bools) -> Bools:
        """The rows with a row of `mask` above them."""
        below = self.inside(mask)[self.parent]
        below[0] = False
        return below

    def nearest_ancestor(self, mask: Bools) -> Ints:
        """For each row the nearest row above it that is in `mask`, -1 where there is none."""
        above = self.parent.copy()
        while True:
            undecided = np.flatnonzero((above >= 0) & ~mask[above])
            if not len(undecided):
                return above
            above[undecided] = above[above[undecided]]

    def with_attribute(self, name: str) -> tuple[Ints, list[str]]:
        """The rows that have an attribute, and its value on each."""
        indexes = np.flatnonzero(self.attr_name == self.attr_numbers.get(name, -1))
        return self.attr_row[indexes], [self._attr_value(index) for index in indexes.tolist()]

    def rows_with_tag(self, tag: int) -> NDArray[np.intp]:
        """The rows with one tag, in document order."""
        return np.flatnonzero(self.tag == int(tag))  # NumPy takes long to see that a Tag is one

    # What the methods above stand on

    @lazy
    def page_columns(self) -> CheckedColumns:
        """The columns for native code."""
        return CheckedColumns(self)

    @lazy
    def scan(self) -> Scan:
        """What readers see of each row: `native/scan.pyx` says what its marks mean."""
        return Scan(self, _ROLES)

    @lazy
    def json_ld(self) -> JsonLd:
        """What the page says of itself in JSON-LD."""
        from dehusk.page.json_ld import JsonLd  # not loaded for a page that nobody asks for it

        return JsonLd(self)

    @lazy
    def _rows_by_parent(self) -> Ints:
        return np.argsort(self.parent, kind="stable").astype(np.int32)

    @lazy
    def _child_first(self) -> NDArray[np.intp]:
        parents = self.parent[self._rows_by_parent]
        return np.searchsorted(parents, np.arange(-1, len(self) + 1))

    def _attr_value(self, index: int) -> str:
        return self.attr_text[self.attr_start[index] : self.attr_end[index]].decode()

    @lazy
    def locations(self) -> Locations:
        """Where rows stood: `locations.of((first, last))` is their XPath and the span of their bytes."""
        return Locations(self)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


FURTHEST = 1e9
"""The place, size or style furthest from zero that a layout may have; Chromium's are below 4e7."""


def _check_layout(layout: Layout) -> None:
    """Raise PageError where the columns of a layout do not fit together."""
    rows = len(layout.rendered) if isinstance(layout.rendered, np.ndarray) else 0
    words = layout.keywords
    if not isinstance(words, tuple) or not all(isinstance(word, str) for word in words):
        raise PageError("The keywords of a layout are to be a tuple of strings.")
    for name, kind, shape in (
        ("box", np.float32, (rows, 4)),
        ("rendered", np.bool_, (rows,)),
        ("display", np.uint8, (rows,)),
        ("visibility", np.uint8, (rows,)),
        ("white_space", np.uint8, (rows,)),
        ("opacity", np.float32, (rows,)),
        ("font_size", np.float32, (rows,)),
    ):
        column = getattr(layout, name)
        if not isinstance(column, np.ndarray) or column.dtype != kind or column.shape != shape:
            raise PageError(
                f"The column {name!r} of a layout is to be {shape} of {np.dtype(kind)}."
            )
        if kind is np.float32 and not (np.abs(column) <= FURTHEST).all():
            raise PageError(f"The column {name!r} of a layout has a number that no browser gives.")
        if kind is np.uint8 and (column >= len(layout.keywords)).any():
            raise PageError(f"The column {name!r} of a layout has a number without a keyword.")
    for size in (layout.window, layout.document):
        if (
            not isinstance(size, tuple)
            or len(size) != 2
            or not all(isinstance(one, int) and -FURTHEST <= one <= FURTHEST for one in size)
        ):
            raise PageError(f"The window or the document of a layout is {size!r} pixels large.")


def _check_rest(page: Page) -> None:
    """Raise PageError where what native code does not read is not what it should be."""
    if page.layout is not None and (
        not isinstance(page.layout, Layout) or len(page.layout.rendered) != len(page)
    ):
        raise PageError(f"The layout of a page is to be one of its {len(page):,} rows.")
    if not isinstance(page.url, str | None) or not isinstance(page.encoding, str):
        raise PageError("The url of a page is to be a string or None, its encoding a string.")
