from __future__ import annotations

import pytest

from dehusk.content.options import Completion
from tests.content.complete import PROSE, texts

LONG = " ".join([PROSE] * 16)
HEADLINES = (
    "Bakers wait for cheaper flour",
    "Millers ask for more patience",
    "Salt is dearer again, traders say",
)


def page(label: str, headlines: tuple[str, ...] = HEADLINES, after: str = "") -> str:
    pointers = (
        f"<p><b>!{label}</b> <a href=/{number}>{headline}!</a>{after}</p>"
        for number, headline in enumerate(headlines)
    )
    return "".join(f"<p>{LONG}!</p>{pointer}" for pointer in pointers) + f"<p>{LONG} {LONG}!</p>"


@pytest.mark.parametrize("label", ["Read also:", "FUNDA OLUNYE |", "相关新闻：", ">> More >>"])
def test_pointers_that_begin_alike_go(label: str) -> None:
    found = texts(page(label))
    assert not any(headline in text for text in found for headline in HEADLINES)
    assert len(found) == 4
    assert len(texts(page(label), Completion(labels=False))) > 4


def test_one_alone_stays() -> None:
    html = page("Read also:", HEADLINES[:1]) + page("Or this:", HEADLINES[1:2])
    assert any(HEADLINES[0] in text for text in texts(html))


@pytest.mark.parametrize(
    ("label", "after"),
    [("For more see", ""), ("Read also:", ", which says more about it than we could (!)")],
    ids=["a sentence", "more than a link"],
)
def test_other_paragraphs_with_links_stay(label: str, after: str) -> None:
    assert any(HEADLINES[0] in text for text in texts(page(label, after=after)))


def test_links_that_are_no_headlines_stay() -> None:
    names = ("Ann Baker", "Ben Miller", "Cat Salter")
    assert any("Ann Baker" in text for text in texts(page("Director:", names)))
    addresses = ("https://example.org/bread/1", "https://example.org/bread/2")
    assert any("bread/1" in text for text in texts(page("Website:", addresses)))
    questions = tuple(f"{headline}? {PROSE} And who has it?" for headline in HEADLINES)
    assert any(HEADLINES[0] in text for text in texts(page("Ann:", questions)))


def test_what_the_page_is_about_stays() -> None:
    html = "".join(
        f"<p>{PROSE} {PROSE}!</p><p>!Also: <a href=/>{line}!</a></p>" for line in HEADLINES * 9
    )
    assert any(HEADLINES[0] in text for text in texts(html))


def test_one_of_them_may_stand_away_from_paragraphs() -> None:
    html = page("Also:") + f"<p>Short!</p><p><b>!Also:</b> <a href=/>{HEADLINES[0]} too!</a></p>"
    assert not any(HEADLINES[0] in text for text in texts(html))
    far = "<p>Short!</p>".join(f"<p><b>!Also:</b> <a href=/>{one}!</a></p>" for one in HEADLINES)
    assert any(HEADLINES[0] in text for text in texts(f"<p>{LONG}!</p><p>Short!</p>{far}"))


def test_items_of_a_list_stay() -> None:
    items = "".join(f"<li><b>!Also:</b> <a href=/>{one}!</a></li>" for one in HEADLINES)
    assert any(HEADLINES[0] in text for text in texts(f"<p>{LONG}!</p><ul>{items}</ul><p>{LONG}!"))
