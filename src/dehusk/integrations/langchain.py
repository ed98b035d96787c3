"""LangChain: a parser of blobs, a transformer of documents, and a loader.

>>> from langchain_core.documents.base import Blob
>>> blob = Blob.from_data("<title>Tea</title><nav>Home</nav><p>Tea needs boiling water.")
>>> [document] = DehuskParser(format="text").parse(blob)
>>> document.page_content, document.metadata["title"]
('Tea needs boiling water.', 'Tea')

With `max_words` each section becomes a Document of its own, with `headings`, `xpath`, `start_byte`
and `end_byte` in its metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dehusk.integrations._shared import Reader, needs, read

with needs("langchain-core"):
    from langchain_core.document_loaders import BaseBlobParser, BaseLoader
    from langchain_core.documents import BaseDocumentTransformer, Document
    from langchain_core.documents.base import Blob


class DehuskParser(BaseBlobParser):
    """Parses blobs of HTML into Documents; options as those of `Reader`."""

    def __init__(self, **options: Any) -> None:
        self._reader = Reader(**options)

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        """The main content of a blob."""
        encoding = None if isinstance(blob.data, str) else _declared(blob)
        source = blob.data if isinstance(blob.data, str) else blob.as_bytes()
        known = {**blob.metadata, **({"source": blob.source} if blob.source else {})}
        for text, facts in self._reader.pieces(source, known.get("source"), encoding):
            yield Document(text, metadata={**facts, **known})


def _declared(blob: Blob) -> str | None:
    """The charset of a blob, unless it is the one that every blob has by default."""
    return None if blob.encoding.lower() in ("utf-8", "utf8") else str(blob.encoding)


class DehuskTransformer(BaseDocumentTransformer):
    """Turns Documents that hold HTML into Documents of their main content."""

    def __init__(self, **options: Any) -> None:
        self._reader = Reader(**options)

    def transform_documents(
        self, documents: Sequence[Document], **kwargs: Any
    ) -> Sequence[Document]:
        """The main content of each; what the metadata says already stays."""
        return [
            Document(text, metadata={**facts, **document.metadata}, id=document.id)
            for document in documents
            for text, facts in self._reader.pieces(
                document.page_content, document.metadata.get("source")
            )
        ]


class DehuskLoader(BaseLoader):
    """Loads pages from paths and http addresses."""

    def __init__(self, sources: Iterable[str | Path], **options: Any) -> None:
        self._sources = list(sources)
        self._reader = Reader(**options)

    def lazy_load(self) -> Iterator[Document]:
        """The main content of each page, one after the other."""
        for source in self._sources:
            body, address, encoding = read(source)
            for text, facts in self._reader.pieces(body, address, encoding):
                yield Document(text, metadata={**facts, "source": address})
