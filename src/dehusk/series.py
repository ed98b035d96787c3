"""An article, a thread or a listing on several pages, as one document.

>>> import dehusk
>>> first = dehusk.extract("<h1>Tea</h1><p>Boil water, and warm the pot with some of it.</p>")
>>> second = dehusk.extract("<h1>Tea</h1><p>Then wait for four minutes, and pour it.</p>")
>>> series = Series.of([first, second])
>>> print(series.markdown)
# Tea
<BLANKLINE>
Boil water, and warm the pot with some of it.
<BLANKLINE>
Then wait for four minutes, and pour it.
<BLANKLINE>
>>> [series.page_number(block) for block in series.blocks]
[1, 2]

What a page repeats of those before it, at its beginning and its end, is left out: the title, the
byline, the lead picture, the note below. Facts are those of the first page.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from dehusk.content.completed import Completed
from dehusk.content.omit import omitted
from dehusk.content.table import Content, Kind, joined
from dehusk.document import Document
from dehusk.lazy import lazy
from dehusk.metadata.values import key
from dehusk.page.joined import first_rows, joined_pages
from dehusk.selection import Selection

if TYPE_CHECKING:
    from dehusk.content import Block
    from dehusk.metadata import Facts

_NOTES = (Kind.FOOTNOTE, Kind.REFERENCE)


@dataclass(frozen=True, eq=False, repr=False)
class Series(Document):
    """The documents of pages that follow one another, as one; `parts` are they.

    Rows are those of `page`, in which the pages stand one after the other. `problem` says why the
    pages end before the last, None where they do not.
    """

    parts: tuple[Document, ...] = ()
    problem: str | None = None

    @classmethod
    def of(cls, documents: Sequence[Document], problem: str | None = None) -> Self:
        """One document of several; at least one has to be there."""
        first = documents[0]
        return cls(
            joined_pages([one.page for one in documents]),
            _joined_selections([one.selection for one in documents]),
            method=first.method,
            limits=first.limits,
            completion=first.completion,
            omit=first.omit,
            parts=tuple(documents),
            problem=problem,
        )

    @property
    def followed(self) -> tuple[str, ...]:
        """The addresses of the pages that were read, in their order."""
        return tuple(part.page.url or "" for part in self.parts)

    @property
    def next_page(self) -> str | None:
        """The address of the page after the last that was read."""
        return self.parts[-1].next_page

    @property
    def pages(self) -> tuple[str, ...]:
        """The addresses of all numbered pages."""
        return tuple(dict.fromkeys(url for part in self.parts for url in part.pages))

    def page_number(self, block: Block) -> int:
        """Which of the pages a block comes from, the first being 1."""
        return bisect_right(self._first_rows, block.rows[0])

    def as_selected(self) -> Series:
        """The same document as the method decided it, leaf by leaf."""
        return self._of_parts([part.as_selected() for part in self.parts])

    def with_comments(self) -> Series:
        """The same document with the comments of readers as part of its content."""
        return self._of_parts([part.with_comments() for part in self.parts])

    @lazy
    def whole(self) -> Completed:
        """What of the pages is shown."""
        return Completed.of(_joined_selections([part.whole for part in self.parts]))

    @lazy
    def running_text(self) -> Selection:
        """What `text` is made of."""
        return _joined_selections([part.running_text for part in self.parts])

    @lazy
    def content(self) -> Content:
        """The content of all pages as one table."""
        return self._joined([part.content for part in self.parts])

    @lazy
    def running_content(self) -> Content:
        """The content that `text` is made of."""
        return self._joined([part.running_content for part in self.parts])

    @lazy
    def comment_content(self) -> Content | None:
        """The comments of all pages, None where there are none."""
        found = [part.comment_content for part in self.parts]
        return self._joined([one or _EMPTY for one in found]) if any(found) else None

    @lazy
    def page_type(self) -> str | None:
        """The type of the first page."""
        return self.parts[0].page_type

    @lazy
    def facts(self) -> Facts:
        """What the first page says of itself, field by field."""
        return self.parts[0].facts

    @lazy
    def _first_rows(self) -> list[int]:
        return first_rows([part.page for part in self.parts])

    def _of_parts(self, parts: Sequence[Document]) -> Series:
        return replace(Series.of(parts, self.problem), omit=self.omit)

    def _joined(self, contents: Sequence[Content]) -> Content:
        whole, known = contents[0], set(_blocks(contents[0]).values())
        for number, content in enumerate(contents[1:], 2):
            own = _without_repeats(content, known, key(self.facts.title or ""))
            known |= set(_blocks(own).values())
            shifted = _shifted(own, self._first_rows[number - 1])
            whole = joined(whole, _with_own_notes(shifted, number))
        return omitted(whole, self.omit)


def _joined_selections(selections: Sequence[Selection]) -> Selection:
    """What all selections keep, in the rows of all pages. Text of scripts is in the parts alone."""
    reasons = tuple(dict.fromkeys(name for one in selections for name in one.reasons))
    numbers = [
        np.array([reasons.index(name) for name in one.reasons], np.uint8)[one.reason]
        for one in selections
    ]
    problems = [one.problem for one in selections]
    return Selection(
        np.concatenate([one.keep for one in selections]),
        np.concatenate([one.score for one in selections]),
        np.concatenate(numbers),
        reasons,
        problem=problems[0] if all(problems) else None,
        confidence=selections[0].confidence,
    )


# Contents


def _blocks(content: Content) -> dict[int, Any]:
    """The blocks of some content by their rows, each with what it is and says."""
    found: dict[int, Any] = {}
    row = 0
    while row < len(content):
        inside = slice(row, content.end.item(row))
        texts = [content.text_of(one) for one in range(row, inside.stop)]
        arguments = [repr(content.argument_of(one)) for one in range(row, inside.stop)]
        found[row] = content.kind[inside].tobytes(), "\0".join(texts), "\0".join(arguments)
        row = inside.stop
    return found


def _without_repeats(content: Content, known: set[Any], title: str) -> Content:
    """The content without the blocks at its beginning and its end that are known already, and without
    the title above it."""
    blocks = list(_blocks(content).items())
    first, last = 0, len(blocks)
    while first < last and (blocks[first][1] in known or _says(content, blocks[first][0], title)):
        first += 1
    while last > first and blocks[last - 1][1] in known:
        last -= 1
    rows = [*(row for row, _ in blocks), len(content)]
    return _between(content, rows[first], rows[last])


def _says(content: Content, row: int, title: str) -> bool:
    """Whether a block is a heading that says a title."""
    if content.kind.item(row) != Kind.HEADING:
        return False
    texts = [content.text_of(one) for one in range(row, content.end.item(row))]
    return key("".join(texts)) == title


def _between(content: Content, first: int, last: int) -> Content:
    """Some of the blocks: the rows from `first` to `last`."""
    names = ("kind", "end", "number", "text_start", "text_end", "first", "last", "argument")
    taken = {name: getattr(content, name)[first:last] for name in names}
    taken["end"] = taken["end"] - np.int32(first)
    return replace(content, **taken)


def _shifted(content: Content, rows: int) -> Content:
    """The same content with the rows of a page that others stand before."""
    first, last = (
        np.where(column >= 0, column + np.int32(rows), column)
        for column in (content.first, content.last)
    )
    return replace(content, first=first, last=last)


def _with_own_notes(content: Content, number: int) -> Content:
    """The same content with footnotes that are called after their page: each has a first one."""
    arguments = list(content.arguments)
    for row in np.flatnonzero(np.isin(content.kind, _NOTES)).tolist():
        place = content.argument.item(row)
        arguments[place] = f"{number}-{content.arguments[place]}"
    return replace(content, arguments=tuple(arguments))


_EMPTY = Content.of_columns(np.zeros(0, np.uint8), np.zeros((7, 0), np.int32), b"", ())
