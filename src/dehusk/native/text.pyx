# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, nonecheck=False, freethreading_compatible=True
"""From a page and what is kept of it straight to plain text, in one native walk.

>>> from dehusk import parse
>>> from dehusk.selection import Selection
>>> page = parse("<h2>Tea</h2><p>Boil <b>it</b>,<br>then wait.</p>")
>>> print(plain_text(page, Selection.of_subtrees(page, [0], reason="all of it").keep))
Tea
<BLANKLINE>
Boil it,
then wait.

`dehusk.content.assemble` and `dehusk.writers.text` say what the text of a page is: this module has the same
rules without the content tree between, and the tests hold one against the other. What is rare and
has long rules of its own (formulas, footnotes, players within a line, captions that change the
space around them) is not repeated here: then `plain_text` returns None, and the caller goes the long
way. Nothing here touches Python objects between the first row and the last, and nothing recurses.

How the file is ordered: vocabulary, memory, characters, the page, attributes, white space, the line,
separators, containers, pictures, code, tables, elements, the walk, and what Python sees.

**Separators.** The text grows from its start to its end. What stands between two blocks is the
separator of the innermost group that holds both: a blank line, or a line break in lists. Groups are
a stack; `lowest` is how far it was unwound since the last block.

**What cannot be told.** Whether a picture is more than a placeholder, and whether a frame is a player,
takes long rules and mostly changes nothing: neither has words. Such parts are `doubtful`; only
where it would make a difference is the page given back.
"""

from dehusk.content.assemble.images import LAZY, LAZY_SETS
from dehusk.content.assemble.kept import (
    BLANKS, CELLS, EMPTY_LINES, LEFT_OUT_OF_CODE, LINES, NOT_A_LINE, NOT_PROSE, STRUCTURE,
)
from dehusk.content.assemble.formulas import DATA, SERVICES
from dehusk.content.assemble.vocabulary import (
    BACKLINK_TEXTS, KIND_OF_ROLE, KIND_OF_TOKEN, PERMALINK_TEXTS, Kind,
)
from dehusk.content.assemble.raw_formulas import raw_formulas
from dehusk.views.blocks import PICTURES
from dehusk.budget import out_of_time, seconds_left
from dehusk.content.notes import has_kept_notes
from dehusk.page.tags import BLOCK, FIRST_CUSTOM, HEADINGS, INERT, PREFORMATTED, SEPARATING_INLINE, TAG_IDS

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

from dehusk.native.watch cimport ROW, Watch, passed, raise_if_stopped, start_watch


# --------------------------------------------------------------------------------------------------
# Vocabulary
# --------------------------------------------------------------------------------------------------

cdef enum:
    BLOCK_TAG = 1
    INERT_TAG = 2
    SEPARATING_TAG = 4
    PICTURE_TAG = 8
    PREFORMATTED_TAG = 16
    CODE_TAG = 32
    STRUCTURE_TAG = 64
    LINE_TAG = 128
    BLANK_TAG = 256
    EMPTY_LINE_TAG = 512
    NOT_PROSE_TAG = 1024
    CELL_TAG = 2048
    HEADING_TAG = 4096
    NOT_A_CODE_LINE_TAG = 8192
    LEFT_OUT_OF_CODE_TAG = 16384

cdef enum Action:
    NOTHING, EMPHASIS, STRONG, STRIKE, RAISED, LOWERED, INLINE_CODE, LINK, HEADING, LISTING, ITEM
    CITE, QUOTATION, RUBY_TEXT, LEAVE_OUT, LINE_BREAK, RULE, QUOTE, SUMMARY, FIGURE, CAPTION
    DEFINITIONS, TERM, MEANING, CONTROL, BUTTON, IMAGE, NOSCRIPT, FRAME, PLAYER, CODE
    CODE_BLOCK, TABLE, TABLE_CAPTION, TABLE_LINE, CELL, UNKNOWN

cdef enum KindCode:
    NO_KIND, CHROME, PERMALINK, BACKLINK, NOTE_REFERENCE, NOTES, NOTE_LABEL, FORMULA
    LATEX_IMAGE, EMOJI, GUTTER, CODE_LINE, CODE_TOOLS, UNMARKED_CODE, SIGNATURE, QUOTE_KIND, NAMED_CALLOUT, TITLE
    FIGURE_KIND, CAPTION_KIND, CITATION, HEADING_KIND, LAYOUT

cdef enum Attribute:
    OTHER_ATTRIBUTE, CLASS, ROLE, HREF, ID, TYPE, ALT, SRC, WIDTH, HEIGHT, STYLE, LAZY_SOURCE
    SOURCE_SET, EXPANDED, CONTROLS, COLSPAN, ROWSPAN

cdef enum:
    LONGEST_CLASS = 1000
    MAX_DEPTH = 40
    MAX_URL = 8192
    MAX_DATA_URL = 2000
    LONGEST_PLACEHOLDER = 40
    LONGEST_MARK = 8
    LONGEST_BUTTON = 20
    NESTED_QUOTATIONS = 4
    LONG_TEXT = 1000
    MAX_SPAN = 1000
    MAX_GRID = 200000
    FEW_CELLS = 12
    LONG_CELL = 600
    KIND_SLOTS = 1024
    MARKS = 64

_ACTIONS = {
    EMPHASIS: "em i dfn var",
    STRONG: "strong b",
    STRIKE: "del s strike",
    RAISED: "sup",
    LOWERED: "sub",
    INLINE_CODE: "kbd samp tt",
    LINK: "a",
    HEADING: "h1 h2 h3 h4 h5 h6",
    LISTING: "ul ol menu dir",
    ITEM: "li",
    CITE: "cite",
    QUOTATION: "q",
    RUBY_TEXT: "rt",
    LEAVE_OUT: "rp",
    LINE_BREAK: "br",
    RULE: "hr",
    QUOTE: "blockquote",
    SUMMARY: "summary",
    FIGURE: "figure",
    CAPTION: "figcaption",
    DEFINITIONS: "dl",
    TERM: "dt",
    MEANING: "dd",
    CONTROL: "svg select textarea",
    BUTTON: "button",
    IMAGE: "img",
    NOSCRIPT: "noscript",
    FRAME: "iframe video",
    CODE: "code",
    CODE_BLOCK: "pre listing xmp plaintext",
    TABLE: "table",
    TABLE_CAPTION: "caption",
    TABLE_LINE: "tr",
    CELL: "td th",
    PLAYER: "audio embed object",
    UNKNOWN: "math script",
}
_NAMED_ACTIONS = {
    "clipboard-copy": LEAVE_OUT,
    "copy-button": LEAVE_OUT,
    "amp-img": IMAGE,
    **dict.fromkeys("lite-youtube amp-youtube lite-vimeo amp-vimeo mjx-container".split(), UNKNOWN),
}
_KIND_CODES = {
    Kind.CHROME: CHROME,
    Kind.PERMALINK: PERMALINK,
    Kind.BACKLINK: BACKLINK,
    Kind.NOTE_REFERENCE: NOTE_REFERENCE,
    Kind.NOTES: NOTES,
    Kind.NOTE_LABEL: NOTE_LABEL,
    Kind.FORMULA: FORMULA,
    Kind.FORMULA_PREVIEW: FORMULA,
    Kind.LATEX_IMAGE: LATEX_IMAGE,
    Kind.EMOJI: EMOJI,
    Kind.GUTTER: GUTTER,
    Kind.CODE_LINE: CODE_LINE,
    Kind.CODE_TOOLS: CODE_TOOLS,
    Kind.CODE: UNMARKED_CODE,
    Kind.SIGNATURE: SIGNATURE,
    Kind.CALLOUT: QUOTE_KIND,
    Kind.CALLOUT_IF_NAMED: NAMED_CALLOUT,
    Kind.TITLE: TITLE,
    Kind.FIGURE: FIGURE_KIND,
    Kind.CAPTION: CAPTION_KIND,
    Kind.CITATION: CITATION,
    Kind.HEADING: HEADING_KIND,
    Kind.LAYOUT: LAYOUT,
}
_ATTRIBUTE_CODES = {
    "class": CLASS,
    "role": ROLE,
    "href": HREF,
    "id": ID,
    "type": TYPE,
    "alt": ALT,
    "src": SRC,
    "width": WIDTH,
    "height": HEIGHT,
    "style": STYLE,
    "aria-expanded": EXPANDED,
    "aria-controls": CONTROLS,
    "colspan": COLSPAN,
    "rowspan": ROWSPAN,
    **dict.fromkeys(LAZY, LAZY_SOURCE),
    **dict.fromkeys(LAZY_SETS, SOURCE_SET),
}

cdef uint32_t TAG_BITS[256]
cdef uint8_t TAG_ACTIONS[256]
cdef int CUSTOM = FIRST_CUSTOM
cdef int TEXT_TAG = TAG_IDS["#text"]
cdef int BR_TAG = TAG_IDS["br"]
cdef int IFRAME_TAG = TAG_IDS["iframe"]
cdef int INPUT_TAG = TAG_IDS["input"]
cdef int SCRIPT_TAG = TAG_IDS["script"]
cdef int A_TAG = TAG_IDS["a"]
cdef int IMG_TAG = TAG_IDS["img"]
cdef int BASE_TAG = TAG_IDS["base"]
cdef int OBJECT_TAG = TAG_IDS["object"]
cdef int PICTURE_ELEMENT = TAG_IDS["picture"]
cdef int CODE_ELEMENT = TAG_IDS["code"]
cdef int PRE_TAG = TAG_IDS["pre"]
cdef int LI_TAG = TAG_IDS["li"]
cdef int TABLE_TAG = TAG_IDS["table"]
cdef int TABLE_CAPTION_TAG = TAG_IDS["caption"]
cdef int TD_TAG = TAG_IDS["td"]
cdef int TH_TAG = TAG_IDS["th"]
cdef int TR_TAG = TAG_IDS["tr"]


cdef struct Token:
    char text[48]
    int length
    int kind


cdef struct Word:
    char text[48]
    int length


cdef Token TOKENS[KIND_SLOTS]
cdef Token ROLES[32]
cdef int ROLE_COUNT = 0
cdef Word PERMALINK_MARKS[MARKS]
cdef int PERMALINK_COUNT = 0
cdef Word SERVICE_WORDS[MARKS]
cdef int SERVICE_COUNT = 0
cdef Word BACKLINK_MARKS[MARKS]
cdef int BACKLINK_COUNT = 0


cdef uint32_t hash_of(const uint8_t* text, Py_ssize_t length) noexcept nogil:
    cdef uint32_t value = 2166136261u
    cdef Py_ssize_t at
    for at in range(length):
        value = (value ^ text[at]) * 16777619u
    return value ^ (value >> 15)


cdef void put_token(Token* token, bytes text, int kind):
    if len(text) > 48:
        raise ValueError(f"{text!r} is too long for the table of names")
    memcpy(token.text, <char*>text, len(text))
    token.length = <int>len(text)
    token.kind = kind


cdef int put_words(Word* words, texts) except -1:
    cdef int count = 0
    for text in texts:
        encoded = text if isinstance(text, bytes) else text.encode()
        if len(encoded) > 48 or count == MARKS:
            raise ValueError(f"{text!r} does not fit into the table of words")
        memcpy(words[count].text, <char*><bytes>encoded, len(encoded))
        words[count].length = <int>len(encoded)
        count += 1
    return count


def _fill_tables():
    global ROLE_COUNT, PERMALINK_COUNT, BACKLINK_COUNT, SERVICE_COUNT
    cdef uint32_t slot
    bits = {
        BLOCK_TAG: BLOCK.names,
        INERT_TAG: INERT.names,
        SEPARATING_TAG: SEPARATING_INLINE.names,
        PICTURE_TAG: PICTURES.names | {"br"},
        PREFORMATTED_TAG: PREFORMATTED.names,
        CODE_TAG: PREFORMATTED.names | {"code"},
        STRUCTURE_TAG: STRUCTURE.names,
        LINE_TAG: LINES.names,
        BLANK_TAG: BLANKS.names,
        EMPTY_LINE_TAG: EMPTY_LINES.names,
        NOT_PROSE_TAG: NOT_PROSE.names,
        CELL_TAG: CELLS.names,
        HEADING_TAG: HEADINGS.names,
        NOT_A_CODE_LINE_TAG: NOT_A_LINE.names,
        LEFT_OUT_OF_CODE_TAG: LEFT_OUT_OF_CODE.names,
    }
    for bit, names in bits.items():
        for name in names:
            TAG_BITS[TAG_IDS[name]] |= bit
    for action, names in _ACTIONS.items():
        for name in names.split():
            TAG_ACTIONS[TAG_IDS[name]] = action
    for text, kind in KIND_OF_TOKEN.items():
        slot = hash_of(<const uint8_t*><char*>text, len(text)) % KIND_SLOTS
        while TOKENS[slot].length:
            slot = (slot + 1) % KIND_SLOTS
        put_token(&TOKENS[slot], text, _KIND_CODES[kind])
    for text, kind in KIND_OF_ROLE.items():
        put_token(&ROLES[ROLE_COUNT], text, _KIND_CODES[kind])
        ROLE_COUNT += 1
    PERMALINK_COUNT = put_words(PERMALINK_MARKS, PERMALINK_TEXTS)
    BACKLINK_COUNT = put_words(BACKLINK_MARKS, BACKLINK_TEXTS)
    SERVICE_COUNT = put_words(SERVICE_WORDS, SERVICES)


_fill_tables()


# --------------------------------------------------------------------------------------------------
# Memory
# --------------------------------------------------------------------------------------------------

cdef struct Buffer:
    uint8_t* data
    Py_ssize_t size
    Py_ssize_t room


cdef enum Outcome:
    GOING, GIVEN_BACK, OUT_OF_MEMORY, STOPPED


cdef enum PieceType:
    WORDS, BREAK, PICTURE


cdef struct Piece:
    int type
    uint64_t formats
    Py_ssize_t start


cdef enum OnEnd:
    ONLY_FORMATS, CLOSE_CONTAINER, CLOSE_INLINE, END_HEADING, CLOSE_QUOTATION
    CLOSE_NESTED_QUOTATION, CLOSE_RUBY


cdef struct Frame:
    int end
    int action
    uint64_t formats


cdef enum Receiver:
    AS_HEADING, AS_CAPTION, AS_TERM, AS_TABLE_CAPTION


cdef enum Separator:
    END_PARAGRAPH, BREAK_LINE, SPACE_LINE


cdef enum BoxType:
    ROOT_BOX, LIST_BOX, ITEM_BOX, QUOTE_BOX, FIGURE_BOX, DEFINITION_BOX, MEANING_BOX, TABLE_BOX
    CELL_BOX


cdef struct Box:
    int type
    bint has            # it holds content, be it only a picture
    bint doubtful       # it holds something that may be content
    bint rule
    bint listing        # the group of its items is open
    bint items          # at least one of them has content
    bint defined        # a definition list that has a term
    bint captioned
    bint suspended      # it interrupts the items of the box around it, if it holds anything
    int lowest          # of the groups, when the box was opened
    int emitted
    int codes           # blocks of code before it
    Py_ssize_t start    # of its text
    Py_ssize_t caption


cdef struct TableCell:
    int line
    bint has
    Py_ssize_t start
    Py_ssize_t end


cdef struct Counts:
    int structures
    int headings
    int lines
    int pres


cdef struct Node:
    int type
    Py_ssize_t start


cdef struct CodeLine:
    int end
    bint is_block
    int start


cdef struct Walk:
    # The page
    int rows
    const uint16_t* tag
    const int32_t* parent
    const int32_t* end
    const uint8_t* text
    Py_ssize_t text_size
    const int32_t* text_start
    const int32_t* text_end
    int attributes
    const int32_t* attr_row
    const uint16_t* attr_name
    const int32_t* attr_start
    const int32_t* attr_end
    const uint8_t* attr_text
    Py_ssize_t attr_size
    const uint8_t* attr_codes
    int attr_name_count
    const uint8_t* custom_actions
    int custom_count
    bint strange_base
    # What is kept, by position
    int count
    int32_t* row
    int32_t* ends
    int32_t* parents
    int32_t* run
    int32_t* first_attribute
    uint8_t* kind
    uint8_t* spaced
    Counts* before
    int32_t* ink_before
    # The walk
    int outcome
    Watch watch
    Frame* frames
    Py_ssize_t frame_count
    Py_ssize_t frame_room
    uint64_t formats
    int separator
    int separator_before
    int receiver
    bint inline_only
    int heading
    int depth
    int current_run
    int quotations
    int between
    int noscript_end
    int last_images
    int last_picture
    int prose
    int scanned_from
    int scanned_to
    # The line
    Buffer line
    Piece* pieces
    Py_ssize_t piece_count
    Py_ssize_t piece_room
    int gap
    uint8_t gap_text[4]
    int gap_length
    uint64_t gap_formats
    bint visible
    bint doubtful
    Py_ssize_t first_doubt  # where in the line
    Py_ssize_t last_doubt
    int pictures
    int breaks
    Node* nodes
    Py_ssize_t node_count
    Py_ssize_t node_room
    CodeLine* code_lines
    Py_ssize_t code_line_count
    Py_ssize_t code_line_room
    # The text
    Buffer out
    Buffer scratch
    Buffer tidy
    Buffer captions
    int emitted
    int codes           # blocks of code so far
    int* groups
    Py_ssize_t group_count
    Py_ssize_t group_room
    int lowest
    Box* boxes
    Py_ssize_t box_count
    Py_ssize_t box_room
    TableCell* cells
    Py_ssize_t cell_count
    Py_ssize_t cell_room
    int table_lines
    long table_width
    long line_width
    long spanning


cdef void give_back(Walk* w) noexcept nogil:
    if w.outcome == GOING:
        w.outcome = GIVEN_BACK


cdef inline bint stopped(Walk* w, Py_ssize_t cost) noexcept nogil:
    """Whether the work has to end here: its time is over, or a signal has come."""
    if passed(&w.watch, cost):
        w.outcome = STOPPED
        return True
    return False


cdef bint reserve(Walk* w, Buffer* buffer, Py_ssize_t more) noexcept nogil:
    """Make room for `more` bytes."""
    cdef Py_ssize_t room
    cdef void* data
    if buffer.size + more <= buffer.room:
        return True
    room = 2 * (buffer.size + more) + 256
    data = realloc(buffer.data, room)
    if data == NULL:
        w.outcome = OUT_OF_MEMORY
        return False
    buffer.data = <uint8_t*>data
    buffer.room = room
    return True


cdef void open_buffers(Walk* w) noexcept nogil:
    """Give every buffer a place in memory, so that places in it can be told."""
    reserve(w, &w.line, 1)
    reserve(w, &w.out, 1)
    reserve(w, &w.scratch, 1)
    reserve(w, &w.tidy, 1)
    reserve(w, &w.captions, 1)


cdef inline void put(Walk* w, Buffer* buffer, const uint8_t* data, Py_ssize_t size) noexcept nogil:
    if size > 0 and reserve(w, buffer, size):
        memcpy(buffer.data + buffer.size, data, size)
        buffer.size += size


cdef inline void put_byte(Walk* w, Buffer* buffer, uint8_t byte) noexcept nogil:
    if reserve(w, buffer, 1):
        buffer.data[buffer.size] = byte
        buffer.size += 1


cdef bint grow(Walk* w, void** items, Py_ssize_t count, Py_ssize_t* room, size_t size) noexcept nogil:
    """Make room for one more item."""
    cdef Py_ssize_t wanted
    cdef void* data
    if count < room[0]:
        return True
    wanted = 2 * count + 32
    data = realloc(items[0], wanted * size)
    if data == NULL:
        w.outcome = OUT_OF_MEMORY
        return False
    items[0] = data
    room[0] = wanted
    return True


# --------------------------------------------------------------------------------------------------
# Characters
# --------------------------------------------------------------------------------------------------

cdef enum ByteClass:
    PLAIN, SPACE, MEANINGLESS, BEYOND_ASCII

cdef uint8_t BYTE_CLASS[256]


def _fill_byte_classes():
    for byte in range(256):
        if byte >= 0x80:
            BYTE_CLASS[byte] = BEYOND_ASCII
        elif byte in b" \t\n\r\f\x0b\x1c\x1d\x1e\x1f":
            BYTE_CLASS[byte] = SPACE
        elif byte < 0x20 or byte == 0x7F:
            BYTE_CLASS[byte] = MEANINGLESS


_fill_byte_classes()


cdef inline uint32_t decode(const uint8_t* at, const uint8_t* end, int* length) noexcept nogil:
    """The character at a place, and how many bytes it has."""
    cdef uint32_t first = at[0]
    if first < 0x80:
        length[0] = 1
        return first
    if first < 0xE0 and end - at >= 2:
        length[0] = 2
        return (first & 0x1F) << 6 | (at[1] & 0x3F)
    if first < 0xF0 and end - at >= 3:
        length[0] = 3
        return (first & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
    if end - at >= 4:
        length[0] = 4
        return (first & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F)
    length[0] = 1
    return 0xFFFD


cdef inline uint32_t decode_last(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """The character that ends before a place."""
    cdef const uint8_t* at = end - 1
    cdef int length
    while at > start and (at[0] & 0xC0) == 0x80:
        at -= 1
    return decode(at, end, &length)


cdef inline bint is_space(uint32_t code) noexcept nogil:
    """White space as Python's `str.strip` has it."""
    if code < 0x80:
        return BYTE_CLASS[code] == SPACE
    return (
        code == 0x85 or code == 0xA0 or code == 0x1680 or 0x2000 <= code <= 0x200A
        or code == 0x2028 or code == 0x2029 or code == 0x202F or code == 0x205F or code == 0x3000
    )


cdef inline bint is_collapsible(uint32_t code) noexcept nogil:
    if code < 0x80:
        return BYTE_CLASS[code] == SPACE
    return code == 0x85 or code == 0x2028 or code == 0x2029


cdef inline bint is_meaningless(uint32_t code) noexcept nogil:
    if code < 0x80:
        return BYTE_CLASS[code] == MEANINGLESS
    return (
        0x80 <= code <= 0x84 or 0x86 <= code <= 0x9F
        or code == 0xAD or code == 0x2060 or code == 0xFEFF
    )


cdef inline bint is_invisible(uint32_t code) noexcept nogil:
    return 0x200B <= code <= 0x200F or code == 0x2060 or code == 0xFEFF or code == 0xAD


cdef inline bint is_cjk(uint32_t code) noexcept nogil:
    if code < 0x2E80:
        return False
    return (
        code <= 0x30FF
        or 0x3100 <= code <= 0x312F or 0x31A0 <= code <= 0x31FF or 0x3400 <= code <= 0x4DBF
        or 0x4E00 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFE4F
        or 0xFF00 <= code <= 0xFF60 or 0x20000 <= code <= 0x3FFFF
    )


cdef inline bint separates_words(uint32_t code) noexcept nogil:
    """Letters of Thai, Khmer and their neighbours: a zero-width space between them parts words."""
    return 0x0E00 <= code <= 0x109F or 0x1780 <= code <= 0x17FF or 0x19E0 <= code <= 0x19FF


cdef inline bint has_no_width(uint32_t code) noexcept nogil:
    """White space and characters without width, as `dehusk.views.visible` counts ink."""
    if code < 0x80:
        return BYTE_CLASS[code] == SPACE or code == 0
    return (
        code == 0x85 or code == 0xA0 or code == 0xAD or code == 0x1680
        or 0x2000 <= code <= 0x200F or code == 0x2028 or code == 0x2029 or code == 0x202F
        or code == 0x205F or code == 0x2060 or code == 0x3000 or code == 0xFEFF
    )


cdef bint counts_as_inked(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int length
    while at < end:
        if not has_no_width(decode(at, end, &length)):
            return True
        at += length
    return False


cdef void strip(const uint8_t** start, const uint8_t** end) noexcept nogil:
    """Leave out white space on both sides, as `str.strip`."""
    cdef int length
    cdef const uint8_t* last
    while start[0] < end[0]:
        if not is_space(decode(start[0], end[0], &length)):
            break
        start[0] += length
    while end[0] > start[0]:
        last = end[0] - 1
        while last > start[0] and (last[0] & 0xC0) == 0x80:
            last -= 1
        if not is_space(decode(last, end[0], &length)):
            break
        end[0] = last


cdef void strip_invisible(const uint8_t** start, const uint8_t** end) noexcept nogil:
    cdef int length
    cdef const uint8_t* last
    while start[0] < end[0]:
        if not is_invisible(decode(start[0], end[0], &length)):
            break
        start[0] += length
    while end[0] > start[0]:
        last = end[0] - 1
        while last > start[0] and (last[0] & 0xC0) == 0x80:
            last -= 1
        if not is_invisible(decode(last, end[0], &length)):
            break
        end[0] = last


cdef bint has_ink(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Does a reader see anything of a text?"""
    strip(&start, &end)
    strip_invisible(&start, &end)
    strip(&start, &end)
    return start < end


cdef bint is_blank(const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef int length
    while start < end:
        if not is_space(decode(start, end, &length)):
            return False
        start += length
    return True


cdef int ink_of(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """How many characters there are, white space and what is invisible at the two ends aside."""
    cdef int count = 0
    cdef int invisible = 0
    cdef bint started = False
    cdef int length
    cdef uint32_t code
    while start < end:
        code = decode(start, end, &length)
        start += length
        if is_space(code):
            continue
        if is_invisible(code):
            invisible += started
            continue
        started = True
        count += 1 + invisible
        invisible = 0
    return count


cdef inline uint8_t lowered(uint8_t byte) noexcept nogil:
    return byte + 32 if 65 <= byte <= 90 else byte


cdef bint starts_with(const uint8_t* at, const uint8_t* end, const char* word) noexcept nogil:
    """Does a text start with a word in lower case, however the text is written?"""
    while word[0]:
        if at == end or lowered(at[0]) != <uint8_t>word[0]:
            return False
        at += 1
        word += 1
    return True


# --------------------------------------------------------------------------------------------------
# The page: what is kept of it
# --------------------------------------------------------------------------------------------------

cdef enum:
    IS_INERT = 1
    IS_APART = 2
    IN_CODE = 4
    KEPT = 8
    INCLUDED = 16
    COMPANION = 32


cdef inline uint32_t bits_of(Walk* w, int row) noexcept nogil:
    return TAG_BITS[w.tag[row]] if w.tag[row] < CUSTOM else 0


cdef void read_rows(Walk* w, const uint8_t* keep, uint8_t* flags, int32_t* run, int32_t* nearest) noexcept nogil:
    """What is inert, where runs of text end, and which texts a reader sees apart from those before.

    These are the rules of `Page.is_inert`, `blocks.runs` and `blocks.implied_spaces`.
    """
    cdef int row, above, tag
    cdef uint32_t bits
    cdef int inert_end = 0, code_end = 0, pre_end = 0
    cdef int number = 0, pictures = 0
    cdef bint break_seen = False, ink_since = False
    cdef int before = -1, pictures_before = 0
    cdef bint apart, set_apart
    memset(run, 0, (w.rows + 1) * sizeof(int32_t))
    for row in range(w.rows):
        if stopped(w, ROW):
            return
        tag = w.tag[row]
        above = w.parent[row]
        if (above < 0) != (row == 0) or above >= row or w.end[row] <= row or w.end[row] > w.rows:
            give_back(w)
            return
        if not 0 <= w.text_start[row] <= w.text_end[row] <= w.text_size:
            give_back(w)
            return
        bits = bits_of(w, row)
        if bits & INERT_TAG and w.end[row] > inert_end:
            inert_end = w.end[row]
        flags[row] = IS_INERT if row < inert_end else 0
        nearest[row] = -1
        if above >= 0:
            nearest[row] = above if bits_of(w, above) & SEPARATING_TAG else nearest[above]
            if tag == TEXT_TAG and w.tag[above] == IFRAME_TAG:
                flags[row] |= IS_INERT
        # So far `run` marks boundaries in the rows to come, and holds numbers in those behind.
        if bits & BLOCK_TAG:
            run[row] = 1
            run[w.end[row]] = 1
        if tag == BR_TAG:
            if break_seen and not ink_since:
                run[row] = 1
            break_seen = True
            ink_since = False
        number += run[row]
        run[row] = number
        if bits & PICTURE_TAG:
            pictures += 1
        if bits & PREFORMATTED_TAG and w.end[row] > pre_end:
            pre_end = w.end[row]
        if bits & CODE_TAG and w.end[row] > code_end:
            code_end = w.end[row]
        if row < code_end:
            flags[row] |= IN_CODE
        if keep[row] and not flags[row] & IS_INERT:
            flags[row] |= KEPT
        if tag != TEXT_TAG or flags[row] & IS_INERT:
            continue
        if break_seen and not ink_since:
            ink_since = counts_as_inked(w.text + w.text_start[row], w.text + w.text_end[row])
        if before >= 0 and row >= pre_end:
            set_apart = nearest[before] >= 0 and w.end[nearest[before]] <= row
            set_apart = set_apart or nearest[row] > before
            apart = (
                (set_apart and w.end[w.parent[before]] <= row and above > before)
                or pictures > pictures_before
                or number != run[before]
            )
            if apart:
                flags[row] |= IS_APART
        before = row
        pictures_before = pictures


cdef void include_row(Walk* w, uint8_t* flags, int row) noexcept nogil:
    while row >= 0 and not flags[row] & INCLUDED:
        flags[row] |= INCLUDED
        row = w.parent[row]


cdef void include_companions(Walk* w, uint8_t* flags, const int32_t* run) noexcept nogil:
    """Include the kept leaves, and those that belong to them whatever an extractor says.

    These are the rules of `Kept`: white space and line breaks between two kept leaves of one run,
    the empty lines of kept code, check boxes, the fallback of frames, and all cells of a line.
    """
    cdef int row, between, previous = -1, first = -1
    cdef bint one_run, in_code
    cdef uint32_t bits
    for row in range(w.rows):
        if not flags[row] & KEPT:
            continue
        include_row(w, flags, row)
        if first < 0:
            first = row
        elif row - previous > 1:
            one_run = run[row] == run[previous]
            in_code = flags[row] & flags[previous] & IN_CODE != 0
            if one_run or in_code:
                for between in range(previous + 1, row):
                    if w.end[between] != between + 1 or flags[between] & IS_INERT:
                        continue
                    bits = bits_of(w, between)
                    if (one_run and bits & BLANK_TAG) or (
                        in_code and bits & EMPTY_LINE_TAG and flags[between] & IN_CODE
                    ):
                        if not has_ink(
                            w.text + w.text_start[between], w.text + w.text_end[between]
                        ):
                            flags[between] |= COMPANION
        previous = row
    if first < 0:
        return
    for row in range(w.rows):
        if w.tag[row] == INPUT_TAG and row > 0 and flags[w.parent[row]] & INCLUDED:
            flags[row] |= COMPANION
    include_frames(w, flags)
    for row in range(w.rows):
        if flags[row] & COMPANION:
            include_row(w, flags, row)


cdef void include_frames(Walk* w, uint8_t* flags) noexcept nogil:
    """Include the fallback text of frames that stand in one block with a kept leaf."""
    cdef int row, block, previous = -1, following = 0
    for row in range(w.rows):
        if w.tag[row] == IFRAME_TAG and w.end[row] > row + 1 and row > 0:
            if not flags[w.parent[row]] & IS_INERT:
                block = w.parent[row]
                while block >= 0 and not bits_of(w, block) & BLOCK_TAG:
                    block = w.parent[block]
                if following <= row:
                    following = row
                    while following < w.rows and not flags[following] & KEPT:
                        following += 1
                if block < 0 or previous >= block or following < w.end[block]:
                    flags[w.end[row] - 1] |= COMPANION
        if flags[row] & KEPT:
            previous = row


cdef bint make_positions(Walk* w, uint8_t* flags, const int32_t* run, int32_t* stack) noexcept nogil:
    """Number what is included, and note what the walk will ask for."""
    cdef int row, position = 0, open_count = 0, attribute = 0, tag
    cdef bint left_out_somewhere = False, apart = False, first_text = True
    cdef uint32_t bits
    cdef Counts counts
    memset(&counts, 0, sizeof(Counts))
    for row in range(w.rows):
        if w.tag[row] == TEXT_TAG and not flags[row] & (IS_INERT | KEPT | COMPANION):
            if w.text_end[row] > w.text_start[row]:
                left_out_somewhere = True
                break
    for row in range(w.rows):
        if stopped(w, ROW):
            return False
        tag = w.tag[row]
        bits = bits_of(w, row)
        if tag == TEXT_TAG:
            if not flags[row] & (IS_INERT | KEPT | COMPANION) and w.text_end[row] > w.text_start[row]:
                apart = True
            if flags[row] & IS_APART:
                apart = True
        if not flags[row] & INCLUDED:
            if not (bits & CELL_TAG and row > 0 and flags[w.parent[row]] & INCLUDED):
                continue
        while open_count and w.end[w.row[stack[open_count - 1]]] <= row:
            open_count -= 1
            w.ends[stack[open_count]] = position
        w.row[position] = row
        w.parents[position] = stack[open_count - 1] if open_count else -1
        w.run[position] = run[row]
        w.before[position] = counts
        stack[open_count] = position
        open_count += 1
        while attribute < w.attributes and w.attr_row[attribute] < row:
            attribute += 1
        w.first_attribute[position] = attribute
        w.kind[position] = kind_of(w, row, attribute) if tag != TEXT_TAG else NO_KIND
        w.spaced[position] = 0
        if tag == TEXT_TAG and flags[row] & (KEPT | COMPANION):
            if not left_out_somewhere:
                w.spaced[position] = flags[row] & IS_APART != 0
            elif not first_text:
                w.spaced[position] = apart
            first_text = False
            apart = False
        counts.structures += bits & STRUCTURE_TAG != 0
        counts.headings += bits & HEADING_TAG != 0
        counts.lines += bits & LINE_TAG != 0 or w.kind[position] == CODE_LINE
        counts.pres += tag == PRE_TAG
        position += 1
    w.count = position
    w.before[position] = counts
    w.first_attribute[position] = w.attributes
    while open_count:
        open_count -= 1
        w.ends[stack[open_count]] = position
    return True


# --------------------------------------------------------------------------------------------------
# Attributes
# --------------------------------------------------------------------------------------------------

cdef inline int code_of(Walk* w, int attribute) noexcept nogil:
    return w.attr_codes[w.attr_name[attribute]]


cdef int find(Walk* w, int position, int code, const uint8_t** start, const uint8_t** end) noexcept nogil:
    """The first attribute with a code, -1 where there is none."""
    cdef int attribute = w.first_attribute[position]
    cdef int row = w.row[position]
    start[0] = end[0] = w.attr_text
    while attribute < w.attributes and w.attr_row[attribute] == row:
        if code_of(w, attribute) == code:
            start[0] = w.attr_text + w.attr_start[attribute]
            end[0] = w.attr_text + w.attr_end[attribute]
            return attribute
        attribute += 1
    return -1


cdef bint has_attribute(Walk* w, int position, int code) noexcept nogil:
    cdef const uint8_t* start
    cdef const uint8_t* end
    return find(w, position, code, &start, &end) >= 0


cdef int kind_of(Walk* w, int row, int attribute) noexcept nogil:
    """What the role and the class of an element say: a role first, unless it is only layout."""
    cdef int role = NO_KIND, kind = NO_KIND, code
    while attribute < w.attributes and w.attr_row[attribute] == row:
        code = code_of(w, attribute)
        if code == CLASS:
            kind = kind_in(w, attribute, False)
        elif code == ROLE:
            role = kind_in(w, attribute, True)
        attribute += 1
    if kind == NO_KIND or (role != NO_KIND and role != LAYOUT):
        return role
    return kind


cdef int kind_in(Walk* w, int attribute, bint role) noexcept nogil:
    cdef const uint8_t* at = w.attr_text + w.attr_start[attribute]
    cdef const uint8_t* end = w.attr_text + w.attr_end[attribute]
    cdef const uint8_t* start
    cdef int kind
    if end - at > LONGEST_CLASS:
        end = at + LONGEST_CLASS
    while at < end:
        while at < end and (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        start = at
        while at < end and not (at[0] == 32 or 9 <= at[0] <= 13):
            at += 1
        if at > start:
            kind = kind_of_role(start, at) if role else kind_of_token(start, at)
            if kind != NO_KIND:
                return kind
    return NO_KIND


cdef int kind_of_token(const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef Py_ssize_t length = end - start
    cdef uint32_t slot
    if length > 48:
        return NO_KIND
    slot = hash_of(start, length) % KIND_SLOTS
    while TOKENS[slot].length:
        if TOKENS[slot].length == length and memcmp(TOKENS[slot].text, start, length) == 0:
            return TOKENS[slot].kind
        slot = (slot + 1) % KIND_SLOTS
    return NO_KIND


cdef int kind_of_role(const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef int index, at
    for index in range(ROLE_COUNT):
        if ROLES[index].length != end - start:
            continue
        for at in range(ROLES[index].length):
            if lowered(start[at]) != <uint8_t>ROLES[index].text[at]:
                break
        else:
            return ROLES[index].kind
    return NO_KIND


cdef bint has_strange_attributes(Walk* w) noexcept nogil:
    """Is there a script with a formula, as MathJax reads it, or an attribute out of bounds?"""
    cdef int attribute
    cdef const uint8_t* at
    cdef const uint8_t* end
    for attribute in range(w.attributes):
        if not (
            0 <= w.attr_row[attribute] < w.rows
            and 0 <= w.attr_start[attribute] <= w.attr_end[attribute] <= w.attr_size
            and w.attr_name[attribute] < w.attr_name_count
        ):
            return True
        if code_of(w, attribute) == TYPE and w.tag[w.attr_row[attribute]] == SCRIPT_TAG:
            at = w.attr_text + w.attr_start[attribute]
            end = w.attr_text + w.attr_end[attribute]
            strip(&at, &end)
            if starts_with(at, end, "math/tex"):
                return True
    return False


# Addresses


cdef bint leads_somewhere(Walk* w, const uint8_t* start, const uint8_t* end, bint* fragment) noexcept nogil:
    """Would `Addresses.resolve` make an address of this?"""
    cdef const uint8_t* at
    cdef Py_ssize_t length = 0
    cdef uint8_t scheme[12]
    cdef int letters = 0
    cdef uint8_t first = 0, byte
    cdef bint in_scheme = True
    fragment[0] = False
    while start < end and start[0] <= 32:
        start += 1
    while end > start and (end - 1)[0] <= 32:
        end -= 1
    at = start
    while at < end:
        byte = at[0]
        at += 1
        if byte == 9 or byte == 10 or byte == 13:
            continue
        if not length:
            first = byte
        if byte & 0xC0 != 0x80:
            length += 1
        if not in_scheme:
            continue
        byte = lowered(byte)
        if byte == 58:
            if letters and is_dead_scheme(scheme, letters):
                return False
            in_scheme = False
            if letters:
                return length_within(at, end, length)
        elif 97 <= byte <= 122 or (letters and (48 <= byte <= 57 or 43 <= byte <= 46 and byte != 44)):
            if letters < 12:
                scheme[letters] = byte
            letters += 1
        else:
            in_scheme = False
    if length == 0 or length > MAX_URL or (length == 1 and first == 35):
        return False
    if first == 35:
        fragment[0] = True
    elif w.strange_base:
        give_back(w)
    return True


cdef bint length_within(const uint8_t* at, const uint8_t* end, Py_ssize_t length) noexcept nogil:
    while at < end:
        length += at[0] & 0xC0 != 0x80 and at[0] != 9 and at[0] != 10 and at[0] != 13
        at += 1
    return length <= MAX_URL


cdef bint is_dead_scheme(const uint8_t* scheme, int length) noexcept nogil:
    if length == 10:
        return memcmp(scheme, "javascript", 10) == 0
    if length == 8:
        return memcmp(scheme, "vbscript", 8) == 0
    if length == 4:
        return memcmp(scheme, "data", 4) == 0 or memcmp(scheme, "blob", 4) == 0
    if length == 5:
        return memcmp(scheme, "about", 5) == 0
    return length == 11 and memcmp(scheme, "view-source", 11) == 0


# --------------------------------------------------------------------------------------------------
# White space
# --------------------------------------------------------------------------------------------------

cdef inline uint32_t next_meaningful(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int length
    cdef uint32_t code
    while at < end:
        code = decode(at, end, &length)
        if not is_meaningless(code):
            return code
        at += length
    return 0


cdef void collapse(Walk* w, Buffer* into, const uint8_t* at, const uint8_t* end, bint* visible) noexcept nogil:
    """White space collapsed and characters without width or meaning removed, as `line.collapse`."""
    cdef bint pending = False, has_newline = False, only_ascii = True
    cdef uint32_t previous = 0, written = 0, code
    cdef int length
    cdef const uint8_t* start
    cdef uint8_t group
    into.size = 0
    if not reserve(w, into, end - at + 1):
        return
    while at < end:
        group = BYTE_CLASS[at[0]]
        if group == PLAIN:
            if pending:
                into.data[into.size] = 32
                into.size += 1
                pending = False
            start = at
            at += 1
            while at < end and (
                BYTE_CLASS[at[0]] == PLAIN
                or (at[0] == 32 and at + 1 < end and BYTE_CLASS[at[1]] == PLAIN)
            ):
                at += 1
            memcpy(into.data + into.size, start, at - start)
            into.size += at - start
            previous = written = (at - 1)[0]
            visible[0] = True
            if stopped(w, at - start):
                return
            continue
        code = decode(at, end, &length)
        start = at
        at += length
        if stopped(w, length):
            return
        if is_collapsible(code):
            if not pending:
                pending = True
                has_newline = False
                only_ascii = True
            if code == 10:
                has_newline = True
            elif not (code == 32 or code == 9 or code == 13 or code == 12):
                only_ascii = False
            previous = 32
            continue
        if is_meaningless(code):
            continue
        if code == 0x200B and not (
            separates_words(previous) and separates_words(next_meaningful(at, end))
        ):
            previous = code
            continue
        if pending:
            if not (has_newline and only_ascii and is_cjk(written) and is_cjk(code)):
                into.data[into.size] = 32
                into.size += 1
            pending = False
        memcpy(into.data + into.size, start, length)
        into.size += length
        previous = written = code
        if not is_space(code) and not is_invisible(code):
            visible[0] = True
    if pending:
        into.data[into.size] = 32
        into.size += 1


cdef void tidy_lines(Walk* w, Buffer* into, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Text with its lines trimmed, and trimmed as a whole."""
    cdef const uint8_t* line
    cdef const uint8_t* line_end
    cdef const uint8_t* newline
    cdef int empty = 0
    cdef bint started = False
    into.size = 0
    if not reserve(w, into, end - start + 1):
        return
    while start <= end and not stopped(w, ROW):
        newline = <const uint8_t*>memchr(start, 10, end - start) if end > start else NULL
        line = start
        line_end = newline if newline != NULL else end
        strip(&line, &line_end)
        if line < line_end:
            if started:
                memset(into.data + into.size, 10, empty + 1)
                into.size += empty + 1
            memcpy(into.data + into.size, line, line_end - line)
            into.size += line_end - line
            started = True
            empty = 0
        else:
            empty += 1
        if newline == NULL:
            break
        start = newline + 1


# --------------------------------------------------------------------------------------------------
# Formats: up to seven shapes, the first in the lowest bits, and the link that one of them may be
# --------------------------------------------------------------------------------------------------

cdef enum Shape:
    LINK_SHAPE = 1
    EMPHASIS_SHAPE, STRONG_SHAPE, STRIKE_SHAPE, RAISED_SHAPE, LOWERED_SHAPE, CODE_SHAPE


cdef inline uint64_t has_mark(int shape) noexcept nogil:
    return <uint64_t>1 << (23 + shape)


cdef inline bint has_shape(uint64_t formats, int shape) noexcept nogil:
    return formats & has_mark(shape) != 0


cdef inline bint is_code(uint64_t formats) noexcept nogil:
    return has_shape(formats, CODE_SHAPE)


cdef inline int shape_at(uint64_t formats, int index) noexcept nogil:
    return <int>(formats >> (3 * index) & 7)


cdef uint64_t with_shape(uint64_t formats, int shape, uint64_t link) noexcept nogil:
    cdef int index = 0
    while shape_at(formats, index):
        index += 1
    formats |= <uint64_t>shape << (3 * index) | has_mark(shape)
    return formats | link << 32 if shape == LINK_SHAPE else formats


cdef uint64_t first_shapes(uint64_t formats, int count) noexcept nogil:
    cdef uint64_t result = 0
    cdef int index
    for index in range(count):
        result = with_shape(result, shape_at(formats, index), formats >> 32)
    return result


cdef uint64_t without_shape(uint64_t formats, int shape) noexcept nogil:
    cdef uint64_t result = 0
    cdef int index = 0
    if not has_shape(formats, shape):
        return formats
    while shape_at(formats, index):
        if shape_at(formats, index) != shape:
            result = with_shape(result, shape_at(formats, index), formats >> 32)
        index += 1
    return result


cdef uint64_t common(uint64_t one, uint64_t other) noexcept nogil:
    """The formats that two pieces share from the first on."""
    cdef int count = 0, shape
    if one == other:
        return one
    while True:
        shape = shape_at(one, count)
        if not shape or shape != shape_at(other, count):
            break
        if shape == LINK_SHAPE and one >> 32 != other >> 32:
            break
        count += 1
    return first_shapes(one, count)


# --------------------------------------------------------------------------------------------------
# The line
# --------------------------------------------------------------------------------------------------

cdef enum Gap:
    NO_GAP, IMPLIED_GAP, SPACE_GAP, SOLID_GAP, BREAK_GAP


cdef void new_line(Walk* w) noexcept nogil:
    w.line.size = 0
    w.piece_count = 0
    w.gap = NO_GAP
    w.visible = False
    w.doubtful = False
    w.pictures = 0
    w.breaks = 0


cdef void add_piece(Walk* w, int type, uint64_t formats, Py_ssize_t start) noexcept nogil:
    if grow(w, <void**>&w.pieces, w.piece_count, &w.piece_room, sizeof(Piece)):
        w.pieces[w.piece_count].type = type
        w.pieces[w.piece_count].formats = formats
        w.pieces[w.piece_count].start = start
        w.piece_count += 1


cdef void put_gap(Walk* w, bint in_code) noexcept nogil:
    w.visible = True
    if w.gap_length == 2 and in_code and w.gap_text[0] == 0xC2 and w.gap_text[1] == 0xA0:
        put_byte(w, &w.line, 32)
    else:
        put(w, &w.line, w.gap_text, w.gap_length)


cdef Py_ssize_t fill_gap(Walk* w, uint64_t formats, bint words, uint32_t first) noexcept nogil:
    """Put the gap after the last piece, or before the following one; return where that starts."""
    cdef Piece* last = &w.pieces[w.piece_count - 1]
    cdef int gap = w.gap
    cdef uint64_t inside = last.formats
    cdef Py_ssize_t start = w.line.size
    w.gap = NO_GAP
    if gap == IMPLIED_GAP:
        if words and is_cjk(first):
            return start
        if last.type == WORDS and is_cjk(decode_last(w.line.data, w.line.data + w.line.size)):
            return start
        w.gap_text[0] = 32
        w.gap_length = 1
    inside = common(common(inside, w.gap_formats), formats)
    if gap == BREAK_GAP:
        add_piece(w, BREAK, without_shape(inside, CODE_SHAPE), start)
        put_byte(w, &w.line, 10)
        w.breaks += 1
        w.visible = True
        return w.line.size
    if inside == formats and words:
        put_gap(w, is_code(formats))
        return start
    if inside == last.formats and last.type == WORDS:
        put_gap(w, is_code(inside))
        return w.line.size
    add_piece(w, WORDS, inside, start)
    put_gap(w, is_code(inside))
    return w.line.size


cdef void add_gap(Walk* w, int gap, const uint8_t* text, int length, uint64_t formats) noexcept nogil:
    """Add white space: of several in a row the widest stays."""
    if not w.piece_count:
        return
    if w.gap != NO_GAP:
        w.gap_formats = common(w.gap_formats, formats)
        if gap <= w.gap:
            return
    else:
        w.gap_formats = formats
    w.gap = gap
    memcpy(w.gap_text, text, length)
    w.gap_length = length


cdef void add_solid(Walk* w, const uint8_t* start, const uint8_t* end, uint64_t formats) noexcept nogil:
    """Add white space as one character: a no-break or wide space where there is one."""
    cdef int length
    cdef uint32_t code
    while start < end:
        code = decode(start, end, &length)
        if not is_collapsible(code):
            add_gap(w, SOLID_GAP, start, length, formats)
            return
        start += length
    add_gap(w, SPACE_GAP, <const uint8_t*>b" ", 1, formats)


cdef void add_space(Walk* w) noexcept nogil:
    """Set what follows apart, unless it is Chinese or Japanese, which know no spaces."""
    if w.piece_count and w.gap == NO_GAP:
        w.gap = SPACE_GAP if w.pieces[w.piece_count - 1].type == PICTURE else IMPLIED_GAP
        w.gap_text[0] = 32
        w.gap_length = 1
        w.gap_formats = w.pieces[w.piece_count - 1].formats


cdef void part_code(Walk* w) noexcept nogil:
    """Set code apart from other code right before it: two boxes are two words."""
    if w.piece_count and w.gap == NO_GAP and is_code(w.pieces[w.piece_count - 1].formats):
        w.gap = IMPLIED_GAP
        w.gap_text[0] = 32
        w.gap_length = 1
        w.gap_formats = without_shape(w.pieces[w.piece_count - 1].formats, CODE_SHAPE)


cdef void add_break(Walk* w, uint64_t formats) noexcept nogil:
    add_gap(w, BREAK_GAP, <const uint8_t*>b"\n", 1, formats)


cdef void add_text(Walk* w, const uint8_t* start, const uint8_t* end, uint64_t formats) noexcept nogil:
    """Add text as it stands in the source."""
    cdef const uint8_t* core
    cdef const uint8_t* core_end
    cdef bint visible = False
    cdef Py_ssize_t at
    cdef int length
    collapse(w, &w.scratch, start, end, &visible)
    start = core = w.scratch.data
    end = core_end = w.scratch.data + w.scratch.size
    strip(&core, &core_end)
    if core == core_end:
        if start < end:
            add_solid(w, start, end, formats)
        return
    if start < core:
        add_solid(w, start, core, formats)
    at = w.line.size
    if w.gap != NO_GAP:
        at = fill_gap(w, formats, True, decode(core, core_end, &length))
    add_piece(w, WORDS, formats, at)
    if is_code(formats):
        put_code(w, core, core_end)
    else:
        put(w, &w.line, core, core_end - core)
    w.visible = w.visible or visible or has_visible(core, core_end)
    if core_end < end:
        add_solid(w, core_end, end, formats)


cdef bint has_visible(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int length
    while at < end:
        if not is_invisible(decode(at, end, &length)):
            return True
        at += length
    return False


cdef void put_code(Walk* w, const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Code within a line: its no-break spaces are spaces."""
    while at < end:
        if at[0] == 0xC2 and at + 1 < end and at[1] == 0xA0:
            put_byte(w, &w.line, 32)
            at += 2
        else:
            put_byte(w, &w.line, at[0])
            at += 1


cdef void add_picture(Walk* w, uint64_t formats) noexcept nogil:
    cdef Py_ssize_t at = w.line.size
    if w.gap != NO_GAP:
        at = fill_gap(w, formats, False, 0)
    add_piece(w, PICTURE, formats, at)
    w.visible = True
    w.pictures += 1


# --------------------------------------------------------------------------------------------------
# Separators
# --------------------------------------------------------------------------------------------------

cdef void open_group(Walk* w, int newlines) noexcept nogil:
    if grow(w, <void**>&w.groups, w.group_count, &w.group_room, sizeof(int)):
        w.groups[w.group_count] = newlines
        w.group_count += 1


cdef void close_group(Walk* w) noexcept nogil:
    w.group_count -= 1
    if w.group_count < w.lowest:
        w.lowest = <int>w.group_count


cdef void emit(Walk* w, const uint8_t* text, Py_ssize_t size) noexcept nogil:
    """Add the text of a block."""
    if not size or w.outcome != GOING:
        return
    if w.emitted:
        put(w, &w.out, <const uint8_t*>b"\n\n", w.groups[w.lowest - 1])
    put(w, &w.out, text, size)
    w.emitted += 1
    w.lowest = <int>w.group_count


# --------------------------------------------------------------------------------------------------
# Containers
# --------------------------------------------------------------------------------------------------

cdef inline Box* top_box(Walk* w) noexcept nogil:
    return &w.boxes[w.box_count - 1]


cdef bint has_room(Walk* w, int levels) noexcept nogil:
    return not w.inline_only and w.depth + levels <= MAX_DEPTH


cdef inline bint is_loose(Box* box) noexcept nogil:
    """Are items in this box a list only as long as nothing else comes between them?"""
    return box.type != LIST_BOX and not box.defined


cdef void open_box(Walk* w, int position, int type) noexcept nogil:
    """Collect the blocks of an element in a container of its own."""
    cdef Box* box
    cdef Box* outer
    flush(w)
    w.heading = 0
    w.depth += 1
    if not grow(w, <void**>&w.boxes, w.box_count, &w.box_room, sizeof(Box)):
        return
    outer = top_box(w)
    w.box_count += 1
    box = top_box(w)
    memset(box, 0, sizeof(Box))
    box.type = type
    box.lowest = w.lowest
    box.emitted = w.emitted
    box.codes = w.codes
    box.start = w.out.size
    box.caption = w.captions.size
    if type == ITEM_BOX:
        if not outer.listing:
            outer.listing = True
            open_group(w, 1)
        open_group(w, 1)
    elif outer.listing and is_loose(outer):
        outer.listing = False
        box.suspended = True
        close_group(w)
    if type == QUOTE_BOX:
        open_group(w, 2)
    on_end(w, position, CLOSE_CONTAINER)


cdef void close_box(Walk* w) noexcept nogil:
    cdef Box box
    cdef Box* outer
    flush(w)
    w.depth -= 1
    box = top_box(w)[0]
    w.box_count -= 1
    outer = top_box(w)
    if box.listing:
        close_group(w)
    if box.type == ITEM_BOX:
        close_item(w, &box, outer)
        return
    if box.type == CELL_BOX:
        close_cell(w, &box)
        return
    if box.type == QUOTE_BOX:
        close_group(w)
    elif box.type == FIGURE_BOX:
        close_figure(w, &box)
    elif box.type == TABLE_BOX:
        close_table(w, &box)
    if box.has:
        outer.has = True
        if box.suspended:
            outer.items = False
        if outer.type == TABLE_BOX:
            give_back(w)
    elif box.suspended:
        if box.doubtful or box.rule:
            give_back(w)
        outer.listing = True
        open_group(w, 1)
        w.lowest = box.lowest
    outer.doubtful = outer.doubtful or box.doubtful
    outer.rule = outer.rule or box.rule


cdef void close_item(Walk* w, Box* box, Box* outer) noexcept nogil:
    close_group(w)
    if box.has:
        outer.has = True
        outer.items = True
        return
    if box.doubtful:
        give_back(w)
    if not outer.items and not outer.defined:
        outer.listing = False
        close_group(w)


cdef void close_figure(Walk* w, Box* box) noexcept nogil:
    """The caption follows what it describes, unless that is code."""
    if not box.captioned:
        return
    if w.codes > box.codes:
        give_back(w)
    tidy_lines(w, &w.tidy, w.captions.data + box.caption, w.captions.data + w.captions.size)
    w.captions.size = box.caption
    if w.emitted > box.emitted and w.groups[w.group_count - 1] != 2:
        # In a list the blocks of a figure would be a line apart, had it no caption.
        give_back(w)
    emit(w, w.tidy.data, w.tidy.size)
    box.has = True


cdef void add_part(Walk* w, bint certain, bint heading) noexcept nogil:
    """Note that the innermost box gets a block."""
    cdef Box* box = top_box(w)
    cdef Py_ssize_t at
    if box.type == TABLE_BOX:
        give_back(w)
    if box.listing and is_loose(box):
        if not certain:
            give_back(w)
        box.listing = False
        box.items = False
        close_group(w)
    if heading:
        if box.type == LIST_BOX and box.listing:
            box.listing = False
            box.items = False
            close_group(w)
        at = w.box_count - 1
        while at > 0 and is_transparent(w, at):
            at -= 1
            if w.boxes[at].type == LIST_BOX and w.boxes[at].listing:
                give_back(w)
    if certain:
        box.has = True
    else:
        box.doubtful = True


cdef bint is_transparent(Walk* w, Py_ssize_t at) noexcept nogil:
    """May the blocks of a box become blocks of the box around it?"""
    cdef int type = w.boxes[at].type
    if type == DEFINITION_BOX:
        return not w.boxes[at].defined
    return (
        type == LIST_BOX or type == FIGURE_BOX or type == TABLE_BOX or type == CELL_BOX
        or type == MEANING_BOX
    )


cdef void add_rule(Walk* w) noexcept nogil:
    cdef Box* box
    flush(w)
    box = top_box(w)
    if box.listing and is_loose(box):
        box.listing = False
        box.items = False
        close_group(w)
    box.rule = True


cdef void flush(Walk* w) noexcept nogil:
    """End the paragraph, if there is one."""
    if w.doubtful:
        if matters(w) or (w.heading and not w.pictures):
            give_back(w)
        if not w.pictures and not w.line.size:
            add_part(w, False, False)
            new_line(w)
            return
    if not w.piece_count or not w.visible:
        new_line(w)
        return
    if w.pictures and w.breaks:
        write_parted(w)
    else:
        write_paragraph(w, 0, w.line.size)
    new_line(w)


cdef void write_paragraph(Walk* w, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    tidy_lines(w, &w.tidy, w.line.data + start, w.line.data + end)
    add_part(w, True, w.heading > 0)
    if w.heading:
        w.heading = 0
        without_newlines(&w.tidy)
    emit(w, w.tidy.data, w.tidy.size)


cdef void without_newlines(Buffer* buffer) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(buffer.size):
        if buffer.data[at] == 10:
            buffer.data[at] = 32


# --------------------------------------------------------------------------------------------------
# Pictures among text
# --------------------------------------------------------------------------------------------------

cdef enum NodeType:
    SOMETHING, BLANK_TEXT, LONE_PICTURE, LONE_BREAK


cdef void find_nodes(Walk* w) noexcept nogil:
    """The outermost nodes of the line, as `line._nest` makes them."""
    cdef Py_ssize_t index
    cdef Piece* piece
    cdef uint64_t formats, before = 0
    cdef int shape
    cdef bint same_group, words_before = False
    cdef Node* node = NULL
    cdef Py_ssize_t end
    w.node_count = 0
    for index in range(w.piece_count):
        piece = &w.pieces[index]
        formats = piece.formats
        shape = shape_at(formats, 0)
        end = w.pieces[index + 1].start if index + 1 < w.piece_count else w.line.size
        if shape and shape != CODE_SHAPE:
            same_group = node != NULL and common(before, formats) != 0
            if not same_group:
                node = add_node(w, LONE_PICTURE if shape == LINK_SHAPE else SOMETHING, piece.start)
            if node == NULL:
                return
            if piece.type != PICTURE or without_shape(formats, CODE_SHAPE) != first_shapes(formats, 1):
                node.type = SOMETHING
        elif piece.type == WORDS and words_before and formats == before:
            if not is_blank(w.line.data + piece.start, w.line.data + end):
                node.type = SOMETHING
        else:
            node = add_node(w, SOMETHING, piece.start)
            if node == NULL:
                return
            if piece.type == PICTURE:
                node.type = LONE_PICTURE
            elif piece.type == BREAK:
                node.type = LONE_BREAK
            elif not shape and is_blank(w.line.data + piece.start, w.line.data + end):
                node.type = BLANK_TEXT
        words_before = piece.type == WORDS
        before = formats


cdef Node* add_node(Walk* w, int type, Py_ssize_t start) noexcept nogil:
    if not grow(w, <void**>&w.nodes, w.node_count, &w.node_room, sizeof(Node)):
        return NULL
    w.nodes[w.node_count].type = type
    w.nodes[w.node_count].start = start
    w.node_count += 1
    return &w.nodes[w.node_count - 1]


cdef void write_parted(Walk* w) noexcept nogil:
    """Write a paragraph in parts: a line that has only pictures is a part of its own."""
    cdef Py_ssize_t index, first = 0, part = 0
    cdef bint breaks = False, pictures = False, after_pictures = True, only_pictures
    cdef bint has_part = False
    find_nodes(w)
    for index in range(w.node_count):
        breaks = breaks or w.nodes[index].type == LONE_BREAK
        pictures = pictures or w.nodes[index].type == LONE_PICTURE
    if w.node_count < 3 or not breaks or not pictures or w.outcome != GOING:
        write_paragraph(w, 0, w.line.size)
        return
    for index in range(w.node_count + 1):
        if index < w.node_count and w.nodes[index].type != LONE_BREAK:
            continue
        only_pictures = has_only_pictures(w, first, index)
        if only_pictures or after_pictures:
            if has_part:
                # The break before this line belongs to neither part.
                write_part(w, part, first - 1)
            part = first
            has_part = True
        after_pictures = only_pictures
        first = index + 1
    write_part(w, part, w.node_count)


cdef bint has_only_pictures(Walk* w, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    cdef bint found = False
    cdef Py_ssize_t index
    for index in range(first, end):
        if w.nodes[index].type == LONE_PICTURE:
            found = True
        elif w.nodes[index].type != BLANK_TEXT:
            return False
    return found


cdef void write_part(Walk* w, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t stop
    if first < end:
        stop = w.nodes[end].start if end < w.node_count else w.line.size
        write_paragraph(w, w.nodes[first].start, stop)


cdef enum Answer:
    NO, YES, MAYBE


cdef int usable(Walk* w, const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Does an address lead to a picture?"""
    cdef const uint8_t* at
    cdef const uint8_t* file
    cdef const uint8_t* file_end
    cdef Py_ssize_t index
    cdef bint fragment
    strip(&start, &end)
    if starts_with(start, end, "data:"):
        return picture_in_data(start, end)
    if start == end or start[0] == 91 or start[0] == 35 or start[0] == 60:
        return NO
    file = start
    file_end = end
    at = start
    while at < end:
        if at[0] == 123:
            return NO
        if file_end == end and (at[0] == 63 or at[0] == 35):
            file_end = at
        if at[0] == 47 and file_end == end:
            file = at + 1
        at += 1
    if file_end - file < 4 * LONGEST_PLACEHOLDER:
        for index in range(file_end - file):
            if file[index] >= 0x80:
                return MAYBE
        if file_end - file < LONGEST_PLACEHOLDER and is_placeholder(file, <int>(file_end - file)):
            return NO
    return YES if leads_somewhere(w, start, end, &fragment) else NO


cdef int picture_in_data(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Is a `data:` address short enough to print, and more than an empty placeholder?"""
    cdef Py_ssize_t length = 0, index
    cdef const uint8_t* kind_end
    for index in range(end - start):
        length += start[index] & 0xC0 != 0x80
    if length > MAX_DATA_URL or not starts_with(start + 5, end, "image/"):
        return NO
    kind_end = start + 11
    while kind_end < end and kind_end[0] != 59 and kind_end[0] != 44:
        kind_end += 1
    if kind_end - start == 18 and starts_with(start + 11, end, "svg+xml"):
        return MAYBE
    if kind_end - start == 14 and starts_with(start + 11, end, "gif"):
        return YES if length > 160 else NO
    if kind_end - start == 14 and starts_with(start + 11, end, "png"):
        return YES if length > 240 else NO
    return YES


cdef bint is_placeholder(const uint8_t* file, int length) noexcept nogil:
    """Is a file called like the pictures that hold the place of others? `images._PLACEHOLDER`."""
    cdef uint64_t reached = 0
    cdef int at, stem = length - 4
    cdef const uint8_t* end
    if stem < 1 or file[stem] != 46:
        return False
    end = file + length
    if not (
        starts_with(file + stem, end, ".gif")
        or starts_with(file + stem, end, ".png")
        or starts_with(file + stem, end, ".svg")
    ):
        return False
    end = file + stem
    reached = first_words(file, end)
    for at in range(1, stem):
        if reached >> at & 1:
            reached |= word_or_size(file, at, end)
            if file[at] == 45 or file[at] == 95 or file[at] == 46:
                reached |= word_or_size(file, at + 1, end)
    return (reached | size_ends(file, end)) >> stem & 1


cdef const char** FIRST_WORDS = [
    "blank", "spacer", "pixel", "transparent", "placeholder", "loading", "loader", "lazy", "lazyload",
    "clear", "clearpixel", "grey", "gray", "empty", "trans", "dot", "shim", "s", "t", "p", "b", "1",
]
cdef const char** FURTHER_WORDS = ["image", "img", "pixel", "bg", "gif"]


cdef uint64_t first_words(const uint8_t* file, const uint8_t* end) noexcept nogil:
    """Where a first word of a placeholder's name may end, as bits."""
    cdef uint64_t reached = 0
    cdef int index
    for index in range(22):
        if starts_with(file, end, FIRST_WORDS[index]):
            reached |= <uint64_t>1 << word_length(FIRST_WORDS[index])
    return reached


cdef int word_length(const char* word) noexcept nogil:
    cdef int length = 0
    while word[length]:
        length += 1
    return length


cdef uint64_t word_or_size(const uint8_t* file, int at, const uint8_t* end) noexcept nogil:
    """Where a further word or a number that starts at a place may end."""
    cdef uint64_t reached = digit_ends(file + at, end)
    cdef int index
    for index in range(5):
        if starts_with(file + at, end, FURTHER_WORDS[index]):
            reached |= <uint64_t>1 << word_length(FURTHER_WORDS[index])
    return reached << at


cdef uint64_t digit_ends(const uint8_t* file, const uint8_t* end) noexcept nogil:
    """Where a number, or a size such as 10x20, ends."""
    cdef int at = 0
    while file + at < end and 48 <= file[at] <= 57:
        at += 1
    return <uint64_t>1 << at | size_ends(file, end) if at else 0


cdef uint64_t size_ends(const uint8_t* file, const uint8_t* end) noexcept nogil:
    """Where a size such as 10x20 ends."""
    cdef int at = 0, digits
    while file + at < end and 48 <= file[at] <= 57:
        at += 1
    if not at or file + at >= end or lowered(file[at]) != 120:
        return 0
    at += 1
    digits = at
    while file + at < end and 48 <= file[at] <= 57:
        at += 1
    return <uint64_t>1 << at if at > digits else 0


cdef bint is_tiny(Walk* w, int position) noexcept nogil:
    """A tracking pixel or a spacer: no wider or no higher than one pixel."""
    cdef const uint8_t* start
    cdef const uint8_t* end
    if find(w, position, WIDTH, &start, &end) >= 0 and is_tiny_side(start, end):
        return True
    if find(w, position, HEIGHT, &start, &end) >= 0 and is_tiny_side(start, end):
        return True
    return find(w, position, STYLE, &start, &end) >= 0 and is_tiny_style(start, end)


cdef bint is_tiny_side(const uint8_t* start, const uint8_t* end) noexcept nogil:
    strip(&start, &end)
    if end - start == 3 and not starts_with(start + 1, end, "px"):
        return False
    return (end - start == 1 or end - start == 3) and (start[0] == 48 or start[0] == 49)


cdef bint is_tiny_style(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """`(?:^|;)\\s*(?:width|height)\\s*:\\s*[01]px`, in lower case only."""
    cdef const uint8_t* at = start
    cdef const uint8_t* here
    cdef int length
    while at < end:
        here = skip_spaces(at, end)
        length = 0
        if end - here >= 5 and memcmp(here, "width", 5) == 0:
            length = 5
        elif end - here >= 6 and memcmp(here, "height", 6) == 0:
            length = 6
        if length:
            here = skip_spaces(here + length, end)
            if here < end and here[0] == 58:
                here = skip_spaces(here + 1, end)
                if end - here >= 3 and (here[0] == 48 or here[0] == 49) and memcmp(here + 1, "px", 2) == 0:
                    return True
        at = <const uint8_t*>memchr(at, 59, end - at)
        if at == NULL:
            return False
        at += 1
    return False


cdef const uint8_t* skip_spaces(const uint8_t* at, const uint8_t* end) noexcept nogil:
    cdef int length
    while at < end and is_space(decode(at, end, &length)):
        at += length
    return at


cdef void split_and_join(Walk* w, Buffer* into, const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Add words with one space between them, as `" ".join(text.split())`."""
    cdef int length
    cdef bint gap = False, started = False
    if not reserve(w, into, end - at):
        return
    while at < end:
        if is_space(decode(at, end, &length)):
            gap = started
        else:
            if gap:
                into.data[into.size] = 32
                into.size += 1
                gap = False
            memcpy(into.data + into.size, at, length)
            into.size += length
            started = True
        at += length


cdef bint is_of_service(const uint8_t* start, const uint8_t* end) noexcept nogil:
    """Does an address name a service that draws formulas?"""
    cdef int index
    cdef const uint8_t* at
    for index in range(SERVICE_COUNT):
        at = start
        while end - at >= SERVICE_WORDS[index].length:
            at = <const uint8_t*>memchr(at, SERVICE_WORDS[index].text[0], end - at)
            if at == NULL or end - at < SERVICE_WORDS[index].length:
                break
            if memcmp(at, SERVICE_WORDS[index].text, SERVICE_WORDS[index].length) == 0:
                return True
            at += 1
    return False


cdef int image(Walk* w, int position) noexcept nogil:
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef bint has_alt = False, long_data = False, more = False
    cdef int attribute = w.first_attribute[position], row = w.row[position]
    cdef int code, answer = NO, found, named = 0, above, own
    if find(w, position, ALT, &start, &end) >= 0:
        has_alt = not is_blank(start, end)
    if has_alt and w.kind[position] == EMOJI:
        add_alternative(w, position)
        return position + 1
    if has_alt and memchr(start, 92, end - start) != NULL:
        give_back(w)
    while attribute < w.attributes and w.attr_row[attribute] == row:
        code = code_of(w, attribute)
        start = w.attr_text + w.attr_start[attribute]
        end = w.attr_text + w.attr_end[attribute]
        if code == SRC and is_of_service(start, end):
            give_back(w)
        if code == SRC or code == LAZY_SOURCE:
            found = usable(w, start, end)
            if found == YES or answer == NO:
                answer = found
            named += 1
        elif code == SOURCE_SET:
            more = True
        if code == SRC and end - start > MAX_DATA_URL and starts_with(start, end, "data:"):
            long_data = True
        attribute += 1
    above = w.parents[position]
    if above >= 0 and w.tag[w.row[above]] == PICTURE_ELEMENT and w.last_picture != above:
        w.last_picture = above
        more = True
    own = 2 if position < w.noscript_end else 1
    if answer == NO and not more:
        if long_data and has_alt:
            add_alternative(w, position)
        return position + 1
    if is_tiny(w, position):
        if named < 2 and not more and not long_data:
            return position + 1
        answer = MAYBE
    if answer != YES:
        if long_data and has_alt:
            give_back(w)
        w.last_images |= own
        doubt(w, position)
        return position + 1
    if w.last_images & ~own:
        doubt(w, position)
    else:
        enter_run(w, position)
        add_picture(w, w.formats)
    w.last_images = own
    return position + 1


cdef void add_alternative(Walk* w, int position) noexcept nogil:
    """Add the alternative text of an image in its place."""
    cdef const uint8_t* start
    cdef const uint8_t* end
    find(w, position, ALT, &start, &end)
    enter_run(w, position)
    w.tidy.size = 0
    split_and_join(w, &w.tidy, start, end)
    add_text(w, w.tidy.data, w.tidy.data + w.tidy.size, w.formats)


cdef void doubt(Walk* w, int position) noexcept nogil:
    """Note an image that may be none."""
    if w.between:
        give_back(w)
    enter_run(w, position)
    if not w.doubtful:
        w.first_doubt = w.line.size
    w.last_doubt = w.line.size
    w.doubtful = True


cdef inline bint matters(Walk* w) noexcept nogil:
    """Would a picture where the line is in doubt change its text? Not before or after all of it."""
    return w.line.size > 0 and (w.breaks > 0 or (w.last_doubt > 0 and w.first_doubt < w.line.size))


# --------------------------------------------------------------------------------------------------
# Code
# --------------------------------------------------------------------------------------------------

cdef bint figures_only(Walk* w, int position) noexcept nogil:
    """Has an element no text but numbers, as the line numbers beside code?

    Only Python knows the digits of all scripts: where there might be some, the page is given back.
    """
    cdef int at, length
    cdef uint32_t code
    cdef const uint8_t* start
    cdef const uint8_t* end
    for at in range(position + 1, w.ends[position]):
        if w.tag[w.row[at]] != TEXT_TAG:
            continue
        start = w.text + w.text_start[w.row[at]]
        end = w.text + w.text_end[w.row[at]]
        while start < end:
            code = decode(start, end, &length)
            if not (
                is_space(code) or code == 46 or code == 58 or code == 124 or code == 43 or code == 45
                or 48 <= code <= 57
            ):
                if code >= 0x80:
                    give_back(w)
                return False
            start += length
    return True


cdef bint left_out_of_code(Walk* w, int position) noexcept nogil:
    cdef int tag = w.tag[w.row[position]]
    if tag < CUSTOM and TAG_BITS[tag] & LEFT_OUT_OF_CODE_TAG:
        return True
    if w.kind[position] == GUTTER:
        return figures_only(w, position)
    return w.kind[position] == CODE_TOOLS or (tag >= CUSTOM and action_of(w, position) == LEAVE_OUT)


cdef void add_code(Walk* w, const uint8_t* text, Py_ssize_t size, int* pieces, int* pending) noexcept nogil:
    if not size:
        return
    if pending[0] == 2 and text[0] != 10:
        put_byte(w, &w.scratch, 10)
        pieces[0] += 1
    pending[0] = 0
    put(w, &w.scratch, text, size)
    pieces[0] += 1


cdef void gather_code(Walk* w, int position) noexcept nogil:
    """The text of a code block, one line a line; `scratch` gets it as it stands in the source."""
    cdef int at = position + 1, end = w.ends[position], tag, row
    cdef int pieces = 0, pending = 0
    cdef bint is_block
    cdef CodeLine* line
    w.scratch.size = 0
    w.code_line_count = 0
    while at < end and not stopped(w, ROW):
        while w.code_line_count and w.code_lines[w.code_line_count - 1].end <= at:
            w.code_line_count -= 1
            line = &w.code_lines[w.code_line_count]
            if pieces and not (pieces > line.start and w.scratch.data[w.scratch.size - 1] == 10):
                if line.is_block:
                    pending = 2
                elif not pending:
                    pending = 1
        row = w.row[at]
        tag = w.tag[row]
        if tag == TEXT_TAG:
            add_code(w, w.text + w.text_start[row], w.text_end[row] - w.text_start[row], &pieces, &pending)
        elif tag == BR_TAG:
            add_code(w, <const uint8_t*>b"\n", 1, &pieces, &pending)
        elif left_out_of_code(w, at):
            at = w.ends[at]
            continue
        else:
            is_block = tag < CUSTOM and TAG_BITS[tag] & BLOCK_TAG and not TAG_BITS[tag] & NOT_A_CODE_LINE_TAG
            if is_block or w.kind[at] == CODE_LINE or tag == CODE_ELEMENT:
                if pending:
                    put_byte(w, &w.scratch, 10)
                    pieces += 1
                    pending = 0
                if not grow(w, <void**>&w.code_lines, w.code_line_count, &w.code_line_room, sizeof(CodeLine)):
                    return
                line = &w.code_lines[w.code_line_count]
                line.end = w.ends[at]
                line.is_block = is_block
                line.start = pieces
                w.code_line_count += 1
        at += 1


cdef void clean_code(Walk* w) noexcept nogil:
    """`scratch` as `tidy`: without what has no meaning, blank lines at the start, and white space
    at the end."""
    cdef const uint8_t* at = w.scratch.data
    cdef const uint8_t* end = w.scratch.data + w.scratch.size
    cdef const uint8_t* start
    cdef uint32_t code, previous = 0
    cdef int length
    w.tidy.size = 0
    if not reserve(w, &w.tidy, w.scratch.size + 1):
        return
    while at < end and not stopped(w, 1):
        code = decode(at, end, &length)
        start = at
        at += length
        if code == 13 and at < end and at[0] == 10:
            continue
        if is_meaningless(code):
            continue
        if code == 0xA0:
            code = 32
            start = <const uint8_t*>b" "
            length = 1
        if code == 0x200B and not (
            separates_words(previous) and separates_words(next_meaningful(at, end))
        ):
            previous = code
            continue
        memcpy(w.tidy.data + w.tidy.size, start, length)
        w.tidy.size += length
        previous = code


cdef void write_code(Walk* w) noexcept nogil:
    """Add `tidy` as a block of code, unless it is blank."""
    cdef const uint8_t* start = w.tidy.data
    cdef const uint8_t* end = w.tidy.data + w.tidy.size
    cdef const uint8_t* at = start
    cdef const uint8_t* ignored = start
    while at < end and (at[0] == 32 or at[0] == 9 or at[0] == 10):
        at += 1
        if (at - 1)[0] == 10:
            start = at
    ignored = start
    strip(&ignored, &end)
    if ignored == end:
        return
    # The paragraph before it needs `tidy`, too.
    w.scratch.size = 0
    put(w, &w.scratch, start, end - start)
    flush_before_code(w)


cdef void flush_before_code(Walk* w) noexcept nogil:
    flush(w)
    add_part(w, True, False)
    w.codes += 1
    emit(w, w.scratch.data, w.scratch.size)


cdef int code_block(Walk* w, int position) noexcept nogil:
    """`pre` and its kin; within a line such as a caption it is code like any other."""
    if w.inline_only:
        return code_in_line(w, position)
    gather_code(w, position)
    clean_code(w)
    write_code(w)
    return w.ends[position]


cdef int code_in_line(Walk* w, int position) noexcept nogil:
    if not is_code(w.formats):
        part_code(w)
    return open_format(w, position, CODE_SHAPE)


# --------------------------------------------------------------------------------------------------
# Tables
# --------------------------------------------------------------------------------------------------

cdef bint is_layout(Walk* w, int position) noexcept nogil:
    """Does a table only place things: one cell, tables within, or blocks in a few large cells?"""
    cdef int at, tag, heads = 0, captions = 0, cells = 0, lines = 0
    if w.kind[position] == LAYOUT:
        return True
    for at in range(position + 1, w.ends[position]):
        tag = w.tag[w.row[at]]
        if tag == TABLE_TAG:
            return True
        heads += tag == TH_TAG
        captions += tag == TABLE_CAPTION_TAG
        cells += tag == TD_TAG
        lines += tag == TR_TAG
    if heads or captions:
        return False
    if cells <= (lines if lines > 1 else 1):
        return True
    if cells > FEW_CELLS:
        return False
    return structures(w, position) > cells or ink(w, position) > LONG_CELL * cells


cdef int table(Walk* w, int position) noexcept nogil:
    if w.inline_only or is_layout(w, position) or not has_room(w, 2):
        return position + 1
    open_box(w, position, TABLE_BOX)
    w.cell_count = 0
    w.table_lines = 0
    w.table_width = 0
    w.line_width = 0
    w.spanning = 0
    return position + 1


cdef int span(Walk* w, int position, int code) noexcept nogil:
    """How many columns or lines a cell spans, 0 for all that follow."""
    cdef const uint8_t* at
    cdef const uint8_t* end
    cdef int value = 0, digits = 0
    if find(w, position, code, &at, &end) < 0:
        return 1
    strip(&at, &end)
    if at == end:
        return 1
    while at < end:
        if not 48 <= at[0] <= 57:
            return 1
        if digits < 9:
            value = 10 * value + at[0] - 48
            digits += 1
        at += 1
    return value if value < MAX_SPAN else MAX_SPAN


cdef int cell(Walk* w, int position) noexcept nogil:
    cdef int columns
    if w.inline_only or top_box(w).type != TABLE_BOX or not w.table_lines:
        return position + 1
    columns = span(w, position, COLSPAN)
    columns = columns if columns else 1
    w.line_width += columns
    if w.line_width > w.table_width:
        w.table_width = w.line_width
    if span(w, position, ROWSPAN) != 1:
        w.spanning += columns
    open_box(w, position, CELL_BOX)
    return position + 1


cdef void close_cell(Walk* w, Box* box) noexcept nogil:
    cdef TableCell* cell
    if box.doubtful and not box.has:
        give_back(w)
    if not grow(w, <void**>&w.cells, w.cell_count, &w.cell_room, sizeof(TableCell)):
        return
    cell = &w.cells[w.cell_count]
    cell.line = w.table_lines
    cell.has = box.has
    cell.start = box.start
    cell.end = w.out.size
    w.cell_count += 1


cdef void close_table(Walk* w, Box* box) noexcept nogil:
    """Write the table in place of its cells' text; one filled cell is no table."""
    cdef Py_ssize_t index, filled = 0
    for index in range(w.cell_count):
        filled += w.cells[index].has
    if filled < 2 and not box.captioned:
        box.has = box.has or filled > 0
        return
    if (w.table_width + w.spanning) * w.table_lines > MAX_GRID:
        give_back(w)
        return
    w.scratch.size = 0
    if box.captioned:
        tidy_lines(w, &w.tidy, w.captions.data + box.caption, w.captions.data + w.captions.size)
        put(w, &w.scratch, w.tidy.data, w.tidy.size)
        w.captions.size = box.caption
    write_lines(w)
    w.out.size = box.start
    w.lowest = min(box.lowest, <int>w.group_count)
    w.emitted = box.emitted
    box.has = True
    emit(w, w.scratch.data, w.scratch.size)


cdef void write_lines(Walk* w) noexcept nogil:
    """Add the lines of the table to `scratch`, a tab between cells."""
    cdef Py_ssize_t index, end, last = w.scratch.size
    cdef int line = -1
    for index in range(w.cell_count + 1):
        if stopped(w, ROW):
            return
        if index == w.cell_count or w.cells[index].line != line:
            # Empty cells at the end of a line leave no trace, nor do lines of empty cells.
            w.scratch.size = last
            if index == w.cell_count:
                return
            line = w.cells[index].line
            if last:
                put_byte(w, &w.scratch, 10)
        else:
            put_byte(w, &w.scratch, 9)
        end = w.scratch.size
        split_and_join(
            w, &w.scratch, w.out.data + w.cells[index].start, w.out.data + w.cells[index].end
        )
        if w.scratch.size > end:
            last = w.scratch.size


# --------------------------------------------------------------------------------------------------
# Elements
# --------------------------------------------------------------------------------------------------

cdef inline int structures(Walk* w, int position) noexcept nogil:
    return w.before[w.ends[position]].structures - w.before[position + 1].structures


cdef int ink(Walk* w, int position) noexcept nogil:
    """How many characters of kept text, white space aside, an element holds, about."""
    cdef int at, row
    if w.ink_before == NULL:
        w.ink_before = <int32_t*>malloc((w.count + 1) * sizeof(int32_t))
        if w.ink_before == NULL:
            w.outcome = OUT_OF_MEMORY
            return 0
        w.ink_before[0] = 0
        for at in range(w.count):
            row = w.row[at]
            w.ink_before[at + 1] = w.ink_before[at]
            if w.tag[row] == TEXT_TAG:
                w.ink_before[at + 1] += ink_of(w.text + w.text_start[row], w.text + w.text_end[row])
    return w.ink_before[w.ends[position]] - w.ink_before[position]


cdef bint is_prose(Walk* w) noexcept nogil:
    """Is any of the kept text prose, and not the text of pictures and form controls?"""
    cdef int at, row, aside = 0
    if w.prose < 0:
        w.prose = 0
        for at in range(w.count):
            row = w.row[at]
            if bits_of(w, row) & NOT_PROSE_TAG and w.ends[at] > aside:
                aside = w.ends[at]
            if at >= aside and w.tag[row] == TEXT_TAG:
                if has_ink(w.text + w.text_start[row], w.text + w.text_end[row]):
                    w.prose = 1
                    break
    return w.prose


cdef void on_end(Walk* w, int position, int action) noexcept nogil:
    """Do something where an element ends; its formats end there, too."""
    if grow(w, <void**>&w.frames, w.frame_count, &w.frame_room, sizeof(Frame)):
        w.frames[w.frame_count].end = w.ends[position]
        w.frames[w.frame_count].action = action
        w.frames[w.frame_count].formats = w.formats
        w.frame_count += 1


cdef int open_format(Walk* w, int position, int shape) noexcept nogil:
    """Give a format to the text of an element; one that it has already changes nothing."""
    cdef bint in_code = is_code(w.formats)
    if has_shape(w.formats, shape) or (shape == STRONG_SHAPE and w.heading):
        return position + 1
    if in_code and shape != LINK_SHAPE:
        return position + 1
    on_end(w, position, ONLY_FORMATS)
    w.formats = with_shape(without_shape(w.formats, CODE_SHAPE), shape, <uint64_t>(position + 1))
    if in_code:
        w.formats = with_shape(w.formats, CODE_SHAPE, 0)
    return position + 1


cdef void separate(Walk* w) noexcept nogil:
    if w.separator == END_PARAGRAPH:
        flush(w)
    elif w.separator == BREAK_LINE:
        add_break(w, 0)
    else:
        add_gap(w, SPACE_GAP, <const uint8_t*>b" ", 1, 0)


cdef void enter_run(Walk* w, int position) noexcept nogil:
    if w.run[position] != w.current_run:
        w.current_run = w.run[position]
        separate(w)


cdef int open_inline(Walk* w, int position, int receiver, int separator) noexcept nogil:
    """Take all of an element as one line: `receiver` says what becomes of it where it ends."""
    flush(w)
    w.separator_before = w.separator
    w.inline_only = True
    w.current_run = w.run[position]
    w.separator = separator
    w.receiver = receiver
    on_end(w, position, CLOSE_INLINE)
    return position + 1


cdef void close_inline(Walk* w) noexcept nogil:
    cdef bint content = w.piece_count > 0 and w.visible
    cdef Box* box = top_box(w)
    if w.doubtful and (matters(w) or not (w.pictures or w.line.size)):
        give_back(w)
    if content and (w.receiver == AS_CAPTION or w.receiver == AS_TABLE_CAPTION):
        if box.captioned:
            put_byte(w, &w.captions, 10)
        put(w, &w.captions, w.line.data, w.line.size)
        box.captioned = True
    elif content:
        tidy_lines(w, &w.tidy, w.line.data, w.line.data + w.line.size)
    new_line(w)
    w.inline_only = False
    w.separator = w.separator_before
    w.heading = 0
    if not content:
        return
    if w.receiver == AS_HEADING:
        add_part(w, True, True)
        without_newlines(&w.tidy)
        emit(w, w.tidy.data, w.tidy.size)
    elif w.receiver == AS_TERM:
        add_term(w, box)


cdef void add_term(Walk* w, Box* box) noexcept nogil:
    if not box.defined:
        if box.listing:
            close_group(w)
        box.defined = True
        box.listing = True
        open_group(w, 1)
    box.has = True
    emit(w, w.tidy.data, w.tidy.size)


cdef int heading(Walk* w, int position) noexcept nogil:
    """Make the first paragraph of an element a heading: all of it, as a rule."""
    if w.inline_only:
        return position + 1
    if structures(w, position):
        flush(w)
        w.heading = 1
        on_end(w, position, END_HEADING)
        return position + 1
    open_inline(w, position, AS_HEADING, SPACE_LINE)
    w.formats = without_shape(w.formats, STRONG_SHAPE)
    w.heading = 1
    return position + 1


cdef void gather_text(Walk* w, int position) noexcept nogil:
    """All kept text inside an element, in `scratch`."""
    cdef int at, row
    w.scratch.size = 0
    for at in range(position, w.ends[position]):
        row = w.row[at]
        if w.tag[row] == TEXT_TAG:
            put(w, &w.scratch, w.text + w.text_start[row], w.text_end[row] - w.text_start[row])


cdef bint is_among(Word* words, int count, const uint8_t* start, const uint8_t* end) noexcept nogil:
    cdef int index
    cdef Py_ssize_t length = end - start
    for index in range(count):
        if words[index].length == length:
            if not length or memcmp(words[index].text, start, length) == 0:
                return True
    return False


cdef void fold_case(Walk* w) noexcept nogil:
    """`scratch` in lower case, as far as the words for permalinks go: they are of ASCII letters."""
    cdef Py_ssize_t at = 0, size = 0
    cdef uint8_t* data = w.scratch.data
    while at < w.scratch.size:
        if data[at] == 0xC5 and at + 1 < w.scratch.size and data[at + 1] == 0xBF:
            data[size] = 115
            at += 2
        elif data[at] == 0xE2 and at + 2 < w.scratch.size and data[at + 1] == 0x84 and data[at + 2] == 0xAA:
            data[size] = 107
            at += 3
        else:
            data[size] = lowered(data[at])
            at += 1
        size += 1
    w.scratch.size = size


cdef bint is_mark(Walk* w, int position, const uint8_t* href, const uint8_t* href_end) noexcept nogil:
    """Is a link only a sign that leads to its own heading, or back from a footnote?"""
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef bint local = href < href_end and href[0] == 35
    cdef bint permalink = w.heading or w.kind[position] == PERMALINK
    if w.kind[position] == BACKLINK:
        return True
    if not permalink and not local:
        return False
    if memchr(href, 35, href_end - href) == NULL or w.ends[position] - position > LONGEST_MARK:
        return False
    gather_text(w, position)
    fold_case(w)
    start = w.scratch.data
    end = start + w.scratch.size
    strip(&start, &end)
    if local and is_among(BACKLINK_MARKS, BACKLINK_COUNT, start, end):
        return True
    return permalink and is_among(PERMALINK_MARKS, PERMALINK_COUNT, start, end)


cdef int link(Walk* w, int position) noexcept nogil:
    cdef const uint8_t* href
    cdef const uint8_t* href_end
    cdef bint fragment
    if find(w, position, HREF, &href, &href_end) < 0:
        return position + 1
    if is_mark(w, position, href, href_end):
        return w.ends[position]
    if not leads_somewhere(w, href, href_end, &fragment) or (w.heading and fragment):
        return position + 1
    return open_format(w, position, LINK_SHAPE)


cdef int first_inked(Walk* w, int position) noexcept nogil:
    """The position of the first text with ink inside an element, -1 where there is none.

    The last answer is remembered: what was passed once without finding any is not passed again.
    """
    cdef int at, row
    if not (w.scanned_from <= position < w.scanned_to):
        w.scanned_from = position
        at = position + 1
        while at < w.count:
            row = w.row[at]
            if w.tag[row] == TEXT_TAG:
                if has_ink(w.text + w.text_start[row], w.text + w.text_end[row]):
                    break
            at += 1
        w.scanned_to = at
    return w.scanned_to if w.scanned_to < w.ends[position] else -1


cdef int quotation(Walk* w, int position) noexcept nogil:
    """`q`: quotation marks, unless the text brings its own."""
    cdef int at = first_inked(w, position), length
    cdef uint32_t code
    cdef const uint8_t* start
    cdef const uint8_t* end
    cdef bint nested = w.quotations % 2
    if at < 0 or w.quotations > NESTED_QUOTATIONS:
        return position + 1
    start = w.text + w.text_start[w.row[at]]
    end = w.text + w.text_end[w.row[at]]
    strip(&start, &end)
    code = decode(start, end, &length)
    if (
        code == 0x22 or code == 0x27 or code == 0xAB or code == 0xBB or 0x2018 <= code <= 0x201A
        or 0x201C <= code <= 0x201E or code == 0x2039 or code == 0x203A or code == 0x300C
        or code == 0x300E or code == 0x300A
    ):
        return position + 1
    w.quotations += 1
    if nested:
        add_mark(w, position, b"\xe2\x80\x98", 3)
        on_end(w, position, CLOSE_NESTED_QUOTATION)
    else:
        add_mark(w, position, b"\xe2\x80\x9c", 3)
        on_end(w, position, CLOSE_QUOTATION)
    return position + 1


cdef void add_mark(Walk* w, int position, const char* mark, int length) noexcept nogil:
    w.between += 1
    enter_run(w, position)
    add_text(w, <const uint8_t*>mark, <const uint8_t*>mark + length, w.formats)


cdef void end_mark(Walk* w, const char* mark, int length) noexcept nogil:
    w.between -= 1
    add_text(w, <const uint8_t*>mark, <const uint8_t*>mark + length, w.formats)


cdef int quote(Walk* w, int position) noexcept nogil:
    """A quote, unless it is only the margin of old pages, as it holds nearly all of a long text."""
    if not has_room(w, 1):
        return position + 1
    if ink(w, position) > LONG_TEXT and ink(w, position) > 0.75 * ink(w, 0):
        return position + 1
    open_box(w, position, QUOTE_BOX)
    return position + 1


cdef int box_of(Walk* w, int position, int type, int levels) noexcept nogil:
    if has_room(w, levels):
        open_box(w, position, type)
    return position + 1


cdef int caption(Walk* w, int position) noexcept nogil:
    if w.inline_only:
        return position + 1
    if top_box(w).type != FIGURE_BOX:
        flush(w)
        return -1
    return open_inline(w, position, AS_CAPTION, BREAK_LINE)


cdef int term(Walk* w, int position) noexcept nogil:
    if w.inline_only or top_box(w).type != DEFINITION_BOX:
        return position + 1
    open_inline(w, position, AS_TERM, BREAK_LINE)
    if w.kind[position] == SIGNATURE:
        open_format(w, position, CODE_SHAPE)
    return position + 1


cdef int meaning(Walk* w, int position) noexcept nogil:
    if not w.inline_only and top_box(w).type == DEFINITION_BOX:
        open_box(w, position, MEANING_BOX)
    return position + 1


cdef int button(Walk* w, int position) noexcept nogil:
    """A button in a heading is its text, and one that opens a panel may be a heading itself."""
    if w.inline_only or structures(w, position) or opens_a_panel(w, position):
        return position + 1
    return w.ends[position] if is_prose(w) else position + 1


cdef bint opens_a_panel(Walk* w, int position) noexcept nogil:
    """Does a button say in a sentence what it unfolds? Those of few words are mostly menus."""
    cdef Py_ssize_t at
    cdef int words = 1
    if w.ends[position] - position > LONGEST_BUTTON:
        return False
    if not has_attribute(w, position, EXPANDED) and not has_attribute(w, position, CONTROLS):
        return False
    gather_text(w, position)
    w.tidy.size = 0
    split_and_join(w, &w.tidy, w.scratch.data, w.scratch.data + w.scratch.size)
    for at in range(w.tidy.size):
        words += w.tidy.data[at] == 32
    return w.tidy.size > 0 and (words > 4 or w.tidy.data[w.tidy.size - 1] == 63)


cdef int frame(Walk* w, int position) noexcept nogil:
    """`iframe` and `video`: perhaps a player, which has no words."""
    if not w.inline_only:
        if w.between:
            give_back(w)
        flush(w)
        add_part(w, False, False)
    return w.ends[position]


cdef int player(Walk* w, int position) noexcept nogil:
    """`audio`, `embed` and `object`: as a frame, but if it is no player, it does not part the line."""
    cdef int inside
    if w.tag[w.row[position]] == OBJECT_TAG:
        if ink(w, position):
            give_back(w)
        for inside in range(position + 1, w.ends[position]):
            if w.tag[w.row[inside]] == IMG_TAG:
                give_back(w)
    if not w.inline_only and w.run[position] == w.current_run and (w.piece_count or w.doubtful):
        give_back(w)
    return frame(w, position)


# --------------------------------------------------------------------------------------------------
# The walk
# --------------------------------------------------------------------------------------------------

cdef int action_of(Walk* w, int position) noexcept nogil:
    cdef int tag = w.tag[w.row[position]]
    if tag < CUSTOM:
        return TAG_ACTIONS[tag]
    return w.custom_actions[tag - CUSTOM] if tag - CUSTOM < w.custom_count else NOTHING


cdef int by_kind(Walk* w, int position) noexcept nogil:
    """What the kind of an element says to do, -1 where that is for its tag to say."""
    cdef int kind = w.kind[position]
    if kind == CHROME or kind == CODE_TOOLS or kind == NOTE_LABEL:
        return w.ends[position]
    if kind == HEADING_KIND:
        return -1 if bits_of(w, w.row[position]) & HEADING_TAG else heading(w, position)
    if kind == QUOTE_KIND:
        return quote(w, position)
    if kind == TITLE:
        return open_format(w, position, STRONG_SHAPE)
    if kind == FIGURE_KIND:
        return box_of(w, position, FIGURE_BOX, 1)
    if kind == CAPTION_KIND:
        return caption(w, position)
    if kind == GUTTER:
        return w.ends[position] if figures_only(w, position) else -1
    if kind == UNMARKED_CODE:
        if w.inline_only or w.before[w.ends[position]].pres > w.before[position + 1].pres:
            return -1
        return code_block(w, position)
    if kind == FORMULA or kind == NAMED_CALLOUT or (kind == LATEX_IMAGE and w.tag[w.row[position]] == IMG_TAG):
        give_back(w)
    return -1


cdef int by_tag(Walk* w, int position) noexcept nogil:
    """Do what the tag of an element says; where to go on."""
    cdef int action = action_of(w, position)
    if action == NOTHING:
        return position + 1
    if action == LINK:
        return link(w, position)
    if action == EMPHASIS:
        return open_format(w, position, EMPHASIS_SHAPE)
    if action == STRONG:
        return open_format(w, position, STRONG_SHAPE)
    if action == STRIKE:
        return open_format(w, position, STRIKE_SHAPE)
    if action == RAISED:
        return open_format(w, position, RAISED_SHAPE)
    if action == LOWERED:
        return open_format(w, position, LOWERED_SHAPE)
    if action == INLINE_CODE:
        return code_in_line(w, position)
    if action == CODE:
        if w.inline_only or w.before[w.ends[position]].lines - w.before[position + 1].lines < 2:
            return code_in_line(w, position)
        return code_block(w, position)
    if action == CODE_BLOCK:
        return code_block(w, position)
    if action == CITE:
        if w.kind[position] == CITATION:
            return position + 1
        return open_format(w, position, EMPHASIS_SHAPE)
    if action == HEADING:
        return heading(w, position)
    if action == LISTING:
        return box_of(w, position, LIST_BOX, 2)
    if action == ITEM:
        return box_of(w, position, ITEM_BOX, 1 if top_box(w).type == LIST_BOX else 2)
    if action == LINE_BREAK:
        enter_run(w, position)
        add_break(w, w.formats)
        return position + 1
    if action == IMAGE:
        return image(w, position)
    if action == FIGURE:
        return box_of(w, position, FIGURE_BOX, 1)
    if action == CAPTION:
        return max(caption(w, position), position + 1)
    if action == QUOTE:
        return quote(w, position)
    if action == RULE:
        if not w.inline_only and (position == 0 or w.kind[w.parents[position]] != NOTES):
            add_rule(w)
        return position + 1
    if action == TABLE:
        return table(w, position)
    if action == TABLE_LINE:
        if top_box(w).type == TABLE_BOX and not w.inline_only:
            w.table_lines += 1
            w.line_width = 0
        return position + 1
    if action == CELL:
        return cell(w, position)
    if action == TABLE_CAPTION:
        if w.inline_only or top_box(w).type != TABLE_BOX:
            return position + 1
        return open_inline(w, position, AS_TABLE_CAPTION, BREAK_LINE)
    if action == DEFINITIONS:
        return box_of(w, position, DEFINITION_BOX, 2)
    if action == TERM:
        return term(w, position)
    if action == MEANING:
        return meaning(w, position)
    if action == SUMMARY:
        if w.before[w.ends[position]].headings > w.before[position + 1].headings:
            return position + 1
        return open_format(w, position, STRONG_SHAPE)
    if action == QUOTATION:
        return quotation(w, position)
    if action == RUBY_TEXT:
        if ink(w, position):
            add_mark(w, position, b"(", 1)
            on_end(w, position, CLOSE_RUBY)
        return position + 1
    if action == LEAVE_OUT:
        return w.ends[position]
    if action == CONTROL:
        return w.ends[position] if is_prose(w) else position + 1
    if action == BUTTON:
        return button(w, position)
    if action == NOSCRIPT:
        if w.ends[position] > w.noscript_end:
            w.noscript_end = w.ends[position]
        return position + 1
    if action == FRAME:
        return frame(w, position)
    if action == PLAYER:
        return player(w, position)
    give_back(w)
    return position + 1


cdef void text(Walk* w, int position) noexcept nogil:
    cdef int row = w.row[position]
    cdef const uint8_t* start = w.text + w.text_start[row]
    cdef const uint8_t* end = w.text + w.text_end[row]
    if w.run[position] != w.current_run:
        if start < end and is_blank(start, end):
            return
        enter_run(w, position)
    if w.spaced[position] and not is_code(w.formats):
        add_space(w)
    add_text(w, start, end, w.formats)


cdef void close_frame(Walk* w) noexcept nogil:
    cdef Frame frame
    w.frame_count -= 1
    frame = w.frames[w.frame_count]
    if frame.action == CLOSE_CONTAINER:
        close_box(w)
    elif frame.action == CLOSE_INLINE:
        close_inline(w)
    elif frame.action == END_HEADING:
        flush(w)
        w.heading = 0
    elif frame.action == CLOSE_QUOTATION:
        end_mark(w, b"\xe2\x80\x9d", 3)
        w.quotations -= 1
    elif frame.action == CLOSE_NESTED_QUOTATION:
        end_mark(w, b"\xe2\x80\x99", 3)
        w.quotations -= 1
    elif frame.action == CLOSE_RUBY:
        end_mark(w, b")", 1)
    w.formats = frame.formats


cdef void walk(Walk* w) noexcept nogil:
    cdef int position = 0, following
    w.current_run = -1
    w.last_picture = -1
    w.prose = -1
    w.scanned_from = w.scanned_to = -1
    w.lowest = 1
    open_group(w, 2)
    if not grow(w, <void**>&w.boxes, 0, &w.box_room, sizeof(Box)):
        return
    memset(w.boxes, 0, sizeof(Box))
    w.box_count = 1
    while position < w.count and w.outcome == GOING and not stopped(w, ROW):
        while w.frame_count and w.frames[w.frame_count - 1].end <= position:
            close_frame(w)
        if w.tag[w.row[position]] == TEXT_TAG:
            text(w, position)
            position += 1
            continue
        following = by_kind(w, position) if w.kind[position] else -1
        position = following if following >= 0 else by_tag(w, position)
    while w.frame_count and w.outcome == GOING:
        close_frame(w)
    flush(w)


cdef void read_page(Walk* w, const uint8_t* keep) noexcept nogil:
    """From columns to positions."""
    cdef uint8_t* flags = <uint8_t*>calloc(w.rows, 1)
    cdef int32_t* columns = <int32_t*>malloc((3 * w.rows + 1) * sizeof(int32_t))
    cdef int32_t* run = columns
    cdef int32_t* scratch = columns + w.rows + 1
    cdef int row, count = 0
    if flags == NULL or columns == NULL:
        w.outcome = OUT_OF_MEMORY
    elif has_strange_attributes(w):
        give_back(w)
    else:
        read_rows(w, keep, flags, run, scratch)
    if w.outcome == GOING:
        include_companions(w, flags, run)
        for row in range(w.rows):
            if flags[row] & INCLUDED or bits_of(w, row) & CELL_TAG:
                count += 1
        if make_room(w, count):
            make_positions(w, flags, run, scratch)
    free(flags)
    free(columns)


cdef bint make_room(Walk* w, int count) noexcept nogil:
    w.row = <int32_t*>malloc((5 * count + 1) * sizeof(int32_t))
    w.kind = <uint8_t*>malloc(2 * count + 1)
    w.before = <Counts*>malloc((count + 1) * sizeof(Counts))
    if w.row == NULL or w.kind == NULL or w.before == NULL:
        w.outcome = OUT_OF_MEMORY
        return False
    w.ends = w.row + count
    w.parents = w.ends + count
    w.run = w.parents + count
    w.first_attribute = w.run + count
    w.spaced = w.kind + count
    return True


cdef void clear(Walk* w) noexcept nogil:
    free(w.row)
    free(w.kind)
    free(w.before)
    free(w.ink_before)
    free(w.frames)
    free(w.line.data)
    free(w.pieces)
    free(w.nodes)
    free(w.code_lines)
    free(w.out.data)
    free(w.scratch.data)
    free(w.tidy.data)
    free(w.captions.data)
    free(w.groups)
    free(w.boxes)
    free(w.cells)


cdef bint is_strange(const uint8_t* address, Py_ssize_t size) noexcept nogil:
    """May an address be one that nothing can be joined to?"""
    cdef Py_ssize_t at
    for at in range(size):
        if address[at] >= 0x80 or address[at] == 91 or address[at] == 93:  # [ and ]
            return True
    return False


cdef bint has_strange_base(Walk* w) noexcept nogil:
    cdef int row, at = 0
    for row in range(w.rows):
        if w.tag[row] != BASE_TAG:
            continue
        while at < w.attributes and w.attr_row[at] <= row:
            if w.attr_row[at] == row and is_strange(
                w.attr_text + w.attr_start[at], w.attr_end[at] - w.attr_start[at]
            ):
                return True
            at += 1
    return False


# --------------------------------------------------------------------------------------------------
# What Python sees
# --------------------------------------------------------------------------------------------------

def plain_text(page, keep):
    """The text of the leaves of a page that are kept; None where it takes the whole content tree."""
    cdef const uint16_t[::1] tag = page.tag
    cdef const int32_t[::1] parent = page.parent
    cdef const int32_t[::1] end = page.end
    cdef const int32_t[::1] text_start = page.text_start
    cdef const int32_t[::1] text_end = page.text_end
    cdef const int32_t[::1] attr_row = page.attr_row
    cdef const uint16_t[::1] attr_name = page.attr_name
    cdef const int32_t[::1] attr_start = page.attr_start
    cdef const int32_t[::1] attr_end = page.attr_end
    cdef const uint8_t[::1] kept = keep.view("uint8")
    cdef bytes text_bytes = page.text
    cdef bytes attr_bytes = page.attr_text
    cdef bytes codes = bytes([_ATTRIBUTE_CODES.get(name, 0) for name in page.attr_names])
    cdef bytes actions = bytes(
        [_NAMED_ACTIONS.get(name, 0) for name in page.tag_names[FIRST_CUSTOM:]]
    )
    cdef bytes url
    cdef Walk w
    cdef Py_ssize_t rows = tag.shape[0], attributes = attr_row.shape[0]
    if not rows or not (rows == kept.shape[0] == parent.shape[0] == end.shape[0]):
        return None
    if not (rows == text_start.shape[0] == text_end.shape[0]):
        return None
    if not (attributes == attr_name.shape[0] == attr_start.shape[0] == attr_end.shape[0]):
        return None
    if has_kept_notes(page, keep) or not DATA.isdisjoint(page.attr_names):
        return None
    memset(&w, 0, sizeof(Walk))
    start_watch(&w.watch, seconds_left())
    w.rows = <int>rows
    w.tag = &tag[0]
    w.parent = &parent[0]
    w.end = &end[0]
    w.text = <const uint8_t*><char*>text_bytes
    w.text_size = len(text_bytes)
    w.text_start = &text_start[0]
    w.text_end = &text_end[0]
    w.attributes = <int>attributes
    if w.attributes:
        w.attr_row = &attr_row[0]
        w.attr_name = &attr_name[0]
        w.attr_start = &attr_start[0]
        w.attr_end = &attr_end[0]
    w.attr_text = <const uint8_t*><char*>attr_bytes
    w.attr_size = len(attr_bytes)
    w.attr_codes = <const uint8_t*><char*>codes
    w.attr_name_count = <int>len(codes)
    w.custom_actions = <const uint8_t*><char*>actions
    w.custom_count = <int>len(actions)
    if page.url:
        url = page.url.encode("utf-8", "replace")
        w.strange_base = is_strange(<const uint8_t*><char*>url, len(url))
    with nogil:
        w.strange_base = w.strange_base or has_strange_base(&w)
        open_buffers(&w)
        if w.outcome == GOING:
            read_page(&w, &kept[0])
        if w.outcome == GOING:
            walk(&w)
    try:
        raise_if_stopped(&w.watch, out_of_time, "writing text")
        if w.outcome == OUT_OF_MEMORY:
            raise MemoryError
        if w.outcome == GIVEN_BACK:
            return None
        text = PyUnicode_DecodeUTF8(<char*>w.out.data, w.out.size, NULL) if w.out.size else ""
        return text if raw_formulas(page, text) is None else None
    finally:
        clear(&w)
