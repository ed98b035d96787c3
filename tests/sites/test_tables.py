"""The pages of a crawl as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

import pyarrow.parquet as parquet
from click.testing import CliRunner

from dehusk.batch import Settings
from dehusk.cli.group import dehusk
from dehusk.errors import BatchError, FetchError
from dehusk.fetch import Fetched
from dehusk.sites import Crawler, Link
from dehusk.sites.crawl import is_robots
from dehusk.sites.tables import Tables
from tests.sites.test_crawl import QUICK, Site

LINKS = [Link(f"https://example.org/{number}") for number in range(25)]
COLUMNS = Settings(columns=("url", "text"))


def get(url: str, headers: Mapping[str, str]) -> Fetched:
    if is_robots(url):
        raise FetchError("No.", 404)
    page = f"<p>The page at {url} says that tea needs boiling water and some time.</p>"
    return Fetched(page.encode(), url, None, 200, "text/html", {"content-type": "text/html"})


def crawl(folder: Path, links: list[Link], *, to_the_end: bool = True) -> Tables:
    crawler, tables = Crawler(folder, QUICK, get), Tables(folder, COLUMNS, every=10)
    for visit in crawler.visit(links):
        tables.count(visit)
    if to_the_end:
        tables.write()
    return tables


def rows(folder: Path) -> list[str]:
    found: list[str] = parquet.read_table(folder / "texts")["url"].to_pylist()
    return found


def test_parts_are_written_on_the_way_and_a_crawl_that_was_killed_goes_on(tmp_path: Path) -> None:
    crawl(tmp_path, LINKS[:13], to_the_end=False)
    assert rows(tmp_path) == [link.url for link in LINKS[:10]]
    crawl(tmp_path, LINKS)
    assert rows(tmp_path) == [link.url for link in LINKS]
    assert len(list((tmp_path / "texts").glob("part-*.parquet"))) == 3
    before = sorted((tmp_path / "texts").iterdir())
    crawl(tmp_path, LINKS)
    assert sorted((tmp_path / "texts").iterdir()) == before


def test_a_crawl_without_pages_has_no_rows(tmp_path: Path) -> None:
    assert crawl(tmp_path, []).write() == 0


def test_other_columns_need_another_folder(tmp_path: Path) -> None:
    crawl(tmp_path, LINKS[:2])
    with pytest.raises(BatchError, match="other settings"):
        Tables(tmp_path, Settings(columns=("url", "title"))).write()


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.mark.slow
def test_the_command(site: Site, tmp_path: Path) -> None:
    wanted = ["--include", "/page/", "--allow-private", "--delay", "0", "--max-pages", "15"]
    command = [
        "crawl",
        site.home,
        "-o",
        str(tmp_path),
        *wanted,
        "--parquet",
        "--columns",
        "url,text",
    ]
    first = CliRunner().invoke(dehusk, command)
    assert first.exit_code == 0, first.output
    assert "15 stored, 15 rows in" in first.output
    second = CliRunner().invoke(dehusk, command)
    assert "15 stored, 30 rows in" in second.output
    assert len(set(rows(tmp_path))) == 30
    refused = CliRunner().invoke(dehusk, ["crawl", site.home, "-o", "x", "--columns", "url"])
    assert refused.exit_code == 2
    assert "give both" in refused.output
