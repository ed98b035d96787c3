"""The walk over the kept part of a page: it opens and closes elements, and keeps the line.

A handler says what an element means. It gets the walker and a position, and returns the position to
go on with: `position + 1` to go inside, the element's end to leave it out, or -1 when the element
is not its business after all. There is no recursion: `_frames` holds what to do where an element
ends, so a page may be as deep as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dehusk.budget import check
from dehusk.content import (
    Block,
    Emphasis,
    FootnoteReference,
    Heading,
    ListItem,
    Paragraph,
    Rows,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Text,
)
from dehusk.content.assemble.containers import Container, Inlines, NoteBox
from dehusk.content.assemble.kept import BLOCK_TAGS, Kept
from dehusk.content.assemble.line import Atom, Format, Formats, InCode, Line, LinkTo
from dehusk.content.assemble.pictures import parted_from_pictures
from dehusk.content.assemble.urls import Addresses
from dehusk.content.assemble.vocabulary import Kind
from dehusk.page.tags import FIRST_CUSTOM, Tag

if TYPE_CHECKING:
    from dehusk.content.assemble.footnotes import Notes
    from dehusk.content.assemble.images import Seen

MAX_DEPTH = 40
"""How deep the content tree may be: what is nested deeper becomes content of what it is in."""

Handler = Callable[["Walker", int], int]


@dataclass(frozen=True)
class Handlers:
    """What to do with an element, by its kind, its tag, or its name where HTML has no such tag."""

    by_kind: Mapping[Kind, Handler]
    by_tag: Sequence[Handler | None]
    by_name: Mapping[str, Handler]

    @classmethod
    def of(
        cls,
        kinds: Mapping[Kind, Handler],
        tags: Mapping[int, Handler],
        names: Mapping[str, Handler],
    ) -> Handlers:
        """From tables, one each."""
        return cls(kinds, [tags.get(tag) for tag in range(FIRST_CUSTOM)], names)


_TEXT = int(Tag.TEXT)
_POSITIONS_A_CHECK = 500
_MARKS = {Emphasis, Strong, Strikethrough, Superscript, Subscript}


class Walker:
    """The state of the walk, and what handlers may do."""

    def __init__(self, kept: Kept, addresses: Addresses, notes: Notes) -> None:
        self.kept = kept
        self.addresses = addresses
        self.notes = notes
        self.references: set[str] = set()
        self.footnotes: set[str] = set()
        self.quotations = 0
        self.joined_at = -1
        self.noscript_end = 0
        self.last_image: Seen | None = None
        self.last_picture = -1
        self.last_player = ""
        self.languages: dict[int, str | None] = {}
        self._tag_rows: dict[int, list[int]] = {}
        self.container = Container((0, 0))
        self.formats: Formats = ()
        self.line = Line()
        self.inline_only = False
        self._separator: Callable[[], None] = self._end_paragraph
        self._heading = 0
        self._depth = 0
        self._run = -1
        self._position = 0
        self._first = self._last = -1
        self._last_before = -1
        self._known_formats: dict[Formats, Formats] = {}
        self._frames: list[tuple[int, Formats, Callable[[], None] | None]] = []

    def walk(self, handlers: Handlers) -> tuple[Block, ...]:
        """Visit everything that is kept, and return the content."""
        tags, frames, notes = self.kept.tags, self._frames, dict(self.notes.starts)
        position, count, next_check = 0, len(tags), 0
        while position < count:
            if position >= next_check:
                check("assembling")
                next_check = position + _POSITIONS_A_CHECK
            self._position = position
            while frames and frames[-1][0] <= position:
                self._close()
            if notes and position in notes:
                position = self._open_note(position, *notes.pop(position))
            elif tags[position] == _TEXT:
                self._text(position)
                position += 1
            else:
                position = self._element(position, handlers)
        self._position = count
        while frames:
            self._close()
        self.flush()
        return self.container.content()

    def _element(self, position: int, handlers: Handlers) -> int:
        kept = self.kept
        if position in kept.kinds:
            handler = handlers.by_kind.get(kept.kinds[position])
            following = handler(self, position) if handler is not None else -1
            if following >= 0:
                return following
        tag = kept.tags[position]
        handler = (
            handlers.by_tag[tag]
            if tag < FIRST_CUSTOM
            else handlers.by_name.get(kept.page.tag_names[tag])
        )
        following = handler(self, position) if handler is not None else -1
        if following >= 0:
            return following
        if tag in BLOCK_TAGS and (line := self.take_line(position)):
            self.container.add(Paragraph(line, kept.span(position)))
            return position + 2
        return position + 1

    # What handlers do

    def take_line(self, position: int) -> Inlines:
        """End the paragraph and take the text of a block that holds nothing else: most blocks do.

        Empty where it takes a `Line` to tell what the content is. Otherwise the block is behind the
        walk, and the position to go on with is two further.
        """
        kept, inside = self.kept, position + 1
        if kept.ends[position] != inside + 1 or kept.tags[inside] != _TEXT:
            return ()
        text = kept.texts[inside].strip()
        if "  " in text or not text.isprintable() or not text:
            return ()
        if self.inline_only or self._heading or not set(self.formats) <= _MARKS:
            return ()
        self.flush()
        self._run = kept.runs[inside]
        self._last = self._last_before = inside
        line: Inlines = (Text(text),)
        for mark in reversed(self.formats):
            line = (mark(line),)  # type: ignore[operator,call-arg,assignment]
        return line

    def add_atom(self, position: int, atom: Atom, formats: Formats | None = None) -> None:
        """Add a thing that is no text to the line."""
        self._enter_run(position)
        self._mark(position)
        self.line.add_atom(atom, self.formats if formats is None else formats)

    def add_text(self, position: int, text: str) -> None:
        """Add text that stands for an element, such as the alternative of a picture."""
        self._enter_run(position)
        self._mark(position)
        self.line.add_text(text, self.formats)

    def add_reference(self, position: int, label: str) -> None:
        """Add the mark of a footnote, in the formats around it but for its own."""
        self.references.add(label)
        formats = tuple(
            shape
            for shape in self.formats
            if shape not in (Superscript, InCode) and not isinstance(shape, LinkTo)
        )
        self.add_atom(position, FootnoteReference(label), formats)

    def add_break(self, position: int) -> None:
        """Add a line break."""
        self._enter_run(position)
        self.line.add_break(self.formats)

    def add_block(self, block: Block | ListItem) -> None:
        """Add a complete block after what stands in the line."""
        self.flush()
        self.container.add(block)

    def flush(self) -> None:
        """End the paragraph, if there is one."""
        if not self.line.pieces:
            return
        content = self.line.build()
        self.line = Line()
        if content:
            rows = self._paragraph_rows()
            for part in parted_from_pictures(content):
                self.container.add(self._paragraph(part, rows))
        self._last_before = self._last
        self._first = -1

    def open_format(self, position: int, shape: Format) -> int:
        """Give a format to the text of an element; one that it has already changes nothing."""
        formats = self.formats
        if not self._is_new(shape):
            return position + 1
        self._frames.append((self.kept.ends[position], formats, None))
        changed = (*formats[:-1], shape, InCode) if _is_code(formats) else (*formats, shape)
        self.formats = self._known_formats.setdefault(changed, changed)
        return position + 1

    def on_end(self, position: int, callback: Callable[[], None] | None) -> None:
        """Call something where an element ends; its formats end there, too."""
        self._frames.append((self.kept.ends[position], self.formats, callback))

    def has_room(self, levels: int = 1) -> bool:
        """May blocks be nested some levels deeper, here?"""
        return not self.inline_only and self._depth + levels <= MAX_DEPTH

    def open_container(self, position: int, box: Container) -> int:
        """Collect the blocks of an element in a container of its own."""
        self._open_range(self.kept.ends[position], box)
        return position + 1

    def _open_note(self, position: int, label: str, end: int) -> int:
        """Collect what follows as a note; its first element is then no item of a list any more."""
        if not self.has_room():
            return position
        rows = self.kept.rows[position], self.kept.row_ends[end - 1]
        box = NoteBox(rows, label, self.footnotes)
        if position in self.notes.references:
            self.add_reference(position, label)
            return self._open_beside(position, box)
        self._open_range(end, box)
        return position + (self.kept.tags[position] == Tag.LI)

    def _open_beside(self, position: int, box: Container) -> int:
        """Collect the blocks of an element that stands in a line; the line goes on after it."""
        outer = self.container, self.line, self._first, self._run
        self.container, self.line, self._first = box, Line(), -1
        self._depth += 1

        def close() -> None:
            self.flush()
            self._depth -= 1
            self.container, self.line, self._first, self._run = outer
            for part in box.finish():
                self.container.add(part)

        self._frames.append((self.kept.ends[position], self.formats, close))
        self.formats = ()
        return position + 1

    def _open_range(self, end: int, box: Container) -> None:
        self.flush()
        outer = self.container
        self._heading = 0
        self._depth += 1
        self.container = box

        def close() -> None:
            self.flush()
            self._depth -= 1
            self.container = outer
            for part in box.finish():
                outer.add(part)

        self._frames.append((end, self.formats, close))

    def open_inline(
        self, position: int, receive: Callable[[Inlines], None], *, breaks: bool = True
    ) -> int:
        """Take all of an element as one line: `receive` gets it where the element ends.

        Blocks inside are parted by a line break, or by a space where `breaks` is False.
        """
        self.flush()
        before = self._separator
        self.inline_only = True
        self._run = self.kept.runs[position]
        self._separator = self._break_line if breaks else self._space_line

        def close() -> None:
            content, self.line = self.line.build(), Line()
            self.inline_only = False
            self._separator = before
            self._heading = 0
            self._last_before = max(self._last, self._last_before)
            self._first = -1
            if content:
                receive(content)

        self.on_end(position, close)
        return position + 1

    def open_heading(self, position: int, level: int) -> int:
        """Make the first paragraph of an element a heading: all of it, as a rule.

        A heading that was never closed swallows the paragraphs after it; they stay paragraphs.
        """
        kept = self.kept
        if kept.structures(position):
            self.flush()
            self._heading = level
            self.on_end(position, self._end_heading)
            return position + 1
        rows = kept.span(position)
        following = self.open_inline(
            position,
            lambda content: self.container.add(Heading(level, content, rows)),
            breaks=False,
        )
        self.formats = tuple(shape for shape in self.formats if shape is not Strong)
        self._heading = level
        return following

    def rows_with_tag(self, tag: int) -> list[int]:
        """The rows of the page with one tag, kept or not."""
        rows = self._tag_rows.get(tag)
        if rows is None:
            rows = self._tag_rows[tag] = self.kept.page.rows_with_tag(tag).tolist()
        return rows

    @property
    def in_heading(self) -> bool:
        """Is the text here that of a heading?"""
        return self._heading > 0

    # How the line is kept

    def _text(self, position: int) -> None:
        kept = self.kept
        text = kept.texts[position]
        run = kept.runs[position]
        if run != self._run:
            if text.isspace():
                return
            self._run = run
            self._separator()
        line = self.line
        formats = self.formats
        if kept.spaced[position] and position != self.joined_at and not _is_code(formats):
            line.add_space()
        line.add_text(text, formats)
        if line.pieces:
            self._last = position
            if self._first < 0:
                self._first = position

    def _mark(self, position: int) -> None:
        if self._first < 0:
            self._first = position
        self._last = position

    def _enter_run(self, position: int) -> None:
        run = self.kept.runs[position]
        if run != self._run:
            self._run = run
            self._separator()

    def _end_paragraph(self) -> None:
        self.flush()

    def _break_line(self) -> None:
        self.line.add_break(())

    def _space_line(self) -> None:
        self.line.add_gap(" ", ())

    def _end_heading(self) -> None:
        self.flush()
        self._heading = 0

    def _close(self) -> None:
        _, formats, callback = self._frames.pop()
        if callback is not None:
            callback()
        self.formats = formats

    def _is_new(self, shape: Format) -> bool:
        if isinstance(shape, LinkTo):
            return not any(isinstance(other, LinkTo) for other in self.formats)
        if shape in self.formats or (shape is Strong and self._heading):
            return False
        return shape is InCode or InCode not in self.formats

    def _paragraph(self, content: Inlines, rows: Rows) -> Block:
        if self._heading:
            level, self._heading = self._heading, 0
            return Heading(level, content, rows)
        return Paragraph(content, rows)

    def _paragraph_rows(self) -> Rows:
        """The nearest block that holds the paragraph and nothing else, or just its leaves."""
        kept = self.kept
        top = self._first
        while kept.tags[top] not in BLOCK_TAGS:
            above = kept.parents[top]
            if above <= self._last_before or kept.ends[above] > self._position:
                break
            top = above
        return kept.rows[top], max(kept.row_ends[top], kept.row_ends[self._last])


def _is_code(formats: Formats) -> bool:
    return bool(formats) and formats[-1] is InCode
