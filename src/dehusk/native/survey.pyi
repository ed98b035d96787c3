"""What the rules of completion have to know of a page."""

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

ROLES: tuple[str, ...]
"""What a tag may be, each a bit of its role."""
LONGEST_LINE: int
LONGEST_LABEL: int
LEAST_HEADLINE: int
MOST_HEADLINE: int
LONGEST_VERSE: int
FEWEST_STANZAS: int
FEWEST_BREAKS: int
LEAST_PARAGRAPH: int
NO_PLACES: NDArray[np.intp]

class Look:
    """Where the rules may find something to do, given what is kept."""

    partly_kept: NDArray[np.intp]
    lone_lines: NDArray[np.intp]
    tables: NDArray[np.intp]
    lists: NDArray[np.intp]
    title: int
    prose: int
    empty_headings: bool
    figures: bool
    lead: bool
    labels: bool
    code: bool
    verse: bool
    pointers: bool

class Survey:
    """The window of a page that rules look at, and what is counted in it."""

    start: int
    stop: int
    end: NDArray[np.int32]
    leaves: NDArray[np.bool_]
    ink: NDArray[np.int64]
    holder: NDArray[np.int64]

    def __init__(self, page: Page, keep: NDArray[np.bool_], roles: NDArray[np.uint32]) -> None: ...
    def has(self, role: str) -> bool:
        """Whether a tag of some role is in the window."""

    def look(self, keep: NDArray[np.bool_]) -> Look:
        """What there is to look at, given what of the window is kept."""

    def partly_kept(
        self, keep: NDArray[np.bool_], places: NDArray[np.intp], role: str
    ) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        """Those of some places that have a role and are kept in part: with their kept ink, and all."""

    def about_lists(
        self, keep: NDArray[np.bool_], places: NDArray[np.intp]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
        """Of some elements: how much ink that is not kept is linked, whether the next text after them
        is kept, and the ink of the longest text that is kept in them."""

    def sections(self, keep: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The headings of which something is kept, and of the section below each how many texts and
        wordless things outside of headings are kept, and how many texts there are."""

    def inside(self, places: NDArray[np.intp]) -> NDArray[np.bool_]:
        """What stands inside some places, themselves included."""

    def among(
        self, keep: NDArray[np.bool_], figures: NDArray[np.intp]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which figures are among the content, and which are beside something of it."""

    def shown(self, figures: NDArray[np.intp], captions: NDArray[np.intp]) -> NDArray[np.bool_]:
        """What of some figures is shown: where a caption is marked, no text outside of it."""

    def figures(
        self, keep: NDArray[np.bool_], captions: NDArray[np.intp], only_kept: bool
    ) -> NDArray[np.intp]:
        """The outermost elements that hold a picture and little more than a caption."""

def shut_away(page: Page, roles: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """What a page hides, what stands in a control, and the words in what acts as a button."""

def ink_of_texts(
    page: Page, mask: NDArray[np.bool_], is_blank: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """For each row of a mask how many characters of its text are seen, 0 for all else."""

def may_tell_dates(page: Page, longest: int) -> NDArray[np.bool_]:
    """The texts of at most so many bytes that have a digit in them, of any script."""
