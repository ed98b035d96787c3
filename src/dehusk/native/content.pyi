"""From a page and what is kept of it to the rows of its content."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools, Counts, Ints, Page

VERDICTS: Final[Mapping[str, int]]
"""The number of each verdict."""

MOST_ADDRESS_BYTES: Final[int]
"""How much room the addresses of all links may take. Those beyond are left out."""

TAG_GROUPS: Final[Mapping[str, int]]
"""What a tag may be to the walk."""

MOST_LEVELS: Final[int]
"""How deep blocks may be nested: what is nested deeper becomes content of what it is in."""

class Said(Protocol):
    """What Python said of positions: see `dehusk.content.assemble.classifier.Verdicts`."""

    verdict: NDArray[np.uint8]
    argument: NDArray[np.int32]
    text: bytearray
    text_start: list[int]
    text_end: list[int]
    number: list[int]
    source: list[int]
    source_start: list[int]
    source_end: list[int]
    note_start: list[int]
    note_end: list[int]
    note_label: list[int]
    referenced: NDArray[np.uint8]
    written: NDArray[np.uint8]

class Base:
    """What the addresses of a page are relative to."""

    def __init__(
        self,
        scheme: str,
        origin: str,
        folder: str,
        *,
        is_broken: bool,
        join: Callable[[str], str | None] | None,
    ) -> None:
        """The scheme of an absolute URL with its colon, the part before its path, and the part up to its
        last slash. Nothing relative leads anywhere from a base that `is_broken`; `join` joins what is
        not simple, None where there is no base and addresses stay as they are."""

    def resolve(self, address: str) -> str | None:
        """An absolute URL, a `#fragment` as it is, or None for what leads nowhere."""

class Vocabulary:
    """The tags, class names, roles and signs that the walk goes by."""

    def __init__(
        self,
        tags: Mapping[str, Iterable[str]],
        classes: Mapping[bytes, int],
        roles: Mapping[bytes, int],
        permalinks: Iterable[str],
        backlinks: Iterable[str],
    ) -> None:
        """`tags` are the names of each of `TAG_GROUPS`; `classes` and `roles` number their names;
        the others are the texts of links that are only signs."""

class Reading:
    """What is kept of a page, by position, ready to be walked."""

    page: Final[Page]
    rows: Final[Ints]
    ends: Final[Ints]
    parents: Final[Ints]
    asked: Final[list[int]]
    kinds: Final[NDArray[np.uint8]]
    undecided: Final[list[int]]
    dollars: Final[int]
    """How many dollar signs the kept texts have."""
    delimiters: Final[bool]
    r"""Whether one has what a formula may begin with, `\(`, `\[` or two dollar signs."""
    has_noscript: Final[bool]

    def __init__(
        self,
        vocabulary: Vocabulary,
        page: Page,
        keep: Bools,
        numbers: Mapping[str, int],
        without: Bools | None = None,
    ) -> None:
        """Read what `keep` keeps of a page, `without` some elements around it. `numbers` are those of
        the names of attributes."""

    def __len__(self) -> int: ...
    def are_figures(self, positions: Iterable[int]) -> None:
        """Say of some texts that they are numbers after all."""

    def visible_chars(self, position: int) -> int:
        """How many characters of kept text, white space aside, an element holds, about."""

    def items(self, position: int) -> int:
        """How many items of lists are inside an element."""

    def text(self, start: int, end: int) -> str:
        """All kept text between two positions."""

    def lines_of_text(self) -> str:
        """All kept text, a line for each."""

    def attribute(self, position: int, name: int) -> str | None:
        """The value of the attribute with a number, None where there is none."""

    def attributes(self, position: int) -> dict[str, str]:
        """All attributes of an element, by name."""

    def attributes_of_row(self, row: int) -> dict[str, str]:
        """All attributes of an element of the page, kept or not, by name."""

    @property
    def base_href(self) -> str | None:
        """What the page says that its addresses are relative to."""

    def walk(
        self, base: Base, verdicts: Said | None = None
    ) -> tuple[NDArray[np.uint8], Ints, bytes, list[int], list[int]]:
        """The rows of the content as columns and its text; then the rows whose argument is still to be
        made of a position or of what was said, and those of code whose line before may be its title.
        `verdicts` is what Python said."""

WINDOW_ROLES: Final[tuple[str, ...]]
"""What a tag may be to a window, each a bit of its role."""

class Window:
    """The part of a page around what is kept: its first row and the one behind it; the tags in it,
    each a bit, those of which something is kept, and those of which not all is; and its columns. A
    *place* is a row less the first."""

    start: Final[int]
    stop: Final[int]
    tags: Final[int]
    kept_tags: Final[int]
    split_tags: Final[int]
    end: Final[Counts]
    leaves: Final[Bools]
    visible_chars: Final[Counts]
    block: Final[Counts]

    def __init__(self, page: Page, keep: Bools, roles: NDArray[np.uint32]) -> None: ...
    def tags_with(self, keep: Bools) -> tuple[int, int]:
        """The tags of elements of which something is kept, and of those of which not all is, each a
        bit."""

    def text(self, place: int) -> str:
        """All text inside a place."""

    def texts_in(self, keep: Bools, column: Bools | None = None) -> NDArray[np.intp]:
        """The kept texts with ink, all or those inside of elements with some tags, the last entry for
        all beyond."""

    def lone_texts(self, keep: Bools, most: int, column: Bools) -> list[int]:
        """The kept texts with ink, of no more than so many characters, that have a block of their own;
        but none inside of elements with some tags, the last entry for all beyond."""

    def of_tags(self, column: Bools) -> NDArray[np.intp]:
        """The places with some tags; the last entry of the column is for all tags beyond."""

    def ends_around(self, places: NDArray[np.intp]) -> Counts:
        """Where the parents of some places end, at the latest with the window."""

    def ends_of_sections(self, headings: NDArray[np.intp]) -> Counts:
        """Where the next of some headings, in order, of the same or a higher level starts."""

    def inside(self, places: NDArray[np.intp]) -> Bools:
        """What stands inside some places, themselves included."""

    def sum_in(
        self,
        values: Bools | Counts,
        starts: NDArray[np.intp],
        stops: NDArray[np.intp] | None = None,
    ) -> Counts:
        """The sums of a column of truths or of numbers inside some elements, or from some places up to
        others."""

    def on_both_sides(
        self, truths: Bools, texts: NDArray[np.intp], places: NDArray[np.intp]
    ) -> tuple[Bools, Bools]:
        """Whether the last of some texts before each place is marked, and the first behind it."""

    def are_data(self, tables: NDArray[np.intp], declared: Bools, structure: Bools) -> Bools:
        """Which tables are more than layout by what is in them. `declared` are those that say they are
        layout, `structure` the tags that make more of a cell than a line, the last for all beyond."""
