"""What all adapters share."""

from __future__ import annotations

from pathlib import Path

import pytest

from dehusk.integrations._shared import Reader, read

from .conftest import PAGE


def test_a_page_is_one_piece_with_its_facts() -> None:
    [(text, facts)] = Reader().pieces(PAGE, "https://example.org/tea")
    assert text.startswith("# Green tea\n")
    assert "[our guide](https://example.org/water)" in text
    assert {name: facts[name] for name in ("source", "title", "authors", "language")} == {
        "source": "https://example.org/tea",
        "title": "Green tea",
        "authors": "Ann Leaf",
        "language": "en",
    }
    assert 0 < facts["confidence"] <= 1


def test_with_most_words_a_page_is_one_piece_a_section() -> None:
    pieces = Reader("text", max_words=100).pieces(PAGE)
    assert [facts["headings"] for _, facts in pieces] == ["Green tea", "Green tea > Water"]
    text, facts = pieces[1]
    span = PAGE.encode()[facts["start_byte"] : facts["end_byte"]].decode()
    assert span.startswith("<h2>Water</h2><p>Let the water")
    assert text.startswith("Water\n\nLet the water")


def test_a_page_without_content_has_no_pieces() -> None:
    assert Reader().pieces("<title>Tea</title><script>tea()</script>") == []


def test_paths_are_read(tmp_path: Path) -> None:
    page = tmp_path / "tea.html"
    page.write_bytes(b"<p>Tea")
    assert read(page) == read(str(page)) == (b"<p>Tea", page.as_uri(), None)
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.html")
