"""Inline content as Markdown that renders to the same text.

A tree of inline content becomes a flat list of pieces: text, finished Markdown, and the opening and
closing of emphasis. `_emphasis.settle` decides which marks can stay; then the text is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from marrow.content import (
    Break,
    Code,
    Emphasis,
    FootnoteReference,
    Image,
    Inline,
    Link,
    Math,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Text,
)
from marrow.writers._emphasis import (
    BREAK,
    CLOSE,
    CODE,
    EMPHASIS,
    MATH,
    OPEN,
    RAW,
    STRONG,
    STRUCK,
    TEXT,
    Piece,
    settle,
)
from marrow.writers._escape import Around, code_span, destination, escape, is_autolink, title
from marrow.writers._plain import plain, without_controls
from marrow.writers._urls import image_url, link_url

_END: Piece = (BREAK, "")
_PRICE = re.compile(r"(?<!\\)\$\d")
_DOLLAR = re.compile(r"(?<!\\)\$(?!\d)")

HARD_BREAK = "\\\n"
CELL_BREAK = "<br>"


@dataclass(frozen=True, slots=True)
class _Place:
    """What stands around inline content: all marks, those that its own pieces open, a link."""

    marks: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    in_link: bool = False
    line_break: str = HARD_BREAK
    strict: bool = False


@dataclass(slots=True)
class InlineWriter:
    """Writes inline content; `notes` are the footnotes that it may point to, by their label."""

    links: bool = True
    images: bool = True
    emphasis: bool = True
    notes: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def write(self, content: tuple[Inline, ...], line_break: str = HARD_BREAK) -> str:
        """Inline content as Markdown.

        >>> InlineWriter().write((Text("2 * 3 is "), Strong((Text("6 "),)), Text("always")))
        '2 * 3 is **6** always'
        """
        if len(content) == 1 and type(content[0]) is Text:
            return escape(without_controls(content[0].text))
        text = self.inside(content, _Place(line_break=line_break))
        if _PRICE.search(text) and _DOLLAR.search(text):
            # The dollar sign of a price would be read as the beginning of a formula.
            text = self.inside(content, _Place(line_break=line_break, strict=True))
        return text

    def inside(self, content: tuple[Inline, ...], place: _Place) -> str:
        """Inline content as Markdown that fits into its place."""
        pieces: list[Piece] = []
        self.flatten(content, pieces, place)
        return _joined(pieces, place)

    def flatten(self, content: tuple[Inline, ...], pieces: list[Piece], place: _Place) -> None:
        """Append the pieces of inline content."""
        for node in content:
            if type(node) is Text:
                pieces.append((TEXT, without_controls(node.text)))
            else:
                _FLATTEN[type(node)](self, node, pieces, place)


def _mark(mark: str) -> Callable[[InlineWriter, Any, list[Piece], _Place], None]:
    def flatten(writer: InlineWriter, node: Any, pieces: list[Piece], place: _Place) -> None:
        if mark in place.marks or not writer.emphasis:
            writer.flatten(node.content, pieces, place)
            return
        pieces.append((OPEN, mark))
        marks, opened = (*place.marks, mark), (*place.opened, mark)
        writer.flatten(node.content, pieces, replace(place, marks=marks, opened=opened))
        pieces.append((CLOSE, mark))

    return flatten


def _tag(tag: str) -> Callable[[InlineWriter, Any, list[Piece], _Place], None]:
    def flatten(writer: InlineWriter, node: Any, pieces: list[Piece], place: _Place) -> None:
        inside = writer.inside(
            node.content, replace(place, opened=(), line_break=" ", strict=True)
        )
        _append(pieces, inside, lambda words: f"<{tag}>{words}</{tag}>")

    return flatten


def _append(pieces: list[Piece], inside: str, wrap: Callable[[str], str]) -> None:
    """Finished Markdown in its wrapping, the white space at its ends outside."""
    words = inside.strip()
    if not words:
        pieces.append((TEXT, inside))
        return
    start = inside.index(words)
    pieces.append((TEXT, inside[:start]))
    pieces.append((RAW, wrap(words)))
    pieces.append((TEXT, inside[start + len(words) :]))


def _link(writer: InlineWriter, node: Link, pieces: list[Piece], place: _Place) -> None:
    url = link_url(node.url) if writer.links and not place.in_link else None
    if url is None:
        writer.flatten(node.content, pieces, place)
    elif not node.title and is_autolink(url) and plain(node.content) == url:
        pieces.append((RAW, f"<{url}>"))
    else:
        inside = writer.inside(node.content, replace(place, opened=(), in_link=True))
        end = f"]({destination(url)}{title(node.title)})"
        _append(pieces, inside, lambda words: f"[{words}{end}")


def _image(writer: InlineWriter, node: Image, pieces: list[Piece], place: _Place) -> None:
    url = image_url(node.url) if writer.images else None
    if url is not None:
        alt = escape(" ".join(without_controls(node.alt).split()), Around(link=True, strict=True))
        pieces.append((RAW, f"![{alt}]({destination(url)}{title(node.title)})"))


def _code(writer: InlineWriter, node: Code, pieces: list[Piece], place: _Place) -> None:
    if node.text:
        pieces.append((CODE, without_controls(node.text)))


def _math(writer: InlineWriter, node: Math, pieces: list[Piece], place: _Place) -> None:
    if latex := " ".join(node.latex.split()):
        pieces.append((MATH, latex))


def _break(writer: InlineWriter, node: Break, pieces: list[Piece], place: _Place) -> None:
    # Marks end with their line, so that no line begins or ends inside of them.
    pieces += [(CLOSE, mark) for mark in reversed(place.opened)]
    pieces.append((BREAK, place.line_break))
    pieces += [(OPEN, mark) for mark in place.opened]


def _reference(
    writer: InlineWriter, node: FootnoteReference, pieces: list[Piece], place: _Place
) -> None:
    name = None if place.in_link else writer.notes.get(node.label)
    if name is None:
        pieces.append((TEXT, f"[{without_controls(node.label)}]"))
    else:
        writer.used.add(node.label)
        pieces.append((RAW, f"[^{name}]"))


_FLATTEN: dict[type, Callable[[InlineWriter, Any, list[Piece], _Place], None]] = {
    Emphasis: _mark(EMPHASIS),
    Strong: _mark(STRONG),
    Strikethrough: _mark(STRUCK),
    Superscript: _tag("sup"),
    Subscript: _tag("sub"),
    Code: _code,
    Link: _link,
    Image: _image,
    Math: _math,
    Break: _break,
    FootnoteReference: _reference,
}


def _joined(pieces: list[Piece], place: _Place) -> str:
    """The pieces as one string, their marks settled and their text escaped."""
    if any(piece[0] == OPEN for piece in pieces):
        pieces = settle(pieces)
    pieces = _runs(_formulas(pieces, place))
    strict = place.strict or STRUCK in place.marks or (OPEN, STRUCK) in pieces
    out: list[str] = []
    for index, (kind, value) in enumerate(pieces):
        if kind == TEXT:
            before = pieces[index - 1] if index else _END
            after = pieces[index + 1] if index + 1 < len(pieces) else _END
            around = Around(place.in_link, strict, before[0] != BREAK, after[0] != BREAK)
            out.append(_between(escape(value, around), before, after))
        elif kind == CODE:
            out.append(_code_in(value, place))
        elif kind == MATH:
            out.append(f"${value}$")
        else:
            out.append(value)
    return "".join(out)


def _formulas(pieces: list[Piece], place: _Place) -> list[Piece]:
    """The pieces with code for each formula whose dollar signs would not be read as its ends."""
    return [
        (CODE, piece[1]) if piece[0] == MATH and not _stands(pieces, index, place) else piece
        for index, piece in enumerate(pieces)
    ]


def _stands(pieces: list[Piece], index: int, place: _Place) -> bool:
    latex = pieces[index][1]
    before = pieces[index - 1][1] if index else ""
    after = pieces[index + 1] if index + 1 < len(pieces) else _END
    backslashes = len(latex) - len(latex.rstrip("\\"))
    return not (
        "$" in latex
        or backslashes % 2
        or before[-1:].isdigit()
        or after[1][:1].isdigit()
        or after[0] == MATH
        or (place.line_break == CELL_BREAK and "\\|" in latex)
    )


def _runs(pieces: list[Piece]) -> list[Piece]:
    """Text next to text as one, code next to code as one, breaks only between lines of text."""
    out: list[Piece] = []
    for kind, value in pieces:
        last = out[-1][0] if out else BREAK
        if kind in (TEXT, CODE) and kind == last:
            out[-1] = (kind, out[-1][1] + value)
        elif kind == BREAK:
            _break_line(out, value)
        elif value := value.lstrip() if kind == TEXT and out and last == BREAK else value:
            out.append((kind, value))
    if out and out[-1][0] == BREAK:
        out[-1] = (TEXT, " ")
    return out


def _break_line(out: list[Piece], value: str) -> None:
    """End a line, without the white space at its end; a line without words ends nothing."""
    if out and out[-1][0] == TEXT:
        out[-1] = (TEXT, out[-1][1].rstrip())
        if not out[-1][1]:
            out.pop()
    if not out:
        out.append((TEXT, " "))
    elif out[-1][0] != BREAK:
        out.append((BREAK, value))


def _between(text: str, before: Piece, after: Piece) -> str:
    """Text whose ends do not join with a link or an image next to it."""
    if before[1][-1:] == "]" and text[0] == "(":
        text = "\\" + text
    if text[-1] in "!^" and after[0] == RAW and after[1][0] == "[":
        text = f"{text[:-1]}\\{text[-1]}"
    return text


def _code_in(text: str, place: _Place) -> str:
    # In a cell `\|` is the one thing that no two renderers read alike.
    if place.line_break == CELL_BREAK and "\\|" in text:
        return f"<code>{escape(text, Around(link=True, strict=True)).replace('|', '&#124;')}</code>"
    return code_span(text)
