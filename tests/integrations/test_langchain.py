from __future__ import annotations

from pathlib import Path

from tests.reader import run_example_of

from .conftest import PAGE, adapter

langchain = adapter("langchain")
from langchain_core.documents import Document  # noqa: E402
from langchain_core.documents.base import Blob  # noqa: E402


def test_a_blob_is_parsed() -> None:
    blob = Blob.from_data(PAGE, mime_type="text/html", path="https://example.org/tea")
    [document] = langchain.DehuskParser().parse(blob)
    assert document.page_content.startswith("# Green tea")
    assert "Imprint" not in document.page_content
    assert document.metadata["source"] == "https://example.org/tea"
    assert document.metadata["authors"] == "Ann Leaf"


def test_bytes_are_read_in_the_charset_of_the_page() -> None:
    page = PAGE.replace("<head>", "<head><meta charset=iso-8859-1>").replace("little", "köstliche")
    [document] = langchain.DehuskParser().parse(Blob.from_data(page.encode("latin-1")))
    assert "köstliche" in document.page_content


def test_documents_of_html_are_transformed_and_keep_what_they_know() -> None:
    given = Document(PAGE, metadata={"source": "https://example.org/tea", "title": "Mine"}, id="7")
    [made] = langchain.DehuskTransformer(format="text").transform_documents([given])
    assert made.page_content.startswith("Green tea\n")
    assert (made.metadata["title"], made.metadata["language"], made.id) == ("Mine", "en", "7")


def test_sections_become_documents() -> None:
    blob = Blob.from_data(PAGE)
    documents = langchain.DehuskParser(max_words=200).parse(blob)
    assert [document.metadata["headings"] for document in documents] == [
        "Green tea",
        "Green tea > Water",
    ]


def test_files_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_text(PAGE)
    [document] = langchain.DehuskLoader([path]).load()
    assert document.metadata["source"] == path.as_uri()


def test_the_example_of_the_document_runs(tmp_path: Path) -> None:
    run_example_of("langchain", tmp_path)
