"""What the second fuzz target checks would be seen: a slow step, an exception, HTML of another kind."""

from __future__ import annotations

import time
from importlib import import_module

import pytest
from bench.fuzz import ROOT, TARGETS, Run, read_log
from fuzz import extract as extraction
from fuzz import model
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


LOG = """INFO: Loaded 23 modules   (126961 inline 8-bit counters): 13 [0x1, 0x2),
#2\tINITED cov: 310 ft: 311 corp: 1/1b exec/s: 0 rss: 212Mb
#1788\tNEW    cov: 8349 ft: 24735 corp: 625/24Kb lim: 1798 exec/s: 35 rss: 215Mb
"""


def test_what_a_run_did_is_read_from_its_log() -> None:
    done = "Done 2052 runs in 61 second(s)\nstat::number_of_executed_units: 2052\n"
    assert read_log("columns", LOG + done) == Run("columns", 61, 2052, 8349, 126_961, ())


def test_a_finding_of_a_run_is_read_from_its_log() -> None:
    found = "artifact_prefix='./'; Test unit written to ./crash-b4f0\n"
    assert read_log("columns", LOG + found).findings == ("crash-b4f0",)


def test_a_target_that_does_not_run_is_a_finding() -> None:
    assert read_log("columns", "No clang here.\n").findings == ("did not run",)


def test_every_target_is_in_the_campaign() -> None:
    script = (ROOT / "fuzz" / "run.sh").read_text()
    assert f'targets="{" ".join(TARGETS)}"' in script


@pytest.mark.filterwarnings("ignore:Use the new Reader:DeprecationWarning")
@pytest.mark.parametrize(
    "target", ["columns", "snapshot", "content", "methods", "model", "mhtml", "warc"]
)
def test_the_first_seed_of_a_target_is_no_finding(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extraction, "SECONDS", 60)  # what is read for the first page counts here
    module = import_module(f"fuzz.{target}")
    module.check(next(iter(module.seeds())))


def test_a_column_of_a_model_may_be_changed_twice() -> None:
    for again in (b"\x01\x25\x00\x00", b"\x00\x25\x02\x03"):
        for size, kind in ((4, 4), (0, 1)):
            model.check(bytes([1, 0x25, size, kind]) + again)


def _busy(seconds: float) -> None:
    start = time.process_time()
    while time.process_time() - start < seconds:
        pass
