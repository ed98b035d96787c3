"""Where in the page to look: rows by attribute words, and the text a reader sees in them.

>>> from dehusk.page.parse import parse
>>> page = parse('<p class="byline">By <b>A</b>nn<br>Leaf</p>')
>>> [visible_text(page, row) for row in marks_with(Words(b"byline"), page)]
['By Ann\\nLeaf']
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable

from dehusk.native import find as native
from dehusk.native.codes import LineRole
from dehusk.native.find import Words
from dehusk.page import Page
from dehusk.page.tags import BLOCK, INERT, SEPARATING_INLINE, Tag, TagSet, roles_of_tags

MARKS = ("class", "id", "rel", "data-testid", "data-qa", "data-component")
"""The attributes in which authors of templates say what an element is."""

ROWS_READ = 400
_MARK_LIMIT = 2_000
_START = 1_000
_ANY = 1 << 30
ROLES = roles_of_tags(
    LineRole,
    {
        LineRole.TEXT: TagSet("#text"),
        LineRole.INERT: INERT,
        LineRole.SPACE: SEPARATING_INLINE,
        LineRole.LINE: BLOCK | TagSet("br"),
    },
)


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
    return words.marks_in(page, names, first, len(page) if last is None else last, _MARK_LIMIT)


def paragraphs(page: Page, most: int) -> str:
    """The first paragraphs of a page, as long as their text has not `most` bytes."""
    texts: list[str] = []
    for row in page.rows_with_tag(Tag.P).tolist():
        if most <= 0:
            break
        start, end = page.text_start.item(row), page.text_end.item(row)
        texts.append(page.text[start : min(end, start + most)].decode(errors="ignore"))
        most -= end - start
    return "\n".join(texts)


Line = tuple[int, int, str, bool]
"""A line as a reader sees it: the rows of its first and last text, what it says, and whether a date
may be in it."""


def visible_text(page: Page, row: int) -> str:
    """The text of a row as a reader sees it: a line a block, white space collapsed."""
    end = min(page.end.item(row), row + ROWS_READ)
    return "\n".join([line[2] for line in native.lines_between(page, row, end, ROLES)])


def start_of(page: Page, row: int) -> str:
    """The first characters of the text of a row: no more than a date is looked for in."""
    start = page.text_start.item(row)
    end = min(page.text_end.item(row), start + _START)
    return page.text[start:end].decode(errors="ignore")


def lines_between(page: Page, first: int, last: int, longest: int = _ANY) -> list[Line]:
    """The lines that the rows from `first` to before `last` make, without those that are too long.

    >>> from dehusk.page.parse import parse
    >>> page = parse("<p>A<br>B <i>c</i>d<p><span>E</span><time>F</time><script>g</script>")
    >>> [text for _, _, text, _ in lines_between(page, 0, len(page))]
    ['A', 'B cd', 'E F']
    """
    return native.lines_between(page, first, last, ROLES, longest)


class Spans:
    """Parts of a page, to ask whether something lies in one of them.

    >>> from dehusk.page.parse import parse
    >>> from dehusk.page.tags import Tag
    >>> page = parse("<nav><p>Home</p></nav><p>Tea</p>")
    >>> nav = Spans(page, page.rows_with_tag(Tag.NAV).tolist())
    >>> [text for row, last, text, _ in lines_between(page, 0, len(page)) if nav.touch(row, last)]
    ['Home']
    """

    def __init__(self, page: Page, rows: Iterable[int]) -> None:
        """The subtrees of rows in document order."""
        self._starts: list[int] = []
        self._ends: list[int] = []
        end = 0
        for row in rows:
            if row >= end:
                end = page.end.item(row)
                self._starts.append(row)
                self._ends.append(end)

    def touch(self, first: int, last: int) -> bool:
        """Whether some of the rows from `first` to `last` lie in one of the parts."""
        before = bisect_right(self._starts, last)
        return before > 0 and self._ends[before - 1] > first
