"""Markdown as Python alone would write it: what `dehusk.native.markdown` is held against.

Every line goes through the rules, none takes the native way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from dehusk.content import CALLOUTS, Block, Break, Emphasis, Inline, Link, Strong, Text
from dehusk.content.table import Content, Kind, as_table, parts_between
from dehusk.writers._cells import table_lines
from dehusk.writers._escape import (
    code_fence,
    guard_definition,
    guard_heading,
    guard_later_lines,
    guard_lines,
)
from dehusk.writers._formulas import display_formula
from dehusk.writers._inline import InlineWriter
from dehusk.writers._lines import HARD_BREAK, Line, Rows, Span
from dehusk.writers._simple import headings_of_notes, post_pieces
from dehusk.writers.markdown import Markdown

_NOT_IN_LABEL = re.compile(r"\W+")
_LANGUAGE = re.compile(r"[\w+#.-]{1,32}", re.ASCII)
_LARGEST_NUMBER = 999_999_999
_DEFAULT = Markdown()


def reference_markdown(content: Content | tuple[Block, ...], options: Markdown = _DEFAULT) -> str:
    """Content as Markdown."""
    table = as_table(content)
    found = [row for row in range(len(table)) if table.kind[row] == Kind.FOOTNOTE]
    notes = [row for row in found if table.end[row] > row + 1]
    lines = _Lines(table, options)
    lines.inline.notes.update(_names(table, notes))
    writer = _Writer(table, lines, headings_of_notes(table) if notes else frozenset())
    parts = [part.text for part in writer.blocks(0, len(table))]
    if notes:
        parts += _footnotes(writer, notes)
    return "\n\n".join(parts) + "\n" if parts else ""


class _Lines:
    def __init__(self, content: Content, options: Markdown) -> None:
        self.content = content
        self.inline = InlineWriter(options.links == "inline", options.images, options.emphasis)

    def line(self, first: int, end: int, line_break: str) -> str:
        return self.inline.write(self.parts(first, end), line_break)

    def write(self, lines: Sequence[Line], line_break: str) -> str:
        return self.write_all([lines], line_break)[0]

    def write_all(self, texts: Sequence[Sequence[Line]], line_break: str) -> list[str]:
        return self.inline.write_all([self._pieces(lines) for lines in texts], line_break)

    def parts(self, first: int, end: int) -> tuple[Inline, ...]:
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
        marks = {"*": Emphasis, "**": Strong}
        return (marks[span.mark](parts),) if span.mark else parts


class _Part(NamedTuple):
    """A block with its Markdown: what kind it is, and for a list its first number."""

    kind: int
    number: int
    text: str


_Unit = int | _Part | list[Line]
"""A row, a block that is written already, or the lines of a paragraph."""


class _Writer:
    def __init__(self, content: Content, lines: _Lines, left_out: frozenset[int]) -> None:
        self.content = content
        self.rows = Rows(content)
        self.lines = lines
        self.left_out = left_out

    def blocks(self, row: int, end: int) -> list[_Part]:
        """Each block between two rows that has something to show, with its Markdown."""
        return self.written(self.units(row, end))

    def units(self, row: int, end: int) -> Iterator[_Unit]:
        """What there is to write between two rows, in the few forms that Markdown has."""
        kinds, ends = self.rows.kind, self.rows.end
        while row < end:
            if several := _SEVERAL.get(kinds[row]):
                yield from several(self, row)
            elif row not in self.left_out:
                yield row
            row = ends[row]

    def written(self, units: Iterator[_Unit]) -> list[_Part]:
        """Units with their Markdown, but for those that turn out to be empty."""
        parts: list[_Part] = []
        other = False
        kinds = self.rows.kind
        for unit in units:
            if not isinstance(unit, int):
                part = unit if isinstance(unit, _Part) else self.paragraph(unit)
            elif kinds[unit] in (_LIST, _NUMBERED):
                # Two lists in a row would be read as one, were it not for another marker.
                second = bool(parts) and parts[-1].kind == kinds[unit] and not other
                part = _Part(kinds[unit], self.rows.number[unit], _list(self, unit, second))
                if part.text:
                    other = second
            else:
                part = _Part(kinds[unit], 0, _BLOCKS[kinds[unit]](self, unit))
            if part.text:
                parts.append(part)
        return parts

    def inside(self, row: int) -> list[_Part]:
        """The blocks inside of one."""
        return self.blocks(row + 1, self.rows.end[row])

    def joined(self, row: int) -> str:
        return "\n\n".join([part.text for part in self.inside(row)])

    def paragraph(self, lines: list[Line]) -> _Part:
        """Some lines as a paragraph."""
        text = self.lines.write(lines, HARD_BREAK)
        return _Part(_PARAGRAPH, 0, guard_lines(text) if text else "")


def _heading(writer: _Writer, row: int) -> str:
    text = writer.lines.line(row + 1, writer.rows.end[row], " ")
    level = min(max(writer.rows.number[row], 1), 6)
    return "#" * level + " " + guard_heading(text) if text else ""


def _paragraph(writer: _Writer, row: int) -> str:
    text = writer.lines.line(row + 1, writer.rows.end[row], HARD_BREAK)
    return guard_lines(text) if text else ""


def _list(writer: _Writer, row: int, second: bool) -> str:
    items = [parts for item in writer.rows.inside(row) if (parts := _item(writer, item))]
    gap = "\n" if all(map(_is_tight, items)) else "\n\n"
    start, ordered = writer.rows.number[row], writer.rows.kind[row] == _NUMBERED
    start = start if 0 <= start <= _LARGEST_NUMBER - len(items) else 1
    lines = []
    for number, parts in enumerate(items, start):
        marker = _marker(number if ordered else None, second)
        lines.append(marker + _indented(gap.join([part.text for part in parts]), len(marker)))
    return gap.join(lines)


def _marker(number: int | None, second: bool) -> str:
    if number is None:
        return "* " if second else "- "
    return f"{number}) " if second else f"{number}. "


def _item(writer: _Writer, row: int) -> list[_Part]:
    parts = writer.inside(row)
    if not parts:
        return parts
    first = parts[0]
    if first.kind == _RULE:
        # `- ***` and `* ---` would be fine, `- ---` and `* ***` are rules as a whole.
        parts[0] = first._replace(text="___")
    elif first.kind == _PARAGRAPH:
        # `--` is a rule with the marker before it.
        mark = "" if first.text.partition("\n")[0].strip("- ") else "\\"
        box = _BOXES[writer.rows.number[row]]
        parts[0] = first._replace(text=box + mark + first.text)
    return parts


_BOXES = ("", "[ ] ", "[x] ")


def _is_tight(parts: list[_Part]) -> bool:
    """Whether an item reads the same without blank lines: one block, or a paragraph and a list."""
    if len(parts) == 1:
        return True
    first, last = parts[0], parts[-1]
    # A numbered list can only follow a paragraph at once when it begins with 1.
    return (
        len(parts) == 2
        and first.kind == _PARAGRAPH
        and (last.kind == _LIST or (last.kind == _NUMBERED and last.number == 1))
    )


def _indented(text: str, width: int) -> str:
    """The text with its lines after the first moved in, but for empty ones."""
    if "\n" not in text:
        return text
    first, *lines = text.split("\n")
    return "\n".join([first, *(" " * width + line if line else line for line in lines)])


def _quote(writer: _Writer, row: int) -> str:
    kind = writer.content.argument_of(row)
    text = _callout(writer, row, kind) if kind in CALLOUTS else writer.joined(row)
    return _quoted(text)


def _quoted(text: str) -> str:
    return "\n".join([f"> {line}" if line else ">" for line in text.split("\n")]) if text else ""


def _callout(writer: _Writer, row: int, kind: str) -> str:
    """A box: its first paragraph is one with the mark for those who know no boxes."""
    begin = row + 1
    if begin < writer.rows.end[row] and _says_own_name(writer, begin, kind):
        begin = writer.rows.end[begin]
    parts = writer.blocks(begin, writer.rows.end[row])
    if not parts:
        return ""
    mark = f"[!{kind.upper()}]"
    texts = [part.text for part in parts]
    if parts[0].kind != _PARAGRAPH:
        return "\n\n".join([mark, *texts])
    return "\n\n".join([f"{mark}\n{guard_later_lines(texts[0])}", *texts[1:]])


def _says_own_name(writer: _Writer, row: int, kind: str) -> bool:
    """Does the first line of a box only say what kind of box it is?"""
    rows, end = writer.rows, writer.rows.end[row]
    line = row + 1
    if rows.kind[row] == _PARAGRAPH and line < end and rows.kind[line] == _STRONG:
        line += 1
    is_text = rows.kind[row] == _PARAGRAPH and line == end - 1 and rows.kind[line] == _TEXT
    return is_text and writer.content.text_of(line).strip(" :").lower() in (kind, *_SAME_AS_KIND)


_SAME_AS_KIND = ("info", "hint", "danger", "success")
"""What boxes are called besides their kinds, which are fewer."""


def _code(writer: _Writer, row: int) -> str:
    text = writer.content.text_of(row).replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        return ""
    language = writer.content.argument_of(row) or ""
    return code_fence(text.removesuffix("\n"), language if _LANGUAGE.fullmatch(language) else "")


def _math(writer: _Writer, row: int) -> str:
    return display_formula(writer.content.text_of(row))


# What Markdown has no form for


def _definitions(writer: _Writer, row: int) -> Iterator[_Unit]:
    """Each term as a strong line, with the first paragraph of its meaning below it."""
    rows = writer.rows
    for item in rows.inside(row):
        terms = [one for one in rows.inside(item) if rows.kind[one] == _TERM]
        others = [one for one in rows.inside(item) if rows.kind[one] != _TERM]
        blocks = [block for one in others for block in rows.inside(one)]
        lines: list[Line] = [rows.span(term, "**") for term in terms]
        if lines and blocks and rows.kind[blocks[0]] == _PARAGRAPH:
            lines.append(rows.span(blocks.pop(0)))
        if lines:
            yield lines
        for block in blocks:
            yield from writer.units(block, rows.end[block])


def _figure(writer: _Writer, row: int) -> Iterator[_Unit]:
    """What is in a figure with its caption below in emphasis; that of code stands above it."""
    rows = writer.rows
    caption, content = _parted(rows, row)
    is_code = bool(content) and all(rows.kind[block] == _CODE_BLOCK for block in content)
    if caption is not None and is_code:
        yield [rows.span(caption, "*")]
    for block in content:
        yield from writer.units(block, rows.end[block])
    if caption is not None and not is_code:
        yield [rows.span(caption, "*")]


def _parted(rows: Rows, row: int) -> tuple[int | None, list[int]]:
    """The row of a caption, None without one, and the others."""
    inside = list(rows.inside(row))
    captions = [part for part in inside if rows.kind[part] == _CAPTION]
    others = [part for part in inside if rows.kind[part] != _CAPTION]
    return captions[0] if captions else None, others


def _table(writer: _Writer, row: int) -> Iterator[_Unit]:
    caption, lines = _parted(writer.rows, row)
    if caption is not None:
        yield [writer.rows.span(caption, "*")]
    yield _Part(_TABLE, 0, "\n".join(table_lines(writer.lines, writer.rows, row, lines)))


def _embed(writer: _Writer, row: int) -> Iterator[_Unit]:
    url, title = writer.content.argument_of(row)
    yield [(Link((Text(title or url),), url),)]


def _post(writer: _Writer, row: int) -> Iterator[_Unit]:
    """Who wrote it and when in one line, what was written, and each reply as a quotation."""
    rows = writer.rows
    if line := post_pieces(*writer.content.argument_of(row)):
        yield [line]
    for part in rows.inside(row):
        if rows.kind[part] != _REPLIES:
            yield from writer.units(part, rows.end[part])
            continue
        for reply in rows.inside(part):
            texts = [one.text for one in writer.written(_post(writer, reply))]
            yield _Part(_QUOTE, 0, _quoted("\n\n".join(texts)))


(_PARAGRAPH, _LIST, _NUMBERED, _TERM, _TABLE, _CODE_BLOCK, _QUOTE, _CAPTION, _RULE, _REPLIES) = map(
    int,
    (
        Kind.PARAGRAPH,
        Kind.LIST,
        Kind.NUMBERED,
        Kind.TERM,
        Kind.TABLE,
        Kind.CODE_BLOCK,
        Kind.QUOTE,
        Kind.CAPTION,
        Kind.RULE,
        Kind.REPLIES,
    ),
)
_TEXT, _STRONG = int(Kind.TEXT), int(Kind.STRONG)

_BLOCKS: dict[int, Callable[[_Writer, int], str]] = {
    Kind.HEADING: _heading,
    Kind.PARAGRAPH: _paragraph,
    Kind.CODE_BLOCK: _code,
    Kind.QUOTE: _quote,
    Kind.MATH_BLOCK: _math,
    Kind.RULE: lambda writer, row: "***",
}
_SEVERAL: dict[int, Callable[[_Writer, int], Iterator[_Unit]]] = {
    Kind.DEFINITIONS: _definitions,
    Kind.FIGURE: _figure,
    Kind.TABLE: _table,
    Kind.EMBED: _embed,
    Kind.FOOTNOTE: lambda writer, row: iter(()),
    Kind.POST: _post,
}
"""Kinds of blocks that become several, or none."""


# Footnotes


def _names(content: Content, notes: list[int]) -> dict[str, str]:
    """What each footnote is called: its label, without what Markdown would stumble over."""
    names: dict[str, str] = {}
    taken = set()
    for label in dict.fromkeys(content.argument_of(note) for note in notes):
        name = _NOT_IN_LABEL.sub("-", label).strip("-") or "note"
        names[label] = f"{name}-{len(names)}" if name in taken else name
        taken.add(names[label])
    return names


def _footnotes(writer: _Writer, notes: list[int]) -> list[str]:
    """The notes that the text points to, after the others, which renderers would leave out."""
    label_of = writer.content.argument_of
    first = {label_of(note): note for note in reversed(notes)}
    written: dict[str, str] = {}
    names = writer.lines.inline.notes
    for label in writer.lines.inline.used:  # grows while a note points to another
        if label not in written:
            written[label] = ""
            written[label] = _footnote(writer, first[label], names[label])
    for label in names.keys() - written.keys():
        del names[label]
    lone = [
        note for note in notes if label_of(note) not in written or note != first[label_of(note)]
    ]
    return [text for note in lone if (text := _lone(writer, note))] + list(written.values())


def _lone(writer: _Writer, note: int) -> str:
    """A note that nothing points to, as ordinary text."""
    if not writer.joined(note):
        return ""
    head: tuple[Inline, ...] = (Text(f"[{writer.content.argument_of(note)}] "),)
    first, end = note + 1, writer.rows.end[note]
    begin = first
    if writer.rows.kind[first] == _PARAGRAPH:
        begin = writer.rows.end[first]
        head = (*head, *writer.lines.parts(first + 1, begin))
    first_line: list[Line] = [head]
    units = chain([first_line], writer.units(begin, end))
    return "\n\n".join([part.text for part in writer.written(units)])


def _footnote(writer: _Writer, note: int, name: str) -> str:
    parts = writer.inside(note)
    text = _indented("\n\n".join([part.text for part in parts]), 4)
    if parts and parts[0].kind != _PARAGRAPH:
        # Renderers without footnotes would read code or a list here as words of a paragraph.
        return f"[^{name}]:\n\n    {text}"
    return f"[^{name}]: {guard_definition(text)}"
