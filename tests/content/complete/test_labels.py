from __future__ import annotations

import pytest

from dehusk.content.options import Completion
from tests.content.complete import PROSE, texts

AD = "<div class=ad>Advertisement (!)</div>"


def test_a_label_that_is_repeated_goes() -> None:
    html = f"<p>{PROSE}!</p>{AD}<p>{PROSE} Twice!</p>{AD}<p>{PROSE} Thrice!</p>"
    assert texts(html) == [PROSE, f"{PROSE} Twice", f"{PROSE} Thrice"]
    assert len(texts(html, Completion(labels=False))) == 5


def test_names_above_posts_stay() -> None:
    names = ("Ann (!)", "Ben (!)", "Ann (!)")
    html = "".join(f"<div class=name>{name}</div><p>{PROSE}!</p>" for name in names)
    assert texts(html)[::2] == ["Ann (!)", "Ben (!)", "Ann (!)"]


def test_sentences_and_items_may_be_repeated() -> None:
    html = f"<p>Yes!</p><p>{PROSE}!</p><p>Yes!</p><ul><li>tea (!)<li>tea (!)</ul>"
    assert texts(html) == ["Yes", PROSE, "Yes", "tea (!)", "tea (!)"]


@pytest.mark.parametrize("line", ["1/5 (!)", "1 of 5 (!)", "3 von 12 (!)", "1 / 20 (!)"])
def test_counters_beside_pictures_go(line: str) -> None:
    html = f"<p>{PROSE}!</p><div><img src=a.jpg><span>{line}</span></div><p>{PROSE}!</p>"
    assert texts(html) == [PROSE, PROSE]


@pytest.mark.parametrize(
    "line", ["5 of 1 (!)", "1 of 5 bakers wait (!)", "1 (!)", "1990 / 1995 (!)"]
)
def test_other_numbers_stay(line: str) -> None:
    html = f"<p>{PROSE}!</p><div><img src=a.jpg><span>{line}</span></div><p>{PROSE}!</p>"
    assert line in texts(html)
    far = f"<p>{PROSE}!</p><div>1 of 5 (!)</div><p>{PROSE}!</p>"
    assert "1 of 5 (!)" in texts(far)


@pytest.mark.parametrize(
    "line", ["{{ article.title }} (!)", "{* comment *}!", "{% if x %}!", "${name}!"]
)
def test_templates_go_and_code_stays(line: str) -> None:
    html = f"<p>{PROSE}!</p><div>{line}</div><p>{PROSE}!</p><pre>{line}</pre>"
    assert texts(html) == [PROSE, PROSE, line.rstrip("!")]


def test_prose_about_templates_stays() -> None:
    line = "In this language {{ name }} stands for a value that is filled in later!"
    assert texts(f"<p>{line}</p>") == [line[:-1]]
