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
        first: int = 0,
        last: int | None = None,
        among: NDArray[np.bool_] | None = None,
        longest: int = ...,
    ) -> NDArray[np.intp]:
        """The numbers of the attributes of some names in whose value one of the words is."""

def local_links(page: Page, own: bytes, letters: bytes) -> list[tuple[int, int, int, bool]]:
    """The links to a place of the same page: row, start and end of the place's name, surely or not."""
