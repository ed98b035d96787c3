"""XML from strangers, read without a tree: every element with its text, no entities, no DTD."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from xml.parsers import expat

Attributes = dict[str, str]
MOST_DEPTH = 100
MOST_TEXT = 10_000
"""How many characters of an element are kept: addresses, titles and dates are shorter."""


@dataclass(slots=True)
class Element:
    """An open element: its name without the prefix, its attributes, the text that was read so far."""

    name: str
    attributes: Attributes
    pieces: list[str] = field(default_factory=list)
    size: int = 0

    @property
    def text(self) -> str:
        """The text directly in it."""
        return " ".join("".join(self.pieces).split())

    def add(self, text: str) -> None:
        """Take more text, as long as there is not too much."""
        if self.size < MOST_TEXT:
            self.pieces.append(text)
            self.size += len(text)


class _Refused(ValueError):
    """The document holds what no feed needs."""


def read_elements(
    body: bytes,
    opened: Callable[[list[Element]], None],
    closed: Callable[[list[Element]], None],
) -> str | None:
    """Call `opened` and `closed` with the elements around each tag, itself last.

    >>> names = []
    >>> read_elements(b"<a><b>x</b></a>", lambda path: None, lambda path: names.append(path[-1].text))
    >>> names
    ['x', '']

    Returns why reading stopped early, None where it did not.
    """
    path: list[Element] = []

    def start(name: str, attributes: Attributes) -> None:
        if len(path) >= MOST_DEPTH:
            raise _Refused("it is nested too deeply")
        known = {key.rpartition(":")[2].lower(): value for key, value in attributes.items()}
        path.append(Element(name.rpartition(":")[2].lower(), known))
        opened(path)

    def end(name: str) -> None:
        closed(path)
        path.pop()

    def text(data: str) -> None:
        if path:
            path[-1].add(data)

    def entity(*_: object) -> None:
        raise _Refused("it declares entities")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(body.strip(), True)
    except (expat.ExpatError, _Refused, ValueError) as error:
        return f"The XML could not be read to its end: {error}."
    return None
