"""Inline content in the making: pieces of text with their formats, white space collapsed as in CSS.

>>> line = Line()
>>> line.add_text("Flour and ", ())
>>> line.add_text(" water ", (Strong,))
>>> line.build()
(Text(text='Flour and '), Strong(content=(Text(text='water'),)))

Formats are kept flat, a tuple a piece, until the line is complete: so white space between two
pieces can stand outside of the emphasis that ends there, and emphasis without text leaves no trace.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

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
from dehusk.content.assemble.kept import INVISIBLE


@dataclass(frozen=True, eq=False, slots=True)
class LinkTo:
    """The format of text inside a link; every link element has its own."""

    url: str
    title: str | None = None


class InCode:
    """The format of code within a line, always the last of a piece's formats."""


Mark = (
    type[Emphasis]
    | type[Strong]
    | type[Strikethrough]
    | type[Superscript]
    | type[Subscript]
    | type[InCode]
)
Format = Mark | LinkTo
Formats = tuple[Format, ...]
Atom = Image | Math | FootnoteReference
_IMPLIED, _BREAK = "?", "\n"


class Line:
    """A run of inline content; `build` makes the content tree of it."""

    __slots__ = ("_formats", "_gap", "_gap_formats", "pieces")

    def __init__(self) -> None:
        self.pieces: list[str | Inline] = []
        self._formats: list[Formats] = []
        self._gap = ""
        self._gap_formats: Formats = ()

    def add_text(self, text: str, formats: Formats) -> None:
        """Add text as it stands in the source."""
        if "  " in text or not text.isprintable():
            text = collapse(text)
        core = text.strip()
        if not core:
            if text:
                self.add_gap(_solid(text), formats)
            return
        if core is text:
            self._add(text, formats)
            return
        if text[0] != core[0]:
            self.add_gap(_solid(text[: text.index(core[0])]), formats)
        self._add(core, formats)
        if text[-1] != core[-1]:
            self._gap, self._gap_formats = _solid(text[text.rindex(core[-1]) + 1 :]), formats

    def add_space(self) -> None:
        """Set what follows apart, unless it is Chinese or Japanese, which know no spaces."""
        if self.pieces and not self._gap:
            self._gap = " " if isinstance(self.pieces[-1], Image) else _IMPLIED
            self._gap_formats = self._formats[-1]

    def part_code(self) -> None:
        """Set code apart from other code right before it: two boxes are two words."""
        if self.pieces and not self._gap:
            formats = self._formats[-1]
            if formats and formats[-1] is InCode:
                self._gap, self._gap_formats = _IMPLIED, formats[:-1]

    def add_break(self, formats: Formats) -> None:
        """Add a line break; white space around it disappears."""
        self.add_gap(_BREAK, formats)

    def add_atom(self, atom: Atom, formats: Formats) -> None:
        """Add a thing that is no text."""
        self._add(atom, formats)

    def add_gap(self, gap: str, formats: Formats) -> None:
        """Add white space: of several in a row the widest stays."""
        if not self.pieces:
            return
        if self._gap:
            self._gap_formats = _common(self._gap_formats, formats)
            self._gap = max(self._gap, gap, key=_width)
        else:
            self._gap, self._gap_formats = gap, formats

    def build(self) -> tuple[Inline, ...]:
        """The inline content, empty where a reader would see nothing."""
        pieces = self.pieces
        if len(pieces) == 1 and isinstance(pieces[0], str) and not self._formats[0]:
            return (Text(pieces[0]),) if pieces[0].strip(INVISIBLE) else ()
        for piece in pieces:
            if not isinstance(piece, str) or piece.strip(INVISIBLE):
                return _nest(self.pieces, self._formats)
        return ()

    def _add(self, piece: str | Inline, formats: Formats) -> None:
        if self._gap:
            piece = self._fill_gap(piece, formats)
        self.pieces.append(piece)
        self._formats.append(formats)

    def _fill_gap(self, following: str | Inline, formats: Formats) -> str | Inline:
        """Put the gap after the last piece, or before the following one, which is returned."""
        gap, self._gap = self._gap, ""
        last = self.pieces[-1]
        if gap == _IMPLIED:
            if _touches_cjk(last, following):
                return following
            gap = " "
        before = inside = self._formats[-1]
        if inside and not (inside is formats and inside is self._gap_formats):
            inside = _common(_common(inside, self._gap_formats), formats)
        if gap == _BREAK:
            self.pieces.append(Break())
            self._formats.append(_without_code(inside))
        elif inside is formats and isinstance(following, str):
            return gap + following
        elif inside is before and isinstance(last, str):
            self.pieces[-1] = last + gap
        else:
            self.pieces.append(gap)
            self._formats.append(inside)
        return following


def _nest(pieces: list[str | Inline], formats: list[Formats]) -> tuple[Inline, ...]:
    """The pieces as a tree: neighbours that share a format are together inside of it."""
    levels: list[list[Inline]] = [[]]
    texts: list[str] = []
    current: Formats = ()
    for piece, shapes in zip(pieces, formats, strict=True):
        if shapes is not current and shapes != current:
            if texts:
                levels[-1].append(_text(texts, current))
                texts = []
            shared = len(_common(current, shapes)) if current and shapes else 0
            _close(levels, current[shared:])
            levels += [[] for _ in shapes[shared:]]
            current = shapes
        if isinstance(piece, str):
            texts.append(piece)
            continue
        if texts:
            levels[-1].append(_text(texts, current))
            texts = []
        levels[-1].append(piece)
    if texts:
        levels[-1].append(_text(texts, current))
    _close(levels, current)
    return tuple(levels[0])


def _text(texts: list[str], formats: Formats) -> Inline:
    text = texts[0] if len(texts) == 1 else "".join(texts)
    if formats and formats[-1] is InCode:
        return Code(text.replace("\xa0", " "))
    return Text(text)


def _close(levels: list[list[Inline]], shapes: Formats) -> None:
    """Make an element of each level whose format ends, the innermost first."""
    for shape in reversed(shapes):
        content = levels.pop()
        if isinstance(shape, LinkTo):
            levels[-1].append(Link(tuple(content), shape.url, shape.title))
        elif shape is InCode:
            levels[-1].extend(content)
        else:
            levels[-1].append(shape(tuple(content)))  # type: ignore[call-arg,arg-type]


def _common(one: Formats, other: Formats) -> Formats:
    """The formats that two pieces share, as the tuple of one of them where that is all."""
    if one is other or not one:
        return one
    shared = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine is not theirs:
            break
        shared += 1
    if shared == len(one):
        return one
    return other if shared == len(other) else one[:shared]


def _without_code(formats: Formats) -> Formats:
    return formats[:-1] if formats and formats[-1] is InCode else formats


# White space

_COLLAPSIBLE = " \t\n\r\f\x0b\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_SPACES = re.compile(f"[{_COLLAPSIBLE}]+")
_CJK = (
    "\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uff60\U00020000-\U0003ffff"
)
_IS_CJK = re.compile(f"[{_CJK}]")
_CJK_LINE_END = re.compile(f"(?<=[{_CJK}])[ \\t\\r\\f]*\\n[ \\t\\n\\r\\f]*(?=[{_CJK}])")
_NO_MEANING = re.compile("[\\x00-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f\u00ad\u2060\ufeff]")
_SEPARATES_WORDS = "[\u0e00-\u109f\u1780-\u17ff\u19e0-\u19ff]"
_ZERO_WIDTH_SPACE = re.compile(f"(?<!{_SEPARATES_WORDS})\u200b|\u200b(?!{_SEPARATES_WORDS})")


def collapse(text: str) -> str:
    """White space collapsed, and characters without width or meaning removed."""
    text = clean(text)
    if not text.isascii():
        text = _CJK_LINE_END.sub("", text)
    return _SPACES.sub(" ", text)


def clean(text: str) -> str:
    """Text without soft hyphens, byte order marks, control characters and idle zero-width spaces.

    Joiners and direction marks stay: Persian, Hindi and emoji need them. So does the zero-width
    space between letters of Thai, Khmer and their neighbours, where it parts words.
    """
    text = _NO_MEANING.sub("", text)
    return _ZERO_WIDTH_SPACE.sub("", text) if "\u200b" in text else text


def _solid(space: str) -> str:
    """White space as one character: a no-break or wide space where there is one."""
    if space == " ":
        return space
    solid = space.strip(_COLLAPSIBLE)
    return solid[0] if solid else " "


def _width(gap: str) -> int:
    return {_IMPLIED: 0, " ": 1, _BREAK: 3}.get(gap, 2)


def _touches_cjk(before: str | Inline, after: str | Inline) -> bool:
    return (isinstance(before, str) and bool(_IS_CJK.match(before[-1]))) or (
        isinstance(after, str) and bool(_IS_CJK.match(after[0]))
    )
