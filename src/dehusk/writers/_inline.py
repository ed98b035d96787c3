"""Inline content as Markdown that renders to the same text.

A tree of inline content becomes a flat list of pieces: text, finished Markdown, and the opening and
closing of emphasis. `_emphasis.settle` decides which marks can stay; then the text is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dehusk.budget import Meter, watched
from dehusk.content import (
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
from dehusk.content.schemes import IMAGE_SCHEMES, LINK_SCHEMES, image_url, link_url
from dehusk.native.write import Signs
from dehusk.writers._emphasis import (
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
    class_of,
)
from dehusk.writers._escape import Around, destination, escape, is_autolink, signs, title
from dehusk.writers._pieces import HARD_BREAK, Place, finish, finish_text
from dehusk.writers._plain import plain, without_controls

STAGE = "writing Markdown"

_PRICE = re.compile(r"\$\d")
_DOLLAR = re.compile(r"(?<!\\)\$(?!\d)")


@dataclass(slots=True)
class InlineWriter:
    """Writes inline content; `notes` are the footnotes that it may point to, by their label.

    `dollars` are the kinds of content written so far that bring dollar signs: formulas and code.
    """

    links: bool = True
    images: bool = True
    emphasis: bool = True
    notes: dict[str, str] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)
    dollars: set[type] = field(default_factory=set)
    meter: Meter = field(default_factory=lambda: Meter(STAGE))

    def write(self, content: tuple[Inline, ...], line_break: str = HARD_BREAK) -> str:
        """Inline content as Markdown.

        >>> InlineWriter().write((Text("2 * 3 is "), Strong((Text("6 "),)), Text("always")))
        '2 * 3 is **6** always'
        """
        return self.write_all([content], line_break)[0]

    def write_all(self, contents: list[tuple[Inline, ...]], line_break: str) -> list[str]:
        """Each of several contents that some renderers read as one paragraph: cells."""
        self.dollars.clear()
        place = Place(line_break=line_break)
        texts = [self._measured(self.inside(content, place)[1]) for content in contents]
        strict, formulas = self._doubts(texts)
        careful = place._replace(strict=True, formulas=formulas)
        # Next to strikethrough or a formula even `~5` or `$5` may be read as a mark.
        return [
            self.inside(content, careful)[1] if strict or "~~" in text else text
            for content, text in zip(contents, texts, strict=True)
        ]

    def _measured(self, text: str) -> str:
        self.meter.reach(self.meter.size + len(text))
        return text

    def _doubts(self, texts: list[str]) -> tuple[bool, bool]:
        """Whether dollar signs of prices or of code may be taken for those of formulas."""
        formulas = self.dollars >= {Math, Code}
        with_dollars = [text for text in texts if "$" in text]
        prices = any(map(_PRICE.search, with_dollars))
        others = bool(self.dollars) or any(map(_DOLLAR.search, with_dollars))
        return formulas or (prices and others), formulas

    def inside(self, content: tuple[Inline, ...], place: Place) -> tuple[str, str, str]:
        """Inline content as Markdown that fits into its place, and the white space around it."""
        if len(content) == 1 and type(content[0]) is Text:
            return finish_text(without_controls(content[0].text), place)
        pieces: list[Piece] = []
        self.flatten(content, pieces, place)
        return finish(pieces, place)

    def flatten(self, content: tuple[Inline, ...], pieces: list[Piece], place: Place) -> None:
        """Append the pieces of inline content."""
        for node in watched(content, STAGE):
            if type(node) is Text:
                pieces.append((TEXT, without_controls(node.text)))
            else:
                _FLATTEN[type(node)](self, node, pieces, place)


class Ways:
    """What is written of a line by rules even where the native way leads through it."""

    class_of = staticmethod(class_of)
    signs = Signs(
        *signs(), LINK_SCHEMES, IMAGE_SCHEMES, [class_of(chr(code)) for code in range(128)]
    )

    @staticmethod
    def image(image: Image) -> str:
        """A picture, empty where its address is not safe.

        >>> Ways.image(Image("/tea pot.jpg", "[A pot]"))
        '![\\\\[A pot\\\\]](/tea%20pot.jpg)'
        """
        url = image_url(image.url)
        if url is None:
            return ""
        alt = escape(" ".join(without_controls(image.alt).split()), _OF_A_PICTURE)
        return f"![{alt}]({destination(url)}{title(image.title)})"

    @staticmethod
    def autolink(url: str, named: str | None) -> str | None:
        """The short form of a link that shows its address, None where it has none."""
        address = None if named else link_url(url)
        return f"<{address}>" if address and is_autolink(address) else None

    @staticmethod
    def target(url: str, named: str | None) -> str | None:
        """What stands in the parentheses of a link, None where its address is not safe."""
        address = link_url(url)
        return None if address is None else destination(address) + title(named)

    @staticmethod
    def finished(
        pieces: list[Piece], line_break: str, in_link: bool, raised: bool, strict: bool
    ) -> tuple[str, str, str]:
        """The Markdown of a line or of what is in a link, and the white space around it."""
        place = Place((), (), in_link, line_break, raised, strict)
        if len(pieces) == 1 and pieces[0][0] == TEXT:
            return finish_text(without_controls(pieces[0][1]), place)
        printable = [
            (kind, without_controls(text)) if kind in (TEXT, CODE) else (kind, text)
            for kind, text in pieces
        ]
        return finish(printable, place)


_OF_A_PICTURE = Around(link=True, strict=True, enclosed=True)


_MARKS: dict[type, str] = {Emphasis: EMPHASIS, Strong: STRONG, Strikethrough: STRUCK}


def _mark(mark: str) -> Callable[[InlineWriter, Any, list[Piece], Place], None]:
    def flatten(writer: InlineWriter, node: Any, pieces: list[Piece], place: Place) -> None:
        # An image alone looks no different in a mark.
        if mark in place.marks or not writer.emphasis or not plain(node.content).strip():
            writer.flatten(node.content, pieces, place)
            return
        marks, opened = (*place.marks, mark), (*place.opened, mark)
        pieces.append((OPEN, mark))
        writer.flatten(node.content, pieces, place._replace(marks=marks, opened=opened))
        pieces.append((CLOSE, mark))

    return flatten


def _tag(tag: str) -> Callable[[InlineWriter, Any, list[Piece], Place], None]:
    def flatten(writer: InlineWriter, node: Any, pieces: list[Piece], place: Place) -> None:
        inner = place._replace(opened=(), raised=True)
        _wrap(pieces, f"<{tag}>", writer.inside(node.content, inner), f"</{tag}>")

    return flatten


def _wrap(pieces: list[Piece], start: str, inside: tuple[str, str, str], end: str) -> None:
    """Append finished Markdown between two marks, with the white space outside of them."""
    before, words, after = inside
    raw = [(RAW, start + words + end)] if words else []
    pieces += [(TEXT, before), *raw, (TEXT, after)]


def _link(writer: InlineWriter, node: Link, pieces: list[Piece], place: Place) -> None:
    follows = writer.links and not place.in_link
    target = Ways.target(node.url, node.title) if follows else None
    if target is None:
        writer.flatten(node.content, pieces, place)
    elif (short := Ways.autolink(node.url, node.title)) and _shows(node.content, short[1:-1]):
        pieces.append((RAW, short))
    else:
        inside = writer.inside(node.content, place._replace(opened=(), in_link=True))
        # `[^` begins a footnote.
        start = "[\\" if inside[1][:1] == "^" else "["
        _wrap(pieces, start, inside, f"]({target})")


def _shows(content: tuple[Inline, ...], address: str) -> bool:
    """Are the words of a link its address, and no code?"""
    return plain(content) == address and not _has_code(content)


def _has_code(content: tuple[Inline, ...]) -> bool:
    return any(type(node) is Code or _has_code(getattr(node, "content", ())) for node in content)


def _image(writer: InlineWriter, node: Image, pieces: list[Piece], place: Place) -> None:
    if writer.images and (image := Ways.image(node)):
        pieces.append((RAW, image))


def _code(writer: InlineWriter, node: Code, pieces: list[Piece], place: Place) -> None:
    if node.text:
        if "$" in node.text:
            writer.dollars.add(Code)
        pieces.append((CODE, without_controls(node.text)))


def _math(writer: InlineWriter, node: Math, pieces: list[Piece], place: Place) -> None:
    if latex := " ".join(without_controls(node.latex).split()):
        # With a dollar sign in it a formula becomes code.
        writer.dollars.add(Code if "$" in latex else Math)
        pieces.append((MATH, latex))


def _break(writer: InlineWriter, node: Break, pieces: list[Piece], place: Place) -> None:
    # Marks end with their line, so that no line begins or ends inside of them.
    pieces += [(CLOSE, mark) for mark in reversed(place.opened)]
    pieces.append((TEXT, " ") if place.raised else (BREAK, place.line_break))
    pieces += [(OPEN, mark) for mark in place.opened]


def _reference(
    writer: InlineWriter, node: FootnoteReference, pieces: list[Piece], place: Place
) -> None:
    name = None if place.in_link else writer.notes.get(node.label)
    if name is None:
        pieces.append((TEXT, f"[{without_controls(node.label)}]"))
    else:
        writer.used.append(node.label)
        pieces.append((RAW, f"[^{name}]"))


_FLATTEN: dict[type, Callable[[InlineWriter, Any, list[Piece], Place], None]] = {
    **{kind: _mark(mark) for kind, mark in _MARKS.items()},
    Superscript: _tag("sup"),
    Subscript: _tag("sub"),
    Code: _code,
    Link: _link,
    Image: _image,
    Math: _math,
    Break: _break,
    FootnoteReference: _reference,
}
