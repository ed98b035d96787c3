"""A selection as completion leaves it: with the posts and the notes that were found on the way.

>>> from dehusk import parse
>>> page = parse("<p>Tea</p>")
>>> Completed.of(Selection.of_subtrees(page, [0], reason="all of it")).posts
()
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Bools
from dehusk.selection import Selection

if TYPE_CHECKING:
    from dehusk.content.notes import Notes
    from dehusk.content.threads import PostRows


@dataclass(frozen=True, eq=False, repr=False)
class Completed(Selection):
    """`posts` are those of a thread, where the selection is one; `notes` the footnotes of the page,
    None where nobody looked for them."""

    posts: tuple[PostRows, ...] = ()
    notes: Notes | None = None

    def named_rows(self) -> Iterator[int]:
        """The rows of posts and notes."""
        for post in self.posts:
            yield from (post.record, post.end - 1, post.body)
        for note in self.notes.notes if self.notes is not None else ():
            yield from (note.start, note.end - 1, *note.marks, *note.left_out)

    @classmethod
    def of(cls, selection: Selection) -> Completed:
        """A selection of which posts and notes may be told, the same object where it is one."""
        if isinstance(selection, cls):
            return selection
        made = cls.__new__(cls)
        vars(made).update(vars(selection), posts=(), notes=None)
        return made

    def with_leaves(
        self, keep: Bools, reason: NDArray[np.uint8], reasons: tuple[str, ...]
    ) -> Completed:
        """The same with other leaves kept: as `dataclasses.replace`, in a fifth of the time."""
        keep.setflags(write=False)
        reason.setflags(write=False)
        made = Completed.__new__(Completed)
        vars(made).update(vars(self), keep=keep, reason=reason, reasons=reasons)
        vars(made).pop("rows", None)  # which were computed for the other
        return made

    def with_notes(self, notes: Notes | None) -> Completed:
        """The same with some notes, the same object where it has them."""
        if notes is self.notes:
            return self
        made = Completed.__new__(Completed)
        vars(made).update(vars(self), notes=notes)
        return made
