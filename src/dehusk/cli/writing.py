"""Where documents go: standard output, one file, or a folder with one file a page."""

from __future__ import annotations

import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

import click

from dehusk.cli.sources import STDIN, Input
from dehusk.errors import DehuskError
from dehusk.page.address import usable_url
from dehusk.page.sniff import GZIP_SUFFIX
from dehusk.writers.formats import FORMATS, Format

LINES_SUFFIXES = (".jsonl", ".ndjson")
_PAGE_SUFFIX = re.compile(r"\.(?:[xm]?html?|mht)(?:\.gz)?$")
_NOT_IN_NAME = re.compile(r"[^\w.]+")


def choose_format(target: str | None) -> str:
    """The format that the name of an output asks for, Markdown where it asks for none.

    >>> choose_format("tea.txt"), choose_format("tea"), choose_format(None)
    ('text', 'markdown', 'markdown')

    Raises `UsageError` for an ending of which nothing is known, such as `.docx`.
    """
    path = Path(target or "")
    suffix = path.suffix.lower()
    if not suffix or suffix[1:].isdecimal() or is_folder(str(target)):
        return "markdown"
    for ending in ("".join(path.suffixes[-2:]).lower(), suffix):
        for name, one in FORMATS.items():
            if ending in one.suffixes:
                return name
    raise click.UsageError(
        f"No format of dehusk ends in {suffix!r}: end {target!r} in .md, .txt, .html, .json,"
        " .jsonl or .xml, or name the format with --format."
    )


def is_folder(target: str) -> bool:
    """Whether an output is a folder: one that is there, or a name that ends in a slash."""
    return target.endswith(("/", os.sep)) or Path(target).is_dir()


class Output(ABC):
    """Takes one document after the other, and writes UTF-8.

    `shared` says that several documents go into one stream: JSON must then be one line a document.
    """

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared

    @abstractmethod
    def write(self, source: Input, text: str) -> None:
        """Write what became of a source."""

    def close(self) -> None:  # noqa: B027
        """No document will follow."""


def choose_output(target: str | None, sources: Sequence[Input], format: str) -> Output:
    """Standard output without a target; a file for one page or JSON lines; else a folder."""
    several = len(sources) > 1 or any(source.folder for source in sources)
    if target is None or target == STDIN:
        return StandardOutput(FORMATS[format], shared=several)
    path = Path(target)
    is_lines = FORMATS[format].is_json and path.suffix.lower() in LINES_SUFFIXES
    if not is_folder(target) and (not several or is_lines):
        return OneFile(path, shared=is_lines)
    if is_folder(target) or not path.suffix:
        return Folder(path, FORMATS[format].suffixes[0])
    raise click.UsageError(
        f"With several pages -o names a folder, and {target!r} looks like a file: write"
        f" {target + '/'!r}, or take a .jsonl file for all."
    )


class StandardOutput(Output):
    """Standard output; where there are several pages, a line with its name stands above each."""

    def __init__(self, format: Format, *, shared: bool) -> None:
        super().__init__(shared=shared)
        self._format = format
        self._is_first = True

    def write(self, source: Input, text: str) -> None:
        """Print a document."""
        stream = sys.stdout.buffer
        if self.shared and not self._format.is_json:
            stream.write(encoded(self._title(source)))
        stream.write(encoded(_ended(text)))
        stream.flush()
        self._is_first = False

    def _title(self, source: Input) -> str:
        name = "".join(sign if sign.isprintable() else "?" for sign in source.name)
        line = f"<!-- {name.replace('>', '%3E')} -->\n"
        if self._format.name == "text":
            line = f"==> {name} <==\n"
        above = "" if self._is_first else "\n"
        below = "\n" if self._format.name == "markdown" else ""
        return above + line + below


class OneFile(Output):
    """A file for one document, or for one line of JSON after the other."""

    def __init__(self, path: Path, *, shared: bool = False) -> None:
        super().__init__(shared=shared)
        self._path = path
        self._file: BinaryIO | None = None

    def write(self, source: Input, text: str) -> None:
        """Write a document; the file is opened for the first."""
        if self._file is None:
            _refuse_to_overwrite(source, self._path)
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("wb")
        self._file.write(encoded(_ended(text)))

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class Folder(Output):
    """A folder that gets a file a page, named after the page."""

    def __init__(self, path: Path, suffix: str) -> None:
        super().__init__()
        self._path = path
        self._suffix = suffix
        self._taken: set[Path] = set()

    def write(self, source: Input, text: str) -> None:
        """Write a document to a file of its own."""
        self.file_of(source).write_bytes(encoded(_ended(text)))

    def file_of(self, source: Input) -> Path:
        """The file of a page's own, in a folder that is there."""
        path = self._free(self._path / base_name(source))
        _refuse_to_overwrite(source, path)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _free(self, base: Path) -> Path:
        """A path that no other page of this run has: the second `page.md` is `page-2.md`."""
        path = base.with_name(base.name + self._suffix)
        number = 2
        while path in self._taken:
            path = base.with_name(f"{base.name}-{number}{self._suffix}")
            number += 1
        self._taken.add(path)
        return path


def base_name(source: Input) -> str:
    """What a page's output is called, without a suffix: `tea` for `pages/tea.html`, or `.html.gz`.

    A file that was found in a folder keeps its place below it.

    >>> base_name(Input("https://example.org/2024/tea.html?page=2"))
    'example.org-2024-tea-page-2'
    """
    if source.name == STDIN:
        return "stdin"
    if source.is_url:
        if usable_url(source.name) is None:
            return _slug(source.name)
        address = urlsplit(source.name)
        page = _PAGE_SUFFIX.sub("", address.path)
        return _slug(f"{address.netloc.rpartition('@')[2]}{page}-{address.query}")
    path = source.path
    inside = path.relative_to(source.folder) if source.folder else Path(path.name)
    return str(Path(str(inside).removesuffix(GZIP_SUFFIX)).with_suffix(""))


def _slug(text: str) -> str:
    return _NOT_IN_NAME.sub("-", text).strip("-.")[:120] or "page"


def _refuse_to_overwrite(source: Input, path: Path) -> None:
    if source.is_file and path.exists() and path.samefile(source.path):
        raise DehuskError(
            f"the output {path} would overwrite the page itself; name another with -o"
        )


def encoded(text: str) -> bytes:
    """UTF-8, whatever the terminal or the locale says."""
    return text.encode("utf-8", "replace")


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
