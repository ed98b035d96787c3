"""Numbers that Python and native code share: tags, kinds of rows, flags, limits.

A number is said here and nowhere else. Builds write `codes.pxd` of it, in which `Tag.P` is `T_P` and
`Kind.TABLE` is `TABLE_ROW`; add a member, build, and both languages know it.
"""

from __future__ import annotations

from enum import Enum, IntEnum, IntFlag
from typing import Final


class Tag(IntEnum):
    """The number of each HTML tag, and of text."""

    TEXT = 0
    A = 1
    ABBR = 2
    ACRONYM = 3
    ADDRESS = 4
    APPLET = 5
    AREA = 6
    ARTICLE = 7
    ASIDE = 8
    AUDIO = 9
    B = 10
    BASE = 11
    BASEFONT = 12
    BDI = 13
    BDO = 14
    BGSOUND = 15
    BIG = 16
    BLINK = 17
    BLOCKQUOTE = 18
    BODY = 19
    BR = 20
    BUTTON = 21
    CANVAS = 22
    CAPTION = 23
    CENTER = 24
    CITE = 25
    CODE = 26
    COL = 27
    COLGROUP = 28
    COMMAND = 29
    CONTENT = 30
    DATA = 31
    DATALIST = 32
    DD = 33
    DEL = 34
    DETAILS = 35
    DFN = 36
    DIALOG = 37
    DIR = 38
    DIV = 39
    DL = 40
    DT = 41
    ELEMENT = 42
    EM = 43
    EMBED = 44
    FIELDSET = 45
    FIGCAPTION = 46
    FIGURE = 47
    FONT = 48
    FOOTER = 49
    FORM = 50
    FRAME = 51
    FRAMESET = 52
    H1 = 53
    H2 = 54
    H3 = 55
    H4 = 56
    H5 = 57
    H6 = 58
    HEAD = 59
    HEADER = 60
    HGROUP = 61
    HR = 62
    HTML = 63
    I = 64
    IFRAME = 65
    IMAGE = 66
    IMG = 67
    INPUT = 68
    INS = 69
    ISINDEX = 70
    KBD = 71
    KEYGEN = 72
    LABEL = 73
    LEGEND = 74
    LI = 75
    LINK = 76
    LISTING = 77
    MAIN = 78
    MAP = 79
    MARK = 80
    MARQUEE = 81
    MATH = 82
    MENU = 83
    MENUITEM = 84
    META = 85
    METER = 86
    MULTICOL = 87
    NAV = 88
    NEXTID = 89
    NOBR = 90
    NOEMBED = 91
    NOFRAMES = 92
    NOSCRIPT = 93
    OBJECT = 94
    OL = 95
    OPTGROUP = 96
    OPTION = 97
    OUTPUT = 98
    P = 99
    PARAM = 100
    PICTURE = 101
    PLAINTEXT = 102
    PRE = 103
    PROGRESS = 104
    Q = 105
    RB = 106
    RP = 107
    RT = 108
    RTC = 109
    RUBY = 110
    S = 111
    SAMP = 112
    SCRIPT = 113
    SEARCH = 114
    SECTION = 115
    SELECT = 116
    SHADOW = 117
    SLOT = 118
    SMALL = 119
    SOURCE = 120
    SPACER = 121
    SPAN = 122
    STRIKE = 123
    STRONG = 124
    STYLE = 125
    SUB = 126
    SUMMARY = 127
    SUP = 128
    SVG = 129
    TABLE = 130
    TBODY = 131
    TD = 132
    TEMPLATE = 133
    TEXTAREA = 134
    TFOOT = 135
    TH = 136
    THEAD = 137
    TIME = 138
    TITLE = 139
    TR = 140
    TRACK = 141
    TT = 142
    U = 143
    UL = 144
    VAR = 145
    VIDEO = 146
    WBR = 147
    XMP = 148

    @property
    def label(self) -> str:
        """The tag as it stands in markup: `"p"` for `Tag.P`, `"#text"` for text."""
        return self.name.lower() if self else "#text"


class Kind(IntEnum):
    """What a row of the content is. Blocks stand before pieces within a line."""

    HEADING = 0
    PARAGRAPH = 1
    LIST = 2
    NUMBERED = 3
    ITEM = 4
    DEFINITIONS = 5
    DEFINITION = 6
    TERM = 7
    MEANING = 8
    TABLE = 9
    LINE = 10
    CELL = 11
    CODE_BLOCK = 12
    QUOTE = 13
    FIGURE = 14
    CAPTION = 15
    MATH_BLOCK = 16
    EMBED = 17
    RULE = 18
    FOOTNOTE = 19
    POST = 20
    REPLIES = 21
    TEXT = 32
    CODE = 33
    EMPHASIS = 34
    STRONG = 35
    STRIKETHROUGH = 36
    SUPERSCRIPT = 37
    SUBSCRIPT = 38
    LINK = 39
    IMAGE = 40
    MATH = 41
    BREAK = 42
    REFERENCE = 43


class RowFlag(IntFlag):
    """What a reader sees of a row, the bits of its mark: `scan.pyx` explains them."""

    LEAF = 1
    INERT = 2
    STARTS_BLOCK = 4
    VISIBLE = 8
    SPACE_BEFORE = 16


class ScanRole(IntFlag):
    """What a tag is to the scan of a page."""

    TEXT = 1
    INERT = 2
    BLOCK = 4
    BREAK = 8
    FRAME = 16
    SET_APART = 32
    PICTURE = 64
    PREFORMATTED = 128


class LineRole(IntFlag):
    """What a tag does to the lines that a reader sees."""

    TEXT = 1
    INERT = 2
    """Something that is never shown."""
    SPACE = 4
    """It parts words."""
    LINE = 8
    """It parts lines."""


class PieceType(IntEnum):
    """What a piece of a line of Markdown is."""

    TEXT = 0
    RAW = 1
    """Markdown already."""
    CODE = 2
    MATH = 3
    BREAK = 4
    OPEN = 5
    CLOSE = 6


class Sign(IntFlag):
    """Where a character may mean something in Markdown."""

    IN_WORDS = 1
    IN_TITLE = 2
    IN_CODE = 4
    IN_ADDRESS = 8
    FIRST_IN_LINE = 16
    ENDS_ADDRESS = 32
    """It ends what addresses in a text begin with, as the period of `www.`."""


class Character(IntFlag):
    """What a character is to the features of `default`."""

    BLANK = 1
    UNSPACED = 2
    STOP = 4
    COMMA = 8
    DIGIT = 16
    SEPARATOR = 32
    CURRENCY = 64
    COPYRIGHT = 128
    AT_SIGN = 256


TAG_NAMES: Final = tuple(tag.label for tag in Tag)
TAG_IDS: Final = {name: number for number, name in enumerate(TAG_NAMES)}
FIRST_CUSTOM: Final = len(Tag)
"""The first number of a tag that HTML does not know."""
LONGEST_XPATH: Final = 256
"""How many characters the path of a row may have; of honest texts one in a thousand needs more."""

_NATIVE_NAMES: Final[dict[type[Enum], str]] = {
    Tag: "T_{}",
    Kind: "{}_ROW",
    RowFlag: "{}",
    ScanRole: "IS_{}",
    LineRole: "{}_TAG",
    PieceType: "{}_PIECE",
    Sign: "{}",
    Character: "{}",
}


def declarations() -> str:
    """What native code is told: `codes.pxd`.

    >>> "    PARAGRAPH_ROW = 1" in declarations().splitlines()
    True
    """
    enums = {
        f" {enum.__name__}": {
            name.format(key): member.value for key, member in enum.__members__.items()
        }
        for enum, name in _NATIVE_NAMES.items()
    }
    limits = {name: value for name, value in globals().items() if isinstance(value, int)}
    lines = ["# Made of codes.py by the build."]
    for title, numbers in {**enums, "": limits}.items():
        lines += ["", f"cdef enum{title}:", *(f"    {key} = {numbers[key]}" for key in numbers)]
    return "\n".join(lines) + "\n"
