"""Bad input: each ends soon, in a correct extraction, an empty one with a reason, or our own error."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from dehusk import Document, NotHtml, extract

pytestmark = pytest.mark.timed

BEFORE = "<p>This paragraph stands before the bad spot, and it must not be lost.</p>"
BODY = "".join(
    f"<p>Bread needs flour, water, salt and time, and a baker who waits {hours} hours.</p>"
    for hours in ("two", "three", "four", "five", "six")
)

SECONDS = 2.0


def extracted(source: bytes | str) -> Document:
    """The document, made in time; the processor's time, so that a busy machine fails no test."""
    start = time.process_time()
    document = extract(source, url="https://example.org/")
    assert isinstance(document.text, str)
    assert time.process_time() - start < SECONDS
    for written in (document.markdown, document.html, document.json):
        assert isinstance(written, str)
    assert time.process_time() - start < 5 * SECONDS
    return document


@pytest.mark.parametrize("source", [b"", "", b"   \n\t ", b"\x00", b"\xef\xbb\xbf"])
def test_empty_input_gives_an_empty_document_with_a_reason(source: bytes | str) -> None:
    document = extracted(source)
    assert document.text == ""
    assert document.reason


@pytest.mark.parametrize(
    "source",
    [
        b"%PDF-1.4\n1 0 obj",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00",
        b"\x7fELF\x02\x01\x01" + bytes(100),
        b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff" + bytes(100),
    ],
)
def test_other_kinds_of_file_are_refused_by_name(source: bytes) -> None:
    with pytest.raises(NotHtml, match="The input is a"):
        extract(source)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark(encoding: str) -> None:
    assert "Bread needs flour" in extracted(f"<html>{BODY}</html>".encode(encoding)).text


def test_invalid_utf_8_loses_only_the_bad_bytes() -> None:
    document = extracted(
        f"<meta charset=utf-8>{BODY}".encode() + b"<p>caf\xff\xfe late, but here.</p>"
    )
    assert "Bread needs flour" in document.text
    assert "late, but here" in document.text


def test_nul_bytes_are_dropped() -> None:
    assert "needs flour" in extracted(BODY.replace("needs", "ne\x00eds").encode()).text.replace(
        "ne\ufffdeds", "needs"
    )


def test_one_huge_text_node() -> None:
    document = extracted("<p>" + "word " * 4_000_000)
    assert len(document.text) > 19_000_000


@pytest.mark.parametrize("levels", [10_000, 100_000])
@pytest.mark.parametrize(
    "tag", ["div", "span", "b", "blockquote", "ul><li", "table><tr><td", "a", "font"]
)
def test_deep_nesting(tag: str, levels: int) -> None:
    document = extracted(BEFORE + BODY + f"<{tag}>" * levels + "bottom of the page")
    assert "must not be lost" in document.to_text() or document.reason


def test_deep_nesting_loses_no_text() -> None:
    document = extracted("<div>" * 100_000 + BODY)
    assert document.text.count("Bread needs flour") == 5


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<b>" * 1_000_000, id="a million b"),
        pytest.param("<p>x</p>" * 30_000, id="many paragraphs"),
        pytest.param("<li>x" * 40_000, id="many items"),
        pytest.param("<a href=x>y</a>" * 50_000, id="many links"),
    ],
)
@pytest.mark.slow
def test_many_elements_end_soon(html: str) -> None:
    start = time.process_time()
    text = extract(BEFORE + BODY + html).text
    assert time.process_time() - start < SECONDS
    assert "must not be lost" in text
    assert "Bread" in text


@pytest.mark.parametrize("attribute", ["colspan", "rowspan"])
@pytest.mark.parametrize("value", ["9007199254740992", "65534", "-1", "0", "x", "1e9"])
def test_spans_cannot_blow_up_a_table(attribute: str, value: str) -> None:
    row = f"<tr><td {attribute}={value}>one cell<td>another</tr>"
    document = extracted(f"{BODY}<table><tr><th>h<th>i</tr>{row * 20}</table>{BODY}")
    assert len(document.markdown) < 200_000


def test_spans_of_many_cells_cannot_either() -> None:
    rows = "<tr>" + "<td colspan=1000 rowspan=1000>c" * 200
    document = extracted(f"<article>{BODY}<table>{rows * 50}</table>{BODY}</article>")
    assert len(document.html) < 10_000_000


def test_a_data_url_of_five_megabytes() -> None:
    document = extracted(
        f"{BODY}<p><img alt=big src='data:image/png;base64,{'A' * 5_000_000}'></p>"
    )
    assert "Bread" in document.text
    assert len(document.markdown) < 10_000


def test_attributes_by_the_thousand() -> None:
    attributes = " ".join(f"a{number}=v" for number in range(20_000))
    assert "Bread" in extracted(f"<div {attributes}>{BODY}</div>").text


def test_unclosed_everything() -> None:
    document = extracted(f"<html><body><div><table><tr><td><ul><li><b><i><a href='x>{BODY}")
    assert document.reason or document.text


def test_an_unclosed_comment_loses_nothing_before_it() -> None:
    assert "Bread" in extracted(f"{BODY}<!-- never closed {BODY}").text


def test_frameset_pages_say_why_they_are_empty() -> None:
    document = extracted("<frameset cols=50%,50%><frame src=a.html><frame src=b.html></frameset>")
    assert document.text == ""
    assert document.reason


def test_xhtml_with_cdata() -> None:
    html = (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"'
        ' "x.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><script>//<![CDATA[\nif (a<b) {}\n'
        f"//]]></script></head><body>{BODY}</body></html>"
    )
    document = extracted(html.encode())
    assert document.text.count("Bread") == 5
    assert "CDATA" not in document.text


def test_a_page_of_only_scripts_says_why_it_is_empty() -> None:
    document = extracted("<script>" + "var a = 1; " * 10_000 + "</script>")
    assert document.text == ""
    assert document.reason


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "<table>" + "<b>x" * n,
        lambda n: "<a><table>" * n,
        lambda n: "<p><font color=a><b><i>" * n,
        lambda n: "&amp" * n,
        lambda n: "<!--" * n,
        lambda n: "<" * n,
        lambda n: "</p>" * n,
        lambda n: "<script>" + "<!--<script>" * n,
        lambda n: "<svg><g>" * n,
        lambda n: "<select><option>" * n,
        lambda n: "<template>" * n,
        lambda n: "<ol><li><p>" * n,
    ],
)
def test_parser_traps_stay_quick(make: Callable[[int], str]) -> None:
    document = extracted(BEFORE + make(4_000))
    assert document.text or document.reason
