"""Tables of pages to tables of content, and the engines that hand them around."""

from __future__ import annotations

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

import pyarrow as pa

import dehusk
from dehusk.batch import Settings
from dehusk.batch.arrow import extract_table
from tests.batch.crawl import page

PAGES = pa.table(
    {
        "number": list(range(5)),
        "url": [f"https://example.org/{n}" for n in range(5)],
        "html": [page(n) for n in range(5)],
    }
)
TEXTS = [dehusk.extract(page(n)).text for n in range(5)]


def test_a_table_keeps_its_other_columns() -> None:
    made = extract_table(PAGES, columns=["text", "authors", "confidence", "url"])
    assert made.column_names == ["number", "text", "authors", "confidence", "url"]
    assert made["text"].to_pylist() == TEXTS
    assert made["url"].to_pylist() == PAGES["url"].to_pylist()


def test_an_empty_table_has_the_same_columns() -> None:
    made = extract_table(PAGES.slice(0, 0))
    assert made.schema == extract_table(PAGES).schema
    assert made.num_rows == 0


def test_a_page_that_is_null_or_fails_has_an_error() -> None:
    given = pa.table({"html": [b"%PDF-1.7 ", None]})
    made = extract_table(given, url=None, settings=Settings(seconds=5)).to_pylist()
    assert made[0]["error"].startswith("NotHtml")
    assert made[1]["error"] == "The page is null."


@pytest.mark.slow
def test_ray_data() -> None:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    ray.init(num_cpus=1, include_dashboard=False)
    try:
        made = ray.data.from_arrow(PAGES).map_batches(extract_table, batch_format="pyarrow")
        assert sorted(row["text"] for row in made.take_all()) == sorted(TEXTS)
    finally:
        ray.shutdown()


@pytest.mark.slow
def test_dask() -> None:
    dask = pytest.importorskip("dask", reason="Dask is not installed")
    from_arrow = dask.delayed(extract_table)
    parts = [from_arrow(PAGES.slice(start, 2)) for start in range(0, 5, 2)]
    made = dask.compute(*parts, scheduler="threads")
    assert [text for part in made for text in part["text"].to_pylist()] == TEXTS
