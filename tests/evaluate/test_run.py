"""Runs over datasets: scores, failures, and processes that die."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from dehusk import EXTRACTORS, LayoutRequired, MethodError, Page, Selection, UnknownMethod
from dehusk.evaluate import Dataset, Example, Output, Overlap, TextMethod, evaluate, score_texts
from dehusk.evaluate.overlap import FAILED
from tests.evaluate.conftest import GOLD


def all_of_it(html: bytes, url: str | None) -> str:
    return html.decode()


def silence(html: bytes, url: str | None) -> str:
    return ""


def fails_on_tea(html: bytes, url: str | None) -> str:
    if b"Tea" in html:
        raise ValueError("no  tea\nplease")
    return "Bread"


def dies_on_tea(html: bytes, url: str | None) -> str:
    if b"Tea" in html:
        os._exit(3)
    return "Bread"


def sleeps_on_tea(html: bytes, url: str | None) -> str:
    if b"Tea" in html:
        time.sleep(60)
    return "Bread"


def test_dehusk_s_own_methods(folder: Path) -> None:
    results = evaluate(["cnr"], Dataset(folder), metrics=["words", "nodes"], by="type")
    assert results.dataset == "recipes"
    assert results.methods == ("cnr",)
    assert [(page.id, page.group) for page in results.pages] == [
        ("tea", "recipe"),
        ("bread", "recipe"),
        ("empty", "nothing"),
    ]
    tea = results.pages[0]
    assert set(tea.scores) == {"words", "nodes"}
    assert tea.scores["words"].recall > 0.9
    assert list(tea.seconds) == ["parse", "select", "write"]
    assert all(seconds > 0 for seconds in tea.seconds.values())
    assert results.problems == results.failures == []


def test_extractors_of_one_s_own(folder: Path) -> None:
    results = evaluate([EXTRACTORS["cnr"]()], Dataset(folder), metrics=["words"])
    assert results.methods[0] in EXTRACTORS


def test_other_systems_are_scored_by_the_same_code(folder: Path) -> None:
    results = score_texts(Dataset(folder), {"all": all_of_it, "none": silence}, metrics=["words"])
    scores = {(page.id, page.method): page.scores["words"] for page in results.pages}
    wanted = len(GOLD["tea"].replace(",", "").split())
    assert scores["tea", "all"].recall == 1.0
    assert scores["tea", "none"] == Overlap(0, 0, wanted)
    assert scores["empty", "none"].f1 == 1.0
    assert scores["empty", "all"].f1 == 0.0
    assert list(results.pages[0].seconds) == ["total"]


def test_metrics_over_leaves_have_no_score_for_texts(folder: Path) -> None:
    results = score_texts(Dataset(folder), {"all": all_of_it}, metrics=["nodes", "words"])
    assert all(list(page.scores) == ["words"] for page in results.pages)


def test_pages_without_text_have_only_phrases() -> None:
    page = Example("tea", b"<p>Tea</p>", has=("Tea",), lacks=("Menu",))
    [result] = score_texts([page], {"all": all_of_it}).pages
    assert result.scores == {"parts": Overlap(1, 1, 1), "snippets": Overlap(1, 1, 1)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_page_that_raises_is_counted_and_named(folder: Path, jobs: int) -> None:
    results = score_texts(
        Dataset(folder), {"picky": fails_on_tea, "all": all_of_it}, metrics=["words"], jobs=jobs
    )
    assert len(results.pages) == 6
    [failure] = results.failures
    assert (failure.id, failure.method) == ("tea", "picky")
    assert failure.error == "ValueError: no tea please"
    assert failure.scores == {"words": FAILED}
    assert failure.seconds == {}


def test_a_failure_on_an_empty_gold_is_no_success() -> None:
    page = Example("tea", b"Tea", text="")
    [result] = score_texts([page], {"picky": fails_on_tea}, metrics=["words"]).pages
    assert result.scores["words"].f1 == 0.0


@pytest.mark.slow
def test_a_process_that_dies_takes_one_page_with_it(folder: Path) -> None:
    methods = [TextMethod("mortal", dies_on_tea)]
    results = evaluate(methods, Dataset(folder), metrics=["words"], jobs=2)
    assert [page.id for page in results.pages] == ["tea", "bread", "empty"]
    [failure] = results.failures
    assert failure.id == "tea"
    assert failure.error == "the process died (exit code 3)"


@pytest.mark.slow
def test_a_page_that_takes_too_long_is_given_up(folder: Path) -> None:
    methods = [TextMethod("sleepy", sleeps_on_tea)]
    results = evaluate(methods, Dataset(folder), metrics=["words"], jobs=2, timeout=2)
    [failure] = results.failures
    assert (failure.id, failure.error) == ("tea", "took more than 2 seconds")


@pytest.mark.slow
def test_processes_give_the_same_as_one(folder: Path) -> None:
    one = evaluate(["cnr"], Dataset(folder), metrics=["all"])
    two = evaluate(["cnr"], Dataset(folder), metrics=["all"], jobs=2)
    assert [(page.id, page.scores) for page in one.pages] == [
        (page.id, page.scores) for page in two.pages
    ]


def test_what_cannot_be_sent_to_a_process_is_said_at_once(folder: Path) -> None:
    with pytest.raises(MethodError, match="use jobs=1"):
        score_texts(Dataset(folder), {"lambda": lambda html, url: ""}, jobs=2)


def test_unknown_names(folder: Path) -> None:
    with pytest.raises(UnknownMethod, match="There is no method 'magic'"):
        evaluate(["magic"], Dataset(folder))
    with pytest.raises(
        MethodError, match="There is no metric 'magic'; the metrics are words, lines"
    ):
        evaluate(["cnr"], Dataset(folder), metrics=["magic"])


@dataclass(frozen=True)
class Visual:
    """An extractor that needs a rendered page."""

    needs_layout = True

    def select(self, page: Page) -> Selection:
        return Selection.nothing(page, "never called")


def test_methods_that_need_rendered_pages_end_at_the_first(folder: Path) -> None:
    with pytest.raises(LayoutRequired, match="looks at rendered pages"):
        evaluate([Visual()], Dataset(folder))


def test_problems_of_the_dataset_are_kept(folder: Path) -> None:
    (folder / "html" / "tea.html").unlink()
    results = evaluate(["cnr"], Dataset(folder), metrics=["words"])
    assert [page.id for page in results.pages] == ["bread", "empty"]
    assert len(results.problems) == 1


def test_progress_is_told_after_each_page(folder: Path) -> None:
    calls = []
    evaluate(["cnr"], Dataset(folder), metrics=["words"], progress=lambda: calls.append(1))
    assert len(calls) == 3


def test_a_method_is_anything_with_a_name_and_run(folder: Path) -> None:
    class Echo:
        name = "echo"

        def run(self, example: Example) -> Output:
            return Output(example.text or "")

    results = evaluate([Echo()], Dataset(folder))
    assert all(overlap.f1 == 1.0 for page in results.pages for overlap in page.scores.values())


def test_menus_that_a_label_names_are_scored_by_a_method_that_finds_them(tmp_path: Path) -> None:
    html = (
        "<nav><a href=a>Home page</a> <a href=b>News</a></nav><p>Boil water, then wait for it.</p>"
    )
    (tmp_path / "tea.html").write_text(html)
    named = {"id": "tea", "path": "tea.html", "parts": {"navigation": [5, 8]}, "page_rows": 11}
    others = [
        {**named, "id": "other rows", "page_rows": 12},
        {"id": "title alone", "path": "tea.html", "title": "Tea"},
        {"id": "no parts", "path": "tea.html", "text": "Boil water.", "parts": [3]},
    ]
    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(json.dumps(one) + "\n" for one in (named, *others)))
    results = evaluate(["cnr", "semantic"], Dataset(labels), metrics=["menus", "title"])
    found = {(page.id, page.method): dict(page.scores) for page in results.pages}
    assert found["tea", "cnr"] == {"menus": Overlap(3, 3, 3)}
    assert found["tea", "semantic"] == {}
    assert found["other rows", "cnr"] == {"menus": Overlap(0, 3, 0)}
    assert set(found["title alone", "cnr"]) == {"title"}
    assert found["no parts", "cnr"] == {}
    assert not results.problems
