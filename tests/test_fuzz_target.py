"""What the second fuzz target checks would be seen: a slow step, an exception, HTML of another kind."""

from __future__ import annotations

import time

import pytest
from fuzz import extract as extraction
from fuzz.extract import Steps, TooSlow, check, check_html, check_page, pumped

from dehusk import Document
from tests.conftest import PAGES


def test_an_honest_page_passes() -> None:
    check((PAGES / "news" / "page.html").read_bytes())


def test_what_a_document_completes_is_no_finding() -> None:
    check_page(b"<ul><li>word " * 50, number=0x5555_5550)


def test_what_is_no_page_is_no_finding() -> None:
    check(b"%PDF-1.7\n\x00\x01\x02\x03")


def test_a_slow_step_is_a_finding_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "SECONDS", 0.001)
    with pytest.raises(TooSlow, match="JSON"):
        Steps(10).take("JSON", lambda: _busy(0.01))
    Steps(10).take("JSON", lambda: None)


@pytest.mark.parametrize("name", ["markdown", "html", "json", "metadata", "page_type", "comments"])
def test_an_exception_in_any_output_is_a_finding(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Document) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(Document, name, property(broken))
    with pytest.raises(ZeroDivisionError) as raised:
        check(b"<p>Tea needs boiling water.</p>")
    assert name.replace("_", " ") in raised.value.__notes__[0].lower()


@pytest.mark.parametrize("html", ["<script>x</script>", '<p onclick="x">y</p>', "<a id=x>y</a>"])
def test_html_that_we_do_not_write_is_a_finding(html: str) -> None:
    with pytest.raises(AssertionError):
        check_html(html)
    check_html('<p>Tea <a href="/x">and</a> <code class="language-c">x</code></p>')


def test_a_part_of_the_input_is_repeated_in_its_place() -> None:
    source = bytes(range(100))
    for number in (0, 123_456_789, 2**32 - 1):
        page = pumped(source, number)
        assert page[:1] == source[:1]
        assert page.endswith(source[-1:])
        assert len(page) == pytest.approx(extraction.LONG, rel=0.01)
    assert pumped(b"", 5) == b""


def _busy(seconds: float) -> None:
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass
