"""Tags, class names and attributes as numbers."""

cdef enum:
    BLOCK_TAG = 1 << 0
    CODE_TAG = 1 << 1
    STRUCTURE_TAG = 1 << 2
    LINE_TAG = 1 << 3
    BLANK_TAG = 1 << 4
    EMPTY_LINE_TAG = 1 << 5
    NOT_PROSE_TAG = 1 << 6
    CELL_TAG = 1 << 7
    HEADING_TAG = 1 << 8
    NOT_A_CODE_LINE_TAG = 1 << 9
    LEFT_OUT_OF_CODE_TAG = 1 << 10
    BEYOND_CODE_TAG = 1 << 11

TAG_GROUPS = {
    "block": BLOCK_TAG,
    "code": CODE_TAG,
    "structure": STRUCTURE_TAG,
    "line": LINE_TAG,
    "blank": BLANK_TAG,
    "empty line": EMPTY_LINE_TAG,
    "not prose": NOT_PROSE_TAG,
    "cell": CELL_TAG,
    "heading": HEADING_TAG,
    "not a line of code": NOT_A_CODE_LINE_TAG,
    "left out of code": LEFT_OUT_OF_CODE_TAG,
    "beyond code": BEYOND_CODE_TAG,
}

# The first after NOTHING are in the order of the shapes that they give to text.
cdef enum Action:
    NOTHING, EMPHASIS, STRONG, STRIKE, RAISED, LOWERED, INLINE_CODE, LINK, HEADING, LISTING, ITEM
    CITE, QUOTATION, RUBY_TEXT, LEAVE_OUT, LINE_BREAK, RULE, QUOTE, SUMMARY, FIGURE, CAPTION
    DEFINITIONS, TERM, MEANING, CONTROL, BUTTON, NOSCRIPT, CHECK_BOX, CODE
    CODE_BLOCK, TABLE, TABLE_CAPTION, TABLE_LINE, CELL, JUDGED

cdef enum Attribute:
    OTHER_ATTRIBUTE, CLASS, ROLE, HREF, TYPE, EXPANDED, CONTROLS, COLSPAN, ROWSPAN, START, VALUE
    LEVEL, CHECKED, DATA_MATH, LINK_TITLE

# What Python may say of a position that was asked for.
cdef enum Verdict:
    NO_VERDICT, IS_IMAGE, IS_WORDS, IS_ENTERED, IS_SKIPPED, IS_PLAYER, IS_MATH, IS_MATH_BLOCK
    IS_CALLOUT, IS_ASIDE, IS_NOTE_MARK, IS_RAISED_MARK, IS_NOTE_LABEL

VERDICTS = {
    "image": IS_IMAGE,
    "words": IS_WORDS,
    "entered": IS_ENTERED,
    "skipped": IS_SKIPPED,
    "player": IS_PLAYER,
    "math": IS_MATH,
    "math block": IS_MATH_BLOCK,
    "callout": IS_CALLOUT,
    "aside": IS_ASIDE,
    "note mark": IS_NOTE_MARK,
    "raised mark": IS_RAISED_MARK,
    "note label": IS_NOTE_LABEL,
}

cdef enum:
    LONGEST_CLASS = 1000
    MAX_DEPTH = 40
    MAX_URL = 8192
    LONGEST_MARK = 8
    LONGEST_BUTTON = 20
    NESTED_QUOTATIONS = 4
    LONG_TEXT = 1000
    MAX_SPAN = 1000
    FREE_FIELDS = 10000
    FIELDS_PER_CELL = 20
    FEW_CELLS = 12
    LONG_CELL = 600
    LEVELS_AROUND_CODE = 6
    LONGEST_TITLE = 100
    NO_KIND = 0
    KIND_SLOTS = 1024
    MARKS = 64

MOST_LEVELS = MAX_DEPTH
"""How deep blocks may be nested: what is nested deeper becomes content of what it is in."""

cdef Py_ssize_t MOST_ADDRESSES = 1 << 26
MOST_ADDRESS_BYTES = MOST_ADDRESSES
"""How much room the addresses of all links may take. Those beyond are left out: no honest page has them."""

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
    NOSCRIPT: "noscript",
    CHECK_BOX: "input",
    CODE: "code",
    CODE_BLOCK: "pre listing xmp plaintext",
    TABLE: "table",
    TABLE_CAPTION: "caption",
    TABLE_LINE: "tr",
    CELL: "td th",
    JUDGED: "img iframe embed object video audio math script aside details",
}
_NAMED_ACTIONS = {
    "clipboard-copy": LEAVE_OUT,
    "copy-button": LEAVE_OUT,
    **dict.fromkeys(
        "amp-img lite-youtube amp-youtube lite-vimeo amp-vimeo mjx-container".split(), JUDGED
    ),
}
_ATTRIBUTE_CODES = {
    "class": CLASS,
    "role": ROLE,
    "href": HREF,
    "title": LINK_TITLE,
    "type": TYPE,
    "aria-expanded": EXPANDED,
    "aria-controls": CONTROLS,
    "colspan": COLSPAN,
    "rowspan": ROWSPAN,
    "start": START,
    "value": VALUE,
    "aria-level": LEVEL,
    "checked": CHECKED,
    "data-math": DATA_MATH,
}

cdef uint8_t TAG_ACTIONS[256]


cdef struct Token:
    char text[48]
    int length
    int kind


cdef struct Word:
    char text[48]
    int length


cdef struct Lexicon:
    uint32_t tag_bits[256]
    Token tokens[KIND_SLOTS]    # by hash
    Token roles[MARKS]
    int role_count
    Word permalinks[MARKS]
    int permalink_count
    Word backlinks[MARKS]
    int backlink_count


cdef uint32_t hash_of(const uint8_t* text, Py_ssize_t length) noexcept nogil:
    cdef uint32_t value = 2166136261u
    cdef Py_ssize_t at
    for at in range(length):
        value = (value ^ text[at]) * 16777619u
    return value ^ (value >> 15)


cdef int put_token(Token* token, bytes text, int kind) except -1:
    if len(text) > 48:
        raise ValueError(f"{text!r} is too long for the table of names")
    memcpy(token.text, <char*>text, len(text))
    token.length = <int>len(text)
    token.kind = kind
    return 0


cdef int put_words(Word* words, texts) except -1:
    cdef int count = 0
    for text in texts:
        encoded = text.encode()
        if len(encoded) > 48 or count == MARKS:
            raise ValueError(f"{text!r} does not fit into the table of words")
        memcpy(words[count].text, <char*><bytes>encoded, len(encoded))
        words[count].length = <int>len(encoded)
        count += 1
    return count


cdef class Vocabulary:
    """The tags, class names, roles and signs that the walk goes by."""

    cdef Lexicon lexicon

    def __init__(self, tags, classes, roles, permalinks, backlinks):
        """`tags` are the names of each of `TAG_GROUPS`; `classes` and `roles` have a number of
        `ElementKind` for each name; the others are the texts of links that are only signs."""
        cdef Lexicon* lexicon = &self.lexicon
        cdef uint32_t slot
        if tags.keys() != TAG_GROUPS.keys():
            raise ValueError(f"The groups of tags are {', '.join(TAG_GROUPS)}.")
        if 2 * len(classes) > KIND_SLOTS or len(roles) > MARKS:
            raise ValueError("There are too many names for the tables of the walk.")
        for group, names in tags.items():
            for name in names:
                lexicon.tag_bits[TAG_IDS[name]] |= TAG_GROUPS[group]
        for name, kind in classes.items():
            slot = hash_of(<const uint8_t*><char*>name, len(name)) % KIND_SLOTS
            while lexicon.tokens[slot].length:
                slot = (slot + 1) % KIND_SLOTS
            put_token(&lexicon.tokens[slot], name, kind)
        for name, kind in roles.items():
            put_token(&lexicon.roles[lexicon.role_count], name, kind)
            lexicon.role_count += 1
        lexicon.permalink_count = put_words(lexicon.permalinks, permalinks)
        lexicon.backlink_count = put_words(lexicon.backlinks, backlinks)


def _fill_actions():
    for action, names in _ACTIONS.items():
        for name in names.split():
            TAG_ACTIONS[TAG_IDS[name]] = action


_fill_actions()
