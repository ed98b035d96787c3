"""Questions about a page that its rules ask: attributes, names, lines."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVarTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

T = TypeVarTuple("T")

class Words:
    """Words in small letters of ASCII, to be found anywhere in a value, in letters of any case."""

    def __init__(self, *words: bytes) -> None: ...
    def rows_on_tag(self, page: Page, tag: int, name: str) -> list[int]:
        """The rows with one tag that have one of the words in the attribute of one name."""

    def marks_in(
        self, page: Page, names: Collection[str], first: int, last: int, longest: int
    ) -> dict[int, str]:
        """The rows from `first` up to `last` with one of the words in an attribute of some name, each
        with the values that hold one, in lower case.
        """

    def not_above(
        self,
        page: Page,
        names: Collection[str],
        tags: NDArray[np.uint8],
        rows: Iterable[int],
        within: int,
        known_rows: bytearray,
    ) -> list[int]:
        """The rows that have none of the tags and words, and are in no such element.

        `known_rows` has a zero for each row at first, and then what was found out.
        """

def attribute(page: Page, row: int, name: str) -> str | None:
    """One attribute of a row, None where it is absent."""

def contents_on_tag(
    page: Page,
    tag: int,
    naming: Collection[str],
    holding: Collection[str],
    most: int,
    longest: int,
    known: Callable[[str], Iterable[tuple[str, tuple[*T]]]],
) -> dict[str, list[tuple[*T, str]]]:
    """What the elements of one tag hold, under the words that `known` makes of their names."""

def links_with(
    page: Page, words: Words, relation: str, address: str
) -> list[tuple[int, int, str, str]]:
    """The rows with one of some words in one attribute: row, tag, the value, another attribute."""

def carrying(
    page: Page, marks: Collection[str], names: Collection[str], other_tag: int, most: int
) -> list[tuple[int, dict[str, str]]]:
    """The first rows with an attribute of the `marks`, each with its attributes of some `names`."""

def local_links(page: Page, own: bytes, letters: bytes) -> list[tuple[int, int, int, bool]]:
    """The links to a place of the same page: row, start and end of the place's name, surely or not."""

FEWEST_TEXTS: int

class Names:
    """Words in small letters of ASCII, in groups, to be found anywhere in the values of attributes."""

    groups: dict[str, int]
    """The bit of each group."""

    def __init__(self, groups: Mapping[str, tuple[Collection[str], Collection[bytes]]]) -> None: ...
    def found_in(
        self, page: Page, first: int = ..., last: int = ...
    ) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """The numbers of the attributes on some rows with words in them, and the groups of those."""

    def rows_in(self, page: Page, first: int, last: int) -> list[tuple[int, int]]:
        """The rows from `first` up to `last` with such attributes, each with the groups found in one."""

class Around:
    """What the elements around what is kept are called."""

    with_class: list[int]
    repeated: dict[bytes, list[int]]
    has_texts: NDArray[np.bool_] | None

    def __init__(
        self,
        page: Page,
        keep: NDArray[np.bool_],
        names: Names,
        one: str,
        many: str,
        first_custom: int,
    ) -> None: ...

def may_keep_marks(
    page: Page, keep: NDArray[np.bool_], own: bytes, letters: bytes, raised: int, box: int
) -> bool:
    """Whether something is kept inside of one of these links, of raised text, or of what a box stands
    in: of `raised` and `box` the tags are given."""

def lines_between(
    page: Page, first: int, last: int, roles: NDArray[np.uint32], longest: int = ...
) -> list[tuple[int, int, str, bool]]:
    """The lines that some rows make, without those of more than `longest` characters: the rows of their
    first and last text, what they say, and whether a date may be in it.
    """

def may_have_date(text: str) -> bool:
    """Whether a date may be in a text."""

def links_elsewhere(page: Page, row: int, link: int) -> bool:
    """Whether a row is a link, holds one or stands in one, by the tag of links."""

def rows_around(
    page: Page, title: int, before: int, after: int, headings: NDArray[np.uint8], link: int
) -> tuple[int, int]:
    """The first row near a title and the row after the last, up to a heading with a link."""

def rows_of_tag(page: Page, tag: int) -> list[int]:
    """The rows of one tag."""

def block_with(
    page: Page, wanted: bytes, first: int, middle: int, last: int, roles: NDArray[np.uint32]
) -> int:
    """The innermost block that shows a text, from `middle` to `last`, else from `first`; -1 for none."""

def headings_in(
    page: Page,
    first_tag: int,
    last_tag: int,
    most: int,
    longest: int,
    signs: str,
    roles: NDArray[np.uint32],
    rows_read: int,
) -> list[tuple[int, int, str]]:
    """The first elements with tags from one number to another: row, level from 1 on, and text."""

def texts_of_tags(
    page: Page, first_tag: int, last_tag: int, most: int
) -> list[tuple[int, int, str]]:
    """The first elements with tags from one number to another: row, tag and all text inside."""

def counted(text: str) -> tuple[int, int]:
    """How many words a text has, and how many of them are characters of scripts without spaces."""
