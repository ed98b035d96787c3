"""gce on pages whose grids, centres and candidates are worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import Page, extract
from dehusk.extractors.gce.link_areas import LinkAreas, link_containers
from dehusk.extractors.gce.method import (
    Candidate,
    GridCenteringExpanding,
    _touched,
    choose,
    choose_as_coded,
    landmarks,
)
from dehusk.views.layout_view import LayoutView
from tests.layouts.by_hand import laid_out

GCE = GridCenteringExpanding()
TEXT = "The ferry leaves at noon and comes back at night."


def row_of(page: Page, mark: str) -> int:
    """The row with that id."""
    rows, ids = page.with_attribute("id")
    return int(rows[ids.index(mark)])


# The grid


def test_the_grid_of_the_paper() -> None:
    grid = GCE.grid(laid_out(f"<p>{TEXT}</p>", document=(1920, 5000)))
    assert (grid.rows, grid.columns) == (14, 8)
    assert grid.box[0].tolist() == pytest.approx([0, 0, 240, 1080 / 7])


def test_the_smaller_grid_of_the_paper() -> None:
    # Section III.A: "the cell size of 4 × 6 grid is 320 × 270 in 1920 × 1080".
    page = laid_out(f"<p>{TEXT}</p>", document=(1920, 1080))
    grid = GridCenteringExpanding(rows=4, columns=6).grid(page)
    assert (grid.rows, grid.columns) == (4, 6)
    assert grid.box[0].tolist() == [0, 0, 320, 270]


@pytest.mark.parametrize(
    ("height", "rows"), [(1080, 7), (500, 4), (1081, 8), (2159, 14), (2160, 14), (9000, 14)]
)
def test_rows_reach_as_far_as_a_reader_scrolls(height: int, rows: int) -> None:
    assert GCE.grid(laid_out(f"<p>{TEXT}</p>", document=(1920, height))).rows == rows


def test_the_parameters_set_the_grid() -> None:
    page = laid_out(f"<p>{TEXT}</p>", window=(1200, 800), document=(1200, 4000))
    grid = GridCenteringExpanding(rows=4, columns=6, scroll=1.5).grid(page)
    assert (grid.rows, grid.columns) == (6, 6)
    assert grid.box[-1].tolist() == [1000, 1000, 200, 200]


def test_the_first_row_and_both_sides_are_edges_the_last_row_is_not() -> None:
    grid = GCE.grid(laid_out(f"<p>{TEXT}</p>"))
    lines = grid.edge.reshape(7, 8).astype(int).tolist()
    assert lines[0] == [1] * 8
    assert lines[1:] == [[1, 0, 0, 0, 0, 0, 0, 1]] * 6


def test_cells_over_link_dense_blocks_do_not_count() -> None:
    menu = "<ul box='480 400 240 50'><li><a href=x>One</a></li><li><a href=y>Two</a></li></ul>"
    grid = GCE.grid(laid_out(f"<div>{menu}<p box='0 500 1920 300'>{TEXT}</p></div>"))
    assert grid.linked.nonzero()[0].tolist() == [2 * 8 + 2]
    assert int(grid.used.sum()) == 35


def test_where_every_cell_is_out_all_count() -> None:
    menu = "<ul box='0 0 1920 1080'><li><a href=x>One</a></li></ul>"
    grid = GCE.grid(laid_out(f"<div>{menu}<p box='0 1100 1920 30'>{TEXT}</p></div>"))
    assert grid.linked.all()
    assert grid.used.all()


# The centres


def test_the_three_centres() -> None:
    page = laid_out(f"<p>{TEXT}</p>", document=(3000, 4320))
    grid = GCE.grid(page)
    # Cells of 6 columns and 13 rows: x is the middle, y that of the rows 1 to 13.
    y = 1080 / 7 * 7.5
    assert int(grid.used.sum()) == 78
    expected = [[960, y], [960, (78 * y + 540) / 79], [960, (78 * y + 540 + 2160) / 80]]
    assert GCE.centres(page).ravel().tolist() == pytest.approx(
        [n for point in expected for n in point]
    )


def test_the_points_of_definition_1_and_the_band_of_definition_3() -> None:
    marks = landmarks(laid_out(f"<p>{TEXT}</p>", window=(1920, 1080), document=(1900, 5000)))
    assert marks.points == {"Cw": (960, 540), "Cd": (950, 2500), "Cm": (955, 1520)}
    assert marks.band == (0, 540, 1900, 1960)


def test_the_centre_of_a_narrow_document() -> None:
    page = laid_out(f"<p>{TEXT}</p>", document=(960, 1080))
    x = (36 * 960 + 960 + 480) / 38
    assert GCE.centres(page)[2, 0] == pytest.approx(x)


# Links


def containers(html: str) -> list[str]:
    page = laid_out(html)
    return [
        page.tag_name(int(row)) for row in link_containers(page, LayoutView.of(page)).nonzero()[0]
    ]


def test_a_link_stands_for_what_has_no_other_text() -> None:
    assert containers("<div><p>Text</p><p><b><a href=x>One</a></b></p></div>") == ["p"]
    assert containers("<div>Text <b><a href=x>One</a></b></div>") == ["b"]
    assert containers("<p>Text</p><button>Press</button>") == ["button"]


def test_a_link_without_text_stands_for_its_images() -> None:
    assert containers("<div><a href=x><img src=a></a><p>Text</p></div>") == ["img"]


def test_containers_are_not_counted_twice() -> None:
    html = "<p>Text</p><div><a href=x><img src=a></a><a href=x>One</a></div>"
    assert containers(html) == ["div"]


def test_link_density_is_by_area() -> None:
    html = (
        "<div id=half box='0 0 100 100'><a href=x box='0 0 100 50'>One</a> <b>two</b></div>"
        "<div id=most box='0 0 100 100'><a href=x box='0 0 100 51'>One</a> <b>two</b></div>"
    )
    page = laid_out(html)
    areas = LinkAreas.of(page)
    assert areas.link_density[[row_of(page, "half"), row_of(page, "most")]].tolist() == [0.5, 0.51]
    texts = [page.text_of(int(row)) for row in areas.dense_texts.nonzero()[0]]
    assert texts == ["One", "two"]
    assert areas.dense_texts.nonzero()[0][0] > row_of(page, "most")


def test_text_density() -> None:
    page = laid_out("<div id=d box='0 0 100 100'><p box='0 0 100 25'>One</p></div><p>x</p>")
    assert LinkAreas.of(page).text_density[row_of(page, "d")] == 0.25


# Expanding


def wrapped(inner: str, attributes: str = "", tag: str = "div") -> Page:
    """A narrow column in a wide one, in the middle of the window."""
    return laid_out(
        f"<div id=wide box='0 0 1920 1080'><{tag} id=it box='500 100 900 900' {attributes}>"
        f"{inner}</{tag}><p box='0 1000 200 20'>Imprint</p></div>",
    )


MIDDLE = f"<p box='500 500 900 200'>{TEXT}</p>"


def found(page: Page, **options: float) -> tuple[str, str]:
    candidate = GridCenteringExpanding(**options).candidates(page)[2]  # type: ignore[arg-type]
    return page.attributes(candidate.row).get("id", page.tag_name(candidate.row)), candidate.rule


def test_the_width_rule_gives_the_narrow_element() -> None:
    assert found(wrapped(MIDDLE)) == ("it", "of one width")
    assert found(wrapped(MIDDLE), widening=2.2)[0] == "body"


def test_the_first_article() -> None:
    assert found(wrapped(MIDDLE, tag="article"), widening=9) == ("it", "an article")


@pytest.mark.parametrize(
    "attribute", ["class=main-Content", "id2='the ARTICLE'", "data-x=xcontentx"]
)
def test_the_first_element_named_as_content(attribute: str) -> None:
    assert found(wrapped(MIDDLE, attribute), widening=9) == ("it", "named as content")


def test_names_of_attributes_do_not_count_and_neither_do_other_elements() -> None:
    assert found(wrapped(MIDDLE, "data-content=x"), widening=9)[0] == "body"
    assert found(wrapped(MIDDLE, "class=content", tag="ul"), widening=9)[0] == "body"


def test_the_fullest_of_the_candidates_wins() -> None:
    inner = f"<div id=full class=content box='500 400 900 600'>{MIDDLE}</div>"
    assert found(wrapped(inner)) == ("full", "named as content")
    outer = f"<div id=in class=content box='500 480 900 300'>{MIDDLE}</div>"
    # What is lower than half of the window is no best, however full.
    assert found(wrapped(outer)) == ("it", "of one width")


def test_the_nearest_text_that_is_no_label() -> None:
    label = "<p box='955 600 10 17'>X</p>"
    page = wrapped(label + MIDDLE.replace("500 500", "500 700"))
    leaf = GCE.candidates(page)[0].leaf
    assert page.text_of(leaf) == TEXT
    for theirs in (GridCenteringExpanding.as_published(), GridCenteringExpanding.as_coded()):
        assert page.text_of(theirs.candidates(page)[0].leaf) == "X"


def test_as_published_the_width_is_compared_with_the_parent_s_and_the_wide_one_is_returned() -> (
    None
):
    published = GridCenteringExpanding.as_published()
    # From the text of 900 pixels to the list of 900 and the div of 1000: nothing grows by 1.7. From
    # there to the div of 1920 it does, and Algorithm 1 returns that one, lists and all.
    page = laid_out(
        "<main id=page box='0 0 1920 1080'><div id=wide box='0 0 1900 1080'>"
        "<div id=it box='500 100 1000 900'>"
        f"<ul id=list box='500 400 900 400'><li box='500 500 900 200'>{TEXT}</li></ul></div>"
        "<p box='0 1000 200 20'>Imprint</p></div></main>"
    )
    widths = [one for one in published.considered(page)[2] if one.rule == "of one width"]
    assert page.attribute(widths[0].row, "id") == "wide"
    ours = [one for one in GCE.considered(page)[2] if one.rule == "of one width"]
    assert page.attribute(ours[0].row, "id") == "it"


def test_as_published_every_parent_may_be_named_as_content() -> None:
    page = wrapped(MIDDLE, "class=content", tag="ul")
    rules = {
        one.rule: page.tag_name(one.row)
        for one in GridCenteringExpanding.as_published().considered(page)[2]
    }
    assert rules["named as content"] == "ul"


def test_as_published_the_last_row_is_an_edge_too() -> None:
    grid = GridCenteringExpanding.as_published().grid(laid_out(f"<p>{TEXT}</p>"))
    lines = grid.edge.reshape(7, 8).astype(int).tolist()
    assert lines == [[1] * 8, *[[1, 0, 0, 0, 0, 0, 0, 1]] * 5, [1] * 8]


def test_as_published_what_is_in_a_dense_element_is_dense() -> None:
    menu = "<ul box='0 0 100 60'><li><a href=x>One</a><a href=y>Two</a></li></ul>"
    html = f"<div box='0 0 100 100'>{menu}<p box='0 60 100 40'>{TEXT}</p></div>"
    page = laid_out(f"{html}<p box='0 100 1920 900'>{TEXT}</p>")
    published = GridCenteringExpanding.as_published()._areas(page)
    # The div is 60 % links, so the text in it is dense; its own block has none.
    assert len(published.plain.nonzero()[0]) == 1
    assert len(LinkAreas.of(page).plain.nonzero()[0]) == 2


def test_as_coded_the_climb_ends_before_a_parent_that_is_wider_by_a_cell() -> None:
    page = laid_out(
        "<div id=page box='0 0 1920 1080'><center box='0 0 1240 1080'>"
        f"<div id=it box='500 100 960 900'><p box='500 500 960 200'>{TEXT}</p></div></center></div>"
    )
    coded = GridCenteringExpanding.as_coded()
    widths = [one for one in coded.considered(page)[2] if one.rule == "of one width"]
    # 960 is more than two cells of 240; the center around it, no wrapper, is wider by 280.
    assert page.attribute(widths[0].row, "id") == "it"
    ours = [one for one in GCE.considered(page)[2] if one.rule == "of one width"]
    assert page.attribute(ours[0].row, "id") == "it"
    narrow = laid_out(
        "<div id=page box='0 0 1920 1080'><div id=it box='500 100 470 900'>"
        f"<p box='500 500 470 200'>{TEXT}</p></div></div>"
    )
    widths = [one for one in coded.considered(narrow)[2] if one.rule == "of one width"]
    # 470 is not: the climb goes on to the div of the page, which its parent is no wider than.
    assert narrow.tag_name(widths[0].row) == "body"


def test_the_order_of_the_program() -> None:
    low, body = candidate(2, best=False), candidate(0, best=False, body=True)
    best = candidate(1)
    assert choose_as_coded([[best], [low], [body]]) is low
    # The body comes first of two that are no best: nothing is best there, and the last goes.
    assert choose_as_coded([[best], [body, low], [body, body]]) is best
    assert choose_as_coded([[body, low], [body, candidate(3, best=False)]]) == candidate(
        3, best=False
    )
    assert choose_as_coded([[body], [body]]) is None
    assert choose_as_coded([]) is None


def test_as_published_a_link_stands_for_what_has_no_other_child() -> None:
    page = laid_out(
        "<ul><li id=alone><a href=x>One</a></li><li id=two><a href=y>Two</a><i></i></li></ul>"
    )
    shown = LayoutView.of(page)
    published = GridCenteringExpanding.as_published()
    found = link_containers(page, shown, published.containers).nonzero()[0]
    assert [page.attribute(int(row), "id") or page.tag_name(row) for row in found] == ["alone", "a"]


def test_the_report_has_the_points_and_every_candidate() -> None:
    points, candidates = GCE.explain_page(wrapped(MIDDLE, "class=content"))
    assert [line[0] for line in points.lines] == ["Cw", "Cd", "Cm", "C1", "C2", "C3"]
    assert len(candidates.lines) == 9
    assert {line[4] for line in candidates.lines if line[1] == "named as content"} == {"chosen"}


def candidate(row: int, *, best: bool = True, body: bool = False) -> Candidate:
    return Candidate(row=row, rule="", leaf=0, density=0.5, is_best=best, is_body=body)


def test_the_order_of_choice() -> None:
    low = {"best": False}
    one, two, three = candidate(1), candidate(2), candidate(3)
    assert choose([one, two, three]) is three
    assert choose([one, two, candidate(3, **low)]) is two
    assert choose([one, candidate(2, **low), candidate(3, **low)]) is one
    lows = [candidate(row, **low) for row in (1, 2, 3)]
    assert choose(lows) is lows[2]
    bodies = [candidate(0, best=False, body=True)] * 3
    assert choose([lows[0], *bodies[:2]]) is lows[0]
    assert choose(bodies) is None
    assert choose([]) is None


def test_all_body_is_a_failure() -> None:
    document = extract(laid_out(f"<p>{TEXT}</p><p>More</p>"), method="gce")
    assert document.text == ""
    assert document.reason == "No element around the centre of the page is less than all of it."


def test_a_page_of_links_has_no_text_to_start_from() -> None:
    page = laid_out("<ul><li><a href=x>One</a></li><li><a href=y>Two</a></li></ul>")
    assert extract(page, method="gce").reason == "No text of the page is outside of links."


def test_what_is_hidden_inside_is_not_kept() -> None:
    page = wrapped(MIDDLE + "<p display=none>Not me</p><img src=a>")
    selection = GCE.select(page)
    assert [page.tag_name(int(row)) for row in selection.rows] == ["#text", "img"]


def test_amount_climbs_and_goes_down() -> None:
    page = wrapped(f"<h1 box='500 100 900 40'>Ferry</h1>{MIDDLE}")
    assert extract(page, method="gce").text == f"Ferry\n\n{TEXT}"
    assert extract(page, method="gce", amount=1).text == f"Ferry\n\n{TEXT}\n\nImprint"
    assert extract(page, method="gce", amount=-1).text == TEXT


def test_a_box_touches_the_cells_that_it_reaches_into() -> None:
    boxes = np.array([[0, 0, 1, 1], [1, 1, 3, 2], [2.5, 1.5, 2.6, 1.6]])
    assert _touched(boxes, 1, 1, 3, 4).reshape(3, 4).astype(int).tolist() == [
        [1, 0, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 0, 0],
    ]
