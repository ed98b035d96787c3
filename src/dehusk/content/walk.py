"""From a selection to the content table: the step between extractors and writers.

>>> from dehusk import parse
>>> from dehusk.content.table import blocks_of
>>> page = parse("<h2>Tea</h2><p>Boil <b>it</b></p>")
>>> content = content_of(page, Selection.of_subtrees(page, [0], reason="all of it"))
>>> for block in blocks_of(content):
...     print(block)
Heading('Tea', level=2, rows=(3, 5))
Paragraph('Boil it', rows=(5, 9))

`dehusk.native.content` reads the page and walks it. Before the walk `verdicts.py` judges what tags and
class names do not tell; after it the titles of links, the languages of code, the formulas that stand in
the text and the posts of a thread find their place. Content that the page embeds as data comes
first, all of it in the row of its script.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from dehusk.content.assemble.classifier import Verdicts
from dehusk.content.assemble.code import is_title
from dehusk.content.assemble.footnotes import KeptNotes
from dehusk.content.assemble.languages import language_of
from dehusk.content.assemble.links import Links
from dehusk.content.assemble.posts import around_posts, with_posts
from dehusk.content.assemble.raw_formulas import raw_formulas, with_raw_formulas
from dehusk.content.assemble.urls import Addresses
from dehusk.content.completed import Completed
from dehusk.content.kept_rows import KeptRows
from dehusk.content.notes import find_kept_notes
from dehusk.content.rows import Content, Made, joined, spliced
from dehusk.content.verdicts import judged, paired, with_notes
from dehusk.native.codes import Kind
from dehusk.native.content import Base, Reading
from dehusk.page import Bools, Page
from dehusk.selection import Selection

# NumPy takes long to see that a member of an enumeration is a number.
_CELL, _CODE_BLOCK, _LINK = int(Kind.CELL), int(Kind.CODE_BLOCK), int(Kind.LINK)
_FIGURE, _CAPTION = int(Kind.FIGURE), int(Kind.CAPTION)
_ATTEMPTS = 2
"""A mark whose note turns out to be lost, or a note whose mark is, must stay plain text: then the
walk starts anew without them."""


def content_of(page: Page, selection: Selection) -> Content:
    """The content of a page that a selection keeps, as a table."""
    embedded = selection.embedded
    own = _kept_content(page, Completed.of(selection))
    if embedded is None:
        return own
    whole = Selection.of_subtrees(embedded.page, [0], reason="embedded")
    place = embedded.row, int(page.end[embedded.row])
    return joined(_placed(_kept_content(embedded.page, Completed.of(whole)), place), own)


def _placed(content: Content, rows: tuple[int, int]) -> Content:
    """The same content with other rows."""
    first, last = (
        np.where(content.first >= 0, np.int32(row), content.first).astype(np.int32) for row in rows
    )
    return replace(content, first=first, last=last)


def _kept_content(page: Page, selection: Completed) -> Content:
    posts = selection.posts
    if not posts:
        return _walked(page, selection, None)
    content = _walked(page, selection, around_posts(page, posts))
    return with_posts(content, page, posts)


def _walked(page: Page, selection: Completed, without: Bools | None) -> Content:
    kept = KeptRows(page, selection.keep, without)
    addresses = Addresses.of(page.url, kept.reading.base_href)
    said = judged(kept, addresses)
    found = selection.notes or find_kept_notes(page, selection.keep)
    notes = KeptNotes.of(kept, found) if found.notes or found.lost else None
    said, walked = _with_paired_notes(kept.reading, addresses.base, said, notes)
    return _with_formulas(kept.reading, _finished(kept, addresses, said, walked))


def _with_paired_notes(
    reading: Reading, base: Base, before: Verdicts | None, notes: KeptNotes | None
) -> tuple[Verdicts | None, Any]:
    """Walk until every note has its mark and every mark its note."""
    if notes is None or not (notes.references or notes.starts):
        return before, reading.walk(base, before)
    for attempt in range(_ATTEMPTS + 1):
        if attempt == _ATTEMPTS:
            notes = notes.only(set())
        said = with_notes(before or Verdicts.none(len(reading)), notes)
        walked = reading.walk(base, said)
        labels = paired(said)
        if attempt == _ATTEMPTS or len(labels) == len(notes.starts):
            break
        notes = notes.only(labels)
    return said, walked


# After the walk


def _finished(kept: KeptRows, addresses: Addresses, said: Verdicts | None, walked: Any) -> Content:
    """The rows with their arguments, and with the addresses that the walk left open."""
    kind, columns, text, unfinished, titled = walked
    if not unfinished and not titled:
        return Content.of_columns(kind, columns, text, ())
    start, stop, argument = columns[2], columns[3], columns[6]
    columns[1][titled] = 0  # which was only the mark of these
    links = Links(kept, addresses, len(text))
    values: list[Any] = []
    for row in unfinished:
        place = argument.item(row)
        if kind.item(row) == _LINK:
            value = links.title(place)
            if start.item(row) == stop.item(row):
                start[row], stop[row] = links.address(place)
        else:
            value = _value(kept, said, kind.item(row), place)
        argument[row] = -1 if value is None else len(values)
        if value is not None:
            values.append(value)
    text = text + links.text if links.text else text
    content = Content.of_columns(kind, columns, text, tuple(values))
    return _with_titles(kept.page, content, titled) if titled else content


def _value(kept: KeptRows, said: Verdicts | None, kind: int, value: int) -> Any:
    """The argument of a row, given what the walk says of it."""
    if kind == _CODE_BLOCK:
        return language_of(kept, value)
    if kind == _CELL:
        return value >> 11, value & 0x7FF
    return said.values[value] if said is not None else None


def _with_titles(page: Page, content: Content, rows: list[int]) -> Content:
    """Code in a figure, where the line before it names a file or is a caption.

    The walk has marked the code whose line before may be that: it is a paragraph of one text.
    """
    matrix = content.matrix()
    edits: list[tuple[int, int, list[Made]]] = []
    for code in rows:
        line = code - 2
        if is_title(page, content.first.item(line), content.text_of(line + 1)):
            edits.append((line, code + 1, _in_figure(*matrix[:, line : code + 1].T.tolist())))
    return spliced(content, edits, content.text, content.arguments) if edits else content


def _in_figure(line: list[int], words: list[int], code: list[int]) -> list[Made]:
    """The rows of a figure, given those of the paragraph before the code and of the code."""
    figure = (_FIGURE, 4, *line[2:6], code[6], line[7])
    caption = (_CAPTION, 4, *line[2:5], -1, -1, line[7])
    made: Any = [figure, (code[0], 2, *code[2:]), caption, (words[0], 4, *words[2:])]
    return list(made)


def _with_formulas(reading: Reading, content: Content) -> Content:
    """The content with formulas that stand in the text as they were written."""
    dollars = raw_formulas(reading)
    if dollars is None:
        return content
    return with_raw_formulas(content, dollars=dollars)
