"""Reading WARC files: what is in them, and what is said of those that are damaged."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

from dehusk.batch.packing import record_length
from dehusk.batch.warc import read_warc, splits
from dehusk.errors import BatchError
from tests.batch.crawl import archive, http, packed, page, record

PACKINGS = ("", "gz", "zst")


def pages_of(path: Path, **where: int) -> list[str | None]:
    return [found.url if found.error is None else "!" for found in read_warc(path, **where)]


def urls(*numbers: int) -> list[str | None]:
    return [f"https://example.org/{number}" for number in numbers]


@pytest.mark.parametrize("packing", PACKINGS)
def test_an_archive_gives_its_pages(tmp_path: Path, packing: str) -> None:
    found = list(read_warc(archive(tmp_path, 3, packing)))
    assert [one.url for one in found] == urls(0, 1, 2)
    first = found[0]
    assert first.page == page(0)
    assert (first.id, first.date, first.encoding) == (
        "urn:uuid:00000000",
        "2024-03-14T00:00:00Z",
        "utf-8",
    )
    assert first.offset == 0
    assert 0 < (found[1].offset or 0) < (found[2].offset or 0)


@pytest.mark.parametrize("packing", PACKINGS)
def test_it_can_be_read_from_any_record_on(tmp_path: Path, packing: str) -> None:
    path = archive(tmp_path, 5, packing)
    offsets = [found.offset for found in read_warc(path)]
    assert offsets[3] is not None
    assert pages_of(path, start=offsets[3]) == urls(3, 4)


@pytest.mark.parametrize("packing", ["gz", "zst"])
@pytest.mark.parametrize("size", [100, 333, 2_000, 10_000_000])
def test_its_splits_have_every_record_once(tmp_path: Path, packing: str, size: int) -> None:
    path = archive(tmp_path, 12, packing)
    parts = [pages_of(path, start=start, stop=stop) for start, stop in splits(path, size)]
    assert [url for part in parts for url in part] == urls(*range(12))
    assert len(parts) == -(-path.stat().st_size // size)


def test_a_plain_archive_is_not_split_since_pages_may_quote_records(tmp_path: Path) -> None:
    quoting = http(b"<p>A record:\r\n\r\n" + record(99))
    path = tmp_path / "crawl.warc"
    path.write_bytes(record(0) + record(1, quoting) + record(2))
    assert splits(path, 100) == [(0, None)]
    assert pages_of(path) == urls(0, 1, 2)
    after = [found.offset for found in read_warc(path)][1]
    assert after is not None
    assert pages_of(path, start=after) == urls(1, 2)


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_damaged_record_is_told_of_and_the_next_ones_are_read(
    tmp_path: Path, packing: str
) -> None:
    pieces = [packed(record(number), packing) for number in range(5)]
    pieces[2] = b"\xff" * 40 + pieces[2][40:]
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(pieces))
    found = list(read_warc(path))
    assert [one.url for one in found if one.error is None] == urls(0, 1, 3, 4)
    assert [one.offset for one in found if one.error] == [len(b"".join(pieces[:2]))]
    goes_on = f"{len(b''.join(pieces[:3])):,}"
    assert found[2].error == f"The file is damaged here; reading goes on at byte {goes_on}."


def test_damage_in_the_middle_of_a_member_and_of_its_checksum(tmp_path: Path) -> None:
    pieces = [packed(record(number), "gz") for number in range(4)]
    for place in (len(pieces[1]) // 2, len(pieces[1]) - 6):
        broken = bytearray(pieces[1])
        broken[place] ^= 0xFF
        path = tmp_path / "crawl.warc.gz"
        path.write_bytes(b"".join([pieces[0], bytes(broken), *pieces[2:]]))
        assert pages_of(path) == [*urls(0), "!", *urls(2, 3)]


def test_damage_at_the_very_beginning(tmp_path: Path) -> None:
    path = archive(tmp_path, 3)
    data = path.read_bytes()
    path.write_bytes(b"\0" + data[1:])
    assert pages_of(path) == ["!", *urls(1, 2)]


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_file_that_is_cut_off_says_so_wherever_that_is(tmp_path: Path, packing: str) -> None:
    path = archive(tmp_path, 3, packing)
    data = path.read_bytes()
    third = [found.offset for found in read_warc(path)][2]
    assert third is not None
    for end in {third + 1, third + 3, third + 12, third + 200, len(data) - 5, len(data) - 9}:
        path.write_bytes(data[:end])
        found = list(read_warc(path))
        assert [one.url for one in found[:2]] == urls(0, 1)
        assert found[-1].error is not None, end
        assert "cut off" in found[-1].error
        assert found[-1].offset == third + (len(found) == 4)
        assert len({one.offset for one in found}) == len(found)


def test_a_file_that_ends_between_records_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(record(0) + record(1)[:-4] + b"\n\0\0\0")
    assert pages_of(path) == urls(0, 1)


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_an_archive_packed_as_one_piece(tmp_path: Path, packing: str) -> None:
    path = tmp_path / f"crawl.warc.{packing}"
    noise = random.Random(7)
    bodies = [page(number) + noise.randbytes(100_000).hex().encode() for number in range(6)]
    whole = [record(number, http(body)) for number, body in enumerate(bodies)]
    data = packed(b"".join(whole), packing)
    path.write_bytes(data)
    found = list(read_warc(path))
    assert [one.url for one in found] == urls(*range(6))
    assert found[4].offset is not None
    assert pages_of(path, start=found[4].offset) == urls(4, 5)
    assert splits(path, 50) == [(0, None)]
    path.write_bytes(data[:-100])
    cut = list(read_warc(path))
    assert "cut off or damaged" in (cut[-1].error or "")
    assert [one.url for one in cut[:-1]] == urls(*range(len(cut) - 1))


def test_only_pages_are_taken(tmp_path: Path) -> None:
    image = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG"
    resource = record(5, page(5), kind="resource", more="Content-Type: text/html\r\n")
    records = [
        record(0, http(b"Not here", status="404 Not Found")),
        record(1, image),
        record(2, b"GET / HTTP/1.1\r\n\r\n", kind="request"),
        record(3, b"nonsense"),
        record(4),
        resource,
    ]
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(records))
    assert pages_of(path) == urls(4, 5)


def test_what_http_says_of_a_page(tmp_path: Path) -> None:
    heads = [
        b"HTTP/1.1 203 Fine\r\ncontent-TYPE: Text/HTML; Charset='GBK'\r\nContent-Encoding: gzip\r\n"
        b"Transfer-Encoding: identity, chunked\r\n\r\n",
        b"HTTP/1.0 200 OK\nContent-Type: text/html\n\n",
        *(b"", b"HTTP/1.1\r\n\r\n", b"HTTP/1.1 ok OK\r\n\r\n", b"nonsense 200 OK\r\n\r\n"),
    ]
    body = b"<p>Tea\r\n\r\nand\n\nmore"
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(record(n, head + body) for n, head in enumerate(heads)))
    first, second = read_warc(path)
    assert (first.html, first.encoding, first.packed) == (body, "GBK", ("gzip", "chunked"))
    assert (second.html, second.encoding, second.packed) == (body, None, ())


def test_an_empty_file_and_a_file_that_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"")
    assert pages_of(path) == []
    path.write_bytes(gzip.compress(b"Bread needs time."))
    assert pages_of(path) == ["!"]
    other = tmp_path / "notes"
    other.write_bytes(b"Bread needs time.")
    with pytest.raises(BatchError, match="does not begin as a WARC file does"):
        list(read_warc(other))


def test_a_record_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(record(0, http(b"x" * 400_000)) + record(1))
    found = list(read_warc(path, max_bytes=1_000))
    assert "raise Limits.bytes" in (found[0].error or "")
    assert found[1].url == urls(1)[0]


def test_noise_never_ends_the_reading_nor_loses_a_whole_record(tmp_path: Path) -> None:
    random.seed(7)
    for packing in PACKINGS:
        pieces = [packed(record(number), packing) for number in range(8)]
        path = tmp_path / "crawl.warc"
        for _ in range(40):
            hurt = random.randrange(1, 7)
            broken = bytearray(pieces[hurt])
            for _ in range(random.randrange(1, 30)):
                broken[random.randrange(len(broken))] = random.randrange(256)
            path.write_bytes(b"".join([*pieces[:hurt], bytes(broken), *pieces[hurt + 1 :]]))
            found = pages_of(path)
            whole = urls(*(number for number in range(8) if number != hurt))
            kept = [url for url in found if url in whole]
            # without a checksum a record whose length was hurt may swallow the one behind it
            assert kept == whole if packing == "gz" else kept[:hurt] == whole[:hurt]


def test_the_length_of_a_record() -> None:
    assert record_length(record(0)) == len(record(0)) - 4
    assert record_length(b"WARC/1.0\r\nContent-Length: x\r\n\r\n") is None
    assert record_length(b"WARC/1.0\r\n\r\n") is None
