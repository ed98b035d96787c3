"""A document that was written: what the metrics over structure and facts look at.

>>> Written(markdown="# Tea", title="Tea").title
'Tea'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dehusk.document import Document
from dehusk.metadata import Product


@dataclass(frozen=True)
class Written:
    """The Markdown of a page, and what was said of it. Any system can be put into this form."""

    markdown: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    product: Product | None = None

    @classmethod
    def of(cls, document: Document) -> Written:
        """A document of dehusk's own."""
        metadata = document.metadata
        date = metadata.date_published or metadata.date_modified
        said = (metadata.title, metadata.authors, date, metadata.product)
        return cls(document.markdown, *said)


WrittenFunction = Callable[[bytes, str | None], Written]
"""Another system that writes Markdown: the bytes of a page and its URL in, a document out."""
