"""What a batch reads: archives, tables, folders, lists of URLs.

>>> find_inputs(["tests/pages/news"])
[Input(name='tests/pages/news', path=PosixPath('tests/pages/news'), kind='pages')]

An input has records in a fixed order, each with its offset, and can be read from any of them on: that is
what a run needs which goes on where another was killed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dehusk.batch.files import read_files, read_tar, read_urls
from dehusk.batch.record import BROKEN, Record, broken_off
from dehusk.batch.spans import Span, spans_of
from dehusk.batch.tables import Names, read_jsonl, read_parquet
from dehusk.batch.warc import looks_like_warc, read_warc
from dehusk.errors import BatchError
from dehusk.page.sniff import is_called_html

KINDS = {
    "warc": (".warc", ".warc.gz", ".warc.zst"),
    "parquet": (".parquet", ".pq"),
    "jsonl": tuple(
        f".{name}{packing}" for name in ("jsonl", "ndjson") for packing in ("", ".gz", ".zst")
    ),
    "tar": (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".txz", ".tar.zst"),
    "urls": (".txt", ".urls"),
}
"""The kinds of input that are one file, and what such files are called."""

_ANY_NAMES = Names()


@dataclass(frozen=True)
class Input:
    """One input: its name as it was given, and what is there. `pages` are HTML files, one or more."""

    name: str
    path: Path
    kind: str

    @property
    def size(self) -> int:
        """How many bytes there are to read."""
        return (
            sum(path.stat().st_size for path in self.pages)
            if self.kind == "pages"
            else (self.path.stat().st_size)
        )

    @property
    def pages(self) -> list[Path]:
        """The HTML files, in order."""
        if self.path.is_file():
            return [self.path]
        found = (path for path in self.path.rglob("*") if is_called_html(path.name))
        return sorted(path for path in found if path.is_file())

    def records(self, after: int = -1, names: Names = _ANY_NAMES) -> Iterator[Record]:
        """The records behind an offset.

        Where the input breaks off, the last one has no page and no offset, and its `error` says why.
        """
        try:
            for record in self._read(max(after, 0), names):
                if record.offset is None or record.offset > after:
                    yield record
        except BROKEN as error:
            yield broken_off(self.name, error)

    def work(self, after: int = -1, names: Names = _ANY_NAMES) -> Iterator[Record | Span]:
        """The same for several processes: as spans where they can read the input for themselves."""
        try:
            spans = spans_of(self.path, self.name, after) if self.kind == "warc" else None
        except BROKEN:  # whoever reads the records will tell
            spans = None
        return self.records(after, names) if spans is None else spans

    def _read(self, start: int, names: Names) -> Iterator[Record]:
        if self.kind == "warc":
            return read_warc(self.path, source=self.name, start=start)
        if self.kind == "parquet":
            return read_parquet(self.path, self.name, start, names)
        if self.kind == "jsonl":
            return read_jsonl(self.path, self.name, start, names)
        if self.kind == "tar":
            return read_tar(self.path, self.name, start)
        if self.kind == "urls":
            return read_urls(self.path, self.name, start)
        folder = self.path.parent if self.path.is_file() else self.path
        return read_files(self.pages, folder, self.name, start)


def find_inputs(names: Iterable[str | Path]) -> list[Input]:
    """The inputs that names stand for; a folder for the archives and tables in it, and its pages."""
    inputs = [found for name in names for found in _inputs_of(str(name))]
    by_name = {found.name: found for found in inputs}
    if len(by_name) < len(inputs):
        twice = next(found.name for found in inputs if by_name[found.name] is not found)
        raise BatchError(f"The input {twice} is named twice; its records would be there twice.")
    return inputs


def record_at(name: str, offset: int, names: Names = _ANY_NAMES) -> Record:
    """The record of an input at an offset, as the columns `source` and `offset` name it."""
    for found in find_inputs([name]):
        record = next(found.records(offset - 1, names), None) if found.name == name else None
        if record is not None and record.offset == offset:
            return record
    raise BatchError(f"{name} has no record at {offset}.")


def _inputs_of(name: str) -> Iterator[Input]:
    path = Path(name)
    if not path.exists():
        raise BatchError(f"There is no input {name}.")
    if path.is_file():
        yield Input(name, path, _kind_of(path))
        return
    files = sorted(found for found in path.rglob("*") if found.is_file())
    known = [
        (found, kind) for found in files if (kind := _kind_by_name(found)) not in (None, "urls")
    ]
    yield from (Input(str(found), found, str(kind)) for found, kind in known)
    if any(is_called_html(found.name) for found in files):
        yield Input(name, path, "pages")
    elif not known:
        raise BatchError(f"The folder {name} has no archive, no table and no HTML file.")


def _kind_by_name(path: Path) -> str | None:
    name = path.name.lower()
    if is_called_html(name):
        return None
    return next((kind for kind, suffixes in KINDS.items() if name.endswith(suffixes)), None)


def _kind_of(path: Path) -> str:
    if is_called_html(path.name):
        return "pages"
    if (kind := _kind_by_name(path)) is not None:
        return kind
    with path.open("rb") as file:
        first = file.read(512 * 1024)
    if looks_like_warc(first):
        return "warc"
    if first.startswith(b"PAR1"):
        return "parquet"
    raise BatchError(
        f"{path} is none of the inputs that are known: WARC, Parquet, JSON Lines, tar, HTML,"
        " or a list of URLs (.txt); its name should end as such files' names do."
    )
