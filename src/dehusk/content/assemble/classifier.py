"""What the rules say of positions, written down for the walk.

The walk knows where it stands (within a caption, in `noscript`, after the same player); the rules do
not, and need not: they say what an element is, and the walk does with it what its place allows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.content.assemble.urls import Addresses
from dehusk.content.kept_rows import KeptRows
from dehusk.content.kinds import Image
from dehusk.native.content import VERDICTS

Handler = Callable[["Classifier", int], int]
"""A rule: it says what the element at a position is, and returns where the walk goes on. -1 means that
it is nothing of the kind."""


@dataclass
class Verdicts:
    """What each position is, with a value in `values` where it is more than a word.

    By value there are words or a formula in `text`, and a `number`: players of one number are the
    same, a formula of number 1 is followed by what stands inside its element. `source` has numbers for
    the addresses that an image names, in order. Of notes there are the positions of their start and
    end and their labels; the walk notes which labels are `referenced` and `written`.
    """

    verdict: NDArray[np.uint8]
    argument: NDArray[np.int32]
    values: list[Any] = field(default_factory=list)
    text: bytearray = field(default_factory=bytearray)
    text_start: list[int] = field(default_factory=list)
    text_end: list[int] = field(default_factory=list)
    number: list[int] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    source_start: list[int] = field(default_factory=list)
    source_end: list[int] = field(default_factory=list)
    note_start: list[int] = field(default_factory=list)
    note_end: list[int] = field(default_factory=list)
    note_label: list[int] = field(default_factory=list)
    referenced: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))
    written: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))

    @classmethod
    def none(cls, count: int) -> Verdicts:
        """Nothing was said about so many positions."""
        argument = np.empty(count, np.int32)
        argument.fill(-1)
        return cls(np.zeros(count, np.uint8), argument)

    def copy(self) -> Verdicts:
        """The same, to say more."""
        return Verdicts(*(value.copy() for value in vars(self).values()))

    def say(self, position: int, verdict: str, value: int = -1) -> None:
        """Say what a position is."""
        self.verdict[position] = VERDICTS[verdict]
        self.argument[position] = value

    def value(
        self, value: Any, *, text: str = "", number: int = 0, sources: Collection[int] = ()
    ) -> int:
        """Note a value with what the walk needs to know of it; which it is."""
        self.text_start.append(len(self.text))
        if text:
            self.text += text.encode("utf-8", "surrogatepass")
        self.text_end.append(len(self.text))
        self.number.append(number)
        self.source_start.append(len(self.source))
        if sources:
            self.source += sorted(sources)
        self.source_end.append(len(self.source))
        self.values.append(value)
        return len(self.values) - 1


class Classifier:
    """Whom the rules tell what an element is. What is told last, holds."""

    def __init__(self, kept: KeptRows, addresses: Addresses) -> None:
        self.kept = kept
        self.addresses = addresses
        self.verdicts = Verdicts.none(len(kept))
        self.has_noscript = kept.reading.has_noscript
        self.last_picture = -1
        self.usable: dict[str, str | None] = {}
        """What pictures' addresses lead to: copies for those without JavaScript name the same."""
        self._addresses: dict[str, int] = {}
        self._rows: dict[int, list[int]] = {}
        self._said, self._value = "", -1

    def ask(self, rule: Handler, position: int) -> int:
        """Ask a rule about a position and note what it says; where the walk goes on."""
        self._said, self._value = "", -1
        following = rule(self, position)
        if following < 0:
            return following
        is_skipped = following == self.kept.ends[position]
        said = self._said or ("skipped" if is_skipped else "entered")
        self.verdicts.say(position, said, self._value)
        if said in ("math", "math block") and not is_skipped:
            self.verdicts.number[self._value] = 1
        return following

    # What rules say

    def words(self, text: str) -> None:
        """Words stand for the element."""
        self._say("words", None, text=text)

    def image(self, image: Image, sources: Iterable[str]) -> None:
        """It is an image that may be had from some sources."""
        numbers = self._addresses
        own = {numbers.setdefault(source, len(numbers)) for source in sources}
        self._said, self._value = "image", self.verdicts.value(image, sources=own)

    def player(self, url: str, title: str | None) -> None:
        """It is a player."""
        number = self._addresses.setdefault(url, len(self._addresses))
        self._say("player", (url, title), number=number)

    def formula(self, latex: str, *, display: bool) -> None:
        """It is a formula, perhaps on a line of its own."""
        self._say("math block" if display else "math", None, text=latex)

    def callout(self, kind: str) -> None:
        """It is a box set off from the text."""
        self._say("callout", kind)

    def aside(self, kind: str) -> None:
        """It is such a box where it stands among paragraphs."""
        self._say("aside", kind)

    def rows_with_tag(self, tag: int) -> list[int]:
        """The rows of the page with one tag, kept or not."""
        rows = self._rows.get(tag)
        if rows is None:
            rows = self._rows[tag] = self.kept.page.rows_with_tag(tag).tolist()
        return rows

    def _say(self, verdict: str, value: Any, **more: Any) -> None:
        self._said, self._value = verdict, self.verdicts.value(value, **more)
