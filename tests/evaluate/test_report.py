"""Reports: means, intervals, groups, tables, JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dehusk.evaluate import Overlap, PageResult, Problem, Report, Results
from dehusk.evaluate.overlap import FAILED
from dehusk.evaluate.summary import figures, mean_interval, slowest, times, worst

HALF, WHOLE = Overlap(1, 2, 2), Overlap(2, 2, 2)


@pytest.fixture
def results() -> Results:
    """Two methods on three pages, of which the second method fails on one."""

    def page(name: str, method: str, group: str, overlap: Overlap, ms: float) -> PageResult:
        return PageResult(name, method, group, {"words": overlap}, {"parse": ms / 1000})

    return Results(
        dataset="recipes",
        methods=("good", "bad"),
        metrics=("words", "lcs"),
        by="type",
        pages=[
            page("tea", "good", "recipe", WHOLE, 1.0),
            page("tea", "bad", "recipe", HALF, 10.0),
            page("bread", "good", "recipe", HALF, 3.0),
            PageResult("bread", "bad", "recipe", {"words": FAILED}, {}, "ValueError: a | b"),
            page("forum", "good", "forum", WHOLE, 2.0),
            page("forum", "bad", "forum", WHOLE, 20.0),
        ],
        problems=[Problem("gold.jsonl line 4", "the page 'x' is missing")],
    )


def test_figures(results: Results) -> None:
    found = {(item.method, item.group): item for item in figures(results) if item.metric == "words"}
    assert list(found)[:3] == [("good", "all"), ("good", "forum"), ("good", "recipe")]
    everything = found["good", "all"]
    assert everything.pages == 3
    assert everything.f1.mean == pytest.approx(2.5 / 3)
    assert everything.f1.low <= everything.f1.mean <= everything.f1.high
    assert everything.pooled == Overlap(5, 6, 6)
    assert found["good", "recipe"].f1.mean == pytest.approx(0.75)
    assert found["bad", "all"].f1.mean == pytest.approx(0.5)


def test_times_leave_out_failures(results: Results) -> None:
    good, bad = times(results)
    assert (good.mean, good.median, good.longest) == pytest.approx((2.0, 2.0, 3.0))
    assert good.stages == pytest.approx({"parse": 2.0})
    assert (bad.pages, bad.failed) == (3, 1)
    assert bad.mean == pytest.approx(15.0)


def test_the_slowest_and_the_worst_are_named(results: Results) -> None:
    assert slowest(results, 1) == [
        ("good", "bread", pytest.approx(3.0)),
        ("bad", "forum", pytest.approx(20.0)),
    ]
    assert worst(results, 1) == [("good", "bread", HALF), ("bad", "bread", FAILED)]


def test_intervals_repeat_and_hold_the_mean() -> None:
    values = np.linspace(0, 1, 50) ** 2
    first = mean_interval(values)
    assert first == mean_interval(values)
    assert first.low < first.mean < first.high
    assert mean_interval(np.array([0.5])) == (0.5, 0.5, 0.5)
    assert np.isnan(mean_interval(np.array([])).mean)


def test_an_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    draw = np.random.default_rng(7)
    hits = 0
    for _ in range(60):
        interval = mean_interval(draw.random(80))
        hits += interval.low <= 0.5 <= interval.high
    assert hits >= 51


def test_markdown(results: Results) -> None:
    text = Report(results, shown=1).markdown
    assert text.startswith("# recipes: 3 pages by good, bad\n\n## words: words in common")
    assert "| good | all | 3 | 0.833 | 0.833 | 0.833 | 0.500–1.000 | 0.833 | 0.833 |" in text
    assert "## lcs" not in text, "a metric without a score has no table"
    assert "| bad | 3 | 1 | 15.0 | 15.0 | 15.0 | 19.5 | 20.0 |" in text
    assert "## failures: 1, each scored 0" in text
    assert r"| bad | bread | ValueError: a \| b |" in text
    assert "| gold.jsonl line 4 | the page 'x' is missing |" in text


def test_json(results: Results) -> None:
    plain = json.loads(Report(results).json)
    assert plain["format"] == 1
    assert plain["methods"] == ["good", "bad"]
    score = plain["scores"][0]
    assert (score["metric"], score["method"], score["group"]) == ("words", "good", "all")
    assert score["pooled"]["matched"] == 5
    unmeasured = next(score for score in plain["scores"] if score["metric"] == "lcs")
    assert unmeasured["pages"] == 0
    assert unmeasured["f1"] is None
    assert plain["pages"][3]["error"] == "ValueError: a | b"
    assert plain["pages"][0]["scores"]["words"] == {"matched": 2, "found": 2, "wanted": 2, "f1": 1}
    assert plain["problems"] == [
        {"where": "gold.jsonl line 4", "message": "the page 'x' is missing"}
    ]


def test_partial_gold_has_shares_and_its_worst_pages() -> None:
    pages = [
        PageResult("tea", "good", "all", {"parts": Overlap(1, 2, 2)}, {}),
        PageResult("bread", "good", "all", {"parts": Overlap(4, 4, 4)}, {}),
    ]
    text = Report(Results("recipes", ("good",), ("words", "parts"), None, pages), 1).markdown
    assert "| method | pages | share | 95 % | pooled |" in text
    assert "| good | 2 | 0.750 | 0.500–1.000 | 0.833 |" in text
    assert "## the worst pages by parts" in text
    assert "| good | tea | 0.500 | 0.500 | 0.500 |" in text


def test_scores_of_two_sides_have_both_in_the_json() -> None:
    pages = [
        PageResult("tea", "good", "all", {"lines": Overlap(1, 3, 2, right=2)}, {}),
        PageResult("bread", "good", "all", {"lines": FAILED}, {}, "ValueError"),
    ]
    plain = json.loads(Report(Results("recipes", ("good",), ("lines",), None, pages)).json)
    assert plain["pages"][0]["scores"]["lines"] == {
        "matched": 1,
        "found": 3,
        "wanted": 2,
        "right": 2,
        "f1": pytest.approx(0.571429),
    }
    pooled = plain["scores"][0]["pooled"]
    assert (pooled["precision"], pooled["recall"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))


def test_long_lists_of_failures_are_cut_in_tables_and_whole_in_json() -> None:
    pages = [PageResult(str(n), "bad", "all", {}, {}, "ValueError") for n in range(30)]
    results = Results("many", ("bad",), ("words",), None, pages)
    assert "and 10 more, all in the JSON" in Report(results).markdown
    assert len(json.loads(Report(results).json)["pages"]) == 30
