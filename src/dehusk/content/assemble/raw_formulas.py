r"""Formulas that stand in the text as they were written, for a script of the page to draw.

>>> from dehusk.content import Paragraph, Text
>>> from dehusk.content.table import blocks_of, table_of
>>> content = table_of((Paragraph((Text(r"Let \(x^2\) be it"),), rows=(3, 5)),))
>>> blocks_of(with_raw_formulas(content, dollars=False))[0].content
(Text(text='Let '), Math(latex='x^2'), Text(text=' be it'))
"""

from __future__ import annotations

import re

import numpy as np

from dehusk.content.rows import Content, Made, spliced
from dehusk.native.codes import Kind
from dehusk.native.content import Reading

_INSIDE = r"(?:[^\\]|\\[^()\[\]])*+"
_RAW = re.compile(
    rf"(?<!\\)(?:\\\((?P<round>{_INSIDE})\\\)|\\\[(?P<square>{_INSIDE})\\\])"
    r"|\$\$(?P<double>[^$]++)\$\$"
)
_SINGLE = re.compile(r"\$(?<![\\$\w]\$)(?P<single>(?=[^\s$])[^$]++(?<=\S))\$(?!\d)")
_DOLLARS = re.compile(rf"{_RAW.pattern}|{_SINGLE.pattern}")
_RENDERERS = (b"athJax", b"mathjax", b"katex")
_IN_TEX = ("\\", "^", "_", "=")
_PARAGRAPH, _TEXT = int(Kind.PARAGRAPH), int(Kind.TEXT)
_MATH, _MATH_BLOCK = int(Kind.MATH), int(Kind.MATH_BLOCK)


def raw_formulas(reading: Reading) -> bool | None:
    """Whether formulas may stand in the text of a page: True if also between single dollar signs,
    None where there are none."""
    if reading.dollars > 1 and _are_between_dollars(reading):
        return True
    return False if reading.delimiters else None


def _are_between_dollars(reading: Reading) -> bool:
    source = reading.page.source
    return bool(
        _SINGLE.search(reading.lines_of_text()) and any(name in source for name in _RENDERERS)
    )


def with_raw_formulas(content: Content, *, dollars: bool) -> Content:
    """The content with the formulas in its text as formulas."""
    pattern = _DOLLARS if dollars else _RAW
    text = bytearray(content.text)
    edits: list[tuple[int, int, list[Made]]] = []
    for row in np.flatnonzero(content.kind == _TEXT).tolist():
        written = content.text_of(row)
        if "\\" not in written and "$" not in written:
            continue
        above = row - 1
        alone = content.kind[above] == _PARAGRAPH and content.end[above] == row + 1
        if alone and (latex := _display(written, pattern)) is not None:
            place = content.first.item(above), content.last.item(above)
            edits.append((above, row + 1, [_made(_MATH_BLOCK, 1, latex, text, place)]))
        elif pieces := _split(written, pattern):
            made = [_made(kind, end, piece, text) for end, (kind, piece) in enumerate(pieces, 1)]
            edits.append((row, row + 1, made))
    return spliced(content, edits, bytes(text), content.arguments) if edits else content


def _made(
    kind: int, end: int, piece: str, text: bytearray, place: tuple[int, int] = (-1, -1)
) -> Made:
    """A row with its text at the end of all text."""
    start = len(text)
    text += piece.encode("utf-8", "surrogatepass")
    return kind, end, 0, start, len(text), *place, -1


def _display(text: str, pattern: re.Pattern[str]) -> str | None:
    """The formula that a text is, in the delimiters of those that stand by themselves."""
    found = pattern.fullmatch(text.strip())
    if found is None or found.lastgroup not in ("square", "double"):
        return None
    return found[found.lastgroup].strip()


def _split(text: str, pattern: re.Pattern[str]) -> list[tuple[int, str]]:
    """The pieces of a text with formulas, each with its kind; none where it has none."""
    pieces: list[tuple[int, str]] = []
    end = 0
    for found in pattern.finditer(text):
        latex = next(group for group in found.groups() if group is not None).strip()
        if not latex or (
            found.lastgroup == "double" and not any(sign in latex for sign in _IN_TEX)
        ):
            continue
        if found.start() > end:
            pieces.append((_TEXT, text[end : found.start()]))
        pieces.append((_MATH, latex))
        end = found.end()
    if pieces and end < len(text):
        pieces.append((_TEXT, text[end:]))
    return pieces
