# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""HTML to the columns of a Page in one native pass: the parser of the WHATWG standard.

>>> from dehusk.native.columns import parse_columns
>>> limits = {"max_rows": 100, "max_depth": 50, "max_attr_length": 1000}
>>> columns = parse_columns(b"<p>Salt &amp; <b>flour", **limits)
>>> [columns.tag_names[tag] for tag in columns.tag]
['html', 'head', 'body', 'p', '#text', 'b', '#text']
>>> columns.text
b'Salt & flour'

The tokenizer and the tree construction follow https://html.spec.whatwg.org/multipage/parsing.html
with scripting off. The source is UTF-8; a malformed byte sequence reads as U+FFFD. Nothing here
touches Python objects between the first byte and the last, so the GIL is free all that time, and
nothing recurses.

How the file is ordered: scanning, constants, structures, tables made once at import, memory, names,
text, character references, the tree, the stack of open elements, active formatting elements, the
insertion modes, foreign content, the tokenizer, the columns, and what Python sees.

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

from collections import namedtuple
from html.entities import html5 as _HTML5_REFERENCES
from os import urandom

import numpy as np

from dehusk.budget import out_of_time, seconds_left
from dehusk.errors import PageTooLarge
from dehusk.page.tags import FIRST_CUSTOM, TAG_IDS, TAG_NAMES

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memmove, memset

from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch


# --------------------------------------------------------------------------------------------------
# Scanning
# --------------------------------------------------------------------------------------------------

cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>

    #if defined(__SSE2__) || defined(_M_X64)
      #include <emmintrin.h>
      #if defined(_MSC_VER)
        #include <intrin.h>
        static inline int dehusk_lowest_bit(unsigned int bits) {
            unsigned long at; _BitScanForward(&at, bits); return (int)at;
        }
      #else
        #define dehusk_lowest_bit(bits) __builtin_ctz(bits)
      #endif
    #elif defined(__aarch64__)
      #include <arm_neon.h>
    #endif

    /* The first byte between `at` and `end` that is one of four; `end` where there is none. */
    static inline const uint8_t *dehusk_find_any(
        const uint8_t *at, const uint8_t *end, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
    {
    #if defined(__SSE2__) || defined(_M_X64)
        const __m128i va = _mm_set1_epi8((char)a), vb = _mm_set1_epi8((char)b);
        const __m128i vc = _mm_set1_epi8((char)c), vd = _mm_set1_epi8((char)d);
        while (end - at >= 16) {
            const __m128i bytes = _mm_loadu_si128((const __m128i *)at);
            const __m128i hit = _mm_or_si128(
                _mm_or_si128(_mm_cmpeq_epi8(bytes, va), _mm_cmpeq_epi8(bytes, vb)),
                _mm_or_si128(_mm_cmpeq_epi8(bytes, vc), _mm_cmpeq_epi8(bytes, vd)));
            const unsigned int bits = (unsigned int)_mm_movemask_epi8(hit);
            if (bits) return at + dehusk_lowest_bit(bits);
            at += 16;
        }
    #elif defined(__aarch64__)
        const uint8x16_t va = vdupq_n_u8(a), vb = vdupq_n_u8(b);
        const uint8x16_t vc = vdupq_n_u8(c), vd = vdupq_n_u8(d);
        while (end - at >= 16) {
            const uint8x16_t bytes = vld1q_u8(at);
            const uint8x16_t hit = vorrq_u8(
                vorrq_u8(vceqq_u8(bytes, va), vceqq_u8(bytes, vb)),
                vorrq_u8(vceqq_u8(bytes, vc), vceqq_u8(bytes, vd)));
            const uint64_t bits = vget_lane_u64(
                vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(hit), 4)), 0);
            if (bits) return at + (__builtin_ctzll(bits) >> 2);
            at += 16;
        }
    #endif
        while (at < end && *at != a && *at != b && *at != c && *at != d) at++;
        return at;
    }

    /* The first byte between `at` and `end` that is not ASCII; `end` where there is none. */
    static inline const uint8_t *dehusk_find_non_ascii(const uint8_t *at, const uint8_t *end)
    {
    #if defined(__SSE2__) || defined(_M_X64)
        while (end - at >= 16) {
            const unsigned int bits =
                (unsigned int)_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)at));
            if (bits) return at + dehusk_lowest_bit(bits);
            at += 16;
        }
    #elif defined(__aarch64__)
        while (end - at >= 16 && vmaxvq_u8(vld1q_u8(at)) < 0x80) at += 16;
    #endif
        while (at < end && *at < 0x80) at++;
        return at;
    }
    """
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
    CDATA_SECTION

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
    HAS_TEXT = 1  # it is a text (or a comment or doctype, in the trees that keep them)
    AFTER_COMMENT = 2  # a comment stands right before it
    ENDS_IN_COMMENT = 4  # a comment is its last child
    IS_FORMAT = 8  # it is in the list of active formatting elements

cdef enum StartKind:
    # What the "in body" rules do with a start tag, and END_... with an end tag.
    S_OTHER
    S_HTML
    S_HEAD_CONTENT
    S_BODY
    S_FRAMESET
    S_BLOCK
    S_HEADING
    S_PRE
    S_FORM
    S_LI
    S_DD
    S_PLAINTEXT
    S_BUTTON
    S_A
    S_FORMAT
    S_NOBR
    S_OBJECT
    S_TABLE
    S_VOID
    S_INPUT
    S_PARAM
    S_HR
    S_IMAGE
    S_TEXTAREA
    S_XMP
    S_IFRAME
    S_NOEMBED
    S_SELECT
    S_OPTION
    S_OPTGROUP
    S_RUBY_BASE
    S_RUBY_TEXT
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

cdef enum Tags:
    # The numbers of dehusk.page.tags; import fails where they differ.
    T_TEXT = 0
    T_A = 1
    T_BASE = 11
    T_BASEFONT = 12
    T_BGSOUND = 15
    T_BODY = 19
    T_BR = 20
    T_BUTTON = 21
    T_CAPTION = 23
    T_COL = 27
    T_COLGROUP = 28
    T_DD = 33
    T_DT = 41
    T_FONT = 48
    T_FORM = 50
    T_FRAME = 51
    T_FRAMESET = 52
    T_H1 = 53
    T_H6 = 58
    T_HEAD = 59
    T_HTML = 63
    T_IMG = 67
    T_INPUT = 68
    T_LI = 75
    T_LINK = 76
    T_MATH = 82
    T_META = 85
    T_NOBR = 90
    T_NOFRAMES = 92
    T_NOSCRIPT = 93
    T_OL = 95
    T_OPTGROUP = 96
    T_OPTION = 97
    T_P = 99
    T_RTC = 109
    T_RUBY = 110
    T_SCRIPT = 113
    T_SELECT = 116
    T_STYLE = 125
    T_SVG = 129
    T_TABLE = 130
    T_TBODY = 131
    T_TD = 132
    T_TEMPLATE = 133
    T_TFOOT = 135
    T_TH = 136
    T_THEAD = 137
    T_TITLE = 139
    T_TR = 140
    T_UL = 144
    KNOWN_TAGS = 149

cdef enum Attributes:
    # Attribute names that the rules ask about: every page interns them first, in this order.
    A_TYPE
    A_ENCODING
    A_COLOR
    A_FACE
    A_SIZE

cdef enum TokenKind:
    TOKEN_START
    TOKEN_END
    TOKEN_TEXT
    TOKEN_COMMENT
    TOKEN_DOCTYPE


# --------------------------------------------------------------------------------------------------
# Structures
# --------------------------------------------------------------------------------------------------
# A place of text is one number: from 0 up an offset into the source, below that `~offset` into the
# side buffer.

cdef struct Node:
    int32_t parent
    int32_t first  # elements: first child; texts: where the first piece of text is
    int32_t last  # elements: last child; texts: the length of the first piece
    int32_t prev
    int32_t next
    int32_t tag
    int32_t extra  # elements: first attribute; texts: first further piece, or NONE
    int32_t extra_count  # elements: number of attributes; texts: last further piece
    int32_t source_start
    int32_t source_end
    int32_t open  # its entry on the stack of open elements, or NONE; at the end, its row
    uint8_t flags

cdef struct Attr:
    int32_t name
    int32_t start
    int32_t length
    int32_t written  # where its value stands in `attr_text`, at the end

cdef struct LateAttr:
    # An attribute that a second <html> or <body> tag added.
    Attr attr
    int32_t node

cdef struct Piece:
    int32_t start
    int32_t length
    int32_t next

cdef struct Run:
    # Characters on their way from the tokenizer to the tree.
    int32_t start
    int32_t length
    int32_t source_start
    int32_t source_end

cdef struct Open:
    # An entry of the stack of open elements: a linked list, because the adoption agency takes out
    # and puts in amid the stack. Labels grow from the bottom to the top, so comparing two of them
    # says which entry is higher.
    int64_t label
    int32_t node
    int32_t tag
    uint32_t flags
    int32_t below
    int32_t above
    int32_t same_below  # the next lower and higher entry of the same name
    int32_t same_above
    int32_t special  # the highest entry, from this one down, that is SPECIAL, a WALL, ...
    int32_t wall
    int32_t scope
    int32_t html

cdef struct Format:
    # An entry of the list of active formatting elements; a marker has no node.
    uint64_t hash
    int32_t node
    int32_t tag
    int32_t attr_count
    bint hashed

cdef struct Name:
    uint32_t hash
    int32_t offset
    int32_t length

cdef struct Names:
    # Strings that get a number each on first sight.
    uint8_t* bytes
    int32_t bytes_used
    int32_t bytes_room
    Name* entries
    int32_t count
    int32_t room
    int32_t* slots  # an open-addressed table of entry numbers + 1
    uint32_t slot_mask
    int64_t misses  # how often a look-up had to try another slot
    bint keyed  # whether `secret_hash` chooses the slots

cdef struct TagInfo:
    uint32_t flags
    int32_t token  # the tag as the tokenizer reads it: for svg:linearGradient, lineargradient
    int32_t html_top  # the topmost open element of this name, among HTML and foreign elements
    int32_t foreign_top
    int32_t svg  # this tag inside SVG and MathML, once a page has it
    int32_t math

cdef struct AttrInfo:
    int32_t svg  # this attribute on SVG and MathML elements, or NONE where not yet known
    int32_t math
    int32_t seen  # the last tag that had it

cdef struct Token:
    # A recorded token, for tests of the tokenizer.
    int32_t kind
    int32_t tag
    int32_t attr_first
    int32_t attr_count
    bint flag  # start tags: self-closing; doctypes: correct
    int32_t start
    int32_t length
    int32_t public_start
    int32_t public_length  # NONE where missing
    int32_t system_start
    int32_t system_length

cdef struct Parser:
    const uint8_t* source
    int32_t size
    int32_t position
    Status status
    Watch watch
    bint has_cr
    bint has_nul

    # Limits, and what is left of them
    int64_t max_rows
    int64_t max_depth
    int64_t max_attr_length
    int64_t copies_left
    int64_t depth

    # What was made so far
    Node* nodes
    int32_t node_count
    int32_t node_room
    Attr* attrs
    int32_t attr_count
    int32_t attr_room
    LateAttr* late
    int32_t late_count
    int32_t late_room
    uint8_t* has_attr  # for `late`: by attribute name, bit 0 for html, bit 1 for body
    int32_t has_attr_room
    Piece* pieces
    int32_t piece_count
    int32_t piece_room
    uint8_t* side
    int64_t side_used
    int64_t side_room
    Names tag_names  # those that HTML does not know
    Names attr_names
    TagInfo* tags
    int32_t tag_room
    AttrInfo* attr_infos
    int32_t attr_info_room
    int32_t tags_read
    bint reordered  # nodes are not in document order

    # The stack of open elements and its relatives
    Open* opens
    int32_t opens_used
    int32_t opens_room
    int32_t opens_free
    int32_t bottom
    int32_t top
    Format* formats
    int32_t format_count
    int32_t format_room
    uint8_t* template_modes
    int32_t template_count
    int32_t template_room
    Run* table_text
    int32_t table_text_count
    int32_t table_text_room
    bint table_text_visible

    # The state of tree construction
    Mode mode
    Mode original_mode
    int32_t head
    int32_t form
    bint quirks
    bint frameset_ok
    bint foster
    bint skip_newline

    # The tag token at hand
    int32_t tag
    int32_t attr_first
    bint self_closing
    bint attrs_taken
    int32_t token_start
    int32_t token_end

    # How to read what follows
    Raw raw
    const uint8_t* raw_name
    int32_t raw_name_length

    # The character reference at hand
    uint8_t[8] reference
    int32_t reference_length

    # Comments and doctypes, where asked for
    bint keep_comments
    int32_t comment_tag
    int32_t doctype_tag

    # Recorded tokens, where asked for
    bint recording
    Token* tokens
    int32_t token_count
    int32_t token_room


# --------------------------------------------------------------------------------------------------
# Tables made once at import
# --------------------------------------------------------------------------------------------------

cdef enum:
    KNOWN_SLOTS = 1024
    REFERENCE_SLOTS = 4096
    LONGEST_BARE_REFERENCE = 6

cdef struct Reference:
    uint32_t hash
    int32_t name  # offset into REFERENCE_NAMES
    uint8_t name_length
    uint8_t length
    uint8_t[6] bytes

cdef TagInfo[KNOWN_TAGS] KNOWN_INFO
cdef uint8_t[KNOWN_TAGS] START_KIND
cdef uint8_t[KNOWN_TAGS] END_KIND
ctypedef const char* CString
cdef CString[KNOWN_TAGS] KNOWN_NAME
cdef int32_t[KNOWN_TAGS] KNOWN_LENGTH
cdef uint32_t[KNOWN_TAGS] KNOWN_HASH
cdef uint16_t[KNOWN_SLOTS] KNOWN_SLOT
cdef Reference[REFERENCE_SLOTS] REFERENCES

# The bytes that the tables point into live as long as the module.
cdef tuple _known_names = tuple(name.encode() for name in TAG_NAMES)
cdef bytes _reference_names = "".join(_HTML5_REFERENCES).encode()
cdef const uint8_t* REFERENCE_NAMES = _reference_names

cdef bytes _svg_tags = (
    b" altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend"
    b" feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting"
    b" feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR"
    b" feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight"
    b" feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient"
    b" radialGradient textPath "
)
cdef bytes _svg_attributes = (
    b" attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant"
    b" edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength"
    b" keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits"
    b" markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits"
    b" patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio"
    b" primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures"
    b" specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles"
    b" surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget"
    b" xChannelSelector yChannelSelector zoomAndPan "
)
cdef bytes _math_attributes = b" definitionURL "
cdef const uint8_t* SVG_TAGS = _svg_tags
cdef const uint8_t* SVG_ATTRIBUTES = _svg_attributes
cdef const uint8_t* MATH_ATTRIBUTES = _math_attributes
cdef int32_t SVG_TAGS_LENGTH = len(_svg_tags)
cdef int32_t SVG_ATTRIBUTES_LENGTH = len(_svg_attributes)
cdef int32_t MATH_ATTRIBUTES_LENGTH = len(_math_attributes)

# Public identifiers that mean quirks mode: by their beginning, by the same when there is no system
# identifier, and whole. One a line, in lower case.
cdef bytes _quirky_beginnings = b"""\
+//silmaril//dtd html pro v0r11 19970101//
-//as//dtd html 3.0 aswedit + extensions//
-//advasoft ltd//dtd html 3.0 aswedit + extensions//
-//ietf//dtd html 2.0 level 1//
-//ietf//dtd html 2.0 level 2//
-//ietf//dtd html 2.0 strict level 1//
-//ietf//dtd html 2.0 strict level 2//
-//ietf//dtd html 2.0 strict//
-//ietf//dtd html 2.0//
-//ietf//dtd html 2.1e//
-//ietf//dtd html 3.0//
-//ietf//dtd html 3.2 final//
-//ietf//dtd html 3.2//
-//ietf//dtd html 3//
-//ietf//dtd html level 0//
-//ietf//dtd html level 1//
-//ietf//dtd html level 2//
-//ietf//dtd html level 3//
-//ietf//dtd html strict level 0//
-//ietf//dtd html strict level 1//
-//ietf//dtd html strict level 2//
-//ietf//dtd html strict level 3//
-//ietf//dtd html strict//
-//ietf//dtd html//
-//metrius//dtd metrius presentational//
-//microsoft//dtd internet explorer 2.0 html strict//
-//microsoft//dtd internet explorer 2.0 html//
-//microsoft//dtd internet explorer 2.0 tables//
-//microsoft//dtd internet explorer 3.0 html strict//
-//microsoft//dtd internet explorer 3.0 html//
-//microsoft//dtd internet explorer 3.0 tables//
-//netscape comm. corp.//dtd html//
-//netscape comm. corp.//dtd strict html//
-//o'reilly and associates//dtd html 2.0//
-//o'reilly and associates//dtd html extended 1.0//
-//o'reilly and associates//dtd html extended relaxed 1.0//
-//sq//dtd html 2.0 hotmetal + extensions//
-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//
-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//
-//spyglass//dtd html 2.0 extended//
-//sun microsystems corp.//dtd hotjava html//
-//sun microsystems corp.//dtd hotjava strict html//
-//w3c//dtd html 3 1995-03-24//
-//w3c//dtd html 3.2 draft//
-//w3c//dtd html 3.2 final//
-//w3c//dtd html 3.2//
-//w3c//dtd html 3.2s draft//
-//w3c//dtd html 4.0 frameset//
-//w3c//dtd html 4.0 transitional//
-//w3c//dtd html experimental 19960712//
-//w3c//dtd html experimental 970421//
-//w3c//dtd w3 html//
-//w3o//dtd w3 html 3.0//
-//webtechs//dtd mozilla html 2.0//
-//webtechs//dtd mozilla html//
"""
cdef bytes _quirky_without_system = b"""\
-//w3c//dtd html 4.01 frameset//
-//w3c//dtd html 4.01 transitional//
"""
cdef bytes _quirky_whole = b"""\
-//w3o//dtd w3 html strict 3.0//en//
-/w3c/dtd html 4.0 transitional/en
html
"""
cdef const char* QUIRKY_BEGINNINGS = _quirky_beginnings
cdef const char* QUIRKY_WITHOUT_SYSTEM = _quirky_without_system
cdef const char* QUIRKY_WHOLE = _quirky_whole
cdef bytes _quirky_system = b"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
cdef const char* QUIRKY_SYSTEM = _quirky_system
cdef int32_t QUIRKY_SYSTEM_LENGTH = len(_quirky_system)

# What the numbers 0x80 to 0x9F stand for in a numeric character reference (Windows-1252); 0 where
# they stand for themselves.
cdef uint16_t[32] WINDOWS_1252
WINDOWS_1252[:] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
]


cdef inline uint32_t add_to_hash(uint32_t hash, uint8_t byte) noexcept nogil:
    return (hash ^ byte) * <uint32_t>16777619


cdef enum:
    HASH_SEED = 0x811C9DC5


cdef inline uint32_t spread(uint32_t hash) noexcept nogil:
    """Carry the high bits, where FNV mixes best, down to those that choose a slot."""
    return hash ^ (hash >> 15)


cdef uint32_t hash_of(const uint8_t* text, int32_t length) noexcept nogil:
    cdef uint32_t hash = <uint32_t>HASH_SEED
    cdef int32_t at
    for at in range(length):
        hash = add_to_hash(hash, text[at])
    return hash


cdef uint32_t secret_hash(const uint8_t* text, int32_t length) noexcept nogil:
    """A hash of a name in lower case that nobody can foresee, for pages made to upset the other one.

    A polynomial over the integers modulo 2**31 - 1, evaluated at a secret place: two names of n bytes
    collide for at most n of all places.
    """
    cdef uint64_t hash = 0
    cdef int32_t at
    for at in range(length):
        hash = (hash * SECRET + LOWER[text[at]] + 1) % 0x7FFFFFFF
    return <uint32_t>hash


cdef uint64_t SECRET = int.from_bytes(urandom(4), "little") % 0x7FFF0000 + 0x8000


cdef fill_byte_tables():
    cdef int byte
    memset(BYTE_CLASS, 0, 256)
    for byte in range(256):
        LOWER[byte] = byte + 32 if 65 <= byte <= 90 else byte
        if 65 <= byte <= 90 or 97 <= byte <= 122:
            BYTE_CLASS[byte] |= IS_ALPHA
        if 48 <= byte <= 57:
            BYTE_CLASS[byte] |= IS_DIGIT
    for byte in b"\t\n\f\r ":
        BYTE_CLASS[byte] |= IS_SPACE | ENDS_TAG_NAME | ENDS_ATTR_NAME | ENDS_UNQUOTED
    for byte in b"/>\0":
        BYTE_CLASS[byte] |= ENDS_TAG_NAME | ENDS_ATTR_NAME
    for byte in b">&\0":
        BYTE_CLASS[byte] |= ENDS_UNQUOTED
    BYTE_CLASS[<int>c'='] |= ENDS_ATTR_NAME


cdef mark(str names, uint32_t flag):
    for name in names.split():
        KNOWN_INFO[<int>TAG_IDS[name]].flags |= flag


cdef set_start(str names, uint8_t kind):
    for name in names.split():
        START_KIND[<int>TAG_IDS[name]] = kind


cdef set_end(str names, uint8_t kind):
    for name in names.split():
        END_KIND[<int>TAG_IDS[name]] = kind


cdef fill_tag_tables():
    cdef int tag
    cdef uint32_t slot
    for tag in range(KNOWN_TAGS):
        KNOWN_INFO[tag] = TagInfo(
            flags=0, token=tag, html_top=NONE, foreign_top=NONE, svg=NONE, math=NONE
        )
        START_KIND[tag] = S_OTHER
        END_KIND[tag] = E_OTHER
        KNOWN_NAME[tag] = <const char*><bytes>_known_names[tag]
        KNOWN_LENGTH[tag] = <int32_t>len(_known_names[tag])
        KNOWN_HASH[tag] = hash_of(<const uint8_t*>KNOWN_NAME[tag], KNOWN_LENGTH[tag])
        if tag == T_TEXT:
            continue
        slot = spread(KNOWN_HASH[tag]) & (KNOWN_SLOTS - 1)
        while KNOWN_SLOT[slot]:
            slot = (slot + 1) & (KNOWN_SLOTS - 1)
        KNOWN_SLOT[slot] = tag

    special = (
        "address applet area article aside base basefont bgsound blockquote body br button caption"
        " center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form"
        " frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link"
        " listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre"
        " script search section select source style summary table tbody td template textarea tfoot th"
        " thead title tr track ul wbr xmp"
    )
    mark(special, SPECIAL | WALL)
    for name in ("address", "div", "p"):
        KNOWN_INFO[<int>TAG_IDS[name]].flags &= ~<uint32_t>WALL
    mark("applet caption html table td th marquee object select template", SCOPE)
    mark("dd dt li optgroup option p rb rp rt rtc", IMPLIED | THOROUGH)
    mark("caption colgroup tbody td tfoot th thead tr", THOROUGH)
    mark("table tbody tfoot thead tr", TABLEISH)
    mark("table tbody template tfoot thead tr", TABLE_TEXT)
    mark("h1 h2 h3 h4 h5 h6", HEADING)
    mark(
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li"
        " listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
        BREAKOUT,
    )
    KNOWN_INFO[<int>T_SVG].flags |= IN_SVG
    KNOWN_INFO[<int>T_SVG].svg = T_SVG
    KNOWN_INFO[<int>T_MATH].flags |= IN_MATH
    KNOWN_INFO[<int>T_MATH].math = T_MATH

    blocks = (
        "address article aside blockquote center details dialog dir div dl fieldset figcaption figure"
        " footer header hgroup main menu nav ol search section summary ul"
    )
    formats = "b big code em font i s small strike strong tt u"
    set_start("html", S_HTML)
    set_start("base basefont bgsound link meta noframes script style template title", S_HEAD_CONTENT)
    set_start("body", S_BODY)
    set_start("frameset", S_FRAMESET)
    set_start(blocks + " p", S_BLOCK)
    set_start("h1 h2 h3 h4 h5 h6", S_HEADING)
    set_start("pre listing", S_PRE)
    set_start("form", S_FORM)
    set_start("li", S_LI)
    set_start("dd dt", S_DD)
    set_start("plaintext", S_PLAINTEXT)
    set_start("button", S_BUTTON)
    set_start("a", S_A)
    set_start(formats, S_FORMAT)
    set_start("nobr", S_NOBR)
    set_start("applet marquee object", S_OBJECT)
    set_start("table", S_TABLE)
    set_start("area br embed img keygen wbr", S_VOID)
    set_start("input", S_INPUT)
    set_start("param source track", S_PARAM)
    set_start("hr", S_HR)
    set_start("image", S_IMAGE)
    set_start("textarea", S_TEXTAREA)
    set_start("xmp", S_XMP)
    set_start("iframe", S_IFRAME)
    set_start("noembed", S_NOEMBED)
    set_start("select", S_SELECT)
    set_start("option", S_OPTION)
    set_start("optgroup", S_OPTGROUP)
    set_start("rb rtc", S_RUBY_BASE)
    set_start("rp rt", S_RUBY_TEXT)
    set_start("math", S_MATH)
    set_start("svg", S_SVG)
    set_start("caption col colgroup frame head tbody td tfoot th thead tr", S_IGNORED)

    set_end("template", E_TEMPLATE)
    set_end("body", E_BODY)
    set_end("html", E_HTML)
    set_end(blocks + " button listing pre select", E_BLOCK)
    set_end("form", E_FORM)
    set_end("p", E_P)
    set_end("li", E_LI)
    set_end("dd dt", E_DD)
    set_end("h1 h2 h3 h4 h5 h6", E_HEADING)
    set_end(formats + " a nobr", E_FORMAT)
    set_end("applet marquee object", E_OBJECT)
    set_end("br", E_BR)


cdef fill_references():
    cdef int32_t at = 0
    cdef uint32_t hash, slot
    cdef bytes value
    cdef int32_t length
    for name, text in _HTML5_REFERENCES.items():
        length = <int32_t>len(name)
        value = text.encode()
        hash = hash_of(REFERENCE_NAMES + at, length)
        slot = spread(hash) & (REFERENCE_SLOTS - 1)
        while REFERENCES[slot].name_length:
            slot = (slot + 1) & (REFERENCE_SLOTS - 1)
        REFERENCES[slot].hash = hash
        REFERENCES[slot].name = at
        REFERENCES[slot].name_length = <uint8_t>length
        REFERENCES[slot].length = <uint8_t>len(value)
        memcpy(REFERENCES[slot].bytes, <const char*>value, len(value))
        at += length


cdef check_tag_numbers():
    """Compare the numbers of this file with those of dehusk.page.tags."""
    numbers = {
        "a": T_A, "base": T_BASE, "basefont": T_BASEFONT, "bgsound": T_BGSOUND, "body": T_BODY,
        "br": T_BR, "button": T_BUTTON, "caption": T_CAPTION, "col": T_COL, "colgroup": T_COLGROUP,
        "dd": T_DD, "dt": T_DT, "font": T_FONT, "form": T_FORM, "frame": T_FRAME,
        "frameset": T_FRAMESET, "h1": T_H1, "h6": T_H6, "head": T_HEAD, "html": T_HTML, "img": T_IMG,
        "input": T_INPUT, "li": T_LI, "link": T_LINK, "math": T_MATH, "meta": T_META, "nobr": T_NOBR,
        "noframes": T_NOFRAMES, "noscript": T_NOSCRIPT, "ol": T_OL, "optgroup": T_OPTGROUP,
        "option": T_OPTION, "p": T_P, "rtc": T_RTC, "ruby": T_RUBY, "script": T_SCRIPT,
        "select": T_SELECT, "style": T_STYLE, "svg": T_SVG, "table": T_TABLE, "tbody": T_TBODY,
        "td": T_TD, "template": T_TEMPLATE, "tfoot": T_TFOOT, "th": T_TH, "thead": T_THEAD,
        "title": T_TITLE, "tr": T_TR, "ul": T_UL,
    }
    if FIRST_CUSTOM != KNOWN_TAGS or any(TAG_IDS[name] != tag for name, tag in numbers.items()):
        raise ImportError("dehusk.native.columns was built for another dehusk.page.tags; build it again.")


check_tag_numbers()
fill_byte_tables()
fill_tag_tables()
fill_references()


# --------------------------------------------------------------------------------------------------
# Memory
# --------------------------------------------------------------------------------------------------
# Every array that one token can lengthen by a bounded amount gets its room before the token is
# handled (`make_room`), so that nothing fails amid a change of the tree. The others (attributes, the
# side buffer, names) grow while the tokenizer reads, which can stop anywhere.

cdef bint grow(Parser* p, void** array, size_t item, int64_t needed, int32_t* room) noexcept nogil:
    """Make place for `needed` items; False, with the status set, where memory ends."""
    cdef int64_t wanted
    cdef void* moved
    if needed <= room[0]:
        return True
    wanted = max(needed, <int64_t>room[0] * 2)
    if wanted > 0x7FFFFFF0:
        wanted = 0x7FFFFFF0
    moved = NULL if needed > wanted else realloc(array[0], <size_t>wanted * item)
    if moved == NULL:
        p.status = OUT_OF_MEMORY
        return False
    array[0] = moved
    room[0] = <int32_t>wanted
    return True


cdef bint make_more_room(Parser* p) noexcept nogil:
    cdef int64_t tag_count = KNOWN_TAGS + <int64_t>p.tag_names.count
    cdef int64_t piece_count = <int64_t>p.piece_count + p.table_text_count
    return (
        grow(p, <void**>&p.nodes, sizeof(Node), <int64_t>p.node_count + 2 * ROOM, &p.node_room)
        and grow(p, <void**>&p.opens, sizeof(Open), <int64_t>p.opens_used + 2 * ROOM, &p.opens_room)
        and grow(
            p, <void**>&p.formats, sizeof(Format), <int64_t>p.format_count + 2 * FEW, &p.format_room
        )
        and grow(p, <void**>&p.pieces, sizeof(Piece), piece_count + 2 * FEW, &p.piece_room)
        and grow(
            p, <void**>&p.template_modes, 1, <int64_t>p.template_count + 2 * FEW, &p.template_room
        )
        and grow(
            p, <void**>&p.table_text, sizeof(Run), <int64_t>p.table_text_count + 2 * FEW,
            &p.table_text_room,
        )
        and grow(p, <void**>&p.tags, sizeof(TagInfo), tag_count + 2 * FEW, &p.tag_room)
    )


cdef inline bint make_room(Parser* p) noexcept nogil:
    """Let the next token add what one token can."""
    if (
        p.node_count + ROOM < p.node_room
        and p.opens_used + ROOM < p.opens_room
        and p.format_count + FEW < p.format_room
        and p.piece_count + p.table_text_count + FEW < p.piece_room
        and p.template_count + FEW < p.template_room
        and p.table_text_count + FEW < p.table_text_room
        and KNOWN_TAGS + p.tag_names.count + FEW < p.tag_room
    ):
        return True
    return make_more_room(p)


cdef enum:
    SIGN = 4  # what it costs to look at a `<` or `>` that turns out to be nothing


cdef inline bint stopped(Parser* p, int64_t cost) noexcept nogil:
    """Whether the work has to end here: its time is over, or a signal has come."""
    if passed(&p.watch, cost):
        p.status = STOPPED
        return True
    return False


cdef bint open_parser(Parser* p, const uint8_t* source, int32_t size) noexcept nogil:
    """Set up an all-zero parser; False where memory ends."""
    p.source = source
    p.size = size
    p.has_cr = memchr(source, c'\r', size) != NULL
    p.has_nul = memchr(source, 0, size) != NULL
    p.copies_left = COPIES_FREE + size // BYTES_A_COPY
    p.opens_free = p.bottom = p.top = p.head = p.form = NONE
    p.comment_tag = p.doctype_tag = NONE
    p.frameset_ok = True
    p.status = OK
    if not grow(p, <void**>&p.nodes, sizeof(Node), size // 192 + 2 * ROOM, &p.node_room):
        return False
    if not grow(p, <void**>&p.attrs, sizeof(Attr), size // 96 + 16, &p.attr_room):
        return False
    if not make_more_room(p) or not widen_side(p, 0):
        return False
    memcpy(p.tags, KNOWN_INFO, sizeof(KNOWN_INFO))
    p.nodes[0] = Node(
        parent=NONE, first=NONE, last=NONE, prev=NONE, next=NONE, tag=NONE, extra=0, extra_count=0,
        source_start=NONE, source_end=NONE, open=NONE, flags=0,
    )
    p.node_count = 1
    return (
        intern_attr_name(p, <const uint8_t*>b"type", 4) == A_TYPE
        and intern_attr_name(p, <const uint8_t*>b"encoding", 8) == A_ENCODING
        and intern_attr_name(p, <const uint8_t*>b"color", 5) == A_COLOR
        and intern_attr_name(p, <const uint8_t*>b"face", 4) == A_FACE
        and intern_attr_name(p, <const uint8_t*>b"size", 4) == A_SIZE
    )


cdef void close_parser(Parser* p) noexcept nogil:
    free(p.nodes)
    free(p.attrs)
    free(p.late)
    free(p.has_attr)
    free(p.pieces)
    free(p.side)
    close_names(&p.tag_names)
    close_names(&p.attr_names)
    free(p.tags)
    free(p.attr_infos)
    free(p.opens)
    free(p.formats)
    free(p.template_modes)
    free(p.table_text)
    free(p.tokens)


# --------------------------------------------------------------------------------------------------
# Names of tags and attributes
# --------------------------------------------------------------------------------------------------

cdef void close_names(Names* names) noexcept nogil:
    free(names.bytes)
    free(names.entries)
    free(names.slots)


cdef int32_t add_name(
    Parser* p, Names* names, const uint8_t* prefix, int32_t prefix_length, const uint8_t* text,
    int32_t length, uint32_t hash, bint lower,
) noexcept nogil:
    """Append a name without entering it in the table; NONE where memory ends."""
    cdef int32_t at
    cdef uint8_t* to
    cdef Name* entry
    if not grow(
        p, <void**>&names.bytes, 1, <int64_t>names.bytes_used + prefix_length + length,
        &names.bytes_room,
    ):
        return NONE
    if not grow(p, <void**>&names.entries, sizeof(Name), <int64_t>names.count + 1, &names.room):
        return NONE
    to = names.bytes + names.bytes_used
    if prefix_length:
        memcpy(to, prefix, prefix_length)
    for at in range(length):
        to[prefix_length + at] = LOWER[text[at]] if lower else text[at]
    entry = &names.entries[names.count]
    entry.hash = hash
    entry.offset = names.bytes_used
    entry.length = prefix_length + length
    names.bytes_used += prefix_length + length
    names.count += 1
    return names.count - 1


cdef bint set_up_slots(Parser* p, Names* names, uint32_t slots, bint keyed) noexcept nogil:
    """Give the table a number of slots, a power of two, and enter all names anew."""
    cdef int32_t* table = <int32_t*>calloc(slots, sizeof(int32_t))
    cdef int32_t old
    cdef uint32_t index, slot
    cdef Name* entry
    if table == NULL:
        p.status = OUT_OF_MEMORY
        return False
    if names.slots != NULL:
        for index in range(names.slot_mask + 1):
            old = names.slots[index]
            if old:
                entry = &names.entries[old - 1]
                if keyed and not names.keyed:
                    entry.hash = secret_hash(names.bytes + entry.offset, entry.length)
                slot = spread(entry.hash) & (slots - 1)
                while table[slot]:
                    slot = (slot + 1) & (slots - 1)
                table[slot] = old
    free(names.slots)
    names.slots = table
    names.slot_mask = slots - 1
    names.keyed = keyed
    return True


cdef inline bint same_lowered(const uint8_t* text, const uint8_t* lower, int32_t length) noexcept nogil:
    cdef int32_t at
    for at in range(length):
        if LOWER[text[at]] != lower[at]:
            return False
    return True


cdef int32_t intern(
    Parser* p, Names* names, const uint8_t* text, int32_t length, uint32_t hash
) noexcept nogil:
    """The number of a name, whatever the case it is written in; `hash` is that of its lower case."""
    cdef uint32_t slot
    cdef int32_t found
    cdef Name* entry
    if names.slots == NULL:
        if not set_up_slots(p, names, 64, False):
            return NONE
    elif <uint32_t>names.count * 2 > names.slot_mask:
        if not set_up_slots(p, names, (names.slot_mask + 1) * 4, names.keyed):
            return NONE
    elif names.misses > 1000 + 16 * <int64_t>p.tags_read and not names.keyed:
        # Honest names collide less than once a tag: these were chosen to.
        if not set_up_slots(p, names, names.slot_mask + 1, True):
            return NONE
    if names.keyed:
        hash = secret_hash(text, length)
    slot = spread(hash) & names.slot_mask
    while True:
        found = names.slots[slot]
        if not found:
            break
        entry = &names.entries[found - 1]
        if (
            entry.hash == hash
            and entry.length == length
            and same_lowered(text, names.bytes + entry.offset, length)
        ):
            return found - 1
        slot = (slot + 1) & names.slot_mask
        names.misses += 1
    found = add_name(p, names, NULL, 0, text, length, hash, True)
    if found != NONE:
        names.slots[slot] = found + 1
    return found


cdef inline int32_t tag_of_name(
    Parser* p, const uint8_t* text, int32_t length, uint32_t hash
) noexcept nogil:
    """The number of an HTML tag, known or not; NONE where memory ends."""
    cdef uint32_t slot = spread(hash) & (KNOWN_SLOTS - 1)
    cdef int32_t tag
    while KNOWN_SLOT[slot]:
        tag = KNOWN_SLOT[slot]
        if (
            KNOWN_HASH[tag] == hash
            and KNOWN_LENGTH[tag] == length
            and same_lowered(text, <const uint8_t*>KNOWN_NAME[tag], length)
        ):
            return tag
        slot = (slot + 1) & (KNOWN_SLOTS - 1)
    return custom_tag(p, text, length, hash)


cdef int32_t custom_tag(Parser* p, const uint8_t* text, int32_t length, uint32_t hash) noexcept nogil:
    cdef int32_t before = p.tag_names.count
    cdef int32_t tag = intern(p, &p.tag_names, text, length, hash)
    if tag == NONE:
        return NONE
    tag += KNOWN_TAGS
    if p.tag_names.count > before:
        p.tags[tag] = TagInfo(
            flags=0, token=tag, html_top=NONE, foreign_top=NONE, svg=NONE, math=NONE
        )
    return tag


cdef int32_t intern_attr_name_hashed(
    Parser* p, const uint8_t* text, int32_t length, uint32_t hash
) noexcept nogil:
    cdef int32_t name = intern(p, &p.attr_names, text, length, hash)
    if name == NONE:
        return NONE
    return name if set_up_attr_infos(p) else NONE


cdef inline bint set_up_attr_infos(Parser* p) noexcept nogil:
    cdef int32_t room = p.attr_info_room
    if p.attr_names.count <= room:
        return True
    if not grow(
        p, <void**>&p.attr_infos, sizeof(AttrInfo), <int64_t>p.attr_names.count + 16,
        &p.attr_info_room,
    ):
        return False
    while room < p.attr_info_room:
        p.attr_infos[room] = AttrInfo(svg=NONE, math=NONE, seen=0)
        room += 1
    return True


cdef int32_t intern_attr_name(Parser* p, const uint8_t* text, int32_t length) noexcept nogil:
    return intern_attr_name_hashed(p, text, length, hash_of(text, length))


cdef int32_t intern_name_with_nul(
    Parser* p, int32_t start, int32_t end, bint is_tag
) noexcept nogil:
    """A name with NUL bytes in it, which stand for U+FFFD."""
    cdef int64_t first = p.side_used
    cdef int32_t at, number = NONE, length
    cdef uint32_t hash
    for at in range(start, end):
        if p.source[at]:
            if not put_byte(p, LOWER[p.source[at]]):
                return NONE
        elif not put_replacement(p):
            return NONE
    length = <int32_t>(p.side_used - first)
    hash = hash_of(p.side + first, length)
    if is_tag:
        number = tag_of_name(p, p.side + first, length, hash)
    else:
        number = intern_attr_name_hashed(p, p.side + first, length, hash)
    p.side_used = first
    return number


cdef const uint8_t* adjusted_name(
    const uint8_t* text, int32_t length, const uint8_t* words, int32_t words_length
) noexcept nogil:
    """The word, among mixed-case words between spaces, that is `text` in lower case; or NULL."""
    cdef int32_t start = 1, end
    while start < words_length:
        end = start
        while words[end] != c' ':
            end += 1
        if end - start == length and same_lowered(words + start, text, length):
            return words + start
        start = end + 1
    return NULL


cdef const uint8_t* tag_text(Parser* p, int32_t tag, int32_t* length) noexcept nogil:
    cdef Name* entry
    if tag < KNOWN_TAGS:
        length[0] = KNOWN_LENGTH[tag]
        return <const uint8_t*>KNOWN_NAME[tag]
    entry = &p.tag_names.entries[tag - KNOWN_TAGS]
    length[0] = entry.length
    return p.tag_names.bytes + entry.offset


cdef bint is_word(const uint8_t* text, int32_t length, const char* word, int32_t word_length) noexcept nogil:
    return length == word_length and memcmp(text, word, length) == 0


cdef int32_t foreign_tag(Parser* p, int32_t token, bint svg) noexcept nogil:
    """The tag inside SVG or MathML that a tag name stands for, `svg:path` for `path`."""
    cdef int32_t cached = p.tags[token].svg if svg else p.tags[token].math
    cdef int32_t length = 0, tag
    cdef const uint8_t* name
    cdef const uint8_t* adjusted = NULL
    cdef uint32_t flags = IN_SVG if svg else IN_MATH
    if cached != NONE:
        return cached
    name = tag_text(p, token, &length)
    if svg:
        adjusted = adjusted_name(name, length, SVG_TAGS, SVG_TAGS_LENGTH)
        if (
            is_word(name, length, b"foreignobject", 13)
            or is_word(name, length, b"desc", 4)
            or is_word(name, length, b"title", 5)
        ):
            flags |= HTML_POINT | SPECIAL | WALL | SCOPE
    elif is_word(name, length, b"annotation-xml", 14):
        flags |= SPECIAL | WALL | SCOPE
    elif (
        is_word(name, length, b"mi", 2)
        or is_word(name, length, b"mo", 2)
        or is_word(name, length, b"mn", 2)
        or is_word(name, length, b"ms", 2)
        or is_word(name, length, b"mtext", 5)
    ):
        flags |= MATH_TEXT_POINT | SPECIAL | WALL | SCOPE
    # The name may lie in the very buffer that add_name is about to move.
    if not grow(
        p, <void**>&p.tag_names.bytes, 1, <int64_t>p.tag_names.bytes_used + length + 8,
        &p.tag_names.bytes_room,
    ):
        return token
    name = tag_text(p, token, &length)
    tag = add_name(
        p, &p.tag_names, <const uint8_t*>(b"svg:" if svg else b"math:"), 4 if svg else 5,
        adjusted if adjusted != NULL else name, length, 0, False,
    )
    if tag == NONE:
        return token
    tag += KNOWN_TAGS
    p.tags[tag] = TagInfo(
        flags=flags, token=token, html_top=NONE, foreign_top=NONE, svg=NONE, math=NONE
    )
    if svg:
        p.tags[token].svg = tag
    else:
        p.tags[token].math = tag
    return tag


cdef int32_t adjusted_attr(Parser* p, int32_t name, bint svg) noexcept nogil:
    """The attribute name that stands on an SVG or MathML element, viewBox for viewbox."""
    cdef int32_t cached = p.attr_infos[name].svg if svg else p.attr_infos[name].math
    cdef Name* entry = &p.attr_names.entries[name]
    cdef const uint8_t* text = p.attr_names.bytes + entry.offset
    cdef const uint8_t* adjusted
    cdef int32_t number = name
    if cached != NONE:
        return cached
    if svg:
        adjusted = adjusted_name(text, entry.length, SVG_ATTRIBUTES, SVG_ATTRIBUTES_LENGTH)
    else:
        adjusted = adjusted_name(text, entry.length, MATH_ATTRIBUTES, MATH_ATTRIBUTES_LENGTH)
    if adjusted != NULL:
        number = add_name(p, &p.attr_names, NULL, 0, adjusted, entry.length, 0, False)
        if number == NONE or not set_up_attr_infos(p):
            return name
    if svg:
        p.attr_infos[name].svg = number
    else:
        p.attr_infos[name].math = number
    return number


# --------------------------------------------------------------------------------------------------
# Text that had to be decoded
# --------------------------------------------------------------------------------------------------

cdef bint widen_side(Parser* p, int64_t length) noexcept nogil:
    cdef int64_t wanted = max(p.side_used + length, p.side_room * 2)
    cdef uint8_t* moved
    if p.side_used + length > 0x7FFFFFF0:
        p.status = TEXT_TOO_LONG
        return False
    wanted = max(wanted, 256)
    moved = <uint8_t*>realloc(p.side, <size_t>wanted)
    if moved == NULL:
        p.status = OUT_OF_MEMORY
        return False
    p.side = moved
    p.side_room = wanted
    return True


cdef bint put(Parser* p, const uint8_t* text, int64_t length) noexcept nogil:
    """Append to the side buffer; False, with the status set, where that is not possible."""
    if p.side_used + length > p.side_room and not widen_side(p, length):
        return False
    if length:
        memcpy(p.side + p.side_used, text, <size_t>length)
    p.side_used += length
    return True


cdef inline bint put_byte(Parser* p, uint8_t byte) noexcept nogil:
    return put(p, &byte, 1)


cdef inline bint put_replacement(Parser* p) noexcept nogil:
    return put(p, <const uint8_t*>b"\xef\xbf\xbd", 3)


cdef bint put_clean(Parser* p, int32_t start, int32_t end) noexcept nogil:
    """Append a span of the source with its newlines normalised and NUL replaced."""
    cdef int32_t at = start
    while True:
        at = <int32_t>(find_any(p.source + start, p.source + end, c'\r', 0, c'\r', 0) - p.source)
        if not put(p, p.source + start, at - start):
            return False
        if at == end:
            return True
        if p.source[at] == 0:
            if not put_replacement(p):
                return False
        elif at + 1 >= p.size or p.source[at + 1] != c'\n':
            if not put_byte(p, c'\n'):
                return False
        start = at + 1


cdef inline const uint8_t* text_at(Parser* p, int32_t start) noexcept nogil:
    return p.source + start if start >= 0 else p.side + ~start


# --------------------------------------------------------------------------------------------------
# Character references
# --------------------------------------------------------------------------------------------------

cdef void set_reference(Parser* p, uint32_t code) noexcept nogil:
    if code < 0x80:
        p.reference[0] = code
        p.reference_length = 1
    elif code < 0x800:
        p.reference[0] = 0xC0 | (code >> 6)
        p.reference[1] = 0x80 | (code & 0x3F)
        p.reference_length = 2
    elif code < 0x10000:
        p.reference[0] = 0xE0 | (code >> 12)
        p.reference[1] = 0x80 | ((code >> 6) & 0x3F)
        p.reference[2] = 0x80 | (code & 0x3F)
        p.reference_length = 3
    else:
        p.reference[0] = 0xF0 | (code >> 18)
        p.reference[1] = 0x80 | ((code >> 12) & 0x3F)
        p.reference[2] = 0x80 | ((code >> 6) & 0x3F)
        p.reference[3] = 0x80 | (code & 0x3F)
        p.reference_length = 4


cdef int32_t read_numeric_reference(Parser* p, int32_t at) noexcept nogil:
    """Read what follows `&#`; the number of bytes from `&` on, 0 where it is no reference."""
    cdef int32_t start = at
    cdef bint hexadecimal = LOWER[p.source[at + 2]] == c'x'
    cdef uint32_t code = 0
    cdef uint8_t byte
    cdef int32_t digits
    at += 3 if hexadecimal else 2
    digits = at
    while True:
        byte = LOWER[p.source[at]]
        if c'0' <= byte <= c'9':
            byte -= c'0'
        elif hexadecimal and c'a' <= byte <= c'f':
            byte -= c'a' - 10
        else:
            break
        if code <= 0x10FFFF:
            code = code * (16 if hexadecimal else 10) + byte
        at += 1
    if at == digits:
        return 0
    if p.source[at] == c';':
        at += 1
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        code = 0xFFFD
    elif 0x80 <= code <= 0x9F and WINDOWS_1252[code - 0x80]:
        code = WINDOWS_1252[code - 0x80]
    set_reference(p, code)
    return at - start


cdef Reference* find_reference(const uint8_t* name, int32_t length) noexcept nogil:
    cdef uint32_t hash = hash_of(name, length)
    cdef uint32_t slot = spread(hash) & (REFERENCE_SLOTS - 1)
    cdef Reference* entry
    while True:
        entry = &REFERENCES[slot]
        if not entry.name_length:
            return NULL
        if (
            entry.hash == hash
            and entry.name_length == length
            and memcmp(REFERENCE_NAMES + entry.name, name, length) == 0
        ):
            return entry
        slot = (slot + 1) & (REFERENCE_SLOTS - 1)


cdef int32_t read_reference(Parser* p, int32_t at, bint in_attribute) noexcept nogil:
    """Decode the reference at `&` into `p.reference`; its length in bytes, 0 where it is none."""
    cdef const uint8_t* name = p.source + at + 1
    cdef int32_t length = 0
    cdef Reference* entry = NULL
    if name[0] == c'#':
        return read_numeric_reference(p, at)
    # No name is longer than 32 bytes and a semicolon.
    while length < 33 and BYTE_CLASS[name[length]] & IS_ALNUM:
        length += 1
    if length < 2:
        return 0
    if name[length] == c';':
        entry = find_reference(name, length + 1)
        if entry != NULL:
            length += 1
    if entry == NULL:
        length = min(length, <int32_t>LONGEST_BARE_REFERENCE)
        while length >= 2:
            entry = find_reference(name, length)
            if entry != NULL:
                break
            length -= 1
        if entry == NULL:
            return 0
        if in_attribute and (name[length] == c'=' or BYTE_CLASS[name[length]] & IS_ALNUM):
            return 0
    memcpy(p.reference, entry.bytes, 6)
    p.reference_length = entry.length
    return length + 1


# --------------------------------------------------------------------------------------------------
# The tree
# --------------------------------------------------------------------------------------------------

cdef inline int32_t new_node(Parser* p, int32_t tag) noexcept nogil:
    cdef int32_t number = p.node_count
    cdef Node* node = &p.nodes[number]
    node.parent = node.first = node.last = node.prev = node.next = node.open = NONE
    node.tag = tag
    node.extra = 0
    node.extra_count = 0
    node.source_start = node.source_end = NONE
    node.flags = 0
    p.node_count += 1
    return number


cdef inline void append_child(Parser* p, int32_t parent, int32_t child) noexcept nogil:
    cdef Node* above = &p.nodes[parent]
    cdef Node* node = &p.nodes[child]
    node.parent = parent
    node.prev = above.last
    node.next = NONE
    if above.last == NONE:
        above.first = child
    else:
        p.nodes[above.last].next = child
    above.last = child
    if above.flags & ENDS_IN_COMMENT:
        above.flags &= ~ENDS_IN_COMMENT
        node.flags |= AFTER_COMMENT


cdef void insert_before(Parser* p, int32_t before, int32_t child) noexcept nogil:
    cdef Node* next = &p.nodes[before]
    cdef Node* node = &p.nodes[child]
    p.reordered = True
    node.parent = next.parent
    node.prev = next.prev
    node.next = before
    if next.prev == NONE:
        p.nodes[next.parent].first = child
    else:
        p.nodes[next.prev].next = child
    next.prev = child
    if next.flags & AFTER_COMMENT:
        next.flags &= ~AFTER_COMMENT
        node.flags |= AFTER_COMMENT


cdef void unlink(Parser* p, int32_t child) noexcept nogil:
    cdef Node* node = &p.nodes[child]
    p.reordered = True
    if node.parent == NONE:
        return
    if node.prev == NONE:
        p.nodes[node.parent].first = node.next
    else:
        p.nodes[node.prev].next = node.next
    if node.next == NONE:
        p.nodes[node.parent].last = node.prev
    else:
        p.nodes[node.next].prev = node.prev
    if node.flags & AFTER_COMMENT:
        node.flags &= ~AFTER_COMMENT
        if node.next == NONE:
            p.nodes[node.parent].flags |= ENDS_IN_COMMENT
        else:
            p.nodes[node.next].flags |= AFTER_COMMENT
    node.parent = node.prev = node.next = NONE


cdef void move_children(Parser* p, int32_t source, int32_t target) noexcept nogil:
    """Hang all children of one element below another, which has none."""
    cdef Node* old = &p.nodes[source]
    cdef Node* new = &p.nodes[target]
    cdef int32_t child = old.first
    p.reordered = True
    while child != NONE:
        p.nodes[child].parent = target
        child = p.nodes[child].next
    new.first = old.first
    new.last = old.last
    new.flags |= old.flags & ENDS_IN_COMMENT
    old.first = old.last = NONE
    old.flags &= ~ENDS_IN_COMMENT


cdef void foster_place(Parser* p, int32_t* parent, int32_t* before) noexcept nogil:
    """Where content goes that stands between the parts of a table: before the table."""
    cdef int32_t table = p.tags[<int>T_TABLE].html_top
    cdef int32_t template = p.tags[<int>T_TEMPLATE].html_top
    before[0] = NONE
    if template != NONE and (table == NONE or p.opens[template].label > p.opens[table].label):
        parent[0] = p.opens[template].node
    elif table == NONE:
        parent[0] = p.opens[p.bottom].node
    elif p.nodes[p.opens[table].node].parent != NONE:
        before[0] = p.opens[table].node
        parent[0] = p.nodes[before[0]].parent
    else:
        parent[0] = p.opens[p.opens[table].below].node


cdef inline void place(Parser* p, int32_t target, uint32_t target_flags, int32_t child) noexcept nogil:
    """Insert a node at the "appropriate place" in or near an element."""
    cdef int32_t parent = target, before = NONE
    if p.foster and target_flags & TABLEISH:
        foster_place(p, &parent, &before)
        p.reordered = True
    if before == NONE:
        append_child(p, parent, child)
    else:
        insert_before(p, before, child)


cdef void extend_text(Parser* p, int32_t text, Run* run) noexcept nogil:
    cdef Node* node = &p.nodes[text]
    cdef Piece* piece
    node.source_start = min(node.source_start, run.source_start)
    node.source_end = max(node.source_end, run.source_end)
    if node.extra == NONE:
        if follows(node.first, node.last, run.start):
            node.last += run.length
            return
    else:
        piece = &p.pieces[node.extra_count]
        if follows(piece.start, piece.length, run.start):
            piece.length += run.length
            return
    piece = &p.pieces[p.piece_count]
    piece.start = run.start
    piece.length = run.length
    piece.next = NONE
    if node.extra == NONE:
        node.extra = p.piece_count
    else:
        p.pieces[node.extra_count].next = p.piece_count
    node.extra_count = p.piece_count
    p.piece_count += 1


cdef inline bint follows(int32_t start, int32_t length, int32_t next) noexcept nogil:
    """Whether the text at `next` comes right after another, in the source or in the side buffer."""
    if start >= 0:
        return next == start + length
    return next < 0 and ~next == ~start + length


cdef inline void set_text(Parser* p, int32_t number, Run* run) noexcept nogil:
    cdef Node* node = &p.nodes[number]
    node.flags |= HAS_TEXT
    node.first = run.start
    node.last = run.length
    node.extra = node.extra_count = NONE
    node.source_start = run.source_start
    node.source_end = run.source_end


cdef void insert_text(Parser* p, Run* run) noexcept nogil:
    cdef Open* top = &p.opens[p.top]
    cdef int32_t parent = top.node, before = NONE, previous
    cdef bint apart
    if p.foster and top.flags & TABLEISH:
        foster_place(p, &parent, &before)
        p.reordered = True
    if before == NONE:
        previous = p.nodes[parent].last
        apart = p.nodes[parent].flags & ENDS_IN_COMMENT
    else:
        previous = p.nodes[before].prev
        apart = p.nodes[before].flags & AFTER_COMMENT
    if previous != NONE and not apart and p.nodes[previous].tag == T_TEXT:
        extend_text(p, previous, run)
        return
    previous = new_node(p, T_TEXT)
    if before == NONE:
        append_child(p, parent, previous)
    else:
        insert_before(p, before, previous)
    set_text(p, previous, run)


cdef void add_comment(Parser* p, int32_t parent, int32_t tag, Run* run) noexcept nogil:
    """Remember a comment: as a node where that was asked for, else by keeping its neighbours apart."""
    cdef int32_t node
    if p.keep_comments:
        p.reordered = True
        node = new_node(p, tag)
        append_child(p, parent, node)
        set_text(p, node, run)
    else:
        p.nodes[parent].flags |= ENDS_IN_COMMENT


cdef int32_t new_element(Parser* p, int32_t tag) noexcept nogil:
    """An element for the start tag at hand, with its attributes."""
    cdef int32_t number = new_node(p, tag)
    cdef Node* node = &p.nodes[number]
    node.extra = p.attr_first
    node.extra_count = p.attr_count - p.attr_first
    node.source_start = p.token_start
    p.attrs_taken = True
    return number


cdef int32_t copy_element(Parser* p, int32_t original) noexcept nogil:
    cdef int32_t number = new_node(p, p.nodes[original].tag)
    p.nodes[number].extra = p.nodes[original].extra
    p.nodes[number].extra_count = p.nodes[original].extra_count
    p.copies_left -= 1 + p.nodes[original].extra_count
    return number


# --------------------------------------------------------------------------------------------------
# The stack of open elements
# --------------------------------------------------------------------------------------------------

cdef inline int32_t* chain_of(Parser* p, int32_t tag) noexcept nogil:
    """Where the topmost open element of a name is kept; foreign ones apart, in lower case."""
    cdef TagInfo* info = &p.tags[tag]
    if info.flags & FOREIGN:
        return &p.tags[info.token].foreign_top
    return &info.html_top


cdef inline int32_t new_open(Parser* p, int32_t node, uint32_t node_flags) noexcept nogil:
    cdef int32_t number = p.opens_free
    cdef Open* entry
    if number == NONE:
        number = p.opens_used
        p.opens_used += 1
    else:
        p.opens_free = p.opens[number].below
    entry = &p.opens[number]
    entry.node = node
    entry.tag = p.nodes[node].tag
    entry.flags = p.tags[entry.tag].flags | node_flags
    p.nodes[node].open = number
    return number


cdef inline void look_below(Parser* p, int32_t number) noexcept nogil:
    """Let an entry know the nearest boundaries from itself down."""
    cdef Open* entry = &p.opens[number]
    cdef Open* below
    entry.special = entry.wall = entry.scope = entry.html = NONE
    if entry.below != NONE:
        below = &p.opens[entry.below]
        entry.special = below.special
        entry.wall = below.wall
        entry.scope = below.scope
        entry.html = below.html
    if entry.flags & SPECIAL:
        entry.special = number
    if entry.flags & WALL:
        entry.wall = number
    if entry.flags & SCOPE:
        entry.scope = number
    if not entry.flags & FOREIGN:
        entry.html = number


cdef inline void push(Parser* p, int32_t node, uint32_t node_flags) noexcept nogil:
    cdef int32_t number = new_open(p, node, node_flags)
    cdef Open* entry = &p.opens[number]
    cdef int32_t* chain = chain_of(p, entry.tag)
    entry.below = p.top
    entry.above = NONE
    if p.top == NONE:
        entry.label = 0
        p.bottom = number
    else:
        entry.label = p.opens[p.top].label + (<int64_t>1 << LABEL_GAP_BITS)
        p.opens[p.top].above = number
    entry.same_below = chain[0]
    entry.same_above = NONE
    if chain[0] != NONE:
        p.opens[chain[0]].same_above = number
    chain[0] = number
    p.top = number
    look_below(p, number)
    p.depth += 1
    if p.depth > p.max_depth:
        p.status = TOO_DEEP


cdef inline void close_span(Parser* p, int32_t node, int32_t at) noexcept nogil:
    if p.nodes[node].source_start != NONE and p.nodes[node].source_end == NONE:
        p.nodes[node].source_end = at


cdef inline void pop_at(Parser* p, int32_t at) noexcept nogil:
    """Close the current node; its source ends at `at`."""
    cdef int32_t number = p.top
    cdef Open* entry = &p.opens[number]
    cdef int32_t* chain = chain_of(p, entry.tag)
    chain[0] = entry.same_below
    if chain[0] != NONE:
        p.opens[chain[0]].same_above = NONE
    p.top = entry.below
    if p.top == NONE:
        p.bottom = NONE
    else:
        p.opens[p.top].above = NONE
    p.nodes[entry.node].open = NONE
    close_span(p, entry.node, at)
    entry.below = p.opens_free
    p.opens_free = number
    p.depth -= 1


cdef inline void pop(Parser* p) noexcept nogil:
    """Close the current node, because of another tag."""
    pop_at(p, p.token_start)


cdef void pop_through(Parser* p, int32_t number, int32_t at) noexcept nogil:
    """Pop up to and including an entry, whose own source ends at `at`."""
    while p.top != number:
        pop(p)
    pop_at(p, at)


cdef void remove_open(Parser* p, int32_t number, int32_t at) noexcept nogil:
    """Take an entry out of the stack, wherever it is.

    The entries above it that name it as their nearest boundary have to forget it. That walk is short:
    only form, head and formatting elements are taken out, and the entries between such an element and
    the next special one above it were pushed since.
    """
    cdef Open* entry = &p.opens[number]
    cdef int32_t* chain
    cdef int32_t above = entry.above
    if number == p.top:
        pop_at(p, at)
        return
    chain = chain_of(p, entry.tag)
    if entry.same_above == NONE:
        chain[0] = entry.same_below
    else:
        p.opens[entry.same_above].same_below = entry.same_below
    if entry.same_below != NONE:
        p.opens[entry.same_below].same_above = entry.same_above
    p.opens[above].below = entry.below
    if entry.below == NONE:
        p.bottom = above
    else:
        p.opens[entry.below].above = above
    while above != NONE:
        if (
            p.opens[above].special != number
            and p.opens[above].wall != number
            and p.opens[above].html != number
        ):
            break
        look_below(p, above)
        above = p.opens[above].above
    p.nodes[entry.node].open = NONE
    close_span(p, entry.node, at)
    entry.below = p.opens_free
    p.opens_free = number
    p.depth -= 1


cdef void relabel(Parser* p) noexcept nogil:
    cdef int32_t number = p.bottom
    cdef int64_t label = 0
    while number != NONE:
        p.opens[number].label = label
        label += <int64_t>1 << LABEL_GAP_BITS
        number = p.opens[number].above


cdef void open_above(
    Parser* p, int32_t below, int32_t node, int32_t same_below, int32_t same_above
) noexcept nogil:
    """Put a formatting element into the stack right above an entry, between those of its name."""
    cdef int32_t number, above = p.opens[below].above
    cdef Open* entry
    if above == NONE:
        push(p, node, 0)
        return
    if p.opens[above].label - p.opens[below].label < 2:
        relabel(p)
    number = new_open(p, node, 0)
    entry = &p.opens[number]
    entry.label = p.opens[below].label + (p.opens[above].label - p.opens[below].label) // 2
    entry.below = below
    entry.above = above
    p.opens[below].above = number
    p.opens[above].below = number
    entry.same_below = same_below
    entry.same_above = same_above
    if same_below != NONE:
        p.opens[same_below].same_above = number
    if same_above == NONE:
        chain_of(p, entry.tag)[0] = number
    else:
        p.opens[same_above].same_below = number
    look_below(p, number)
    p.depth += 1


cdef inline int64_t label_of(Parser* p, int32_t number) noexcept nogil:
    return p.opens[number].label if number != NONE else -1


cdef inline int64_t highest(Parser* p, int32_t tag) noexcept nogil:
    """The label of the topmost open HTML element of a name, -1 where none is open."""
    return label_of(p, p.tags[tag].html_top)


cdef inline bint is_open(Parser* p, int32_t tag) noexcept nogil:
    return p.tags[tag].html_top != NONE


cdef inline bint in_scope(Parser* p, int32_t tag) noexcept nogil:
    cdef int32_t number = p.tags[tag].html_top
    return number != NONE and p.opens[number].label >= label_of(p, p.opens[p.top].scope)


cdef inline bint in_button_scope(Parser* p, int32_t tag) noexcept nogil:
    return in_scope(p, tag) and highest(p, tag) >= highest(p, T_BUTTON)


cdef inline bint in_list_scope(Parser* p, int32_t tag) noexcept nogil:
    return (
        in_scope(p, tag)
        and highest(p, tag) >= highest(p, T_OL)
        and highest(p, tag) >= highest(p, T_UL)
    )


cdef inline bint in_table_scope(Parser* p, int32_t tag) noexcept nogil:
    cdef int64_t label = highest(p, tag)
    return label >= 0 and label >= highest(p, T_TABLE) and label >= highest(p, T_TEMPLATE)


cdef bint heading_in_scope(Parser* p) noexcept nogil:
    cdef int32_t tag
    for tag in range(T_H1, T_H6 + 1):
        if in_scope(p, tag):
            return True
    return False


cdef inline int32_t current_tag(Parser* p) noexcept nogil:
    return p.opens[p.top].tag


cdef inline void close_implied(Parser* p, int32_t but) noexcept nogil:
    """Generate implied end tags, except for one name."""
    while p.opens[p.top].flags & IMPLIED and p.opens[p.top].tag != but:
        pop(p)


cdef inline void pop_until(Parser* p, int32_t tag, int32_t at) noexcept nogil:
    """Pop up to and including the topmost HTML element of a name; its source ends at `at`."""
    pop_through(p, p.tags[tag].html_top, at)


cdef inline void close_p(Parser* p) noexcept nogil:
    if is_open(p, T_P) and in_button_scope(p, T_P):
        close_implied(p, T_P)
        pop_until(p, T_P, p.token_start)


cdef void clear_to_table(Parser* p) noexcept nogil:
    while current_tag(p) not in (T_TABLE, T_TEMPLATE, T_HTML):
        pop(p)


cdef void clear_to_table_body(Parser* p) noexcept nogil:
    while current_tag(p) not in (T_TBODY, T_TFOOT, T_THEAD, T_TEMPLATE, T_HTML):
        pop(p)


cdef void clear_to_row(Parser* p) noexcept nogil:
    while current_tag(p) not in (T_TR, T_TEMPLATE, T_HTML):
        pop(p)


cdef inline void consider_mode(
    Parser* p, int32_t tag, Mode mode, int64_t* best, Mode* chosen
) noexcept nogil:
    cdef int64_t label = highest(p, tag)
    if label > best[0]:
        best[0] = label
        chosen[0] = mode


cdef void reset_mode(Parser* p) noexcept nogil:
    """Reset the insertion mode appropriately: what is the innermost element that decides it?"""
    cdef int64_t best = -1
    cdef Mode chosen = IN_BODY
    consider_mode(p, T_HTML, BEFORE_HEAD if p.head == NONE else AFTER_HEAD, &best, &chosen)
    consider_mode(p, T_HEAD, IN_HEAD, &best, &chosen)
    consider_mode(p, T_BODY, IN_BODY, &best, &chosen)
    consider_mode(p, T_FRAMESET, IN_FRAMESET, &best, &chosen)
    consider_mode(p, T_TABLE, IN_TABLE, &best, &chosen)
    consider_mode(p, T_CAPTION, IN_CAPTION, &best, &chosen)
    consider_mode(p, T_COLGROUP, IN_COLUMN_GROUP, &best, &chosen)
    consider_mode(p, T_TBODY, IN_TABLE_BODY, &best, &chosen)
    consider_mode(p, T_THEAD, IN_TABLE_BODY, &best, &chosen)
    consider_mode(p, T_TFOOT, IN_TABLE_BODY, &best, &chosen)
    consider_mode(p, T_TR, IN_ROW, &best, &chosen)
    consider_mode(p, T_TD, IN_CELL, &best, &chosen)
    consider_mode(p, T_TH, IN_CELL, &best, &chosen)
    if highest(p, T_TEMPLATE) > best:
        chosen = <Mode>p.template_modes[p.template_count - 1]
    p.mode = chosen


# --------------------------------------------------------------------------------------------------
# Active formatting elements
# --------------------------------------------------------------------------------------------------

cdef void add_marker(Parser* p) noexcept nogil:
    cdef Format* entry = &p.formats[p.format_count]
    entry.node = NONE
    entry.tag = NONE
    p.format_count += 1


cdef void clear_to_marker(Parser* p) noexcept nogil:
    while p.format_count:
        p.format_count -= 1
        if p.formats[p.format_count].node == NONE:
            return
        p.nodes[p.formats[p.format_count].node].flags &= ~IS_FORMAT


cdef uint64_t hash_attributes(Parser* p, int32_t node) noexcept nogil:
    """A hash of an element's attributes that does not depend on their order."""
    cdef Attr* attr = p.attrs + p.nodes[node].extra
    cdef Attr* end = attr + p.nodes[node].extra_count
    cdef uint64_t sum = 0, hash
    cdef const uint8_t* value
    cdef int32_t at
    while attr < end:
        hash = <uint64_t>0xCBF29CE484222325 ^ <uint64_t>attr.name
        value = text_at(p, attr.start)
        for at in range(attr.length):
            hash = (hash ^ value[at]) * <uint64_t>0x100000001B3
        hash ^= hash >> 29
        sum += hash * <uint64_t>0x9E3779B97F4A7C15
        attr += 1
    return sum


cdef void remove_format(Parser* p, int32_t index) noexcept nogil:
    p.nodes[p.formats[index].node].flags &= ~IS_FORMAT
    p.format_count -= 1
    memmove(
        &p.formats[index], &p.formats[index + 1], <size_t>(p.format_count - index) * sizeof(Format)
    )


cdef void insert_format(Parser* p, int32_t index, int32_t node, Format* like) noexcept nogil:
    cdef Format entry = like[0]
    memmove(
        &p.formats[index + 1], &p.formats[index], <size_t>(p.format_count - index) * sizeof(Format)
    )
    entry.node = node
    p.formats[index] = entry
    p.format_count += 1
    p.nodes[node].flags |= IS_FORMAT


cdef int32_t format_index(Parser* p, int32_t node) noexcept nogil:
    cdef int32_t index = p.format_count - 1
    while index >= 0 and p.formats[index].node != node:
        index -= 1
    return index


cdef bint alike(Parser* p, Format* one, Format* two) noexcept nogil:
    if one.tag != two.tag or one.attr_count != two.attr_count:
        return False
    if one.attr_count == 0:
        return True
    if not one.hashed:
        one.hash = hash_attributes(p, one.node)
        one.hashed = True
    if not two.hashed:
        two.hash = hash_attributes(p, two.node)
        two.hashed = True
    return one.hash == two.hash


cdef void add_format(Parser* p, int32_t node) noexcept nogil:
    """Push onto the list, keeping at most three that are alike (the "Noah's Ark clause")."""
    cdef Format entry
    cdef int32_t index = p.format_count - 1, earliest = NONE, count = 0, seen = 0
    entry.node = node
    entry.tag = p.nodes[node].tag
    entry.attr_count = p.nodes[node].extra_count
    entry.hashed = False
    entry.hash = 0
    while index >= 0 and p.formats[index].node != NONE:
        if alike(p, &p.formats[index], &entry):
            count += 1
            earliest = index
        seen += 1
        index -= 1
    if count >= 3:
        remove_format(p, earliest)
    elif seen >= FORMATS_KEPT:
        remove_format(p, index + 1)
    p.formats[p.format_count] = entry
    p.format_count += 1
    p.nodes[node].flags |= IS_FORMAT


cdef void reopen_formats(Parser* p) noexcept nogil:
    """Reconstruct the active formatting elements, in the slow case: the last one is not open."""
    cdef int32_t index = p.format_count - 1, node
    while (
        index > 0
        and p.formats[index - 1].node != NONE
        and p.nodes[p.formats[index - 1].node].open == NONE
    ):
        index -= 1
    while index < p.format_count and p.copies_left > 0:
        p.nodes[p.formats[index].node].flags &= ~IS_FORMAT
        node = copy_element(p, p.formats[index].node)
        place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
        push(p, node, 0)
        p.formats[index].node = node
        p.nodes[node].flags |= IS_FORMAT
        index += 1


cdef inline void reconstruct(Parser* p) noexcept nogil:
    cdef int32_t node
    if p.format_count and p.copies_left > 0:
        node = p.formats[p.format_count - 1].node
        if node != NONE and p.nodes[node].open == NONE:
            reopen_formats(p)


cdef int32_t last_format(Parser* p, int32_t tag) noexcept nogil:
    """Where the last formatting element of a name is, not further back than the last marker."""
    cdef int32_t index = p.format_count - 1
    while index >= 0 and p.formats[index].node != NONE:
        if p.formats[index].tag == tag:
            return index
        index -= 1
    return NONE


cdef void close_ordinary(Parser* p, int32_t tag) noexcept nogil:
    """Any other end tag: close the element of that name unless a special one is in between."""
    cdef int32_t number = p.tags[tag].html_top
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].special):
        return
    close_implied(p, tag)
    pop_through(p, number, p.token_end)


cdef void adopt(Parser* p, int32_t tag, int32_t at) noexcept nogil:
    """The adoption agency algorithm; a formatting element that it closes ends at `at`."""
    cdef int32_t rounds
    if (
        current_tag(p) == tag
        and not p.nodes[p.opens[p.top].node].flags & IS_FORMAT
    ):
        pop_at(p, at)
        return
    for rounds in range(8):
        if not adopt_once(p, tag, at):
            return


cdef bint adopt_once(Parser* p, int32_t tag, int32_t at) noexcept nogil:
    """One round; whether another has to follow."""
    cdef int32_t index = last_format(p, tag), found, bookmark
    cdef int32_t format_node, format_open, block, ancestor, ancestor_flags, same_below, same_above
    cdef int32_t node, next_node, last, copied, steps = 0
    cdef Format like
    if index == NONE:
        close_ordinary(p, tag)
        return False
    format_node = p.formats[index].node
    format_open = p.nodes[format_node].open
    if format_open == NONE:
        remove_format(p, index)
        return False
    if p.opens[format_open].label < label_of(p, p.opens[p.top].scope):
        return False
    if (
        label_of(p, p.opens[p.top].special) < p.opens[format_open].label
        or p.copies_left <= 0
    ):
        pop_through(p, format_open, at)
        remove_format(p, index)
        return False
    block = p.opens[format_open].above
    while not p.opens[block].flags & SPECIAL:
        block = p.opens[block].above

    ancestor = p.opens[p.opens[format_open].below].node
    ancestor_flags = p.opens[p.opens[format_open].below].flags
    bookmark = index
    last = p.opens[block].node
    node = p.opens[block].below
    while node != format_open:
        next_node = p.opens[node].below
        steps += 1
        if steps > 3 and p.nodes[p.opens[node].node].flags & IS_FORMAT:
            found = format_index(p, p.opens[node].node)
            remove_format(p, found)
            if found < bookmark:
                bookmark -= 1
            if found < index:
                index -= 1
        if not p.nodes[p.opens[node].node].flags & IS_FORMAT:
            remove_open(p, node, p.token_start)
            node = next_node
            continue
        copied = copy_element(p, p.opens[node].node)
        found = format_index(p, p.opens[node].node)
        close_span(p, p.opens[node].node, p.token_start)
        p.nodes[p.opens[node].node].open = NONE
        p.nodes[p.opens[node].node].flags &= ~IS_FORMAT
        p.formats[found].node = copied
        p.nodes[copied].flags |= IS_FORMAT
        p.opens[node].node = copied
        p.nodes[copied].open = node
        if last == p.opens[block].node:
            bookmark = found + 1
        unlink(p, last)
        append_child(p, copied, last)
        last = copied
        node = next_node

    unlink(p, last)
    place(p, ancestor, ancestor_flags, last)
    copied = copy_element(p, format_node)
    move_children(p, p.opens[block].node, copied)
    append_child(p, p.opens[block].node, copied)

    like = p.formats[index]
    like.node = copied
    insert_format(p, bookmark, copied, &like)
    remove_format(p, index if index < bookmark else index + 1)
    # Entries of the same name between the old and the new place stay below the new one.
    same_below = p.opens[format_open].same_below
    same_above = p.opens[format_open].same_above
    while same_above != NONE and p.opens[same_above].label < p.opens[block].label:
        same_below = same_above
        same_above = p.opens[same_above].same_above
    remove_open(p, format_open, at)
    open_above(p, block, copied, same_below, same_above)
    return True


# --------------------------------------------------------------------------------------------------
# Inserting elements
# --------------------------------------------------------------------------------------------------

cdef inline void insert_element(Parser* p, int32_t tag) noexcept nogil:
    """Insert an HTML element for the start tag at hand, and open it."""
    cdef int32_t node = new_element(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    push(p, node, 0)


cdef inline void insert_void(Parser* p, int32_t tag) noexcept nogil:
    """Insert an element that is closed at once."""
    cdef int32_t node = new_element(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    p.nodes[node].source_end = p.token_end


cdef void insert_implied(Parser* p, int32_t tag) noexcept nogil:
    """Insert and open an element that has no tag in the source."""
    cdef int32_t node = new_node(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    push(p, node, 0)


cdef void insert_raw(Parser* p, Raw raw) noexcept nogil:
    """Insert an element whose content is text up to its end tag."""
    insert_element(p, p.tag)
    p.raw = raw
    p.raw_name = <const uint8_t*>KNOWN_NAME[p.tag]
    p.raw_name_length = KNOWN_LENGTH[p.tag]
    p.original_mode = p.mode
    p.mode = TEXT_MODE


cdef Attr* find_attr(Parser* p, int32_t name) noexcept nogil:
    """An attribute of the start tag at hand, or NULL."""
    cdef int32_t index
    for index in range(p.attr_first, p.attr_count):
        if p.attrs[index].name == name:
            return &p.attrs[index]
    return NULL


cdef bint attr_is(Parser* p, int32_t name, const char* lower, int32_t length) noexcept nogil:
    cdef Attr* attr = find_attr(p, name)
    return attr != NULL and same_ignoring_case(text_at(p, attr.start), attr.length, lower, length)


cdef void insert_foreign(Parser* p, int32_t tag, bint svg) noexcept nogil:
    """Insert an SVG or MathML element for the start tag at hand, its attribute names adjusted."""
    cdef int32_t index, node
    cdef uint32_t flags = 0
    for index in range(p.attr_first, p.attr_count):
        p.attrs[index].name = adjusted_attr(p, p.attrs[index].name, svg)
    node = new_element(p, tag)
    place(p, p.opens[p.top].node, p.opens[p.top].flags, node)
    if p.self_closing:
        p.nodes[node].source_end = p.token_end
        return
    if (
        not svg
        and p.tags[tag].flags & SPECIAL
        and not p.tags[tag].flags & MATH_TEXT_POINT
        and (
            attr_is(p, A_ENCODING, b"text/html", 9)
            or attr_is(p, A_ENCODING, b"application/xhtml+xml", 21)
        )
    ):
        flags = HTML_POINT
    push(p, node, flags)


cdef void add_late_attrs(Parser* p, int32_t node, uint8_t bit) noexcept nogil:
    """Give html or body the attributes of a further <html> or <body> tag that it has not yet."""
    cdef int32_t index, old_room = p.has_attr_room
    cdef Attr* attr
    if p.attr_count == p.attr_first:
        return
    if not grow(
        p, <void**>&p.late, sizeof(LateAttr),
        <int64_t>p.late_count + p.attr_count - p.attr_first, &p.late_room,
    ):
        return
    if not grow(p, <void**>&p.has_attr, 1, p.attr_names.count, &p.has_attr_room):
        return
    memset(p.has_attr + old_room, 0, p.has_attr_room - old_room)
    if not p.has_attr[<int>A_TYPE] & (bit << 4):
        # On the first such tag, note what the element had from its own.
        p.has_attr[<int>A_TYPE] |= bit << 4
        for index in range(p.nodes[node].extra, p.nodes[node].extra + p.nodes[node].extra_count):
            p.has_attr[p.attrs[index].name] |= bit
    for index in range(p.attr_first, p.attr_count):
        attr = &p.attrs[index]
        if not p.has_attr[attr.name] & bit:
            p.has_attr[attr.name] |= bit
            p.late[p.late_count].attr = attr[0]
            p.late[p.late_count].node = node
            p.late_count += 1


# --------------------------------------------------------------------------------------------------
# Insertion modes: start tags
# --------------------------------------------------------------------------------------------------
# Each function applies the rules of one mode to the start tag at hand and returns whether the token
# is to be processed again, by the mode that is then current.

cdef bint start_before_html(Parser* p) noexcept nogil:
    cdef int32_t node
    if p.tag == T_HTML:
        node = new_element(p, T_HTML)
    else:
        node = new_node(p, T_HTML)
    append_child(p, 0, node)
    push(p, node, 0)
    p.mode = BEFORE_HEAD
    return p.tag != T_HTML


cdef void open_html(Parser* p) noexcept nogil:
    cdef int32_t node = new_node(p, T_HTML)
    append_child(p, 0, node)
    push(p, node, 0)
    p.mode = BEFORE_HEAD


cdef void open_head(Parser* p) noexcept nogil:
    insert_implied(p, T_HEAD)
    p.head = p.opens[p.top].node
    p.mode = IN_HEAD


cdef bint start_before_head(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag != T_HEAD:
        open_head(p)
        return True
    insert_element(p, T_HEAD)
    p.head = p.opens[p.top].node
    p.mode = IN_HEAD
    return False


cdef bint start_in_head(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_HTML:
        return start_in_body(p)
    if tag == T_BASE or tag == T_BASEFONT or tag == T_BGSOUND or tag == T_LINK or tag == T_META:
        insert_void(p, tag)
    elif tag == T_TITLE:
        insert_raw(p, RCDATA)
    elif tag == T_NOSCRIPT:
        insert_element(p, tag)
        p.mode = IN_HEAD_NOSCRIPT
    elif tag == T_NOFRAMES or tag == T_STYLE:
        insert_raw(p, RAWTEXT)
    elif tag == T_SCRIPT:
        insert_raw(p, SCRIPT_DATA)
    elif tag == T_TEMPLATE:
        insert_element(p, tag)
        add_marker(p)
        p.frameset_ok = False
        p.mode = IN_TEMPLATE
        p.template_modes[p.template_count] = IN_TEMPLATE
        p.template_count += 1
    elif tag != T_HEAD:
        pop(p)
        p.mode = AFTER_HEAD
        return True
    return False


cdef bint start_in_head_noscript(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_HTML:
        return start_in_body(p)
    if tag in (T_BASEFONT, T_BGSOUND, T_LINK, T_META, T_NOFRAMES, T_STYLE):
        return start_in_head(p)
    if tag != T_HEAD and tag != T_NOSCRIPT:
        pop(p)
        p.mode = IN_HEAD
        return True
    return False


cdef bint start_after_head(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag, head
    if tag == T_HTML:
        return start_in_body(p)
    if tag == T_BODY:
        insert_element(p, tag)
        p.frameset_ok = False
        p.mode = IN_BODY
        return False
    if tag == T_FRAMESET:
        insert_element(p, tag)
        p.mode = IN_FRAMESET
        return False
    if tag < KNOWN_TAGS and START_KIND[tag] == S_HEAD_CONTENT:
        # It belongs to the head, which is open again for its sake.
        if p.nodes[p.opens[p.bottom].node].last != p.head:
            p.reordered = True
        push(p, p.head, 0)
        start_in_head(p)
        head = p.nodes[p.head].open
        if head != NONE:
            remove_open(p, head, p.token_start)
        return False
    if tag == T_HEAD:
        return False
    insert_implied(p, T_BODY)
    p.mode = IN_BODY
    return True


cdef inline void close_button(Parser* p) noexcept nogil:
    if in_scope(p, T_BUTTON):
        close_implied(p, NONE)
        pop_until(p, T_BUTTON, p.token_start)


cdef void close_item(Parser* p, int32_t number) noexcept nogil:
    """Close an open li, dd or dt before the next one, unless a wall is in between."""
    cdef int32_t tag
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].wall):
        return
    tag = p.opens[number].tag
    close_implied(p, tag)
    pop_through(p, p.tags[tag].html_top, p.token_start)


cdef void replace_body_by_frameset(Parser* p) noexcept nogil:
    cdef int32_t body = p.opens[p.bottom].above
    if body == NONE or p.opens[body].tag != T_BODY or not p.frameset_ok:
        return
    unlink(p, p.opens[body].node)
    while p.top != p.bottom:
        pop(p)
    insert_element(p, T_FRAMESET)
    p.mode = IN_FRAMESET


cdef bint start_in_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag, index, number
    cdef int kind = START_KIND[tag] if tag < KNOWN_TAGS else <int>S_OTHER
    if kind == S_OTHER:
        reconstruct(p)
        insert_element(p, tag)
    elif kind == S_BLOCK:
        close_p(p)
        insert_element(p, tag)
    elif kind == S_A:
        index = last_format(p, T_A)
        if index != NONE:
            number = p.formats[index].node
            adopt(p, T_A, p.token_start)
            index = format_index(p, number) if p.nodes[number].flags & IS_FORMAT else <int32_t>NONE
            if index != NONE:
                remove_format(p, index)
            if p.nodes[number].open != NONE:
                remove_open(p, p.nodes[number].open, p.token_start)
        reconstruct(p)
        insert_element(p, tag)
        add_format(p, p.opens[p.top].node)
    elif kind == S_FORMAT:
        reconstruct(p)
        insert_element(p, tag)
        add_format(p, p.opens[p.top].node)
    elif kind == S_VOID:
        reconstruct(p)
        insert_void(p, tag)
        p.frameset_ok = False
    elif kind == S_LI:
        p.frameset_ok = False
        close_item(p, p.tags[<int>T_LI].html_top)
        close_p(p)
        insert_element(p, tag)
    elif kind == S_DD:
        p.frameset_ok = False
        if highest(p, T_DD) > highest(p, T_DT):
            close_item(p, p.tags[<int>T_DD].html_top)
        else:
            close_item(p, p.tags[<int>T_DT].html_top)
        close_p(p)
        insert_element(p, tag)
    elif kind == S_HEAD_CONTENT:
        return start_in_head(p)
    elif kind == S_HEADING:
        close_p(p)
        if p.opens[p.top].flags & HEADING:
            pop(p)
        insert_element(p, tag)
    elif kind == S_TABLE:
        if not p.quirks:
            close_p(p)
        insert_element(p, tag)
        p.frameset_ok = False
        p.mode = IN_TABLE
    elif kind == S_BUTTON:
        close_button(p)
        reconstruct(p)
        insert_element(p, tag)
        p.frameset_ok = False
    elif kind == S_INPUT:
        if in_scope(p, T_SELECT):
            pop_until(p, T_SELECT, p.token_start)
        reconstruct(p)
        insert_void(p, tag)
        if not attr_is(p, A_TYPE, b"hidden", 6):
            p.frameset_ok = False
    elif kind == S_PARAM:
        insert_void(p, tag)
    elif kind == S_HR:
        close_p(p)
        if in_scope(p, T_SELECT):
            close_implied(p, NONE)
        insert_void(p, tag)
        p.frameset_ok = False
    elif kind == S_SVG:
        reconstruct(p)
        insert_foreign(p, T_SVG, True)
    elif kind == S_MATH:
        reconstruct(p)
        insert_foreign(p, T_MATH, False)
    elif kind == S_FORM:
        if p.form != NONE and not is_open(p, T_TEMPLATE):
            return False
        close_p(p)
        insert_element(p, tag)
        if not is_open(p, T_TEMPLATE):
            p.form = p.opens[p.top].node
    elif kind == S_PRE:
        close_p(p)
        insert_element(p, tag)
        p.skip_newline = True
        p.frameset_ok = False
    elif kind == S_TEXTAREA:
        insert_raw(p, RCDATA)
        p.skip_newline = True
        p.frameset_ok = False
    elif kind == S_IFRAME:
        p.frameset_ok = False
        insert_raw(p, RAWTEXT)
    elif kind == S_NOEMBED:
        insert_raw(p, RAWTEXT)
    elif kind == S_XMP:
        close_p(p)
        reconstruct(p)
        p.frameset_ok = False
        insert_raw(p, RAWTEXT)
    elif kind == S_SELECT:
        if in_scope(p, T_SELECT):
            pop_until(p, T_SELECT, p.token_start)
            return False
        reconstruct(p)
        insert_element(p, tag)
        p.frameset_ok = False
    elif kind == S_OPTION:
        if in_scope(p, T_SELECT):
            close_implied(p, T_OPTGROUP)
        elif current_tag(p) == T_OPTION:
            pop(p)
        reconstruct(p)
        insert_element(p, tag)
    elif kind == S_OPTGROUP:
        if in_scope(p, T_SELECT):
            close_implied(p, NONE)
        elif current_tag(p) == T_OPTION:
            pop(p)
        reconstruct(p)
        insert_element(p, tag)
    elif kind == S_NOBR:
        reconstruct(p)
        if in_scope(p, T_NOBR):
            adopt(p, T_NOBR, p.token_start)
            reconstruct(p)
        insert_element(p, tag)
        add_format(p, p.opens[p.top].node)
    elif kind == S_OBJECT:
        reconstruct(p)
        insert_element(p, tag)
        add_marker(p)
        p.frameset_ok = False
    elif kind == S_RUBY_BASE:
        if in_scope(p, T_RUBY):
            close_implied(p, NONE)
        insert_element(p, tag)
    elif kind == S_RUBY_TEXT:
        if in_scope(p, T_RUBY):
            close_implied(p, T_RTC)
        insert_element(p, tag)
    elif kind == S_IMAGE:
        p.tag = T_IMG
        return True
    elif kind == S_PLAINTEXT:
        close_p(p)
        insert_element(p, tag)
        p.raw = PLAINTEXT
    elif kind == S_HTML:
        if not is_open(p, T_TEMPLATE):
            add_late_attrs(p, p.opens[p.bottom].node, 1)
    elif kind == S_BODY:
        number = p.opens[p.bottom].above
        if number != NONE and p.opens[number].tag == T_BODY and not is_open(p, T_TEMPLATE):
            p.frameset_ok = False
            add_late_attrs(p, p.opens[number].node, 2)
    elif kind == S_FRAMESET:
        replace_body_by_frameset(p)
    return False


cdef bint start_in_table(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    cdef bint again
    if tag == T_TR or tag == T_TD or tag == T_TH:
        clear_to_table(p)
        insert_implied(p, T_TBODY)
        p.mode = IN_TABLE_BODY
        return True
    if tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        clear_to_table(p)
        insert_element(p, tag)
        p.mode = IN_TABLE_BODY
        return False
    if tag == T_CAPTION:
        clear_to_table(p)
        add_marker(p)
        insert_element(p, tag)
        p.mode = IN_CAPTION
        return False
    if tag == T_COLGROUP:
        clear_to_table(p)
        insert_element(p, tag)
        p.mode = IN_COLUMN_GROUP
        return False
    if tag == T_COL:
        clear_to_table(p)
        insert_implied(p, T_COLGROUP)
        p.mode = IN_COLUMN_GROUP
        return True
    if tag == T_TABLE:
        if not in_table_scope(p, T_TABLE):
            return False
        pop_until(p, T_TABLE, p.token_start)
        reset_mode(p)
        return True
    if tag == T_STYLE or tag == T_SCRIPT or tag == T_TEMPLATE:
        return start_in_head(p)
    if tag == T_INPUT and attr_is(p, A_TYPE, b"hidden", 6):
        insert_void(p, tag)
        return False
    if tag == T_FORM:
        if p.form == NONE and not is_open(p, T_TEMPLATE):
            insert_void(p, tag)
            p.form = p.node_count - 1
        return False
    p.foster = True
    again = start_in_body(p)
    p.foster = False
    return again


cdef bint close_caption(Parser* p, int32_t at) noexcept nogil:
    if not in_table_scope(p, T_CAPTION):
        return False
    close_implied(p, NONE)
    pop_until(p, T_CAPTION, at)
    clear_to_marker(p)
    p.mode = IN_TABLE
    return True


cdef inline bint is_table_part(int32_t tag) noexcept nogil:
    return tag in (
        T_CAPTION, T_COL, T_COLGROUP, T_TBODY, T_TD, T_TFOOT, T_TH, T_THEAD, T_TR
    )


cdef bint start_in_caption(Parser* p) noexcept nogil:
    if is_table_part(p.tag):
        return close_caption(p, p.token_start)
    return start_in_body(p)


cdef bint start_in_column_group(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag == T_COL:
        insert_void(p, T_COL)
        return False
    if p.tag == T_TEMPLATE:
        return start_in_head(p)
    if current_tag(p) != T_COLGROUP:
        return False
    pop(p)
    p.mode = IN_TABLE
    return True


cdef bint table_body_in_scope(Parser* p) noexcept nogil:
    return (
        in_table_scope(p, T_TBODY) or in_table_scope(p, T_THEAD) or in_table_scope(p, T_TFOOT)
    )


cdef bint start_in_table_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TR:
        clear_to_table_body(p)
        insert_element(p, tag)
        p.mode = IN_ROW
        return False
    if tag == T_TH or tag == T_TD:
        clear_to_table_body(p)
        insert_implied(p, T_TR)
        p.mode = IN_ROW
        return True
    if is_table_part(tag):
        if not table_body_in_scope(p):
            return False
        clear_to_table_body(p)
        pop(p)
        p.mode = IN_TABLE
        return True
    return start_in_table(p)


cdef bint close_row(Parser* p, int32_t at) noexcept nogil:
    if not in_table_scope(p, T_TR):
        return False
    clear_to_row(p)
    pop_at(p, at)
    p.mode = IN_TABLE_BODY
    return True


cdef bint start_in_row(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TH or tag == T_TD:
        clear_to_row(p)
        insert_element(p, tag)
        p.mode = IN_CELL
        add_marker(p)
        return False
    if is_table_part(tag):
        return close_row(p, p.token_start)
    return start_in_table(p)


cdef void close_cell(Parser* p) noexcept nogil:
    close_implied(p, NONE)
    while current_tag(p) != T_TD and current_tag(p) != T_TH:
        pop(p)
    pop(p)
    clear_to_marker(p)
    p.mode = IN_ROW


cdef bint cell_in_scope(Parser* p) noexcept nogil:
    return in_table_scope(p, T_TD) or in_table_scope(p, T_TH)


cdef bint start_in_cell(Parser* p) noexcept nogil:
    if not is_table_part(p.tag):
        return start_in_body(p)
    if not cell_in_scope(p):
        return False
    close_cell(p)
    return True


cdef bint start_in_template(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag < KNOWN_TAGS and START_KIND[tag] == S_HEAD_CONTENT:
        return start_in_head(p)
    if tag in (T_CAPTION, T_COLGROUP, T_TBODY, T_TFOOT, T_THEAD):
        p.mode = IN_TABLE
    elif tag == T_COL:
        p.mode = IN_COLUMN_GROUP
    elif tag == T_TR:
        p.mode = IN_TABLE_BODY
    elif tag == T_TD or tag == T_TH:
        p.mode = IN_ROW
    else:
        p.mode = IN_BODY
    p.template_modes[p.template_count - 1] = p.mode
    return True


cdef bint start_in_frameset(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag == T_FRAMESET:
        insert_element(p, T_FRAMESET)
    elif p.tag == T_FRAME:
        insert_void(p, T_FRAME)
    elif p.tag == T_NOFRAMES:
        return start_in_head(p)
    return False


cdef bint start_after_frameset(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    if p.tag == T_NOFRAMES:
        return start_in_head(p)
    return False


cdef void back_to_body(Parser* p) noexcept nogil:
    """Content after </body> or </html>: both are still open."""
    cdef int32_t body = p.opens[p.bottom].above
    p.mode = IN_BODY
    p.nodes[p.opens[p.bottom].node].source_end = NONE
    if body != NONE and p.opens[body].tag == T_BODY:
        p.nodes[p.opens[body].node].source_end = NONE


cdef bint start_after_body(Parser* p) noexcept nogil:
    if p.tag == T_HTML:
        return start_in_body(p)
    back_to_body(p)
    return True


cdef bint start_by_mode(Parser* p) noexcept nogil:
    cdef Mode mode = p.mode
    if mode == IN_BODY or mode == TEXT_MODE:
        return start_in_body(p)
    if mode == INITIAL:
        p.quirks = True
        p.mode = BEFORE_HTML
        return True
    if mode == BEFORE_HTML:
        return start_before_html(p)
    if mode == BEFORE_HEAD:
        return start_before_head(p)
    if mode == IN_HEAD:
        return start_in_head(p)
    if mode == IN_HEAD_NOSCRIPT:
        return start_in_head_noscript(p)
    if mode == AFTER_HEAD:
        return start_after_head(p)
    if mode == IN_TABLE:
        return start_in_table(p)
    if mode == IN_CAPTION:
        return start_in_caption(p)
    if mode == IN_COLUMN_GROUP:
        return start_in_column_group(p)
    if mode == IN_TABLE_BODY:
        return start_in_table_body(p)
    if mode == IN_ROW:
        return start_in_row(p)
    if mode == IN_CELL:
        return start_in_cell(p)
    if mode == IN_TEMPLATE:
        return start_in_template(p)
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        return start_after_body(p)
    if mode == IN_FRAMESET:
        return start_in_frameset(p)
    return start_after_frameset(p)


# --------------------------------------------------------------------------------------------------
# Insertion modes: end tags
# --------------------------------------------------------------------------------------------------

cdef inline bint is_body_html_br(int32_t tag) noexcept nogil:
    return tag == T_BODY or tag == T_HTML or tag == T_BR


cdef bint end_before_html(Parser* p) noexcept nogil:
    if p.tag != T_HEAD and not is_body_html_br(p.tag):
        return False
    open_html(p)
    return True


cdef bint end_before_head(Parser* p) noexcept nogil:
    if p.tag != T_HEAD and not is_body_html_br(p.tag):
        return False
    open_head(p)
    return True


cdef void end_template(Parser* p) noexcept nogil:
    if not is_open(p, T_TEMPLATE):
        return
    while p.opens[p.top].flags & THOROUGH:
        pop(p)
    pop_until(p, T_TEMPLATE, p.token_end)
    clear_to_marker(p)
    p.template_count -= 1
    reset_mode(p)


cdef bint end_in_head(Parser* p) noexcept nogil:
    if p.tag == T_HEAD:
        pop_at(p, p.token_end)
        p.mode = AFTER_HEAD
        return False
    if p.tag == T_TEMPLATE:
        end_template(p)
        return False
    if is_body_html_br(p.tag):
        pop(p)
        p.mode = AFTER_HEAD
        return True
    return False


cdef bint end_in_head_noscript(Parser* p) noexcept nogil:
    if p.tag == T_NOSCRIPT:
        pop_at(p, p.token_end)
        p.mode = IN_HEAD
        return False
    if p.tag == T_BR:
        pop(p)
        p.mode = IN_HEAD
        return True
    return False


cdef bint end_after_head(Parser* p) noexcept nogil:
    if p.tag == T_TEMPLATE:
        end_template(p)
        return False
    if is_body_html_br(p.tag):
        insert_implied(p, T_BODY)
        p.mode = IN_BODY
        return True
    return False


cdef bint leave_body(Parser* p) noexcept nogil:
    """The end tag of body or html: nothing is closed yet. Whether there was a body to leave."""
    cdef int32_t body = p.tags[<int>T_BODY].html_top
    if not in_scope(p, T_BODY):
        return False
    close_span(p, p.opens[body].node, p.token_end if p.tag == T_BODY else p.token_start)
    p.mode = AFTER_BODY
    return True


cdef void end_form(Parser* p) noexcept nogil:
    cdef int32_t node = p.form, number
    if is_open(p, T_TEMPLATE):
        if in_scope(p, T_FORM):
            close_implied(p, NONE)
            pop_until(p, T_FORM, p.token_end)
        return
    p.form = NONE
    if node == NONE:
        return
    number = p.nodes[node].open
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].scope):
        return
    close_implied(p, NONE)
    remove_open(p, number, p.token_end)


cdef bint end_in_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    cdef int kind = END_KIND[tag] if tag < KNOWN_TAGS else <int>E_OTHER
    if kind == E_OTHER:
        close_ordinary(p, tag)
    elif kind == E_BLOCK:
        if in_scope(p, tag):
            close_implied(p, NONE)
            pop_until(p, tag, p.token_end)
    elif kind == E_FORMAT:
        adopt(p, tag, p.token_end)
    elif kind == E_P:
        if not in_button_scope(p, T_P):
            insert_implied(p, T_P)
        close_implied(p, T_P)
        pop_until(p, T_P, p.token_end)
    elif kind == E_LI:
        if in_list_scope(p, T_LI):
            close_implied(p, T_LI)
            pop_until(p, T_LI, p.token_end)
    elif kind == E_DD:
        if in_scope(p, tag):
            close_implied(p, tag)
            pop_until(p, tag, p.token_end)
    elif kind == E_HEADING:
        if heading_in_scope(p):
            close_implied(p, NONE)
            while not p.opens[p.top].flags & HEADING:
                pop(p)
            pop_at(p, p.token_end)
    elif kind == E_FORM:
        end_form(p)
    elif kind == E_OBJECT:
        if in_scope(p, tag):
            close_implied(p, NONE)
            pop_until(p, tag, p.token_end)
            clear_to_marker(p)
    elif kind == E_TEMPLATE:
        end_template(p)
    elif kind == E_BODY:
        leave_body(p)
    elif kind == E_HTML:
        return leave_body(p)
    elif kind == E_BR:
        # As a start tag without attributes.
        p.attr_count = p.attr_first
        reconstruct(p)
        insert_void(p, T_BR)
        p.frameset_ok = False
    return False


cdef bint end_in_table(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    cdef bint again
    if tag == T_TABLE:
        if in_table_scope(p, T_TABLE):
            pop_until(p, T_TABLE, p.token_end)
            reset_mode(p)
        return False
    if tag == T_BODY or tag == T_HTML or is_table_part(tag):
        return False
    if tag == T_TEMPLATE:
        end_template(p)
        return False
    p.foster = True
    again = end_in_body(p)
    p.foster = False
    return again


cdef bint end_in_caption(Parser* p) noexcept nogil:
    if p.tag == T_CAPTION:
        close_caption(p, p.token_end)
        return False
    if p.tag == T_TABLE:
        return close_caption(p, p.token_start)
    if p.tag == T_BODY or p.tag == T_HTML or is_table_part(p.tag):
        return False
    return end_in_body(p)


cdef bint end_in_column_group(Parser* p) noexcept nogil:
    if p.tag == T_COL:
        return False
    if p.tag == T_TEMPLATE:
        end_template(p)
        return False
    if current_tag(p) != T_COLGROUP:
        return False
    pop_at(p, p.token_end if p.tag == T_COLGROUP else p.token_start)
    p.mode = IN_TABLE
    return p.tag != T_COLGROUP


cdef bint end_in_table_body(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        if in_table_scope(p, tag):
            clear_to_table_body(p)
            pop_at(p, p.token_end)
            p.mode = IN_TABLE
        return False
    if tag == T_TABLE:
        if not table_body_in_scope(p):
            return False
        clear_to_table_body(p)
        pop(p)
        p.mode = IN_TABLE
        return True
    if tag == T_BODY or tag == T_HTML or is_table_part(tag):
        return False
    return end_in_table(p)


cdef bint end_in_row(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TR:
        close_row(p, p.token_end)
        return False
    if tag == T_TABLE:
        return close_row(p, p.token_start)
    if tag == T_TBODY or tag == T_TFOOT or tag == T_THEAD:
        return in_table_scope(p, tag) and close_row(p, p.token_start)
    if tag == T_BODY or tag == T_HTML or is_table_part(tag):
        return False
    return end_in_table(p)


cdef bint end_in_cell(Parser* p) noexcept nogil:
    cdef int32_t tag = p.tag
    if tag == T_TD or tag == T_TH:
        if in_table_scope(p, tag):
            close_implied(p, NONE)
            pop_until(p, tag, p.token_end)
            clear_to_marker(p)
            p.mode = IN_ROW
        return False
    if tag in (T_BODY, T_CAPTION, T_COL, T_COLGROUP, T_HTML):
        return False
    if tag in (T_TABLE, T_TBODY, T_TFOOT, T_THEAD, T_TR):
        if not in_table_scope(p, tag):
            return False
        close_cell(p)
        return True
    return end_in_body(p)


cdef bint end_in_frameset(Parser* p) noexcept nogil:
    if p.tag != T_FRAMESET or p.top == p.bottom:
        return False
    pop_at(p, p.token_end)
    if current_tag(p) != T_FRAMESET:
        p.mode = AFTER_FRAMESET
    return False


cdef bint end_after_body(Parser* p) noexcept nogil:
    if p.mode == AFTER_BODY and p.tag == T_HTML:
        close_span(p, p.opens[p.bottom].node, p.token_end)
        p.mode = AFTER_AFTER_BODY
        return False
    back_to_body(p)
    return True


cdef bint end_by_mode(Parser* p) noexcept nogil:
    cdef Mode mode = p.mode
    if mode == IN_BODY:
        return end_in_body(p)
    if mode == TEXT_MODE:
        pop_at(p, p.token_end)
        p.mode = p.original_mode
        return False
    if mode == INITIAL:
        p.quirks = True
        p.mode = BEFORE_HTML
        return True
    if mode == BEFORE_HTML:
        return end_before_html(p)
    if mode == BEFORE_HEAD:
        return end_before_head(p)
    if mode == IN_HEAD:
        return end_in_head(p)
    if mode == IN_HEAD_NOSCRIPT:
        return end_in_head_noscript(p)
    if mode == AFTER_HEAD:
        return end_after_head(p)
    if mode == IN_TABLE:
        return end_in_table(p)
    if mode == IN_CAPTION:
        return end_in_caption(p)
    if mode == IN_COLUMN_GROUP:
        return end_in_column_group(p)
    if mode == IN_TABLE_BODY:
        return end_in_table_body(p)
    if mode == IN_ROW:
        return end_in_row(p)
    if mode == IN_CELL:
        return end_in_cell(p)
    if mode == IN_TEMPLATE:
        if p.tag == T_TEMPLATE:
            end_template(p)
        return False
    if mode == AFTER_BODY or mode == AFTER_AFTER_BODY:
        return end_after_body(p)
    if mode == IN_FRAMESET:
        return end_in_frameset(p)
    if mode == AFTER_FRAMESET and p.tag == T_HTML:
        close_span(p, p.opens[p.bottom].node, p.token_end)
        p.mode = AFTER_AFTER_FRAMESET
    return False


# --------------------------------------------------------------------------------------------------
# Foreign content
# --------------------------------------------------------------------------------------------------

cdef inline bint start_is_foreign(Parser* p) noexcept nogil:
    """Whether the start tag at hand goes by the rules of foreign content."""
    cdef uint32_t flags
    if p.top == NONE:
        return False
    flags = p.opens[p.top].flags
    if not flags & FOREIGN or flags & HTML_POINT:
        return False
    if flags & MATH_TEXT_POINT:
        return is_mglyph(p)
    if p.tag == T_SVG and flags & IN_MATH and flags & SPECIAL:
        return False  # svg in annotation-xml
    return True


cdef bint is_mglyph(Parser* p) noexcept nogil:
    cdef int32_t length = 0
    cdef const uint8_t* name
    if p.tag < KNOWN_TAGS:
        return False
    name = tag_text(p, p.tag, &length)
    return is_word(name, length, b"mglyph", 6) or is_word(name, length, b"malignmark", 10)


cdef void leave_foreign(Parser* p) noexcept nogil:
    while (
        p.opens[p.top].flags & FOREIGN
        and not p.opens[p.top].flags & (MATH_TEXT_POINT | HTML_POINT)
    ):
        pop(p)


cdef bint start_foreign(Parser* p) noexcept nogil:
    """The rules for start tags in foreign content; whether to go on by the insertion mode."""
    cdef bint svg
    if p.tags[p.tag].flags & BREAKOUT or (
        p.tag == T_FONT
        and (
            find_attr(p, A_COLOR) != NULL
            or find_attr(p, A_FACE) != NULL
            or find_attr(p, A_SIZE) != NULL
        )
    ):
        leave_foreign(p)
        return True
    svg = p.opens[p.top].flags & IN_SVG
    insert_foreign(p, foreign_tag(p, p.tag, svg), svg)
    return False


cdef bint end_foreign(Parser* p) noexcept nogil:
    """The rules for end tags in foreign content; whether to go on by the insertion mode."""
    cdef int32_t number
    if p.tag == T_BR or p.tag == T_P:
        leave_foreign(p)
        return True
    number = p.tags[p.tag].foreign_top
    if number == NONE or p.opens[number].label < label_of(p, p.opens[p.top].html):
        return True
    pop_through(p, number, p.token_end)
    return False


# --------------------------------------------------------------------------------------------------
# Tokens on their way into the tree
# --------------------------------------------------------------------------------------------------

cdef void flush_table_text(Parser* p) noexcept nogil:
    """Text between the parts of a table: white space stays, anything else goes before the table."""
    cdef int32_t index
    cdef int32_t count = p.table_text_count
    p.table_text_count = 0
    for index in range(count):
        if p.table_text_visible:
            p.foster = True
            body_text(p, &p.table_text[index])
            p.foster = False
        else:
            insert_text(p, &p.table_text[index])
    p.table_text_visible = False


cdef inline void on_start_tag(Parser* p) noexcept nogil:
    cdef bint again
    if p.recording:
        record_tag(p, TOKEN_START)
        return
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    p.attrs_taken = False
    again = True
    if start_is_foreign(p):
        again = start_foreign(p)
    while again:
        again = start_by_mode(p)
    if not p.attrs_taken:
        p.attr_count = p.attr_first


cdef inline void on_end_tag(Parser* p) noexcept nogil:
    cdef bint again = True
    if p.recording:
        record_tag(p, TOKEN_END)
        return
    p.attr_count = p.attr_first
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    if p.top != NONE and p.opens[p.top].flags & FOREIGN:
        again = end_foreign(p)
    while again:
        again = end_by_mode(p)


cdef inline void body_text(Parser* p, Run* run) noexcept nogil:
    reconstruct(p)
    insert_text(p, run)
    if p.frameset_ok and leading_space(text_at(p, run.start), run.length) < run.length:
        p.frameset_ok = False


cdef inline void drop(Run* run, int32_t length) noexcept nogil:
    """Take `length` bytes off the front."""
    if run.start >= 0:
        run.start += length
        run.source_start += length
    else:
        run.start -= length
    run.length -= length


cdef void insert_leading_space(Parser* p, Run* run, int32_t space) noexcept nogil:
    cdef Run head = run[0]
    if not space:
        return
    head.length = space
    if run.start >= 0:
        head.source_end = head.source_start + space
    insert_text(p, &head)
    drop(run, space)


cdef void insert_only_space(Parser* p, Run* run) noexcept nogil:
    """In a frameset: white space is text, everything else is dropped."""
    cdef const uint8_t* text = text_at(p, run.start)
    cdef int32_t space
    while run.length:
        text = text_at(p, run.start)
        space = leading_space(text, run.length)
        insert_leading_space(p, run, space)
        text += space
        space = 0
        while space < run.length and not is_space(text[space]):
            space += 1
        drop(run, space)
        # The text that follows is a part of the same text node, not of the same span.
        if p.piece_count + FEW >= p.piece_room and not make_room(p):
            return


cdef void on_text_slowly(Parser* p, Run* given, bint is_nul) noexcept nogil:
    """Characters in any mode; `is_nul` says that the run is one NUL, which most modes drop."""
    cdef Run run = given[0]
    cdef Mode mode
    cdef uint32_t flags
    cdef int32_t space
    if p.skip_newline:
        p.skip_newline = False
        if text_at(p, run.start)[0] == c'\n':
            drop(&run, 1)
            if not run.length:
                return
    while True:
        flags = p.opens[p.top].flags if p.top != NONE else <uint32_t>0
        if flags & FOREIGN and not flags & (MATH_TEXT_POINT | HTML_POINT):
            if is_nul:
                run.start = ~<int32_t>p.side_used
                run.length = 3
                if not put_replacement(p):
                    return
            elif leading_space(text_at(p, run.start), run.length) < run.length:
                p.frameset_ok = False
            insert_text(p, &run)
            return
        mode = p.mode
        if mode in (IN_BODY, IN_CAPTION, IN_CELL, IN_TEMPLATE):
            if not is_nul:
                body_text(p, &run)
            return
        if mode == TEXT_MODE:
            insert_text(p, &run)
            return
        if mode in (IN_TABLE, IN_TABLE_BODY, IN_ROW):
            if is_nul:
                return
            if flags & TABLE_TEXT:
                p.table_text[p.table_text_count] = run
                p.table_text_count += 1
                if leading_space(text_at(p, run.start), run.length) < run.length:
                    p.table_text_visible = True
                return
            p.foster = True
            body_text(p, &run)
            p.foster = False
            return
        space = 0 if is_nul else leading_space(text_at(p, run.start), run.length)
        if mode in (AFTER_BODY, AFTER_AFTER_BODY):
            if space == run.length:
                body_text(p, &run)
                return
            back_to_body(p)
            continue
        if mode in (IN_FRAMESET, AFTER_FRAMESET, AFTER_AFTER_FRAMESET):
            if not is_nul:
                insert_only_space(p, &run)
            return
        if mode in (INITIAL, BEFORE_HTML, BEFORE_HEAD):
            drop(&run, space)
        else:
            insert_leading_space(p, &run, space)
        if not run.length:
            return
        if mode == INITIAL:
            p.quirks = True
            p.mode = BEFORE_HTML
        elif mode == BEFORE_HTML:
            open_html(p)
        elif mode == BEFORE_HEAD:
            open_head(p)
        elif mode == IN_HEAD:
            pop_at(p, run.source_start)
            p.mode = AFTER_HEAD
        elif mode == IN_HEAD_NOSCRIPT:
            pop_at(p, run.source_start)
            p.mode = IN_HEAD
        elif mode == AFTER_HEAD:
            insert_implied(p, T_BODY)
            p.mode = IN_BODY
        elif mode == IN_COLUMN_GROUP:
            if current_tag(p) != T_COLGROUP:
                return
            pop_at(p, run.source_start)
            p.mode = IN_TABLE


cdef inline void on_text(
    Parser* p, int32_t start, int32_t length, int32_t source_start, int32_t source_end
) noexcept nogil:
    """Characters without NUL and CR: a span of the source, or decoded ones in the side buffer."""
    cdef Run run
    run.start = start
    run.length = length
    run.source_start = source_start
    run.source_end = source_end
    if not make_room(p):
        return
    if p.recording:
        record_text(p, TOKEN_TEXT, &run)
    elif (
        (p.mode == IN_BODY or p.mode == TEXT_MODE)
        and not p.skip_newline
        and not p.opens[p.top].flags & FOREIGN
    ):
        if p.mode == IN_BODY:
            body_text(p, &run)
        else:
            insert_text(p, &run)
    else:
        on_text_slowly(p, &run, False)


cdef inline void on_source_text(Parser* p, int32_t start, int32_t end) noexcept nogil:
    if end > start:
        on_text(p, start, end - start, start, end)


cdef void on_decoded(
    Parser* p, const uint8_t* text, int32_t length, int32_t source_start, int32_t source_end
) noexcept nogil:
    cdef int32_t start = ~<int32_t>p.side_used
    if put(p, text, length):
        on_text(p, start, length, source_start, source_end)


cdef void on_nul(Parser* p, int32_t at) noexcept nogil:
    cdef Run run
    if not make_room(p):
        return
    run.start = at
    run.length = 1
    run.source_start = at
    run.source_end = at + 1
    if p.recording:
        record_text(p, TOKEN_TEXT, &run)
    else:
        p.skip_newline = False
        on_text_slowly(p, &run, True)


cdef void on_comment(Parser* p, int32_t start, int32_t end) noexcept nogil:
    """A comment whose text is a span of the source."""
    cdef Run run
    cdef int32_t parent
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    run.start = run.length = 0
    run.source_start = p.token_start
    run.source_end = p.token_end
    if p.keep_comments or p.recording:
        run.start = ~<int32_t>p.side_used
        if not put_clean(p, start, end):
            return
        run.length = <int32_t>p.side_used - ~run.start
    if p.recording:
        record_text(p, TOKEN_COMMENT, &run)
        return
    if p.top != NONE and p.opens[p.top].flags & FOREIGN:
        parent = p.opens[p.top].node
    elif p.mode in (INITIAL, BEFORE_HTML, AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET):
        parent = 0
    elif p.mode == AFTER_BODY:
        parent = p.opens[p.bottom].node
    else:
        parent = p.opens[p.top].node
    add_comment(p, parent, p.comment_tag, &run)


cdef void on_end_of_file(Parser* p) noexcept nogil:
    p.token_start = p.token_end = p.size
    if p.table_text_count:
        flush_table_text(p)
    while p.status == OK:
        if not make_room(p):
            return
        if p.mode == INITIAL:
            p.quirks = True
            p.mode = BEFORE_HTML
        elif p.mode == BEFORE_HTML:
            open_html(p)
        elif p.mode == BEFORE_HEAD:
            open_head(p)
        elif p.mode == IN_HEAD:
            pop(p)
            p.mode = AFTER_HEAD
        elif p.mode == IN_HEAD_NOSCRIPT:
            pop(p)
            p.mode = IN_HEAD
        elif p.mode == AFTER_HEAD:
            insert_implied(p, T_BODY)
            p.mode = IN_BODY
        elif p.mode == TEXT_MODE:
            pop(p)
            p.mode = p.original_mode
        elif p.template_count and is_open(p, T_TEMPLATE):
            pop_until(p, T_TEMPLATE, p.size)
            clear_to_marker(p)
            p.template_count -= 1
            reset_mode(p)
        else:
            break
    while p.top != NONE:
        pop(p)


# --------------------------------------------------------------------------------------------------
# Recorded tokens, for tests of the tokenizer
# --------------------------------------------------------------------------------------------------

cdef Token* new_token(Parser* p, TokenKind kind) noexcept nogil:
    cdef Token* token
    if not grow(p, <void**>&p.tokens, sizeof(Token), <int64_t>p.token_count + 1, &p.token_room):
        return NULL
    token = &p.tokens[p.token_count]
    memset(token, 0, sizeof(Token))
    token.kind = kind
    p.token_count += 1
    return token


cdef void record_tag(Parser* p, TokenKind kind) noexcept nogil:
    cdef Token* token = new_token(p, kind)
    if token == NULL:
        return
    token.tag = p.tag
    token.flag = p.self_closing
    token.attr_first = p.attr_first
    token.attr_count = p.attr_count - p.attr_first


cdef void record_text(Parser* p, TokenKind kind, Run* run) noexcept nogil:
    cdef Token* token = new_token(p, kind)
    if token != NULL:
        token.start = run.start
        token.length = run.length


# --------------------------------------------------------------------------------------------------
# The tokenizer: tags
# --------------------------------------------------------------------------------------------------
# The byte after the source is NUL, so one byte of lookahead needs no check of bounds; a NUL is the
# end only at `p.size`.

cdef inline int32_t skip_space(Parser* p, int32_t at) noexcept nogil:
    while is_space(p.source[at]):
        at += 1
    return at


cdef int32_t read_tag_name(Parser* p, int32_t at) noexcept nogil:
    """Read the name that starts at `at` into `p.tag`; where it ends."""
    cdef const uint8_t* source = p.source
    cdef int32_t start = at
    cdef uint32_t hash = <uint32_t>HASH_SEED
    while not BYTE_CLASS[source[at]] & ENDS_TAG_NAME:
        hash = add_to_hash(hash, LOWER[source[at]])
        at += 1
    if source[at] or at == p.size:
        p.tag = tag_of_name(p, source + start, at - start, hash)
        return at
    while not BYTE_CLASS[source[at]] & ENDS_TAG_NAME or (source[at] == 0 and at < p.size):
        at += 1
    p.tag = intern_name_with_nul(p, start, at, True)
    return at


cdef inline int32_t read_attr_name(Parser* p, int32_t at, int32_t* name) noexcept nogil:
    """Read the attribute name that starts at `at`; where it ends. Its first byte may be `=`."""
    cdef const uint8_t* source = p.source
    cdef int32_t start = at
    cdef uint32_t hash = <uint32_t>HASH_SEED
    if source[at] == c'=':
        hash = add_to_hash(hash, c'=')
        at += 1
    while not BYTE_CLASS[source[at]] & ENDS_ATTR_NAME:
        hash = add_to_hash(hash, LOWER[source[at]])
        at += 1
    if source[at] or at == p.size:
        name[0] = intern_attr_name_hashed(p, source + start, at - start, hash)
        return at
    while not BYTE_CLASS[source[at]] & ENDS_ATTR_NAME or (source[at] == 0 and at < p.size):
        at += 1
    name[0] = intern_name_with_nul(p, start, at, False)
    return at


cdef inline int32_t value_stop(Parser* p, int32_t at, uint8_t quote) noexcept nogil:
    """The next byte of an attribute value that ends it or needs decoding."""
    if quote:
        return <int32_t>(
            find_any(p.source + at, p.source + p.size, quote, c'&', c'\r', 0) - p.source
        )
    while not BYTE_CLASS[p.source[at]] & ENDS_UNQUOTED:
        at += 1
    return at


cdef int32_t read_value(Parser* p, int32_t at, uint8_t quote, Attr* attr) noexcept nogil:
    """Read a value that starts at `at`, to the quote or, for quote 0, to a space or `>`.

    Where it ends (before the quote), or NONE at the end of the source.
    """
    cdef const uint8_t* source = p.source
    cdef int32_t start = at, length
    cdef int64_t side_first = NONE
    cdef uint8_t byte
    while True:
        at = value_stop(p, at, quote)
        byte = source[at]
        if at == p.size:
            return NONE
        if byte == c'&':
            if stopped(p, ROW):
                return NONE
            length = read_reference(p, at, True)
            if not length:
                at += 1
                continue
        elif byte == 0 or (byte == c'\r' and quote):
            length = 1
        else:
            break
        if side_first == NONE:
            side_first = p.side_used
        if not put(p, source + start, at - start):
            return NONE
        if byte == c'&':
            if not put(p, p.reference, p.reference_length):
                return NONE
        elif byte == 0:
            if not put_replacement(p):
                return NONE
        elif source[at + 1] != c'\n' and not put_byte(p, c'\n'):
            return NONE
        at += length
        start = at
    if side_first == NONE:
        attr.start = start
        attr.length = at - start
    else:
        if not put(p, source + start, at - start):
            return NONE
        attr.start = ~<int32_t>side_first
        attr.length = <int32_t>(p.side_used - side_first)
    if attr.length > p.max_attr_length:
        p.status = ATTRIBUTE_TOO_LONG
        return NONE
    return at


cdef int32_t read_attribute(Parser* p, int32_t at) noexcept nogil:
    """Read one attribute; where it ends, or NONE at the end of the source."""
    cdef Attr* attr
    cdef int32_t name = NONE
    cdef uint8_t quote
    if p.attr_count == p.attr_room and not grow(
        p, <void**>&p.attrs, sizeof(Attr), <int64_t>p.attr_count + 1, &p.attr_room
    ):
        return NONE
    attr = &p.attrs[p.attr_count]
    at = read_attr_name(p, at, &name)
    if name == NONE:
        return NONE
    attr.name = name
    attr.start = at
    attr.length = 0
    attr.written = NONE
    if is_space(p.source[at]):
        at = skip_space(p, at)
    if p.source[at] == c'=':
        at = skip_space(p, at + 1)
        quote = p.source[at]
        if quote == c'"' or quote == c'\'':
            at = read_value(p, at + 1, quote, attr)
            if at != NONE:
                at += 1
        elif quote != c'>':
            at = read_value(p, at, 0, attr)
        if at == NONE:
            return NONE
    if p.attr_infos[name].seen != p.tags_read:
        p.attr_infos[name].seen = p.tags_read
        p.attr_count += 1
    return at


cdef bint read_tag(Parser* p, int32_t at) noexcept nogil:
    """Read a tag from its name on; False at the end of the source, where it counts for nothing."""
    cdef uint8_t byte
    p.attr_first = p.attr_count
    p.self_closing = False
    p.tags_read += 1
    at = read_tag_name(p, at)
    if p.tag == NONE:
        return False
    while True:
        byte = p.source[at]
        if byte == c'>':
            p.token_end = p.position = at + 1
            return True
        if is_space(byte):
            at += 1
        elif byte == c'/':
            at += 1
            p.self_closing = p.source[at] == c'>'
        elif byte == 0 and at == p.size:
            p.attr_count = p.attr_first
            return False
        else:
            at = read_attribute(p, at)
            if at == NONE or stopped(p, ROW):
                p.attr_count = p.attr_first
                return False


# --------------------------------------------------------------------------------------------------
# The tokenizer: comments and doctypes
# --------------------------------------------------------------------------------------------------

cdef void read_bogus_comment(Parser* p, int32_t at) noexcept nogil:
    cdef const uint8_t* found = <const uint8_t*>memchr(p.source + at, c'>', p.size - at)
    cdef int32_t end = p.size if found == NULL else <int32_t>(found - p.source)
    p.position = p.token_end = end if found == NULL else end + 1
    on_comment(p, at, end)


cdef void read_comment(Parser* p, int32_t start) noexcept nogil:
    """Read a comment from behind its `<!--`."""
    cdef const uint8_t* source = p.source
    cdef const uint8_t* found
    cdef int32_t at = start, end
    while True:
        found = <const uint8_t*>memchr(source + at, c'>', p.size - at)
        if found == NULL or stopped(p, SIGN):
            break
        at = <int32_t>(found - source)
        end = NONE
        if at == start or (at == start + 1 and source[start] == c'-'):
            end = start  # <!--> and <!--->
        elif at >= start + 2 and source[at - 1] == c'-' and source[at - 2] == c'-':
            end = at - 2
        elif (
            at >= start + 3
            and source[at - 1] == c'!'
            and source[at - 2] == c'-'
            and source[at - 3] == c'-'
        ):
            end = at - 3
        at += 1
        if end != NONE:
            p.position = p.token_end = at
            on_comment(p, start, end)
            return
    # At the end of the source, what might have begun the comment's end does not count.
    end = p.size
    if end >= start + 3 and source[end - 1] == c'!' and source[end - 2] == c'-' and source[end - 3] == c'-':
        end -= 3
    elif end >= start + 2 and source[end - 1] == c'-' and source[end - 2] == c'-':
        end -= 2
    elif end >= start + 1 and source[end - 1] == c'-':
        end -= 1
    p.position = p.token_end = p.size
    on_comment(p, start, end)


cdef struct Doctype:
    int32_t name_start
    int32_t name_end
    int32_t public_start
    int32_t public_end
    int32_t system_start
    int32_t system_end
    bint correct


cdef int32_t read_identifier(
    Parser* p, int32_t at, int32_t* start, int32_t* end, bint* correct
) noexcept nogil:
    """Read a quoted identifier; where it ends: behind the quote, or at a `>` or the end."""
    cdef uint8_t quote = p.source[at]
    at += 1
    start[0] = at
    at = <int32_t>(find_any(p.source + at, p.source + p.size, quote, c'>', quote, c'>') - p.source)
    end[0] = at
    if at < p.size and p.source[at] == quote:
        return at + 1
    correct[0] = False
    return at


cdef inline bint is_quote(uint8_t byte) noexcept nogil:
    return byte == c'"' or byte == c'\''


cdef void read_doctype(Parser* p, int32_t at) noexcept nogil:
    """Read a doctype from behind its keyword."""
    cdef const uint8_t* source = p.source
    cdef Doctype doctype
    cdef const uint8_t* found
    doctype.name_start = doctype.public_start = doctype.system_start = NONE
    doctype.name_end = doctype.public_end = doctype.system_end = NONE
    doctype.correct = True
    at = skip_space(p, at)
    if source[at] != c'>' and at < p.size:
        doctype.name_start = at
        while not (is_space(source[at]) or source[at] == c'>' or at == p.size):
            at += 1
        doctype.name_end = at
        at = skip_space(p, at)
        if source[at] != c'>' and at < p.size:
            at = read_identifiers(p, at, &doctype)
    else:
        doctype.correct = False
    if at == p.size:
        doctype.correct = False
    found = <const uint8_t*>memchr(source + at, c'>', p.size - at)
    p.position = p.token_end = p.size if found == NULL else <int32_t>(found - source) + 1
    on_doctype(p, &doctype)


cdef int32_t read_identifiers(Parser* p, int32_t at, Doctype* doctype) noexcept nogil:
    """Read what follows a doctype's name; where it ends, at garbage, at `>` or at the end."""
    cdef const uint8_t* source = p.source
    cdef bint public
    public = p.size - at >= 6 and same_ignoring_case(source + at, 6, b"public", 6)
    if not public and not (p.size - at >= 6 and same_ignoring_case(source + at, 6, b"system", 6)):
        doctype.correct = False
        return at
    at = skip_space(p, at + 6)
    if not is_quote(source[at]):
        doctype.correct = False
        return at
    if public:
        at = read_identifier(
            p, at, &doctype.public_start, &doctype.public_end, &doctype.correct
        )
        if not doctype.correct:
            return at
        at = skip_space(p, at)
        if source[at] == c'>':
            return at
        if not is_quote(source[at]):
            doctype.correct = False
            return at
    at = read_identifier(p, at, &doctype.system_start, &doctype.system_end, &doctype.correct)
    return skip_space(p, at) if doctype.correct else at


cdef bint begins_as_one_of(
    const uint8_t* text, int32_t length, const char* lines, bint whole
) noexcept nogil:
    """Whether a text begins with (or is) one of some lines, whatever its case."""
    cdef int32_t end
    while lines[0]:
        end = 0
        while lines[end] != c'\n':
            end += 1
        if length >= end and (length == end or not whole):
            if same_ignoring_case(text, end, lines, end):
                return True
        lines += end + 1
    return False


cdef bint is_quirky(Parser* p, Doctype* doctype) noexcept nogil:
    cdef const uint8_t* public
    cdef int32_t length
    if not doctype.correct or not same_ignoring_case(
        p.source + doctype.name_start, doctype.name_end - doctype.name_start, b"html", 4
    ):
        return True
    if doctype.system_start != NONE and same_ignoring_case(
        p.source + doctype.system_start, doctype.system_end - doctype.system_start,
        QUIRKY_SYSTEM, QUIRKY_SYSTEM_LENGTH,
    ):
        return True
    if doctype.public_start == NONE:
        return False
    public = p.source + doctype.public_start
    length = doctype.public_end - doctype.public_start
    return (
        begins_as_one_of(public, length, QUIRKY_BEGINNINGS, False)
        or begins_as_one_of(public, length, QUIRKY_WHOLE, True)
        or (
            doctype.system_start == NONE
            and begins_as_one_of(public, length, QUIRKY_WITHOUT_SYSTEM, False)
        )
    )


cdef void on_doctype(Parser* p, Doctype* doctype) noexcept nogil:
    if p.recording:
        record_doctype(p, doctype)
        return
    if p.table_text_count:
        flush_table_text(p)
    p.skip_newline = False
    if p.mode != INITIAL:
        return
    p.mode = BEFORE_HTML
    p.quirks = is_quirky(p, doctype)
    if p.keep_comments:
        keep_doctype(p, doctype)


cdef bint put_doctype_name(Parser* p, Doctype* doctype) noexcept nogil:
    cdef int64_t at = p.side_used
    if doctype.name_start == NONE:
        return True
    if not put_clean(p, doctype.name_start, doctype.name_end):
        return False
    while at < p.side_used:
        p.side[at] = LOWER[p.side[at]]
        at += 1
    return True


cdef void record_doctype(Parser* p, Doctype* doctype) noexcept nogil:
    cdef Token* token = new_token(p, TOKEN_DOCTYPE)
    cdef int64_t name, public, system
    if token == NULL:
        return
    name = p.side_used
    if not put_doctype_name(p, doctype):
        return
    public = p.side_used
    if doctype.public_start != NONE and not put_clean(p, doctype.public_start, doctype.public_end):
        return
    system = p.side_used
    if doctype.system_start != NONE and not put_clean(p, doctype.system_start, doctype.system_end):
        return
    token.flag = doctype.correct
    token.start = ~<int32_t>name
    token.length = NONE if doctype.name_start == NONE else <int32_t>(public - name)
    token.public_start = ~<int32_t>public
    token.public_length = NONE if doctype.public_start == NONE else <int32_t>(system - public)
    token.system_start = ~<int32_t>system
    token.system_length = NONE if doctype.system_start == NONE else <int32_t>(p.side_used - system)


cdef void keep_doctype(Parser* p, Doctype* doctype) noexcept nogil:
    """Keep a doctype as html5lib's tests write it: the name, and both identifiers if there is one."""
    cdef Run run
    run.source_start = p.token_start
    run.source_end = p.token_end
    run.start = ~<int32_t>p.side_used
    put_doctype_name(p, doctype)
    if doctype.public_start != NONE or doctype.system_start != NONE:
        put(p, <const uint8_t*>b' "', 2)
        if doctype.public_start != NONE:
            put_clean(p, doctype.public_start, doctype.public_end)
        put(p, <const uint8_t*>b'" "', 3)
        if doctype.system_start != NONE:
            put_clean(p, doctype.system_start, doctype.system_end)
        put(p, <const uint8_t*>b'"', 1)
    run.length = <int32_t>p.side_used - ~run.start
    add_comment(p, 0, p.doctype_tag, &run)


# --------------------------------------------------------------------------------------------------
# The tokenizer: raw text
# --------------------------------------------------------------------------------------------------

cdef bint is_raw_end(Parser* p, int32_t at) noexcept nogil:
    """Whether the end tag that the raw text waits for begins at the `<` at `at`."""
    cdef int32_t end = at + 2 + p.raw_name_length
    if p.raw_name == NULL or end >= p.size or p.source[at + 1] != c'/':
        return False
    if not same_lowered(p.source + at + 2, p.raw_name, p.raw_name_length):
        return False
    return is_space(p.source[end]) or p.source[end] == c'/' or p.source[end] == c'>'


cdef int32_t find_raw_end(Parser* p, int32_t at) noexcept nogil:
    cdef const uint8_t* found
    while True:
        found = <const uint8_t*>memchr(p.source + at, c'<', p.size - at)
        if found == NULL or stopped(p, SIGN):
            return p.size
        at = <int32_t>(found - p.source)
        if is_raw_end(p, at):
            return at
        at += 1


cdef bint is_script_word(Parser* p, int32_t at) noexcept nogil:
    """Whether the word `script` stands at `at`, and ends there as a tag's name does."""
    if p.size - at < 7 or not same_lowered(p.source + at, <const uint8_t*>b"script", 6):
        return False
    return is_space(p.source[at + 6]) or p.source[at + 6] == c'/' or p.source[at + 6] == c'>'


cdef int32_t find_script_end(Parser* p, int32_t at) noexcept nogil:
    """The end of a script: `</script`, unless in `<!-- <script> ... </script>`."""
    cdef const uint8_t* source = p.source
    cdef const uint8_t* found
    cdef bint escaped = False, twice = False
    cdef int32_t escape_start = 0
    while True:
        if stopped(p, SIGN):
            return p.size
        if not escaped:
            found = <const uint8_t*>memchr(source + at, c'<', p.size - at)
            if found == NULL:
                return p.size
            at = <int32_t>(found - source)
            if is_raw_end(p, at):
                return at
            if p.size - at >= 4 and memcmp(source + at, b"<!--", 4) == 0:
                escaped = True
                escape_start = at + 2
                at += 4
            else:
                at += 1
            continue
        at = <int32_t>(find_any(source + at, source + p.size, c'<', c'>', c'<', c'>') - source)
        if at == p.size:
            return at
        if source[at] == c'>':
            if at - escape_start >= 2 and source[at - 1] == c'-' and source[at - 2] == c'-':
                escaped = twice = False
        elif twice:
            if source[at + 1] == c'/' and is_script_word(p, at + 2):
                twice = False
                at += 8
        elif is_raw_end(p, at):
            return at
        elif is_script_word(p, at + 1):
            twice = True
            at += 7
        at += 1


cdef void emit_text(Parser* p, int32_t start, int32_t end, bint references, bint keep_nul) noexcept nogil:
    """Send a span of the source as characters: newlines normalised, references decoded if asked."""
    cdef const uint8_t* source = p.source
    cdef uint8_t mark = c'&' if references else c'\r'
    cdef int32_t at = start, length
    if not references and not p.has_cr and not p.has_nul:
        on_source_text(p, start, end)
        return
    while p.status == OK and not stopped(p, ROW):
        at = <int32_t>(find_any(source + at, source + end, mark, c'\r', 0, 0) - source)
        if at >= end:
            on_source_text(p, start, end)
            return
        if source[at] == c'&':
            length = read_reference(p, at, False)
            if not length:
                at += 1
                continue
            on_source_text(p, start, at)
            on_decoded(p, p.reference, p.reference_length, at, at + length)
            at += length
        elif source[at] == 0:
            on_source_text(p, start, at)
            if keep_nul:
                on_nul(p, at)
            else:
                on_decoded(p, <const uint8_t*>b"\xef\xbf\xbd", 3, at, at + 1)
            at += 1
        else:
            on_source_text(p, start, at)
            if at + 1 >= p.size or source[at + 1] != c'\n':
                on_decoded(p, <const uint8_t*>b"\n", 1, at, at + 1)
            at += 1
        start = at


cdef void read_raw_text(Parser* p) noexcept nogil:
    """Read what follows the start tag of a title, a script ... up to its end tag."""
    cdef int32_t end = p.size
    if p.raw == SCRIPT_DATA:
        end = find_script_end(p, p.position)
    elif p.raw != PLAINTEXT:
        end = find_raw_end(p, p.position)
    emit_text(p, p.position, end, p.raw == RCDATA, False)
    p.position = end
    p.raw = DATA


cdef void read_cdata(Parser* p, int32_t start) noexcept nogil:
    """Read a CDATA section from behind its `<![CDATA[`."""
    cdef const uint8_t* found
    cdef int32_t at = start
    while True:
        found = <const uint8_t*>memchr(p.source + at, c']', p.size - at)
        if found == NULL or stopped(p, SIGN):
            emit_text(p, start, p.size, False, True)
            p.position = p.size
            return
        at = <int32_t>(found - p.source)
        if p.size - at >= 3 and p.source[at + 1] == c']' and p.source[at + 2] == c'>':
            emit_text(p, start, at, False, True)
            p.position = at + 3
            return
        at += 1


# --------------------------------------------------------------------------------------------------
# The tokenizer: the data state
# --------------------------------------------------------------------------------------------------

cdef void read_declaration(Parser* p, int32_t at) noexcept nogil:
    """Read what begins with `<!` at `at`."""
    cdef const uint8_t* source = p.source
    cdef int32_t left = p.size - at
    if left >= 4 and source[at + 2] == c'-' and source[at + 3] == c'-':
        read_comment(p, at + 4)
    elif left >= 9 and same_ignoring_case(source + at + 2, 7, b"doctype", 7):
        read_doctype(p, at + 9)
    elif (
        left >= 9
        and memcmp(source + at + 2, b"[CDATA[", 7) == 0
        and p.top != NONE
        and p.opens[p.top].flags & FOREIGN
    ):
        read_cdata(p, at + 9)
    else:
        read_bogus_comment(p, at + 2)


cdef void read_markup(Parser* p, int32_t at) noexcept nogil:
    """Read the markup that the `<` at `at` begins."""
    cdef uint8_t byte = p.source[at + 1]
    p.token_start = at
    if is_alpha(byte):
        if read_tag(p, at + 1):
            on_start_tag(p)
        else:
            p.position = p.size
    elif byte == c'!':
        read_declaration(p, at)
    elif byte == c'?':
        read_bogus_comment(p, at + 1)
    elif is_alpha(p.source[at + 2]):
        if read_tag(p, at + 2):
            on_end_tag(p)
        else:
            p.position = p.size
    elif p.source[at + 2] == c'>':
        p.position = at + 3
    else:
        read_bogus_comment(p, at + 2)


cdef bint begins_markup(Parser* p, int32_t at) noexcept nogil:
    """Whether the `<` at `at` begins markup; otherwise it is a character."""
    cdef uint8_t byte = p.source[at + 1]
    return is_alpha(byte) or byte == c'!' or byte == c'?' or (byte == c'/' and at + 2 < p.size)


cdef void read_data(Parser* p) noexcept nogil:
    """Read text up to the next markup, and that markup."""
    cdef const uint8_t* source = p.source
    cdef const uint8_t* end = source + p.size
    cdef int32_t start = p.position, at = start, length
    while p.status == OK:
        at = <int32_t>(find_any(source + at, end, c'<', c'&', c'\r', 0) - source)
        if at == p.size:
            on_source_text(p, start, at)
            p.position = at
            return
        if source[at] == c'<':
            if not begins_markup(p, at):
                at += 1
                stopped(p, SIGN)
                continue
            on_source_text(p, start, at)
            if make_room(p) and p.status == OK:
                read_markup(p, at)
            return
        if source[at] == c'&':
            length = read_reference(p, at, False)
            if not length:
                at += 1
                stopped(p, SIGN)
                continue
            on_source_text(p, start, at)
            on_decoded(p, p.reference, p.reference_length, at, at + length)
            at += length
        elif source[at] == 0:
            on_source_text(p, start, at)
            on_nul(p, at)
            at += 1
        else:
            on_source_text(p, start, at)
            if source[at + 1] != c'\n':
                on_decoded(p, <const uint8_t*>b"\n", 1, at, at + 1)
            at += 1
        start = at
        stopped(p, ROW)


cdef void run_tokenizer(Parser* p) noexcept nogil:
    while p.position < p.size and p.status == OK and not stopped(p, ROW):
        if p.raw == DATA:
            read_data(p)
        elif p.raw == CDATA_SECTION:
            p.raw = DATA
            read_cdata(p, p.position)
        else:
            read_raw_text(p)
        if p.node_count - 1 > p.max_rows:
            p.status = TOO_MANY_ROWS


cdef void parse(Parser* p) noexcept nogil:
    run_tokenizer(p)
    if p.status == OK:
        on_end_of_file(p)
    if p.status == OK and p.node_count - 1 > p.max_rows:
        p.status = TOO_MANY_ROWS
    # The columns want memory next, and the stack of a deep page holds as much as its nodes.
    free(p.opens)
    p.opens = NULL


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
    if tag < KNOWN_TAGS:
        return <uint16_t>tag
    if not out.tag_numbers[tag - KNOWN_TAGS]:
        out.tags_used += 1
        out.tag_numbers[tag - KNOWN_TAGS] = KNOWN_TAGS + out.tags_used - 1
    return <uint16_t>out.tag_numbers[tag - KNOWN_TAGS]


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

Columns = namedtuple(
    "Columns",
    "tag parent end depth text text_start text_end attr_row attr_name attr_start attr_end attr_text"
    " tag_names attr_names source_start source_end",
    module="dehusk.native.columns",
)
Columns.__doc__ = "The columns of a Page, as `parse_columns` makes them. `dehusk.page.Page` explains them."


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


cdef check_size(bytes source):
    if len(source) > 0x7FFFFF00:
        raise PageTooLarge("The page has more than 2 GB, which a Page cannot hold.")


cdef object collect(Parser* p, const int32_t* positions):
    """The columns of a tree that is complete."""
    cdef int32_t* order = NULL
    cdef int32_t rows = p.node_count - 1
    cdef Sizes sizes
    cdef Output out
    memset(&sizes, 0, sizeof(Sizes))
    memset(&out, 0, sizeof(Output))
    try:
        with nogil:
            if p.reordered:
                order = document_order(p, &rows)
            sizes.rows = rows
            if p.status == OK:
                measure(p, order, &sizes)
            out.tag_numbers = <int32_t*>calloc(p.tag_names.count + 1, sizeof(int32_t))
            out.attr_numbers = <int32_t*>calloc(p.attr_names.count + 1, sizeof(int32_t))
            if out.tag_numbers == NULL or out.attr_numbers == NULL:
                p.status = OUT_OF_MEMORY
        if p.status != OK:
            return None
        return fill(p, order, &sizes, &out, positions)
    finally:
        free(order)
        free(out.tag_numbers)
        free(out.attr_numbers)


cdef object fill(
    Parser* p, const int32_t* order, Sizes* sizes, Output* out, const int32_t* positions
):
    cdef int32_t rows = <int32_t>sizes.rows
    cdef bytes text = PyBytes_FromStringAndSize(NULL, sizes.text)
    cdef bytes attr_text = PyBytes_FromStringAndSize(NULL, sizes.attr_text)
    tag = np.empty(rows, np.uint16)
    ints = [np.empty(rows, np.int32) for _ in range(7)]
    attr_name = np.empty(sizes.attrs, np.uint16)
    attr_ints = [np.empty(sizes.attrs, np.int32) for _ in range(3)]
    parent, end, depth, text_start, text_end, source_start, source_end = ints
    attr_row, attr_start, attr_end = attr_ints
    out.text = <uint8_t*>PyBytes_AsString(text)
    out.attr_text = <uint8_t*>PyBytes_AsString(attr_text)
    out.tag = <uint16_t*>memory_of(tag)
    out.parent = <int32_t*>memory_of(parent)
    out.end = <int32_t*>memory_of(end)
    out.depth = <int32_t*>memory_of(depth)
    out.text_start = <int32_t*>memory_of(text_start)
    out.text_end = <int32_t*>memory_of(text_end)
    out.source_start = <int32_t*>memory_of(source_start)
    out.source_end = <int32_t*>memory_of(source_end)
    out.attr_name = <uint16_t*>memory_of(attr_name)
    out.attr_row = <int32_t*>memory_of(attr_row)
    out.attr_start = <int32_t*>memory_of(attr_start)
    out.attr_end = <int32_t*>memory_of(attr_end)
    with nogil:
        write_columns(p, order, rows, out, positions)
    if p.status != OK:
        return None
    if KNOWN_TAGS + out.tags_used > 0xFFFF or out.attrs_used > 0xFFFF:
        raise PageTooLarge(
            "The page has more than 65,535 different tag or attribute names,"
            " which a Page cannot hold."
        )
    tag_names = TAG_NAMES + tuple(
        names_in_order(&p.tag_names, out.tag_numbers, KNOWN_TAGS, out.tags_used)
    )
    attr_names = tuple(names_in_order(&p.attr_names, out.attr_numbers, 1, out.attrs_used))
    return Columns(
        tag, parent, end, depth, text, text_start, text_end, attr_row, attr_name, attr_start,
        attr_end, attr_text, tag_names, attr_names, source_start, source_end,
    )


cdef void* memory_of(array) except? NULL:
    """Where the numbers of an array lie: without a memoryview, of which a page would take a dozen."""
    cdef Py_buffer buffer
    PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE)
    PyBuffer_Release(&buffer)
    return buffer.buf


cdef object parse_source(
    bytes source,
    int64_t max_rows,
    int64_t max_depth,
    int64_t max_attr_length,
    bint keep_comments,
    bint is_valid,
):
    cdef Parser parser
    cdef Parser* p = &parser
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AsString(source)
    cdef int32_t size, repaired_size
    cdef uint8_t* repaired = NULL
    cdef int32_t* positions = NULL
    check_size(source)
    size = <int32_t>len(source)
    memset(p, 0, sizeof(Parser))
    start_watch(&p.watch, seconds_left())
    p.max_rows = max_rows
    p.max_depth = max_depth
    p.max_attr_length = max_attr_length
    p.keep_comments = keep_comments
    try:
        with nogil:
            if not is_valid and not is_utf8(text, text + size):
                repaired_size = repaired_length(text, text + size)
                if repaired_size == NONE:
                    p.status = TEXT_TOO_LONG
                else:
                    repaired = <uint8_t*>malloc(<size_t>repaired_size + 1)
                    positions = <int32_t*>malloc((<size_t>repaired_size + 1) * sizeof(int32_t))
                    if repaired == NULL or positions == NULL:
                        p.status = OUT_OF_MEMORY
                    else:
                        repair(text, size, repaired, positions)
                        text = repaired
                        size = repaired_size
            if p.status == OK and open_parser(p, text, size):
                if keep_comments:
                    p.comment_tag = custom_tag(p, <const uint8_t*>b"#comment", 8, 1)
                    p.doctype_tag = custom_tag(p, <const uint8_t*>b"#doctype", 8, 2)
                if p.status == OK:
                    parse(p)
        columns = collect(p, positions) if p.status == OK else None
        if columns is None:
            raise_status(p)
        return columns
    finally:
        close_parser(p)
        free(repaired)
        free(positions)


def parse_columns(
    bytes source not None,
    *,
    int64_t max_rows,
    int64_t max_depth,
    int64_t max_attr_length,
    bint is_valid=False,
):
    """Parse an HTML document, given as UTF-8, into the columns of a Page.

    Broken UTF-8 is repaired, unless the caller has made sure that it `is_valid`.
    Raises `PageTooLarge` for a page with more rows, deeper nesting or longer attributes than given.
    """
    return parse_source(source, max_rows, max_depth, max_attr_length, False, is_valid)


def is_valid_utf8(bytes source not None):
    """Whether all of a source is UTF-8.

    >>> is_valid_utf8("é".encode()), is_valid_utf8("é".encode("latin-1"))
    (True, False)
    """
    cdef const uint8_t* text = <const uint8_t*>PyBytes_AsString(source)
    cdef Py_ssize_t size = len(source)
    cdef bint valid
    with nogil:
        valid = is_utf8(text, text + size)
    return valid


def parse_with_comments(bytes source not None):
    """As `parse_columns`, with rows for comments and doctypes: for tests.

    They have the tags `#comment` and `#doctype` and their text in the text column; those outside
    `html` have no parent.
    """
    return parse_source(source, 1 << 30, 1 << 30, 1 << 30, True, False)


def tokenize(bytes source not None, str initial_state="Data state", str last_start_tag=None):
    """The tokens of a source as html5lib's tests write them, without a tree: for tests.

    >>> tokenize(b"<b>x</b>")
    [['StartTag', 'b', {}], ['Character', 'x'], ['EndTag', 'b']]
    """
    cdef Parser parser
    cdef Parser* p = &parser
    cdef bytes name = b"" if last_start_tag is None else last_start_tag.encode()
    states = {
        "Data state": DATA,
        "PLAINTEXT state": PLAINTEXT,
        "RCDATA state": RCDATA,
        "RAWTEXT state": RAWTEXT,
        "Script data state": SCRIPT_DATA,
        "CDATA section state": CDATA_SECTION,
    }
    check_size(source)
    memset(p, 0, sizeof(Parser))
    start_watch(&p.watch, seconds_left())
    p.max_rows = p.max_depth = p.max_attr_length = 1 << 30
    p.recording = True
    p.raw = <Raw><int>states[initial_state]
    if last_start_tag is not None:
        p.raw_name = <const uint8_t*>PyBytes_AsString(name)
        p.raw_name_length = <int32_t>len(name)
    source = source.decode("utf-8", "replace").encode()
    try:
        if open_parser(p, <const uint8_t*>PyBytes_AsString(source), <int32_t>len(source)):
            run_tokenizer(p)
        raise_status(p)
        return [token_as_list(p, &p.tokens[index]) for index in range(p.token_count)]
    finally:
        close_parser(p)


cdef str span_as_str(Parser* p, int32_t start, int32_t length):
    if length == NONE:
        return None
    return (<const char*>text_at(p, start))[:length].decode()


cdef list token_as_list(Parser* p, Token* token):
    cdef int32_t length = 0, index
    cdef const char* name
    cdef Name* entry
    if token.kind == TOKEN_TEXT:
        return ["Character", span_as_str(p, token.start, token.length)]
    if token.kind == TOKEN_COMMENT:
        return ["Comment", span_as_str(p, token.start, token.length)]
    if token.kind == TOKEN_DOCTYPE:
        return [
            "DOCTYPE",
            span_as_str(p, token.start, token.length),
            span_as_str(p, token.public_start, token.public_length),
            span_as_str(p, token.system_start, token.system_length),
            bool(token.flag),
        ]
    name = <const char*>tag_text(p, token.tag, &length)
    if token.kind == TOKEN_END:
        return ["EndTag", name[:length].decode()]
    attributes = {}
    for index in range(token.attr_first, token.attr_first + token.attr_count):
        entry = &p.attr_names.entries[p.attrs[index].name]
        key = (<const char*>p.attr_names.bytes)[entry.offset : entry.offset + entry.length].decode()
        attributes[key] = span_as_str(p, p.attrs[index].start, p.attrs[index].length)
    tag = ["StartTag", name[:length].decode(), attributes]
    return [*tag, True] if token.flag else tag
