"""Which attributes are worth a look."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

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

    def rows_in(
        self, page: Page, names: Collection[str], first: int, last: int
    ) -> NDArray[np.intp]:
        """The rows from `first` up to `last` that have one of the words in an attribute of some name."""

    def numbers_in(
        self, page: Page, names: Collection[str], first: int, last: int, longest: int
    ) -> list[int]:
        """The numbers of the attributes on some rows in whose value one of the words is."""

    def is_above(
        self, page: Page, names: Collection[str], tags: NDArray[np.uint8], row: int, within: int
    ) -> bool:
        """Whether a row or an element around it, but not around `within`, has a tag or a word."""

    def is_in_bytes(self, value: bytes) -> bool:
        """Whether one of the words is in a value."""

def attribute(page: Page, row: int, name: str) -> str | None:
    """One attribute of a row, None where it is absent."""

def on_tag(page: Page, tag: int, names: Collection[str]) -> list[tuple[int, int, bytes]]:
    """The attributes of some names on one tag: the row, the place of the name, the value."""

def carrying(
    page: Page, marks: Collection[str], names: Collection[str], other_tag: int, most: int
) -> list[tuple[int, dict[str, str]]]:
    """The first rows with an attribute of the `marks`, each with its attributes of some `names`."""

def local_links(page: Page, own: bytes, letters: bytes) -> list[tuple[int, int, int, bool]]:
    """The links to a place of the same page: row, start and end of the place's name, surely or not."""

def around_kept(page: Page, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The rows that are kept or have something inside that is."""

def has_kept_mark(
    page: Page, keep: NDArray[np.bool_], own: bytes, letters: bytes, raised: int, box: int
) -> bool:
    """Whether something is kept of what may be the mark of a note."""

def may_repeat(
    page: Page,
    among: NDArray[np.bool_],
    words: Words,
    names: Collection[str],
    first_custom: int,
    longest: int,
) -> bool:
    """Whether one name may be that of two elements among some rows."""
