"""What a row looks like when it is written: our own columns, or the records of other projects.

>>> datatrove = shape_of("datatrove", (), markdown=False)
>>> row = {"id": "7", "url": "https://example.org/", "date": None, "source": "a.warc", "text": "Tea"}
>>> datatrove.write(row)["metadata"]
{'url': 'https://example.org/', 'date': None, 'file_path': 'a.warc'}
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dehusk.errors import BatchError

_TYPES = {"offset": "int64", "simhash": "int64", "confidence": "float64", "authors": "list<string>"}
"""The types of columns that are not strings."""


@dataclass(frozen=True)
class Shape:
    """The columns that have to be made, those that are written, and the way from one to the other."""

    name: str
    needs: tuple[str, ...]
    types: dict[str, str]
    write: Callable[[dict[str, Any]], dict[str, Any]]

    @property
    def has_errors(self) -> bool:
        """Whether a record that failed has a row; where not, it is listed apart."""
        return "error" in self.types


def shape_of(like: str | None, columns: tuple[str, ...], *, markdown: bool) -> Shape:
    """The shape by its name, our own for None. With `markdown` the text of others' records is that."""
    if like is None:
        types = {name: _TYPES.get(name, "string") for name in columns}
        return Shape("dehusk", columns, types, lambda row: {name: row[name] for name in columns})
    if like not in _LIKE:
        raise BatchError(f"There is no shape {like!r}; there are {', '.join(_LIKE)}.")
    return _LIKE[like]("markdown" if markdown else "text")


def _datatrove(content: str) -> Shape:
    """The documents of datatrove, as its readers take them."""

    def write(row: dict[str, Any]) -> dict[str, Any]:
        about = {"url": row["url"], "date": row["date"], "file_path": row["source"]}
        return {"text": row[content], "id": row["id"], "metadata": about}

    types = {
        "text": "string",
        "id": "string",
        "metadata": "struct<url: string, date: string, file_path: string>",
    }
    return Shape("datatrove", (content, "id", "url", "date", "source"), types, write)


def _nemo(content: str) -> Shape:
    """The records of NeMo Curator's Common Crawl pipeline."""

    def write(row: dict[str, Any]) -> dict[str, Any]:
        return {
            "url": row["url"],
            "warc_id": row["id"],
            "source_id": row["source"],
            "language": row["language"],
            "text": row[content],
        }

    names = ("url", "warc_id", "source_id", "language", "text")
    needs = (content, "id", "url", "source", "language")
    return Shape("nemo", needs, dict.fromkeys(names, "string"), write)


_LIKE = {"datatrove": _datatrove, "nemo": _nemo}
LIKE = tuple(_LIKE)
"""The projects whose records can be written."""
