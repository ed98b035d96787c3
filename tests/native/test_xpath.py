"""Where rows stood, against a plain reading of the tree."""

from __future__ import annotations

import pytest

import dehusk
from dehusk.native.codes import LONGEST_XPATH
from dehusk.native.xpath import Locations
from dehusk.page import Page


def path_of(page: Page, row: int) -> str:
    """The path of a row, from the root, sibling by sibling."""
    if row < 0:
        return ""
    name = "text()" if page.is_text[row] else page.tag_name(row)
    alike = [one for one in page.siblings(row).tolist() if page.tag[one] == page.tag[row]]
    number = f"[{alike.index(row) + 1}]" if len(alike) > 1 else ""
    return f"{path_of(page, int(page.parent[row]))}/{name}{number}"


@pytest.mark.parametrize(
    "html",
    [
        "<p>One<p>Two <b>three</b> four<div><p>five</div>",
        "<ul>" + "<li>item<i>x</i>" * 30,
        "<svg:x><my-tag>a</my-tag></svg:x><my-tag>b</my-tag>",
        "<div>" * 90 + "deep",
    ],
)
def test_paths_are_those_of_the_tree(html: str) -> None:
    page = dehusk.parse(html)
    places = Locations(page)
    for row in range(len(page)):
        path = path_of(page, row)
        if len(path) <= LONGEST_XPATH and ":" not in path:
            assert places.xpath(row) == path
        else:
            text = "text()" if page.is_text[row] else "*"
            same = [one for one in range(row + 1) if page.is_text[one] == page.is_text[row]]
            assert places.xpath(row) == f"(//{text})[{len(same)}]"


def test_nowhere() -> None:
    assert Locations(dehusk.parse("<p>Tea")).of((4, 4)) == (None, None)
