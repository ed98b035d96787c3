"""Which attributes are worth a look."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVarTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

T = TypeVarTuple("T")

class Words:
    """Words in small letters of ASCII, to be found anywhere in a value, in letters of any case."""

    def __init__(self, *words: bytes) -> None: ...
    def found_in(
        self,
        page: Page,
        names: Collection[str],
        among: NDArray[np.bool_] | None = None,
        longest: int = ...,
    ) -> NDArray[np.intp]:
        """The numbers of the attributes of some names in whose value one of the words is."""

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

def has_kept_mark(
    page: Page, keep: NDArray[np.bool_], own: bytes, letters: bytes, raised: int, box: int
) -> bool:
    """Whether something is kept of what may be the mark of a note."""
