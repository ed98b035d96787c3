"""pandas, polars and DuckDB: a column of pages to a column of their content.

    frame["text"] = extract_series(frame["html"], url=frame["url"])          # pandas
    frame.with_columns(text=extract_expression("html", url="url"))           # polars
    register(connection); connection.sql("SELECT main_content(html) FROM pages")   # DuckDB

All three hand over batches of Arrow arrays, and `extract_arrow` does the work. A page that is null,
empty or no HTML gives null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dehusk.integrations._shared import Reader, needs

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow


def extract_arrow(
    html: pyarrow.Array, url: pyarrow.Array | None = None, **options: Any
) -> pyarrow.Array:
    """The content of an array of pages, text or binary, as an array of text.

    >>> import pyarrow
    >>> extract_arrow(pyarrow.array(["<nav>Home</nav><p>Tea needs boiling water.", None])).to_pylist()
    ['Tea needs boiling water.', None]
    """
    with needs("pyarrow"):
        import pyarrow
    reader = Reader(**{"format": "text", **options})
    addresses = [None] * len(html) if url is None else url.to_pylist()
    pages = zip(html.to_pylist(), addresses, strict=True)
    texts = [(page and reader.text(page, url)) or None for page, url in pages]
    return pyarrow.array(texts, pyarrow.string())


def extract_series(
    html: pandas.Series[Any], url: pandas.Series[str] | None = None, **options: Any
) -> pandas.Series[str]:
    """A pandas series of pages as one of their content, with the same index."""
    with needs("pandas"):
        import pandas
    with needs("pyarrow"):
        import pyarrow
    addresses = None if url is None else pyarrow.array(url, from_pandas=True)
    texts = extract_arrow(pyarrow.array(html, from_pandas=True), addresses, **options)
    return pandas.Series(texts.to_pylist(), index=html.index, name=html.name)


def extract_expression(html: str, url: str | None = None, **options: Any) -> polars.Expr:
    """A polars expression for the content of the pages in a column."""
    with needs("polars"):
        import polars

    def work(columns: list[polars.Series]) -> polars.Series:
        pages = [column.to_arrow() for column in columns]
        return polars.Series(extract_arrow(*pages, **options), dtype=polars.String)

    names = [html] if url is None else [html, url]
    return polars.map_batches(
        [polars.col(name) for name in names], work, return_dtype=polars.String
    ).alias(html)


def register(
    connection: duckdb.DuckDBPyConnection, name: str = "main_content", **options: Any
) -> None:
    """Give a DuckDB connection a function of pages, which SQL can call by its name."""
    with needs("duckdb"):
        import duckdb

    def work(html: Any) -> Any:  # DuckDB evaluates annotations, and pyarrow may be absent
        return extract_arrow(html, **options)

    text = duckdb.sqltypes.VARCHAR
    connection.create_function(name, work, [text], text, type="arrow", null_handling="special")
