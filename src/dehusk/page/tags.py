"""The tags of HTML as small numbers, so that a page's tag column is an array.

>>> from dehusk.page.tags import Tag, TagSet
>>> Tag.P.label
'p'
>>> HEADINGS = TagSet("h1 h2 h3 h4 h5 h6")
>>> Tag.H2 in HEADINGS
True

`HEADINGS.mask(page.tag)` answers for a whole column. Tags that HTML does not know (custom elements,
the insides of SVG and MathML) get numbers from `FIRST_CUSTOM` on, page by page, and
`Page.tag_names` names them. The insides of SVG and MathML carry a prefix, `svg:path` or `math:mi`,
so that an SVG `title` is never taken for the page's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray


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
        return TAG_NAMES[self]


TAG_NAMES: Final = ("#text", *(tag.name.lower() for tag in list(Tag)[1:]))
TAG_IDS: Final = {name: number for number, name in enumerate(TAG_NAMES)}
FIRST_CUSTOM: Final = len(TAG_NAMES)


class TagSet:
    """A set of HTML tags that can be asked about a whole column at once.

    >>> bool(TagSet("p li").mask(np.array([Tag.P, Tag.DIV]))[0])
    True
    """

    __slots__ = ("_members", "names")

    def __init__(self, names: str) -> None:
        self.names: Final = frozenset(names.split())
        self._members: Final = np.zeros(FIRST_CUSTOM + 1, dtype=bool)
        self._members[[TAG_IDS[name] for name in self.names]] = True
        self._members.flags.writeable = False

    def __contains__(self, tag: int) -> bool:
        return bool(self._members[min(tag, FIRST_CUSTOM)])

    def __or__(self, other: TagSet) -> TagSet:
        return TagSet(" ".join(self.names | other.names))

    def __repr__(self) -> str:
        return f"TagSet({' '.join(sorted(self.names))!r})"

    @property
    def column(self) -> NDArray[np.bool_]:
        """For each known tag, and last for all others, whether it belongs to the set."""
        return self._members

    def mask(self, tags: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Which of `tags` belong to the set."""
        return self._members.take(tags, mode="clip")


def roles_of_tags(order: Iterable[str], sets: Mapping[str, TagSet]) -> NDArray[np.uint32]:
    """What each known tag is, and last what all others are: a bit for each set, in order of the names.

    >>> roles = roles_of_tags(["heading", "cell"], {"cell": TagSet("td th"), "heading": TagSet("th h1")})
    >>> [int(roles[tag]) for tag in (Tag.H1, Tag.TD, Tag.TH, Tag.P)]
    [1, 2, 3, 0]
    """
    roles = np.zeros(FIRST_CUSTOM + 1, np.uint32)
    for bit, name in enumerate(order):
        roles |= sets[name].column.astype(np.uint32) << bit
    return roles


CELLS: Final = TagSet("td th")
HEADINGS: Final = TagSet("h1 h2 h3 h4 h5 h6")
INERT: Final = TagSet("head script style template noembed noframes datalist title meta link base")
"""Elements whose text a browser never shows. `noscript` is not among them: readers without
JavaScript see it, and lazily loaded pages keep their images and text there."""

BLOCK: Final = TagSet(
    "address applet article aside blockquote body caption center col colgroup dd details dialog dir div"
    " dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header"
    " hgroup hr html iframe isindex legend li listing main marquee menu multicol nav noframes noscript"
    " ol optgroup option p plaintext pre search section select summary table tbody td"
    " template textarea tfoot th thead title tr ul video xmp"
)
"""Elements that start and end a line of their own: text on their two sides is never one word."""

SEPARATING_INLINE: Final = TagSet("a button data label meter output progress slot span time")
"""Inline elements that designers set apart: two of them side by side are two words."""

VOID: Final = TagSet(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
)
PREFORMATTED: Final = TagSet("pre listing plaintext textarea xmp")
PICTURES: Final = TagSet("img picture video audio iframe embed object canvas")
