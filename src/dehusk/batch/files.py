"""Pages that are files, in folders, in tar archives or alone, and pages that a list of URLs names."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self

from dehusk.batch.record import Record
from dehusk.batch.streams import unpacked_stream
from dehusk.batch.tables import read_lines
from dehusk.page.parse import DEFAULT_LIMITS
from dehusk.page.sniff import is_called_html

_GZIP = b"\x1f\x8b\x08"
_LONGEST_HEAD = 1024 * 1024
_HEADS = (
    *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
    *(tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE),
)
"""What stands before a member and says more of it."""


def read_files(paths: list[Path], folder: Path, source: str, start: int) -> Iterator[Record]:
    """Files one after another; the offset is the number of the file."""
    for number, path in enumerate(paths[start:], start=start):
        told: dict[str, Any] = {
            "id": str(path.relative_to(folder)),
            "source": source,
            "offset": number,
            "reached": (number + 1) / len(paths),
        }
        try:
            with path.open("rb") as file:
                page = file.read(DEFAULT_LIMITS.bytes + 1)
        except OSError as error:
            yield Record(error=f"The file cannot be read: {error.strerror}.", **told)
            continue
        yield Record(page, packed=_packed(page), **told)


def read_tar(path: Path, source: str, start: int) -> Iterator[Record]:
    """The HTML files of a tar archive, packed or not; the offset is the byte of what is unpacked.

    Nothing is written anywhere, and links, which lead to other files or out of the archive, are passed
    over: a name is an `id`, and no more than that.
    """
    size = max(path.stat().st_size, 1)
    with path.open("rb") as file, _open_tar(file) as archive:
        for member in archive:
            archive.members = []  # type: ignore[attr-defined]  # else it keeps them all
            if member.offset < start or not member.isfile() or not is_called_html(member.name):
                continue
            stream = archive.extractfile(member)
            page = stream.read(DEFAULT_LIMITS.bytes + 1) if stream is not None else b""
            yield Record(
                page,
                id=member.name,
                packed=_packed(page),
                source=source,
                offset=member.offset,
                reached=min(1.0, file.tell() / size),
            )


class _Member(tarfile.TarInfo):
    """A member whose head is of a size that heads have: it is read as a whole."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """The member of a block. Raises `tarfile.ReadError` for one that nobody should read on."""
        member = super().frombuf(buf, encoding, errors)
        if member.type in _HEADS and not 0 <= member.size <= _LONGEST_HEAD:
            raise tarfile.ReadError(f"the head of a member has {member.size:,} bytes")
        return member


def _open_tar(file: BinaryIO) -> tarfile.TarFile:
    return tarfile.open(fileobj=unpacked_stream(file), mode="r|", tarinfo=_Member)


def read_urls(path: Path, source: str, start: int) -> Iterator[Record]:
    """The URLs of a list, a line each, to be fetched; lines that begin with # are remarks."""
    for offset, line, reached in read_lines(path, start):
        url = line.decode("utf-8", "replace").strip()
        if url and not url.startswith("#"):
            yield Record(url=url, id=url, source=source, offset=offset, reached=reached)


def _packed(page: bytes) -> tuple[str, ...]:
    return ("gzip",) if page.startswith(_GZIP) else ()
