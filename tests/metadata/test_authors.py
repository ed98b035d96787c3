"""Authors: names in what is declared, and bylines in many languages."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.metadata import read_metadata
from dehusk.metadata.bylines import byline_names
from dehusk.metadata.names import split_names
from dehusk.metadata.vocabulary import BEFORE_NAMES
from dehusk.page.parse import parse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Leaf", ["Ann Leaf"]),
        ("  Ann   Leaf ", ["Ann Leaf"]),
        ("By Ann Leaf", ["Ann Leaf"]),
        ("by: Ann Leaf", ["Ann Leaf"]),
        ("Written by Ann Leaf", ["Ann Leaf"]),
        ("Ann Leaf, Bo Kettle, and Cy Pot", ["Ann Leaf", "Bo Kettle", "Cy Pot"]),
        ("Ann Leaf & Bo Kettle", ["Ann Leaf", "Bo Kettle"]),
        ("Anna Blatt und Bernd Kessel", ["Anna Blatt", "Bernd Kessel"]),
        ("Anne Feuille et Bruno Pot", ["Anne Feuille", "Bruno Pot"]),
        ("Ana Hoja y Blas Olla", ["Ana Hoja", "Blas Olla"]),
        ("Anna Foglia e Bruno Vaso", ["Anna Foglia", "Bruno Vaso"]),
        ("José Ortega y Gasset", ["José Ortega y Gasset"]),
        ("Иван Лист и Борис Чайник", ["Иван Лист", "Борис Чайник"]),
        ("王小明、李小红", ["王小明", "李小红"]),
        ("Ann Leaf; Bo Kettle | Cy Pot", ["Ann Leaf", "Bo Kettle", "Cy Pot"]),
        ("Dana Brook, MS, RD", ["Dana Brook, MS, RD"]),
        ("Martin Luther King, Jr.", ["Martin Luther King, Jr."]),
        ("Ann Leaf, Senior Editor", ["Ann Leaf"]),
        ("Ann Leaf (ann@example.org)", ["Ann Leaf"]),
        ("Ann Leaf @annleaf", ["Ann Leaf"]),
        ("Ann Leaf - Reuters", ["Ann Leaf"]),
        ("آن ورقة - القاهرة", ["آن ورقة"]),
        ("Ann Leaf - Bo Kettle", ["Ann Leaf", "Bo Kettle"]),
        ("Ann - Bo", ["Ann", "Bo"]),
        ("記者王小明／即時報導", ["王小明"]),
        ("即時快訊／王小明", ["王小明"]),
        ("文／王小明", ["王小明"]),
        ("綜合報導", ["綜合"]),
        ("Редактор: Иван Лист", ["Иван Лист"]),
        (
            "Centers for Disease Control and Prevention",
            ["Centers for Disease Control and Prevention"],
        ),
        ("Johnson & Johnson", ["Johnson & Johnson"]),
        ("Wernher von Braun", ["Wernher von Braun"]),
        ("Von Braun", ["Von Braun"]),
        ("Di Maria", ["Di Maria"]),
        ("https://example.org/ann", []),
        ("www.example.org", []),
        ("ann@example.org", []),
        ("", []),
        ("---", []),
    ],
)
def test_names_that_are_declared(text: str, expected: list[str]) -> None:
    assert split_names(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("By Ann Leaf | March 14, 2024", ["Ann Leaf"]),
        ("By Ann Leaf on March 14, 2024 in Drinks", ["Ann Leaf"]),
        ("By Ann Leaf and Bo Kettle, Staff Writers", ["Ann Leaf", "Bo Kettle"]),
        ("Von Anna", ["Anna"]),
        ("Von Anna Blatt, 14.03.2024", ["Anna Blatt"]),
        ("Par Anne Feuille", ["Anne Feuille"]),
        ("Por Ana Hoja", ["Ana Hoja"]),
        ("Di Anna Foglia", ["Anna Foglia"]),
        ("Door Anna Blad", ["Anna Blad"]),
        ("Av Anna Löv", ["Anna Löv"]),
        ("Af Anna Løv", ["Anna Løv"]),
        ("Autor: Anna Liść", ["Anna Liść"]),
        ("Автор: Иван Лист", ["Иван Лист"]),
        ("Oleh Ani Daun", ["Ani Daun"]),
        ("作者：王小明", ["王小明"]),
        ("记者 王小明", ["王小明"]),
        ("記者：王小明", ["王小明"]),
        ("By STORY HIGHLIGHTS", []),
        ("Text Size", []),
        ("홍길동 기자", ["홍길동"]),
        ("लेखक: अनु पत्ता", ["अनु पत्ता"]),
        ("نویسنده: آنا برگ", ["آنا برگ"]),
        ("بقلم آنا ورق", ["آنا ورق"]),
        ("كتب: آنا ورق", ["آنا ورق"]),
        ("מאת אנה עלה", ["אנה עלה"]),
        ("โดย แอน ใบไม้", ["แอน ใบไม้"]),
        ("May 14", []),
        ("Read more", []),
        ("By continuing you agree to our terms", []),
        ("Staff Writer", []),
        ("5 min read", []),
    ],
)
def test_names_in_bylines(line: str, expected: list[str]) -> None:
    assert byline_names(line) == expected


def authors(markup: str) -> tuple[str, ...]:
    return read_metadata(parse(markup)).authors


@pytest.mark.parametrize(
    "markup",
    [
        '<h1>Tea</h1><p class="byline">By Ann Leaf</p>',
        '<h1>Tea</h1><p class="post-author"><img alt="x">Ann Leaf</p>',
        '<h1>Tea</h1><a rel="author" href="/x">Ann Leaf</a>',
        '<h1>Tea</h1><a href="/author/ann-leaf">Ann Leaf</a>',
        '<h1>Tea</h1><div class="meta">By <a href="/author/ann">Ann Leaf</a> in <a>Drinks</a></div>',
        "<h1>Tea</h1><p>By Ann Leaf</p>",
        '<div class="author">Ann Leaf</div><h1>Tea</h1>',
        "<title>Tea</title><table><tr><td><font size=5>Tea</font><tr><td>By Ann Leaf</table>",
        '<h1>Tea</h1><p>text</p><div class="comments"><p class="author">Cy Pot</p></div>'
        '<div class="author-box"><h4 class="author-name">Ann Leaf</h4></div>',
    ],
)
def test_where_a_byline_may_stand(markup: str) -> None:
    assert authors(markup) == ("Ann Leaf",)


def test_several_authors_side_by_side() -> None:
    markup = '<h1>Tea</h1><p><a class="author" href="/1">Ann Leaf</a>, <a class="author" href="/2">Bo Kettle</a></p>'
    assert authors(markup) == ("Ann Leaf", "Bo Kettle")


@pytest.mark.parametrize(
    "markup",
    [
        '<h1>Tea</h1><ol class="comments"><li><b class="author">Cy Pot</b></ol>',
        '<h1>Teas</h1><h2><a href="/a">A</a></h2><p class="author">Ann Leaf</p>'
        '<h2><a href="/b">B</a></h2><p class="author">Bo Kettle</p>',
        '<h1>Tea</h1><p class="author-bio">Ann Leaf</p>',
        '<h1>Tea</h1><p class="byline">Share this with your friends and your family today</p>',
        "<h1>Tea</h1><p>By default it is hot.</p>",
    ],
)
def test_what_is_no_byline(markup: str) -> None:
    assert authors(markup) == ()


def test_a_person_is_preferred_to_the_site() -> None:
    markup = (
        '<meta property="og:site_name" content="Daily Leaf"><meta name="author" content="Daily Leaf">'
        '<h1>Tea</h1><p class="byline">Ann Leaf</p>'
    )
    assert authors(markup) == ("Ann Leaf",)
    assert authors(markup.replace("Ann Leaf", "")) == ("Daily Leaf",)


def test_the_same_name_is_listed_once() -> None:
    assert authors('<meta name="author" content="Ann Leaf, ann leaf">') == ("Ann Leaf",)


@pytest.mark.parametrize("word", BEFORE_NAMES)
def test_every_word_before_names_is_cut(word: str) -> None:
    assert byline_names(f"{word} Ann Leaf") == ["Ann Leaf"]


@given(st.text(max_size=400))
def test_any_text_gives_names(text: str) -> None:
    for name in split_names(text) + byline_names(text):
        assert name == name.strip()
        assert "@" not in name or "://" not in name


def test_elements_that_the_parser_cloned_are_found_too() -> None:
    """`</a>` in the wrong place clones the element: both share one value in the table."""
    text = "<p>Some words of text.</p>" * 200
    assert authors(f'<h1>Tea</h1>{text}<p><b class="author"><i>Ann Leaf</b></i> x') == ("Ann Leaf",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Leaf (al)", ["Ann Leaf"]),
        ("Ann Leaf (al), Bo Kettle (bok)", ["Ann Leaf", "Bo Kettle"]),
        ("Ann Leaf (dp", ["Ann Leaf"]),
        ("Leaf & Pot Ltd (Tea Research)", ["Leaf & Pot Ltd (Tea Research)"]),
        ("Ann Leaf, dpa", ["Ann Leaf", "dpa"]),
        ("Ann Leaf, Berlin", ["Ann Leaf"]),
        ("Ann Leaf, New York", ["Ann Leaf"]),
        ("ANN LEAF, MANILA", ["ANN LEAF"]),
        ("Ann Leaf, dailyleaf.example", ["Ann Leaf"]),
        ("Ann Leaf, Dec", ["Ann Leaf"]),
        ("Ann Leaf, E-RYT", ["Ann Leaf, E-RYT"]),
        ("Ann Leaf, CFP®", ["Ann Leaf, CFP®"]),
        ("Ann Leaf, Updated by Bo Kettle", ["Ann Leaf"]),
        ("page.head.extra.author", []),
        ("{{ post.author }}", []),
    ],
)
def test_what_stands_behind_a_name(text: str, expected: list[str]) -> None:
    assert split_names(text) == expected


def on_daily_leaf(markup: str) -> tuple[str, ...]:
    return read_metadata(parse(markup, url="https://www.dailyleaf.example/tea")).authors


def declared(*names: str) -> str:
    listed = ", ".join(f'{{"@type": "Person", "name": "{name}"}}' for name in names)
    return f"""<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "Tea is back",
        "author": [{listed}], "articleSection": "Economy"}}</script><h1>Tea is back</h1>"""


@pytest.mark.parametrize("word", ["Register", "Bio", "Log In", "User Name", "admin", "Economy"])
def test_buttons_and_sections_are_no_on_daily_leaf(word: str) -> None:
    assert on_daily_leaf(declared(word)) == ()
    assert on_daily_leaf(declared(word, "Ann Leaf")) == ("Ann Leaf",)


@pytest.mark.parametrize(
    "byline",
    [
        "By Ann Leaf, Bo Kettle and Cy Pot",
        "<a href=/a>Ann Leaf</a>, <a href=/b>Bo Kettle</a>, <a href=/c>Cy Pot</a>",
        "Von Bo Kettle, Ann Leaf und Cy Pot",
    ],
)
def test_all_who_stand_on_the_byline(byline: str) -> None:
    assert set(on_daily_leaf(declared("Ann Leaf") + f"<p>{byline}</p><p>Text.</p>")) == {
        "Ann Leaf",
        "Bo Kettle",
        "Cy Pot",
    }


@pytest.mark.parametrize(
    "line",
    [
        "By Ann Leaf",
        "By Ann Leaf, Institute of Tea and Infectious Pots",
        "By Ann Leaf, edited by Bo Kettle",
        "Yesterday Ann Leaf, Bo Kettle and Cy Pot had tea.",
    ],
)
def test_a_line_without_other_authors_adds_none(line: str) -> None:
    assert on_daily_leaf(declared("Ann Leaf") + f"<p>{line}</p><p>Text.</p>") == ("Ann Leaf",)


def test_an_agency_beside_persons_is_an_author_and_the_site_is_none() -> None:
    assert on_daily_leaf(declared("Ann Leaf", "Tea Press Agency")) == (
        "Ann Leaf",
        "Tea Press Agency",
    )
    assert on_daily_leaf(declared("Ann Leaf", "Daily Leaf")) == ("Ann Leaf",)


def test_a_part_of_the_site_that_starts_with_its_letters_is_no_person() -> None:
    page = parse(
        "<h1>Tea is back</h1><p>By Ann Leaf, TDL EAST</p><p>Text.</p>",
        url="https://www.tdl.example/",
    )
    assert read_metadata(page).authors == ("Ann Leaf",)


@pytest.mark.parametrize(
    "line",
    [
        "Ann Leaf | 05.04.2025 - Update: 06.04.2025",
        "Ann Leaf Dec 05, 2023 2 Shares",
        "Posted on 2023-12-19 23:30 by Ann Leaf",
        "March 15, 2022 · 3 min read · By Ann Leaf",
    ],
)
def test_a_name_in_the_line_of_the_date(line: str) -> None:
    assert on_daily_leaf(f"<h1>Tea is back</h1><p>{line}</p><p>Text.</p>") == ("Ann Leaf",)


@pytest.mark.parametrize("line", ["New York, 3 May 2021", "Tea | 3 May 2021", "Updated 3 May 2021"])
def test_a_date_without_a_name(line: str) -> None:
    assert on_daily_leaf(f"<h1>Tea is back</h1><p>{line}</p><p>Text.</p>") == ()


def test_properties_outside_of_items_must_name_one_author() -> None:
    one = '<h1>Tea is back</h1><p itemprop="author">Ann Leaf</p>'
    assert on_daily_leaf(one) == ("Ann Leaf",)
    others = "<p>x</p>" * 100 + '<p itemprop="author">Bo Kettle</p><p itemprop="author">Cy Pot</p>'
    assert on_daily_leaf("<h1>Tea is back</h1><p>By Ann Leaf</p>" + others) == ("Ann Leaf",)


def test_the_number_before_a_users_name_is_none() -> None:
    page = '<h1>Tea is back</h1><a href="/user/ann"><p>41</p><p>annleaf</p></a>'
    assert on_daily_leaf(page) == ("annleaf",)


@pytest.mark.parametrize(
    "markup",
    [
        '<a href="/u/findpwd/user">忘记密码？</a>',
        '<a href="/u/register">Ann Leaf</a>',
        '<span class="author">新規登録</span>',
        '<span class="author">Son Güncelleme: 3.5.2021</span>',
        '<p class="username">Member List</p>',
        '<p class="author">Sponsored</p>',
        '<meta name="author" content="责任编辑：">',
        '<meta name="author" content="Who wrote this？">',
        '<nav><a href="/misc">منوعات</a></nav><p class="author"><a href="/misc">منوعات</a></p>',
    ],
)
def test_words_of_controls_and_menus_are_no_authors(markup: str) -> None:
    assert authors(f"<title>Tea</title><h1>Tea is fine</h1>{markup}") == ()


def test_a_menu_may_name_the_author() -> None:
    menu = '<nav><a href="/author/ann">Ann Leaf</a></nav>'
    assert authors(f"{menu}<h1>Tea</h1><p>By Ann Leaf</p>") == ("Ann Leaf",)


def test_the_last_poster_is_not_the_author() -> None:
    last = '<p>Last post by <a href="/users/bo">bo_k</a>, 3 May 2021</p>'
    first = '<div><a class="username" href="/users/ann">ann_l</a></div>'
    assert authors(f"<h1>Kettle broken</h1>{last}{first}") == ("ann_l",)


def test_a_professor_is_named_without_all_titles() -> None:
    byline = "By Prof. Dr. Dr. h.c. mult. Ann Leaf, Professor of Tea at the University of Leaf"
    assert authors(f"<h1>Tea</h1><p>{byline}</p>") == ("Ann Leaf",)
    assert split_names("Dr. Ann Leaf") == ["Dr. Ann Leaf"]


def test_a_bold_line_of_names_is_a_byline_where_only_the_paper_is_named() -> None:
    paper = '<meta property="og:site_name" content="Daily Leaf"><meta name="author" content="Daily Leaf">'
    bold = "<h1>Tea is back</h1><p><strong>{}</strong></p><p>The price of tea fell.</p>"
    assert authors(paper + bold.format("Ann Leaf/BO KETTLE")) == ("Ann Leaf", "BO KETTLE")
    assert authors(paper + bold.format("A fine day")) == ("Daily Leaf",)
    assert authors(paper + "<h1>Tea</h1><p><b>Ann Leaf</b> is back.</p>") == ("Daily Leaf",)


def test_who_put_up_the_page_is_no_author_of_the_article() -> None:
    article = {"@type": "NewsArticle", "headline": "Tea", "author": {"name": "Ann Leaf"}}
    page = {"@type": "WebPage", "name": "Tea", "author": {"name": "Bo Kettle"}}
    assert declared_authors(article, page) == ("Ann Leaf",)
    house = article | {"author": {"@type": "Organization", "name": "The Pot"}}
    assert declared_authors(house, page) == ("The Pot", "Bo Kettle")


def declared_authors(*items: dict[str, object]) -> tuple[str, ...]:
    data = json.dumps({"@graph": items})
    html = f"<title>Tea</title><script type=application/ld+json>{data}</script><h1>Tea</h1>"
    return read_metadata(parse(html)).authors


def test_what_a_page_is_filed_under_is_no_author() -> None:
    said = "<meta name=author content=Drinks><h1>Tea</h1><p class=byline>By Ann Leaf</p><p>"
    link = '<a rel="category tag" href=/category/drinks>Drinks</a>'
    assert read_metadata(parse(said + link)).authors == ("Ann Leaf",)
    assert read_metadata(parse(said + link.replace("category/", ""))).authors == ("Drinks",)
