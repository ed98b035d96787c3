"""A document in pieces for retrieval, each with its headings and where it stood.

>>> import dehusk
>>> page = "<main><h1>Tea</h1><p>Boil water.</p><h2>Green</h2><p>Let it cool a little.</p></main>"
>>> for chunk in dehusk.extract(page, method="semantic").chunks(format="text"):
...     print(chunk.headings, chunk.words, repr(chunk.text))
('Tea',) 3 'Tea\\n\\nBoil water.'
('Tea', 'Green') 6 'Green\\n\\nLet it cool a little.'

Tables, items of lists, code and figures are never cut, even where one is longer than a chunk should
be. A long list is cut between its items, a long paragraph between its sentences, a long thread
between its posts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from dehusk.budget import Meter, watched
from dehusk.content import (
    Block,
    DefinitionList,
    Footnote,
    FootnoteReference,
    Heading,
    Inline,
    List,
    Paragraph,
    Post,
    Quote,
    Rows,
    Table,
    Text,
    parts_of,
)
from dehusk.content.header import NO_FRONT
from dehusk.content.table import blocks_of
from dehusk.native.xpath import Locations
from dehusk.reprs import short_repr
from dehusk.views import sentences
from dehusk.views.wording import count_words
from dehusk.writers._plain import plain
from dehusk.writers.markdown import markdown_of
from dehusk.writers.text import text_of

if TYPE_CHECKING:
    from dehusk.document import Document

Span = tuple[int, int]
By = Literal["heading", "size"]
Format = Literal["markdown", "text"]

_STAGE = "cutting into chunks"
_WRITERS: dict[Format, Callable[[tuple[Block, ...]], str]] = {
    "markdown": markdown_of,
    "text": text_of,
}


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document.

    `headings` lead from the title of the page to the piece. `xpath` says where it begins, `source`
    is the span of its bytes in the page and `rows` that of its rows; a part of a long paragraph has
    the place of the whole. `words` counts every character of scripts without spaces.
    """

    text: str
    headings: tuple[str, ...]
    words: int
    xpath: str | None
    source: Span | None
    rows: Rows

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Chunks:
    """How a document is cut.

    >>> Chunks(max_words=200).by
    'heading'

    A chunk has at most `max_words` words, more only where one thing that is never cut has more. By
    `"heading"` each begins anew at every heading; by `"size"` they are filled up across headings.
    """

    max_words: int = 300
    by: By = "heading"
    format: Format = "markdown"

    def __post_init__(self) -> None:
        if self.max_words < 1:
            raise ValueError(f"max_words must be at least 1, not {self.max_words}")
        if self.by not in get_args(By):
            raise ValueError(f'by must be "heading" or "size", not {self.by!r}')
        if self.format not in get_args(Format):
            raise ValueError(f'format must be "markdown" or "text", not {self.format!r}')


def cut(document: Document, options: Chunks = Chunks()) -> tuple[Chunk, ...]:
    """The chunks of a document, in order; together they hold all of it.

    >>> import dehusk
    >>> [chunk.text for chunk in cut(dehusk.extract("<p>Tea needs boiling water.</p>"))]
    ['Tea needs boiling water.\\n']
    """
    blocks = blocks_of(document.with_front(replace(NO_FRONT, title=True)))
    write = _WRITERS[options.format]
    return tuple(
        _finished(piece, document.page.locations, write) for piece in _pieces(blocks, options)
    )


def write_chunks(document: Document, options: Chunks = Chunks(), source: str | None = None) -> str:
    """The chunks of a document as JSON, one object a line, each with where it is from.

    >>> import dehusk
    >>> write_chunks(dehusk.extract("<p>Tea needs boiling water.</p>"), source="tea.html")[:20]
    '{"page": "tea.html",'
    """
    known: dict[str, Any] = {"page": source} if source is not None else {}
    known |= {"url": document.page.url, "title": document.title}
    lines = (json.dumps(known | asdict(one), ensure_ascii=False) for one in cut(document, options))
    return Meter(_STAGE).whole("\n".join(lines))


def _finished(
    piece: _Piece, locations: Locations, write: Callable[[tuple[Block, ...]], str]
) -> Chunk:
    rows = _rows(piece.blocks)
    first, end = _hull(rows) or (0, 0)
    return Chunk(
        write(tuple(piece.blocks)),
        piece.headings,
        piece.words,
        locations.of((first, end))[0],
        _hull([span for each in rows if (span := locations.of(each)[1])]),
        (first, end),
    )


def _rows(blocks: list[Block]) -> list[Span]:
    return [block.rows for block in blocks if block.rows[0] < block.rows[1]]


def _hull(spans: list[Span]) -> Span | None:
    """From the first start to the last end."""
    return (min(spans)[0], max(end for _, end in spans)) if spans else None


@dataclass(slots=True)
class _Piece:
    """A chunk in the making."""

    headings: tuple[str, ...] = ()
    words: int = 0
    blocks: list[Block] = field(default_factory=list)
    is_headings: bool = True

    def add(self, block: Block, words: int) -> None:
        self.blocks.append(block)
        self.words += words
        self.is_headings &= type(block) is Heading


@dataclass(slots=True)
class _Path:
    """The headings that stand above a place."""

    steps: list[tuple[int, str]] = field(default_factory=list)

    def enter(self, heading: Heading) -> None:
        while self.steps and self.steps[-1][0] >= heading.level:
            self.steps.pop()
        if words := " ".join(plain(heading.content).split()):
            self.steps.append((heading.level, words))

    @property
    def headings(self) -> tuple[str, ...]:
        return tuple(words for _, words in self.steps)


def _pieces(blocks: tuple[Block, ...], options: Chunks) -> Iterator[_Piece]:
    notes = _Notes(blocks)
    path = _Path()
    piece = _Piece()
    for block in watched(notes.others, _STAGE):
        if type(block) is Heading:
            if not piece.is_headings and options.by == "heading":
                yield piece
                piece = _Piece()
            path.enter(block)
        room = options.max_words - (piece.words if piece.is_headings else 0)
        for part, words in _parts(block, max(1, room)):
            if piece.words + words > options.max_words and not piece.is_headings:
                yield piece
                piece = _Piece()
            if piece.is_headings:
                piece.headings = path.headings
            piece.add(part, words)
            for note, length in notes.of(part):
                piece.add(note, length)
    if piece.blocks:
        yield piece


class _Notes:
    """Footnotes stand with what first points to them; one that nothing points to stays in its place."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        notes = [block for block in reversed(blocks) if type(block) is Footnote]
        parts = parts_of(blocks if notes else ())
        marked = {one.label for one in parts if type(one) is FootnoteReference}
        self._waiting = {note.label: note for note in notes if note.label in marked}
        waiting = {id(note) for note in self._waiting.values()}
        self.others = tuple(block for block in blocks if id(block) not in waiting)

    def of(self, block: Block) -> Iterator[tuple[Footnote, int]]:
        """The notes that a block is the first to point to, with their lengths."""
        pointing: list[Block] = [block] if self._waiting else []
        for one in pointing:  # grows while a note points to another
            for part in parts_of((one,)):
                if type(part) is FootnoteReference and part.label in self._waiting:
                    note = self._waiting.pop(part.label)
                    pointing.append(note)
                    yield note, _length(note)


Measured = tuple[Block, int]
"""A block and how many words it has."""


def _parts(block: Block, most: int) -> list[Measured]:
    """A block, or its parts where it has too many words and may be cut; each is measured once."""
    cut = _CUTS.get(type(block))
    return [(block, _length(block))] if cut is None else cut(block, most)


def _length(*blocks: Block) -> int:
    """How many words the text of some blocks has, told without writing what is common."""
    return sum([_words_of(block) for block in blocks])


def _words_of(block: Block) -> int:
    match block:
        case Heading() | Paragraph():
            return count_words(plain(block.content))
        case List():
            return sum([_length(*item.content) for item in block.items])
        case DefinitionList():
            terms = [count_words(plain(term)) for item in block.items for term in item.terms]
            return sum(terms) + sum(
                [_length(*meaning) for item in block.items for meaning in item.meanings]
            )
        case Table():
            cells = [_length(*cell.content) for line in block.lines for cell in line]
            return count_words(plain(block.caption)) + sum(cells)
        case _:
            return count_words(text_of((block,)))


def _all_parts(blocks: tuple[Block, ...], most: int) -> list[Measured]:
    return [part for block in watched(blocks, _STAGE) for part in _parts(block, most)]


Part = TypeVar("Part")


def _packed(parts: list[tuple[Part, int]], most: int) -> Iterator[tuple[list[Part], int]]:
    """Parts in groups of at most so many words, one part at least, with their words."""
    group: list[Part] = []
    size = 0
    for part, words in watched(parts, _STAGE):
        if group and size + words > most:
            yield group, size
            group, size = [], 0
        group.append(part)
        size += words
    if group:
        yield group, size


def _words(parts: list[tuple[Part, int]]) -> int:
    return sum(words for _, words in parts)


def _cut_list(block: List, most: int) -> list[Measured]:
    items = [(item, _length(*item.content)) for item in watched(block.items, _STAGE)]
    if (words := _words(items)) <= most:
        return [(block, words)]
    cut: list[Measured] = []
    number = block.start
    for group, size in _packed(items, most):
        rows = group[0].rows[0], group[-1].rows[1]
        cut.append((replace(block, items=tuple(group), rows=rows, start=number), size))
        number += len(group)
    return cut


def _cut_definitions(block: DefinitionList, most: int) -> list[Measured]:
    alone = [DefinitionList((item,), block.rows) for item in block.items]
    items = [(one.items[0], _length(one)) for one in watched(alone, _STAGE)]
    if (words := _words(items)) <= most:
        return [(block, words)]
    return [(replace(block, items=tuple(group)), size) for group, size in _packed(items, most)]


def _cut_quote(block: Quote, most: int) -> list[Measured]:
    parts = _all_parts(block.content, most)
    if (words := _words(parts)) <= most:
        return [(block, words)]
    return [
        (replace(block, content=tuple(group), rows=_hull(_rows(group)) or block.rows), size)
        for group, size in _packed(parts, most)
    ]


def _cut_post(block: Post, most: int) -> list[Measured]:
    """Parts of a post that each name its author, then the replies."""
    parts, replies = _all_parts(block.content, most), _all_parts(block.replies, most)
    if (words := _words(parts) + _words(replies)) <= most:
        return [(block, words)]
    alone = replace(block, replies=())
    own = [(replace(alone, content=tuple(group)), size) for group, size in _packed(parts, most)]
    return own + replies


def _cut_paragraph(block: Paragraph, most: int) -> list[Measured]:
    if (words := _length(block)) <= most:
        return [(block, words)]
    sentences = [(part, count_words(plain(part))) for part in _sentences(block.content)]
    return [
        (replace(block, content=tuple(inline for sentence in group for inline in sentence)), size)
        for group, size in _packed(sentences, most)
    ]


_CUTS: dict[type, Callable[[Any, int], list[Measured]]] = {
    List: _cut_list,
    DefinitionList: _cut_definitions,
    Quote: _cut_quote,
    Post: _cut_post,
    Paragraph: _cut_paragraph,
}


def _sentences(content: tuple[Inline, ...]) -> Iterator[tuple[Inline, ...]]:
    """Inline content cut where a sentence ends outside of links and other marks."""
    sentence: list[Inline] = []
    for inline in watched(content, _STAGE):
        if type(inline) is not Text:
            sentence.append(inline)
            continue
        for text, is_whole in _with_ends(inline.text):
            sentence.append(Text(text))
            if is_whole:
                yield tuple(sentence)
                sentence = []
    if sentence:
        yield tuple(sentence)


def _with_ends(text: str) -> Iterator[tuple[str, bool]]:
    """The sentences of a text with the space between them, and whether each ends before the last."""
    starts = []
    end = 0
    for sentence in sentences.each(text):
        starts.append(text.index(sentence, end))
        end = starts[-1] + len(sentence)
    edges = [0, *starts[1:], len(text)]
    for start, stop in pairwise(edges):
        yield text[start:stop], stop < len(text)
