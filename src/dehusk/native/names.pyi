"""What markup calls its elements."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

FEWEST_TEXTS: int
LONGEST_MARK: int

class Names:
    """Words in small letters of ASCII, in groups, to be found anywhere in the values of attributes."""

    groups: dict[str, int]
    """The bit of each group."""

    def __init__(self, groups: Mapping[str, tuple[Collection[str], Collection[bytes]]]) -> None: ...
    def found_in(
        self, page: Page, first: int = ..., last: int = ...
    ) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """The numbers of the attributes on some rows with words in them, and the groups of those."""

class Around:
    """What the elements around what is kept are called."""

    called: list[int]
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

def may_have_notes(
    page: Page,
    own: bytes,
    prefixes: Sequence[bytes],
    toggle: Names,
    link: int,
    raised: int,
    box: int,
) -> bool:
    """Whether a page may have footnotes or marks of them."""
