"""Bytes or text in, a `Page` out. The only file that knows the HTML parser.

>>> from marrow import parse
>>> len(parse(b"<p>Hello"))
5
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from turbohtml.treebuild import parse_into

from marrow.encoding import decode, sniff_not_html
from marrow.errors import NotHtml, PageTooLarge
from marrow.page import Page
from marrow.rows import RowWriter


@dataclass(frozen=True)
class Limits:
    """How large a page may be. The defaults hold any honest page.

    >>> Limits(bytes=1_000_000).rows
    2000000
    """

    bytes: int = 64 * 1024 * 1024
    rows: int = 2_000_000
    depth: int = 1_000_000
    attribute_length: int = 16 * 1024 * 1024

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) < 1:
                raise ValueError(f"Limits.{field.name} must be at least 1.")


def parse(
    source: bytes | str,
    *,
    url: str | None = None,
    encoding: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 -- frozen, so one default serves every call
) -> Page:
    """Turn HTML into a `Page`.

    >>> page = parse("<title>Tea</title><p>Boil water.", url="https://example.org/tea")
    >>> page.text_of(0)
    'TeaBoil water.'

    `url` makes relative links absolute. `encoding` is the charset that the server declared; without
    it the page's own declaration and its bytes decide. Raises `NotHtml` for a PDF, an image or a
    program, and `PageTooLarge` past one of the `limits`.
    """
    _check_size(len(source), limits)
    if isinstance(source, str):
        text, encoding = source, "utf-8"
    else:
        kind = sniff_not_html(source)
        if kind is not None:
            raise NotHtml(f"The input is {kind}, not HTML; give marrow the page itself.")
        decoded = decode(source, encoding)
        text, encoding = decoded.text, decoded.encoding
    rows = _Sink(limits)
    parse_into(text, rows)
    return rows.page(source=text, url=url, encoding=encoding)


def _check_size(size: int, limits: Limits) -> None:
    if size > limits.bytes:
        raise PageTooLarge(
            f"The page has {size:,} bytes, more than {limits.bytes:,}; raise Limits.bytes to parse it."
        )


_DOCUMENT = -1
_NO_ROW = -2
_HTML = "http://www.w3.org/1999/xhtml"
_PREFIXES = {"http://www.w3.org/2000/svg": "svg", "http://www.w3.org/1998/Math/MathML": "math"}


class _Sink(RowWriter):
    """What turbohtml's tree builder drives: every node in document order, as soon as it is final."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._limits = limits

    def create_document(self) -> int:
        """The parent of the root."""
        return _DOCUMENT

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> int:
        """Doctypes make no row."""
        return _NO_ROW

    def create_comment(self, data: str) -> int:
        """Comments make no row."""
        return _NO_ROW

    def create_pi(self, target: str, data: str) -> int:
        """Processing instructions make no row."""
        return _NO_ROW

    def create_element(
        self, name: str, namespace: str, attrs: tuple[tuple[str, str | None], ...]
    ) -> int:
        """Add an element; its parent is told by `append`."""
        for attribute, value in attrs:
            if value is not None and len(value) > self._limits.attribute_length:
                raise _past("attribute_length", self._limits.attribute_length, attribute)
        return self.add_element(
            name if namespace == _HTML else _foreign_name(name, namespace), attrs
        )

    def create_text(self, data: str) -> int:
        """Add a text; its parent is told by `append`."""
        return self.add_text(data)

    def append(self, parent: int, child: int) -> None:
        """Set the parent of the row just added."""
        if child == _NO_ROW:
            return
        if child >= self._limits.rows:
            raise _past("rows", self._limits.rows)
        if self.attach(parent) >= self._limits.depth:
            raise _past("depth", self._limits.depth)


def _foreign_name(name: str, namespace: str) -> str:
    prefix = _PREFIXES[namespace]
    return name if name == prefix else f"{prefix}:{name}"


def _past(limit: str, value: int, where: str = "") -> PageTooLarge:
    place = f" in the attribute {where}" if where else ""
    return PageTooLarge(
        f"The page is past the limit of {value:,} for {limit}{place};"
        f" raise Limits.{limit} to parse it."
    )
