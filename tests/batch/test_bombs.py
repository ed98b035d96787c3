"""Inputs that are small and unpack to without end: bounded by bytes and by ratio, and told of."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

from dehusk.batch import Record, find_inputs, packing, streams, tables
from dehusk.batch.http import unpacked
from dehusk.batch.packing import BROKEN, Gzip, Zstandard
from dehusk.errors import NotHtml, PageTooLarge
from dehusk.fetch.compression import MOST_RATIO, TooLargeError, decompress
from tests.batch.crawl import archive, http, packed, page, record
from tests.batch.test_http import brotli, zstandard

MEGABYTE = 1024 * 1024
WRAPS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "br": brotli,
    "zstd": zstandard,
}
PACKED: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".zst": zstandard,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}


@pytest.fixture
def thrifty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte of any input may come out of however little, so that tests need no more."""
    monkeypatch.setattr(streams, "FREE_BYTES", MEGABYTE)
    monkeypatch.setattr(packing, "FREE_BYTES", MEGABYTE)


def read(path: Path) -> list[Record]:
    (found,) = find_inputs([path])
    return list(found.records())


def tar_of(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as made:
        for name, body in members:
            member = tarfile.TarInfo(name)
            member.size = len(body)
            made.addfile(member, io.BytesIO(body))
    return out.getvalue()


@pytest.mark.parametrize("encoding", WRAPS)
def test_a_body_is_bounded_by_its_ratio_too(encoding: str) -> None:
    bomb = WRAPS[encoding](bytes(5_000_000))
    with pytest.raises(PageTooLarge, match=f"has more than {MOST_RATIO} times its packed size"):
        unpacked(bomb, (encoding,), max_bytes=10**9)
    small = WRAPS[encoding](bytes(1_000_000))
    assert len(unpacked(small, (encoding,), max_bytes=10**9)) == 1_000_000


def test_an_answer_of_a_server_is_bounded_in_the_same_way() -> None:
    bomb = gzip.compress(bytes(3 * MEGABYTE))
    with pytest.raises(TooLargeError, match="times its packed size"):
        decompress([bomb[:100], bomb[100:]], "gzip", max_bytes=10**9)


def test_encodings_in_encodings_end() -> None:
    with pytest.raises(NotHtml, match="is packed 50,000 times"):
        unpacked(b"<p>Tea", ("chunked",) * 50_000, max_bytes=1_000)


@pytest.mark.usefixtures("thrifty")
@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_lines_stop_where_they_come_of_nothing(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"pages.jsonl{suffix}"
    path.write_bytes(PACKED[suffix](b'{"html": "<p>Tea"}\n' + (b" " * 9_999 + b"\n") * 500))
    first, last = read(path)
    assert first.page == "<p>Tea"
    assert last.error == (
        f"The rest of the input cannot be read: unpacked, it has more than {MOST_RATIO} times its"
        " packed size."
    )


@pytest.mark.usefixtures("thrifty")
@pytest.mark.parametrize("suffix", PACKED)
@pytest.mark.parametrize("name", ["tea.html", "tea.png"])
def test_a_tar_archive_stops_there_whether_the_member_is_wanted_or_not(
    tmp_path: Path, suffix: str, name: str
) -> None:
    path = tmp_path / f"pages.tar{suffix}"
    path.write_bytes(PACKED[suffix](tar_of(("0.html", page(0)), (name, bytes(10 * MEGABYTE)))))
    first, last = read(path)
    assert first.page == page(0)
    assert "times its packed size" in (last.error or "")


def test_a_line_that_is_too_long_is_told_of_and_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LONGEST_LINE", 1_000)
    monkeypatch.setattr(tables, "_PIECE", 100)
    lines = [json.dumps({"html": f"<p>{'a' * length}"}) for length in (5, 5_000, 7, 990)]
    path = tmp_path / "pages.jsonl"
    path.write_text("\n".join(lines))
    found = read(path)
    assert [one.error for one in found] == [
        None,
        "The line cannot be read: it has more than 1,000 bytes",
        None,
        "The line cannot be read: it has more than 1,000 bytes",
    ]
    assert [one.offset for one in found] == [
        sum(len(line) + 1 for line in lines[:place]) for place in range(4)
    ]


def bomb(head: bytes, suffix: str) -> bytes:
    """A packed record that ends in eight megabytes of nothing."""
    return packed(head + bytes(8 * MEGABYTE), suffix)


@pytest.mark.usefixtures("thrifty")
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_record_with_a_bomb_behind_it_is_told_of_and_the_next_is_read(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"crawl.warc.{suffix}"
    middle = bomb(record(1), suffix)
    path.write_bytes(packed(record(0), suffix) + middle + packed(record(2), suffix))
    found = read(path)
    assert [one.url for one in found if one.error is None] == [
        f"https://example.org/{number}" for number in (0, 1, 2)
    ]
    assert [one.error is None for one in found] == [True, True, False, True]


@pytest.mark.usefixtures("thrifty")
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_record_that_says_how_much_it_is_is_a_bomb_all_the_same(suffix: str) -> None:
    whole = packed(record(1, http(bytes(8 * MEGABYTE))), suffix)
    engine = Gzip() if suffix == "gz" else Zstandard()
    assert engine.end_of_one(io.BytesIO(whole), 0, len(whole)) == BROKEN
    assert engine.end_of_one(io.BytesIO(honest := packed(record(1), suffix)), 0, len(honest)) > 0


@pytest.mark.usefixtures("thrifty")
@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_an_archive_packed_as_one_piece_stops(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"crawl.warc.{suffix}"
    huge = record(1, http(bytes(8 * MEGABYTE)))
    path.write_bytes(packed(record(0) + huge + record(2), suffix))
    found = read(path)
    assert [one.url for one in found if one.error is None] == ["https://example.org/0"]
    assert "cut off or damaged" in (found[-1].error or "")


def test_what_repeats_itself_is_no_bomb(tmp_path: Path) -> None:
    path = archive(tmp_path, 1, "")
    path.write_bytes(path.read_bytes() * 3_000)
    whole = tmp_path / "whole.warc.zst"
    whole.write_bytes(packed(path.read_bytes(), "zst"))
    assert path.stat().st_size > 500 * whole.stat().st_size
    assert len(read(whole)) == 3_000
