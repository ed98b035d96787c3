"""Several pages as one table: the rows of the first, then those of the second, and so on.

>>> from dehusk.page.parse import parse
>>> from dehusk.page.tags import Tag
>>> page = joined_pages([parse("<p>Boil water.</p>"), parse("<p>Then wait.</p>")])
>>> [page.text_of(row) for row in page.rows_with_tag(Tag.P)], page.xpath(len(page) - 1)
(['Boil water.', 'Then wait.'], '/html[2]/body/p/text()')

Each page is a tree of its own, so that a path says which one a row is of.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Ints, Page

_MOST_NAMES = 1 << 16


def first_rows(pages: Sequence[Page]) -> list[int]:
    """The row at which each page begins in the table of all, and the number of all rows."""
    return [0, *accumulate(map(len, pages))]


def joined_pages(pages: Sequence[Page]) -> Page:
    """The rows of all pages, with the address and the encoding of the first; layouts are dropped."""
    rows = first_rows(pages)
    texts = [page.text[page.text_start.item(0) : page.text_end.item(0)] for page in pages]
    starts = _starts(texts)
    text = [start - page.text_start.item(0) for page, start in zip(pages, starts, strict=True)]
    values = _starts([page.attr_text for page in pages])
    sources = _starts([page.source for page in pages])
    tag_names = _all_names([page.tag_names for page in pages])
    attr_names = _all_names([page.attr_names for page in pages])

    def moved(name: str, shifts: Sequence[int]) -> Ints:
        columns = [getattr(page, name) for page in pages]
        pairs = zip(columns, shifts, strict=False)
        return np.concatenate([np.where(one < 0, one, one + np.int32(by)) for one, by in pairs])

    def renumbered(name: str, own: str, names: tuple[str, ...]) -> NDArray[np.uint16]:
        numbers = {each: number for number, each in enumerate(names[:_MOST_NAMES])}
        last = _MOST_NAMES - 1
        tables = [[numbers.get(each, last) for each in getattr(page, own)] for page in pages]
        columns = [getattr(page, name) for page in pages]
        pairs = zip(tables, columns, strict=True)
        return np.concatenate([np.array(table, np.uint16)[column] for table, column in pairs])

    return Page(
        tag=renumbered("tag", "tag_names", tag_names),
        parent=moved("parent", rows),
        end=moved("end", rows),
        depth=np.concatenate([page.depth for page in pages]),
        text=b"".join(texts),
        text_start=moved("text_start", text),
        text_end=moved("text_end", text),
        attr_row=moved("attr_row", rows),
        attr_name=renumbered("attr_name", "attr_names", attr_names),
        attr_start=moved("attr_start", values),
        attr_end=moved("attr_end", values),
        attr_text=b"".join([page.attr_text for page in pages]),
        tag_names=tag_names,
        attr_names=attr_names,
        source_start=moved("source_start", sources),
        source_end=moved("source_end", sources),
        source=b"".join([page.source for page in pages]),
        url=pages[0].url,
        encoding=pages[0].encoding,
    )


def _starts(parts: Sequence[bytes]) -> list[int]:
    """Where each part begins in all of them together."""
    return [0, *accumulate(map(len, parts[:-1]))]


def _all_names(names: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(names)))
