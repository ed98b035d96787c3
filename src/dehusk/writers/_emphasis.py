"""Which marks of emphasis can stand where they are.

Whether `*` opens or closes depends on the characters on both sides (the flanking rules of
CommonMark): `**word:**next` is not strong. Here white space moves out of the marks, then
punctuation, as in `**word**:next`; where that does not help the marks are left out. The text is
always the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from dehusk.native.codes import PieceType

TEXT, RAW, CODE, MATH, BREAK, OPEN, CLOSE = map(int, PieceType)
Piece = tuple[int, str]

EMPHASIS, STRONG, BOTH, STRUCK = "*", "**", "***", "~~"
_OTHER = {EMPHASIS: STRONG, STRONG: EMPHASIS}

_SPACE, _PUNCTUATION, _WORD, _SYMBOL = range(4)
# Each round settles the marks whose neighbours stay; only a hostile page needs more than three.
_ROUNDS = 8


def settle(pieces: list[Piece]) -> list[Piece]:
    """The pieces with marks that renderers read as meant, and no others.

    >>> settle([(OPEN, "**"), (TEXT, "word: "), (CLOSE, "**"), (TEXT, "next")])
    [(5, '**'), (0, 'word:'), (6, '**'), (0, ' next')]
    >>> settle([(OPEN, "**"), (TEXT, "word:"), (CLOSE, "**"), (TEXT, "next")])
    [(5, '**'), (0, 'word'), (6, '**'), (0, ':next')]
    """
    if _are_settled(pieces):
        return pieces
    for _ in range(_ROUNDS):
        pieces = _combined(_merged(_tight(pieces)))
        marked = _marked(pieces)
        faults = list(_faults(marked))
        if not faults:
            return marked
        pieces = _repaired(pieces, faults)
    return [piece for piece in pieces if piece[0] not in (OPEN, CLOSE)]


def _are_settled(pieces: list[Piece]) -> bool:
    """Has every mark a word on its inside and white space on its outside? Most have."""
    return all(
        (kind == OPEN and _last(pieces, place - 1) == _SPACE and _is_word(pieces, place + 1, 0))
        or (
            kind == CLOSE
            and _first(pieces, place + 1) == _SPACE
            and _is_word(pieces, place - 1, -1)
        )
        for place, (kind, _) in enumerate(pieces)
        if kind in (OPEN, CLOSE)
    )


def _is_word(pieces: list[Piece], place: int, index: int) -> bool:
    kind, value = pieces[place]
    return kind == TEXT and class_of(value[index]) == _WORD


def _tight(pieces: Iterable[Piece]) -> list[Piece]:
    """White space outside of the marks, and no marks around nothing."""
    out: list[Piece] = []
    opening: list[Piece] = []
    space = ""
    for piece in pieces:
        kind, value = piece
        if kind == OPEN:
            opening.append(piece)
        elif kind == CLOSE:
            if opening:
                opening.pop()
            else:
                out.append(piece)
        elif kind == TEXT and not value.strip():
            space += value
        else:
            word = value.strip() if kind == TEXT else value
            start = value.index(word)
            if space or start:
                out.append((TEXT, space + value[:start]))
            out += opening
            opening.clear()
            out.append((kind, word))
            space = value[start + len(word) :]
    if space:
        out.append((TEXT, space))
    return out


def _merged(pieces: Iterable[Piece]) -> list[Piece]:
    """Neighbours of the same kind as one: text with text, and `**a****b**` as `**ab**`."""
    kept: list[Piece] = []
    for kind, value in pieces:
        if kind == OPEN and kept and kept[-1] == (CLOSE, value):
            kept.pop()
        else:
            kept.append((kind, value))
    merged: list[Piece] = []
    for kind, group in groupby(kept, key=itemgetter(0)):
        if kind == TEXT:
            merged.append((TEXT, "".join([value for _, value in group])))
        else:
            merged += group
    return merged


def _pairs(pieces: list[Piece]) -> Iterator[tuple[int, int]]:
    """The places of each opening mark and of the one that closes it."""
    opened: list[int] = []
    for place, (kind, _) in enumerate(pieces):
        if kind == OPEN:
            opened.append(place)
        elif kind == CLOSE:
            yield opened.pop(), place


def _combined(pieces: list[Piece]) -> list[Piece]:
    """Strong around emphasis, or the reverse, with nothing between them, as one mark."""
    pieces = list(pieces)
    ends = dict(_pairs(pieces))
    dropped = set()
    for start, end in ends.items():
        other = _OTHER.get(pieces[start][1])
        if other and ends.get(start + 1) == end - 1 and pieces[start + 1][1] == other:
            pieces[start], pieces[end] = (OPEN, BOTH), (CLOSE, BOTH)
            dropped |= {start + 1, end - 1}
    return [piece for place, piece in enumerate(pieces) if place not in dropped]


def _marked(pieces: list[Piece]) -> list[Piece]:
    """Emphasis that touches strong written with `_`, so that their marks do not run together."""
    marked = list(pieces)
    for start, end in _pairs(pieces):
        if pieces[start][1] == EMPHASIS and _touches(pieces, start, end):
            marked[start], marked[end] = (OPEN, "_"), (CLOSE, "_")
    return marked


def _touches(pieces: list[Piece], start: int, end: int) -> bool:
    """Whether a pair stands next to another mark made of asterisks."""
    return any(
        0 <= place < len(pieces)
        and pieces[place][0] in (OPEN, CLOSE)
        and pieces[place][1] in (EMPHASIS, STRONG, BOTH)
        for place in (start - 1, start + 1, end - 1, end + 1)
    )


@dataclass(frozen=True, slots=True)
class _Fault:
    """A pair of marks that would not be read as meant, and how much text to move out of it.

    `lead` and `trail` count characters; `drop` says that only leaving the marks out helps.
    """

    start: int
    end: int
    lead: int
    trail: int
    drop: bool


def _faults(pieces: list[Piece]) -> Iterator[_Fault]:
    for start, end in _pairs(pieces):
        mark = pieces[start][1]
        opens = _fits(mark, _last(pieces, start - 1), _first(pieces, start + 1))
        closes = _fits(mark, _first(pieces, end + 1), _last(pieces, end - 1))
        crowded = mark == BOTH and _touches(pieces, start, end)
        if opens and closes and not crowded:
            continue
        lead = 0 if opens else _odd(pieces[start + 1], 1)
        trail = 0 if closes else _odd(pieces[end - 1], -1)
        nothing_left = start + 2 == end and lead + trail >= len(pieces[start + 1][1])
        stuck = (not opens and not lead) or (not closes and not trail)
        yield _Fault(start, end, lead, trail, crowded or nothing_left or stuck)


def _fits(mark: str, outside: int, inside: int) -> bool:
    """The flanking rules, where a symbol counts as whatever is worse: versions differ on it."""
    outside_is_free = outside in (_SPACE, _PUNCTUATION)
    return outside_is_free or (inside == _WORD and mark != "_")


def _odd(piece: Piece, step: int) -> int:
    """How many characters that are not of words a text has at one end; 0 when it has no others."""
    kind, text = piece
    if kind != TEXT:
        return 0
    for count, character in enumerate(text[::step]):
        if class_of(character) == _WORD:
            return count
    return 0


def _last(pieces: list[Piece], place: int) -> int:
    return _neighbour(pieces[place], -1) if place >= 0 else _SPACE


def _first(pieces: list[Piece], place: int) -> int:
    return _neighbour(pieces[place], 0) if place < len(pieces) else _SPACE


def _neighbour(piece: Piece, index: int) -> int:
    kind, value = piece
    if kind == TEXT:
        return class_of(value[index])
    return _SPACE if kind == BREAK else _PUNCTUATION


@lru_cache(maxsize=4096)
def class_of(character: str) -> int:
    """What a character is beside a mark: white space, punctuation, part of a word, or a symbol."""
    if character.isalnum():
        return _WORD
    if character.isspace():
        return _SPACE
    category = unicodedata.category(character)
    if category[0] == "P" or character < "\x7f":
        return _PUNCTUATION
    return _SYMBOL if category[0] == "S" else _WORD


def _repaired(pieces: list[Piece], faults: list[_Fault]) -> list[Piece]:
    dropped = {place for fault in faults if fault.drop for place in (fault.start, fault.end)}
    leads = {fault.start: fault.lead for fault in faults if not fault.drop}
    trails = {fault.end: fault.trail for fault in faults if not fault.drop}
    out: list[Piece] = []
    for place, (kind, value) in enumerate(pieces):
        if place in dropped:
            continue
        if lead := leads.get(place):
            out.append((TEXT, pieces[place + 1][1][:lead]))
        if kind == TEXT:
            value = value[leads.get(place - 1, 0) : len(value) - trails.get(place + 1, 0)]
        out.append((kind, value))
        if trail := trails.get(place):
            out.append((TEXT, pieces[place - 1][1][-trail:]))
    return out
