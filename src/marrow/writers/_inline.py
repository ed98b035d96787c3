"""Inline content as Markdown that renders to the same text.

A tree of inline content becomes a flat list of pieces: text, finished Markdown, and the opening and
closing of emphasis. `_emphasis.settle` decides which marks can stay; then the text is escaped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
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
from marrow.writers._escape import code_span, destination, escape, is_autolink, title
from marrow.writers._plain import plain, without_controls
from marrow.writers._urls import image_url, link_url

HARD_BREAK = "\\\n"
CELL_BREAK = "<br>"


@dataclass(frozen=True, slots=True)
class _Place:
    """What stands around inline content: the marks that are open, a link, a cell."""

    marks: tuple[str, ...] = ()
    in_link: bool = False
    line_break: str = HARD_BREAK


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
        return self.inside(content, _Place(line_break=line_break))

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
        inner = _Place((*place.marks, mark), place.in_link, place.line_break)
        writer.flatten(node.content, pieces, inner)
        pieces.append((CLOSE, mark))

    return flatten


def _tag(tag: str) -> Callable[[InlineWriter, Any, list[Piece], _Place], None]:
    def flatten(writer: InlineWriter, node: Any, pieces: list[Piece], place: _Place) -> None:
        inside = writer.inside(node.content, _Place(place.marks, place.in_link, " "))
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
        inside = writer.inside(node.content, _Place(place.marks, True, place.line_break))
        end = f"]({destination(url)}{title(node.title)})"
        _append(pieces, inside, lambda words: f"[{words}{end}")


def _image(writer: InlineWriter, node: Image, pieces: list[Piece], place: _Place) -> None:
    url = image_url(node.url) if writer.images else None
    if url is not None:
        alt = escape(" ".join(without_controls(node.alt).split()), in_link=True, dollars=True)
        pieces.append((RAW, f"![{alt}]({destination(url)}{title(node.title)})"))


def _code(writer: InlineWriter, node: Code, pieces: list[Piece], place: _Place) -> None:
    if node.text:
        pieces.append((CODE, without_controls(node.text)))


def _math(writer: InlineWriter, node: Math, pieces: list[Piece], place: _Place) -> None:
    if latex := " ".join(node.latex.split()):
        pieces.append((MATH, latex))


def _break(writer: InlineWriter, node: Break, pieces: list[Piece], place: _Place) -> None:
    # Marks end with their line, so that no line begins or ends inside of them.
    pieces += [(CLOSE, mark) for mark in reversed(place.marks)]
    pieces.append((BREAK, place.line_break))
    pieces += [(OPEN, mark) for mark in place.marks]


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
    pieces = _runs(pieces)
    dollars = any(kind == MATH or (kind != TEXT and "$" in value) for kind, value in pieces)
    struck = STRUCK in place.marks
    out: list[str] = []
    for index, (kind, value) in enumerate(pieces):
        if kind == TEXT:
            before = pieces[index - 1][1][-1:] if index else ""
            after = pieces[index + 1] if index + 1 < len(pieces) else (BREAK, "")
            text = escape(value, in_link=place.in_link, struck=struck, dollars=dollars)
            out.append(_between(text, before, after))
        elif kind == CODE:
            out.append(_code_in(value, place))
        elif kind == MATH:
            out.append(_math_in(pieces, index, place))
        else:
            if value == STRUCK:
                struck = kind == OPEN
            out.append(value)
    return "".join(out)


def _runs(pieces: list[Piece]) -> list[Piece]:
    """Text next to text as one, code next to code as one, breaks only between lines of text."""
    out: list[Piece] = []
    for kind, value in pieces:
        last = out[-1][0] if out else BREAK
        if kind == BREAK:
            if last == TEXT:
                out[-1] = (TEXT, out[-1][1].rstrip())
            if last == TEXT and not out[-1][1]:
                out.pop()
            if out and out[-1][0] != BREAK:
                out.append((BREAK, value))
        elif kind in (TEXT, CODE) and kind == last:
            out[-1] = (kind, out[-1][1] + value)
        elif kind != TEXT or not out:
            if value:
                out.append((kind, value))
        elif value := (value.lstrip() if last == BREAK else value):
            out.append((kind, value))
    if out and out[-1][0] == BREAK:
        out.pop()
    return out


def _between(text: str, before: str, after: Piece) -> str:
    """Text whose ends do not join with a link or an image next to it."""
    if before == "]" and text[0] == "(":
        text = "\\" + text
    if text[-1] == "!" and after[0] == RAW and after[1][0] == "[":
        text = text[:-1] + "\\!"
    return text


def _code_in(text: str, place: _Place) -> str:
    # In a cell `\|` is the one thing that no two renderers read alike.
    if place.line_break == CELL_BREAK and "\\|" in text:
        return f"<code>{escape(text).replace('|', '&#124;')}</code>"
    return code_span(text)


def _math_in(pieces: list[Piece], index: int, place: _Place) -> str:
    """A formula between dollar signs, or as code where they would not be read as its ends."""
    latex = pieces[index][1]
    before = pieces[index - 1][1][-1:] if index else ""
    after = pieces[index + 1][1][:1] if index + 1 < len(pieces) else ""
    alone = index + 1 == len(pieces) or pieces[index + 1][0] != MATH
    backslashes = len(latex) - len(latex.rstrip("\\"))
    if (
        "$" in latex
        or backslashes % 2
        or before.isdigit()
        or after.isdigit()
        or not alone
        or (place.line_break == CELL_BREAK and "\\|" in latex)
    ):
        return _code_in(latex, place)
    return f"${latex}$"
