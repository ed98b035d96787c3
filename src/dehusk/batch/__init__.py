"""From one page to a crawl: WARC, Parquet, JSON Lines, tar and folders in, tables out.

>>> from dehusk.batch import Record, Settings, extract_records
>>> pages = [Record(b"<p>Bread needs flour, water, salt and time.</p>", url="https://example.org/")]
>>> for row in extract_records(pages, jobs=0, settings=Settings(columns=("url", "text"))):
...     print(row)
{'url': 'https://example.org/', 'text': 'Bread needs flour, water, salt and time.'}

`extract_records` is for records that you have; `run_batch`, and the command `dehusk batch`, for files of
them, whose output survives whatever happens on the way. docs/batch.md has a tutorial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from dehusk.batch.inputs import Input, find_inputs, record_at
from dehusk.batch.record import Record
from dehusk.batch.rows import COLUMNS, DEFAULT_COLUMNS, Row, RowMaker, Settings
from dehusk.batch.run import Output, Summary, run_batch
from dehusk.batch.tables import Names
from dehusk.batch.workers import rows_of

__all__ = [
    "COLUMNS",
    "DEFAULT_COLUMNS",
    "Input",
    "Names",
    "Output",
    "Record",
    "Row",
    "RowMaker",
    "Settings",
    "Summary",
    "extract_records",
    "find_inputs",
    "record_at",
    "run_batch",
]

_DEFAULT = Settings()


def extract_records(
    records: Iterable[Record | Mapping[str, Any]],
    *,
    jobs: int = 1,
    ordered: bool = True,
    settings: Settings = _DEFAULT,
) -> Iterator[Row]:
    """The rows of records, as they come, in `jobs` processes.

    >>> rows = extract_records([{"html": "<p>Tea needs water, leaves and time.</p>"}], jobs=0)
    >>> next(rows)["text"]
    'Tea needs water, leaves and time.'

    Records are `Record`s or mappings with the same names. They are read as they are needed, and only a
    bounded number is in memory. A record that kills or hangs its process gets a row with an `error`,
    like any other that fails. With `ordered=False` rows come as they are done. `jobs=0` does all in
    this process, without that protection.
    """
    if jobs < 0:
        raise ValueError("jobs must not be below 0.")
    made = rows_of(map(_as_record, records), RowMaker(settings), jobs=jobs, ordered=ordered)
    return (row for _, row in made)


_FIELDS = frozenset(field.name for field in fields(Record))


def _as_record(given: Record | Mapping[str, Any]) -> Record:
    if isinstance(given, Record):
        return given
    return Record(**{name: value for name, value in given.items() if name in _FIELDS})
