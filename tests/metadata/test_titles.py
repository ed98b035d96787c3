"""Titles: which of several, and where the name of the site is cut."""

import time

import pytest

from dehusk import extract
from dehusk.metadata import read_metadata
from dehusk.metadata.site import Site
from dehusk.metadata.titles import cut_site
from dehusk.page.parse import parse


def title(markup: str, url: str | None = "https://www.dailyleaf.example/tea") -> str | None:
    return read_metadata(parse(markup, url=url)).title


SEPARATORS = [
    " | ",
    " - ",
    " – ",
    " — ",
    " » ",
    " « ",
    " · ",
    " • ",
    ": ",
    " :: ",
    " / ",
    "|",
    "｜",
    "_",
]


@pytest.mark.parametrize("separator", SEPARATORS)
def test_the_site_is_cut_at_every_separator(separator: str) -> None:
    assert title(f"<title>Tea is back{separator}Daily Leaf</title>") == "Tea is back"


@pytest.mark.parametrize("separator", SEPARATORS)
def test_the_site_is_cut_before_the_title_too(separator: str) -> None:
    assert title(f"<title>Daily Leaf{separator}Tea is back</title>") == "Tea is back"


@pytest.mark.parametrize(
    "text",
    [
        "Tea - a love story",
        "Tea: a love story",
        "Tea | Coffee | Cocoa",
        "Well-known teas – and some others",
        "2020–2021: a tale of two teas",
        "Leaf: Daily",
    ],
)
def test_a_title_with_a_dash_is_left_alone(text: str) -> None:
    assert title(f"<title>{text}</title>") == text


def test_a_section_is_cut_where_the_heading_agrees() -> None:
    assert title("<title>Tea is back | Drinks | Elsewhere</title><h1>Tea is back</h1>") == (
        "Tea is back"
    )


def test_a_dash_in_the_heading_stays() -> None:
    assert title("<title>Tea - a story - Daily Leaf</title><h1>Tea - a story</h1>") == (
        "Tea - a story"
    )


def test_a_heading_that_names_the_site_is_not_the_title() -> None:
    markup = "<title>Tea is back - Daily Leaf</title><h1>Daily Leaf</h1><h2>Tea is back</h2>"
    assert title(markup) == "Tea is back"


def test_a_lower_heading_confirms_the_title() -> None:
    markup = "<title>Tea is back - Unknown Corner</title><h1>News</h1><h2>Tea is back</h2>"
    assert title(markup) == "Tea is back"


def test_the_heading_that_agrees_with_what_is_declared() -> None:
    markup = (
        '<meta property="og:title" content="Tea is back again">'
        "<h1>Subscribe today</h1><h1>Tea is back</h1><h1>More from us</h1>"
    )
    assert title(markup) == "Tea is back"


def test_a_subtitle_on_its_own_line_is_not_part_of_the_title() -> None:
    markup = "<title>Tea is back</title><h1><span>Tea is back</span><br><small>And hot</small></h1>"
    assert title(markup) == "Tea is back"


def test_capitals_are_spelt_as_declared() -> None:
    assert title("<title>Tea is Back</title><h1>TEA IS BACK</h1>") == "Tea is Back"


def test_the_sign_of_a_permalink_is_not_part_of_the_title() -> None:
    assert title('<h1>Tea is back<a href="#tea">¶</a></h1>') == "Tea is back"


@pytest.mark.parametrize("unseen", ["\u200b", "\u200d", "\u2063", "\ufeff"])
def test_a_title_ends_in_ink(unseen: str) -> None:
    assert title(f"<title>Tea{unseen}</title><h1>Tea{unseen}</h1>") == "Tea"


def test_words_that_are_not_set_apart_are_not_split() -> None:
    assert title("<h1><b>T</b>ea <i>is</i><br>back</h1>") == "Tea is back"


@pytest.mark.parametrize("markup", ["", "<title> </title>", "<h1></h1>", "<title>" + "x" * 1001])
def test_no_title(markup: str) -> None:
    assert title(markup, None) is None


def test_chinese_titles() -> None:
    assert cut_site("茶叶的历史_每日茶报", Site(["每日茶报"])) == "茶叶的历史"
    assert cut_site("茶叶：一段历史", Site(["每日茶报"])) == "茶叶：一段历史"


@pytest.mark.parametrize(
    ("separator", "parts"),
    [
        (" -", ["Tea", "Leaf"]),
        ("- ", ["Tea", "Leaf"]),
        ("-", ["Tea-Leaf"]),
        (":", ["Tea:Leaf"]),
        ("::", ["Tea", "Leaf"]),
        (" :", ["Tea :Leaf"]),
        (" ：", ["Tea", "Leaf"]),
        (" -:|* ", ["Tea", "Leaf"]),
        (" *|", ["Tea *", "Leaf"]),
        (" _ ", ["Tea", "Leaf"]),
        (" *", ["Tea *Leaf"]),
        ("| |", ["Tea", "Leaf"]),
    ],
)
def test_what_separates(separator: str, parts: list[str]) -> None:
    cut = cut_site(f"Tea{separator}Leaf", Site(["leaf"]))
    assert cut == (parts[0] if len(parts) == 2 else f"Tea{separator}Leaf")


def test_the_longest_run_that_is_a_heading() -> None:
    site = Site(["elsewhere"])
    assert cut_site("Tea - Hot - Leaf", site, {"tea", "teahot"}) == "Tea - Hot"
    assert cut_site("News - Tea is back - again", site, {"teaisbackagain"}) == "Tea is back - again"
    assert cut_site("Tea is back | ﬁne Éclair | x", site, {"teaisbackfineéclair"}) == (
        "Tea is back | ﬁne Éclair"
    )
    # Less than half of the title, or set apart by a colon only.
    assert cut_site("Tea is back again - Leaf", site, {"leaf"}) == "Tea is back again - Leaf"
    assert cut_site("Tea: Leaf is back", site, {"leafisback"}) == "Tea: Leaf is back"


PLACES = [
    "<title>{}</title>",
    '<meta property="og:title" content="{}">',
    "<h1>{}</h1><p>Tea.</p>",
    '<script type="application/ld+json">{{"@type": "Article", "headline": "{}"}}</script>',
]


@pytest.mark.timed
@pytest.mark.parametrize("output", ["metadata", "json"])
@pytest.mark.parametrize("place", PLACES, ids=["title", "og", "h1", "json-ld"])
def test_a_title_of_many_marks_takes_no_time(place: str, output: str) -> None:
    text = f"Tea {':' * 36}x"
    document = extract(place.format(text))
    begun = time.process_time()
    assert getattr(document, output)
    assert time.process_time() - begun < 1
    assert document.metadata.title == text


@pytest.mark.timed
def test_a_title_of_many_parts_takes_linear_time() -> None:
    text = " - ".join(["Tea is", "back"] * 4_000)
    headings = {"zz" + "teaisback" * count for count in range(10)}
    begun = time.process_time()
    assert cut_site(text, Site(["dailyleaf"]), headings) == text
    assert time.process_time() - begun < 1


HEADLINE = """<script type="application/ld+json">{"@type": "NewsArticle",
    "headline": "Where has all the tea gone?"}</script>"""


def test_the_headline_below_a_heading_for_search_engines() -> None:
    page = f"""<title>Tea shortage 2024: shops run out - Daily Leaf</title>{HEADLINE}
        <h1>Tea shortage 2024: shops run out</h1><h2>Where has all the tea gone?</h2><p>By Ann"""
    assert title(page) == "Where has all the tea gone?"


def test_the_headline_may_stand_behind_a_kicker() -> None:
    page = f"""<title>Tea shortage 2024: shops run out - Daily Leaf</title>{HEADLINE}
        <h1>Tea shortage 2024: shops run out</h1>
        <h2><span>Economy</span>\n<span>Where has all the tea gone?</span></h2>"""
    assert title(page) == "Where has all the tea gone?"


@pytest.mark.parametrize(
    "below",
    [
        "<h2>Who drinks tea?</h2>",  # not declared
        "<p>x</p>" * 40 + "<h2>Where has all the tea gone?</h2>",  # too far below
        "<h2>Pots</h2><h2>Where has all the tea gone?</h2>",  # not the next heading
    ],
)
def test_another_heading_is_no_headline(below: str) -> None:
    page = f"<title>Shops run out of tea</title>{HEADLINE}<h1>Shops run out of tea</h1>{below}"
    assert title(page) == "Shops run out of tea"


def test_a_blog_whose_name_is_the_first_heading() -> None:
    page = """<title>Small Lessons: The lean kettle</title>
        <meta property="og:title" content="The lean kettle">
        <h1>Small Lessons</h1><p>of a tea lover</p><h2>The lean kettle</h2>"""
    assert title(page, url=None) == "The lean kettle"


def test_a_kicker_is_cut_if_the_rest_is_declared() -> None:
    page = """<title>Tea is back again - Daily Leaf</title>
        <h1><span>Economy</span> <span>Tea is back again</span></h1>"""
    assert title(page) == "Tea is back again"


def test_a_kicker_is_kept_if_it_is_declared_too() -> None:
    page = """<meta property="og:title" content="Economy: Tea is back again">
        <h1><span>Economy</span><i> : </i><span>Tea is back again</span></h1>"""
    assert title(page) == "Economy: Tea is back again"


def test_the_first_words_of_a_title_are_no_kicker() -> None:
    page = """<title>Best teas of the year - Daily Leaf</title><h1>The Best teas of the year</h1>"""
    assert title(page) == "The Best teas of the year"


@pytest.mark.parametrize(
    "text",
    [
        "Il Nyt: «Tea is back»",
        "«Tea» and «Pots», «Kettles»…",
        "A »good« tea",
        "Tea is back »",
    ],
)
def test_quotation_marks_are_no_separators(text: str) -> None:
    assert title(f"<title>{text}</title><h1>{text}</h1>") == text


def test_the_site_is_cut_behind_quotation_marks() -> None:
    assert title("<title>Nyt: «Tea is back» | Daily Leaf</title>") == "Nyt: «Tea is back»"


def test_a_headline_in_the_place_of_the_sites_name_cuts_nothing() -> None:
    text = "Teas of 2024: when they come - and what they cost"
    page = f"""<title>{text}</title><script type="application/ld+json">{{"@type": "NewsArticle",
        "headline": "{text}", "isPartOf": {{"name": "{text}"}}}}</script><h1>{text}</h1>"""
    assert title(page) == text


def test_a_lower_heading_is_one_line() -> None:
    page = "<title>Tea is back again</title><h2>Tea is\n\t\tback   again</h2>"
    assert title(page) == "Tea is back again"


def test_a_kicker_that_is_called_one_is_cut() -> None:
    page = """<title>Is tea gone for good? Where it grows</title><h1>
        <span class="dachzeile ">Economy</span> <span>Where tea grows, and why it is gone</span></h1>"""
    assert title(page) == "Where tea grows, and why it is gone"


def test_a_kicker_leaves_no_sign_behind() -> None:
    page = """<title>Shops run out of tea</title>
        <h1><i class="x__kicker">Economy</i><i>: </i>No more tea in the shops</h1>"""
    assert title(page) == "No more tea in the shops"


HEADLINE_ALONE = "How much does it cost to have the kettle mended?"


def test_the_only_heading_of_the_first_level_is_the_title_whatever_is_declared() -> None:
    page = f"<title>Kettles in Leafton, 2024</title><h1>{HEADLINE_ALONE}</h1><h2>Pots</h2>"
    assert title(page) == HEADLINE_ALONE


@pytest.mark.parametrize("heading", [f"<h1>{HEADLINE_ALONE}</h1>" * 2, "<h1>Our menu</h1>"])
def test_one_of_several_headings_or_a_short_one_is_not(heading: str) -> None:
    assert title(f"<title>Kettles in Leafton, 2024</title>{heading}") == "Kettles in Leafton, 2024"


def test_a_heading_that_is_declared_keeps_a_part_that_has_the_name_of_the_site() -> None:
    page = parse(
        "<title>Manual:Steeping Leaf - Leaf</title><meta property=og:site_name content=Leaf>"
        "<h1><span>Manual</span><span>:</span><span>Steeping Leaf</span></h1>"
    )
    assert read_metadata(page).title == "Manual:Steeping Leaf"


def test_the_one_headline_keeps_the_site_s_name_before_a_colon() -> None:
    title = "Leaf: a teapot for those who forget"
    page = parse(f"<title>{title}</title><h1>{title}</h1>", url="https://leaf.example/pots")
    assert read_metadata(page).title == title


def test_the_name_of_the_house_above_the_headline_is_no_title() -> None:
    said = '{"@type": "Article", "name": "Daily Leaf International", "headline": "Is tea better?"}'
    html = (
        "<title>Is tea better? - Drinks - Daily Leaf International</title>"
        "<meta property=og:site_name content='Daily Leaf'>"
        f"<script type=application/ld+json>{said}</script>"
        "<h1>Daily Leaf International</h1><h1>Is tea better?</h1><p>Tea.</p>"
    )
    assert read_metadata(parse(html)).title == "Is tea better?"


@pytest.mark.parametrize(
    ("window", "house"),
    [
        ("Tea Board &bull; View topic - How long to boil?", "Tea Board"),
        ("The Book of Tea - 4. How long to boil?", "The Book of Tea"),
        ("4. How long to boil? &mdash; The Book of Tea 2.1 documentation", "The Book of Tea"),
        ("Words on tea &raquo; Blog Archive &raquo; How long to boil?", "Words on tea"),
    ],
)
def test_the_thread_and_not_the_board_the_chapter_and_not_the_book(window: str, house: str) -> None:
    headline = "4. How long to boil?" if "4." in window else "How long to boil?"
    markup = f"<title>{window}</title><h1>{house}</h1><h2><a href=/tea/4>{headline}</a></h2>"
    assert title(markup, "https://pots.example/tea/4") == headline


def test_the_chapter_may_be_of_the_first_level_as_the_book_is() -> None:
    markup = (
        "<title>Boiling - The Book of Tea</title><h1>The Book of Tea</h1><main><h1>Boiling</h1>"
    )
    assert title(markup, "https://pots.example/tea/4") == "Boiling"


def test_a_headline_that_is_declared_is_the_title_above_its_chapters() -> None:
    head = '<meta property="og:title" content="All we know of tea">'
    body = "<title>All we know of tea - Not a stimulant</title><h1>All we know of tea</h1>"
    assert title(f"{body}<h2>Not a stimulant</h2>") == "Not a stimulant"
    assert title(f"{head}{body}<h2>Not a stimulant</h2>") == "All we know of tea"
    assert title(f"{body}<p>{'<i></i>' * 60}</p><h2>Not a stimulant</h2>") == "All we know of tea"
    short = "<title>All we know of tea - Drinks</title><h1>All we know of tea</h1><h2>Drinks</h2>"
    assert title(short) == "All we know of tea"
