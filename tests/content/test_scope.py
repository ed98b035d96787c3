"""The walk looks at a part of a page, and makes of it what it would make of all rows."""

from __future__ import annotations

from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.content import Block
from dehusk.content.assemble.native import walk_vocabulary
from dehusk.content.table import blocks_of
from dehusk.content.walk import content_of
from dehusk.native.content import Reading
from dehusk.page import Bools
from dehusk.selection import Selection

PARTS = (
    *("<div>", "</div>", "<p>", "</p>", "<span>", "</span>", "<b>", "</b>", "<a href=x>", "</a>"),
    *("<ul><li>", "<li>", "</ul>", "<table><tr><td>", "<td>", "<tr><th>", "</table>"),
    *("<br>", "<hr>", "<img src=a.png>", "<input type=checkbox>", "<h2>", "</h2>", "<q>", "</q>"),
    *("<pre>", "</pre>", "<code>", "</code>", "<figure>", "<figcaption>", "</figure>"),
    *("<button>", "</button>", "<template>", "</template>", "<style>a</style>", "<my-box>"),
    *("one", " two ", " ", "\n", "$x$", "7"),
)


def page_with(rows: str, *, is_whole: bool) -> Page:
    """A page with some markup. Of one that says of itself that it is a formula all rows count."""
    return parse(f"<html {'data-math' if is_whole else 'lang'}=1><body>{rows}")


def blocks(page: Page, keep: Bools) -> tuple[Block, ...]:
    return blocks_of(content_of(page, Selection.of_leaves(page, keep, reason="chosen")))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=30).map("".join), st.data())
def test_the_scope_changes_nothing(html: str, data: st.DataObject) -> None:
    page, all_of_it = page_with(html, is_whole=False), page_with(html, is_whole=True)
    kept = data.draw(st.lists(st.integers(0, len(page) - 1), max_size=6))
    keep = np.isin(np.arange(len(page)), kept)
    if kept and data.draw(st.booleans()):
        keep[min(kept) : max(kept)] = True
    assert blocks(page, keep) == blocks(all_of_it, keep)


@pytest.mark.parametrize(
    "html",
    [
        "Out<table><tr><td><td>!<td><td></table>",  # cells beside the one that is kept
        "Out<ul><li><input type=checkbox checked>!</ul>",
        "Out<div><input type=checkbox><p>!</p><input type=checkbox></div>",
        "Out<br><br><p><br>!<br><br>!",
        "Out <b>in <i>!</i></b>",
    ],
)
def test_what_stands_beside_the_scope(html: str) -> None:
    page, all_of_it = page_with(html, is_whole=False), page_with(html, is_whole=True)
    keep = page.is_text & np.array([page.text_of(row) == "!" for row in range(len(page))])
    assert keep.any()
    assert blocks(page, keep) == blocks(all_of_it, keep)


@pytest.mark.parametrize(
    ("html", "dollars", "delimiters"),
    [
        ("<p>Tea</p>", 0, False),
        ("<p>$5</p><p>or $6</p>", 2, False),
        ("<p>$$x$$</p>", 4, True),
        (r"<p>a \ b \(c</p>", 0, True),
        (r"<p>\\[</p>", 0, True),
        (r"<p>\</p><p>(</p><p>$</p><p>$</p>", 2, False),  # not across texts
    ],
)
def test_signs_of_formulas(html: str, dollars: int, delimiters: bool) -> None:
    page = parse(html)
    reading = Reading(walk_vocabulary(), page, page.is_text, page.attr_numbers)
    assert (reading.dollars, reading.delimiters) == (dollars, delimiters)


@pytest.mark.timed
@pytest.mark.parametrize(
    "html",
    [
        "<b><input>" * 20_000 + "!" + "<input>",  # each level has something beside the scope
        "<template>" + "<i>a" * 20_000 + "</template><p>!",
        "<input>" * 50_000 + "<p>!</p>" + "<input>" * 50_000,
    ],
)
def test_the_scope_of_a_hostile_page_is_found_in_linear_time(html: str) -> None:
    page = parse(html)
    keep = page.is_text & (page.text_end - page.text_start == 1)
    keep &= np.array([page.text[start : start + 1] == b"!" for start in page.text_start.tolist()])
    began = perf_counter()
    content_of(page, Selection.of_leaves(page, keep, reason="chosen"))
    assert perf_counter() - began < 5


def test_columns_of_content_are_read_only() -> None:
    page = parse("<p>Tea and <a href=/x title=y>milk</a>")
    content = content_of(page, Selection.of_subtrees(page, [0], reason="all"))
    for name in ("kind", "end", "number", "text_start", "text_end", "first", "last", "argument"):
        assert not getattr(content, name).flags.writeable
