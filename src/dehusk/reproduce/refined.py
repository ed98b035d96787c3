"""A page as Kim et al. refine it, section 4.1: every tag and every text on a line of its own.

>>> from dehusk import parse
>>> [line.said for line in refined(parse("<p>Boil <b>water</b>"))][3:]
['<body>', '<p>', 'Boil ', '<b>', 'water', '</b>', '</p>', '</body>', '</html>']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dehusk.native.codes import RowFlag
from dehusk.page import Page
from dehusk.page.parse import parse
from dehusk.page.tags import VOID

EXAMPLE = "example-news.html"
EXAMPLE_NOTE = "The page is the news example of the playground."


@dataclass(frozen=True)
class Line:
    """A line of the document: the row that it is of, and what it says."""

    row: int
    said: str
    is_text: bool = False


def refined(page: Page) -> list[Line]:
    """The page line by line; white space alone is no text."""
    visible, is_text, ends = (
        page.with_flag(RowFlag.VISIBLE).tolist(),
        page.is_text.tolist(),
        page.end.tolist(),
    )
    void = VOID.mask(page.tag).tolist()
    lines: list[Line] = []
    open_rows: list[int] = []

    def close(until: int) -> None:
        while open_rows and ends[open_rows[-1]] <= until:
            row = open_rows.pop()
            lines.append(Line(row, f"</{page.tag_name(row)}>"))

    for row in range(len(page)):
        close(row)
        if not is_text[row]:
            lines.append(Line(row, f"<{page.tag_name(row)}>"))
            if not void[row]:
                open_rows.append(row)
        elif visible[row]:
            lines.append(Line(row, page.text_of(row), is_text=True))
    close(len(page))
    return lines


@cache
def example_source() -> bytes:
    """The page that figures are drawn of which show its words: one that we wrote."""
    return files("dehusk.serve").joinpath("static", EXAMPLE).read_bytes()


def example_page() -> Page:
    """The same, parsed."""
    return parse(example_source())
