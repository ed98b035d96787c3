"""Answers without buttons: a text that is kept ends in an exclamation mark."""

from __future__ import annotations

import pytest

from dehusk.content.complete.panels import ANSWER
from dehusk.content.options import Completion
from tests.content.complete import PROSE, completed, texts


def panels(
    head: str = "<div class=faq-question>{}!</div>", *, number: int = 2, make: str = "faq-answer"
) -> str:
    items = (
        f"{head.format(f'Which {n}')}<hr><div class={make}>This {n}.</div>" for n in range(number)
    )
    return f"<p>{PROSE}!</p>{''.join(f'<div>{item}</div>' for item in items)}<p>{PROSE}!</p>"


@pytest.mark.parametrize(
    "head", ["<p class=accordion>{}!</p>", "<h3>{}!</h3>", "<div><button>{}!</button></div>"]
)
def test_an_answer_goes_with_its_question(head: str) -> None:
    assert [text for text in texts(panels(head)) if text != PROSE][-1] == "This 1."
    assert ANSWER in completed(panels(head))[1].reasons
    assert "This 1." not in texts(panels(head), Completion(headings=False))


def test_what_is_no_answer() -> None:
    for html in (
        panels(number=1),
        panels("<p class=accordion>{}</p>"),
        panels("<p>{}!</p>"),
        panels("<p class=accordion>{}" + "x" * 200 + "!</p>"),
        panels(make="box"),
        panels("{}!"),
    ):
        assert "This 0." not in texts(html)


@pytest.mark.parametrize(("chars", "kept"), [(200, True), (201, False)])
def test_how_long_a_question_may_be(chars: int, kept: bool) -> None:
    head = f"<p class=accordion>{'x' * (chars - 7)}{{}}!</p>"
    assert ("This 0." in texts(panels(head.replace("{}", "Which1")))) == kept


@pytest.mark.parametrize(("chars", "whole"), [(49, True), (50, False)])
def test_an_answer_of_which_half_is_kept_stays_as_it_is(chars: int, whole: bool) -> None:
    html = panels().replace("This 0.", f"<i>{'x' * (chars - 1)}!</i> <b>{'y' * (100 - chars)}</b>")
    assert ("y" * (100 - chars) in texts(html)) == whole


@pytest.mark.parametrize(("chars", "kept"), [(50, True), (49, False)])
def test_a_question_of_which_less_than_half_is_kept_asks_nothing(chars: int, kept: bool) -> None:
    head = f"<p class=accordion><i>{'x' * (chars - 1)}!</i> <b>{'y' * (100 - chars)}</b>"
    assert ("This 0." in texts(panels(head))) == kept
