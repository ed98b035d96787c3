"""The default method: its decisions, and that they know no language."""

from __future__ import annotations

import re

import numpy as np
import pytest

from dehusk import extract, parse
from dehusk.extractors.default import method
from dehusk.extractors.default.method import Default, lend_to_alike
from dehusk.views.blocks import Blocks
from tests.conftest import ROOT

LATIN = "abcdefghijklmnopqrstuvwxyz"
CYRILLIC = "абцдефгхийклмнопкрстувшхуз"
ARABIC = "ابجدهوزحطيكلمنسعفصقرشتثخذض"
MARKS = str.maketrans({",": "،", ";": "؛", "?": "؟"})
WIDE_MARKS = str.maketrans({",": "，", ";": "；", "?": "？", ".": "。", ":": "：", "!": "！"})


def to_cyrillic(text: str) -> str:
    return text.translate(str.maketrans(LATIN + LATIN.upper(), CYRILLIC + CYRILLIC.upper()))


def to_arabic(text: str) -> str:
    return text.translate(str.maketrans(LATIN + LATIN.upper(), ARABIC + ARABIC)).translate(MARKS)


def to_han(text: str) -> str:
    """Two letters make one character, and no spaces stand between words."""
    han = re.sub("[A-Za-z]{1,3}", lambda part: chr(0x4E00 + sum(map(ord, part[0])) % 0x4000), text)
    return re.sub(r"(?<=[\u4e00-\u9fff，。]) +(?=[\u4e00-\u9fff])", "", han.translate(WIDE_MARKS))


SCRIPTS = {"Cyrillic": to_cyrillic, "Arabic": to_arabic, "Han": to_han}
ENGLISH = "blog docs forum listing lists news product recipe service tabloid wiki".split()


def html_of(name: str) -> bytes:
    return (ROOT / "tests/pages" / name / "page.html").read_bytes()


def in_script(html: str, name: str) -> str:
    """The page with the text that readers see in another script; its markup stays."""
    head, body = html.split("<body", 1)
    parts = re.split(
        r"(<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>|&[#\w]+;)", body, flags=re.S
    )
    parts[::2] = map(SCRIPTS[name], parts[::2])
    return f"{head}<body{''.join(parts)}"


def kept_blocks(html: str) -> tuple[np.ndarray, np.ndarray]:
    """Which blocks are kept, and how much text they have."""
    page = parse(html)
    blocks = Blocks.of(page)
    kept = Default().select(page).keep[blocks.first_row]
    return kept, np.array([len(blocks.text(number)) for number in range(len(blocks))])


@pytest.mark.parametrize("script", SCRIPTS)
def test_decisions_are_the_same_in_another_script(script: str) -> None:
    same = total = 0
    for name in ENGLISH:
        html = html_of(name).decode()
        kept, length = kept_blocks(html)
        other, _ = kept_blocks(in_script(html, script))
        assert len(other) == len(kept)
        same += int(length[kept == other].sum())
        total += int(length.sum())
    assert total > 20_000
    assert same > 0.95 * total


def test_amount_goes_from_precision_to_recall() -> None:
    html = html_of("news")
    sizes = [len(extract(html, amount=amount).text) for amount in range(-2, 3)]
    assert sizes == sorted(sizes)
    assert sizes[0] > 0


def test_alike_blocks_lend_each_other() -> None:
    own = np.array([0.9, 0.1, 0.5])
    shared = lend_to_alike(own, np.array([10.0, 10.0, 10.0]), np.array([0, 0, 1]))
    assert shared.round(3).tolist() == [0.7, 0.3, 0.5]


def test_text_said_again_by_another_element_is_kept_once() -> None:
    story = "".join(
        f"<p>Sentence {n} of this story is long enough, and it is told once.</p>" for n in range(9)
    )
    said = "Sentence 3 of this story is long enough, and it is told once."
    quoted = f"<article>{story}<blockquote><p>{said}</p></blockquote></article>"
    assert extract(quoted).text.count(said) == 1
    listed = f"<article>{story}<p>{said}</p></article>"
    assert extract(listed).text.count(said) == 2, "blocks of the same make may say a thing twice"


def test_explanations() -> None:
    page = parse(html_of("news"))
    blocks = Blocks.of(page)
    columns = Default().explain_blocks(blocks)
    assert len(columns["because"]) == len(columns["features"]) == len(blocks)
    assert all(text.count(",") >= 2 for text in columns["features"])
    assert Default().explain_blocks(Blocks.of(parse(""))) == {}


@pytest.mark.parametrize("name", "news blog tabloid wiki russian chinese hebrew hindi".split())
def test_articles_with_all_that_is_around_them_are_articles(name: str) -> None:
    assert extract(html_of(name)).page_type == "article"


@pytest.mark.parametrize(
    ("name", "kind"), [("recipe", "recipe"), ("docs", "documentation"), ("discourse", "forum")]
)
def test_types_of_pages(name: str, kind: str) -> None:
    assert extract(html_of(name)).page_type == kind


def test_nothing_has_no_type() -> None:
    assert extract("").page_type is None


@pytest.mark.parametrize(
    ("name", "fittings"),
    [
        ("polish", ["Kursy walut", "4,2431", "Tabela nr 179", "Imieniny", "prywatność", "17 °C"]),
        (
            "russian-rates",
            ["USD ЦБ", "98,07", "Народный кредит", "07.11.2024", "cookie", "ледостав"],
        ),
    ],
)
def test_rates_dates_and_notices_of_slavic_pages_are_no_content(
    name: str, fittings: list[str]
) -> None:
    text = extract(html_of(name)).text
    assert [words for words in fittings if words in text] == []
    assert "mln zł" in text or "219 ₽" in text, "the table of prices among the content is kept"


def test_a_footer_that_reads_like_content_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    html = html_of("collection")
    text = extract(html).text
    assert "Dzbanek na kompot" in text
    assert "dwie siostry" not in text
    monkeypatch.setattr(method, "EVIDENCE", 0)
    assert "dwie siostry" in extract(html).text
