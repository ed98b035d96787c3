from __future__ import annotations

from pathlib import Path

from .conftest import PAGE, adapter

haystack = adapter("haystack")
from haystack import Pipeline  # noqa: E402
from haystack.dataclasses import ByteStream  # noqa: E402


def test_streams_and_files_are_converted(tmp_path: Path) -> None:
    path = tmp_path / "tea.html"
    path.write_text(PAGE)
    stream = ByteStream(PAGE.encode(), meta={"url": "https://example.org/tea"})
    made = haystack.DehuskConverter().run([stream, path, str(path)], meta={"set": "tea"})
    assert [document.meta["title"] for document in made["documents"]] == ["Green tea"] * 3
    assert made["documents"][0].meta["set"] == "tea"
    assert "(https://example.org/water)" in made["documents"][0].content


def test_what_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    sources = [tmp_path / "none.html", ByteStream(b"%PDF-1.7 \x00\x01"), ByteStream(PAGE.encode())]
    assert len(haystack.DehuskConverter().run(sources)["documents"]) == 1


def test_a_pipeline_holds_it_and_is_stored_and_loaded() -> None:
    pipeline = Pipeline()
    pipeline.add_component("pages", haystack.DehuskConverter(format="text", max_words=50))
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["dehusk.integrations.haystack"])
    documents = again.run({"pages": {"sources": [ByteStream(PAGE.encode())]}})["pages"]["documents"]
    assert [document.meta["headings"] for document in documents] == [
        "Green tea",
        "Green tea > Water",
    ]
