"""What the rules of completion have to know of a page."""

import numpy as np
from numpy.typing import NDArray

from dehusk.native.names import Names
from dehusk.page import Page

ROLES: tuple[str, ...]
"""What a tag may be, each a bit of its role."""
LONGEST_LINE: int
LONGEST_LABEL: int
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
    empty_headings: bool
    figures: bool
    labels: bool
    code: bool
    verse: bool
    pointers: bool

    def is_partly_kept(self, role: str) -> bool:
        """Whether an element of some role is kept in part."""

class Survey:
    """The window of a page that rules look at, and what is counted in it."""

    start: int
    stop: int
    end: NDArray[np.int32]
    leaves: NDArray[np.bool_]
    ink: NDArray[np.int64]
    holder: NDArray[np.int64]

    def __init__(
        self,
        page: Page,
        keep: NDArray[np.bool_],
        roles: NDArray[np.uint32],
        names: tuple[Names, ...],
    ) -> None: ...
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
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Those figures that are among the content, and those beside nothing of it of which something
        is kept, but not all."""

    def leads(
        self, title: int, prose: int, figures: NDArray[np.intp], portraits: NDArray[np.intp]
    ) -> list[tuple[int, bool]]:
        """The pictures from a title up to some prose that stand in nothing aside: the places of the
        figures around them, or their own, and whether it is a figure."""

    def called(self, group: str, first: int = ..., last: int = ...) -> NDArray[np.intp]:
        """The places from one up to another that have a name of some group."""

    def head(self, keep: NDArray[np.bool_]) -> tuple[int, int, int]:
        """The place of the last title before the first paragraph that is kept, that of the paragraph,
        and how many pictures stand between; 0, 0 and 0 where one is missing."""

    def pointers(self, keep: NDArray[np.bool_]) -> tuple[list[tuple[int, int, int, int, int]], int]:
        """The blocks that are a short text without a link and then one headline with a link: their
        first two texts and the last, their ink, and the most ink that a block beside them has. And how
        much ink there is."""

    def images(self, keep: NDArray[np.bool_]) -> tuple[int, int]:
        """How many images are kept, and how many of them follow another with no word between that is
        kept."""

    def source(self, place: int) -> str:
        """The text inside a place as it stands in the source."""

    def attribute(self, place: int, name: str) -> str | None:
        """One attribute of a place, None where it is absent."""

    def attributes(self, place: int) -> dict[str, str]:
        """The attributes of a place."""

    def added(self, mask: NDArray[np.bool_], keep: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """The leaves of a mask that are not kept yet and not shut away, None for none."""

    def shown(self, figures: NDArray[np.intp], captions: NDArray[np.intp]) -> NDArray[np.bool_]:
        """What of some figures is shown: where a caption is marked, no text outside of it."""

    def figures(
        self, keep: NDArray[np.bool_], captions: NDArray[np.intp], only_kept: bool
    ) -> NDArray[np.intp]:
        """The outermost elements that hold a picture and little more than a caption."""

def shut_away(page: Page, roles: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """What a page hides, what stands in a control, and the words in what acts as a button."""

def inside(page: Page, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The rows that are in a mask or below a row of it: as `Page.inside`, in one pass."""

def may_tell_dates(
    page: Page, longest: int, first: int = ..., last: int = ...
) -> NDArray[np.bool_]:
    """The texts of at most so many bytes on some rows that may look like a date or a time."""
