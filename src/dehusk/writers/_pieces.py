"""Pieces of a line as Markdown: the text escaped, the marks that can stay.

>>> finish([(OPEN, "**"), (TEXT, "5 * 3 "), (CLOSE, "**"), (TEXT, "is 15")], Place())
('', '**5 * 3** is 15', '')
"""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from dehusk.budget import watched
from dehusk.writers._emphasis import (
    BREAK,
    CLOSE,
    CODE,
    MATH,
    OPEN,
    RAW,
    TEXT,
    Piece,
    settle,
)
from dehusk.writers._escape import IN_CODE, Around, code_span, escape
from dehusk.writers._formulas import inline_formula

HARD_BREAK = "\\\n"
CELL_BREAK = "<br>"
_END: Piece = (BREAK, "")
_MARK = re.compile(r"[*_`$]")
_RUNS = {mark: re.compile(re.escape(mark) + "+") for mark in "*_`$"}
_END_OF_LABEL = re.compile(r"\][:(]")
_AROUND = {CODE: "`", MATH: "$"}


class Place(NamedTuple):
    """What stands around inline content: all marks, those that its own pieces open, a link.

    Marks inside `raised` text can pair with marks outside of it. `strict` is that of `Around`.
    With `formulas` nearby a dollar sign in code may be read as the end of one.
    """

    marks: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    in_link: bool = False
    line_break: str = HARD_BREAK
    raised: bool = False
    strict: bool = False
    formulas: bool = False


def finish(pieces: list[Piece], place: Place) -> tuple[str, str, str]:
    """The Markdown of a line, and the white space that stood before and after it."""
    pieces = [piece for piece in pieces if piece[1]]
    kinds = {kind for kind, _ in pieces}
    if OPEN in kinds:
        pieces = settle(pieces)
    if MATH in kinds:
        pieces = _formulas(pieces, place)
    if BREAK in kinds:
        pieces = _lines(pieces)
    pieces = _runs(pieces)
    before = _stripped(pieces, 0)
    after = _stripped(pieces, -1)
    return before, _printed(pieces, place), after


def _stripped(pieces: list[Piece], end: int) -> str:
    """Take the white space from one end of the pieces."""
    if not pieces or pieces[end][0] != TEXT:
        return ""
    text = pieces[end][1]
    rest = text.rstrip() if end else text.lstrip()
    if rest:
        pieces[end] = (TEXT, rest)
    else:
        del pieces[end]
    return text[len(rest) :] if end else text[: len(text) - len(rest)]


def finish_text(text: str, place: Place) -> tuple[str, str, str]:
    """The same as `finish` for text with nothing beside it."""
    words = text.strip()
    if not words:
        return text, "", ""
    start = text.index(words)
    unpaired = _unpaired([(TEXT, words)], place) if _MARK.search(words) else ""
    enclosed = place.in_link or place.raised
    around = Around(place.in_link, place.strict, unpaired=unpaired, enclosed=enclosed)
    escaped = escape(words, around)
    return text[:start], escaped, text[start + len(words) :]


def _printed(pieces: list[Piece], place: Place) -> str:
    unpaired = _unpaired(pieces, place)
    out: list[str] = []
    for index, (kind, value) in enumerate(watched(pieces, "writing Markdown")):
        if kind == TEXT:
            before = pieces[index - 1] if index else _END
            after = pieces[index + 1] if index + 1 < len(pieces) else _END
            around = Around(
                link=place.in_link,
                strict=place.strict,
                before="" if before[0] == BREAK else before[1][-1],
                after=_character_after(pieces, index),
                unpaired=unpaired,
                enclosed=place.in_link or place.raised,
            )
            out.append(_between(escape(value, around), before, after))
        elif kind == CODE:
            out.append(_code(value, place))
        elif kind == MATH:
            out.append(f"${value}$")
        else:
            out.append(value)
    return "".join(out)


def _character_after(pieces: list[Piece], index: int) -> str:
    """The character after a text, empty for white space, even behind closing marks."""
    after = index + 1
    while after < len(pieces) and pieces[after][0] == CLOSE:
        after += 1
    if after == len(pieces):
        return ""
    kind, value = pieces[after]
    if kind in _AROUND:
        return _AROUND[kind]
    # The backslash of a break is read as part of an address; `<` ends it.
    return value[0].strip("<") if kind == BREAK else value[0].strip()


def _unpaired(pieces: list[Piece], place: Place) -> str:
    """The marks that have no partner in this line, so that they are read as themselves."""
    if place.raised or not any(kind == TEXT and _MARK.search(text) for kind, text in pieces):
        return ""
    line = "".join([text if kind in (TEXT, BREAK) else "\0" for kind, text in pieces])
    others = "".join([_AROUND.get(kind, "") + text for kind, text in pieces if kind != TEXT])
    # Where cells are not known, a whole table is one paragraph.
    marks = "*_" if place.in_link or place.line_break == CELL_BREAK else "*_`$"
    return "".join(
        [mark for mark in marks if mark in line and mark not in others and _is_lone(mark, line)]
    )


def _is_lone(mark: str, line: str) -> bool:
    runs = list(_RUNS[mark].finditer(line))
    if mark in "`$":
        return len(runs) == 1 and len(runs[0][0]) == 1
    opens = any(line[run.end() : run.end() + 1].strip() for run in runs)
    closes = any(line[run.start() - 1 : run.start()].strip() for run in runs)
    return len(runs) == 1 or not (opens and closes)


def _formulas(pieces: list[Piece], place: Place) -> list[Piece]:
    """The pieces with code for each formula whose dollar signs would not be read as its ends."""
    return [
        _formula(pieces, index, place) if piece[0] == MATH else piece
        for index, piece in enumerate(pieces)
    ]


def _formula(pieces: list[Piece], index: int, place: Place) -> Piece:
    latex = pieces[index][1]
    before = pieces[index - 1][1] if index else ""
    after = pieces[index + 1] if index + 1 < len(pieces) else _END
    stands = not (
        before[-1:].isdigit()
        or after[1][:1].isdigit()
        or after[0] == MATH
        or not _fits(latex, place)
    )
    written = inline_formula(latex, in_link=place.in_link) if stands else None
    return (CODE, latex) if written is None else (MATH, written)


def _runs(pieces: list[Piece]) -> list[Piece]:
    """Text next to text as one, code next to code as one."""
    runs: list[Piece] = []
    for kind, group in groupby(pieces, key=itemgetter(0)):
        if kind in (TEXT, CODE):
            runs.append((kind, "".join([value for _, value in group])))
        else:
            runs += group
    return runs


def _lines(pieces: list[Piece]) -> list[Piece]:
    """Lines without white space at their ends; a break before or after all of them is a space."""
    out: list[Piece] = []
    for kind, value in pieces:
        if kind == BREAK:
            while out and out[-1][0] == TEXT and not out[-1][1].strip():
                out.pop()
            if not out:
                out.append((TEXT, " "))
            elif out[-1][0] == TEXT:
                out[-1] = (TEXT, out[-1][1].rstrip())
            if out[-1] != (TEXT, " ") and out[-1][0] != BREAK:
                out.append((BREAK, value))
        elif kind != TEXT or not out or out[-1][0] != BREAK:
            out.append((kind, value))
        elif text := value.lstrip():
            out.append((TEXT, text))
    if out and out[-1][0] == BREAK:
        out[-1] = (TEXT, " ")
    return out


def _between(text: str, before: Piece, after: Piece) -> str:
    """Text whose ends do not join with a link or an image next to it."""
    if before[1][-1:] == "]" and text[0] == "(":
        text = "\\" + text
    if text[-1] == "!" and after[0] == RAW and after[1][0] == "[":
        text = f"{text[:-1]}\\!"
    return text


def _code(text: str, place: Place) -> str:
    if not IN_CODE.isdisjoint(text) and not _fits(text, place):
        inside = escape(text, Around(link=True, strict=True)).replace("|", "&#124;")
        return f"<code>{inside}</code>"
    return code_span(text)


def _fits(text: str, place: Place) -> bool:
    """Whether code or a formula can stand here as it is.

    Blocks are read before code: `]:` in the words of a link may end a label there, and `](` a link
    for those that look for its end first. Some end code at its first backtick while they look for
    the end of a link. In a cell no two renderers read a pipe after a backslash alike. Nor do they
    agree on where a formula ends.
    """
    in_cell = place.line_break == CELL_BREAK
    return not (
        (in_cell and "\\|" in text)
        or ("`" in text and "](" in text)
        or (place.in_link and _END_OF_LABEL.search(text))
        or (place.formulas and "$" in text)
    )
