"""Pages with real CSS: the trees, the grid, the centres and the text, in Chromium and on snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dehusk import Page, extract
from dehusk.rendering import Renderer
from tests.layouts import METHODS, LayoutPage, describe, gold_text, layout_pages

PAGES = layout_pages()
ASKED_FOR = {
    "two-columns",
    "three-columns",
    "floated-sidebar",
    "flex",
    "grid",
    "sticky-header",
    "hidden-menus",
    "off-screen",
    "right-to-left",
    "mobile",
    "contents",
    "journal",
    "korean",
    "japanese",
    "chinese",
    "french",
    "russian",
    "arabic",
    "indonesian",
}
FOUND_EXACTLY = {
    "zones": ASKED_FOR - {"mobile"},
    "zones-semantic": {"flex", "french", "grid", "mobile", "right-to-left", "two-columns"},
    "gce": ASKED_FOR - {"flex", "floated-sidebar"},
}
"""What each method finds to the letter. On a narrow screen all is one column; gce's rules meet only
the body where nothing is named and no width grows."""


@pytest.fixture(params=PAGES, ids=lambda layout_page: layout_page.name)
def layout_page(request: pytest.FixtureRequest) -> LayoutPage:
    page: LayoutPage = request.param
    return page


def test_every_kind_of_page_is_there() -> None:
    assert {page.name for page in PAGES} == ASKED_FOR


def test_a_snapshot_gives_what_is_expected(layout_page: LayoutPage) -> None:
    assert describe(layout_page.snapshot) == layout_page.expected


@pytest.mark.parametrize("method", METHODS)
def test_the_marked_content_is_found_exactly(layout_page: LayoutPage, method: str) -> None:
    text = extract(layout_page.snapshot, method=method).text
    if layout_page.name in FOUND_EXACTLY[method]:
        assert text == gold_text(layout_page.snapshot)
    else:
        assert text != gold_text(layout_page.snapshot)


@pytest.mark.parametrize("name", ["flex", "floated-sidebar"])
def test_gce_says_so_where_all_it_finds_is_the_body(name: str) -> None:
    page = next(page for page in PAGES if page.name == name).snapshot
    document = extract(page, method="gce")
    assert document.text == ""
    assert document.reason == "No element around the centre of the page is less than all of it."


def test_the_snapshot_is_of_the_page_beside_it(layout_page: LayoutPage) -> None:
    assert layout_page.snapshot.source == layout_page.html.read_bytes()


# In the browser


@pytest.fixture(scope="module")
def wide() -> Iterator[Renderer]:
    with Renderer() as renderer:
        yield renderer


@pytest.fixture
def rendered(layout_page: LayoutPage, request: pytest.FixtureRequest) -> Page:
    if layout_page.name == "mobile":
        with Renderer(window=layout_page.window) as narrow:
            return narrow.render(layout_page.html)
    renderer: Renderer = request.getfixturevalue("wide")
    return renderer.render(layout_page.html)


@pytest.mark.browser
def test_the_browser_gives_the_same(layout_page: LayoutPage, rendered: Page) -> None:
    """Fonts differ between machines: trees and texts are the same, centres nearly so."""
    seen, expected = describe(rendered), layout_page.expected
    for part in ("zones", "columns", "texts", "exact"):
        assert seen[part] == expected[part]
    near(seen["centres"], expected["centres"], most=0.1 * rendered.layout.document[1])  # type: ignore[union-attr]
    assert {len(line) for line in seen["grid"]} == {8}


def near(points: Any, others: Any, most: float) -> None:
    for point, other in zip(points, others, strict=True):
        assert point == pytest.approx(other, abs=most)
