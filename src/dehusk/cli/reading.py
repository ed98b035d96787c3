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
    from dehusk.rendering import Rendering, Settings
    from dehusk.rendering import Source as Original


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

    @property
    def original(self) -> Original:
        """The same for a renderer."""
        from dehusk.rendering import Source

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

    fetched = fetch(source.name, **reading.fetching)
    return Unparsed(fetched.body, reading.url or fetched.url, reading.encoding or fetched.encoding)


def render(
    content: Unparsed, settings: Settings, *, screenshot: bool = False, archive: bool = False
) -> Rendering:
    """The page through a Chromium of its own, with its picture and its web archive if wanted."""
    from dehusk.rendering import Renderer, Rendering

    with Renderer(**vars(settings)) as renderer:
        if archive:
            return renderer.render_with_archive(content.original, screenshot=screenshot)
        if screenshot:
            return renderer.render_with_screenshot(content.original)
        return Rendering(renderer.render(content.original))


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
    from dehusk.files import read_body, unpacked
    from dehusk.page.parse import DEFAULT_LIMITS

    if source.name == STDIN:
        return unpacked(sys.stdin.buffer.read(DEFAULT_LIMITS.bytes + 1))
    path = source.path
    if path.is_dir():
        raise FileNotFoundError(errno.ENOENT, "No page is in this folder")
    try:
        return read_body(path)
    except FileNotFoundError as error:
        if "." in source.name and not is_called_html(path.name):
            hint = "No such file (a URL starts with http:// or https://)"
            raise FileNotFoundError(errno.ENOENT, hint) from error
        raise
