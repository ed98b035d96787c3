"""Footnotes: which marks in the text have their note among what is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from dehusk.assemble.containers import NoteBox
from dehusk.assemble.elements import leave_out
from dehusk.assemble.kept import Kept
from dehusk.assemble.line import InCode, LinkTo
from dehusk.assemble.vocabulary import Kind
from dehusk.assemble.walker import Handler, Walker
from dehusk.content import FootnoteReference, Superscript
from dehusk.tags import Tag

_TARGET = re.compile(
    r"#((?:user-content-)?(?:fn(?!ref)|cite_note|footnote-?\d|_?ftn(?!ref)|_?edn(?!ref)|endnote-?\d).*)",
    re.IGNORECASE,
)
HINTS = (
    b"#fn",
    b"#user-content-fn",
    b"cite_note",
    b"noteref",
    b"footnote",
    b"ftn",
    b"edn",
    b"endnote",
)
_NOT_IN_LABEL = re.compile(r"[^\w.*†‡§-]+")
NOTE_BLOCKS = frozenset((Tag.P, Tag.DIV, Tag.ASIDE, Tag.SECTION, Tag.DD))
_LEVELS_TO_NOTES = 4


@dataclass(frozen=True)
class Notes:
    """The labels of notes and of the marks that lead to them, by position; None without a note."""

    labels: dict[int, str] = field(default_factory=dict)
    references: dict[int, str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, kept: Kept) -> Notes:
        """The notes and marks of what is kept."""
        targets = _targets(kept)
        if not targets or not any(hint in kept.page.attr_text for hint in HINTS):
            return cls()
        notes = _notes(kept, set(targets.values()))
        labels: dict[int, str] = {}
        taken: set[str] = set()
        for position, target in targets.items():
            note = notes.get(target)
            if note is not None and note not in labels:
                labels[note] = _label(kept, position, taken)
                taken.add(labels[note])
        kept.kinds.update(dict.fromkeys(labels, Kind.NOTE))
        references = {
            position: labels.get(notes.get(target, -1)) for position, target in targets.items()
        }
        return cls(labels, references)

    def only(self, labels: set[str]) -> Notes:
        """The same without the notes whose label is not among these."""
        return replace(
            self,
            labels={at: label for at, label in self.labels.items() if label in labels},
            references={
                at: label if label in labels else None for at, label in self.references.items()
            },
        )


def _targets(kept: Kept) -> dict[int, str]:
    """The marks, by position, each with the id that it leads to."""
    targets: dict[int, str] = {}
    for position, href in kept.with_attribute("href"):
        if not href.startswith("#") or kept.tags[position] != Tag.A:
            continue
        kind = kept.kinds.get(position)
        if kind is not Kind.BACKLINK and (kind is Kind.NOTE_REFERENCE or _TARGET.match(href)):
            targets[position] = href[1:]
    return targets


def _notes(kept: Kept, wanted: set[str]) -> dict[str, int]:
    notes: dict[str, int] = {}
    for position, name in kept.with_attribute("id"):
        if name in wanted and name not in notes and _is_note(kept, position):
            notes[name] = position
    return notes


def _is_note(kept: Kept, position: int) -> bool:
    if not kept.ink(position):
        return False
    if kept.tags[position] == Tag.LI or kept.kinds.get(position) is Kind.NOTE:
        return True
    if kept.tags[position] not in NOTE_BLOCKS:
        return False
    above = kept.parents[position]
    for _ in range(_LEVELS_TO_NOTES):
        if above < 0:
            return False
        if kept.kinds.get(above) is Kind.NOTES:
            return True
        above = kept.parents[above]
    return False


def _label(kept: Kept, position: int, taken: set[str]) -> str:
    """What a mark says, without brackets, or its number; never a label that another has."""
    own = _NOT_IN_LABEL.sub("", kept.text(position))[:20]
    label = own or str(len(taken) + 1)
    return label if label not in taken else f"{own or 'note'}-{len(taken) + 1}"


def reference(walker: Walker, position: int) -> int:
    """A mark: it leads to its note, or stays raised text; -1 for any other link."""
    if position not in walker.notes.references:
        return -1
    label = walker.notes.references[position]
    if label is None:
        return walker.open_format(position, Superscript)
    walker.references.add(label)
    formats = tuple(
        shape
        for shape in walker.formats
        if shape not in (Superscript, InCode) and not isinstance(shape, LinkTo)
    )
    walker.add_atom(position, FootnoteReference(label), formats)
    return walker.kept.ends[position]


def _note(walker: Walker, position: int) -> int:
    label = walker.notes.labels.get(position)
    if label is None or not walker.has_room():
        return -1
    box = NoteBox(walker.kept.span(position), label, walker.footnotes)
    return walker.open_container(position, box)


NOTE_KINDS: dict[Kind, Handler] = {Kind.NOTE: _note, Kind.NOTE_LABEL: leave_out}
