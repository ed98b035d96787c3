"""Pages in Spark: extraction over Arrow, WARC files as a data source, functions for SQL.

>>> from pyspark.sql import SparkSession                                           # doctest: +SKIP
>>> from dehusk import spark as dehusk_spark                                       # doctest: +SKIP
>>> session = SparkSession.builder.getOrCreate()                                   # doctest: +SKIP
>>> dehusk_spark.register(session)                                                 # doctest: +SKIP
>>> pages = session.read.format("warc").load("crawl/*.warc.gz")                    # doctest: +SKIP
>>> dehusk_spark.extract(pages, encoding="encoding").write.parquet("texts/")       # doctest: +SKIP

Pages stay in Arrow; PySpark itself asks for pandas. Every Python process of Spark loads the model once.
dehusk, with the extra `batch`, has to be installed where the executors run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.batch.arrow import made_columns, maker, records_of, types_of
from dehusk.batch.record import Record
from dehusk.batch.rows import Row, Settings, choose_columns
from dehusk.batch.templates import MOST_PAGES, EvidenceMaker, host_of, template_name
from dehusk.batch.warc import read_warc, splits
from dehusk.batch.writing import arrow_schema, arrow_table
from dehusk.errors import BatchError, DehuskError, MissingExtra
from dehusk.extractors.default.templates import Evidence, template_of
from dehusk.writers.formats import FORMATS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

WARC_COLUMNS = {
    "id": "string",
    "url": "string",
    "date": "string",
    "html": "binary",
    "encoding": "string",
    "source": "string",
    "offset": "int64",
    "error": "string",
}
"""The columns of the data source `warc`, unless it is asked for those of `dehusk.batch`."""

_SETTINGS: dict[str, Callable[[str], Any]] = {
    "columns": lambda names: tuple(choose_columns(names)),
    "method": str,
    "amount": int,
    "seconds": float,
    "templates": str,
}
"""The options of the data source that are settings of a batch."""

_SPLIT_BYTES = 64 * 1024 * 1024
_ROWS_AT_ONCE = 64
_BATCH_BYTES = 16 * 1024 * 1024
_DDL = {"int64": "bigint", "float64": "double", "list<string>": "array<string>"}


def extract(
    frame: DataFrame,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] = ("text", "reason", "error"),
    *,
    encoding: str | None = None,
    settings: Settings | None = None,
) -> DataFrame:
    """The frame with columns of extracted content in place of its column of pages.

    `html`, `url` and `encoding` name columns of the frame; a page is binary or a string, and `encoding`
    the charset that a server declared. `columns` are those of `dehusk.batch`; one that the frame has
    already is replaced. A page that fails has nulls, and its `error`. `settings` say how: the method,
    the seconds that a page may take.
    """
    _check_pyspark()
    kept = [field for field in frame.schema.fields if field.name not in {html, *columns}]
    schema = ", ".join(
        [
            *(f"`{field.name}` {field.dataType.simpleString()}" for field in kept),
            _ddl(types_of(columns)),
        ]
    )
    names = {"html": html, "url": url, "encoding": encoding}
    chosen = replace(settings or Settings(), columns=tuple(columns))
    return frame.mapInArrow(
        partial(_extract, chosen, names, [field.name for field in kept]), schema
    )


def _extract(
    settings: Settings, names: dict[str, str | None], kept: list[str], batches: Iterator[Any]
) -> Iterator[Any]:
    import pyarrow as pa

    for batch in batches:
        for start in range(0, batch.num_rows, _ROWS_AT_ONCE):
            piece = batch.slice(start, _ROWS_AT_ONCE)
            made = made_columns(piece, names, settings.columns, settings).combine_chunks()
            columns = [*map(piece.column, kept), *(column.chunk(0) for column in made.columns)]
            yield pa.RecordBatch.from_arrays(columns, [*kept, *made.column_names])


def learn_templates(
    frame: DataFrame,
    html: str = "html",
    url: str = "url",
    *,
    encoding: str | None = None,
    settings: Settings | None = None,
) -> DataFrame:
    """A frame with `host` and `template`, a line for each host with ten pages or more.

    Every task tells of at most thirty pages of a host what they contribute, some kilobytes each; these
    are grouped by host, and thirty of them make its template. `save_templates` writes them down for
    `extract(…, settings=Settings(templates=folder))`.
    """
    _check_pyspark()
    names = {"html": html, "url": url, "encoding": encoding}
    told = frame.mapInArrow(partial(_evidence, settings or Settings(), names), _EVIDENCE)
    return told.groupBy("host").applyInArrow(_template, _TEMPLATE)


def save_templates(templates: DataFrame, folder: str | Path) -> int:
    """Write templates into a folder, a file a host as `dehusk batch` does; how many there are."""
    into, count = Path(folder), 0
    into.mkdir(parents=True, exist_ok=True)
    for row in templates.toLocalIterator():
        (into / template_name(row.host)).write_text(row.template, encoding="utf-8")
        count += 1
    return count


_EVIDENCE = "host string, url string, evidence binary"
"""What a page contributes to the template of its host."""

_TEMPLATE = "host string, template string"


def _evidence(
    settings: Settings, names: dict[str, str | None], batches: Iterator[Any]
) -> Iterator[Any]:
    import pyarrow as pa

    schema = arrow_schema({"host": "string", "url": "string", "evidence": "binary"})
    make, seen = EvidenceMaker(settings), Counter[str]()
    for batch in batches:
        rows = []
        for record in records_of(batch, names):
            host = host_of(record.url)
            if host is None or record.error is not None or seen[host] == MOST_PAGES:
                continue
            if (found := make(record)["evidence"]) is not None:
                seen[host] += 1
                data = np.stack([column.view(np.uint64) for column in found]).tobytes()
                rows.append({"host": host, "url": record.url, "evidence": data})
        yield pa.RecordBatch.from_pylist(rows, schema)


def _template(pages: Any) -> Any:
    import pyarrow as pa

    chosen = pages.sort_by("url").slice(0, MOST_PAGES).to_pylist()
    told = [np.frombuffer(page["evidence"], np.uint64).reshape(4, -1) for page in chosen]
    evidence = [Evidence(*one[:2], *one[2:].view(np.float64)) for one in told]
    template = template_of(evidence, host=chosen[0]["host"])
    rows = [{"host": template.host, "template": template.json}] if template.pages else []
    return pa.Table.from_pylist(rows, arrow_schema({"host": "string", "template": "string"}))


def _ddl(types: dict[str, str]) -> str:
    """Columns as Spark's SQL declares them."""
    return ", ".join(f"`{name}` {_DDL.get(kind, kind)}" for name, kind in types.items())


def register(session: SparkSession) -> None:
    """Give a session the data source `warc`, and `dehusk_text` and `dehusk_markdown` for SQL.

    `session.read.format("warc")` takes a path, a pattern such as `crawl/*.warc.gz` or several with
    commas between; every executor has to see the files. `splitSize` is the size in bytes of what one
    task reads. With the option `columns`, such as `id,url,text`, pages are extracted where they are
    read, and only what is made of them goes through Spark; `method`, `amount`, `seconds` and `templates`
    say how. In SQL, `dehusk_text(html, url)` is the text of a page, null where there is none.
    """
    _check_pyspark()
    from pyspark.sql.types import StringType

    session.dataSource.register(warc_source())
    for column in FORMATS:
        session.udf.register(f"dehusk_{column}", _sql_function(column), StringType())


def _sql_function(column: str) -> Callable[[bytes | str | None, str | None], str | None]:
    settings = Settings(columns=(column,))

    def content(html: bytes | str | None, url: str | None = None) -> str | None:
        if html is None:
            return None
        page = bytes(html) if isinstance(html, bytearray) else html
        row: Row = maker(settings)(Record(page, url=url))
        made: str | None = row[column]
        return made or None

    return content


def warc_source() -> type:
    """The class of the data source `warc`, for `session.dataSource.register`."""
    _check_pyspark()
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

    class WarcReader(DataSourceReader):
        """Splits archives by offset, and reads the splits as Arrow batches."""

        def __init__(self, options: dict[str, str]) -> None:
            self.options = options

        def partitions(self) -> Sequence[InputPartition]:
            size = int(self.options.get("splitsize") or _SPLIT_BYTES)
            paths = _paths(self.options.get("path", ""))
            return [
                InputPartition((str(path), *split))
                for path in paths
                for split in splits(path, size)
            ]

        def read(self, partition: InputPartition) -> Iterator[Any]:
            path, start, stop = partition.value
            settings = _settings(self.options)
            make = _plain if settings is None else maker(settings)
            return _batches(read_warc(Path(path), start=start, stop=stop), make, _types(settings))

    class WarcSource(DataSource):
        """WARC files as a table of pages."""

        @classmethod
        def name(cls) -> str:
            return "warc"

        def schema(self) -> str:
            return _ddl(_types(_settings(self._given)))

        def reader(self, schema: Any) -> DataSourceReader:
            return WarcReader(self._given)

        @property
        def _given(self) -> dict[str, str]:
            return {name.lower(): value for name, value in self.options.items()}

    return WarcSource


def _settings(options: dict[str, str]) -> Settings | None:
    """How pages are extracted, None where they are given as they are."""
    if "columns" not in options:
        return None
    return Settings(
        **{name: of(options[name]) for name, of in _SETTINGS.items() if name in options}
    )


def _types(settings: Settings | None) -> dict[str, str]:
    return WARC_COLUMNS if settings is None else types_of(settings.columns)


def _paths(given: str) -> list[Path]:
    """The files that a path stands for: patterns, folders, several with commas."""
    found = [
        path
        for pattern in given.split(",")
        if pattern
        for path in _expanded(pattern.strip().removeprefix("file://"))
    ]
    if not found:
        raise BatchError(f"There is no WARC file {given!r}; every executor has to see its files.")
    return found


def _expanded(pattern: str) -> list[Path]:
    path = Path(pattern)
    if path.is_dir():
        return sorted(found for found in path.rglob("*") if ".warc" in found.suffixes)
    return [path] if path.exists() else [Path(name) for name in sorted(glob(pattern))]


def _batches(
    records: Iterator[Record], make: Callable[[Record], Row], types: dict[str, str]
) -> Iterator[Any]:
    """What is made of the records of a split, in batches of bounded size."""
    rows, size = list[Row](), 0
    for record in records:
        rows.append(make(record))
        size += record.size
        if len(rows) == _ROWS_AT_ONCE or size >= _BATCH_BYTES:
            yield _batch(rows, types)
            rows, size = [], 0
    if rows:
        yield _batch(rows, types)


def _plain(record: Record) -> Row:
    """A record as the data source gives it, with HTTP's encodings undone."""
    row: Row = {name: getattr(record, name) for name in WARC_COLUMNS}
    if record.error is None:
        try:
            row["html"] = record.page
        except DehuskError as error:
            row |= {"html": None, "error": f"{type(error).__name__}: {error}"}
    return row


def _batch(rows: list[Row], types: dict[str, str]) -> Any:
    table = arrow_table(rows, arrow_schema(types))
    return table.combine_chunks().to_batches()[0]


def _check_pyspark() -> None:
    try:
        import pyspark.sql
    except ImportError as error:
        raise MissingExtra(
            "Spark needs pyspark; install it with: pip install 'dehusk[spark]'"
        ) from error
    del pyspark
