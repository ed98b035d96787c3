"""Archives, tables and pages for the tests of batches, and makers that die and hang on request."""

from __future__ import annotations

import gzip
import os
import signal
import time
from pathlib import Path

from dehusk.batch import Record, Row, RowMaker, Settings

WORDS = (
    "Bread needs flour, water, salt and a good deal of time, and nobody who bakes it is in a hurry."
)
DIES, HANGS, DIES_ONCE = b"<!--dies-->", b"<!--hangs-->", b"<!--dies once-->"


def page(number: int) -> bytes:
    """A page whose text names it."""
    text = "".join(f"<p>{WORDS} This is paragraph {n} of page {number}.</p>" for n in range(4))
    return f"<title>Page {number}</title><nav><a href=/>Home</a></nav><article>{text}</article>".encode()


def http(body: bytes, *, status: str = "200 OK", headers: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n{headers}\r\n"
    return head.encode() + body


def record(
    number: int, block: bytes | None = None, *, kind: str = "response", more: str = ""
) -> bytes:
    """A WARC record, not packed."""
    block = http(page(number)) if block is None else block
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number:08d}>\r\n"
        f"WARC-Date: 2024-03-14T00:00:00Z\r\nWARC-Target-URI: https://example.org/{number}\r\n{more}"
    )
    if "Content-Type" not in more:
        head += "Content-Type: application/http; msgtype=response\r\n"
    return f"{head}Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def packed(data: bytes, packing: str) -> bytes:
    if packing == "gz":
        return gzip.compress(data, 6, mtime=0)
    if packing == "zst":
        from pyarrow import Codec

        return bytes(Codec("zstd").compress(data, asbytes=True))
    return data


def archive(folder: Path, count: int, packing: str = "gz", name: str = "crawl") -> Path:
    """An archive of so many pages."""
    path = folder / f"{name}.warc{'.' if packing else ''}{packing}"
    path.write_bytes(b"".join(packed(record(number), packing) for number in range(count)))
    return path


class Fragile(RowMaker):
    """Dies or hangs where a page says so."""

    def __init__(self, settings: Settings, folder: str = "") -> None:
        super().__init__(settings)
        self.folder = folder

    def __call__(self, record: Record) -> Row:
        html = record.html
        assert html is None or isinstance(html, bytes)
        if html and DIES in html:
            os.kill(os.getpid(), signal.SIGKILL)
        if html and DIES_ONCE in html and not (died := Path(self.folder, "died")).exists():
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if html and HANGS in html:
            time.sleep(3600)
        return super().__call__(record)
