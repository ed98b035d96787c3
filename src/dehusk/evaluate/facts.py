"""What is said once about a page, right or wrong: title, authors, day, and what stands in front.

>>> tea = Example("tea", b"", fields={"title": "Tea", "author": ["Ann Leaf"], "date": "2024-03-14"})
>>> written = Written("# Tea\\n\\nBoil water.", title="Tea", authors=("Ben Leaf",))
>>> [FACTS[name].score(written, tea).matched for name in ("title", "authors", "title-first")]
[1, 0, 1]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from dehusk.evaluate.gold import Example
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.structure import (
    cut_titles,
    gold_pictures,
    items_of_markdown,
    key,
    named_pictures,
    title_parts,
)
from dehusk.evaluate.tokens import tokens
from dehusk.evaluate.written import Written
from dehusk.metadata.offers import CAN_BE_HAD
from dehusk.metadata.prices import currency_of, plain_number

_JOINERS = frozenset("and und et y e by von".split())
_HEADING = re.compile(r"#{1,6} (.*)")


@dataclass(frozen=True)
class Fact:
    """A fact of the gold, and how to tell whether a document has it right.

    `wanted` gives what the gold says, empty where it says nothing; `is_right` and `says` look at
    the document.
    """

    title: str
    wanted: Callable[[Example], str]
    is_right: Callable[[Written, Example], bool]
    says: Callable[[Written], bool]

    def applies_to(self, example: Example) -> bool:
        """Whether the gold has the fact."""
        return bool(self.wanted(example))

    def score(self, written: Written, example: Example) -> Overlap:
        """Right, wrong (found and not wanted), or not said."""
        right = self.is_right(written, example)
        return Overlap(int(right), int(right or self.says(written)), 1)


def _title(example: Example) -> str:
    return key(str(example.fields.get("title") or ""))


def _authors(example: Example) -> str:
    value = example.fields.get("author") or ()
    return " ".join(sorted(_names(value if isinstance(value, list) else [str(value)])))


def _names(authors: list[str] | tuple[str, ...]) -> set[str]:
    return set(tokens(" ".join(authors))) - _JOINERS


def _day(example: Example) -> str:
    value = str(example.fields.get("date") or "")[:10]
    return value if value[:4].isdigit() else ""


def _standfirst(example: Example) -> str:
    value = example.fields.get("summary") or ""
    return key(" ".join(value) if isinstance(value, list) else str(value))


def _has_title_first(written: Written, example: Example) -> bool:
    """Whether the first line is a heading that says the title, give or take a word, or a name of the
    site, a section or a kicker that a sign sets apart: titles have them or not."""
    first = _HEADING.match(written.markdown.lstrip())
    if first is None:
        return False
    return _says_the_same(first[1], str(example.fields.get("title") or ""))


def _says_the_same(one: str, other: str) -> bool:
    """Whether two titles have nearly the same words, or one's longest part is some parts of the other.

    >>> _says_the_same("Tea is back", "Tea is back - The Daily Leaf")
    True
    >>> _says_the_same("Economy: Tea is back", "Tea is back"), _says_the_same("Tea", "Tea pots")
    (True, False)
    """
    said, wanted = set(tokens(one)), set(tokens(other))
    if 2 * len(said & wanted) >= 1.6 * max(len(said), len(wanted), 1):
        return True
    longest = (max(title_parts(title), key=len, default="") for title in (one, other))
    return any(part in cut_titles(title) for part, title in zip(longest, (other, one), strict=True))


def _has_standfirst(written: Written, example: Example) -> bool:
    return _standfirst(example) in key(written.markdown)


def _cover(example: Example) -> str:
    return next((name for name, cover in gold_pictures(example).values() if cover), "")


def _has_cover(written: Written, example: Example) -> bool:
    pictures = items_of_markdown(written.markdown)["pictures"]
    return _cover(example) in named_pictures(pictures, example)


def _of_product(field: str, title: str, same: Callable[[str, str], bool]) -> Fact:
    """A fact of the goods on a page; the gold is a list of strings of which any will do."""

    def wanted(example: Example) -> list[str]:
        value = example.fields.get(field)
        return [str(one) for one in value] if isinstance(value, list) else []

    def said(written: Written) -> str:
        return getattr(written.product, field, None) or ""

    return Fact(
        title,
        lambda example: "\n".join(wanted(example)),
        lambda written, example: any(same(said(written), one) for one in wanted(example)),
        lambda written: bool(said(written)),
    )


def _same_stock(one: str, other: str) -> bool:
    """Whether two words of schema.org both say that goods can be had, or both that they cannot."""
    return bool(one) and (one in CAN_BE_HAD) == (other in CAN_BE_HAD)


FACTS: Final[Mapping[str, Fact]] = {
    "title": Fact(
        "the title, letters and digits alone",
        _title,
        lambda written, example: key(written.title or "") == _title(example),
        lambda written: bool(written.title),
    ),
    "authors": Fact(
        "the names of all authors, in any order",
        _authors,
        lambda written, example: " ".join(sorted(_names(written.authors))) == _authors(example),
        lambda written: bool(written.authors),
    ),
    "day": Fact(
        "the day of publication",
        _day,
        lambda written, example: (written.date or "")[:10] == _day(example),
        lambda written: bool(written.date),
    ),
    "title-first": Fact(
        "the title as the heading in front", _title, _has_title_first, lambda written: True
    ),
    "standfirst": Fact(
        "the standfirst, whole", _standfirst, _has_standfirst, lambda written: False
    ),
    "cover": Fact("the picture in front", _cover, _has_cover, lambda written: False),
    "price": _of_product(
        "price",
        "the price of the goods",
        lambda one, other: bool(one) and float(one) == float(plain_number(other) or 0),
    ),
    "currency": _of_product(
        "currency",
        "its currency, a code or a sign",
        lambda one, other: bool(one) and one in (currency_of(other), other),
    ),
    "availability": _of_product("availability", "whether the goods can be had", _same_stock),
    "brand": _of_product("brand", "their brand", lambda one, other: key(one) == key(other)),
    "sku": _of_product("sku", "their number", lambda one, other: one == other),
    "gtin": _of_product("gtin", "their GTIN", lambda one, other: one == other),
}
"""Every fact by its name."""
