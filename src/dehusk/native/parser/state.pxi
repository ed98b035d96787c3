# What the parser remembers: its structures, tables made once at import, memory.
# A part of `parse.pxi`, in the order in which that file includes them.

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

cdef struct Parser:
    const uint8_t* source
    int32_t size
    int32_t position
    Status status
    Watch watch

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

cdef TagInfo[FIRST_CUSTOM] KNOWN_INFO
cdef uint8_t[FIRST_CUSTOM] START_KIND
cdef uint16_t[FIRST_CUSTOM] START_STEPS
cdef uint8_t[FIRST_CUSTOM] END_KIND
ctypedef const char* CString
cdef CString[FIRST_CUSTOM] KNOWN_NAME
cdef int32_t[FIRST_CUSTOM] KNOWN_LENGTH
cdef uint32_t[FIRST_CUSTOM] KNOWN_HASH
cdef uint16_t[KNOWN_SLOTS] KNOWN_SLOT
cdef Reference[REFERENCE_SLOTS] REFERENCES

# The bytes that the tables point into live as long as the module.
cdef tuple _known_names = tuple(name.encode() for name in TAG_NAMES)
cdef bytes _reference_names = "".join(_HTML5_REFERENCES).encode()
cdef const uint8_t* REFERENCE_NAMES = _reference_names

cdef bytes with_lengths(bytes words):
    """Words between spaces one after the other, each behind a byte that says how long it is."""
    return b"".join([bytes([len(word)]) + word for word in words.split()])


cdef bytes _svg_tags = with_lengths(
    b"altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend"
    b" feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting"
    b" feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR"
    b" feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight"
    b" feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient"
    b" radialGradient textPath"
)
cdef bytes _svg_attributes = with_lengths(
    b"attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant"
    b" edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength"
    b" keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits"
    b" markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits"
    b" patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio"
    b" primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures"
    b" specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles"
    b" surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget"
    b" xChannelSelector yChannelSelector zoomAndPan"
)
cdef bytes _math_attributes = with_lengths(b"definitionURL")
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


cdef set_start(str names, uint8_t kind, uint16_t steps=0):
    for name in names.split():
        START_KIND[<int>TAG_IDS[name]], START_STEPS[<int>TAG_IDS[name]] = kind, steps


cdef set_end(str names, uint8_t kind):
    for name in names.split():
        END_KIND[<int>TAG_IDS[name]] = kind


cdef fill_tag_tables():
    cdef int tag
    cdef uint32_t slot
    for tag in range(FIRST_CUSTOM):
        KNOWN_INFO[tag] = TagInfo(
            flags=0, token=tag, html_top=NONE, foreign_top=NONE, svg=NONE, math=NONE
        )
        START_KIND[tag], START_STEPS[tag] = S_OTHER, REOPENS
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
    set_start("math", S_MATH)
    set_start("svg", S_SVG)
    set_start("image", S_IMAGE)
    set_start("caption col colgroup frame head tbody td tfoot th thead tr", S_IGNORED)
    set_start(blocks + " p", S_OTHER, CLOSES_P)
    set_start("h1 h2 h3 h4 h5 h6", S_HEADING, CLOSES_P)
    set_start("pre listing", S_OTHER, CLOSES_P | SKIPS_NEWLINE | NO_FRAMESET)
    set_start("form", S_FORM, CLOSES_P)
    set_start("li", S_LI, CLOSES_P | NO_FRAMESET)
    set_start("dd dt", S_DD, CLOSES_P | NO_FRAMESET)
    set_start("plaintext", S_PLAINTEXT, CLOSES_P)
    set_start("button", S_BUTTON, REOPENS | NO_FRAMESET)
    set_start("a", S_A, REOPENS | FORMATS)
    set_start(formats, S_OTHER, REOPENS | FORMATS)
    set_start("nobr", S_NOBR, REOPENS | FORMATS)
    set_start("applet marquee object", S_OTHER, REOPENS | MARKS | NO_FRAMESET)
    set_start("table", S_TABLE, NO_FRAMESET)
    set_start("area br embed img keygen wbr", S_OTHER, REOPENS | VOID | NO_FRAMESET)
    set_start("input", S_INPUT, REOPENS | VOID | NO_FRAMESET)
    set_start("param source track", S_OTHER, VOID)
    set_start("hr", S_HR, VOID | NO_FRAMESET)
    set_start("textarea", S_OTHER, TITLE_TEXT | SKIPS_NEWLINE | NO_FRAMESET)
    set_start("xmp", S_OTHER, CLOSES_P | REOPENS | RAW_TEXT | NO_FRAMESET)
    set_start("iframe", S_OTHER, RAW_TEXT | NO_FRAMESET)
    set_start("noembed", S_OTHER, RAW_TEXT)
    set_start("select", S_SELECT, REOPENS | NO_FRAMESET)
    set_start("option optgroup", S_OPTION, REOPENS)
    set_start("rb rtc rp rt", S_RUBY, 0)

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
    cdef int64_t tag_count = FIRST_CUSTOM + <int64_t>p.tag_names.count
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
        and FIRST_CUSTOM + p.tag_names.count + FEW < p.tag_room
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
    p.copies_left = COPIES_FREE + size // BYTES_A_COPY
    p.opens_free = p.bottom = p.top = p.head = p.form = NONE
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
