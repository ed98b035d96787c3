"""Bytes or text in, a `Page` out. The only file that knows the HTML parser, `native/parser/`.

>>> from dehusk import parse
>>> len(parse(b"<p>Hello"))
5
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from dehusk.budget import budget, check
from dehusk.errors import NotHtml, PageError, PageTooLarge
from dehusk.native.page_columns import parse_columns
from dehusk.page import Page
from dehusk.page.address import given_url, usable_url
from dehusk.page.encoding import decode, is_utf8_already
from dehusk.page.labels import check_label
from dehusk.page.mhtml import looks_like_mhtml, take_apart
from dehusk.page.rows import to_utf8
from dehusk.page.sniff import names_a_page, not_a_page, not_a_page_but_text
from dehusk.reprs import short_repr


@dataclass(frozen=True)
class Limits:
    """How large a page may be, and how much work with it may cost. The defaults hold any honest page.

    >>> Limits(bytes=1_000_000).rows
    2000000

    `seconds` is the time that `parse`, `extract` and each output of a `Document` may take, every one
    for itself; None lets them take as long as they like. `output_bytes` is how large a text, Markdown,
    HTML or JSON may become as UTF-8, None for any size.
    """

    bytes: int = 64 * 1024 * 1024
    rows: int = 2_000_000
    depth: int = 2_000_000
    attribute_length: int = 16 * 1024 * 1024
    seconds: float | None = None
    output_bytes: int | None = 256 * 1024 * 1024

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not isinstance(value, (int, float)):
                raise ValueError(f"Limits.{field.name} is a number, and not {value!r:.40}.")
            if field.name != "seconds" and value is not None and value < 1:
                raise ValueError(f"Limits.{field.name} must be at least 1.")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError("Limits.seconds must be more than 0.")


DEFAULT_LIMITS = Limits()


def parse(
    source: bytes | str,
    *,
    url: str | None = None,
    encoding: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Page:
    """Turn HTML into a `Page`.

    >>> page = parse("<title>Tea</title><p>Boil water.", url="https://example.org/tea")
    >>> page.text_of(0)
    'TeaBoil water.'

    `url` makes relative links absolute. `encoding` is the charset that the server declared; without
    it, or where it is unknown, the page's own declaration and its bytes decide. What can be no
    address, and a Python codec that is no character encoding (`rot13`), is a `PageError`. Of a web
    archive (`.mhtml`) it is the page that is parsed, and the archive says its address and its
    encoding. Raises `NotHtml` for what is no page (a PDF, an image, a feed, JSON, noise) and for a
    string that only names one, a URL or a path, and `PageTooLarge` or `OutOfTime` past one of the
    `limits`.
    """
    if not isinstance(source, (str, bytes, bytearray, memoryview)):
        raise PageError(_no_html(source))
    _check_size(len(source), limits)
    url = given_url(url)
    check_label(encoding)
    if limits.seconds is None:
        return _parse(source, url, encoding, limits)
    with budget(limits):
        return _parse(source, url, encoding, limits)


def _parse(source: bytes | str, url: str | None, encoding: str | None, limits: Limits) -> Page:
    check("parsing")
    is_text = isinstance(source, str)
    data = to_utf8(source) if isinstance(source, str) else bytes(source)
    if looks_like_mhtml(data):
        archive = take_apart(data)
        data, is_text = archive.main.body, False
        url = url or usable_url(archive.url)
        encoding = encoding or archive.main.charset
    told = not_a_page_but_text(data) if is_text else not_a_page(data, encoding)
    if isinstance(source, str):
        told = told or names_a_page(source)
    if told is not None:
        raise NotHtml(f"The input is {told}.")
    utf8, encoding = (data, "utf-8") if is_text else _as_utf8(data, encoding)
    columns = parse_columns(
        utf8,
        max_rows=limits.rows,
        max_depth=limits.depth,
        max_attr_length=limits.attribute_length,
        is_valid=True,
    )
    return Page.of_columns(columns, utf8, url, encoding)


def _as_utf8(source: bytes, declared: str | None) -> tuple[bytes, str]:
    """The document as UTF-8, and the encoding that it came in."""
    if is_utf8_already(source, declared):
        return source, "utf-8"
    decoded = decode(source, declared)
    return to_utf8(decoded.text), decoded.encoding


def _no_html(source: object) -> str:
    kind = "None" if source is None else type(source).__name__
    hint = "; give what its read() returns" if hasattr(source, "read") else ""
    return (
        f"A page is HTML as str or bytes, to extract also a Path or a Page, and not {kind}{hint}."
    )


def _check_size(size: int, limits: Limits) -> None:
    if size > limits.bytes:
        raise PageTooLarge(
            f"The page has {size:,} bytes, more than {limits.bytes:,}; raise Limits.bytes to parse it."
        )
