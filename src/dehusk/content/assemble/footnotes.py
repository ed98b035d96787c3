"""Footnotes: which marks in the text have their note among what is kept."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from dehusk.content.assemble.vocabulary import ElementKind
from dehusk.content.kept_rows import KeptRows
from dehusk.content.notes import Note, Notes

_NOT_IN_LABEL = re.compile(r"[^\w.*†‡§-]+")


@dataclass(frozen=True)
class KeptNotes:
    """Where notes begin and end and what they are called; where their marks are.

    `starts` has for each position at which a note begins its label and the position of its end,
    `references` for each mark the label of its note, None without one. `left_out` has for each
    element that says a label or leads back to the text the note that it belongs to.
    """

    starts: dict[int, tuple[str, int]] = field(default_factory=dict)
    references: dict[int, str | None] = field(default_factory=dict)
    left_out: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, kept: KeptRows, found: Notes) -> KeptNotes:
        """The notes and marks of what is kept, given those of the page."""
        notes = cls(references=dict.fromkeys(_positions(kept, found.lost)))
        taken: set[str] = set()
        for note in found.notes:
            notes._add(kept, note, taken)
        kept.become(ElementKind.NOTE_REFERENCE, notes.references)
        kept.become(ElementKind.NOTE_LABEL, notes.left_out)
        return notes

    def _add(self, kept: KeptRows, note: Note, taken: set[str]) -> None:
        marks = _positions(kept, note.marks)
        start, end = bisect_left(kept.rows, note.start), bisect_left(kept.rows, note.end)
        if not marks or not kept.text_between(start, end).strip():
            self.references.update(dict.fromkeys(marks))
            return
        label = _free_label(note.label, taken)
        taken.add(label)
        self.starts[start] = label, end
        self.references.update(dict.fromkeys(marks, label))
        self.left_out.update(dict.fromkeys(_positions(kept, note.left_out), label))

    def only(self, labels: set[str]) -> KeptNotes:
        """The same without the notes whose label is not among these."""
        return replace(
            self,
            starts={at: note for at, note in self.starts.items() if note[0] in labels},
            references={
                at: label if label in labels else None for at, label in self.references.items()
            },
            left_out={at: label for at, label in self.left_out.items() if label in labels},
        )


def _positions(kept: KeptRows, rows: Iterable[int]) -> list[int]:
    """The positions of those rows that are kept."""
    found = []
    for row in rows:
        position = bisect_left(kept.rows, row)
        if position < len(kept) and kept.rows[position] == row:
            found.append(position)
    return found


def _free_label(mark: str, taken: set[str]) -> str:
    """What a mark says, without brackets, or its number; never a label that another has."""
    own = _NOT_IN_LABEL.sub("", mark)[:20]
    label = own or str(len(taken) + 1)
    return label if label not in taken else f"{own or 'note'}-{len(taken) + 1}"
