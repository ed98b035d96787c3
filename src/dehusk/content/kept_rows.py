"""What a native reading of a page says about each position, as rules ask for it.

A *position* is the number of a row among those that are kept or stand above one, in document order;
what lies inside the element at position `p` is `p + 1` up to `ends[p]`. Rules ask about a few positions
of a page only, so each answer is looked up when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dehusk.content.assemble.kept import FIGURES
from dehusk.content.assemble.native import walk_vocabulary
from dehusk.content.assemble.vocabulary import ElementKind
from dehusk.content.kinds import Rows
from dehusk.lazy import lazy
from dehusk.native.content import Reading
from dehusk.page import Bools, Page

_KINDS: Final[tuple[ElementKind | None, ...]] = (None, *ElementKind)


class KeptRows:
    """The kept leaves of a page and their ancestors."""

    def __init__(self, page: Page, keep: Bools, without: Bools | None = None) -> None:
        self.page = page
        self.reading = Reading(walk_vocabulary(), page, keep, page.attr_numbers, without)
        self.languages: dict[int, str | None] = {}
        """What elements say about the language of code, as far as it was asked for."""
        self.for_code: dict[int, bool] = {}
        """Whether elements are called after code, as far as it was asked for."""
        self._numbers = page.attr_numbers
        if self.reading.undecided:
            self._tell_figures(self.reading.undecided)

    def __len__(self) -> int:
        return len(self.reading)

    @lazy
    def rows(self) -> memoryview:
        """The row of each position."""
        return self.reading.rows.data

    @lazy
    def ends(self) -> memoryview:
        """Where what lies inside each position ends."""
        return self.reading.ends.data

    @lazy
    def parents(self) -> memoryview:
        """The position above each, -1 for none."""
        return self.reading.parents.data

    @lazy
    def _kinds(self) -> memoryview:
        return self.reading.kinds.data

    def tag(self, position: int) -> int:
        """The tag of the element at a position."""
        return self.page.tag.item(self.rows[position])

    def kind(self, position: int) -> ElementKind | None:
        """What an element is by its class or role."""
        return _KINDS[self._kinds[position]]

    def become(self, kind: ElementKind, positions: Iterable[int]) -> None:
        """Say of some elements that they are of another kind."""
        for position in positions:
            self._kinds[position] = kind.value

    def attribute(self, position: int, name: str) -> str | None:
        """An attribute of the element at a position, None where it is absent."""
        number = self._numbers.get(name)
        return None if number is None else self.reading.attribute(position, number)

    def attributes(self, position: int) -> dict[str, str]:
        """All attributes of the element at a position."""
        return self.reading.attributes(position)

    def name(self, position: int) -> str:
        """The tag of the element at a position, as in the markup."""
        return self.page.tag_names[self.tag(position)]

    def span(self, position: int) -> Rows:
        """The rows of the page that the element at a position covers."""
        row = self.rows[position]
        return row, self.page.end.item(row)

    def text(self, position: int) -> str:
        """All kept text inside the element at a position."""
        return self.text_between(position, self.ends[position])

    def text_between(self, start: int, end: int) -> str:
        """All kept text between two positions."""
        return self.reading.text(start, end)

    def visible_chars(self, position: int) -> int:
        """How many characters of kept text, white space aside, an element holds, about."""
        return self.reading.visible_chars(position)

    def items(self, position: int) -> int:
        """How many items of lists are inside an element."""
        return self.reading.items(position)

    def _tell_figures(self, positions: list[int]) -> None:
        """Say which texts are only numbers: not all digits are those of ASCII."""
        texts = ((at, self.text_between(at, at + 1)) for at in positions)
        self.reading.are_figures([at for at, text in texts if FIGURES.fullmatch(text)])
