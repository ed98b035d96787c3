"""Footnotes of Markdown: `[^1]` where they are pointed to, and what they say at the end."""

from __future__ import annotations

import re

from dehusk.content.table import Content, Kind
from dehusk.native.write import MarkdownWriter
from dehusk.writers._escape import guard_definition

_NOT_IN_LABEL = re.compile(r"\W+")


def names_of_notes(content: Content, notes: list[int]) -> dict[str, str]:
    """What each footnote is called: its label, without what Markdown would stumble over."""
    names: dict[str, str] = {}
    taken = set()
    for label in dict.fromkeys(content.argument_of(note) for note in notes):
        name = _NOT_IN_LABEL.sub("-", label).strip("-") or "note"
        names[label] = f"{name}-{len(names)}" if name in taken else name
        taken.add(names[label])
    return names


def written_notes(
    content: Content,
    native: MarkdownWriter,
    notes: list[int],
    names: dict[str, str],
    used: list[str],
) -> list[str]:
    """The notes that the text points to, after the others, which renderers would leave out."""
    label_of = content.argument_of
    first = {label_of(note): note for note in reversed(notes)}
    written: dict[str, str] = {}
    for label in used:  # grows while a note points to another
        if label not in written:
            written[label] = ""
            written[label] = _footnote(content, native, first[label], names[label])
    for label in names.keys() - written.keys():
        del names[label]
    lone = [
        note for note in notes if label_of(note) not in written or note != first[label_of(note)]
    ]
    alone = [text for note in lone if (text := _lone(content, native, note))]
    return alone + list(written.values())


def _lone(content: Content, native: MarkdownWriter, note: int) -> str:
    """A note that nothing points to, as ordinary text."""
    begin, end = note + 1, content.end.item(note)
    if not native.write(begin, end)[1]:
        return ""
    rest = begin
    if content.kind.item(begin) == Kind.PARAGRAPH:
        begin, rest = begin + 1, content.end.item(begin)
    head = native.note(content.argument_of(note), begin, rest)
    return "\n\n".join(filter(None, (head, native.write(rest, end)[1])))


def _footnote(content: Content, native: MarkdownWriter, note: int, name: str) -> str:
    kind, text = native.write(note + 1, content.end.item(note), indent=4)
    if kind not in (-1, Kind.PARAGRAPH):
        # Renderers without footnotes would read code or a list here as words of a paragraph.
        return f"[^{name}]:\n\n    {text}"
    return f"[^{name}]: {guard_definition(text)}"
