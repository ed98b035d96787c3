"""The counts of a batch, and the report about them."""

from __future__ import annotations

import json
import random

from dehusk.batch import Settings
from dehusk.batch.report import explain_command, write_report
from dehusk.batch.tally import MOST_LEAST_SURE, Tally, kind_of

HOSTILE = "<script>alert(1)</script>\x1b'\""


def counted(count: int) -> Tally:
    tally, chance = Tally(), random.Random(7)
    for number in range(count):
        tally.count(
            {
                "confidence": chance.random(),
                "url": f"https://example.org/{number}{HOSTILE}",
                "source": f"crawl{HOSTILE}.warc",
                "offset": number,
                "page_type": HOSTILE,
                "language": "en-GB",
                "text": "Tea",
            }
        )
    tally.count({"error": f"NotHtml: {HOSTILE}"})
    tally.count({"reason": HOSTILE, "text": ""})
    return tally


def test_counts_of_parts_add_up_to_those_of_the_whole() -> None:
    parts = [counted(30), counted(25), counted(3)]
    total = Tally()
    for part in parts:
        total.add(Tally.of_plain(json.loads(json.dumps(part.plain()))))
    assert total.records == 58 + 6
    assert (total.errors, total.empty, total.characters) == (3, 3, 58 * 3)
    assert total.languages == {"en": 58}
    assert sum(total.confidence) == 58
    sure = [page["confidence"] for page in total.least_sure]
    assert sure == sorted(sure)
    assert len(sure) == MOST_LEAST_SURE
    everything = sorted(page["confidence"] for part in parts for page in part.least_sure)
    assert sure == everything[:MOST_LEAST_SURE]


def test_the_report_shows_everything_and_quotes_what_pages_say() -> None:
    report = write_report(counted(40), title=HOSTILE)
    assert "<script" not in report
    assert "\x1b" not in report
    assert "default-src &#x27;none&#x27;" in report or "default-src 'none'" in report
    for heading in ("Page types", "Confidence", "Languages", "Errors", "Why nothing was found"):
        assert f"<h2>{heading}</h2>" in report
    assert report.count("dehusk explain") == MOST_LEAST_SURE
    assert "http-equiv" in report
    assert "src=" not in report.replace("default-src", "").replace("style-src", "")


def test_a_report_about_nothing() -> None:
    assert "<h2>" not in write_report(Tally(), title="nothing")


def test_the_command_that_explains_a_page_survives_a_shell() -> None:
    page = {"source": "a b';rm.warc", "offset": 3}
    command = explain_command(page, Settings(method="cnr", amount=1, setting="published"))
    assert command == (
        "dehusk explain 'a b'\"'\"';rm.warc#3' --method cnr --amount 1 --as-published -o explained.html"
    )


def test_kinds_of_errors() -> None:
    assert (
        kind_of("The file is damaged here; reading goes on at byte 7.")
        == "The file is damaged here"
    )
    assert kind_of("WorkerHung: It took 7 s") == "WorkerHung"
