from __future__ import annotations

from dehusk import extract
from dehusk.content.complete.accordions import (
    BESIDE_HEADING,
    OPENS,
    OPENS_NOTHING,
    _are_in_a_row,
)
from dehusk.content.complete.editor import SelectionEditor
from dehusk.content.options import Completion
from dehusk.page.tags import TagSet
from tests.content.complete import completed, marked, texts

QUESTION = "<button aria-expanded=false>Which water</button>"
ANSWER = "<div><p>Soft!</p></div>"


def test_the_question_goes_with_the_answer() -> None:
    for html in (
        QUESTION + ANSWER,
        f"<div>{QUESTION}</div>{ANSWER}",
        f"<h3><span>{QUESTION}</span></h3>{ANSWER}",
        f"<h3> {QUESTION} <i></i></h3> <hr> {ANSWER}",
    ):
        assert texts(f"<p>One!</p>{html}") == ["One", "Which water", "Soft"]
        assert OPENS in completed(f"<p>One!</p>{html}")[1].reasons
    assert texts(f"<p>One!</p>{QUESTION}{ANSWER}", Completion(headings=False)) == ["One", "Soft"]


def test_an_answer_in_an_element_of_its_own_name() -> None:
    answer = "<x-answer>It is in the fridge!</x-answer>"
    html = f"<x-page><p>One!</p><button>Is there milk?</button>{answer}</x-page>"
    assert texts(html) == ["One", "Is there milk?", "It is in the fridge"]


def test_a_button_that_opens_a_menu_goes() -> None:
    html = "<p>One!</p><button aria-controls=m>Menu!</button><ul><li>Home<li>Sport</ul><p>Two!</p>"
    assert texts(html) == ["One", "Two"]
    assert OPENS_NOTHING in completed(html)[1].reasons


def test_what_opens_nothing_near_is_no_question() -> None:
    button = "<button aria-expanded=false>Share</button>"
    assert texts(f"<p>One!</p><div>Note {button}</div><p>Two!</p>") == ["One", "Two"]
    assert texts(f"<p>One!</p><button>Which water</button>{ANSWER}") == ["One", "Soft"]


def test_a_heading_has_no_buttons_beside_its_words() -> None:
    html = "<h2>Water! <button>Copy link!</button></h2><p>One!</p>"
    assert texts(html) == ["Water", "One"]
    assert BESIDE_HEADING in completed(html)[1].reasons
    assert texts("<h2><button>Water!</button></h2><p>One!</p>") == ["Water", "One"]


def test_a_bare_button_that_asks_or_is_called_so_opens() -> None:
    for button in ("<button>Water?</button>", "<button class='item faq-question'>Water?!</button>"):
        assert texts(f"<p>One!</p><div>{button}{ANSWER}</div>") == ["One", "Water?", "Soft"]
    assert texts(f"<p>One!</p><nav><button class=tab>Water!</button>{ANSWER}</nav>")[1] == "Water"
    assert texts("<p>One!</p><button>More?</button><p>Menu</p><p>Two!</p>") == ["One", "Two"]


def test_a_question_above_a_heading_leads_elsewhere() -> None:
    assert texts(f"<p>One!</p><button>Water!?</button><h2>Two!</h2>{ANSWER}") == [
        "One",
        "Two",
        "Soft",
    ]


def test_a_bar_of_buttons_is_no_heading_of_what_follows() -> None:
    bar = "<button class=tab>Green</button> <button class=tab>Black</button>"
    assert texts(f"<p>One!</p>{bar}{ANSWER}") == ["One", "Soft"]


def test_a_button_is_an_opener_whatever_else_it_is_called() -> None:
    button = "<button class='line emoji accordion-button'>Water!</button>"
    assert texts(f"<p>One!</p><div>{button}{ANSWER}</div>") == ["One", "Water", "Soft"]
    html = f"<main><p>One!</p><div>{button}{ANSWER}</div></main>"
    assert "**Water!**" in extract(html, method="semantic").markdown


def test_what_is_no_button_is_not_called_an_opener() -> None:
    html = "<main><p>One!</p><div class='question tab admonition'><p>Two!</p></div></main>"
    assert "> [!NOTE]\n> Two!" in extract(html, method="semantic").markdown


def test_buttons_in_a_row_are_found_together() -> None:
    """Looking for the one before each of them takes long where there are many."""
    pair = f"<p>One!</p><button>Water?</button>{ANSWER}"
    editor = SelectionEditor(*marked(pair * 3 + "<button>Tea?</button><button>Milk?</button>"))
    buttons = editor.of_tags(TagSet("button"))
    assert _are_in_a_row(editor, buttons).tolist() == [False, False, False, False, True]


def test_what_opens_a_gallery_is_no_heading_of_a_caption() -> None:
    button = "<button aria-controls=g>View 6 images</button>"
    figure = f"<figure><img src=pot.jpg>{button}<figcaption>A pot</figcaption></figure>"
    assert texts(f"<p>One!</p>{figure}<p>Two!</p>") == ["One", "pot.jpg", "A pot", "Two"]
