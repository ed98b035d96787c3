"""Which pages are meant: files, folders, URLs, standard input, and lists of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click

from dehusk.page.sniff import is_called_html

STDIN = "-"
_FILE_SCHEME = "file://"


@dataclass(frozen=True)
class Input:
    """A page to read: a path, a URL or `-`; `folder` is the argument that it was found in."""

    name: str
    folder: str | None = None

    @property
    def is_url(self) -> bool:
        """Whether it is read from the web."""
        return self.name.lower().startswith(("http://", "https://"))

    @property
    def is_file(self) -> bool:
        """Whether it is read from the disk."""
        return self.name != STDIN and not self.is_url

    @property
    def path(self) -> Path:
        """Where it is on the disk.

        >>> Input("file:///pages/green%20tea.html").path.name
        'green tea.html'
        """
        if not self.name.lower().startswith(_FILE_SCHEME):
            return Path(self.name)
        return Path(unquote(urlsplit(self.name).path))


def sources(arguments: Iterable[str], listed: str | None = None) -> list[Input]:
    """The pages that arguments stand for; a folder stands for the pages in it, at any depth.

    `listed` is a file with a page on each line. No argument at all and no list stand for standard
    input, unless somebody would have to type the page.
    """
    given = [*arguments, *(_lines(listed) if listed is not None else [])]
    if not given:
        if listed is not None:
            raise click.UsageError(f"No page is named in {listed}.")
        if _is_typed():
            raise click.UsageError("Give a file, a folder, a URL, or - for standard input.")
        given = [STDIN]
    if given.count(STDIN) + (listed == STDIN) > 1:
        raise click.UsageError("Standard input (-) can be read only once.")
    return [source for argument in given for source in _expanded(argument)]


def one_page(argument: str | None) -> Input:
    """The page that a command is about, which shows one; standard input without an argument."""
    given = sources([argument] if argument is not None else [])
    if len(given) > 1 or given[0].folder:
        raise click.UsageError(f"This is about one page, and {argument} is a folder.")
    return given[0]


def _lines(listed: str) -> list[str]:
    """The lines of a list, without empty ones and remarks."""
    body = sys.stdin.buffer.read() if listed == STDIN else Path(listed).read_bytes()
    lines = [line.strip() for line in body.decode("utf-8-sig", "replace").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def _is_typed() -> bool:
    return sys.stdin.isatty()


def _expanded(argument: str) -> Iterator[Input]:
    source = Input(argument)
    if not source.is_file or not source.path.is_dir():
        yield source
        return
    files = sorted(filter(_is_page, source.path.rglob("*")))
    if not files:
        yield source
    for path in files:
        yield Input(str(path), folder=str(source.path))


def _is_page(path: Path) -> bool:
    """Whether a file of a folder is a page: it is called so, or begins as one does."""
    from dehusk.files import holds_page

    return path.is_file() and (is_called_html(path.name) or holds_page(path))
