"""The tags of HTML as small numbers, so that a page's tag column is an array.

>>> from dehusk.page.tags import TAG_NAMES, Tag, TagSet
>>> TAG_NAMES[Tag.P]
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
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from dehusk.native.codes import FIRST_CUSTOM as FIRST_CUSTOM
from dehusk.native.codes import TAG_IDS as TAG_IDS
from dehusk.native.codes import TAG_NAMES as TAG_NAMES
from dehusk.native.codes import Tag as Tag

R = TypeVar("R")


class TagSet:
    """A set of HTML tags that can be asked about a whole column at once.

    >>> bool(TagSet("p li").mask(np.array([Tag.P, Tag.DIV]))[0])
    True
    """

    __slots__ = ("bits", "column", "names")

    def __init__(self, names: str) -> None:
        self.names: Final = frozenset(names.split())
        self.column: Final[NDArray[np.bool_]] = np.zeros(FIRST_CUSTOM + 1, dtype=bool)
        """For each known tag, and last for all others, whether it belongs to the set."""
        self.column[[TAG_IDS[name] for name in self.names]] = True
        self.column.flags.writeable = False
        self.bits: Final = sum(1 << TAG_IDS[name] for name in self.names)
        """The same as a number, a bit for each tag."""

    def __contains__(self, tag: int) -> bool:
        return bool(self.column[min(tag, FIRST_CUSTOM)])

    def __or__(self, other: TagSet) -> TagSet:
        return TagSet(" ".join(self.names | other.names))

    def __repr__(self) -> str:
        return f"TagSet({' '.join(sorted(self.names))!r})"

    def mask(self, tags: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Which of `tags` belong to the set."""
        return self.column.take(tags, mode="clip")


def roles_of_tags(order: Iterable[R], sets: Mapping[R, TagSet]) -> NDArray[np.uint32]:
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
