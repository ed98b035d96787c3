from __future__ import annotations

from dehusk.content.options import Completion
from tests.content.complete import texts


def stanza(*lines: str) -> str:
    return "<p>" + "<br>".join(lines) + "</p>"


FIRST = stanza("The kettle sang!", "the rain came in!", "and then the cat!")
REFRAIN = stanza("Oh, pour it out", "and pour it slow", "as long as we go")


def test_a_refrain_is_kept() -> None:
    html = f"<h1>Tea!</h1><div>{FIRST}{REFRAIN}{FIRST}</div><p>Not this.</p>"
    assert "and pour it slow" in texts(html)
    assert "and pour it slow" not in texts(html, Completion(verse=False))
    assert "Not this." not in texts(html)


def test_an_address_beside_prose_is_no_stanza() -> None:
    prose = "<p>Bread needs flour, water, salt and time, and a baker who can wait!</p>" * 3
    assert "Mill Lane 3" not in texts(
        f"<div>{prose}{stanza('The Bakery', 'Mill Lane 3', 'Wells')}</div>"
    )


def test_a_poem_of_which_little_is_kept_is_left_alone() -> None:
    html = f"<h1>Tea!</h1><div>{REFRAIN}{REFRAIN}{REFRAIN}{FIRST}</div>"
    assert "Oh, pour it out" not in texts(html)


def test_long_lines_are_no_verse() -> None:
    long = "Bread needs flour, water and salt, and a baker who has the time to wait for it."
    html = f"<h1>Tea!</h1><div>{FIRST}{FIRST}{FIRST}{stanza(long, long, long)}</div>"
    assert long not in texts(html)


def test_a_signature_below_a_post_is_no_second_stanza() -> None:
    post = stanza("I have it, too!", "since the last update!", "and it is loud!")
    assert "Sent from my desk" not in texts(
        f"<div>{post}{stanza('Bo', 'Sent from my desk', 'in Wells')}</div>"
    )
