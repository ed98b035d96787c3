"""Rows of records: only what is asked for, and an error where something fails."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dehusk import __version__, extract
from dehusk.batch import COLUMNS, Record, RowMaker, Settings, extract_records
from dehusk.batch.fingerprints import digest, near, normalised, simhash
from dehusk.batch.rows import DEFAULT_COLUMNS, choose_columns
from dehusk.errors import BatchError
from dehusk.extractors.cnr import CharsNodesRatio
from tests.batch.crawl import page
from tests.conftest import PAGES

NEWS = (PAGES / "news" / "page.html").read_bytes()


def test_every_column_of_a_page() -> None:
    record = Record(
        NEWS, url="https://example.org/", id="7", date="2024", source="a.warc", offset=3
    )
    row = RowMaker(Settings(columns=COLUMNS))(record)
    assert list(row) == list(COLUMNS)
    assert row["title"].startswith("Harbour bridge")
    assert row["authors"] == ["Maren Oakhollow", "Tobias Quill"]
    assert (row["language"], row["base_language"]) == ("en-GB", "en")
    assert row["page_type"] == "article"
    assert row["digest"] == digest(row["text"])
    assert row["simhash"] == simhash(row["text"])
    assert 0 < row["confidence"] <= 1
    assert (row["error"], row["reason"], row["dehusk"]) == (None, None, __version__)
    assert (row["id"], row["source"], row["offset"], row["date"]) == ("7", "a.warc", 3, "2024")


def test_a_page_without_content_has_a_reason_and_one_that_fails_an_error() -> None:
    make = RowMaker(Settings())
    empty = make(Record(b"<title>Empty</title>"))
    assert (empty["text"], empty["error"]) == ("", None)
    assert empty["reason"]
    failed = make(Record(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"))
    assert failed["error"].startswith("NotHtml: ")
    assert failed["text"] is None
    assert make(Record(error="It is damaged."))["error"] == "It is damaged."
    fetched = make(Record(url="http://127.0.0.1:9/"))
    assert fetched["error"].startswith("FetchError: 127.0.0.1 is not on the public internet")


def test_a_page_that_takes_too_long_is_an_error() -> None:
    row = RowMaker(Settings(seconds=1e-6))(Record(NEWS))
    assert row["error"].startswith("OutOfTime: ")


def test_the_encodings_of_server_and_wrapping_are_heeded() -> None:
    import gzip

    body = "<p>Брод хлеба лежит на столе, и никто его не ест до самого вечера.".encode("koi8-r")
    record = Record(gzip.compress(body), encoding="koi8-r", packed=("gzip",))
    assert RowMaker(Settings(columns=("text",)))(record)["text"].startswith("Брод хлеба")


def test_who_wants_only_text_does_not_load_what_reads_metadata() -> None:
    code = (
        "import sys\n"
        "from dehusk.batch import *\n"
        "list(extract_records([Record(b'<p>Bread needs time, and salt.')], jobs=0,"
        " settings=Settings(columns=('url', 'text'))))\n"
        "print([name for name in ('dehusk.metadata', 'dehusk.extractors.default.page_types', 'fastwarc', 'pyarrow')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_columns_are_chosen_by_name_or_changed() -> None:
    assert choose_columns(None) == DEFAULT_COLUMNS
    assert choose_columns("id, text,id") == ("id", "text")
    changed = choose_columns("-text,+markdown")
    assert "text" not in changed
    assert changed[-1] == "markdown"
    with pytest.raises(BatchError, match="There is no column 'txt'; the columns are id, url"):
        Settings(columns=("txt",))


def test_records_can_be_mappings() -> None:
    rows = extract_records([{"html": page(1), "url": "https://example.org/", "more": 1}], jobs=0)
    assert next(rows)["url"] == "https://example.org/"


def test_digests_know_no_case_and_no_white_space() -> None:
    assert normalised(" Ａ\u00a0Tea \n") == "a tea"
    assert digest("Tea  time") == digest("tea TIME\n") != digest("teatime")
    assert digest(" \n") is None


def test_simhashes_of_texts_that_differ_little_differ_little() -> None:
    text = page(1).decode()
    assert near(simhash(text), simhash(text.replace("hurry", "haste", 1)), 8)
    assert not near(
        simhash(text), simhash("Something else altogether, about boats and the sea. " * 9), 8
    )
    assert simhash("") is None
    assert simhash("茶") is not None
    assert -(2**63) <= (simhash(text) or 0) < 2**63


def test_a_simhash_of_a_long_text_is_that_of_its_pieces_together() -> None:
    from dehusk.batch import fingerprints

    text = "".join(chr(97 + (n * n) % 23) for n in range(5_000))
    whole, at_once = simhash(text), fingerprints._AT_ONCE
    try:
        fingerprints._AT_ONCE = 700
        assert simhash(text) == whole
    finally:
        fingerprints._AT_ONCE = at_once


def test_as_published_is_what_the_paper_selects() -> None:
    text = "A long sentence about tea that has a good many characters, as articles do. "
    html = f"<body><article><p>{text}</p><p>{text}</p><p>{text}</p><h2>Title</h2></article>"
    settings = Settings(columns=("text",), method="cnr", setting="published")
    expected = extract(html, method=CharsNodesRatio.as_published())
    assert expected.text != expected.as_selected().text
    assert RowMaker(settings)(Record(html))["text"] == expected.as_selected().text
