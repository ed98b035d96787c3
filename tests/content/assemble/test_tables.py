from __future__ import annotations

import pytest

from dehusk.content import Table, Text
from tests.content.assemble import b, content, h, kept, p, table, td, th, ul


def test_head_and_body():
    html = "<table><caption>Cap</caption><thead><tr><th>A<th>B<tbody><tr><td>1<td>2</table>"
    assert content(html) == [table((th("A"), th("B")), ("1", "2"), head=1, caption="Cap")]


def test_a_first_line_of_header_cells_is_a_head():
    html = "<table><tr><th>A<th>B<tr><th>1<td>2</table>"
    assert content(html) == [table((th("A"), th("B")), (th("1"), "2"), head=1)]


def test_no_head():
    assert content("<table><tr><td>1<td>2<tr><td>3<td>4</table>") == [table(("1", "2"), ("3", "4"))]


def test_a_head_of_several_lines():
    html = "<table><thead><tr><td>A<td>B<tr><td>C<td>D<tbody><tr><td>1<td>2</table>"
    assert content(html) == [table(("A", "B"), ("C", "D"), ("1", "2"), head=2)]


def test_spans():
    html = '<table><tr><th colspan="2">A<th>B<tr><td rowspan="2">1<td>2<td>3<tr><td>4<td>5</table>'
    assert content(html) == [
        table((th("A", columns=2), th("B")), (td("1", lines=2), "2", "3"), ("4", "5"), head=1)
    ]


def test_spans_end_with_the_table_and_its_sections():
    html = (
        '<table><tbody><tr><td rowspan="99">1<td>2<tr><td>3</tbody>'
        '<tbody><tr><td rowspan="0">4<td>5<tr><td>6</tbody></table>'
    )
    assert content(html) == [
        table((td("1", lines=2), "2"), ("3",), (td("4", lines=2), "5"), ("6",))
    ]


def test_spans_count_only_lines_that_are_kept():
    html = '<table><tr><td rowspan="3">aa<td>b<tr><td>LEFT<tr><td>c<tr><td>d<td>e</table>'
    assert kept(html, "aa", "b", "c", "d", "e") == [
        table((td("aa", lines=2), "b"), ("c",), ("d", "e"))
    ]


def test_cells_that_were_left_out_keep_their_place():
    html = "<table><tr><td>aa<td>LEFT<td>bb<tr><td>cc<td><td>dd</table>"
    assert kept(html, "aa", "bb", "cc", "dd") == [table(("aa", td(), "bb"), ("cc", td(), "dd"))]


def test_lines_without_content_go():
    assert content("<table><tr><td>1<td>2<tr><td> <td><tr><td>3<td>4</table>") == [
        table(("1", "2"), ("3", "4"))
    ]


def test_blocks_in_cells():
    html = "<table><tr><th>A<th>B<tr><td><ul><li>x</ul><td><b>y</b><p>z</table>"
    assert content(html) == [table((th("A"), th("B")), (td(ul("x")), td(p(b("y")), "z")), head=1)]


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td><h2>T</h2><p>x</p></table>",
        '<table role="presentation"><tr><th>T<td>x</table>',
        '<table role="none"><tr><td>T<td>x</table>',
        "<table><tr><td>T<tr><td>x</table>",
        "<table><tr><td>nav<td><table><tr><td>T<td>x</table></table>",
        "<table><tr><td>T<td><p>x</p><p>y</p><p>z</p></table>",
    ],
)
def test_tables_that_only_place_things_are_their_content(html):
    assert not any(isinstance(block, Table) and len(block.lines[0]) < 2 for block in content(html))
    first = content(html)[0]
    assert first in (h(2, "T"), p("T"), p("nav"))


def test_data_below_several_heads_are_a_table_whatever_its_role():
    html = "<table role=presentation><tr><th>A<th>B<tr><td>1<td>2{}</table>"
    rows = (th("A"), th("B")), ("1", "2"), ("3", "4")
    assert content(html.format("<tr><td>3<td>4")) == [table(*rows, head=1)]
    assert content(html.format("")) == [p("A"), p("B"), p("1"), p("2")]
    assert content("<table role=none><tr><th>A<td>1<td>2</table>") == [p("A"), p("1"), p("2")]


def test_a_table_of_data_in_a_table_of_layout():
    html = "<table><tr><td>a<td><table><tr><td>1<td>2<tr><td>3<td>4</table></table>"
    assert content(html) == [p("a"), table(("1", "2"), ("3", "4"))]


def test_long_texts_side_by_side_are_layout():
    text = "word " * 400
    assert content(f"<table><tr><td>nav<td>{text}</table>") == [p("nav"), p(text.strip())]


def test_what_stands_outside_of_cells_comes_first():
    assert content("<table>stray<tr><td>1<td>2</table>") == [p("stray"), table(("1", "2"))]


def test_cells_without_a_table():
    assert content("<div><td>a</td></div>") == [p("a")]


def test_a_table_with_one_filled_cell_and_a_caption_stays():
    (only,) = content("<table><caption>c</caption><tr><td>1<td></table>")
    assert only.caption == (Text("c"),)


@pytest.mark.parametrize("span", ["99999999999999999999", "1000", "-3", "x", "", "2.5"])
def test_no_span_is_beyond_measure(span):
    (only,) = content(f'<table><tr><td colspan="{span}" rowspan="{span}">a<td>b</table>')
    assert only.lines[0][0].columns <= 1000
    assert only.lines[0][0].lines == 1


def test_no_grid_is_beyond_measure():
    line = '<tr><td colspan="1000" rowspan="1000">a<td>b'
    (only,) = content(f"<table>{line * 3000}</table>")
    assert {(cell.columns, cell.lines) for line in only.lines for cell in line} == {(1, 1)}


def test_a_grid_that_is_mostly_void_is_plain_content():
    html = f"<table><tr>{'<td>x' * 1000}{'<tr><td>y<td>z' * 1000}</table>"
    result = content(html)
    assert len(result) == 3000
    assert result[0] == p("x")
