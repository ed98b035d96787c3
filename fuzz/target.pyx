# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False
"""The native parser with one more function: parse some bytes and check what must hold of any page."""

from libc.math cimport INFINITY
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort

from dehusk.native.page_columns import PageColumns

from dehusk.native.page_columns cimport Columns, columns_of_parser

include "../src/dehusk/native/parser/parse.pxi"


cdef void expect(bint holds, const char* what, int64_t row) noexcept nogil:
    if not holds:
        fprintf(stderr, b"row %d: %s\n", <int>row, what)
        abort()


cdef void* room(int64_t items, size_t size) noexcept nogil:
    """Exactly as much memory as a column needs, so that the sanitizer sees one step too far."""
    cdef void* memory = malloc(<size_t>max(items, 1) * size)
    if memory == NULL:
        abort()
    return memory


cdef bint make(Parsed* result, const uint8_t* text, int32_t size) noexcept nogil:
    """Parse as `parse_columns` does; whether the page is within its limits."""
    cdef Parser* p = &result.parser
    cdef Output* out = &result.out
    cdef int32_t rows
    memset(result, 0, sizeof(Parsed))
    start_watch(&p.watch, INFINITY)
    p.max_rows = 100_000
    p.max_depth = 50_000
    p.max_attr_length = 10_000
    read_document(result, text, size, False)
    expect(p.status != OUT_OF_MEMORY, b"there is memory", 0)
    expect(p.status != STOPPED, b"there is no time to stop at", 0)
    if p.status != OK:
        return False
    rows = <int32_t>result.sizes.rows
    out.tag = <uint16_t*>room(rows, sizeof(uint16_t))
    out.parent = <int32_t*>room(rows, sizeof(int32_t))
    out.end = <int32_t*>room(rows, sizeof(int32_t))
    out.depth = <int32_t*>room(rows, sizeof(int32_t))
    out.text_start = <int32_t*>room(rows, sizeof(int32_t))
    out.text_end = <int32_t*>room(rows, sizeof(int32_t))
    out.source_start = <int32_t*>room(rows, sizeof(int32_t))
    out.source_end = <int32_t*>room(rows, sizeof(int32_t))
    out.text = <uint8_t*>room(result.sizes.text, 1)
    out.attr_row = <int32_t*>room(result.sizes.attrs, sizeof(int32_t))
    out.attr_name = <uint16_t*>room(result.sizes.attrs, sizeof(uint16_t))
    out.attr_start = <int32_t*>room(result.sizes.attrs, sizeof(int32_t))
    out.attr_end = <int32_t*>room(result.sizes.attrs, sizeof(int32_t))
    out.attr_text = <uint8_t*>room(result.sizes.attr_text, 1)
    write_columns(p, result.order, rows, out, result.positions)
    return p.status == OK


cdef void unmake(Parsed* result) noexcept nogil:
    cdef Output* out = &result.out
    close_document(result)
    free(out.tag)
    free(out.parent)
    free(out.end)
    free(out.depth)
    free(out.text_start)
    free(out.text_end)
    free(out.source_start)
    free(out.source_end)
    free(out.text)
    free(out.attr_row)
    free(out.attr_name)
    free(out.attr_start)
    free(out.attr_end)
    free(out.attr_text)


cdef void check(Parsed* result, int32_t size) noexcept nogil:
    """The properties of every page."""
    cdef Output* out = &result.out
    cdef int32_t row, parent, index
    expect(result.sizes.rows >= 3, b"fewer rows than html, head and body (or frameset)", result.sizes.rows)
    expect(out.tag[0] == T_HTML, b"the root is not html", 0)
    expect(out.text_at == result.sizes.text, b"text was lost", out.text_at)
    expect(out.attr_at == result.sizes.attrs, b"attributes were lost", out.attr_at)
    expect(out.attr_text_at == result.sizes.attr_text, b"values were lost", out.attr_text_at)
    for row in range(result.sizes.rows):
        parent = out.parent[row]
        expect(row < out.end[row] <= result.sizes.rows, b"it ends before it starts or after the page", row)
        if row:
            expect(0 <= parent < row, b"its parent does not come before it", row)
            expect(out.end[row] <= out.end[parent], b"it ends after its parent", row)
            expect(out.depth[row] == out.depth[parent] + 1, b"its depth is not its parent's + 1", row)
            expect(out.text_start[row] >= out.text_start[row - 1], b"its text comes too early", row)
        expect(out.text_start[row] <= out.text_end[row] <= out.text_at, b"its text is no span", row)
        expect(
            (out.source_start[row] == NONE and out.source_end[row] == NONE)
            or 0 <= out.source_start[row] <= out.source_end[row] <= size,
            b"its source is no span",
            row,
        )
    for index in range(out.attr_at):
        expect(
            0 <= out.attr_start[index] <= out.attr_end[index] <= out.attr_text_at,
            b"an attribute's value is no span", index,
        )
        expect(
            0 <= out.attr_row[index] < result.sizes.rows
            and (index == 0 or out.attr_row[index - 1] <= out.attr_row[index]),
            b"attributes are not in order of their rows", index,
        )
    expect(is_utf8(out.text, out.text + out.text_at), b"the text is not UTF-8", 0)
    expect(is_utf8(out.attr_text, out.attr_text + out.attr_text_at), b"a value is not UTF-8", 0)
    expect(
        names_are_utf8(&result.parser.tag_names) and names_are_utf8(&result.parser.attr_names),
        b"a name is not UTF-8", 0,
    )


cdef bint names_are_utf8(Names* names) noexcept nogil:
    return names.bytes == NULL or is_utf8(names.bytes, names.bytes + names.bytes_used)


cdef public int dehusk_fuzz_one(const unsigned char* data, size_t size) noexcept nogil:
    cdef Parsed parsed
    cdef uint8_t* text = <uint8_t*>room(<int64_t>size + 1, 1)
    memcpy(text, data, size)
    text[size] = 0
    if make(&parsed, text, <int32_t>size):
        check(&parsed, <int32_t>size)
    unmake(&parsed)
    free(text)
    return 0
