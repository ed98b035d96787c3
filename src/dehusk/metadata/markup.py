"""Where in the page to look: rows by attribute words, and the text a reader sees in them.

>>> from dehusk.page.parse import parse
>>> page = parse('<p class="byline">By <b>A</b>nn<br>Leaf</p>')
>>> [visible_text(page, row) for row in marks_with(Words(b"byline"), page)]
['By Ann\\nLeaf']
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.native import lines as native
from dehusk.native.attributes import Words
from dehusk.page import Bools, Page
from dehusk.page.tags import BLOCK, INERT, SEPARATING_INLINE, TagSet

MARKS = ("class", "id", "rel", "data-testid", "data-qa", "data-component")
"""The attributes in which authors of templates say what an element is."""

_ROWS_READ = 400
_MARK_LIMIT = 2_000
_TAGS_OF_ROLES = {
    "text": TagSet("#text"),
    "inert": INERT,
    "space": SEPARATING_INLINE,
    "line": BLOCK | TagSet("br"),
}
_ROLES = np.zeros(len(BLOCK.column), np.uint8)
for _bit, _role in enumerate(native.ROLES):
    _ROLES |= _TAGS_OF_ROLES[_role].column.astype(np.uint8) << _bit


def marks_with(
    words: Words,
    page: Page,
    first: int = 0,
    last: int | None = None,
    names: Collection[str] = MARKS,
) -> dict[int, str]:
    """The rows from `first` to before `last` with one of some words in a mark, each with the marks
    that hold one, in lower case.

    >>> from dehusk.page.parse import parse
    >>> page = parse('<p class="post-author">Ann</p><p id="Byline">Bo</p><p title="author">Cy</p>')
    >>> marks_with(Words(b"author", b"byline"), page)
    {3: 'post-author', 5: 'byline'}
    """
    stop = len(page) if last is None else last
    found: dict[int, str] = {}
    for number in words.numbers_in(page, names, first, stop, _MARK_LIMIT):
        row = page.attr_row.item(number)
        value = page.attr_text[page.attr_start.item(number) : page.attr_end.item(number)]
        mark = value.decode(errors="replace").lower()
        found[row] = f"{found[row]} {mark}" if row in found else mark
    return found


class Line(NamedTuple):
    """A line of text as a reader sees it, and the rows of its first and last text."""

    row: int
    last: int
    text: str


def visible_text(page: Page, row: int) -> str:
    """The text of a row as a reader sees it: a line a block, white space collapsed."""
    end = min(page.end.item(row), row + _ROWS_READ)
    return "\n".join([text for _, _, text in native.lines_between(page, row, end, _ROLES)])


def lines_between(page: Page, first: int, last: int) -> list[Line]:
    """The lines that the rows from `first` to before `last` make.

    >>> from dehusk.page.parse import parse
    >>> page = parse("<p>A<br>B <i>c</i>d<p><span>E</span><time>F</time><script>g</script>")
    >>> [line.text for line in lines_between(page, 0, len(page))]
    ['A', 'B cd', 'E F']
    """
    return list(map(Line._make, native.lines_between(page, first, last, _ROLES)))


class Spans:
    """Parts of a page, to ask whether a row lies in one of them.

    >>> from dehusk.page.parse import parse
    >>> from dehusk.page.tags import Tag
    >>> page = parse("<nav><p>Home</p></nav><p>Tea</p>")
    >>> nav = Spans.of(page, page.rows_with_tag(Tag.NAV).tolist())
    >>> [page.text_of(row) for row in page.rows_with_tag(Tag.P).tolist() if row in nav]
    ['Home']
    """

    def __init__(self, inside: Bools) -> None:
        self._inside = inside

    @classmethod
    def of(cls, page: Page, rows: list[int], *, around: int = -1) -> Spans:
        """The subtrees of `rows`, without those that hold the row `around`."""
        tops = np.array(rows, np.intp)
        holds: NDArray[np.bool_] = (tops <= around) & (page.end[tops] > around)
        mask = np.zeros(len(page), bool)
        mask[tops[~holds]] = True
        return cls(page.inside(mask))

    def __contains__(self, row: int) -> bool:
        return bool(self._inside[row])

    def touch(self, line: Line) -> bool:
        """Whether some of a line lies in one of the parts."""
        return bool(self._inside[line.row : line.last + 1].any())
