"""HTML to the columns of a Page in one native pass: the parser of the WHATWG standard.

>>> from dehusk.native.page_columns import parse_columns
>>> limits = {"max_rows": 100, "max_depth": 50, "max_attr_length": 1000}
>>> columns = parse_columns(b"<p>Salt &amp; <b>flour", **limits).columns
>>> [columns.tag_names[tag] for tag in columns.tag]
['html', 'head', 'body', 'p', '#text', 'b', '#text']
>>> columns.text
b'Salt & flour'

The tokenizer and the tree construction follow https://html.spec.whatwg.org/multipage/parsing.html
with scripting off. The source is UTF-8; a malformed byte sequence reads as U+FFFD. Nothing here
touches Python objects between the first byte and the last, so the GIL is free all that time, and
nothing recurses.

The parts are included here in their order: `scanning` and constants; `state`, with the
structures, tables and memory; `names`, text and character references; the `tree` with its stacks; the
insertion `modes`; the `tokenizer`. This file then writes the columns, and has what Python sees.

**The tree while it grows.** Nodes, attributes and further pieces of text lie in growing arrays and
name each other by number. A text is a span of the source wherever that is possible; what had to be
decoded (character references, CR, NUL) lies in a side buffer. In a page without misnesting, nodes
are made in document order, and the columns are one sweep over them; otherwise one walk along the
links gives the order.

**Source spans.** A text row spans from its first to its last source byte, also where the text of
several places was merged. An element spans from the `<` of its start tag to the end of its end tag,
or to where the parser closed it; `-1` marks elements that have no start tag of their own (implied
`html`, `head`, `body`, `tbody`, `p` ..., and the copies that the parser makes when it reopens or
splits formatting elements). A foster-parented row keeps the span it has in the source, so it may lie
inside the span of the table that follows it. Content after `</body>` belongs to `body`, which then
ends where the source ends.

**Linear on every input.** Questions about the stack of open elements ("is a `p` in button scope?")
are answered from the topmost open element of each name and from the nearest boundary, which every
entry of the stack knows: no walks. Two bounds keep the rest linear; on pages past them the tree
differs from the standard's:

- Of the active formatting elements after the last marker, only the latest 128 are remembered. An
  older one stays open, but is not reopened once closed, and its end tag is an ordinary end tag.
- The copies of formatting elements and of their attributes together number at most 10,000 plus one
  for every eight bytes of source. From then on nothing is reopened, and the end tag of a formatting
  element closes what is inside it.

Whether two formatting elements are alike (the "Noah's Ark clause") is decided by a 64-bit hash of
their attributes. A page may hold 65,535 different tag names, and as many attribute names; its text
and its attributes may have 2 GB each.
"""

from html.entities import html5 as _HTML5_REFERENCES
from os import urandom

import numpy as np

from dehusk.budget import out_of_time, seconds_left
from dehusk.errors import PageTooLarge
from dehusk.native.codes import TAG_IDS, TAG_NAMES

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memmove, memset

from dehusk.native.codes cimport (
    FIRST_CUSTOM, T_A, T_BASE, T_BASEFONT, T_BGSOUND, T_BODY, T_BR, T_BUTTON, T_CAPTION, T_COL, T_COLGROUP,
    T_DD, T_DT, T_FONT, T_FORM, T_FRAME, T_FRAMESET, T_H1, T_H6, T_HEAD, T_HTML, T_IMG, T_INPUT, T_LI,
    T_LINK, T_MATH, T_META, T_NOBR, T_NOFRAMES, T_NOSCRIPT, T_OL, T_OPTGROUP, T_OPTION, T_P, T_RB, T_RTC, T_RUBY,
    T_SCRIPT, T_SELECT, T_STYLE, T_SVG, T_TABLE, T_TBODY, T_TD, T_TEMPLATE, T_TEXT, T_TFOOT, T_TH, T_THEAD,
    T_TITLE, T_TR, T_UL,
)
from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch

include "scanning.pxi"
include "state.pxi"
include "names.pxi"
include "tree.pxi"
include "modes.pxi"
include "tokenizer.pxi"

# --------------------------------------------------------------------------------------------------
# The columns
# --------------------------------------------------------------------------------------------------

cdef struct Sizes:
    int64_t rows
    int64_t text
    int64_t attrs
    int64_t attr_text

cdef enum:
    COUNTED = -2  # an attribute value whose length is counted and which is not yet written


cdef int32_t* document_order(Parser* p, int32_t* rows) noexcept nogil:
    """The nodes in document order, found by walking the tree; NULL where memory ends."""
    cdef int32_t* order = <int32_t*>malloc(<size_t>p.node_count * sizeof(int32_t))
    cdef int32_t node = p.nodes[0].first, count = 0
    if order == NULL:
        p.status = OUT_OF_MEMORY
        return NULL
    while node != NONE and node != 0:
        order[count] = node
        count += 1
        if not p.nodes[node].flags & HAS_TEXT and p.nodes[node].first != NONE:
            node = p.nodes[node].first
            continue
        while node != 0 and p.nodes[node].next == NONE:
            node = p.nodes[node].parent
        if node != 0:
            node = p.nodes[node].next
    rows[0] = count
    return order


cdef void count_attr(Attr* attr, Sizes* sizes) noexcept nogil:
    sizes.attrs += 1
    if attr.written == NONE:
        attr.written = COUNTED
        sizes.attr_text += attr.length


cdef void measure(Parser* p, const int32_t* order, Sizes* sizes) noexcept nogil:
    cdef int32_t row, index
    cdef Node* node
    for row in range(<int32_t>sizes.rows):
        node = &p.nodes[order[row] if order != NULL else row + 1]
        if node.flags & HAS_TEXT:
            sizes.text += node.last
            index = node.extra
            while index != NONE:
                sizes.text += p.pieces[index].length
                index = p.pieces[index].next
        else:
            for index in range(node.extra, node.extra + node.extra_count):
                count_attr(&p.attrs[index], sizes)
    for index in range(p.late_count):
        count_attr(&p.late[index].attr, sizes)
    if sizes.text > 0x7FFFFFF0 or sizes.attr_text > 0x7FFFFFF0:
        p.status = TEXT_TOO_LONG


cdef struct Output:
    uint16_t* tag
    int32_t* parent
    int32_t* end
    int32_t* depth
    uint8_t* text
    int32_t* text_start
    int32_t* text_end
    int32_t* attr_row
    uint16_t* attr_name
    int32_t* attr_start
    int32_t* attr_end
    uint8_t* attr_text
    int32_t* source_start
    int32_t* source_end
    # Numbers of names as they stand in the columns: in order of first use, 0 where not yet used.
    int32_t* tag_numbers
    int32_t* attr_numbers
    int32_t tags_used
    int32_t attrs_used
    # How far the side tables are filled
    int32_t attr_at
    int32_t attr_text_at
    int32_t text_at


cdef inline void write_text(Parser* p, Output* out, int32_t start, int32_t length) noexcept nogil:
    memcpy(out.text + out.text_at, text_at(p, start), length)
    out.text_at += length


cdef void write_attr(Parser* p, Output* out, int32_t row, Attr* attr) noexcept nogil:
    cdef int32_t number = out.attr_numbers[attr.name]
    if not number:
        out.attrs_used += 1
        number = out.attr_numbers[attr.name] = out.attrs_used
    if attr.written == COUNTED:
        # Copies of an element share their values.
        attr.written = out.attr_text_at
        memcpy(out.attr_text + attr.written, text_at(p, attr.start), attr.length)
        out.attr_text_at += attr.length
    out.attr_row[out.attr_at] = row
    out.attr_name[out.attr_at] = <uint16_t>(number - 1)
    out.attr_start[out.attr_at] = attr.written
    out.attr_end[out.attr_at] = attr.written + attr.length
    out.attr_at += 1


cdef inline uint16_t tag_number(Output* out, int32_t tag) noexcept nogil:
    if tag < FIRST_CUSTOM:
        return <uint16_t>tag
    if not out.tag_numbers[tag - FIRST_CUSTOM]:
        out.tags_used += 1
        out.tag_numbers[tag - FIRST_CUSTOM] = FIRST_CUSTOM + out.tags_used - 1
    return <uint16_t>out.tag_numbers[tag - FIRST_CUSTOM]


cdef void write_columns(
    Parser* p, const int32_t* order, int32_t rows, Output* out, const int32_t* positions
) noexcept nogil:
    """Fill the columns; `positions` maps offsets of a repaired source to those of the given one."""
    cdef int32_t row, index, number, parent, depth
    cdef Node* node
    for row in range(rows):
        if stopped(p, ROW):
            return
        number = order[row] if order != NULL else row + 1
        node = &p.nodes[number]
        node.open = row
        parent = p.nodes[node.parent].open
        depth = 0 if parent == NONE else out.depth[parent] + 1
        if depth >= p.max_depth:
            p.status = TOO_DEEP
            return
        out.tag[row] = tag_number(out, node.tag)
        out.parent[row] = parent
        out.depth[row] = depth
        out.end[row] = row + 1
        out.text_start[row] = out.text_at
        if positions != NULL and node.source_start != NONE:
            out.source_start[row] = positions[node.source_start]
            out.source_end[row] = positions[node.source_end]
        else:
            out.source_start[row] = node.source_start
            out.source_end[row] = node.source_end
        if node.flags & HAS_TEXT:
            write_text(p, out, node.first, node.last)
            index = node.extra
            while index != NONE:
                write_text(p, out, p.pieces[index].start, p.pieces[index].length)
                index = p.pieces[index].next
        else:
            for index in range(node.extra, node.extra + node.extra_count):
                write_attr(p, out, row, &p.attrs[index])
            if p.late_count and (node.tag == T_HTML or node.tag == T_BODY):
                for index in range(p.late_count):
                    if p.late[index].node == number:
                        write_attr(p, out, row, &p.late[index].attr)
    for row in range(rows - 1, 0, -1):
        parent = out.parent[row]
        if parent != NONE and out.end[parent] < out.end[row]:
            out.end[parent] = out.end[row]
    for row in range(rows):
        index = out.end[row]
        out.text_end[row] = out.text_start[index] if index < rows else out.text_at


cdef int32_t repaired_length(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """How long a malformed source is with U+FFFD in the broken places; NONE past 2 GB."""
    cdef int64_t length = 0
    cdef int step
    cdef bint valid = False
    while at < end:
        step = sequence_length(at, end, &valid)
        length += step if valid else 3
        at += step
    return <int32_t>length if length < 0x7FFFFFF0 else <int32_t>NONE


cdef void repair(
    const uint8_t* source, int32_t size, uint8_t* repaired, int32_t* positions
) noexcept nogil:
    cdef int32_t at = 0, to = 0, index, step, width
    cdef bint valid = False
    while at < size:
        step = sequence_length(source + at, source + size, &valid)
        if valid:
            width = step
            memcpy(repaired + to, source + at, step)
        else:
            width = 3
            memcpy(repaired + to, b"\xef\xbf\xbd", 3)
        for index in range(width):
            positions[to + index] = at
        at += step
        to += width
    repaired[to] = 0
    positions[to] = size


# --------------------------------------------------------------------------------------------------
# What Python sees
# --------------------------------------------------------------------------------------------------

cdef object raise_status(Parser* p):
    cdef Status status = p.status
    if status == STOPPED:
        raise_if_stopped(&p.watch, out_of_time, "parsing")
    if status == OUT_OF_MEMORY:
        raise MemoryError
    if status == TOO_MANY_ROWS:
        raise PageTooLarge(
            f"The page has more than {p.max_rows:,} rows; raise Limits.rows to parse it."
        )
    if status == TOO_DEEP:
        raise PageTooLarge(
            f"The page is nested more than {p.max_depth:,} levels deep; raise Limits.depth to parse it."
        )
    if status == ATTRIBUTE_TOO_LONG:
        raise PageTooLarge(
            f"The page has an attribute of more than {p.max_attr_length:,} bytes;"
            " raise Limits.attribute_length to parse it."
        )
    if status == TEXT_TOO_LONG:
        raise PageTooLarge("The page has more than 2 GB of text, which a Page cannot hold.")


cdef list names_in_order(Names* names, int32_t* numbers, int32_t first, int32_t used):
    """The names that the columns use, in the order of their numbers there."""
    cdef list ordered = [None] * used
    cdef int32_t index
    cdef Name* entry
    for index in range(names.count):
        if numbers[index]:
            entry = &names.entries[index]
            ordered[numbers[index] - first] = (
                (<const char*>names.bytes)[entry.offset : entry.offset + entry.length]
            ).decode()
    return ordered


cdef struct Parsed:
    # A document on its way to columns; `read_document` fills it, `close_document` frees it.
    Parser parser
    Sizes sizes
    Output out
    int32_t* order      # the nodes in document order, NULL where they lie so
    uint8_t* repaired   # the source as UTF-8, and where each of its bytes was, where it was malformed
    int32_t* positions


cdef bint repair_source(Parsed* parsed, const uint8_t** text, int32_t* size) noexcept nogil:
    cdef int32_t length = repaired_length(text[0], text[0] + size[0])
    if length == NONE:
        parsed.parser.status = TEXT_TOO_LONG
        return False
    parsed.repaired = <uint8_t*>malloc(<size_t>length + 1)
    parsed.positions = <int32_t*>malloc((<size_t>length + 1) * sizeof(int32_t))
    if parsed.repaired == NULL or parsed.positions == NULL:
        parsed.parser.status = OUT_OF_MEMORY
        return False
    repair(text[0], size[0], parsed.repaired, parsed.positions)
    text[0], size[0] = parsed.repaired, length
    return True


cdef void read_document(
    Parsed* parsed, const uint8_t* text, int32_t size, bint is_valid
) noexcept nogil:
    """Parse a source and measure its columns: all up to where they need memory of Python's."""
    cdef Parser* p = &parsed.parser
    cdef int32_t rows
    if not is_valid and not is_utf8(text, text + size) and not repair_source(parsed, &text, &size):
        return
    if not open_parser(p, text, size):
        return
    parse(p)
    if p.status != OK:
        return
    rows = p.node_count - 1
    if p.reordered:
        parsed.order = document_order(p, &rows)
    parsed.sizes.rows = rows
    if p.status == OK:
        measure(p, parsed.order, &parsed.sizes)
    parsed.out.tag_numbers = <int32_t*>calloc(p.tag_names.count + 1, sizeof(int32_t))
    parsed.out.attr_numbers = <int32_t*>calloc(p.attr_names.count + 1, sizeof(int32_t))
    if parsed.out.tag_numbers == NULL or parsed.out.attr_numbers == NULL:
        p.status = OUT_OF_MEMORY


cdef void close_document(Parsed* parsed) noexcept nogil:
    close_parser(&parsed.parser)
    free(parsed.order)
    free(parsed.out.tag_numbers)
    free(parsed.out.attr_numbers)
    free(parsed.repaired)
    free(parsed.positions)


cdef object columns_of_document(Parsed* parsed):
    """The columns of a document; None where that is not to be."""
    cdef Parser* p = &parsed.parser
    cdef Output* out = &parsed.out
    cdef const Sizes* sizes = &parsed.sizes
    cdef Py_ssize_t rows = sizes.rows
    cdef Columns own
    cdef bytes text = PyBytes_FromStringAndSize(NULL, sizes.text)
    cdef bytes attr_text = PyBytes_FromStringAndSize(NULL, sizes.attr_text)
    # Arrays over bytes are read-only from the start, and know where their memory is.
    cdef bytes tags = PyBytes_FromStringAndSize(NULL, rows * sizeof(uint16_t))
    cdef bytes of_rows = PyBytes_FromStringAndSize(NULL, 7 * rows * sizeof(int32_t))
    cdef bytes names = PyBytes_FromStringAndSize(NULL, sizes.attrs * sizeof(uint16_t))
    cdef bytes of_attrs = PyBytes_FromStringAndSize(NULL, 3 * sizes.attrs * sizeof(int32_t))
    cdef int32_t* column = <int32_t*>PyBytes_AsString(of_rows)
    out.text = <uint8_t*>PyBytes_AsString(text)
    out.attr_text = <uint8_t*>PyBytes_AsString(attr_text)
    out.tag = <uint16_t*>PyBytes_AsString(tags)
    out.parent, out.end, out.depth = column, column + rows, column + 2 * rows
    out.text_start, out.text_end = column + 3 * rows, column + 4 * rows
    out.source_start, out.source_end = column + 5 * rows, column + 6 * rows
    column = <int32_t*>PyBytes_AsString(of_attrs)
    out.attr_name = <uint16_t*>PyBytes_AsString(names)
    out.attr_row, out.attr_start, out.attr_end = column, column + sizes.attrs, column + 2 * sizes.attrs
    with nogil:
        write_columns(p, parsed.order, <int32_t>rows, out, parsed.positions)
    if p.status != OK:
        return None
    if FIRST_CUSTOM + out.tags_used > 0xFFFF or out.attrs_used > 0xFFFF:
        raise PageTooLarge(
            "The page has more than 65,535 different tag or attribute names,"
            " which a Page cannot hold."
        )
    tag_names = TAG_NAMES + tuple(
        names_in_order(&p.tag_names, out.tag_numbers, FIRST_CUSTOM, out.tags_used)
    )
    attr_names = tuple(names_in_order(&p.attr_names, out.attr_numbers, 1, out.attrs_used))
    tag, attr_name = np.ndarray(rows, np.uint16, tags), np.ndarray(sizes.attrs, np.uint16, names)
    # Taken by number: an array that is unpacked ends with an exception, which costs more than its rows.
    by_row = np.ndarray((7, rows), np.int32, of_rows)
    by_attr = np.ndarray((3, sizes.attrs), np.int32, of_attrs)
    columns = PageColumns(
        tag=tag, parent=by_row[0], end=by_row[1], depth=by_row[2],
        text=text, text_start=by_row[3], text_end=by_row[4],
        attr_row=by_attr[0], attr_name=attr_name, attr_start=by_attr[1], attr_end=by_attr[2],
        attr_text=attr_text, tag_names=tag_names, attr_names=attr_names,
        source_start=by_row[5], source_end=by_row[6],
    )
    own = Columns(
        rows=rows, tag=out.tag, parent=out.parent, end=out.end, depth=out.depth,
        text_start=out.text_start, text_end=out.text_end,
        source_start=out.source_start, source_end=out.source_end,
        text=out.text, text_size=sizes.text, attributes=sizes.attrs,
        attr_row=out.attr_row, attr_name=out.attr_name, attr_start=out.attr_start, attr_end=out.attr_end,
        attr_text=out.attr_text, attr_size=sizes.attr_text,
    )
    return columns_of_parser(columns, &own)


def parse_columns(
    bytes source not None,
    *,
    int64_t max_rows,
    int64_t max_depth,
    int64_t max_attr_length,
    bint is_valid=False,
):
    """Parse an HTML document, given as UTF-8, into the columns of a Page, opened for native code.

    Broken UTF-8 is repaired, unless the caller has made sure that it `is_valid`.
    Raises `PageTooLarge` for a page with more rows, deeper nesting or longer attributes than given.
    """
    cdef Parsed parsed
    cdef Parser* p = &parsed.parser
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AsString(source)
    cdef int32_t size
    if len(source) > 0x7FFFFF00:
        raise PageTooLarge("The page has more than 2 GB, which a Page cannot hold.")
    size = <int32_t>len(source)
    memset(&parsed, 0, sizeof(Parsed))
    start_watch(&p.watch, seconds_left())
    p.max_rows, p.max_depth, p.max_attr_length = max_rows, max_depth, max_attr_length
    try:
        with nogil:
            read_document(&parsed, text, size, is_valid)
        columns = columns_of_document(&parsed) if p.status == OK else None
        if columns is None:
            raise_status(p)
        return columns
    finally:
        close_document(&parsed)


def is_valid_utf8(bytes source not None):
    """Whether all of a source is UTF-8.

    >>> is_valid_utf8("é".encode()), is_valid_utf8("é".encode("latin-1"))
    (True, False)
    """
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AsString(source)
    return bool(is_utf8(text, text + len(source)))
