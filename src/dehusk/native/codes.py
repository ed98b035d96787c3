"""Numbers that Python and native code share: tags, kinds of rows, flags, limits.

A number is said here and nowhere else. Builds write `codes.pxd` of it, in which `Tag.P` is `T_P` and
`Kind.TABLE` is `TABLE_ROW`; add a member, build, and both languages know it.
"""

from __future__ import annotations

from enum import Enum, IntEnum, IntFlag
from typing import Final

Tag = IntEnum(
    "Tag",
    "TEXT A ABBR ACRONYM ADDRESS APPLET AREA ARTICLE ASIDE AUDIO B BASE BASEFONT BDI BDO"
    " BGSOUND BIG BLINK BLOCKQUOTE BODY BR BUTTON CANVAS CAPTION CENTER CITE CODE COL COLGROUP"
    " COMMAND CONTENT DATA DATALIST DD DEL DETAILS DFN DIALOG DIR DIV DL DT ELEMENT EM EMBED"
    " FIELDSET FIGCAPTION FIGURE FONT FOOTER FORM FRAME FRAMESET H1 H2 H3 H4 H5 H6 HEAD HEADER"
    " HGROUP HR HTML I IFRAME IMAGE IMG INPUT INS ISINDEX KBD KEYGEN LABEL LEGEND LI LINK"
    " LISTING MAIN MAP MARK MARQUEE MATH MENU MENUITEM META METER MULTICOL NAV NEXTID NOBR"
    " NOEMBED NOFRAMES NOSCRIPT OBJECT OL OPTGROUP OPTION OUTPUT P PARAM PICTURE PLAINTEXT PRE"
    " PROGRESS Q RB RP RT RTC RUBY S SAMP SCRIPT SEARCH SECTION SELECT SHADOW SLOT SMALL SOURCE"
    " SPACER SPAN STRIKE STRONG STYLE SUB SUMMARY SUP SVG TABLE TBODY TD TEMPLATE TEXTAREA TFOOT"
    " TH THEAD TIME TITLE TR TRACK TT U UL VAR VIDEO WBR XMP",
    start=0,
)
"""The number of each HTML tag, and of text."""


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


class ElementKind(IntEnum):
    """What an element is by its class or role, where its tag does not say it."""

    CHROME = 1
    """A tool or an ornament, never prose: edit links, icons set in letters, "click to expand"."""
    PERMALINK = 2
    BACKLINK = 3
    """The way back from a footnote to the text."""
    NOTE_REFERENCE = 4
    NOTES = 5
    NOTE_LABEL = 6
    """What says the label of a note or leads back from it; no class says so, but the notes do."""
    FORMULA = 7
    """What KaTeX, MathJax or MediaWiki made of a formula."""
    FORMULA_PREVIEW = 8
    LATEX_IMAGE = 9
    EMOJI = 10
    GUTTER = 11
    """Line numbers beside code."""
    CODE_LINE = 12
    CODE_TOOLS = 13
    CODE = 14
    """Code that no `pre` marks."""
    SIGNATURE = 15
    """The head of a function or class in a reference."""
    CALLOUT = 16
    """A box set off from the text."""
    CALLOUT_IF_NAMED = 17
    """A box that is one where another name says of which kind."""
    TITLE = 18
    """The first line of a box, printed bold."""
    FIGURE = 19
    CAPTION = 20
    CITATION = 21
    HEADING = 22
    LAYOUT = 23
    """A table that only places things."""
    OPENER = 24
    """A button that unfolds what follows it."""
    QUOTE = 25
    """The words of another post."""


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


TAG_NAMES: Final = ("#text", *(tag.name.lower() for tag in Tag if tag))
"""The tags as they stand in markup, by number."""
TAG_IDS: Final = {name: number for number, name in enumerate(TAG_NAMES)}
FIRST_CUSTOM: Final = len(Tag)
"""The first number of a tag that HTML does not know."""
LONGEST_XPATH: Final = 256
"""How many characters the path of a row may have; of honest texts one in a thousand needs more."""

_NATIVE_NAMES: Final[dict[type[Enum], str]] = {
    Tag: "T_{}",
    Kind: "{}_ROW",
    ElementKind: "{}_KIND",
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
