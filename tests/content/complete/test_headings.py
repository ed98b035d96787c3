from __future__ import annotations

import numpy as np

from dehusk import Document, Selection, parse
from dehusk.content.options import Completion
from tests.content.complete import PROSE, texts


def test_a_heading_whose_section_was_dropped_goes() -> None:
    html = "<h1>Tea!</h1><p>Boil!</p><h2>Related!</h2><p>Coffee</p><h2>Milk!</h2><p>Add!</p>"
    assert texts(html) == ["Tea", "Boil", "Milk", "Add"]
    assert "Related" in texts(html, Completion(headings=False))


def test_a_heading_at_the_end_goes() -> None:
    assert texts("<p>Boil!</p><h2>Comments!</h2>") == ["Boil"]
    assert texts("<p>Boil!</p><h2>Comments!</h2><p>Nice</p>") == ["Boil"]


def test_headings_above_headings_have_their_content() -> None:
    html = "<h1>Tea!</h1><h2>Leaves!</h2><h3>Green!</h3><p>Boil!</p>"
    assert texts(html) == ["Tea", "Leaves", "Green", "Boil"]


def test_a_chain_of_empty_headings_goes_as_one() -> None:
    html = "<p>Boil!</p><h2>More!</h2><h3>From us!</h3><p>Coffee</p>"
    assert texts(html) == ["Boil"]


def test_a_title_and_its_subtitle_of_the_same_level_stay() -> None:
    assert texts("<h2>Tea!</h2><h2>A guide!</h2><p>Boil!</p>") == ["Tea", "A guide", "Boil"]


def test_a_linked_heading_without_a_word_may_end_the_page() -> None:
    page = parse("<p>Boil water and wait.</p><a href=/b><h2></h2></a>")
    nothing = np.zeros(len(page), np.uint8)
    every_row = Selection(np.ones(len(page), bool), nothing.astype(np.float32), nothing, ("all",))
    assert Document(page, every_row).text == "Boil water and wait."


def test_a_picture_is_content() -> None:
    page = "<p>Boil!</p><h2>A pot!</h2><p><img src=pot.jpg>!</p><h2>End!</h2><p>Wait!</p>"
    assert "A pot" in texts(page)


def test_a_paragraph_in_the_clothes_of_a_heading_stays() -> None:
    long = "Tea is older than most of the countries that drink it, and " * 5
    assert texts(f"<h3>{long}!</h3><h3>Short!</h3>") == [long.strip() + " "]


LINKS = "<a href=/pots>Pots that hold their water well</a> <a href=/mugs>Mugs that hold their coffee well</a>"


def test_a_heading_of_links_that_were_dropped_goes_though_text_follows() -> None:
    html = "<p>Boil!</p><div><h2>More!</h2><ul>{}</ul></div><p>Wait!</p>"
    assert texts(html.format(LINKS)) == ["Boil", "Wait"]
    for others in (
        "<a href=/x>Share</a> <a href=/y>Print</a>",
        LINKS[:55],
        f"{LINKS} Read them all again, and then once more",
    ):
        assert "More" in texts(html.format(others))
    for kept in (
        html.replace("<ul>", "<p>So!</p><ul>"),
        html.replace("h2", "h1"),
        "<p>Boil!</p><h2>More!</h2>{}<p>Wait!</p>",
    ):
        assert "More" in texts(kept.format(LINKS))


def test_a_section_in_an_element_that_begins_before_the_window() -> None:
    html = f"<div>{'<i></i>' * 50}<h2>Tea!</h2><p>{PROSE}!</p><h3>Milk</h3><p>{PROSE}!</p></div>"
    assert texts(html) == ["Tea", PROSE, "Milk", PROSE]


def test_a_heading_that_is_said_twice_is_said_once() -> None:
    html = "<h3>Tea!</h3>{}<h3>Tea!</h3><p>Boil it!</p>"
    for between, number in (("", 1), ("<p>Advertisement</p>", 1), ("<p>Hot!</p>", 2)):
        assert texts(html.format(between)).count("Tea") == number
    assert texts("<h3>Tea!</h3><h3>Pot!</h3><p>Boil it!</p>") == ["Tea", "Pot", "Boil it"]


def test_cards_of_which_some_have_content_keep_their_titles() -> None:
    card = "<div><h3 class={}><a href=/{}>{}!</a></h3><p>€{}</p></div>"
    for number, kept in ((3, True), (2, False)):
        full = "".join(card.format("t", n, "Bag", "9!") for n in range(number))
        assert ("Sack" in texts(full + card.format("t", 9, "Sack", "9") + "<h3>More</h3>")) == kept
        assert "Sack" not in texts(full + card.format("u", 9, "Sack", "9"))
        assert "Sack" not in texts(full + "<h3 class=t>Sack!</h3><p>€9</p>")
