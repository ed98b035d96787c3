"""Crawls that anybody may have written: every record of a WARC file, whole and in parts.

The first byte says how it is packed.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzz.extract import Steps, watched

from dehusk import DehuskError
from dehusk.batch.record import Record
from dehusk.batch.warc import read_warc, splits

_FOLDER = TemporaryDirectory(prefix="dehusk-fuzz-")


def load() -> None:
    """Read a crawl first: what is imported for it is not the time of a record."""
    check(next(seeds()))


def record(body: bytes, headers: bytes = b"", kind: bytes = b"response") -> bytes:
    """A record of a crawl."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + headers + b"\r\n" + body
    return (
        b"WARC/1.0\r\nWARC-Type: " + kind + b"\r\nWARC-Target-URI: http://a.example/x\r\n"
        b"WARC-Date: 2024-05-03T10:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        b"Content-Type: application/http; msgtype=response\r\n"
        b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (len(answer), answer)
    )


def seeds() -> Iterator[bytes]:
    """Crawls of a page or two, plain and packed."""
    page = b"<title>Tea</title><p>Boil water, and wait for a while.</p>"
    packed = gzip.compress(page, mtime=0)
    chunked = b"5\r\n<p>Te\r\n3\r\na.<\r\n0\r\n\r\n"
    crawls = (
        record(page),
        record(b"", kind=b"warcinfo") + record(page) * 2,
        record(packed, b"Content-Encoding: gzip\r\n"),
        record(packed[:-9], b"Content-Encoding: gzip\r\n") + record(page),
        record(chunked, b"Transfer-Encoding: chunked\r\n"),
        record(page, b"Content-Encoding: br, deflate\r\n"),
        record(page)[:-40] + record(page),
    )
    for number, crawl in enumerate(crawls):
        yield bytes([0]) + crawl
        yield bytes([1 + number % 3]) + crawl


def check(data: bytes) -> None:
    """Every record of a crawl, once in a row and once in parts: the same."""
    packing, crawl = data[0] % 4 if data else 0, data[1:]
    if packing == 1:
        crawl = gzip.compress(crawl, mtime=0)
    elif packing == 2:
        crawl = b"".join(
            gzip.compress(b"WARC/1." + part, mtime=0) for part in crawl.split(b"WARC/1.")[1:]
        )
    elif packing == 3:
        cut = len(crawl) // 2
        crawl = gzip.compress(crawl[:cut], mtime=0) + crawl[cut:]
    path = Path(_FOLDER.name) / "crawl.warc"
    path.write_bytes(crawl)
    steps = Steps(len(crawl))
    with watched():
        try:
            whole = steps.take("read", lambda: list(read_warc(path)))
            for one in whole:
                steps.take("unpack", lambda one=one: unpacked(one))
            parts = steps.take("split", lambda: splits(path, 200))
        except DehuskError:
            return
        if len(parts) < 20:
            for start, stop in parts:
                steps.take(
                    "part",
                    lambda start=start, stop=stop: list(read_warc(path, start=start, stop=stop)),
                )
        assert len(whole) <= len(data) + 2


def unpacked(one: Record) -> bytes | str:
    """The page of a record, or why there is none."""
    try:
        return one.page
    except DehuskError as error:
        return str(error)
