"""From a page and what is kept of it to the rows of its content."""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools, Ints, Page

VERDICTS: Final[Mapping[str, int]]
"""The number of each verdict."""

MOST_LEVELS: Final[int]
"""How deep blocks may be nested: what is nested deeper becomes content of what it is in."""

class Said(Protocol):
    """What Python said of positions: see `dehusk.content.assemble.judge.Verdicts`."""

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

class Reading:
    """What is kept of a page, by position, ready to be walked."""

    page: Final[Page]
    rows: Final[Ints]
    ends: Final[Ints]
    parents: Final[Ints]
    first_attribute: Final[Ints]
    asked: Final[Ints]
    kinds: Final[NDArray[np.uint8]]
    undecided: Final[list[int]]
    dollars: Final[bool]
    backslashes: Final[bool]
    has_noscript: Final[bool]

    def __init__(
        self, page: Page, keep: Bools, numbers: Mapping[str, int], without: Bools | None = None
    ) -> None:
        """Read what `keep` keeps of a page, `without` some elements around it. `numbers` are those of
        the names of attributes."""

    def __len__(self) -> int: ...
    def are_figures(self, positions: Iterable[int]) -> None:
        """Say of some texts that they are numbers after all."""

    def ink(self, position: int) -> int:
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

    def walk(
        self, verdicts: Said | None = None, dead_links: Bools | None = None
    ) -> tuple[NDArray[np.uint8], Ints, bytes]:
        """The rows of the content as columns, and its text. `verdicts` is what Python said."""
