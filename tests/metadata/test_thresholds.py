"""Where the rules of metadata begin and end: values on either side of every threshold."""

from __future__ import annotations

import datetime
import json

import pytest

import dehusk
from dehusk.metadata import Metadata, read_metadata
from dehusk.metadata.bylines import byline_names, looks_like_name
from dehusk.metadata.dates import _near_numbers, parse_date
from dehusk.metadata.html import Headings, headings
from dehusk.metadata.language import language_of_text
from dehusk.metadata.months import _numbers, jalali_to_gregorian
from dehusk.metadata.names import split_names, without_prefix
from dehusk.metadata.offers import Offer, best_offer
from dehusk.metadata.prices import currency_of, plain_number, shown_price
from dehusk.metadata.shown_product import gtin
from dehusk.metadata.site import Site
from dehusk.metadata.standfirst import shown_description
from dehusk.metadata.titles import _as_declared, _Declared, cut_site
from dehusk.metadata.values import absolute, clean, host_of, without_invisible
from dehusk.page.parse import parse


def read(html: str, url: str | None = "https://dailyleaf.example/tea") -> Metadata:
    return read_metadata(parse(html, url=url))


# Dates

ZONES = {
    "EST": "-05:00",
    "EDT": "-04:00",
    "CST": "-06:00",
    "CDT": "-05:00",
    "MST": "-07:00",
    "MDT": "-06:00",
    "PST": "-08:00",
    "PDT": "-07:00",
}


@pytest.mark.parametrize("zone", ZONES)
def test_zones_by_name(zone: str) -> None:
    assert parse_date(f"Thu, 14 Mar 2024 06:30:00 {zone}") == f"2024-03-14T06:30:00{ZONES[zone]}"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("631152000", "1990-01-01T00:00:00+00:00"),
        ("631151999", None),
        ("1990-01-01", "1990-01-01"),
        ("2024-03-14 23:59:59 +14:00", "2024-03-14T23:59:59+14:00"),
        ("2024-03-14 23:59:59 +15:00", "2024-03-14"),
        ("2024-03-14T23:59:59+14:00", "2024-03-14T23:59:59+14:00"),
        ("2024-03-14T24:00:00", "2024-03-14"),
        ("2024-03-14T12:60:00", "2024-03-14"),
        ("2024-03-14T12:59:60", "2024-03-14"),
        ("2024-03-14T12:99", "2024-03-14"),
        ("Thu, 14 Mar 2024 23:59:59 GMT", "2024-03-14T23:59:59+00:00"),
        ("Thu, 14 Mar 2024 24:00:00 GMT", "2024-03-14"),
        ("Thu, 14 Mar 2024 12:60:00 GMT", "2024-03-14"),
        ("Thu, 14 Mar 2024 12:59:60 GMT", "2024-03-14"),
    ],
)
def test_moments_that_exist(text: str, date: str | None) -> None:
    assert parse_date(text) == date


@pytest.mark.parametrize(("rows", "found"), [(3, True), (200, False)])
def test_a_date_stands_near_the_title(rows: int, found: bool) -> None:
    between = "<p>Tea needs water.</p>" * rows
    html = f"<h1>Tea is back</h1>{between}<p>14 March 2024</p><p>Boil the water first.</p>"
    assert (read(html).date_published == "2024-03-14") == found


# Prices and goods


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("€ 24.50", ("24.50", "EUR")),
        ("from £ 20 € 24.50", ("20", "GBP")),
        ("x € 7 kr", ("7", "EUR")),
        ("$ £ 7", ("7", "GBP")),
        ("7 £ $", ("7", "GBP")),
        ("€     7", ("7", "EUR")),
        ("€      7", None),
        ("0 €", None),
        ("24", None),
    ],
)
def test_the_currency_beside_a_number(text: str, price: tuple[str, str] | None) -> None:
    assert shown_price(text) == price


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("1.299", "1.299"),
        ("12,5", "12.5"),
        ("1.2345", "1.2345"),
        ("1.5000", "1.50"),
        ("007", "7"),
        ("1 and 2", None),
    ],
)
def test_declared_numbers(value: str, number: str | None) -> None:
    assert plain_number(value) == number


@pytest.mark.parametrize(
    ("value", "code"), [("€", "EUR"), ("eur", "EUR"), ("abcd", None), ("a1c", None), ("äöü", None)]
)
def test_codes_of_currencies(value: str, code: str | None) -> None:
    assert currency_of(value) == code


@pytest.mark.parametrize("digits", range(7, 16))
def test_how_long_the_number_of_an_article_is(digits: int) -> None:
    assert (gtin("4006381333931234"[:digits]) is not None) == (digits in (8, 10, 12, 13, 14))


BUY = "<button class=add-to-cart>Buy</button>"


@pytest.mark.parametrize(
    ("shown", "price"),
    [("130.00", "130.00"), ("131.00", "100"), ("99.00", "100"), ("100.00", "100")],
)
def test_a_price_with_its_tax_goes_before_the_declared_one(shown: str, price: str) -> None:
    meta = "<meta property=product:price:amount content=100><meta property=product:price:currency content=EUR>"
    product = read(f"{meta}<h1>Pot</h1><span class=price>€ {shown}</span>{BUY}").product
    assert product is not None
    assert (product.price, product.currency) == (price, "EUR")


@pytest.mark.parametrize(("length", "found"), [(40, True), (41, False)])
def test_how_long_a_brand_may_be(length: int, found: bool) -> None:
    html = f"<h1>Pot</h1><span class=price>€ 24</span><p>Brand: {'L' * length}</p>{BUY}"
    product = read(html).product
    assert product is not None
    assert (product.brand is not None) == found


# Titles, names and sites


@pytest.mark.parametrize(
    ("title", "cut"),
    [
        ("The Daily Leaf | Tea", "Tea"),
        ("Tea | Pots | The Daily Leaf", "Tea | Pots"),
        ("The Daily Leaf", "The Daily Leaf"),
        ("The Daily Leaf | The Daily Leaf", "The Daily Leaf"),
        ("Tea: Daily Leaf", "Tea"),
        ("Tea: The Daily Leaf Online", "Tea: The Daily Leaf Online"),
        ("Tea | The Daily Leaf Online", "Tea"),
    ],
)
def test_where_the_site_is_cut(title: str, cut: str) -> None:
    assert cut_site(title, Site(["dailyleaf"])) == cut


@pytest.mark.parametrize(("name", "is_named"), [("Tea Daily Leaf", True), ("Daily Leaf", False)])
def test_initials_of_three_words_are_a_name(name: str, is_named: bool) -> None:
    short = "".join(word[0] for word in name.split()).lower()
    assert Site([short]).is_named(name, loosely=True) == is_named
    assert not Site([short]).is_named(name)


def test_invisible_characters_go() -> None:
    for text in ("Tea\u200b", "Te\u00ada", "\ufeffTea", "Tea\x00", "Tea\u2060"):
        assert "T" in without_invisible(text)
        assert len(without_invisible(text)) == 3


@pytest.mark.parametrize(
    ("limit", "field"), [(1_000, "og:title"), (5_000, "description"), (150, "og:site_name")]
)
def test_what_is_too_long_is_dropped(limit: int, field: str) -> None:
    for length in (limit, limit + 1):
        found = read(
            f"<meta property={field} name={field} content={'x' * length}><p>Tea.</p>", url=None
        )
        values = [found.title, found.description, found.site_name]
        assert ("x" * length in values) == (length == limit)


def test_a_hundred_tags_are_kept() -> None:
    words = ", ".join(f"tea{number}" for number in range(120))
    assert len(read(f"<meta name=keywords content='{words}'>").tags) == 100


def article(**item: object) -> str:
    told = {"@type": "NewsArticle", "headline": "Tea is back", **item}
    return f"<script type=application/ld+json>{json.dumps(told)}</script><h1>Tea is back</h1>"


@pytest.mark.parametrize(("declared", "authors"), [(3, 4), (4, 4)])
def test_persons_beside_the_declared_ones(declared: int, authors: int) -> None:
    names = ["Ann Leaf", "Bo Kettle", "Cy Potter", "Di Steep"]
    byline = f"<p class=byline>By {', '.join(names)}</p>"
    html = article(author=[{"name": name} for name in names[:declared]]) + byline
    assert len(read(html).authors) == authors


def test_an_organisation_that_is_declared_beside_a_person_of_its_own() -> None:
    assert read(article(author=[{"name": "Ann Leaf"}, {"name": "Tea Press Agency"}])).authors == (
        "Ann Leaf",
        "Tea Press Agency",
    )
    assert read(article(author=[{"name": "Ann Leaf"}, {"name": "The Daily Leaf"}])).authors == (
        "Ann Leaf",
    )


def test_microdata_without_an_item() -> None:
    alone = '<div><span itemprop="author">Ann Leaf</span><h1 itemprop=headline>Tea</h1></div>'
    assert read(alone).authors == ("Ann Leaf",)
    two = alone + '<div><span itemprop="author">Bo Kettle</span></div>'
    assert dehusk.Metadata().authors == ()
    assert "Bo Kettle" not in read(two).authors


@pytest.mark.parametrize(("length", "is_name"), [(50, True), (51, False)])
def test_how_long_a_name_may_be(length: int, is_name: bool) -> None:
    assert looks_like_name("Ann " + "L" + "e" * (length - 5)) == is_name


@pytest.mark.parametrize(("words", "is_name"), [(5, True), (6, False)])
def test_how_many_words_a_name_has(words: int, is_name: bool) -> None:
    assert looks_like_name(" ".join(["Leaf"] * words)) == is_name


@pytest.mark.parametrize(("between", "shown"), [(9_000, True), (11_000, False)])
def test_a_standfirst_stands_soon_after_the_title(between: int, shown: bool) -> None:
    description = "Kettles are singing again."
    page = parse(f"<h1>Tea</h1><p>{'x ' * between}</p><p>Kettles are singing again!</p>")
    assert (shown_description(page, description, 3) == description) == shown


@pytest.mark.parametrize(("length", "kept"), [(4_000, True), (4_001, False)])
def test_how_long_an_address_may_be(length: int, kept: bool) -> None:
    address = "https://example.org/" + "x" * (length - 20)
    assert (absolute(address, None) == address) == kept


@pytest.mark.parametrize(
    ("text", "language", "date"),
    [
        ("03/13/2021", None, "2021-03-13"),
        ("03/12/2021", None, None),
        ("13/03/2021", None, "2021-03-13"),
        ("12/12/2021", None, "2021-12-12"),
        ("03/12/2021", "en-us", "2021-03-12"),
        ("03/12/2021", "en-gb", "2021-12-03"),
        ("03/12/2021", "de", "2021-12-03"),
        ("12.03.21", "de", "2021-03-12"),
        ("12.03.21", "hu", None),
    ],
)
def test_the_order_of_day_and_month(text: str, language: str | None, date: str | None) -> None:
    assert parse_date(text, language) == date


@pytest.mark.parametrize(
    ("name", "is_name"),
    [
        ("Ann Leaf", True),
        ("ann Leaf", False),
        ("Ann leaf", False),
        ("Ann van Leaf", True),
        ("Ann of Leaf1", False),
    ],
)
def test_both_ends_of_a_name_are_names(name: str, is_name: bool) -> None:
    assert looks_like_name(name) == is_name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann Leaf, PhD", ["Ann Leaf, PhD"]),
        ("Ann Leaf, editor", ["Ann Leaf"]),
        ("Ann Leaf, Berlin", ["Ann Leaf"]),
        ("Ann Leaf, dpa", ["Ann Leaf", "dpa"]),
        ("Leaf, Ann", ["Leaf, Ann"]),
        ("Ann Leaf and Bo Kettle", ["Ann Leaf", "Bo Kettle"]),
        ("Johnson and Sons", ["Johnson and Sons"]),
    ],
)
def test_what_follows_a_comma(text: str, names: list[str]) -> None:
    assert split_names(text) == names


def test_the_best_of_several_offers() -> None:
    sold_out, there, free = (
        Offer("20", "EUR", "SoldOut"),
        Offer("24", "EUR", "InStock"),
        Offer(None),
    )
    assert best_offer([sold_out, there]) == there
    assert best_offer([free, sold_out]).price == "20"
    assert best_offer([Offer(None, None, "SoldOut")]).availability == "SoldOut"
    assert best_offer([free, Offer("24", "EUR"), Offer(None, None, "InStock")]) == there
    assert best_offer([]) == Offer()


@pytest.mark.parametrize(("element", "found"), [("p", True), ("div", False)])
def test_a_bold_paragraph_names_the_author_of_a_paper(element: str, found: bool) -> None:
    item = article(author={"@type": "Organization", "name": "The Daily Leaf"})
    html = f"{item}<{element}><b>Ann Leaf</b></{element}><p>Tea is back, as we all know by now.</p>"
    assert ("Ann Leaf" in read(html).authors) == found
    assert "Ann Leaf" not in read(html.replace("<b>", "<i>").replace("</b>", "</i>")).authors


@pytest.mark.parametrize(("length", "lone"), [(40, True), (39, False), (250, True), (251, False)])
def test_the_only_heading_as_long_as_headlines_is_the_title(length: int, lone: bool) -> None:
    shown = ("Kettles " * 40)[: length - 1] + "x"
    html = f"<title>Tea</title><meta property=og:title content=Tea><h1>{shown}</h1>"
    assert (read(html).title == shown) == lone


def test_a_plain_address_has_its_host() -> None:
    assert host_of("https://Example.org/Tea") == "example.org"
    assert host_of("https://Ann@Example.org:81/Tea") == "example.org"


@pytest.mark.parametrize(
    ("text", "language", "date"),
    [
        ("平成31年4月1日", None, "2019-04-01"),
        ("令和6年3月14日", None, "2024-03-14"),
        ("昭和65年1月7日", None, "1990-01-07"),
        ("令和元年5月1日", None, "2019-05-01"),
        ("1403-10-10", "fa", "2024-12-30"),
        ("1403-10-11", "fa", "2024-12-31"),
        ("1403-10-12", "fa", "2025-01-01"),
        ("1399-12-30", "fa", "2021-03-20"),
    ],
)
def test_other_calendars(text: str, language: str | None, date: str) -> None:
    assert parse_date(text, language) == date


def test_in_a_marked_element_the_first_link_is_the_author() -> None:
    html = (
        "<h1>Tea is back</h1><p class=byline><a href=/a>Ann Leaf</a> <a href=/b>Bo Kettle</a></p>"
    )
    assert read(html).authors == ("Ann Leaf",)
    persons = html.replace("<a ", "<a rel=author ")
    assert read(persons).authors == ("Ann Leaf", "Bo Kettle")


def test_what_stands_below_the_title_goes_before_what_stands_above() -> None:
    html = "<p>By Bo Kettle</p><h1>Tea is back</h1><p>By Ann Leaf</p><p>Boil the water first.</p>"
    assert read(html).authors == ("Ann Leaf",)
    assert read(html.replace("<p>By Ann Leaf</p>", "")).authors == ("Bo Kettle",)


@pytest.mark.parametrize(("between", "together"), [(20, True), (40, False)])
def test_authors_that_are_marked_alike_stand_together(between: int, together: bool) -> None:
    gap = "<br>" * between
    one, other = "<b class=author>Ann Leaf</b>", "<b class=author>Bo Kettle</b>"
    html = f"<h1>Tea is back</h1><div>{one}{gap}{other}</div><p>Boil the water first.</p>"
    assert (read(html).authors == ("Ann Leaf", "Bo Kettle")) == together
    unlike = html.replace("<b class=author>Bo Kettle</b>", "<i class=author>Bo Kettle</i>")
    assert read(unlike).authors == ("Ann Leaf",)


# Names, headings, languages, values: what stands just inside and just outside


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("tea_fan99", ["tea_fan99"]),
        ("tea fan_99", ["tea fan_99"]),
        ("the tea_fan 99x", []),
        ("admin", []),
    ],
)
def test_names_of_users_have_two_words_at_most(line: str, names: list[str]) -> None:
    assert byline_names(line, user=True) == names


@pytest.mark.parametrize(
    ("gap", "kept"),
    [(45, "x" * 30 + "3" + "y" * 45 + "2021" + "z" * 10), (46, "")],
)
def test_numbers_of_one_date_stand_close(gap: int, kept: str) -> None:
    text = "x" * 40 + "3" + "y" * gap + "2021" + "z" * 20
    assert _near_numbers(text) == kept


def test_the_last_minute_of_a_day() -> None:
    assert parse_date("2024-03-14T23:59") == "2024-03-14T23:59:00"


def test_names_of_months_count_from_one() -> None:
    assert _numbers("en jan feb\nde - x") == {"jan": 1, "feb": 2, "x": 2}


def test_the_first_heading_is_not_among_the_lower_ones() -> None:
    found = headings(parse("<h1>Tea</h1><h2>Pots</h2><h3>Lids</h3>"))
    assert [one.text for one in found.first] == ["Tea"]
    assert [(level, text) for _, level, text in found.lower] == [(2, "Pots"), (3, "Lids")]


@pytest.mark.parametrize(("kana", "language"), [(11, "ja"), (10, "zh")])
def test_kana_tell_japanese(kana: int, language: str) -> None:
    assert language_of_text("の" * kana + "茶" * (100 - kana)) == language


def test_academic_titles_go_before_the_first_name_only() -> None:
    text = "Prof. Dr. Ann Leaf und Prof. Dr. Bo Kettle"
    assert without_prefix(text) == "Ann Leaf und Prof. Dr. Bo Kettle"


def test_a_title_is_spelt_as_the_declared_one_of_the_same_signs() -> None:
    declared = _Declared(
        [("Tea: a story", "html"), ("Tea-a story", "meta")], Headings([], []), Site([])
    )
    assert _as_declared("Tea - a story", declared) == "Tea-a story"


@pytest.mark.parametrize(
    ("value", "cleaned"),
    [
        (" a", "a"),
        ("a ", "a"),
        ("", None),
        (" ", None),
        ("a" * 5000, "a" * 5000),
        ("a" * 5001, None),
    ],
)
def test_clean_values(value: str, cleaned: str | None) -> None:
    assert clean(value) == cleaned


def test_a_heading_that_is_a_date_alone_dates_nothing() -> None:
    text = "<p>Tea is good, and we like it a lot."
    assert read(f"<title>Tea</title><h1><b>3 May 2021</b></h1>{text}").date_published is None


# Bounds


@pytest.mark.parametrize(("place", "date"), [(190, "2021-05-03"), (191, None)])
def test_dates_are_read_within_two_hundred_characters(place: int, date: str | None) -> None:
    assert parse_date(("word " * 60)[: place - 1] + " 3 May 2021") == date


@pytest.mark.parametrize(("words", "language"), [("the of and to", "en"), ("the of and", None)])
def test_four_small_words_tell_a_language(words: str, language: str | None) -> None:
    others = "Xylo Zebra Quartz Jumbo Vex Wombat Yonder Kiwi Lodge Mango Nectar Opal Pixel Quilt"
    assert language_of_text(f"{words} {others}") == language


@pytest.mark.parametrize("year", [1278, 1279, 1378, 1403, 1478])
def test_days_of_the_iranian_calendar_follow_each_other(year: int) -> None:
    lengths = [31] * 6 + [30] * 5 + [29]
    days = [
        datetime.date(*jalali_to_gregorian(year, month, day))
        for month, length in enumerate(lengths, 1)
        for day in range(1, length + 1)
    ]
    assert days == [days[0] + datetime.timedelta(number) for number in range(365)]


@pytest.mark.parametrize("former", ["ListPrice", "https://schema.org/StrikethroughPrice"])
def test_a_former_price_is_not_the_price(former: str) -> None:
    prices = [{"priceType": former, "price": 20}, {"price": 15}]
    offer = {"@type": "Offer", "priceCurrency": "EUR", "priceSpecification": prices}
    thing = {"@context": "https://schema.org", "@type": "Product", "name": "Pot", "offers": offer}
    metadata = read(
        f"<title>Pot</title><script type=application/ld+json>{json.dumps(thing)}</script>"
    )
    assert metadata.product is not None
    assert metadata.product.price == "15"


def test_a_product_page_without_a_word_raises_nothing() -> None:
    thing = json.dumps({"@type": "Product", "name": "Pot"})
    assert read(f"<script type=application/ld+json>{thing}</script>").title == "Pot"
