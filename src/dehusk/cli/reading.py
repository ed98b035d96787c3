"""How pages are read: from files, URLs and standard input, and rendered on request.

`read(source, reading).parse()` makes the page; `reading` is what the options of `Reading` say.
"""

from __future__ import annotations

import errno
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dehusk.cli.options import Reading
from dehusk.cli.sources import STDIN, Input
from dehusk.page.address import usable_url
from dehusk.page.sniff import is_called_html

if TYPE_CHECKING:
    from dehusk.batch import Record
    from dehusk.page import Page
    from dehusk.page.parse import Limits
    from dehusk.rendering import Renderer, Rendering, Settings
    from dehusk.rendering import Source as Original
    from dehusk.selection import Extractor
    from dehusk.series import Series


MOST_PAGES = 20
"""How many pages of one article are read."""


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


def render(
    content: Unparsed, settings: Settings, *, screenshot: bool = False, archive: bool = False
) -> Rendering:
    """The page through a Chromium of its own, with its picture and its web archive if wanted."""
    from dehusk.rendering import Renderer, Rendering

    content.refuse_snapshots()
    with Renderer(**vars(settings)) as renderer:
        if archive:
            return content.render_with_archive(renderer, screenshot=screenshot)
        if screenshot:
            return content.render_with_screenshot(renderer)
        return Rendering(content.render(renderer))


def follow(source: Input, reading: Reading, extractor: Extractor, limits: Limits) -> Series:
    """Read the page at a URL and those on which it goes on."""
    from dehusk.fetch import follow

    return follow(
        source.name,
        method=extractor,
        most=MOST_PAGES,
        limits=limits,
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
