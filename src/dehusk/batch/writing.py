"""Parts of an output on their way to disk: Parquet or JSON Lines.

A part is written under a name that nobody reads, and gets its own when it is whole and on disk.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from io import RawIOBase
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from dehusk.batch.shapes import Shape

FORMATS = ("parquet", "jsonl", "jsonl.gz", "jsonl.zst")
_GROUP_ROWS = 5_000
_GROUP_CHARACTERS = 64 * 1024 * 1024
_ZSTD_LEVEL = 3


class Writer(Protocol):
    """What takes rows, in the shape in which they are written."""

    def add(self, row: dict[str, Any]) -> None:
        """Write a row, now or with those that follow."""
        ...

    def close(self) -> None:
        """Write what is left."""
        ...


def open_writer(file: BinaryIO, form: str, shape: Shape) -> Writer:
    """A writer of one of `FORMATS`."""
    if form == "parquet":
        return _Parquet(file, shape)
    return _JsonLines(file, form)


class _Parquet:
    """Rows in groups of a size that readers like: thousands of rows, tens of megabytes.

    A thread packs a group while rows of the next come in: it takes half a second, in which the
    processes that make them would have nothing to do.
    """

    def __init__(self, file: BinaryIO, shape: Shape) -> None:
        import pyarrow.parquet as pq

        self._schema = arrow_schema(shape.types)
        self._writer = pq.ParquetWriter(
            file, self._schema, compression="zstd", compression_level=_ZSTD_LEVEL
        )
        self._rows: list[dict[str, Any]] = []
        self._characters = 0
        self._thread = ThreadPoolExecutor(1)
        self._passing: Future[None] | None = None

    def add(self, row: dict[str, Any]) -> None:
        self._rows.append(row)
        self._characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= _GROUP_ROWS or self._characters >= _GROUP_CHARACTERS:
            self._write_group()

    def close(self) -> None:
        try:
            self._write_group()
            self._wait()
        finally:
            self._thread.shutdown()
            self._writer.close()

    def _write_group(self) -> None:
        self._wait()
        if self._rows:
            self._passing = self._thread.submit(self._pack, self._rows)
        self._rows, self._characters = [], 0

    def _wait(self) -> None:
        """Until the group before is written; what went wrong with it is raised here."""
        passing, self._passing = self._passing, None
        if passing is not None:
            passing.result()

    def _pack(self, rows: list[dict[str, Any]]) -> None:
        self._writer.write_table(arrow_table(rows, self._schema))


def arrow_schema(types: dict[str, str]) -> Any:
    """The Arrow schema of named types."""
    import pyarrow as pa

    known = {
        "string": pa.string(),
        "binary": pa.binary(),
        "int64": pa.int64(),
        "float64": pa.float64(),
        "list<string>": pa.list_(pa.string()),
        "struct<url: string, date: string, file_path: string>": pa.struct(
            [(name, pa.string()) for name in ("url", "date", "file_path")]
        ),
    }
    return pa.schema([(name, known[kind]) for name, kind in types.items()])


def arrow_table(rows: list[dict[str, Any]], schema: Any) -> Any:
    """Rows as an Arrow table."""
    import pyarrow as pa

    columns = [_arrow_column([row[field.name] for row in rows], field.type) for field in schema]
    return pa.table(columns, schema=schema)


def _arrow_column(values: list[Any], kind: Any) -> Any:
    import pyarrow as pa

    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:  # half a character, which JSON can write and UTF-8 cannot
        return pa.array([encodable(value) for value in values], kind)


def encodable(value: Any) -> Any:
    """A value whose texts can be written as UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [encodable(one) for one in value]
    if isinstance(value, dict):
        return {name: encodable(one) for name, one in value.items()}
    return value


class _JsonLines:
    """A line of JSON a row."""

    def __init__(self, file: BinaryIO, form: str) -> None:
        self._file: Any = file
        if form.endswith(".gz"):
            import gzip

            self._file = gzip.GzipFile("", "wb", 6, file, mtime=0)
        elif form.endswith(".zst"):
            import pyarrow

            self._file = pyarrow.CompressedOutputStream(_KeptOpen(file), "zstd")
        self._own = self._file is not file

    def add(self, row: dict[str, Any]) -> None:
        line = json.dumps(encodable(row), ensure_ascii=False, separators=(",", ":"))
        self._file.write(line.encode() + b"\n")

    def close(self) -> None:
        if self._own:
            self._file.close()


class _KeptOpen(RawIOBase):
    """A file that others write to and may close, and that is open all the same."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Write to the file."""
        return self._file.write(data)


class Whole:
    """A file that appears under its name when all of it is on disk, and not before."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._passing = path.with_name(f"_{path.name}.tmp")
        self.file: BinaryIO = self._passing.open("wb")

    def appear(self) -> None:
        """Give the file its name."""
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        self._passing.replace(self.path)
        sync_folder(self.path.parent)

    def vanish(self) -> None:
        """Leave nothing."""
        with suppress(OSError):  # what was still to be written does not fit on the disk either
            self.file.close()
        self._passing.unlink(missing_ok=True)


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a small file so that it is there as a whole or not at all."""
    whole = Whole(path)
    try:
        write(whole.file)
        whole.appear()
    except BaseException:
        whole.vanish()
        raise


def sync_folder(folder: Path) -> None:
    """Have the names of a folder on disk, where the system can be asked for that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
