"""Records through processes that die and hang."""

from __future__ import annotations

import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from dehusk.batch import Record, Row, Settings, extract_records
from dehusk.batch.workers import CHUNK_BYTES, CHUNK_RECORDS, chunked, rows_of
from dehusk.workers import MOST_AHEAD
from tests.batch.crawl import DIES, DIES_ONCE, HANGS, Fragile, page

SETTINGS = Settings(columns=("id", "text", "error"), kill_after=2.0)


def records(count: int) -> Iterator[Record]:
    return (Record(page(number), id=str(number)) for number in range(count))


def with_troubles(count: int, troubles: dict[int, bytes]) -> list[Record]:
    return [Record(troubles.get(n, b"") + page(n), id=str(n)) for n in range(count)]


def made(given: list[Record], **options: object) -> list[Row]:
    maker = Fragile(SETTINGS, str(options.pop("folder", "")))
    return [row for _, row in rows_of(given, maker, **{"jobs": 2, **options})]  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_process_that_dies_or_hangs_costs_one_record(tmp_path: Path) -> None:
    given = with_troubles(90, {5: DIES, 40: DIES_ONCE, 41: HANGS, 89: DIES})
    rows = made(given, folder=tmp_path)
    assert [row["id"] for row in rows] == [str(number) for number in range(90)]
    failed = {row["id"]: row["error"] for row in rows if row["error"] is not None}
    assert sorted(failed) == ["41", "5", "89"]
    assert failed["5"] == "WorkerDied: The process that worked on it died (exit code -9)."
    assert failed["41"] == "WorkerHung: It took more than 2 s, and its process was ended."
    assert all(f"of page {row['id']}." in row["text"] for row in rows if row["error"] is None)
    assert not active_children()


@pytest.mark.slow
def test_many_processes_give_what_one_gives_and_unordered_the_same_rows() -> None:
    alone = list(extract_records(records(200), jobs=0, settings=SETTINGS))
    together = list(extract_records(records(200), jobs=2, settings=SETTINGS))
    loose = list(extract_records(records(200), jobs=2, ordered=False, settings=SETTINGS))
    assert together == alone
    assert sorted(loose, key=lambda row: int(row["id"])) == alone


@pytest.mark.slow
def test_memory_is_bounded_and_who_stops_early_leaves_nothing_behind() -> None:
    read = 0

    def endless() -> Iterator[Record]:
        nonlocal read
        while True:
            read += 1
            yield Record(page(read))

    rows = extract_records(endless(), jobs=1, settings=SETTINGS)
    for _ in range(3):
        next(rows)
    time.sleep(0.5)
    assert read <= CHUNK_RECORDS * (MOST_AHEAD + 4)
    rows.close()  # type: ignore[attr-defined]
    assert not active_children()


@pytest.mark.slow
def test_what_goes_wrong_with_the_records_themselves_ends_it_in_order() -> None:
    def broken() -> Iterator[Record]:
        yield from records(40)
        raise RuntimeError("the disk is gone")

    with pytest.raises(RuntimeError, match="the disk is gone"):
        list(extract_records(broken(), jobs=1, settings=SETTINGS))
    assert not active_children()


def test_chunks_are_of_bounded_size_and_pages_to_be_fetched_go_alone() -> None:
    small = [len(chunk) for chunk in chunked(records(CHUNK_RECORDS * 2 + 1))]
    assert small == [CHUNK_RECORDS, CHUNK_RECORDS, 1]
    large = [Record(bytes(CHUNK_BYTES // 2))] * 5
    assert [len(chunk) for chunk in chunked(large)] == [2, 2, 1]
    urls = [Record(url="https://example.org/")] * 3
    assert [len(chunk) for chunk in chunked(urls)] == [1, 1, 1]


def test_jobs_cannot_be_negative() -> None:
    with pytest.raises(ValueError, match="jobs must not be below 0"):
        extract_records([], jobs=-1)
