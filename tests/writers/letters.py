"""Every character of a content tree that a reader sees, in order, without white space."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from dehusk.content import (
    Code,
    CodeBlock,
    Embed,
    Figure,
    Footnote,
    FootnoteReference,
    Heading,
    Image,
    Math,
    MathBlock,
    Post,
    Table,
    Text,
)
from dehusk.writers._simple import post_line
from tests.writers.outline import without_heading_of_notes

_UNSEEN = re.compile("[\\s\x00-\x1f\x7f-\x9f]+")


def letters(tree: Any, *, html: bool = False) -> str:
    """The characters of a text or of a tree; `html` for how that format prints notes and embeds."""
    if isinstance(tree, str):
        return _UNSEEN.sub("", tree)
    notes: list[Footnote] = []
    parts: list[str] = []
    if html and isinstance(tree, tuple):
        tree = without_heading_of_notes(tree)
    _collect(tree, parts, notes, html)
    for note in notes:  # grows while a note holds another
        inside: list[str] = []
        _collect(note.content, inside, notes, html)
        if html or "".join(inside).strip():
            parts.append((note.label if html else f"[{note.label}]") + "".join(inside))
    return _UNSEEN.sub("", "".join(parts))


def _collect(node: Any, parts: list[str], notes: list[Footnote], html: bool) -> None:
    match node:
        case tuple():
            for child in node:
                _collect(child, parts, notes, html)
        case Text(text) | Code(text) | CodeBlock(text):
            parts.append(text)
        case Math(latex) | MathBlock(latex):
            parts.append(latex)
        case FootnoteReference(label):
            parts.append(label if html else f"[{label}]")
        case Embed(url, _, title):
            parts.append((title or url) if html else "")
        case Post(_, _, content, replies):
            _collect((post_line(node) if html else (), content, replies), parts, notes, html)
        case Footnote():
            notes.append(node)
        case Image():
            pass
        case Heading(_, content):
            _collect(content, parts, notes, html)
        case Table(lines, _, _, caption):
            _collect((caption, lines), parts, notes, html)
        case Figure(content, _, caption) if node.is_code:
            _collect((caption, content), parts, notes, html)
        case _ if hasattr(node, "__dataclass_fields__"):
            for field in fields(node):
                if field.name in ("content", "items", "terms", "meanings", "caption"):
                    _collect(getattr(node, field.name), parts, notes, html)
