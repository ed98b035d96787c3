"""Writes WARC files: what servers answered, a gzip member each, as archives and batches read them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from fastwarc.warc import WarcRecord, WarcRecordType

_UNFIT = {"content-encoding", "transfer-encoding", "content-length", "connection"}
"""Headers of how the body travelled; it is stored as it was when it arrived."""


class WarcWriter:
    """Appends records to a file; each is on the disk before `write` returns.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     writer = WarcWriter(Path(folder, "tea.warc.gz"))
    ...     start, end = writer.write("https://example.org/", 200, {}, b"<p>Tea")
    >>> start, end > 200
    (0, True)
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def cut(self, end: int) -> None:
        """Drop what stands behind: a record that was not written to its end, or not noted."""
        if self._path.exists() and self._path.stat().st_size > end:
            with self._path.open("r+b") as file:
                file.truncate(end)

    def write(
        self, url: str, status: int, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, int]:
        """Store an answer; returns where its record begins and ends."""
        kept = {name: value for name, value in headers.items() if name.lower() not in _UNFIT}
        kept["content-length"] = str(len(body))
        lines = [f"HTTP/1.1 {status} {'OK' if status == 200 else 'Answer'}"]
        lines += [f"{name}: {_one_line(value)}" for name, value in kept.items()]
        record = WarcRecord()
        record.init_headers(record_type=WarcRecordType.response)
        record.headers["WARC-Target-URI"] = _one_line(url)
        record.headers["Content-Type"] = "application/http; msgtype=response"
        head = "\r\n".join(lines).encode("latin-1", "replace")
        record.set_bytes_content(head + b"\r\n\r\n" + body)
        written = BytesIO()
        record.write(written)
        member = gzip.compress(written.getvalue(), mtime=0)
        with self._path.open("ab") as file:
            offset = file.tell()
            file.write(member)
        return offset, offset + len(member)


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)
