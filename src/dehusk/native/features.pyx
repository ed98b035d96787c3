# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""The columns of `dehusk.extractors.default.features`, in a few passes over a page and with the GIL released.

The files of `dehusk.extractors.default.features` say what each column means, and have what is a matter of words
and tags (the vocabulary of hints, the kinds of characters), which comes here as `Tables`.

A page whose blocks `dehusk.native.scan` has numbered goes through these steps:

1. Rows, in document order: what a row inherits from its parent, what its attributes say, and what its
   text adds to its block.
2. Blocks: prefix sums over them, so that a sum over any element is a difference of two.
3. Rows again: containers, which are the widest elements of the same blocks, and siblings of the same
   make.
4. The matrix, a row for each block, one function for each file of `dehusk.extractors.default.features`.

The parts, in `features/`: `columns` names what is written, `structures` what is remembered, `tables` what is known
beforehand; `names` and `text` read attributes and texts; `rows`, `blocks`, `around` and `scored` are the
first three steps, `writing` is the last.
"""

from collections import namedtuple
from os import urandom

import numpy as np

from dehusk.budget import out_of_time, seconds_left
from dehusk.native.codes import FIRST_CUSTOM, Tag
from dehusk.native.scan import blocks_of

from cpython.bytearray cimport PyByteArray_AsString
from cpython.bytes cimport PyBytes_AsString
from libc.math cimport log, log1p, sqrt
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from dehusk.native.arrays cimport column_of, memory_of
from dehusk.native.characters cimport decode, has_no_width, is_unspaced
from dehusk.native.codes cimport (
    AT_SIGN, BLANK, COMMA, COPYRIGHT, CURRENCY, DIGIT, VISIBLE, SEPARATOR, STOP, UNSPACED,
)
from dehusk.native.hiding cimport aria_hides, hidden_hides, is_ascii_space, past_spaces, style_hides
from dehusk.native.page_columns cimport Columns, columns_of
from dehusk.native.scan cimport is_shown, row_flags_of
from dehusk.native.watch cimport GOING, ROW, Watch, passed, raise_if_stopped, start_watch


cdef enum:
    NONE = -1
    LEVELS_UP = 6
    TOPS = 4
    SIBLING_LEVELS = 5
    PATH_LENGTH = 4
    GOOD_WORDS = 10
    NAME_LENGTH = 300
    SECTIONS = 3
    NEARBY_KINDS = 5
    NEARBY_APART = 8  # from the counts of a row to those of the next
    NEARBY_LEVELS = 4
    LEAST_RECORDS = 3
    TABLED_LOGS = 4096
    SCORED_LEVELS = 5

cdef double GOOD_LINK_SHARE = 0.33
cdef double LEAST_BLOCKS = 1.5  # of a record
cdef int[SECTIONS] SECTION_LEVELS = [2, 3, 6]
cdef double[TOPS] TOP_SHARES = [0.3, 0.5, 0.7, 0.9]
cdef int[2] OFFSETS = [-1, 1]
cdef int[2] WINDOWS = [3, 10]
cdef double[SCORED_LEVELS] SCORED_SHARES = [1, 2, 6, 9, 12]

cdef enum:
    # Tags of which a page's number is a column, as places in Work.tags_seen.
    SEEN_HEADING
    SEEN_H1
    SEEN_P
    SEEN_LI
    SEEN_IMG
    SEEN_TABLE
    SEEN_CONTROL
    SEEN_ARTICLE
    SEEN_MAIN
    SEEN_CODE
    SEEN_KINDS

cdef enum:
    # What records are asked for among the nearby elements.
    IMAGES = 0
    HEADINGS_INSIDE = 3

cdef enum:
    COUNTED = STOP | COMMA | DIGIT | SEPARATOR | CURRENCY | COPYRIGHT

cdef uint64_t BEYOND_ASCII = 0x8080808080808080
cdef uint64_t ONE_INK = 1  # in the first of these bytes:

cdef enum:
    # Which byte of a number counts what in ASCII.
    LANE_INK
    LANE_STOP
    LANE_COMMA
    LANE_DIGIT
    LANE_SEPARATOR
    LANE_CURRENCY
    LANE_AT_SIGN

cdef enum:
    # What an attribute is read for.
    NOT_READ = 0
    NAMES_CLASS = 1
    NAMES = 2
    HIDES = 3
    ARIA_HIDES = 4
    STYLES = 5

cdef enum:
    # What a row is, as bits of Row.flags, which the rows below inherit.
    ROW_LINKED = 1
    ROW_HIDDEN = 2


include "features/columns.pxi"
include "features/structures.pxi"
include "features/tables.pxi"
include "features/names.pxi"
include "features/text.pxi"
include "features/rows.pxi"
include "features/blocks.pxi"
include "features/around.pxi"
include "features/scored.pxi"
include "features/writing.pxi"


BlockTable = namedtuple(
    "BlockTable",
    "features block_of first_row end_row shown_leaves enclosing_block words visible_chars linked stops commas good template_id text_id",
    module="dehusk.native.features",
)
BlockTable.__doc__ = "The text blocks of a page, what was counted in them, and their features."


def describe(Tables tables not None, page, int columns):
    """The text blocks of a page, with a matrix of `columns` columns, the first of them filled."""
    cdef Work work
    cdef bytearray attr_role = roles_of(tables, page.attr_names)
    cdef const Columns* own = columns_of(page)
    cdef Py_ssize_t rows = own.rows
    cdef bint done = True
    cdef float* matrix
    memset(&work, 0, sizeof(Work))
    start_watch(&work.watch, seconds_left())
    block_of, first_row, end_row = blocks_of(page)
    shown_leaves = np.empty(rows, np.bool_)
    if rows:
        work.row_flags = row_flags_of(page)
        work.blocks = <int32_t>len(first_row)
        work.block_of = <const int32_t*>column_of(block_of, rows, sizeof(int32_t))
        work.first_row = <const int32_t*>column_of(first_row, work.blocks, sizeof(int32_t))
        work.end_row = <const int32_t*>column_of(end_row, work.blocks, sizeof(int32_t))
        work.shown_leaf = <uint8_t*>memory_of(shown_leaves)
        work.rows = <int32_t>rows
        work.tag, work.parent, work.end, work.depth = own.tag, own.parent, own.end, own.depth
        work.text, work.text_start, work.text_end = own.text, own.text_start, own.text_end
        work.attrs = <int32_t>own.attributes
        work.attr_row, work.attr_name = own.attr_row, own.attr_name
        work.attr_start, work.attr_end = own.attr_start, own.attr_end
        work.attr_text = own.attr_text
        work.attr_role = <const uint8_t*>PyByteArray_AsString(attr_role)
    features = np.empty((work.blocks, columns), np.float32)
    matrix = <float*>memory_of(features)
    try:
        with nogil:
            if rows:
                done = look_at_page(tables, &work)
            if done and work.blocks and work.watch.outcome == GOING:
                write_matrix(tables, &work, matrix, columns)
        raise_if_stopped(&work.watch, out_of_time, "computing features")
        if not done:
            raise MemoryError
        edges = first_row, end_row
        return table_of(&work, features, block_of, edges, shown_leaves)
    finally:
        free(work.row)
        free(work.blocks_before)
        free(work.block)
        free(work.sums)
        free(work.until_good)
        free(work.templates)
        free(work.names)
        free(work.name_slots)
        free(work.siblings)
        free(work.container)
        free(work.nearby_before)
        free(work.score)


cdef bytearray roles_of(Tables tables, tuple names):
    """For each name of an attribute what it is read for."""
    cdef bytearray roles = bytearray(len(names))
    cdef Py_ssize_t number
    for number in range(len(names)):
        role = tables.roles.get(names[number])
        if role is not None:
            roles[number] = role
    return roles


cdef bint look_at_page(Tables tables, Work* work) noexcept nogil:
    work.names_count = 1
    work.row = <Row*>calloc(work.rows, sizeof(Row))
    work.block = <Block*>calloc(work.blocks + 1, sizeof(Block))
    work.blocks_before = <int32_t*>malloc((work.rows + 1) * sizeof(int32_t))
    if work.row == NULL or work.block == NULL or work.blocks_before == NULL:
        return False
    if not read_rows(tables, work):
        return False
    if not work.blocks:
        return True
    if not (
        set_up_sums(tables, work)
        and count_nearby_elements(tables, work)
        and find_alike(work)
        and find_siblings(work)
        and find_containers(work)
        and score_elements(tables, work)
    ):
        return False
    find_records(work)
    find_tops(work)
    return True


cdef object table_of(Work* work, features, block_of, edges, shown_leaves):
    cdef Py_ssize_t count = work.blocks, number
    cdef int64_t* longs
    cdef double* floats
    cdef uint8_t* marks
    cdef Block* block
    numbers = np.empty((3, count), np.int64)
    counts, good = np.empty((5, count), np.float64), np.empty(count, np.bool_)
    longs = <int64_t*>memory_of(numbers)
    floats, marks = <double*>memory_of(counts), <uint8_t*>memory_of(good)
    for number in range(count):
        block = &work.block[number]
        longs[number] = block.enclosing_block
        longs[count + number] = block.template_id
        longs[2 * count + number] = block.text_id
        floats[number] = <double>block.text.words
        floats[count + number] = <double>block.text.visible_chars
        floats[2 * count + number] = <double>block.linked
        floats[3 * count + number] = <double>block.text.stops
        floats[4 * count + number] = <double>block.text.commas
        marks[number] = block.good
    return BlockTable(
        features, block_of, *edges, shown_leaves, numbers[0], *counts, good, numbers[1], numbers[2]
    )


include "features/structured_data.pxi"
