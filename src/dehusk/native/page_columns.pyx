# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""The columns of a page, which the parser makes of HTML or which come from elsewhere, opened once for all
native modules.

Here, and only here, it is checked what native code takes for granted of a page: columns come from a
snapshot, from a pickle or from somebody's own program, and whoever believes them writes past an array. Those
that the parser makes are right by themselves, and `fuzz/target.pyx` holds it to that.
"""

from collections import namedtuple

import numpy as np

from dehusk.errors import PageError, PageTooLarge
from dehusk.native.codes import TAG_NAMES

from cpython.bytes cimport PyBytes_AsString
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport INT32_MAX

from dehusk.native.arrays cimport column_of
from dehusk.native.codes cimport T_TEXT


PageColumns = namedtuple(
    "PageColumns",
    "tag parent end depth text text_start text_end attr_row attr_name attr_start attr_end attr_text"
    " tag_names attr_names source_start source_end",
    module="dehusk.native.page_columns",
)
PageColumns.__doc__ = "The columns of a Page, which `dehusk.page.Page` explains."

cdef enum Flaw:
    NO_FLAW
    UNKNOWN_TAG
    STRANGE_PARENT
    STRANGE_END
    TEXT_WITH_ROWS
    WRONG_DEPTH
    TEXT_OUT_OF_PLACE
    TEXT_NOT_OF_ROWS
    TORN_TEXT
    SOURCE_OUTSIDE
    STRANGE_OWNER
    UNKNOWN_NAME
    VALUE_OUTSIDE
    TORN_VALUE

_SENTENCES = {
    UNKNOWN_TAG: "Row {} of the page has a tag without a name.",
    STRANGE_PARENT: "Row {} of the page does not have the row around it as its parent.",
    STRANGE_END: "Row {} of the page ends before it begins or after its parent.",
    TEXT_WITH_ROWS: "Row {} of the page is text and has rows below it.",
    WRONG_DEPTH: "Row {} of the page is not one level below its parent.",
    TEXT_OUT_OF_PLACE: "Row {} of the page has a text that does not follow that of the row before.",
    TEXT_NOT_OF_ROWS: "Row {} of the page has another text than the rows in it.",
    TORN_TEXT: "Row {} of the page has a text that begins or ends inside a character.",
    SOURCE_OUTSIDE: "Row {} of the page stands outside of the source.",
    STRANGE_OWNER: "Attribute {} of the page belongs to no row, or to one before that of the last.",
    UNKNOWN_NAME: "Attribute {} of the page has a number without a name.",
    VALUE_OUTSIDE: "Attribute {} of the page has a value outside of their text.",
    TORN_VALUE: "Attribute {} of the page has a value that begins or ends inside a character.",
}


cdef class CheckedColumns:
    """The columns of a page, which are known to fit together.

    What it says in `columns` are the same numbers in memory that nobody can write to; they live as
    long as it does. Columns that do not fit raise PageError.
    """

    def __cinit__(self, page=None):
        cdef Columns* own = &self.own
        cdef Py_ssize_t rows, attributes
        if page is None:  # the parser fills it
            return
        rows, attributes = count_of(page, "tag"), count_of(page, "attr_row")
        self.columns = columns = PageColumns(
            tag=held(page, "tag", np.uint16, rows),
            parent=held(page, "parent", np.int32, rows),
            end=held(page, "end", np.int32, rows),
            depth=held(page, "depth", np.int32, rows),
            text=text_of(page, "text"),
            text_start=held(page, "text_start", np.int32, rows),
            text_end=held(page, "text_end", np.int32, rows),
            attr_row=held(page, "attr_row", np.int32, attributes),
            attr_name=held(page, "attr_name", np.uint16, attributes),
            attr_start=held(page, "attr_start", np.int32, attributes),
            attr_end=held(page, "attr_end", np.int32, attributes),
            attr_text=text_of(page, "attr_text"),
            tag_names=names_of(page, "tag_names"),
            attr_names=names_of(page, "attr_names"),
            source_start=held(page, "source_start", np.int32, rows),
            source_end=held(page, "source_end", np.int32, rows),
        )
        own.rows, own.attributes = rows, attributes
        own.text, own.text_size = <const uint8_t*>PyBytes_AsString(columns.text), len(columns.text)
        own.attr_text = <const uint8_t*>PyBytes_AsString(columns.attr_text)
        own.attr_size = len(columns.attr_text)
        own.tag = <const uint16_t*>column_of(columns.tag, rows, sizeof(uint16_t))
        own.parent = <const int32_t*>column_of(columns.parent, rows, sizeof(int32_t))
        own.end = <const int32_t*>column_of(columns.end, rows, sizeof(int32_t))
        own.depth = <const int32_t*>column_of(columns.depth, rows, sizeof(int32_t))
        own.text_start = <const int32_t*>column_of(columns.text_start, rows, sizeof(int32_t))
        own.text_end = <const int32_t*>column_of(columns.text_end, rows, sizeof(int32_t))
        own.source_start = <const int32_t*>column_of(columns.source_start, rows, sizeof(int32_t))
        own.source_end = <const int32_t*>column_of(columns.source_end, rows, sizeof(int32_t))
        own.attr_row = <const int32_t*>column_of(columns.attr_row, attributes, sizeof(int32_t))
        own.attr_name = <const uint16_t*>column_of(columns.attr_name, attributes, sizeof(uint16_t))
        own.attr_start = <const int32_t*>column_of(columns.attr_start, attributes, sizeof(int32_t))
        own.attr_end = <const int32_t*>column_of(columns.attr_end, attributes, sizeof(int32_t))
        check(own, len(columns.tag_names), len(columns.attr_names), len(text_of(page, "source")))


cdef Py_ssize_t count_of(page, str name) except -1:
    """How many numbers a column has."""
    column = getattr(page, name)
    if not isinstance(column, np.ndarray) or column.ndim != 1:
        raise PageError(f"The column {name!r} of a page is to be an array of one dimension.")
    if len(column) > INT32_MAX:
        raise PageTooLarge(f"The column {name!r} is longer than a Page can hold.")
    return len(column)


cdef object held(page, str name, kind, Py_ssize_t count):
    """A column in memory that nobody can write to: that of a bytes object, and a copy where it is not."""
    column = getattr(page, name)
    if count_of(page, name) != count or column.dtype != kind:
        raise PageError(
            f"The column {name!r} of a page is to have {count:,} numbers of {np.dtype(kind)},"
            f" not {len(column):,} of {column.dtype}."
        )
    base = column.base
    while type(base) is np.ndarray:
        base = base.base
    flags = column.flags
    if type(column) is np.ndarray and type(base) is bytes and flags.c_contiguous and flags.aligned:
        return column
    return np.ndarray(count, kind, column.tobytes())


cdef bytes text_of(page, str name):
    text = getattr(page, name)
    if type(text) is not bytes:
        raise PageError(f"The {name!r} of a page is to be bytes, not {type(text).__name__}.")
    if len(text) > INT32_MAX:
        raise PageTooLarge(f"The {name!r} of a page has more than 2 GB, which a Page cannot hold.")
    return text


cdef tuple names_of(page, str name):
    """Names of tags or attributes, the tags of HTML first."""
    names = getattr(page, name)
    if type(names) is not tuple or not all([type(one) is str for one in names]):
        raise PageError(f"The {name!r} of a page are to be a tuple of strings.")
    if name == "tag_names" and names[:FIRST_CUSTOM] != TAG_NAMES:
        raise PageError("The 'tag_names' of a page are to begin with those of dehusk.page.tags.")
    try:
        "".join(names).encode()
    except UnicodeEncodeError:
        raise PageError(f"One of the {name!r} of a page has half a character.") from None
    return names


cdef int check(
    const Columns* page, Py_ssize_t tag_names, Py_ssize_t attr_names, Py_ssize_t source_size
) except -1:
    """Raise PageError where the columns do not fit together."""
    cdef Py_ssize_t place = 0
    cdef Flaw flaw
    with nogil:
        flaw = flaw_of_rows(page, tag_names, source_size, &place)
        if flaw == NO_FLAW:
            flaw = flaw_of_attributes(page, attr_names, &place)
    if flaw != NO_FLAW:
        raise PageError(_SENTENCES[flaw].format(place))
    check_utf8(page)
    return 0


cdef inline bint is_torn(const uint8_t* text, Py_ssize_t size, Py_ssize_t at) noexcept nogil:
    """Does a place lie inside of a character?"""
    return at < size and (text[at] & 0xC0) == 0x80


cdef Flaw flaw_of_rows(
    const Columns* page, Py_ssize_t tag_names, Py_ssize_t source_size, Py_ssize_t* place
) noexcept nogil:
    """What is wrong with a row, the first of them."""
    cdef int32_t row, rows = <int32_t>page.rows, above = -1, at = page.text_start[0] if rows else 0
    if at < 0 or at > page.text_size:
        return TEXT_OUT_OF_PLACE
    for row in range(rows):
        place[0] = row
        while above >= 0 and page.end[above] <= row:
            above = page.parent[above]
        if page.tag[row] >= tag_names:
            return UNKNOWN_TAG
        if page.parent[row] != above:
            return STRANGE_PARENT
        if page.end[row] <= row or page.end[row] > (page.end[above] if above >= 0 else rows):
            return STRANGE_END
        if page.depth[row] != (page.depth[above] + 1 if above >= 0 else 0):
            return WRONG_DEPTH
        if page.text_start[row] != at:
            return TEXT_OUT_OF_PLACE
        if page.tag[row] == T_TEXT:
            if page.end[row] != row + 1:
                return TEXT_WITH_ROWS
            if page.text_end[row] < at or page.text_end[row] > page.text_size:
                return TEXT_OUT_OF_PLACE
            if is_torn(page.text, page.text_size, at) or is_torn(page.text, page.text_size, page.text_end[row]):
                return TORN_TEXT
            at = page.text_end[row]
        if not (
            page.source_start[row] == -1 and page.source_end[row] == -1
            or 0 <= page.source_start[row] <= page.source_end[row] <= source_size
        ):
            return SOURCE_OUTSIDE
        above = row
    for row in range(rows):
        place[0] = row
        if page.text_end[row] != (page.text_start[page.end[row]] if page.end[row] < rows else at):
            return TEXT_NOT_OF_ROWS
    return NO_FLAW


cdef Flaw flaw_of_attributes(
    const Columns* page, Py_ssize_t attr_names, Py_ssize_t* place
) noexcept nogil:
    """What is wrong with an attribute, the first of them."""
    cdef Py_ssize_t number
    cdef int32_t before = 0
    for number in range(page.attributes):
        place[0] = number
        if page.attr_row[number] < before or page.attr_row[number] >= page.rows:
            return STRANGE_OWNER
        before = page.attr_row[number]
        if page.attr_name[number] >= attr_names:
            return UNKNOWN_NAME
        if not 0 <= page.attr_start[number] <= page.attr_end[number] <= page.attr_size:
            return VALUE_OUTSIDE
        if is_torn(page.attr_text, page.attr_size, page.attr_start[number]) or is_torn(
            page.attr_text, page.attr_size, page.attr_end[number]
        ):
            return TORN_VALUE
    return NO_FLAW


cdef int check_utf8(const Columns* page) except -1:
    """Raise PageError where what rows and attributes point to is not UTF-8."""
    cdef Py_ssize_t number, first = page.attr_size, last = 0
    for number in range(page.attributes):
        first, last = min(first, page.attr_start[number]), max(last, page.attr_end[number])
    try:
        if page.rows:
            PyUnicode_DecodeUTF8(
                <const char*>page.text + page.text_start[0],
                page.text_end[page.rows - 1] - page.text_start[0],
                NULL,
            )
        if last > first:
            PyUnicode_DecodeUTF8(<const char*>page.attr_text + first, last - first, NULL)
    except UnicodeDecodeError as error:
        raise PageError(f"The text of the page is not UTF-8 ({error.reason}).") from None
    return 0


include "parser/parse.pxi"
