from __future__ import annotations

import pickle

import numpy as np
import pytest
from fuzz.rows import RowWriter
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.page import LONGEST_XPATH
from dehusk.page.rows import subtree_ends
from dehusk.page.tags import Tag

PAGE = parse(
    '<body class="a b" id=x><div><p>One <b>two</b> three</p><p>Four</p></div>'
    "<ul><li>A<li>B</ul>tail",
    url="https://example.org/",
)


def row_of(page: Page, text: str) -> int:
    return next(row for row in np.flatnonzero(page.is_text) if page.text_of(row) == text)


def test_rows_are_in_preorder_and_end_where_the_subtree_does() -> None:
    names = [PAGE.tag_name(row) for row in range(len(PAGE))]
    expected = "html head body div p #text b #text #text p #text ul li #text li #text #text"
    assert names == expected.split()
    assert PAGE.end.tolist() == [17, 2, 17, 11, 9, 6, 8, 8, 9, 11, 11, 16, 14, 14, 16, 16, 17]
    assert PAGE.depth.tolist() == [0, 1, 1, 2, 3, 4, 4, 5, 4, 3, 4, 2, 3, 4, 3, 4, 2]


def test_text_of_any_row_is_one_slice() -> None:
    assert PAGE.text_of(3) == "One two threeFour"
    assert PAGE.text_of(0) == "One two threeFourABtail"
    assert PAGE.text_of(1) == ""


def test_attributes() -> None:
    assert PAGE.attributes(2) == {"class": "a b", "id": "x"}
    assert PAGE.attribute(2, "id") == "x"
    assert PAGE.attribute(2, "href") is None
    assert PAGE.attribute(3, "class") is None
    rows, values = PAGE.with_attribute("class")
    assert (rows.tolist(), values) == ([2], ["a b"])
    assert PAGE.with_attribute("nothing")[1] == []


def test_children_siblings_and_ancestors() -> None:
    assert PAGE.children(2).tolist() == [3, 11, 16]
    assert PAGE.children(0).tolist() == [1, 2]
    assert PAGE.children(5).tolist() == []
    assert PAGE.siblings(11).tolist() == [3, 11, 16]
    assert PAGE.siblings(0).tolist() == [0]
    assert list(PAGE.ancestors(7)) == [6, 4, 3, 2, 0]
    assert PAGE.next_sibling[[3, 11, 16]].tolist() == [11, 16, -1]
    assert PAGE.previous_sibling[[3, 11, 16]].tolist() == [-1, 3, 11]


def test_subtree_sum_counts_the_row_itself() -> None:
    sums = PAGE.subtree_sum(PAGE.is_text)
    assert sums[[0, 3, 4, 5, 1]].tolist() == [7, 4, 3, 1, 0]
    assert PAGE.subtree_sum(np.full(len(PAGE), 0.5))[3] == pytest.approx(4.0)


def test_inside_and_nearest_ancestor() -> None:
    in_p = PAGE.inside(PAGE.tag == Tag.P)
    assert np.flatnonzero(in_p).tolist() == [4, 5, 6, 7, 8, 9, 10]
    nearest = PAGE.nearest_ancestor(PAGE.tag == Tag.DIV)
    assert nearest[[3, 4, 7, 16]].tolist() == [-1, 3, 3, -1]


def test_xpath_numbers_only_where_siblings_share_a_name() -> None:
    assert PAGE.xpath(row_of(PAGE, "two")) == "/html/body/div/p[1]/b/text()"
    assert PAGE.xpath(row_of(PAGE, " three")) == "/html/body/div/p[1]/text()[2]"
    assert PAGE.xpath(row_of(PAGE, "B")) == "/html/body/ul/li[2]/text()"


def test_xpath_finds_the_same_node_in_another_parser() -> None:
    turbohtml = pytest.importorskip("turbohtml")
    html = "<div><p>a<p>b<i>c</i></div><div><p>d</div>"
    page, tree = parse(html), turbohtml.parse(html)
    for row in np.flatnonzero(~page.is_text).tolist():
        assert tree.xpath_one(page.xpath(row)).text == page.text_of(row)


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("".join(f"<div>word{n} " for n in range(300)), id="deep"),
        pytest.param("".join(f"<ul><li>word{n} " for n in range(200)), id="lists"),
        pytest.param(f"<{'x' * 300}><p>one<p>two", id="a long name"),
        pytest.param("<p>one<o:p>two<b>three</b></o:p><p>four", id="a name with a colon"),
    ],
)
def test_xpaths_of_any_page_are_short_and_find_exactly_their_node(html: str) -> None:
    turbohtml = pytest.importorskip("turbohtml")
    page, tree = parse(html), turbohtml.parse(html)
    for row in range(len(page)):
        path = page.xpath(row)
        assert len(path) <= LONGEST_XPATH
        (found,) = tree.xpath(path)
        if page.is_text[row]:
            assert str(found) == page.text_of(row)
        else:
            assert (found.tag, found.text) == (page.tag_name(row), page.text_of(row))


def test_xpath_is_whole_up_to_its_longest() -> None:
    page = parse("<div>" * 59 + "<p>word")
    row = row_of(page, "word")
    assert page.xpath(row) == "/html/body" + "/div" * 59 + "/p/text()"


def test_columns_cannot_be_written() -> None:
    for column in (PAGE.tag, PAGE.parent, PAGE.end, PAGE.leaves, PAGE.next_sibling):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1
    with pytest.raises(AttributeError):
        PAGE.url = "elsewhere"  # type: ignore[misc]


def test_pickles_to_an_equal_read_only_page() -> None:
    copy = pickle.loads(pickle.dumps(PAGE))
    assert copy.text == PAGE.text
    assert not copy.tag.flags.writeable
    assert copy.xpath(7) == PAGE.xpath(7)


def test_svg_names_are_kept_apart() -> None:
    page = parse("<title>Page</title><svg><title>Icon</title><foreignObject><p>x</svg>")
    names = {page.tag_name(row) for row in range(len(page))}
    assert {"title", "svg", "svg:title", "svg:foreignObject", "p"} <= names
    assert len(page.rows_with_tag(Tag.TITLE)) == 1


@st.composite
def parents(draw: st.DrawFn) -> list[int]:
    """The parent column of a random tree in preorder."""
    column = [-1]
    path = [0]
    for row in range(1, draw(st.integers(1, 60))):
        keep = draw(st.integers(1, len(path)))
        del path[keep:]
        column.append(path[-1])
        path.append(row)
    return column


@given(parents())
def test_ends_agree_with_a_walk(column: list[int]) -> None:
    ends = subtree_ends(np.array(column, np.int32))
    for row, end in enumerate(ends.tolist()):
        size = sum(1 for other in range(len(column)) if row in _path(column, other))
        assert end == row + size


@given(parents(), st.data())
def test_nearest_ancestor_agrees_with_a_walk(column: list[int], data: st.DataObject) -> None:
    rows = RowWriter()
    for parent in column:
        rows.add_element("div", ())
        rows.attach(parent)
    page = rows.page()
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=len(column), max_size=len(column))))
    for row, nearest in enumerate(page.nearest_ancestor(mask).tolist()):
        marked = [above for above in page.ancestors(row) if mask[above]]
        assert nearest == (marked[0] if marked else -1)


def _path(column: list[int], row: int) -> list[int]:
    path = []
    while row >= 0:
        path.append(row)
        row = column[row]
    return path
