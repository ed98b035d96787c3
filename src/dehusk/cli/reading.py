"""Where pages come from: files, folders, URLs and standard input.

A command that reads pages takes `@reading_options` and gets one `Reading` as its argument
`reading`; `read(source, reading).parse()` then makes the page.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from dehusk.page import Page

STDIN = "-"
HTML_SUFFIXES = (".html", ".htm", ".xhtml", ".mhtml", ".mht")
GZIP_SUFFIX = ".gz"


@dataclass(frozen=True)
class Reading:
    """How pages are read: what the options of `reading_options` say."""

    url: str | None = None
    encoding: str | None = None
    timeout: float = 30.0
    user_agent: str | None = None
    allow_private: bool = False


@dataclass(frozen=True)
class Source:
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


def _known_encoding(_: click.Context, __: click.Parameter, label: str | None) -> str | None:
    if label is not None:
        from dehusk.encoding import encoding_of_label

        if encoding_of_label(label) is None:
            raise click.BadParameter(f"there is no encoding {label!r}; try utf-8 or latin1.")
    return label


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say how pages are read."""

    @wraps(command)
    def with_reading(**arguments: Any) -> Any:
        own = {field.name: arguments.pop(field.name) for field in fields(Reading)}
        return command(reading=Reading(**own), **arguments)

    for option in reversed(_OPTIONS):
        option(with_reading)
    return with_reading


def seconds_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--seconds`, which `page_budget` takes."""
    return click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        default=30.0,
        show_default=True,
        metavar="SECONDS",
        help="How long the work on a page may take, once it is read.",
    )(command)


def page_budget(seconds: float) -> AbstractContextManager[None]:
    """Let the work on a page take so long."""
    from dehusk.budget import budget
    from dehusk.parse import Limits

    return budget(Limits(seconds=seconds))


def method_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--method` and `--amount`."""
    amount = click.option(
        "--amount",
        type=click.IntRange(-2, 2),
        default=0,
        metavar="-2..2",
        show_default=True,
        help="Show less (-1, -2) or more (1, 2) around what the method finds.",
    )
    method = click.option(
        "--method",
        default="default",
        show_default=True,
        metavar="NAME",
        help="How to find the content; 'dehusk methods' lists the names.",
    )
    return method(amount(command))


_OPTIONS = (
    click.option(
        "--url", metavar="URL", help="The page's address, for its links, when a file is read."
    ),
    click.option(
        "--encoding",
        metavar="NAME",
        callback=_known_encoding,
        help="The page's encoding, in place of what it declares.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=Reading.timeout,
        show_default=True,
        metavar="SECONDS",
        help="How long fetching a URL may take altogether.",
    ),
    click.option("--user-agent", metavar="TEXT", help="The name to give to web servers."),
    click.option(
        "--allow-private",
        is_flag=True,
        help="Fetch from private and local addresses too.",
    ),
)


def sources(arguments: Iterable[str]) -> list[Source]:
    """The pages that arguments stand for; a folder stands for the HTML files in it, at any depth.

    No argument at all stands for standard input, unless somebody would have to type the page.
    """
    given = list(arguments) or _piped()
    if given.count(STDIN) > 1:
        raise click.UsageError("Standard input (-) can be read only once.")
    return [source for argument in given for source in _expanded(argument)]


def _piped() -> list[str]:
    if _is_typed():
        raise click.UsageError("Give a file, a folder, a URL, or - for standard input.")
    return [STDIN]


def _is_typed() -> bool:
    return sys.stdin.isatty()


def _expanded(argument: str) -> Iterator[Source]:
    source = Source(argument)
    if not source.is_file or not Path(argument).is_dir():
        yield source
        return
    files = sorted(
        path for path in Path(argument).rglob("*") if _is_called_html(path) and path.is_file()
    )
    if not files:
        yield source
    for path in files:
        yield Source(str(path), folder=argument)


def _is_called_html(path: Path) -> bool:
    """Whether a file is named as a page is: `tea.html`, `tea.mhtml`, `tea.html.gz`."""
    return path.name.lower().removesuffix(GZIP_SUFFIX).endswith(HTML_SUFFIXES)


@dataclass(frozen=True)
class Content:
    """What was read, and not parsed yet."""

    body: bytes
    url: str | None
    encoding: str | None

    def parse(self) -> Page:
        """The page: of HTML, a web archive, or a snapshot that `dehusk render` wrote."""
        from dehusk.parse import parse
        from dehusk.snapshot import looks_like_snapshot, read_snapshot

        if looks_like_snapshot(self.body):
            page = read_snapshot(self.body)
            return replace(page, url=self.url or page.url)
        return parse(self.body, url=self.url, encoding=self.encoding)


def read(source: Source, reading: Reading) -> Content:
    """Read one page. Raises `DehuskError` or `OSError`."""
    if not source.is_url:
        return Content(_read_bytes(source), reading.url, reading.encoding)
    from dehusk.fetch import fetch

    fetched = fetch(
        source.name,
        timeout=reading.timeout,
        user_agent=reading.user_agent,
        allow_private=reading.allow_private,
    )
    return Content(fetched.body, reading.url or fetched.url, reading.encoding or fetched.encoding)


def _read_bytes(source: Source) -> bytes:
    """The bytes of a file or of standard input, unpacked: one more than the limit at most."""
    from dehusk.errors import NotHtml, PageTooLarge
    from dehusk.fetch.compression import TooLargeError, decompress, is_gzip
    from dehusk.parse import Limits
    from dehusk.snapshot import looks_like_snapshot

    most = Limits().bytes
    body = _read_packed(source, most + 1)
    if not is_gzip(body) or looks_like_snapshot(body):
        return body
    try:
        return decompress([body], "gzip", max_bytes=most)
    except TooLargeError as error:
        raise PageTooLarge(f"Unpacked, the page has more than {most:,} bytes.") from error
    except ValueError as error:
        raise NotHtml(f"The gzip file is broken ({error}); compress the page again.") from error


def _read_packed(source: Source, most: int) -> bytes:
    if source.name == STDIN:
        return sys.stdin.buffer.read(most)
    path = Path(source.name)
    if path.is_dir():
        raise FileNotFoundError(errno.ENOENT, "No HTML file is in this folder")
    try:
        with path.open("rb") as file:
            return file.read(most)
    except FileNotFoundError as error:
        if "." in source.name and not _is_called_html(path):
            hint = "No such file (a URL starts with http:// or https://)"
            raise FileNotFoundError(errno.ENOENT, hint) from error
        raise
