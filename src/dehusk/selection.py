"""A decision about a page: which leaves to keep, how sure, and why.

>>> from dehusk import parse
>>> from dehusk.selection import Selection
>>> page = parse("<p>Keep me</p><p>Not me</p>")
>>> selection = Selection.of_subtrees(page, [3], reason="it says so")
>>> [page.text_of(row) for row in selection.rows]
['Keep me']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dehusk.errors import MethodError
from dehusk.lazy import lazy
from dehusk.native.scan import largest_of
from dehusk.page import Bools, Page

if TYPE_CHECKING:
    from dehusk.native.features import BlockTable
    from dehusk.page.embedded import Embedded

_COLUMNS = (
    ("keep", np.dtype(bool)),
    ("score", np.dtype(np.float32)),
    ("reason", np.dtype(np.uint8)),
)
_KINDS = {"keep": "b", "score": "biuf", "reason": "iu"}
"""What a column may be made of."""
_MOST_REASONS = 200
"""A reason is a number of eight bits, and completion has some of its own."""

NOT_SELECTED = "outside the main content"
NOT_SEEN = "not seen on the rendered page"


@dataclass(frozen=True, eq=False, repr=False)
class Selection:
    """The leaves of a page that an extractor keeps.

    An element is in the output if and only if one of its leaves is kept. `score` is the extractor's
    own measure of each row, `reason` a number into `reasons` that says why the row was kept or
    dropped. `problem` says in one sentence why nothing was found, None when something was.
    `confidence`, where the extractor has one, is an estimate between 0 and 1 of how good the whole
    selection is. `embedded` is text that the page does not have in its leaves but as data for its
    scripts: it is content too, and stands before what is kept. `described` are its
    text blocks, where the extractor described them: others ask about them too.
    """

    keep: Bools
    score: NDArray[np.float32]
    reason: NDArray[np.uint8]
    reasons: tuple[str, ...]
    problem: str | None = None
    confidence: float | None = None
    embedded: Embedded | None = None
    described: BlockTable | None = None

    def __post_init__(self) -> None:
        for name, kind in _COLUMNS:
            column = getattr(self, name)
            if type(column) is not np.ndarray or column.dtype is not kind or not column.flags.forc:
                column = _column(name, column, kind)
                object.__setattr__(self, name, column)
            column.setflags(write=False)

    def __getstate__(self) -> dict[str, object]:
        # The description of blocks is as large as all the rest, and quickly made anew.
        return {**vars(self), "described": None}

    def __repr__(self) -> str:
        kept = f"{int(self.keep.sum())} of {len(self.keep)} rows"
        if self.embedded is not None:
            kept += f" and the data in row {self.embedded.row}"
        return f"<Selection of {kept}{f', {self.problem}' if self.problem else ''}>"

    def check(self, page: Page) -> None:
        """Raise `MethodError` where this is no decision about a page.

        >>> from dehusk import parse
        >>> Selection.nothing(parse("<p>Tea"), "None.").check(parse("<p>Tea<p>Milk"))
        Traceback (most recent call last):
        dehusk.errors.MethodError: The 'keep' of a selection of this page is to have 7 rows, not 5.
        """
        rows = len(page)
        for name, _ in _COLUMNS:
            shape = getattr(self, name).shape
            if shape != (rows,):
                told = " by ".join(map(str, shape))
                raise MethodError(
                    f"The {name!r} of a selection of this page is to have {rows} rows, not {told}."
                )
        known = len(self.reasons)
        if known > _MOST_REASONS or (rows and largest_of(self.reason) >= known):
            raise MethodError(
                f"The reason of a row is to be a number into the reasons, at most {_MOST_REASONS}."
            )
        if not _is_beside(self, rows):
            raise MethodError("What a selection brings with it is to be of the same page.")

    def named_rows(self) -> Iterable[int]:
        """The rows that it names beside its columns."""
        return ()

    @lazy
    def rows(self) -> NDArray[np.intp]:
        """The rows that are kept, in document order."""
        return np.flatnonzero(self.keep)

    def reason_of(self, row: int) -> str:
        """Why a row was kept or dropped."""
        return self.reasons[int(self.reason[row])]

    @classmethod
    def nothing(
        cls,
        page: Page,
        problem: str,
        score: ArrayLike | None = None,
        described: BlockTable | None = None,
    ) -> Selection:
        """The empty selection, with the reason why."""
        return cls(
            keep=np.zeros(len(page), bool),
            score=_scores(page, score),
            reason=np.zeros(len(page), np.uint8),
            reasons=(NOT_SELECTED,),
            problem=problem,
            described=described,
        )

    @classmethod
    def of_leaves(
        cls,
        page: Page,
        mask: Bools,
        *,
        reason: str,
        score: ArrayLike | None = None,
        unseen: Bools | None = None,
    ) -> Selection:
        """Keep the leaves that are in `mask`, all for one reason; scripts and styles never.

        `unseen` are the rows that a rendered page does not show: they are not kept either, and have
        a reason of their own.
        """
        keep = mask & page.leaves & ~page.is_inert
        code = keep.astype(np.uint8)
        if unseen is None:
            return cls(keep, _scores(page, score), code, (NOT_SELECTED, reason))
        code[unseen] = 2
        return cls(keep & ~unseen, _scores(page, score), code, (NOT_SELECTED, reason, NOT_SEEN))

    @classmethod
    def of_subtrees(
        cls, page: Page, rows: Iterable[int], *, reason: str, score: ArrayLike | None = None
    ) -> Selection:
        """Keep every leaf inside the given rows, all for one reason."""
        roots = np.zeros(len(page), bool)
        roots[list(rows)] = True
        return cls.of_leaves(page, page.inside(roots), reason=reason, score=score)

    def joined(self, other: Selection) -> Selection:
        """What this or the other selection of the same page keeps."""
        if not other.keep.any():
            return self
        added = other.keep & ~self.keep
        reason = np.where(added, other.reason + len(self.reasons), self.reason)
        return replace(
            self,
            keep=self.keep | added,
            reason=reason.astype(np.uint8),
            reasons=self.reasons + other.reasons,
            problem=None,
        )


def _column(name: str, values: object, kind: np.dtype[Any]) -> NDArray[Any]:
    """A column as native code reads it, where that changes no number but by rounding."""
    given = np.asarray(values)
    if given.dtype.kind in _KINDS[name]:
        column = np.ascontiguousarray(given, kind)
        if name != "reason" or (column == given).all():
            return column
    raise MethodError(
        f"The {name!r} of a selection is to be an array of {kind}, not one of {given.dtype}."
    )


def _is_beside(selection: Selection, rows: int) -> bool:
    """Whether what a selection has beside its columns is of a page of so many rows."""
    described = selection.described
    if selection.embedded is not None and not _is_embedded(selection.embedded, rows):
        return False
    if described is not None and len(described.block_of) != rows:
        return False
    return all(0 <= row < rows for row in selection.named_rows())


def _is_embedded(embedded: object, rows: int) -> bool:
    from dehusk.page.embedded import Embedded

    return (
        isinstance(embedded, Embedded)
        and isinstance(embedded.page, Page)
        and isinstance(embedded.row, int)
        and 0 <= embedded.row < rows
    )


def _scores(page: Page, score: ArrayLike | None) -> NDArray[np.float32]:
    if score is None:
        return np.zeros(len(page), np.float32)
    return np.array(score, np.float32)


def or_embedded(page: Page, selection: Selection) -> Selection:
    """A selection that keeps nothing, with the text that the page embeds as data if there is one.

    >>> from dehusk import parse
    >>> page = parse("<p>No scripts here.</p>")
    >>> or_embedded(page, Selection.nothing(page, "No luck.")).problem
    'No luck.'
    """
    from dehusk.page.embedded import embedded_text

    embedded = embedded_text(page)
    if embedded is None:
        return selection
    reason = selection.reason.copy()
    reason[embedded.row] = len(selection.reasons)
    reasons = (*selection.reasons, "text that the page embeds as data")
    return replace(selection, reason=reason, reasons=reasons, problem=None, embedded=embedded)


def bridged(page: Page, keep: Bools, judged: Bools) -> Bools:
    """`keep`, and the leaves that nobody judged between two that are kept.

    A method that judges text says nothing of images and line breaks: they belong to the content
    when the nearest judged leaves before and after them do.
    """
    rows = np.arange(len(page))
    before = np.maximum.accumulate(np.where(judged, rows, -1))
    after = np.minimum.accumulate(np.where(judged, rows, len(page))[::-1])[::-1]
    padded = np.append(keep, False)
    between: Bools = page.leaves & ~judged & ~page.is_inert & padded[before] & padded[after]
    return keep | between


Setting = Literal["ours", "published", "coded"]
"""Whose choices a method makes: ours, its paper's, or those of its authors' program."""


class Within(NamedTuple):
    """The range of a parameter: `rows: Annotated[int, Within(1, 100)] = 7`."""

    least: float
    most: float

    def has(self, value: object) -> bool:
        """Whether a value is in the range; what is no number is."""
        return not isinstance(value, (int, float)) or self.least <= value <= self.most


@runtime_checkable
class Published(Protocol):
    """A method that a paper describes, and that can be had to the letter of it."""

    @classmethod
    def as_published(cls) -> Extractor:
        """The method with the constants and the steps of its paper."""
        ...


@runtime_checkable
class Coded(Protocol):
    """A method whose authors' program is known, where that differs from their paper."""

    @classmethod
    def as_coded(cls) -> Extractor:
        """The method with the steps of the program."""
        ...


@runtime_checkable
class Extractor(Protocol):
    """A method: a frozen dataclass whose fields are its parameters, and `select`.

    `select` decides about any page. It never raises for a strange one and never changes it: what it
    cannot handle is an empty selection whose `problem` says why.
    """

    needs_layout: ClassVar[bool]

    def select(self, page: Page) -> Selection:
        """Decide which leaves of a page are its main content."""
        ...
