"""Archives that are read in spans, each from wherever its bytes begin: nothing lost, nothing twice."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

from dehusk.batch import Settings, run_batch
from dehusk.batch.record import Record
from dehusk.batch.spans import Chain, Span, spans_of
from dehusk.batch.warc import Ends, read_warc
from tests.batch.crawl import archive, http, packed, page, record

PACKINGS = ("", "gz", "zst")


def read(span: Span) -> tuple[list[Record], Ends]:
    found, records = [], span.records()
    while True:
        try:
            found.append(next(records))
        except StopIteration as end:
            return found, end.value


def told(path: Path, size: int, after: int = -1) -> tuple[list[object], int]:
    """What spans of that size give, and how many of them had to be read again."""
    found, again, chain = list[Record](), 0, Chain()
    spans = spans_of(path, str(path), after, size=size)
    assert spans is not None
    for span in spans:
        records, ends = read(span)
        if not chain.accept(span, ends):
            again += 1
            mended = chain.mended(span)
            records, ends = read(mended) if mended is not None else ([], ends)
            assert mended is None or chain.accept(mended, ends)
        found += records
    return [plain(one) for one in found], again


def plain(found: Record) -> object:
    return found.offset, found.url, found.html, found.error


def in_one_go(path: Path, after: int = -1) -> list[object]:
    found = read_warc(path, start=max(after, 0))
    return [plain(one) for one in found if one.offset is None or one.offset > after]


def stored(data: bytes) -> bytes:
    """A gzip member that holds its bytes as they are, so that others can stand in it."""
    packer = zlib.compressobj(0, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("size", [97, 400, 1_000, 10_000_000])
def test_spans_give_what_reading_in_one_go_gives(tmp_path: Path, packing: str, size: int) -> None:
    path = archive(tmp_path, 12, packing)
    whole = in_one_go(path)
    assert told(path, size) == (whole, 0)
    third = [found.offset for found in read_warc(path)][2]
    assert third is not None
    assert told(path, size, third) == (whole[3:], 0)


def test_records_that_are_no_answers_stand_between(tmp_path: Path) -> None:
    kinds = ["warcinfo", "request", "response", "metadata", "request", "response", "request"]
    path = tmp_path / "crawl.warc.gz"
    records = [record(number, kind=kind) for number, kind in enumerate(kinds * 4)]
    path.write_bytes(b"".join(packed(one, "gz") for one in records))
    for size in (60, 150, 333, 900):
        assert told(path, size) == (in_one_go(path), 0)


@pytest.mark.parametrize("size", [150, 500, 1_200])
def test_a_plain_page_that_quotes_records_fools_nobody(tmp_path: Path, size: int) -> None:
    quoting = http(b"<p>Records:\r\n\r\n" + b"".join(record(90 + n) for n in range(5)))
    path = tmp_path / "crawl.warc"
    path.write_bytes(record(0) + record(1, quoting) + b"".join(record(n) for n in range(2, 5)))
    found, again = told(path, size)
    assert found == in_one_go(path)
    assert len(found) == 5
    assert again > 0


def test_a_packed_page_that_holds_members_fools_nobody(tmp_path: Path) -> None:
    inside = b"".join(packed(record(90 + n), "gz") for n in range(9))
    members = [stored(record(n, http(inside if n in (1, 2) else page(n)))) for n in range(5)]
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"".join(members))
    for size in (300, 700, 1_500):
        found, again = told(path, size)
        assert found == in_one_go(path)
        assert len(found) == 5
        assert again > 0


@pytest.mark.parametrize("packing", PACKINGS)
def test_damage_anywhere_is_told_of_once(tmp_path: Path, packing: str) -> None:
    path = archive(tmp_path, 8, packing)
    data, chance = path.read_bytes(), random.Random(3)
    for _ in range(25):
        broken = bytearray(data)
        place, length = chance.randrange(len(data)), chance.choice([1, 30, 900])
        broken[place : place + length] = chance.randbytes(len(broken[place : place + length]))
        path.write_bytes(broken[: chance.choice([len(data), len(data) - 7, len(data) * 2 // 3])])
        whole = in_one_go(path)
        for size in (130, 800):
            assert told(path, size)[0] == whole


@pytest.mark.parametrize("packing", ["", "gz"])
def test_a_last_page_that_quotes_a_record_is_no_damage(tmp_path: Path, packing: str) -> None:
    inside = b"".join(packed(record(90 + n), packing) for n in range(3))
    quoting = record(1, http(b"<p>Records:\r\n\r\n" + inside))
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(map(stored if packing else bytes, (record(0), quoting))))
    assert [found.error for found in read_warc(path)] == [None, None]
    assert told(path, 400)[0] == in_one_go(path)


def test_nothing_is_lost_behind_a_frame_whose_end_is_damaged(tmp_path: Path) -> None:
    frames = [bytearray(packed(record(number), "zst")) for number in range(6)]
    for place in range(1, 40):
        broken = frames[2].copy()
        broken[-place] ^= 0xFF
        path = tmp_path / "crawl.warc.zst"
        path.write_bytes(b"".join([*frames[:2], broken, *frames[3:5], frames[5][:-9]]))
        found = [one.url for one in read_warc(path) if one.error is None]
        assert {f"https://example.org/{number}" for number in (0, 1, 3, 4)} <= set(found)
        assert list(read_warc(path))[-1].error is not None


def test_an_archive_packed_as_one_piece_has_no_spans(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(packed(b"".join(record(number) for number in range(4)), "gz"))
    assert spans_of(path, str(path)) is None


def test_a_file_that_went_away_is_told_of_once(tmp_path: Path) -> None:
    path = archive(tmp_path, 6)
    spans = list(spans_of(path, "crawl", size=300) or ())
    path.unlink()
    chain, found = Chain(), list[Record]()
    for span in spans:
        records, ends = read(span)
        found += records if chain.accept(span, ends) and span.is_sure else []
    assert [one.error is not None and one.offset is None for one in found] == [True]


@pytest.mark.slow
def test_a_batch_in_spans_has_the_bytes_of_one_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dehusk.batch.spans.spans_of.__kwdefaults__", {"size": 700})
    quoting = http(b"<p>Records:\r\n\r\n" + b"".join(record(90 + n) for n in range(5)) + page(1))
    path = tmp_path / "crawl.warc"
    path.write_bytes(record(0) + record(1, quoting) + b"".join(record(n) for n in range(2, 40)))
    settings = Settings(columns=("id", "url", "text", "offset", "error"))
    outputs = [tmp_path / "alone", tmp_path / "together"]
    for jobs, folder in zip((0, 2), outputs, strict=True):
        assert run_batch([path], folder, jobs=jobs, settings=settings).tally.records == 40
    first, second = [(folder / "part-00000.parquet").read_bytes() for folder in outputs]
    assert first == second
