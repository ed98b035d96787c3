"""Haystack: a converter of pages to Documents.

>>> from haystack.dataclasses import ByteStream
>>> page = ByteStream(b"<title>Tea</title><nav>Home</nav><p>Tea needs boiling water.")
>>> [document] = DehuskConverter(format="text").run([page])["documents"]
>>> document.content, document.meta["title"]
('Tea needs boiling water.', 'Tea')
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dehusk.errors import DehuskError
from dehusk.integrations._shared import Format, Reader, needs

with needs("haystack-ai"):
    from haystack import Document, component, logging
    from haystack.components.converters.utils import (
        get_bytestream_from_source,
        normalize_metadata,
    )
    from haystack.dataclasses import ByteStream

logger = logging.getLogger(__name__)


@component
class DehuskConverter:
    """Converts HTML files and streams to Documents; `max_words` makes one a section."""

    def __init__(
        self,
        format: Format = "markdown",
        method: str = "default",
        amount: int = 0,
        max_words: int | None = None,
    ) -> None:
        # Haystack stores a component as the arguments that are attributes of the same name.
        self.format, self.method, self.amount, self.max_words = format, method, amount, max_words

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """The Documents of all sources; one that cannot be read is logged and left out."""
        documents = []
        metas = normalize_metadata(meta, sources_count=len(sources))
        for source, given in zip(sources, metas, strict=True):
            try:
                documents += self._documents(get_bytestream_from_source(source), given)
            except (DehuskError, OSError) as error:
                logger.warning("{source} is left out: {error}", source=source, error=error)
        return {"documents": documents}

    def _documents(self, stream: ByteStream, given: dict[str, Any]) -> list[Document]:
        reader = Reader(self.format, self.method, self.amount, self.max_words)
        pieces = reader.pieces(stream.data, stream.meta.get("url"))
        return [
            Document(content=text, meta={**facts, **stream.meta, **given}) for text, facts in pieces
        ]
