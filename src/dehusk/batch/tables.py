"""Pages from tables: Parquet files and JSON Lines, with a column that has the HTML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dehusk.batch.record import Record
from dehusk.batch.streams import unpacked_stream
from dehusk.errors import BatchError
from dehusk.page.parse import DEFAULT_LIMITS

_HTML_NAMES = ("html", "content", "raw_html", "body")
_ROWS_AT_ONCE = 64
_PIECE = 1024 * 1024
LONGEST_LINE = 2 * DEFAULT_LIMITS.bytes
"""A page as JSON, with what is to be escaped in it."""


@dataclass(frozen=True)
class Names:
    """What the columns of a table are called; `html` None takes the first usual name that is there."""

    html: str | None = None
    url: str = "url"
    id: str = "id"
    date: str = "date"

    def find_html(self, there: Mapping[str, object] | list[str], where: str) -> str:
        """The name of the column with the page. Raises `BatchError` where there is none."""
        wanted = _HTML_NAMES if self.html is None else (self.html,)
        for name in wanted:
            if name in there:
                return name
        raise BatchError(
            f"{where} has no column {' or '.join(map(repr, wanted))} but {', '.join(there)};"
            " name the one with the pages with --html-column."
        )


def read_parquet(path: Path, source: str, start: int, names: Names) -> Iterator[Record]:
    """The rows of a Parquet file; the offset is the number of the row."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as table:
        there = table.schema_arrow.names
        html = names.find_html(there, str(path))
        wanted = [html, *(name for name in (names.url, names.id, names.date) if name in there)]
        groups, number = _groups_from(table.metadata, start)
        for batch in table.iter_batches(_ROWS_AT_ONCE, row_groups=groups, columns=wanted):
            for row in batch.to_pylist():
                if number >= start:
                    reached = (number + 1) / table.metadata.num_rows
                    yield _of_row(row, html, names, source, number, reached)
                number += 1


def _groups_from(metadata: Any, start: int) -> tuple[list[int], int]:
    """The row groups that have a row and those behind it, and the number of their first row."""
    first_row = 0
    for group in range(metadata.num_row_groups):
        rows = metadata.row_group(group).num_rows
        if first_row + rows > start:
            return list(range(group, metadata.num_row_groups)), first_row
        first_row += rows
    return [], first_row


def read_jsonl(path: Path, source: str, start: int, names: Names) -> Iterator[Record]:
    """The lines of a JSON Lines file; the offset is the byte of what is unpacked."""
    for offset, line, reached in read_lines(path, start):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"it has more than {LONGEST_LINE:,} bytes")
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("it is no object")
            html = names.find_html(row, "The line")
        except (ValueError, RecursionError, BatchError) as error:
            message = f"The line cannot be read: {error}"
            yield Record(source=source, offset=offset, error=message, reached=reached)
            continue
        yield _of_row(row, html, names, source, offset, reached)


def _of_row(
    row: dict[str, Any], html: str, names: Names, source: str, offset: int, reached: float
) -> Record:
    page = row[html]
    told: dict[str, Any] = {
        "url": _text(row.get(names.url)),
        "id": _text(row.get(names.id)),
        "date": _text(row.get(names.date)),
        "source": source,
        "offset": offset,
        "reached": reached,
    }
    if not isinstance(page, (bytes, str)):
        return Record(error=f"The column {html!r} has no page here.", **told)
    return Record(page, **told)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def read_lines(path: Path, start: int) -> Iterator[tuple[int, bytes, float]]:
    """The lines of a file from a byte on: where each begins, and the share that is read.

    Of a line that is longer than `LONGEST_LINE` comes one byte more than that.
    """
    size = max(path.stat().st_size, 1)
    with path.open("rb") as file:
        stream = unpacked_stream(file)
        offset = _skipped_to(stream, start)
        while line := stream.readline(LONGEST_LINE + 1):
            yield offset, line, min(1.0, file.tell() / size)
            offset += len(line)
            while not line.endswith(b"\n") and (line := stream.readline(_PIECE)):
                offset += len(line)


def _skipped_to(stream: Any, start: int) -> int:
    """Read on up to a byte; the place that was reached."""
    left = start
    while left and (piece := stream.read(min(left, _PIECE))):
        left -= len(piece)
    return start - left
