from __future__ import annotations

from pathlib import Path

import pytest

from dehusk.integrations.frames import (
    extract_arrow,
    extract_expression,
    extract_series,
    register,
)
from tests.reader import run_example_of

from .conftest import PAGE

PAGES = [PAGE, None, "", '{"tea": 1}']


def test_arrow_arrays() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    texts = extract_arrow(pyarrow.array([PAGE.encode(), None, b""])).to_pylist()
    assert texts[0].startswith("Green tea\n")
    assert texts[1:] == [None, None]


def test_a_series_keeps_its_index() -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(
        {"html": PAGES, "url": ["https://example.org/tea"] * 4}, index=[3, 5, 7, 9]
    )
    made = extract_series(frame["html"], frame["url"], format="markdown")
    assert made.index.tolist() == [3, 5, 7, 9]
    assert "(https://example.org/water)" in made[3]
    assert made.isna().tolist() == [False, True, True, True]


def test_a_polars_expression_is_lazy() -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    frame = polars.LazyFrame({"html": PAGES, "url": ["https://example.org/tea"] * 4})
    text = extract_expression("html", url="url", format="markdown").alias("text")
    made = frame.with_columns(text).collect()
    assert "(https://example.org/water)" in made["text"][0]
    assert made["text"].to_list()[1:] == [None, None, None]


def test_a_function_of_sql() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    with duckdb.connect() as connection:
        register(connection)
        connection.execute("CREATE TABLE pages (id INT, html VARCHAR)")
        connection.executemany("INSERT INTO pages VALUES (?, ?)", list(enumerate(PAGES)))
        rows = connection.sql("SELECT main_content(html) FROM pages ORDER BY id").fetchall()
    assert rows[0][0].startswith("Green tea\n")
    assert rows[1:] == [(None,), (None,), (None,)]


def test_the_example_of_the_document_runs(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    run_example_of("duckdb", tmp_path)
