"""Lines, words and letters as a reader sees them."""

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page

def lines_between(
    page: Page, first: int, last: int, roles: NDArray[np.uint32], longest: int = ...
) -> list[tuple[int, int, str, bool]]:
    """The lines that some rows make, without those of more than `longest` characters: the rows of their
    first and last text, what they say, and whether a digit may be in it.
    """

def links_elsewhere(page: Page, row: int, link: int) -> bool:
    """Whether a row is a link, holds one or stands in one, by the tag of links."""

def rows_around(
    page: Page, title: int, before: int, after: int, headings: NDArray[np.uint8], link: int
) -> tuple[int, int]:
    """The first row near a title and the row after the last, up to a heading with a link."""

def rows_of_tag(page: Page, tag: int) -> list[int]:
    """The rows of one tag."""

def block_with(
    page: Page, wanted: bytes, first: int, middle: int, last: int, roles: NDArray[np.uint32]
) -> int:
    """The innermost block that shows a text, from `middle` to `last`, else from `first`; -1 for none."""

def headings_in(
    page: Page,
    first_tag: int,
    last_tag: int,
    most: int,
    longest: int,
    signs: str,
    roles: NDArray[np.uint32],
    rows_read: int,
) -> list[tuple[int, int, str]]:
    """The first elements with tags from one number to another: row, level from 1 on, and text."""

def texts_of_tags(
    page: Page, first_tag: int, last_tag: int, most: int
) -> list[tuple[int, int, str]]:
    """The first elements with tags from one number to another: row, tag and all text inside."""

def letters_of(text: str) -> str | None:
    """The letters and digits of a text in small letters, None where not all of it is ASCII."""

def counted(text: str) -> tuple[int, int]:
    """How many words a text has, and how many of them are characters of scripts without spaces."""
