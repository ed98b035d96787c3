"""Lines of Markdown: the native way for most, by the rules of `_inline.py` for the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dehusk.content.kinds import Break, Emphasis, Inline, Strong
from dehusk.content.table import Content, parts_between
from dehusk.native.write import MarkdownWriter
from dehusk.writers._inline import InlineWriter, Ways
from dehusk.writers._pieces import HARD_BREAK

__all__ = ["HARD_BREAK", "Line", "LineWriter", "Rows", "Span"]


class Span(NamedTuple):
    """The pieces from one row up to another, in a mark (`*`, `**`) or in none."""

    first: int
    end: int
    mark: str = ""


Line = Span | tuple[Inline, ...]
"""A line: rows of the content, or pieces that stand nowhere in it."""


class Rows:
    """The columns of a content as lists, which are faster to look into one by one."""

    def __init__(self, content: Content) -> None:
        self.kind: list[int] = content.kind.tolist()
        self.end: list[int] = content.end.tolist()
        self.number: list[int] = content.number.tolist()

    def inside(self, row: int) -> Iterator[int]:
        """The rows directly inside of a row."""
        inner, end = row + 1, self.end[row]
        while inner < end:
            yield inner
            inner = self.end[inner]

    def span(self, row: int, mark: str = "") -> Span:
        """What is inside of a row as one line."""
        return Span(row + 1, self.end[row], mark)


class LineWriter:
    """Writes lines of a content."""

    def __init__(
        self, content: Content, inline: InlineWriter, left_out: Iterable[int] = ()
    ) -> None:
        """`left_out` are blocks that are not to be written."""
        self.inline = inline
        self.content = content
        self.native = MarkdownWriter(
            content,
            left_out=left_out,
            links=inline.links,
            images=inline.images,
            emphasis=inline.emphasis,
            names=inline.notes,
            used=inline.used,
            ways=Ways,
        )

    def write(self, lines: Sequence[Line], line_break: str) -> str:
        """Some lines with breaks between them."""
        return self.write_all([lines], line_break)[0]

    def write_all(self, texts: Sequence[Sequence[Line]], line_break: str) -> list[str]:
        """Each of several texts that some renderers read as one paragraph: cells."""
        plain = [self._plain_text(lines, line_break) for lines in texts]
        if None not in plain:
            return plain  # type: ignore[return-value]
        return self.inline.write_all([self._pieces(lines) for lines in texts], line_break)

    def by_rules(self, lines: Sequence[Line], line_break: str) -> str:
        """Some lines that the native way does not lead to."""
        return self.inline.write(self._pieces(lines), line_break)

    def _plain_text(self, lines: Sequence[Line], line_break: str) -> str | None:
        spans = [line for line in lines if isinstance(line, Span)]
        return self.native.line(spans, line_break) if len(spans) == len(lines) else None

    def parts(self, first: int, end: int) -> tuple[Inline, ...]:
        """The pieces between two rows."""
        return parts_between(self.content, first, end)

    def _pieces(self, lines: Sequence[Line]) -> tuple[Inline, ...]:
        pieces: list[Inline] = []
        for line in lines:
            if pieces:
                pieces.append(Break())
            pieces += self._marked(line) if isinstance(line, Span) else line
        return tuple(pieces)

    def _marked(self, span: Span) -> tuple[Inline, ...]:
        parts = self.parts(span.first, span.end)
        return (_MARKS[span.mark](parts),) if span.mark else parts


_MARKS: dict[str, type[Emphasis | Strong]] = {"*": Emphasis, "**": Strong}
