"""What somebody says of a page, its address and its encoding, through every entry: never a foreign error."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import dehusk
from dehusk.batch.record import Record
from dehusk.batch.rows import RowMaker, Settings
from dehusk.errors import DehuskError, FetchError, PageError
from dehusk.files import page_of
from dehusk.mcp import Reader
from dehusk.page.snapshot import from_snapshot, read_snapshot, to_snapshot
from dehusk.serve.handlers import Handlers
from dehusk.serve.request import read_request
from tests.outputs import OUTPUTS
from tests.page.test_address import NONE
from tests.page.test_labels import NO_ENCODINGS

PAGE = (
    b"<html><head><title>Tea</title><base href='/x/'><link rel=canonical href='c?d'></head><body>"
    b"<article><h1>Tea</h1><p>Boil <a href='b['>water</a>, then <a href='y'>wait</a> ten minutes."
    b"<img src=p.png></p><p>Then drink what is in the cup, and be glad.</p></article>"
)
FEW = [url for url in NONE if len(url) < 100]


@pytest.mark.parametrize("url", FEW)
def test_what_can_be_no_address_is_refused_and_blanks_are_none(url: str, tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_bytes(PAGE)
    snapshot = json.dumps(to_snapshot(dehusk.parse(PAGE))).encode()
    for call, page in (
        *((dehusk.parse, PAGE), (dehusk.extract, PAGE), (page_of, PAGE), (page_of, snapshot)),
        (dehusk.extract, tmp_path / "tea.html"),
    ):
        if url.strip():
            with pytest.raises(PageError, match=r"can be no address; leave url out, or mend it\.$"):
                call(page, url=url)
        else:
            call(page, url=url)


@pytest.mark.parametrize("url", FEW)
def test_what_others_say_of_a_page_does_not_cost_it(url: str) -> None:
    from dehusk.compat._shared import document_of
    from dehusk.integrations._shared import Reader as Integration

    expected = dehusk.extract(PAGE).text
    for label in ("rot13", "\ud800"):
        assert Integration().document(PAGE, url, label).text == expected
        assert document_of(PAGE, url, encoding=label).text == expected


def test_every_output_of_a_page_with_an_odd_address() -> None:
    for url in ("//", "javascript:alert(1)", "http://a/<script>", "http://xn--a/", "?", "http:"):
        page = dehusk.parse(PAGE, url=url)
        for output in OUTPUTS.values():
            repr(output(page)).encode()


@pytest.mark.parametrize("url", [b"https://example.org/", 7])
def test_what_is_no_string(url: Any) -> None:
    for call in (dehusk.parse, dehusk.extract, page_of):
        with pytest.raises(PageError):
            call(PAGE, url=url)


def test_a_snapshot_says_anything_of_its_page() -> None:
    snapshot = to_snapshot(dehusk.parse(PAGE, url="https://example.org/"))
    said = snapshot["strings"].index("https://example.org/")
    for url in NONE:
        snapshot["strings"][said] = url
        assert from_snapshot(snapshot).url is None
    body = json.dumps(snapshot).encode()
    assert page_of(body, url=" ").url is None
    assert read_snapshot(body).url is None


def test_a_web_archive_says_anything_of_its_page() -> None:
    archive = b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html; charset=%s\nContent-Location: %s\n\n<p>Tea\n--b--"
    page = dehusk.parse(archive % (b"rot13", b"https://[::1"))
    assert (page.url, page.text_of(0)) == (None, "Tea")


@pytest.mark.parametrize("label", NO_ENCODINGS)
def test_encodings_that_are_none(label: str) -> None:
    with pytest.raises(PageError):
        dehusk.parse(PAGE, encoding=label)
    with pytest.raises(DehuskError, match="encoding"):
        read_request({"do": "extract", "query": {"encoding": label}}, PAGE)
    assert read_request({"do": "extract", "charset": label}, PAGE).encoding is None
    declared = b"<meta charset='%s'><p>Gr\xc3\xbc\xc3\x9fe" % label.encode("utf-8", "replace")
    assert dehusk.parse(declared).text_of(0) == "Grüße"


@pytest.mark.parametrize("url", FEW)
def test_records_of_a_batch(url: str) -> None:
    told = Record(PAGE, url=url, encoding="rot13")
    row = RowMaker(Settings(columns=("url", "text", "error")))(told)
    assert row["error"] is None
    assert "Boil" in row["text"]
    fetched = RowMaker(Settings(columns=("error",)))(Record(url=url))
    assert fetched["error"].startswith("FetchError: ")


@pytest.mark.parametrize("url", FEW)
def test_requests_to_the_service(url: str) -> None:
    body = json.dumps({"html": PAGE.decode(), "url": url}).encode()
    asked = {"do": "extract", "json": True, "seconds": 9.0, "output_bytes": 10**6}
    header, _ = Handlers().handle(asked, body)
    assert header["status"] == (400 if url.strip() else 200)
    if url.strip():
        assert header["error"] == "bad-request"
        assert "can be no address" in header["message"]


@pytest.mark.parametrize("url", FEW)
def test_tools_for_agents(url: str) -> None:
    with pytest.raises(FetchError):
        asyncio.run(Reader().fetch(url))


@pytest.mark.parametrize(
    "url", ["http://[::1", "http://a:65536/", "http://xn--a/", "https://a\x1bb/"]
)
def test_arguments_of_the_command(url: str, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from dehusk.cli.group import dehusk as main

    (tmp_path / "tea.html").write_bytes(PAGE)
    run = CliRunner().invoke
    told = run(main, ["extract", str(tmp_path / "tea.html"), "--url", url])
    if "xn--" not in url:  # whose name nobody can have, and which leads relative links nowhere else
        assert told.exit_code == 1, told.output
        assert "can be no address; leave url out, or mend it." in told.output
    for arguments in (["extract", url, "-o", f"{tmp_path}/out/"], ["urls", url], ["explain", url]):
        told = run(main, arguments)
        assert told.exit_code == 1, (arguments, told.output, told.exception)
        assert told.output.startswith("dehusk: ")
        assert "unexpected" not in told.output
        assert "\x1b" not in told.output
    assert sorted(one.name for one in tmp_path.iterdir()) in (["tea.html"], ["out", "tea.html"])
