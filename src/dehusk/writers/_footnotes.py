"""Footnotes of Markdown: `[^1]` where they are pointed to, and what they say at the end."""

from __future__ import annotations

import re

from dehusk.content import Inline, Text
from dehusk.content.table import Content, Kind
from dehusk.writers._blocks import Rules
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


def written_notes(content: Content, rules: Rules, notes: list[int]) -> list[str]:
    """The notes that the text points to, after the others, which renderers would leave out."""
    inline, label_of = rules.lines.inline, content.argument_of
    first = {label_of(note): note for note in reversed(notes)}
    written: dict[str, str] = {}
    for label in inline.used:  # grows while a note points to another
        if label not in written:
            written[label] = ""
            written[label] = _footnote(rules, first[label], inline.notes[label])
    for label in inline.notes.keys() - written.keys():
        del inline.notes[label]
    lone = [
        note for note in notes if label_of(note) not in written or note != first[label_of(note)]
    ]
    return [text for note in lone if (text := _lone(rules, note))] + list(written.values())


def _lone(rules: Rules, note: int) -> str:
    """A note that nothing points to, as ordinary text."""
    content, native = rules.content, rules.lines.native
    first, end = note + 1, content.end.item(note)
    if not native.write(first, end, rules)[1]:
        return ""
    head: tuple[Inline, ...] = (Text(f"[{content.argument_of(note)}] "),)
    if content.kind.item(first) == Kind.PARAGRAPH:
        begin, first = first + 1, content.end.item(first)
        head = (*head, *rules.lines.parts(begin, first))
    texts = rules.paragraph(head), native.write(first, end, rules)[1]
    return "\n\n".join(filter(None, texts))


def _footnote(rules: Rules, note: int, name: str) -> str:
    end = rules.content.end.item(note)
    kind, text = rules.lines.native.write(note + 1, end, rules, indent=4)
    if kind not in (-1, Kind.PARAGRAPH):
        # Renderers without footnotes would read code or a list here as words of a paragraph.
        return f"[^{name}]:\n\n    {text}"
    return f"[^{name}]: {guard_definition(text)}"
