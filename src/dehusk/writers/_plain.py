"""The words of inline content, without marks: what titles, alternatives and identifiers need."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from dehusk.content import Break, Code, FootnoteReference, Image, Inline, Math, Text
from dehusk.content.table import Content, Kind

# Characters that end a line, have no look or cannot be encoded: no line of text may hold them.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")

_PLAIN: dict[type, Callable[[Any], str]] = {
    Text: lambda node: str(node.text),
    Code: lambda node: str(node.text),
    Math: lambda node: str(node.latex),
    Break: lambda node: " ",
    Image: lambda node: "",
    FootnoteReference: lambda node: f"[{node.label}]",
}


def plain(content: tuple[Inline, ...]) -> str:
    """The words of inline content, on one line.

    >>> from dehusk.content import Strong
    >>> plain((Text("Water "), Strong((Text("boils"),))))
    'Water boils'
    """
    return "".join(
        _PLAIN[type(node)](node) if type(node) in _PLAIN else plain(node.content)  # type: ignore[union-attr]
        for node in content
    )


def words_of(content: Content, row: int) -> str:
    """The words inside a row, on one line.

    >>> from dehusk.content import Paragraph, Strong
    >>> from dehusk.content.table import table_of
    >>> words_of(table_of((Paragraph((Text("Water "), Strong((Text("boils"),))), (0, 4)),)), 0)
    'Water boils'
    """
    return "".join(_words(content, inner) for inner in range(row + 1, content.end.item(row)))


def _words(content: Content, row: int) -> str:
    kind = content.kind.item(row)
    if kind == Kind.REFERENCE:
        return f"[{content.argument_of(row)}]"
    if kind == Kind.LINK:
        return ""
    return " " if kind == Kind.BREAK else content.text_of(row)


def without_controls(text: str) -> str:
    r"""The text with a space for each run of line ends and control characters.

    >>> without_controls("one\ntwo\x00")
    'one two '
    """
    return text if text.isprintable() else _CONTROLS.sub(" ", text)
