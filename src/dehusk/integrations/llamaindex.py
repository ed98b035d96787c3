"""LlamaIndex: a reader of pages, and a parser that makes nodes by heading.

>>> from llama_index.core.schema import Document
>>> page = Document(text="<title>Tea</title><h1>Tea</h1><p>Tea needs boiling water and time.")
>>> [node] = DehuskNodeParser(format="text").get_nodes_from_documents([page])
>>> node.text, node.metadata["headings"], node.metadata["xpath"]
('Tea\\n\\nTea needs boiling water and time.', 'Tea', '/html/body/h1')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from dehusk.integrations._shared import Reader, needs, read

with needs("llama-index-core"):
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import BaseNode, Document, NodeRelationship, TextNode

_PLACE = ["xpath", "start_byte", "end_byte", "confidence"]
"""What neither an embedding nor a language model has a use for."""


class DehuskReader(BaseReader):
    """Reads pages from paths and http addresses; options as those of `Reader`."""

    def __init__(self, **options: Any) -> None:
        self._reader = Reader(**options)

    def lazy_load_data(self, sources: Iterable[str | Path]) -> Iterable[Document]:
        """The main content of each page, one after the other."""
        for source in sources:
            body, address, encoding = read(source)
            for text, facts in self._reader.pieces(body, address, encoding):
                yield Document(text=text, metadata={**facts, "source": address})


class DehuskNodeParser(NodeParser):
    """Makes nodes of documents that hold HTML: a section each, long ones in parts."""

    format: Literal["markdown", "text"] = "markdown"
    method: str = "default"
    amount: int = 0
    max_words: int = 300

    @classmethod
    def class_name(cls) -> str:
        """The name under which it is stored."""
        return "DehuskNodeParser"

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        reader = Reader(self.format, self.method, self.amount, self.max_words)
        return [made for node in nodes for made in self._nodes_of(node, reader)]

    def _nodes_of(self, node: BaseNode, reader: Reader) -> list[BaseNode]:
        html = node.get_content(metadata_mode="none")
        url = node.metadata.get("source") or node.metadata.get("url")
        return [
            TextNode(
                id_=self.id_func(index, node),
                text=text,
                metadata={**facts, **node.metadata},
                excluded_embed_metadata_keys=[*node.excluded_embed_metadata_keys, *_PLACE],
                excluded_llm_metadata_keys=[*node.excluded_llm_metadata_keys, *_PLACE],
                relationships={NodeRelationship.SOURCE: node.as_related_node_info()},
            )
            for index, (text, facts) in enumerate(reader.pieces(html, url))
        ]
