"""What `make speed` counts is held against its limits, and only against what was counted in the same way."""

from __future__ import annotations

import json

import pytest
from bench.instructions import LIMITS, PAGES, WORK, environment, judged, slower, table_of, total_of

from tests.conftest import PAGES as FOLDER

LIMIT = {"text": 1_000_000, "markdown": 2_000_000}
HERE = {"python": "3.11.7", "numpy": "2.4.6"}
KNOWN = {"made with": HERE, "instructions": LIMIT}


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ({"text": 1_000_000, "markdown": 2_000_000}, {}),
        ({"text": 1_029_000, "markdown": 1_000_000}, {}),
        ({"text": 1_031_000, "markdown": 2_000_000}, {"text": 0.031}),
        ({"text": 1_500_000, "markdown": 2_100_000}, {"text": 0.5, "markdown": 0.05}),
        ({"text": 900_000, "new": 5_000_000}, {}),
    ],
)
def test_more_than_three_in_a_hundred_is_too_many(
    counts: dict[str, int], found: dict[str, float]
) -> None:
    assert slower(counts, LIMIT) == pytest.approx(found)


def test_what_is_wrong_says_what_to_do() -> None:
    wrong = judged({"text": 1_100_000, "markdown": 2_000_000}, HERE, KNOWN)
    assert wrong is not None
    assert "text by 10.0%" in wrong
    assert "markdown" not in wrong.split(".")[0]
    assert "--update" in wrong
    assert judged({"text": 1_000_000, "markdown": 2_000_000}, HERE, KNOWN) is None


def test_counts_of_another_environment_are_not_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = HERE | {"numpy": "2.5.0"}
    assert judged({"text": 9_000_000}, other, KNOWN) is None
    assert "NOT COMPARED: the limits were counted with numpy 2.4.6, not 2.5.0." in (
        capsys.readouterr().out
    )


def test_a_total_is_read_from_a_dump() -> None:
    assert total_of("version: 1\npart: 2\nevents: Ir\nfn=(1)\n0 7\n\ntotals: 12345\n") == 12345
    with pytest.raises(SystemExit, match="no total"):
        total_of("events: Ir\n")


def test_the_table_shows_the_difference() -> None:
    lines = table_of({"text": 1_010_000, "new": 5}, LIMIT).lines
    assert lines == [["text", "1,010,000", "1,000,000", "+1.00%"], ["new", "5", "", ""]]


def test_the_limits_are_those_of_all_work_on_twenty_pages() -> None:
    limits = json.loads(LIMITS.read_text())
    assert list(limits["instructions"]) == list(WORK)
    assert set(limits["made with"]) == set(environment())
    assert len(PAGES) == 20
    assert all((FOLDER / name / "page.html").exists() for name in PAGES)


@pytest.mark.parametrize("name", WORK)
def test_the_work_is_done(name: str) -> None:
    WORK[name]({"news": (FOLDER / "news" / "page.html").read_bytes()})
