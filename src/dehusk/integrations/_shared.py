"""What all adapters share: pages as pairs of text and facts, and the word for a missing package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from dehusk.document import Document
from dehusk.errors import MissingExtra, OutOfTime, OutputTooLarge, PageError
from dehusk.page.address import usable_url
from dehusk.page.labels import believed_label
from dehusk.page.parse import DEFAULT_LIMITS, Limits, parse
from dehusk.pipeline import extract
from dehusk.selection import Extractor

Format = Literal["markdown", "text"]
Facts = dict[str, Any]


@contextmanager
def needs(package: str) -> Iterator[None]:
    """Turn a failed import into a sentence that says what to install.

    >>> with needs("tea-kettle"):
    ...     import tea_kettle
    Traceback (most recent call last):
    dehusk.errors.MissingExtra: This adapter needs tea-kettle; install it with: pip install tea-kettle
    """
    try:
        yield
    except ImportError as error:
        raise MissingExtra(
            f"This adapter needs {package}; install it with: pip install {package}"
        ) from error


@dataclass(frozen=True)
class Reader:
    """How pages become records of another package.

    >>> [(text, facts)] = Reader(format="text").pieces("<title>Tea</title><p>Tea needs boiling water.")
    >>> text, facts["title"]
    ('Tea needs boiling water.', 'Tea')

    With `max_words` a page becomes several records: sections, and parts of long ones, each with its
    headings, its XPath and the span of its bytes.
    """

    format: Format = "markdown"
    method: str | Extractor = "default"
    amount: int = 0
    max_words: int | None = None
    limits: Limits = DEFAULT_LIMITS

    def document(
        self, source: bytes | str, url: str | None = None, encoding: str | None = None
    ) -> Document:
        """The main content of a page."""
        page = parse(
            source, url=usable_url(url), encoding=believed_label(encoding), limits=self.limits
        )
        return extract(page, method=self.method, amount=self.amount, limits=self.limits)

    def pieces(
        self, source: bytes | str, url: str | None = None, encoding: str | None = None
    ) -> list[tuple[str, Facts]]:
        """The text of a page with what is known of it; nothing for a page without content."""
        document = self.document(source, url, encoding)
        facts = facts_of(document)
        if self.max_words is None:
            text = self.write(document)
            return [(text, facts)] if text.strip() else []
        return [
            (
                chunk.text,
                facts
                | {
                    "headings": " > ".join(chunk.headings),
                    "xpath": chunk.xpath,
                    "start_byte": chunk.source[0] if chunk.source else None,
                    "end_byte": chunk.source[1] if chunk.source else None,
                },
            )
            for chunk in document.chunks(self.max_words, format=self.format)
        ]

    def text(self, source: bytes | str, url: str | None = None) -> str:
        """The content of a page, empty where it has none, is no HTML or takes too long."""
        try:
            return self.write(self.document(source, url))
        except (PageError, OutOfTime, OutputTooLarge):
            return ""

    def write(self, document: Document) -> str:
        """The document in the format that was asked for."""
        return document.markdown if self.format == "markdown" else document.text


def facts_of(document: Document) -> Facts:
    """What is known of a page, in values that every store takes: text and numbers.

    >>> import dehusk
    >>> facts_of(dehusk.extract("<html lang=en><title>Tea</title><p>Boil water.", method="cnr"))
    {'title': 'Tea', 'language': 'en'}
    """
    metadata = document.metadata
    confidence = document.confidence
    facts = {
        "source": metadata.url,
        "title": metadata.title,
        "authors": ", ".join(metadata.authors),
        "date": metadata.date_published,
        "language": metadata.language,
        "confidence": None if confidence is None else round(confidence, 2),
    }
    return {name: value for name, value in facts.items() if value not in (None, "")}


def read(source: str | Path) -> tuple[bytes, str, str | None]:
    """The bytes at a path or an http address, where they came from, and the charset if known."""
    if isinstance(source, str) and source.lower().startswith(("http://", "https://")):
        from dehusk.fetch import fetch

        fetched = fetch(source)
        return fetched.body, fetched.url, fetched.encoding
    return Path(source).read_bytes(), Path(source).absolute().as_uri(), None
