from __future__ import annotations

import numpy as np
import pytest

from dehusk import Page, parse
from dehusk.extractors.cnr import (
    NON_CONTENT,
    CharsNodesRatio,
    chars_nodes_ratio,
    join_siblings,
    lone_parents,
)

ARTICLE = (
    "<body><div id=menu><a href=1>One</a><a href=2>Two</a><a href=3>Three</a></div>"
    "<div id=main><h1>Title of it</h1><p>A first paragraph with a good many characters in it.</p>"
    "<p>A second paragraph, also with a good many characters in it.</p></div>"
    "<div id=foot><p>Copyright by somebody</p></div>"
)


def row_of(page: Page, mark: str) -> int:
    rows, values = page.with_attribute("id")
    return int(rows[values.index(mark)])


def everything(page: Page) -> np.ndarray:
    return np.ones(len(page), bool)


def test_ratio_by_hand() -> None:
    page = parse("<div><p>abcd</p><p>ab <b>c d</b></p></div>")
    ratio, chars, _ = chars_nodes_ratio(page, everything(page))
    # div, p, text(4), p, text(2), b, text(2): 8 characters over 7 nodes.
    assert chars[3] == 8
    assert ratio[3] == pytest.approx(8 / 7)
    assert ratio[4] == pytest.approx(4 / 2)
    assert ratio[5] == pytest.approx(4)
    assert ratio[6] == pytest.approx(4 / 4)


def test_white_space_between_elements_does_not_matter() -> None:
    tight = parse("<div><p>ab</p><p>cd</p></div>")
    loose = parse("<div>\n\n  <p>ab</p>\n\n  <p>c d</p>\n</div>")
    assert chars_nodes_ratio(tight, everything(tight))[0][3] == pytest.approx(
        chars_nodes_ratio(loose, everything(loose))[0][3]
    )


def test_a_node_that_is_no_content_weighs_one_and_has_no_text() -> None:
    page = parse("<div><p>abcd</p><nav><ul><li>menu</li></ul></nav></div>")
    counted = ~page.inside(NON_CONTENT.mask(page.tag)) | NON_CONTENT.mask(page.tag)
    ratio, chars, _ = chars_nodes_ratio(page, counted)
    # div, p, text, nav; what is below nav is not counted.
    assert (chars[3], ratio[3]) == (4, pytest.approx(4 / 4))


def test_a_lone_child_stands_for_its_parent() -> None:
    page = parse("<div><p><b>only</b></p></div><p>text <b>x</b></p>")
    _, _, nodes = chars_nodes_ratio(page, everything(page))
    text, bold = 6, 10
    assert page.tag_name(lone_parents(page, nodes)[text]) == "div"
    assert lone_parents(page, nodes)[bold] == 9


def test_joining_follows_the_example_of_the_paper() -> None:
    # Nodes 7 and 8 become 6, then 5 and 6 become 2, then 2 and 3 become 1; node 4 stays.
    page = parse(
        "<div id=n1><div id=n2><p id=n5>a</p><div id=n6><p id=n7>b</p><p id=n8>c</p></div></div>"
        "<p id=n3>d</p></div><section><p id=n4>e</p></section>"
    )
    seeds = np.array([row_of(page, mark) for mark in ("n3", "n4", "n5", "n7", "n8")])
    assert join_siblings(page, seeds) == {row_of(page, "n1"), row_of(page, "n4")}


def test_descendants_of_a_seed_are_dropped_first() -> None:
    page = parse("<div id=a><p id=b>x</p></div>")
    assert join_siblings(page, np.array([row_of(page, "a"), row_of(page, "b")])) == {
        row_of(page, "a")
    }


def test_the_main_block_is_found() -> None:
    page = parse(ARTICLE)
    selection = CharsNodesRatio().select(page)
    kept = {page.text_of(row) for row in selection.rows}
    assert any("second paragraph" in text for text in kept)
    assert "Copyright by somebody" not in kept
    assert "One" not in kept


def test_amount_climbs_to_the_parent_and_descends_to_the_best_child() -> None:
    page = parse(ARTICLE)
    words = [
        sum(len(page.text_of(row)) for row in CharsNodesRatio(amount=amount).select(page).rows)
        for amount in (-2, -1, 0, 1, 9)
    ]
    assert words == sorted(words)
    assert words[1] < words[2] < words[3]
    assert words[-1] == len(page.text_of(0))


def test_blocks_in_order_of_relevance_cover_all_counted_text_once() -> None:
    page = parse(ARTICLE)
    blocks = CharsNodesRatio().blocks(page)
    assert blocks[0] == row_of(page, "main")
    covered = np.concatenate([np.arange(len(page))[page.subtree(row)] for row in blocks[:1]])
    assert row_of(page, "menu") not in covered
    text = [row for row in np.flatnonzero(page.is_text) if page.tag_name(page.parent[row]) != "a"]
    for row in text:
        assert sum(block <= row < page.end[block] for block in blocks) >= 1
    assert len(CharsNodesRatio().blocks(page, most=1)) == 1


def test_menus() -> None:
    page = parse(
        "<body><ul id=menu><li><a href=1>Home</a><li><a href=2>News</a><li><a href=3>Sport</a></ul>"
        "<p>Text with <a href=4>a link</a> and <a href=5>another</a> and <a href=6>more</a> in it,"
        " but far more text than links, as articles have.</p>"
    )
    assert CharsNodesRatio().menus(page) == [row_of(page, "menu")]


def test_a_page_of_links_alone_is_empty_with_a_reason() -> None:
    selection = CharsNodesRatio().select(parse("<a href=x>only a link</a>"))
    assert not selection.keep.any()
    assert selection.problem is not None
    assert "no text" in selection.problem
