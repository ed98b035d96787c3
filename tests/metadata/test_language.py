"""The language of pages that declare none, and the name of a site that has none."""

from __future__ import annotations

import pytest

from dehusk.metadata import read_metadata
from dehusk.metadata.language import language_of_text
from dehusk.page.parse import parse


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The kettle is on the stove, and the water in it is for the tea of the guests.", "en"),
        ("Der Kessel steht auf dem Herd, und das Wasser ist für den Tee der Gäste.", "de"),
        ("La bouilloire est sur le feu, et l'eau est pour le thé des invités du soir.", "fr"),
        ("Het water is voor de thee van de gasten, en de ketel staat op het vuur.", "nl"),
        ("Чайник стоит на плите, и вода в нем для чая, который он не пил с утра.", "ru"),
        ("Чайник стоїть на плиті, і вода в ньому для чаю, який він не пив з ранку.", "uk"),
        ("水を沸かして、お茶を入れます。三分待ちます。", "ja"),
        ("先把水烧开，然后把茶叶放进壶里，等三分钟。", "zh"),
        ("물을 끓인 다음 찻잎을 넣고 삼 분 동안 기다립니다.", "ko"),
        ("این چای را با آب داغ درست می کنند و برای مهمان ها است", "fa"),
        ("هذا الشاي من الهند، وكان في البيت على النار مع الماء", "ar"),
        ("Tea 24.50", None),
        ("", None),
    ],
)
def test_the_language_of_a_text(text: str, language: str | None) -> None:
    assert language_of_text(text) == language


def test_what_is_declared_counts_and_else_the_paragraphs() -> None:
    text = "<p>Der Kessel steht auf dem Herd, und das Wasser ist für den Tee der Gäste.</p>"
    found = read_metadata(parse(text))
    assert (found.language, found.base_language, found.sources["language"]) == ("de", "de", "text")
    assert read_metadata(parse(f"<html lang=en-gb>{text}")).language == "en-GB"
    assert read_metadata(parse(f"<html lang=utf-8>{text}")).language == "de"


@pytest.mark.parametrize(
    ("head", "name", "source"),
    [
        (
            "<meta property=og:site_name content='The Leaf'><title>Tea | Leaf</title>",
            "The Leaf",
            "opengraph",
        ),
        ("<title>Tea is back | The Daily Leaf</title>", "The Daily Leaf", "html"),
        ("<title>Tea is back | hot</title>", "dailyleaf.example", "url"),
    ],
)
def test_the_name_of_the_site(head: str, name: str, source: str) -> None:
    found = read_metadata(
        parse(head + "<h1>Tea is back</h1>", url="https://www.dailyleaf.example/tea")
    )
    assert (found.site_name, found.sources["site_name"]) == (name, source)
    assert read_metadata(parse("<h1>Tea is back</h1>")).site_name is None


def test_what_a_page_is_filed_under_is_no_author() -> None:
    page = parse("<h1>الشاي</h1><span class=author><a href=/category/misc>منوعات</a></span>")
    assert read_metadata(page).authors == ()
    for agencies in ("Agenturen", "Agencies"):
        page = parse(f"<h1>Der Tee</h1><span class=author>{agencies}</span>")
        assert read_metadata(page).authors == ()
