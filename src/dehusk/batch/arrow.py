"""A table of pages in, a table of their content out: what Spark, Ray and Dask need.

>>> import pyarrow as pa
>>> pages = pa.table({"n": [1], "html": ["<p>Bread needs flour, water, salt and time.</p>"]})
>>> extract_table(pages, url=None, columns=["text"]).to_pylist()
[{'n': 1, 'text': 'Bread needs flour, water, salt and time.'}]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from dehusk.batch.record import Record
from dehusk.batch.rows import RowMaker, Settings
from dehusk.batch.shapes import shape_of
from dehusk.batch.writing import arrow_schema, arrow_table

if TYPE_CHECKING:
    import pyarrow as pa

_DEFAULT = Settings()


def extract_table(
    table: pa.Table,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] = ("text", "reason", "error"),
    *,
    encoding: str | None = None,
    settings: Settings = _DEFAULT,
) -> pa.Table:
    """An Arrow table with columns of extracted content in place of its column of pages.

    `html`, `url` and `encoding` name columns of the table; a page is binary or a string, and `encoding`
    the charset that a server declared. `columns` are those of `dehusk.batch`; one that the table has
    already is replaced. A page that fails has nulls, and its `error`.
    """
    made = made_columns(table, {"html": html, "url": url, "encoding": encoding}, columns, settings)
    kept = [name for name in table.column_names if name not in {html, *columns}]
    result = table.select(kept)
    for name in made.column_names:
        result = result.append_column(made.schema.field(name), made.column(name))
    return result


def made_columns(
    pages: Any, names: dict[str, str | None], columns: Sequence[str], settings: Settings
) -> Any:
    """The columns that are made of a table or a batch of pages."""
    make = maker(replace(settings, columns=tuple(columns)))
    rows = [make(record) for record in records_of(pages, names)]
    return arrow_table(rows, arrow_schema(types_of(columns)))


def types_of(columns: Sequence[str]) -> dict[str, str]:
    """What columns are called and of which type they are."""
    return shape_of(None, tuple(columns), markdown=False).types


@cache
def maker(settings: Settings) -> RowMaker:
    """What makes rows, once for each process."""
    return RowMaker(settings)


def records_of(pages: Any, names: dict[str, str | None]) -> Iterator[Record]:
    """The pages of a table or a batch, by the names of its columns."""
    own = {part: pages.column(name).to_pylist() for part, name in names.items() if name is not None}
    for place in range(pages.num_rows):
        given = {part: values[place] for part, values in own.items()}
        missing = "The page is null." if given["html"] is None else None
        yield Record(**given, error=missing)
