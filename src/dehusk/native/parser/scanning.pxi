# Scanning bytes, many at a time, and the constants of the parser.
# A part of `parse.pxi`, in the order in which that file includes them.

# --------------------------------------------------------------------------------------------------
# Scanning
# --------------------------------------------------------------------------------------------------

cdef extern from "parser/scanning.h":
    const uint8_t* find_any "dehusk_find_any"(
        const uint8_t* at, const uint8_t* end, uint8_t a, uint8_t b, uint8_t c, uint8_t d
    ) noexcept nogil
    const uint8_t* find_non_ascii "dehusk_find_non_ascii"(
        const uint8_t* at, const uint8_t* end
    ) noexcept nogil


cdef enum:
    # What a byte can be, as bits of BYTE_CLASS.
    IS_SPACE = 1
    IS_ALPHA = 2
    IS_DIGIT = 4
    ENDS_TAG_NAME = 8
    ENDS_ATTR_NAME = 16
    ENDS_UNQUOTED = 32
    IS_ALNUM = IS_ALPHA | IS_DIGIT

cdef uint8_t[256] BYTE_CLASS
cdef uint8_t[256] LOWER


cdef inline bint is_space(uint8_t byte) noexcept nogil:
    return BYTE_CLASS[byte] & IS_SPACE


cdef inline bint is_alpha(uint8_t byte) noexcept nogil:
    return BYTE_CLASS[byte] & IS_ALPHA


cdef inline int32_t leading_space(const uint8_t* text, int32_t length) noexcept nogil:
    cdef int32_t at = 0
    while at < length and is_space(text[at]):
        at += 1
    return at


cdef bint same_ignoring_case(
    const uint8_t* text, int64_t length, const char* lower, int64_t lower_length
) noexcept nogil:
    cdef int64_t at
    if length != lower_length:
        return False
    for at in range(length):
        if LOWER[text[at]] != <uint8_t>lower[at]:
            return False
    return True


cdef int sequence_length(const uint8_t* at, const uint8_t* end, bint* valid) noexcept nogil:
    """How many bytes the UTF-8 sequence at `at` takes; malformed, how many one U+FFFD stands for."""
    cdef uint8_t lead = at[0], low = 0x80, high = 0xBF
    cdef int needed, have = 1
    valid[0] = False
    if lead < 0x80:
        valid[0] = True
        return 1
    if 0xC2 <= lead <= 0xDF:
        needed = 2
    elif 0xE0 <= lead <= 0xEF:
        needed = 3
        if lead == 0xE0:
            low = 0xA0
        elif lead == 0xED:
            high = 0x9F
    elif 0xF0 <= lead <= 0xF4:
        needed = 4
        if lead == 0xF0:
            low = 0x90
        elif lead == 0xF4:
            high = 0x8F
    else:
        return 1
    while have < needed:
        if at + have >= end or not (low <= at[have] <= high):
            return have
        low, high = 0x80, 0xBF
        have += 1
    valid[0] = True
    return needed


cdef bint is_utf8(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef bint valid = True
    while True:
        at = find_non_ascii(at, end)
        if at == end:
            return True
        while at < end and at[0] >= 0x80:
            at += sequence_length(at, end, &valid)
            if not valid:
                return False


# --------------------------------------------------------------------------------------------------
# Constants
# --------------------------------------------------------------------------------------------------

cdef enum:
    NONE = -1
    # Where the standard is silent or unbounded; the module's docstring explains them.
    FORMATS_KEPT = 128
    COPIES_FREE = 10_000
    BYTES_A_COPY = 8
    # How many nodes and open elements one token can add at most, and how much of anything else. A
    # tag can reopen all formatting elements kept, and the adoption agency copies four elements in
    # each of its eight rounds.
    ROOM = FORMATS_KEPT + 64
    FEW = 8
    # The gap between the labels of two neighbours on the stack of open elements.
    LABEL_GAP_BITS = 32

cdef enum Status:
    OK
    TOO_MANY_ROWS
    TOO_DEEP
    ATTRIBUTE_TOO_LONG
    TEXT_TOO_LONG
    OUT_OF_MEMORY
    STOPPED  # the watch knows why

cdef enum Mode:
    INITIAL
    BEFORE_HTML
    BEFORE_HEAD
    IN_HEAD
    IN_HEAD_NOSCRIPT
    AFTER_HEAD
    IN_BODY
    TEXT_MODE
    IN_TABLE
    IN_CAPTION
    IN_COLUMN_GROUP
    IN_TABLE_BODY
    IN_ROW
    IN_CELL
    IN_TEMPLATE
    AFTER_BODY
    IN_FRAMESET
    AFTER_FRAMESET
    AFTER_AFTER_BODY
    AFTER_AFTER_FRAMESET

cdef enum Raw:
    # How the tokenizer reads what follows.
    DATA
    RCDATA
    RAWTEXT
    SCRIPT_DATA
    PLAINTEXT

cdef enum:
    # What a tag is, as bits of TagInfo.flags; the lists stand in `fill_tag_tables`.
    SPECIAL = 1
    WALL = 2  # special, and neither address, div nor p: where the search for an open li stops
    SCOPE = 4  # bounds the default scope
    IMPLIED = 8  # closed by "generate implied end tags"
    THOROUGH = 16  # closed by "generate all implied end tags thoroughly"
    TABLEISH = 32  # where foster parenting happens
    TABLE_TEXT = 64  # text in it is kept back until the next tag
    BREAKOUT = 128  # its start tag leaves foreign content
    IN_SVG = 256
    IN_MATH = 512
    FOREIGN = IN_SVG | IN_MATH
    MATH_TEXT_POINT = 1024  # MathML text integration point
    HTML_POINT = 2048  # HTML integration point
    HEADING = 4096

cdef enum:
    # Bits of Node.flags.
    HAS_TEXT = 1  # it is a text
    AFTER_COMMENT = 2  # a comment stands right before it
    ENDS_IN_COMMENT = 4  # a comment is its last child
    IS_FORMAT = 8  # it is in the list of active formatting elements

cdef enum:
    # What the "in body" rules do with most start tags, as bits of START_STEPS.
    CLOSES_P = 1
    REOPENS = 2  # formatting elements
    VOID = 4
    RAW_TEXT = 8  # its content is text up to its end tag, and with character references:
    TITLE_TEXT = 16
    FORMATS = 32
    MARKS = 64  # the list of active formatting elements
    SKIPS_NEWLINE = 128
    NO_FRAMESET = 256

cdef enum StartKind:
    # What they do with others before that, or instead of it, and END_... with an end tag.
    S_OTHER
    S_HTML
    S_HEAD_CONTENT
    S_BODY
    S_FRAMESET
    S_HEADING
    S_FORM
    S_LI
    S_DD
    S_PLAINTEXT
    S_BUTTON
    S_A
    S_NOBR
    S_TABLE
    S_INPUT
    S_HR
    S_IMAGE
    S_SELECT
    S_OPTION
    S_RUBY
    S_MATH
    S_SVG
    S_IGNORED

cdef enum EndKind:
    E_OTHER
    E_TEMPLATE
    E_BODY
    E_HTML
    E_BLOCK
    E_FORM
    E_P
    E_LI
    E_DD
    E_HEADING
    E_FORMAT
    E_OBJECT
    E_BR

cdef enum Attributes:
    # Attribute names that the rules ask about: every page interns them first, in this order.
    A_TYPE
    A_ENCODING
    A_COLOR
    A_FACE
    A_SIZE
