from __future__ import annotations

from pathlib import Path

from .conftest import PAGE, adapter

llamaindex = adapter("llamaindex")
from llama_index.core.schema import Document, MetadataMode  # noqa: E402


def test_pages_are_read(tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_text(PAGE)
    [document] = llamaindex.DehuskReader().load_data([path])
    assert document.text.startswith("# Green tea")
    assert document.metadata["source"] == path.as_uri()


def test_nodes_by_heading_know_their_place_and_their_document() -> None:
    page = Document(text=PAGE, metadata={"source": "https://example.org/tea"}, id_="tea")
    nodes = llamaindex.DehuskNodeParser().get_nodes_from_documents([page])
    assert [node.metadata["headings"] for node in nodes] == ["Green tea", "Green tea > Water"]
    assert all(node.ref_doc_id == "tea" for node in nodes)
    assert nodes[0].next_node.node_id == nodes[1].node_id
    assert nodes[1].metadata["xpath"] == "/html/body/article/h2"
    start, end = nodes[1].metadata["start_byte"], nodes[1].metadata["end_byte"]
    assert PAGE.encode()[start:end].startswith(b"<h2>Water")
    assert "(https://example.org/water)" in nodes[1].text


def test_places_are_not_embedded() -> None:
    [node, _] = llamaindex.DehuskNodeParser().get_nodes_from_documents([Document(text=PAGE)])
    seen = node.get_content(metadata_mode=MetadataMode.EMBED)
    assert "Green tea" in seen
    assert "xpath" not in seen
