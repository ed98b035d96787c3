"""What holds for all rules together."""

from __future__ import annotations

import time
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Selection, parse
from dehusk.content.complete import complete
from dehusk.content.notes import Notes
from dehusk.content.options import NOTHING, Completion
from tests.content.complete import completed, marked

PIECES = (
    *("<p>", "</p>", "<ul><li>", "</ul>", "<table><tr><td>", "<td>", "</table>", "<h2>", "</h2>"),
    *("<figure><img src=a>", "<figcaption>", "</figure>", "<pre>", "</pre>", "<blockquote>"),
    *("<h1>", "</h1>", "<div class=caption>", "</div>", "<p hidden>", "<script>", "</script>"),
    *("kept!", "kept! " * 30, "dropped", "dropped " * 30, " ", "\n"),
)
PAGES = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@settings(deadline=None)
@given(PAGES)
def test_only_leaves_are_kept_and_the_page_and_the_selection_do_not_change(html: str) -> None:
    page, own = marked(html)
    before = own.keep.copy()
    whole = complete(page, own)
    assert not (whole.keep & ~(page.leaves & ~page.is_inert)).any()
    assert (own.keep == before).all()
    changed = whole.keep != own.keep
    assert (whole.reason[changed] >= len(own.reasons)).all()


RULES = [field.name for field in fields(Completion) if field.name not in ("figures", "captions")]


@settings(deadline=None)
@given(PAGES, st.sampled_from(RULES))
def test_a_rule_has_nothing_to_do_a_second_time(html: str, rule: str) -> None:
    alone = replace(NOTHING, **{rule: True})
    page, whole = completed(html, alone)
    assert (complete(page, whole, alone).keep == whole.keep).all()
    assert complete(page, whole, NOTHING) is whole


@settings(deadline=None)
@given(PAGES)
def test_all_rules_together_settle_with_the_second_time(html: str) -> None:
    """What a later rule adds or drops may matter to an earlier one, once."""
    options = Completion(figures=False)
    page, whole = completed(html, options)
    again = complete(page, whole, options)
    assert (complete(page, again, options).keep == again.keep).all()


def test_nothing_stays_nothing() -> None:
    page = parse("<table><tr><td>a<td>b</table>")
    nothing = Selection.nothing(page, "There is none.")
    whole = complete(page, nothing)
    assert (whole.keep is nothing.keep, whole.problem) == (True, nothing.problem)


def test_without_a_change_the_same_leaves_are_kept_for_the_same_reasons() -> None:
    page, own = marked("<p>All!</p><p>of it!</p>")
    whole = complete(page, own)
    assert whole.keep is own.keep
    assert whole.reason is own.reason


def test_a_completed_selection_knows_that_there_are_no_notes() -> None:
    page, own = marked("<p>All!</p><p>of it!</p>")
    assert complete(page, own).notes == Notes()


def test_notes_of_what_a_rule_adds_are_looked_for_anew() -> None:
    mark = "<sup><a href=#n>1</a></sup>"
    page, own = marked(
        f"<p>Tea!</p><ul><li>Green!<li>Black!<li>White!<li>Oolong{mark}</ul><p>End!</p><p id=n>Half."
    )
    whole = complete(page, own)
    assert "Oolong" in [page.text_of(row) for row in whole.rows]
    assert whole.notes is None


def test_every_rule_has_a_switch() -> None:
    assert all(isinstance(getattr(Completion(), field.name), bool) for field in fields(Completion))


@pytest.mark.timed
@pytest.mark.parametrize(
    "piece",
    [
        "<ul><li>x!",
        "<table><tr><td>x!<td>y",
        "<blockquote>x!",
        "<h2>x!</h2><p>y",
        "<figure><img src=a>x!",
        "<div class=caption><img src=b>x!",
        "<pre>x!</pre>y",
    ],
)
def test_the_work_grows_with_the_page(piece: str) -> None:
    def seconds(count: int) -> float:
        page, own = marked(piece * count)
        start = time.process_time()
        complete(page, own)
        return time.process_time() - start

    seconds(10)
    assert seconds(16_000) < max(0.4, 8 * min(seconds(4_000) for _ in range(3)))


def test_the_rows_of_a_window_are_those_of_the_page() -> None:
    page, whole = completed("<nav>Home</nav><h1>Tea</h1><ul><li>a!<li>b!<li>c!<li>d</ul><p>e")
    assert [page.text_of(row) for row in whole.rows] == ["a!", "b!", "c!", "d"]
    assert np.flatnonzero(whole.keep).tolist() == whole.rows.tolist()
