from __future__ import annotations

from dehusk import extract
from dehusk.content.complete.pictures import ICON, REPEATED
from dehusk.content.options import Completion
from tests.content.complete import completed, texts

BESIDE = "<p>One!</p>{}<p>Two!</p>"


def figure(source: str, more: str = "") -> str:
    return f"<figure><img src={source} {more}></figure>"


def test_an_icon_that_stands_alone_is_dropped() -> None:
    html = BESIDE.format(figure("/img/icon-tea.png") + figure("/tea.png"))
    assert texts(html) == ["One", "/tea.png", "Two"]
    assert ICON in completed(html)[1].reasons


def test_its_class_may_tell_it_too_and_the_switch_keeps_nothing_of_it() -> None:
    html = BESIDE.format(figure("/a.png", "class=menu-icon"))
    assert texts(html) == ["One", "Two"]
    assert texts(html, Completion(figures=False)) == ["One", "Two"]


def test_an_icon_within_a_caption_or_a_line_stays() -> None:
    html = BESIDE.format(
        "<figure><img src=/icon.png><figcaption>The sign of tea</figcaption></figure>"
    )
    assert texts(html) == ["One", "/icon.png", "The sign of tea", "Two"]


def test_the_same_picture_is_shown_once() -> None:
    html = BESIDE.format(figure("/tea.png") * 2 + figure("/pot.png"))
    assert texts(html) == ["One", "/tea.png", "/pot.png", "Two"]
    assert REPEATED in completed(html)[1].reasons


def test_it_may_come_again_after_some_words() -> None:
    html = f"<p>One!</p>{figure('/tea.png')}<p>Two!</p>{figure('/tea.png')}<p>Three!</p>"
    assert texts(html) == ["One", "/tea.png", "Two", "/tea.png", "Three"]


def test_pictures_that_wait_behind_one_placeholder_are_different() -> None:
    lazy = figure("/blank.gif", "data-src=/tea.png") + figure("/blank.gif", "data-src=/pot.png")
    assert texts(BESIDE.format(lazy)).count("/blank.gif") == 2


def test_the_same_picture_in_cells_is_what_they_say() -> None:
    row = "<tr><th>Tea</th><td><img src=/tick.png></td><td><img src=/tick.png></td></tr>"
    document = extract(
        f"<main><p>One</p><table>{row * 2}</table><p>Two</p></main>", method="semantic"
    )
    assert document.markdown.count("/tick.png") == 4
