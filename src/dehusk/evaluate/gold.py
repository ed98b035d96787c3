"""The gold of a page: a line of JSON, checked.

>>> [entry] = read_entries([b'{"id": "tea", "text": "Boil water."}'], "gold.jsonl")
>>> entry.id, entry.text
('tea', 'Boil water.')
>>> [problem] = read_entries([b'{"id": "tea", "text": 5}'], "gold.jsonl")
>>> problem.where, problem.message
('gold.jsonl line 1', 'text is not a string')
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_STRINGS = ("text", "main", "url", "type", "path", "html")
_LISTS = ("has", "lacks")
_PRODUCT = ("price", "regularPrice", "brand")
"""What a page that sells something shows a reader, each a list of strings of which any will do."""


@dataclass(frozen=True)
class Problem:
    """Something that keeps a page from being evaluated: where it is and what it is."""

    where: str
    message: str


@dataclass(frozen=True)
class Expected:
    """The document that a page should give: its source, and whether that is Markdown or HTML."""

    source: str
    is_markdown: bool


@dataclass(frozen=True)
class Example:
    """A page with its gold.

    `text` is None where the gold has none; `has` and `lacks` are phrases, `expected` is a whole
    document. `fields` is the whole line of the gold, for whatever else it has.
    """

    id: str
    html: bytes
    url: str | None = None
    text: str | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    expected: Expected | None = None

    @property
    def parts(self) -> list[tuple[str, ...]]:
        """What must be in the text, each with the strings of which any will do.

        >>> Example("pot", b"", has=("Tea pot",), fields={"price": ["9.50", "9,50"]}).parts
        [('Tea pot',), ('9.50', '9,50')]
        """
        return [*((phrase,) for phrase in self.has), *_product_facts(self.fields)]

    def group(self, name: str) -> str:
        """The value of a field, to group pages by; `"none"` where a page has none.

        >>> Example("tea", b"", fields={"type": "article"}).group("type")
        'article'
        """
        value = self.fields.get(name)
        return "none" if value is None or value == "" else str(value)


@dataclass(frozen=True)
class Entry:
    """A line of the gold before its page is read.

    Where the line holds the page itself, `fields` has it not: `offset` says where in the file the
    line starts, so that the page can be read when its turn comes.
    """

    id: str
    where: str
    fields: Mapping[str, Any]
    offset: int
    holds_page: bool

    @property
    def text(self) -> str | None:
        """The gold text, None where there is none."""
        return self.fields.get("text")

    @property
    def has_gold(self) -> bool:
        """Whether the line itself says what is right."""
        has_more = any(self.fields.get(name) for name in ("main", "has", "lacks"))
        return self.text is not None or has_more or bool(_product_facts(self.fields))

    @property
    def has_facts(self) -> bool:
        """Whether the line says a fact of the page, names a part, or the links to further pages."""
        told = ("title", "author", "date", "selectors", "parts")
        return any(name in self.fields for name in told)

    @property
    def path(self) -> str | None:
        """Where the page is, if the line says so."""
        return self.fields.get("path")

    def example(
        self, html: bytes, text: str | None = None, expected: Expected | None = None
    ) -> Example:
        """The page and its gold together."""
        return Example(
            id=self.id,
            html=html,
            url=self.fields.get("url") or None,
            text=self.text if text is None else text,
            has=tuple(self.fields.get("has") or ()),
            lacks=tuple(self.fields.get("lacks") or ()),
            fields=self.fields,
            expected=expected,
        )


def read_entries(lines: Iterable[bytes], name: str) -> Iterator[Entry | Problem]:
    """The lines of a gold file; a broken one, or an id for the second time, is a problem.

    Lines that say by whom they are (`by`) are labels of people, who may label a page once more, or
    after each other: all of them come, and the last counts.
    """
    seen: dict[str, str] = {}
    end = 0
    for number, line in enumerate(lines, start=1):
        start, end = end, end + len(line)
        if not line.strip():
            continue
        item = _read_line(line, f"{name} line {number}", start)
        if isinstance(item, Entry) and item.id in seen and "by" not in item.fields:
            yield Problem(item.where, f"the id {item.id!r} is already that of {seen[item.id]}")
            continue
        if isinstance(item, Entry):
            seen[item.id] = item.where
        yield item


def read_held_page(line: bytes) -> bytes:
    """The page in a line: UTF-8, and marked as such, so that no declaration overrules it.

    >>> read_held_page(b'{"html": "<p>Tea"}')
    b'\\xef\\xbb\\xbf<p>Tea'
    """
    html: str = json.loads(line.decode("utf-8-sig"))["html"]
    return codecs.BOM_UTF8 + html.encode("utf-8", "replace")


def _read_line(line: bytes, where: str, offset: int) -> Entry | Problem:
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Problem(where, "the line is not UTF-8")
    except (ValueError, RecursionError) as error:
        return Problem(where, f"the line is not JSON: {error}")
    if not isinstance(fields, dict):
        return Problem(where, "the line is not a JSON object")
    wrong = _wrong_field(fields)
    if wrong:
        return Problem(where, wrong)
    page_id = _page_id(fields, where)
    holds_page = fields.pop("html", None) is not None
    return Entry(page_id, where, fields, offset, holds_page)


def _wrong_field(fields: dict[str, Any]) -> str | None:
    """What is wrong with the fields of a line, None where nothing is."""
    for name in _STRINGS:
        if not isinstance(fields.get(name), str | None):
            return f"{name} is not a string"
    for name in _LISTS:
        phrases = fields.get(name) or []
        if not isinstance(phrases, list) or not all(isinstance(item, str) for item in phrases):
            return f"{name} is not a list of strings"
    if not isinstance(fields.get("id"), str | int | None):
        return "id is neither a string nor a number"
    if ".." in str(fields.get("id")).split("/"):
        return "id leads out of the dataset"
    if not any(fields.get(name) is not None for name in ("id", "path", "html")):
        return "the line names no page: it has neither id nor path nor html"
    return None


def _product_facts(fields: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The facts of a product that are lists; lines may have other fields by the same names."""
    lists = (fields.get(name) for name in _PRODUCT)
    return [tuple(map(str, values)) for values in lists if isinstance(values, list) and values]


def _page_id(fields: dict[str, Any], where: str) -> str:
    for name in ("id", "path"):
        if fields.get(name) is not None:
            return str(fields[name])
    return where
