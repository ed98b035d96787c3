"""Where each rule begins and ends: a page on either side of every threshold."""

from __future__ import annotations

import pytest

from dehusk.content.options import EVERYTHING
from tests.content.complete import PROSE, texts

KEPT = f"<p>{PROSE}!</p>"


def ink(count: int, kept: bool = False) -> str:
    """A word of so many letters."""
    return "x" * (count - 1) + ("!" if kept else "x")


def items(*kept: int, other: tuple[int, ...] = (), tag: str = "li") -> str:
    """Items of so many letters that a method keeps, then others."""
    own = [ink(count, kept=True) for count in kept] + [ink(count) for count in other]
    return "".join(f"<{tag}>{text}</{tag}>" for text in own)


@pytest.mark.parametrize(
    ("kept", "other", "followed", "whole"),
    [
        (75, 25, False, True),
        (74, 26, False, False),
        (50, 50, True, True),
        (49, 51, True, False),
        (50, 50, False, False),
    ],
)
def test_how_much_of_a_list_is_enough(kept: int, other: int, followed: bool, whole: bool) -> None:
    html = f"{KEPT}<ul>{items(kept, other=(other,))}</ul>{KEPT if followed else ''}"
    assert (ink(other) in texts(html)) == whole


@pytest.mark.parametrize(("kept", "other", "stays"), [(25, 75, True), (24, 76, False)])
def test_how_little_of_a_list_goes(kept: int, other: int, stays: bool) -> None:
    html = f"{KEPT}<ul>{items(kept, other=(other,))}</ul>"
    assert (ink(kept, kept=True).rstrip("!") in texts(html)) == stays


@pytest.mark.parametrize(("kept", "stays"), [(100, True), (99, False)])
def test_a_long_item_stays_alone(kept: int, stays: bool) -> None:
    html = f"{KEPT}<ul>{items(kept, other=(400, 400))}</ul>"
    assert (ink(kept, kept=True).rstrip("!") in texts(html)) == stays


@pytest.mark.parametrize(("linked", "whole"), [(14, True), (15, False)])
def test_a_list_whose_rest_leads_elsewhere(linked: int, whole: bool) -> None:
    rest = f"<li><a href=/a>{ink(linked)}</a> {ink(20 - linked)}</li>"
    assert (ink(linked) in texts(f"{KEPT}<ul>{items(80)}{rest}</ul>")) == whole


@pytest.mark.parametrize(("length", "announces"), [(25, True), (24, False)])
def test_how_long_an_announcement_is(length: int, announces: bool) -> None:
    html = f"<p>{ink(length - 1, kept=True)}:</p><ul>{items(other=(5, 5))}</ul>{KEPT}"
    assert (ink(5) in texts(html)) == announces


@pytest.mark.parametrize(("kept", "whole"), [(25, True), (24, False)])
def test_how_much_of_code_is_enough(kept: int, whole: bool) -> None:
    html = f"{KEPT}<pre><b>{ink(kept, kept=True)}</b> <i>{ink(100 - kept)}</i></pre><p>More"
    assert any(ink(100 - kept) in text for text in texts(html)) == whole


@pytest.mark.parametrize(("kept", "whole"), [(50, True), (49, False)])
def test_how_much_of_a_quotation_is_enough(kept: int, whole: bool) -> None:
    html = f"{KEPT}<blockquote>{items(kept, other=(100 - kept,), tag='p')}</blockquote>"
    assert (ink(100 - kept) in texts(html)) == whole


def table(*cells: str, columns: int = 2) -> str:
    lines = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    return (
        "<table>"
        + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) for line in lines)
        + "</table>"
    )


@pytest.mark.parametrize(("kept", "whole"), [(50, True), (49, False)])
def test_how_much_of_a_table_is_enough(kept: int, whole: bool) -> None:
    html = f"{KEPT}{table(ink(kept, kept=True), ink(100 - kept))}"
    assert (ink(100 - kept) in texts(html)) == whole
    assert (ink(kept, kept=True).rstrip("!") in texts(html)) == whole


def test_a_table_of_one_column_places_things() -> None:
    cells = (ink(20, kept=True), ink(20, kept=True), ink(10))
    assert ink(10) not in texts(f"{KEPT}{table(*cells, columns=1)}")
    assert ink(10) in texts(f"{KEPT}{table(*cells, ink(11), columns=2)}")


@pytest.mark.parametrize(("length", "is_data"), [(600, True), (601, False)])
def test_long_cells_are_layout(length: int, is_data: bool) -> None:
    for cells in (2, 14):
        long = [ink(length, kept=True)] * (cells - 2)
        html = f"{KEPT}{table(*long, ink(2 * length - 10, kept=True), ink(10))}"
        assert (ink(10) in texts(html)) == is_data


@pytest.mark.parametrize(("count", "is_data"), [(14, True), (12, False)])
def test_many_cells_are_data_whatever_is_in_them(count: int, is_data: bool) -> None:
    cells = [f"<h3>{ink(5, kept=True)}</h3><p>{ink(50, kept=True)}"] * (count - 1)
    assert (ink(10) in texts(f"{KEPT}{table(*cells, ink(10))}")) == is_data


@pytest.mark.parametrize(("length", "added"), [(40, True), (39, False)])
def test_a_table_among_paragraphs(length: int, added: bool) -> None:
    prose = f"<p>{ink(length, kept=True)}</p>"
    html = f"{prose}{table('tea', '3', 'milk', '1')}{prose}"
    assert ("milk" in texts(html)) == added


@pytest.mark.parametrize(("length", "dropped"), [(200, True), (201, False)])
def test_a_long_heading_is_a_paragraph(length: int, dropped: bool) -> None:
    html = f"{KEPT}<h2>{ink(length, kept=True)}</h2><p>Dropped.</p><h2>More!</h2>{KEPT}"
    assert (ink(length, kept=True).rstrip("!") in texts(html)) != dropped


@pytest.mark.parametrize(
    ("line", "dropped"),
    [
        ("500 of 500!", True),
        ("501 of 501!", False),
        ("1 of 5!", True),
        ("0 of 5!", False),
        ("6 of 5!", False),
        ("5 of 5!", True),
        ("picture 1 out of 5!", True),
        ("is 1 out of 5!", True),
        ("this one is 1 out of 5!", False),
        ("1 of 2 of 3!", False),
    ],
)
def test_what_counts_pictures(line: str, dropped: bool) -> None:
    html = f"{KEPT}<img src=a.png width=600><div>{line}</div>{KEPT}"
    assert (line.rstrip("!") in texts(html)) != dropped


@pytest.mark.parametrize(("between", "dropped"), [(10, True), (11, False)])
def test_a_counter_stands_near_its_picture(between: int, dropped: bool) -> None:
    html = f"{KEPT}<img src=a.png width=600>{'<br>' * between}<div>1 of 5!</div>{KEPT}"
    assert ("1 of 5" in texts(html)) != dropped


@pytest.mark.parametrize(("width", "is_lead"), [("300", True), ("299", False), ("300px", True)])
def test_how_large_a_picture_leads(width: str, is_lead: bool) -> None:
    html = f"<h1>Tea!</h1><div>By Ann</div><img src=a.png width={width}><div>Today</div>{KEPT}"
    assert ("a.png" in texts(html)) == is_lead


@pytest.mark.parametrize(("first", "whole"), [(9, True), (8, False)])
def test_how_much_of_a_poem_is_enough(first: int, whole: bool) -> None:
    lines = ((first, 8, 8), (9, 8, 8), (17, 17, 16))
    stanzas = [
        "<p>" + "<br>".join(ink(count, kept=number < 2) for count in stanza) + "</p>"
        for number, stanza in enumerate(lines)
    ]
    assert (ink(16) in texts(f"{KEPT}<div>{''.join(stanzas)}</div>")) == whole


def pointer(word: str) -> str:
    return (
        f"<p>Read also!: <a href=/{word}>The {word} that nobody had ever expected to see!</a></p>"
    )


@pytest.mark.parametrize(("length", "dropped"), [(100, True), (99, False)])
def test_pointers_stand_beside_paragraphs(length: int, dropped: bool) -> None:
    prose = f"<p>{ink(length, kept=True)}</p>"
    html = f"{prose}{pointer('kettle')}{prose}{prose * 8}<p>{ink(50, kept=True)}</p>{pointer('teapot')}<p>{ink(50, kept=True)}</p>"
    assert (not any("kettle" in text for text in texts(html))) == dropped


@pytest.mark.parametrize(("prose", "dropped"), [(12, True), (6, False)])
def test_a_page_of_pointers_is_about_them(prose: int, dropped: bool) -> None:
    paragraph = f"<p>{ink(100, kept=True)}</p>"
    html = f"{paragraph}{pointer('kettle')}{paragraph}{pointer('teapot')}{paragraph * (prose - 2)}"
    assert (not any("kettle" in text for text in texts(html))) == dropped


PRODUCT = "<h1>Tea pot!</h1><div class=price>{price}</div><p>{prose}!</p>"


@pytest.mark.parametrize(
    ("price", "added"),
    [
        ("24.50 €" + " " + ink(33), True),
        ("24.50 €" + " " + ink(35), False),
        ("twenty", False),
        ("24.50", False),
    ],
)
def test_what_is_a_price(price: str, added: bool) -> None:
    html = PRODUCT.format(price=price, prose=PROSE)
    assert (price in texts(html, EVERYTHING)) == added


@pytest.mark.parametrize(("sign", "added"), [("EUR", True), ("EURO", False)])
def test_short_signs_belong_to_a_price(sign: str, added: bool) -> None:
    html = PRODUCT.format(price=f"<b>24 €</b> <i>{sign}</i>", prose=PROSE)
    assert (sign in texts(html)) == added


@pytest.mark.parametrize(("linked", "added"), [(30, True), (31, False)])
def test_a_recipe_is_no_list_of_links(linked: int, added: bool) -> None:
    other = f"<li><a href=/a>{ink(linked)}</a> {ink(100 - linked)}</li>"
    html = (
        f"{KEPT}<ul class=ingredients><li>flour!</ul>{KEPT}<ul class=ingredients>{other}</ul>{KEPT}"
    )
    assert (ink(linked) in texts(html)) == added
