"""How pages are read: from files, URLs and standard input, and rendered on request.

A command that reads pages takes `@reading_options` and gets one `Reading` as its argument
`reading`; `read(source, reading).parse()` then makes the page.
"""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dehusk.cli.choices import the_one
from dehusk.cli.sources import STDIN, Input
from dehusk.page.address import usable_url
from dehusk.page.sniff import is_called_html

if TYPE_CHECKING:
    from dehusk.batch import Record
    from dehusk.page import Page
    from dehusk.rendering import Renderer, Rendering
    from dehusk.rendering import Source as Original
    from dehusk.selection import Extractor
    from dehusk.series import Series


MOST_PAGES = 20
"""How many pages of one article are read."""


@dataclass(frozen=True)
class Reading:
    """How pages are read: what the options of `reading_options` say."""

    url: str | None = None
    encoding: str | None = None
    timeout: float = 30.0
    user_agent: str | None = None
    allow_private: bool = False


def _known_encoding(_: click.Context, __: click.Parameter, label: str | None) -> str | None:
    if label is not None:
        from dehusk.page.encoding import encoding_of_label

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
    from dehusk.page.parse import Limits

    return budget(Limits(seconds=seconds))


def method_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--method`, `--set`, `--amount` with its other names, and a `setting`."""

    @wraps(command)
    def with_amount(**arguments: Any) -> Any:
        wanted = {
            "--amount": arguments.pop("amount"),
            "--precision": -1 if arguments.pop("precision") else None,
            "--recall": 1 if arguments.pop("recall") else None,
        }
        return command(amount=the_one(wanted) or 0, **arguments)

    amount = click.option(
        "--amount",
        type=click.IntRange(-2, 2),
        metavar="-2..2",
        show_default="0",
        help="Show less (-1, -2) or more (1, 2) around what the method finds.",
    )
    less = click.option("--precision", is_flag=True, help="Short for --amount -1.")
    more = click.option("--recall", is_flag=True, help="Short for --amount 1.")
    method = click.option(
        "--method",
        default="default",
        show_default=True,
        metavar="NAME",
        help="How to find the content; 'dehusk methods' lists the names.",
    )
    return method(parameters_option(amount(less(more(setting_options(with_amount))))))


def setting_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--as-published` and `--as-coded`; it gets a `setting`."""

    @wraps(command)
    def with_setting(**arguments: Any) -> Any:
        flags = ("--as-published", "published"), ("--as-coded", "coded")
        wanted = {flag: name if arguments.pop(f"as_{name}") else None for flag, name in flags}
        return command(setting=the_one(wanted) or "ours", **arguments)

    published = click.option(
        "--as-published",
        is_flag=True,
        help="The method to the letter of its paper: its constants, and what it selects as it is.",
    )
    coded = click.option(
        "--as-coded",
        is_flag=True,
        help="The same by the program of the paper's authors, where it differs: zones and gce.",
    )
    return published(coded(with_setting))


def parameters_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--set`; it gets the `parameters` by name."""
    return click.option(
        "--set",
        "parameters",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_named_values,
        help="A parameter of the method, such as share=0.25; can be repeated. 'dehusk methods' lists"
        " them.",
    )(command)


def _named_values(
    _: click.Context, __: click.Parameter, given: tuple[str, ...]
) -> dict[str, object]:
    values: dict[str, object] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign:
            raise click.BadParameter(f"{one!r} is no parameter with a value, such as share=0.25.")
        values[name.strip()] = value.strip()
    return values


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


_SIZE = re.compile(r"(\d{1,5})[x×](\d{1,5})")


def _sides(_: click.Context, __: click.Parameter, value: str) -> tuple[int, int]:
    """The two numbers of a size such as 1920x1080."""
    sides = _SIZE.fullmatch(value)
    if sides is None:
        raise click.BadParameter(f"{value!r} is not a size such as 1920x1080.")
    width, height = int(sides[1]), int(sides[2])
    if not (1 <= width <= 10_000 and 1 <= height <= 10_000):
        raise click.BadParameter("the sides of a window are between 1 and 10,000 pixels.")
    return width, height


window_option = click.option(
    "--window",
    callback=_sides,
    default="1920x1080",
    show_default=True,
    metavar="WxH",
    help="The size of the browser window in pixels, where a page is rendered.",
)

render_option = click.option(
    "--render", is_flag=True, help="Render the page in Chromium first, for methods that look at it."
)


@dataclass(frozen=True)
class Unparsed:
    """What was read, and not parsed yet."""

    body: bytes
    url: str | None
    encoding: str | None

    def parse(self) -> Page:
        """The page: of HTML, a web archive, or a snapshot that `dehusk render` wrote."""
        from dehusk.files import page_of

        return page_of(self.body, url=self.url, encoding=self.encoding)

    def render(self, renderer: Renderer) -> Page:
        """The page with its layout."""
        return renderer.render(self._original())

    def render_with_screenshot(self, renderer: Renderer) -> Rendering:
        """The page with its layout and its picture."""
        return renderer.render_with_screenshot(self._original())

    def render_with_archive(self, renderer: Renderer, *, screenshot: bool) -> Rendering:
        """The page with its layout and its web archive, and if wanted its picture."""
        return renderer.render_with_archive(self._original(), screenshot=screenshot)

    def refuse_snapshots(self) -> None:
        """Raise `SnapshotError` where there is nothing to render."""
        from dehusk.errors import SnapshotError
        from dehusk.page.snapshot import looks_like_snapshot

        if looks_like_snapshot(self.body):
            raise SnapshotError(
                "It is a snapshot already, of a page that was rendered; leave out --render."
            )

    def _original(self) -> Original:
        from dehusk.rendering import Source

        self.refuse_snapshots()
        return Source(self.body, self.url, self.encoding)


def read(source: Input, reading: Reading) -> Unparsed:
    """Read one page. Raises `DehuskError` or `OSError`."""
    if (record := _record(source)) is not None:
        if record.html is None and record.error is None and record.url is not None:
            return read(Input(record.url), reading)
        return _content_of(record)
    if not source.is_url:
        return Unparsed(_read_bytes(source), reading.url, reading.encoding)
    from dehusk.fetch import fetch

    fetched = fetch(
        source.name,
        timeout=reading.timeout,
        user_agent=reading.user_agent,
        allow_private=reading.allow_private,
    )
    return Unparsed(fetched.body, reading.url or fetched.url, reading.encoding or fetched.encoding)


def follow(source: Input, reading: Reading, extractor: Extractor, seconds: float) -> Series:
    """Read the page at a URL and those on which it goes on."""
    from dehusk.fetch import follow
    from dehusk.page.parse import Limits

    return follow(
        source.name,
        method=extractor,
        most=MOST_PAGES,
        limits=Limits(seconds=seconds),
        timeout=reading.timeout,
        user_agent=reading.user_agent,
        allow_private=reading.allow_private,
        encoding=reading.encoding,
    )


def _record(source: Input) -> Record | None:
    """A page of an archive or a table, as a batch names it: `crawl.warc.gz#12345`."""
    name, _, offset = source.name.rpartition("#")
    is_named_so = source.is_file and name and offset.isdecimal()
    if not is_named_so or source.path.exists() or not Path(name).exists():
        return None
    from dehusk.batch import record_at
    from dehusk.batch.run import check_extra

    check_extra()
    return record_at(name, int(offset))


def _content_of(record: Record) -> Unparsed:
    page, url = record.page, usable_url(record.url)
    if isinstance(page, str):
        return Unparsed(page.encode("utf-8", "replace"), url, "utf-8")
    return Unparsed(page, url, record.encoding)


def _read_bytes(source: Input) -> bytes:
    """The bytes of a file or of standard input, unpacked: one more than the limit at most."""
    from dehusk.files import unpacked
    from dehusk.page.parse import Limits

    most = Limits().bytes
    return unpacked(_read_packed(source, most + 1), most)


def _read_packed(source: Input, most: int) -> bytes:
    if source.name == STDIN:
        return sys.stdin.buffer.read(most)
    path = source.path
    if path.is_dir():
        raise FileNotFoundError(errno.ENOENT, "No page is in this folder")
    try:
        with path.open("rb") as file:
            return file.read(most)
    except FileNotFoundError as error:
        if "." in source.name and not is_called_html(path.name):
            hint = "No such file (a URL starts with http:// or https://)"
            raise FileNotFoundError(errno.ENOENT, hint) from error
        raise
