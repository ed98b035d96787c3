"""Either side of what is read, of a page, of a list or of a line."""

from __future__ import annotations

import json

import pytest

from dehusk.metadata import Metadata, read_metadata
from dehusk.metadata.bylines import byline_names, looks_like_name
from dehusk.metadata.dates import parse_date
from dehusk.metadata.html import Headings, PageHeading, headings, html_claims
from dehusk.metadata.language import language_of_text
from dehusk.metadata.markup import Spans
from dehusk.metadata.meta_tags import meta_claims
from dehusk.metadata.microdata import MICRODATA, items
from dehusk.metadata.names import split_names, turned, without_prefix
from dehusk.metadata.offers import best_offer, offers_of
from dehusk.metadata.prices import plain_number, shown_price
from dehusk.metadata.schema import Hints, own_items, schema_claims
from dehusk.metadata.shown_dates import _is_all_date, url_claims
from dehusk.metadata.shown_product import _field
from dehusk.metadata.site import Site
from dehusk.metadata.titles import Title, _is_start, choose_title, cut_site
from dehusk.metadata.values import clean, key, without_invisible
from dehusk.metadata.vocabulary import BEFORE_COLONS, BEFORE_NAMES
from dehusk.page.parse import parse
from dehusk.page.tags import Tag


def read(markup: str, url: str | None = None) -> Metadata:
    return read_metadata(parse(markup, url=url))


# Values


def test_how_much_of_a_value_is_read() -> None:
    assert clean(" " * 19_997 + "Tea") == "Tea"
    assert clean(" " * 20_000 + "Tea") is None


def test_what_has_no_ink_goes_and_its_neighbours_stay() -> None:
    unseen = [0, 8, 14, 27, 0x7F, 0xAD, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A, 0x202E]
    unseen += [0x2060, 0x206F, 0xFEFF, 0xFFF9, 0xFFFD]
    assert without_invisible("".join(f"T{chr(code)}" for code in unseen)) == "T" * len(unseen)
    seen = "".join(f"T{chr(code)}" for code in (0x2027, 0x2070, 0xFFF8, 0xFFFE))
    assert without_invisible(seen) == seen


def test_how_much_of_an_author_is_read() -> None:
    assert split_names(f"Ann Leaf{' ' * 1_981}, Bo Kettle") == ["Ann Leaf", "Bo Kettle"]
    assert split_names(f"Ann Leaf{' ' * 1_992}, Bo Kettle") == ["Ann Leaf"]


def test_a_byline_of_desks_is_the_first_of_them() -> None:
    assert split_names("台北報導／中央快訊") == ["台北"]


def test_all_words_of_a_name_are_such_as_names_have() -> None:
    assert not looks_like_name("Ann tea Leaf")
    assert looks_like_name("Ann van Leaf")


def test_what_needs_a_colon_before_a_name() -> None:
    assert "autorin" in BEFORE_COLONS
    assert "autorin" not in BEFORE_NAMES
    assert split_names("Autorin Ann Leaf") == ["Autorin Ann Leaf"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("van der Leaf, Ann Bo Cy Dee", "Ann Bo Cy Dee van der Leaf"),
        ("van der Leaf Pot, Ann", "van der Leaf Pot, Ann"),
        ("Leaf, Ann Bo Cy Dee Eve", "Leaf, Ann Bo Cy Dee Eve"),
        ("Leaf,", "Leaf,"),
    ],
)
def test_a_family_name_of_three_words_and_four_first_names(text: str, name: str) -> None:
    assert turned(text) == name


@pytest.mark.parametrize(("before", "number"), [(55, "15.99"), (60, None)])
def test_how_much_of_a_price_is_read(before: int, number: str | None) -> None:
    assert plain_number("x" * before + "15.99") == number


@pytest.mark.parametrize(("gap", "price"), [(5, ("12.50", "EUR")), (6, None)])
def test_the_currency_stands_within_six_characters(gap: int, price: tuple[str, str] | None) -> None:
    assert shown_price("€" + " " * gap + "12.50") == price


def test_a_label_alone_in_its_line_is_the_whole_of_it() -> None:
    assert _field("Brand", whole=True) == "brand"
    assert _field("Our brand", whole=True) is None
    assert _field("Our brand", whole=False) == "brand"
    assert _field("one two three four five six seven brand", whole=False) == "brand"
    assert _field("one two three four five six seven eight brand", whole=False) is None


# Headings and links


@pytest.mark.parametrize(("words", "is_title"), [(10, True), (11, False)])
def test_three_tenths_of_the_words_are_enough_to_agree(words: int, is_title: bool) -> None:
    heading = "Green tea pots"
    declared = " ".join([heading, *(f"w{number}" for number in range(words - 3))])
    other = [PageHeading(9, 1, "x" * 50), PageHeading(11, 1, "y" * 50)]
    shown = Headings([PageHeading(7, 1, f"{heading} now"), *other], [])
    assert (choose_title([(declared, "html")], shown, Site([])).row == 7) == is_title


@pytest.mark.parametrize(
    ("heading", "row"), [("Tea hot", 7), ("Tea back a b c", -1), ("Tea hot pot", -1)]
)
def test_half_of_the_words_make_a_heading_like_the_title(heading: str, row: int) -> None:
    shown = Headings([], [(7, 2, heading)])
    assert choose_title([("Tea back", "html")], shown, Site([])) == Title("Tea back", "html", row)


@pytest.mark.parametrize(("title", "cut"), [("ab|cdefg", "cdefg"), ("abc|defg", "abc|defg")])
def test_the_end_of_a_title_is_more_than_half_of_it(title: str, cut: str) -> None:
    assert cut_site(title, Site([]), {"cdefg", "defg"}) == cut


def test_what_follows_a_part_of_a_page_is_not_in_it() -> None:
    page = parse("<nav><p>Home</nav><p>Tea")
    nav = page.rows_with_tag(Tag.NAV).tolist()
    last = int(page.end[nav[0]])
    assert [Spans(page, nav).touch(row, row) for row in (last - 1, last)] == [True, False]


def test_a_heading_of_the_first_parts_of_a_title() -> None:
    title = "Tea is back | Pots | Daily Leaf"
    starts = ("Tea is back", "Tea is back Pots", "Tea is", "Tea is back Pots Daily Leaf", "Pots")
    assert [_is_start(key(one), title, key(title)) for one in starts] == [True, True, *[False] * 3]


def test_a_page_without_a_title_has_it_nowhere() -> None:
    assert choose_title([], Headings([], []), Site([])) == Title(None, "", -1)


def test_sixty_headings_are_read() -> None:
    assert len(headings(parse("<h2>Tea</h2>" * 60)).lower) == 60
    assert len(headings(parse("<h2>Tea</h2>" * 61)).lower) == 60


@pytest.mark.parametrize(("inside", "is_cut"), [(46, True), (47, False)])
def test_how_many_rows_a_heading_with_a_kicker_has(inside: int, is_cut: bool) -> None:
    heading = f"<h1><b class=kicker>Drinks</b><i>Tea</i>{'<br>' * (inside - 1)}</h1>"
    assert headings(parse(heading)).first[0].behind_kicker == ("Tea" if is_cut else "")


def test_five_hundred_links_are_read() -> None:
    page = parse("".join(f"<a rel=tag href=/{number}>{number}</a>" for number in range(501)))
    assert len(html_claims(page)["tags"]) == 500


# Declared


def test_how_many_names_of_meta_elements_are_read() -> None:
    other = "<meta name=x content=y>"
    assert meta_claims(parse(other * 4_999 + "<meta name=author content=Ann>"))["authors"]
    assert not meta_claims(parse(other * 5_000 + "<meta name=author content=Ann>"))["authors"]
    name = "author".rjust(1_000)
    assert meta_claims(parse(f"<meta name='{name}' content=Ann>"))["authors"]
    assert not meta_claims(parse(f"<meta name=' {name}' content=Ann>"))["authors"]


@pytest.mark.parametrize(("names", "is_read"), [(9, True), (10, False)])
def test_ten_properties_of_one_element_are_read(names: int, is_read: bool) -> None:
    page = parse(f"<i itemprop='{'x ' * names}name'>Tea</i>")
    assert bool(items(page, MICRODATA)) == is_read


@pytest.mark.parametrize(("around", "is_read"), [(7, True), (8, False)])
def test_a_text_is_read_for_eight_properties_around_it(around: int, is_read: bool) -> None:
    page = parse("<i itemprop=keywords>" * around + "<i itemprop=name>Tea</i>")
    assert ("name" in items(page, MICRODATA)[0]) == is_read


def test_properties_beside_each_other_are_not_around_each_other() -> None:
    page = parse("<i itemprop=keywords>Tea</i>" * 12 + "<i itemprop=name>Pot</i>")
    assert items(page, MICRODATA)[0]["name"] == ["Pot"]


def test_the_day_of_a_time_stands_in_its_attribute() -> None:
    page = parse(
        """<i itemprop=datePublished datetime=2021-05-03>May</i><time itemprop=dateModified>June</time>
        <time itemprop=uploadDate datetime=2021-07-03>July</time>"""
    )
    assert items(page, MICRODATA)[0] == {
        "datePublished": ["May"],
        "dateModified": ["June"],
        "uploadDate": ["2021-07-03"],
    }


@pytest.mark.parametrize(("digits", "told"), [(20, "1" * 20), (21, "1" * 20)])
def test_how_long_a_size_is(digits: int, told: str) -> None:
    item = {"@type": "Article", "image": {"width": "1" * digits}}
    assert schema_claims([item], "json-ld", Hints([], []))["image_width"][0][0] == told


@pytest.mark.parametrize(("others", "is_ours"), [(9, True), (10, False)])
def test_an_item_is_compared_with_ten_titles(others: int, is_ours: bool) -> None:
    titles = [f"Kettles {number}" for number in range(others)]
    hints = Hints([], [*titles, "Green tea from Kyoto"])
    item = {"@type": "Product", "name": "Green tea from Uji"}
    assert bool(own_items([item], frozenset(["Product"]), hints)) == is_ours


@pytest.mark.parametrize(
    ("name", "kind", "is_ours"),
    [
        ("Tea hot", "Product", True),  # half of the words
        ("Tea hot pot", "Product", False),
        ("Tea hot pot", "Article", True),
        ("Cups", "Article", False),
        ("Tea a b c d e f g h i", "Article", True),  # a tenth of the words
        ("Tea a b c d e f g h i j", "Article", False),
    ],
)
def test_how_like_the_title_the_one_item_of_its_kind_is(
    name: str, kind: str, is_ours: bool
) -> None:
    item = {"@type": kind, "name": name, "url": "/other", "description": "Boil."}
    said = schema_claims([item], "json-ld", Hints(["/tea"], ["Tea back"]))
    assert bool(said["description"]) == is_ours


def test_the_most_telling_type_counts() -> None:
    said = {"@type": ["Thing", "Article", "NewsArticle"], "headline": "Tea"}
    page = f"<script type=application/ld+json>{json.dumps(said)}</script>"
    assert read(page).kind == "NewsArticle"


# Shown


@pytest.mark.parametrize(("letters", "language"), [(12, "ko"), (11, None)])
def test_twelve_letters_tell_a_language(letters: int, language: str | None) -> None:
    assert language_of_text("차" * letters) == language


@pytest.mark.parametrize(
    ("words", "language"),
    [("the of and to in le la les des", "en"), ("the of and to le la les des", None)],
)
def test_one_language_is_a_quarter_ahead_of_the_others(words: str, language: str | None) -> None:
    assert language_of_text(words) == language


@pytest.mark.parametrize(("letters", "is_date"), [(24, True), (25, False)])
def test_a_line_with_a_date_has_few_letters_besides(letters: int, is_date: bool) -> None:
    line = "x" * (letters - 3) + " 3 May 2021"
    assert bool(read(f"<h1>Tea</h1><p>{line}</p>").date_published) == is_date


@pytest.mark.parametrize(("letters", "is_date"), [(60, True), (61, False)])
def test_a_line_that_speaks_of_publication_may_have_more(letters: int, is_date: bool) -> None:
    assert _is_all_date("Published " + "x" * (letters - 12) + " 3 May 2021") == is_date


@pytest.mark.parametrize(("length", "is_date"), [(40, True), (41, False)])
def test_a_date_of_its_own_within_a_line(length: int, is_date: bool) -> None:
    own = "3 May 2021 ".ljust(length, "x")
    line = f"<b>{own}</b> {'The water has to be hot. ' * 4}"
    assert bool(read(f"<h1>Tea</h1><p>{line}</p>").date_published) == is_date


@pytest.mark.parametrize(("words", "is_shown"), [(6, True), (5, False)])
def test_a_line_that_is_called_a_standfirst_has_six_words(words: int, is_shown: bool) -> None:
    line = " ".join(["water"] * words)
    markup = f"<h1>Tea</h1><p class=standfirst>{line}</p><p>Boil it.</p>"
    assert read(markup).standfirst == (line if is_shown else None)


@pytest.mark.parametrize(("more", "whole"), [(19, True), (20, False)])
def test_a_block_that_shows_the_description_says_hardly_more(more: int, whole: bool) -> None:
    description = "Boil water for tea."
    block = description + "x" * more
    markup = f"<meta name=description content='{description}'><h1>Tea</h1><p>{block}</p>"
    assert read(markup).standfirst == (block if whole else description)


@pytest.mark.parametrize(
    ("address", "canonical", "sku"),
    [
        ("https://example.org/p/123456", "https://example.org/p/654321", "123456"),
        (None, "https://example.org/p/654321", "654321"),
        (None, "https://example.org/c/111111/p/654321?v=222222", "654321"),
        (None, "https://example.org/p/tea", None),
    ],
)
def test_the_number_of_goods_in_their_address(
    address: str | None, canonical: str, sku: str | None
) -> None:
    markup = f"""<link rel=canonical href={canonical}><h1>Tea pot</h1><p class=price>€ 24.50</p>
        <button id=add-to-cart>Buy</button>"""
    product = read(markup, address).product
    assert product is not None
    assert product.sku == sku


def test_authors_that_are_marked_otherwise_do_not_stand_together() -> None:
    markup = "<h1>Tea is back</h1><p><b class=author>Ann Leaf</b><b class=contributor>Bo Kettle</b>"
    assert read(markup).authors == ("Ann Leaf",)


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("<p>By Ann Leaf and Bo Kettle</p>", ("Ann Leaf", "Bo Kettle")),
        ("<p>Ann Leaf and Bo Kettle</p>", ("Ann Leaf", "Bo Kettle")),
        ("<p>Pots of Ann Leaf and Bo Kettle</p>", ("Ann Leaf",)),
        ("<div class=related><p>By Ann Leaf and Bo Kettle</p></div>", ("Ann Leaf",)),
    ],
)
def test_who_stands_beside_a_declared_author_on_a_byline(
    line: str, authors: tuple[str, ...]
) -> None:
    markup = f"<meta name=author content='Ann Leaf'><h1>Tea is back</h1>{line}<p>Boil the water."
    assert read(markup).authors == authors


@pytest.mark.parametrize(
    ("own", "specified"), [({}, {"priceCurrency": "EUR"}), ({"priceCurrency": "EUR"}, {})]
)
def test_the_currency_of_a_price_that_is_specified(
    own: dict[str, str], specified: dict[str, str]
) -> None:
    offer = {**own, "priceSpecification": {"price": "9.50", **specified}}
    assert best_offer(offers_of({"offers": offer}))[:2] == ("9.50", "EUR")


def test_authors_without_anything_between_them_stand_together() -> None:
    markup = "<h1>Tea is back</h1><p><b class=author>Ann Leaf</b><b class=author>Bo Kettle</b>"
    assert read(markup).authors == ("Ann Leaf", "Bo Kettle")


@pytest.mark.parametrize(("menus", "is_author"), [(9, False), (10, True)])
def test_a_name_that_a_menu_links_is_no_author(menus: int, is_author: bool) -> None:
    markup = "<nav>Tea</nav>" * menus + "<nav><a href=/pots>Bo Kettle</a></nav>"
    markup += "<h1>Tea is back</h1><p class=byline>Bo Kettle</p>"
    assert bool(read(markup).authors) == is_author


@pytest.mark.parametrize(("names", "is_named"), [(19, True), (20, False)])
def test_twenty_names_of_a_site_are_known(names: int, is_named: bool) -> None:
    metas = [f"<meta name=application-name content='Site {number}'>" for number in range(names)]
    markup = "".join(metas) + "<meta name=publisher content='Daily Leaf'>"
    title = read(f"{markup}<title>Tea is back | Daily Leaf</title>").title
    assert (title == "Tea is back") == is_named


@pytest.mark.parametrize(
    ("line", "author"), [("Ann Leaf", "Ann Leaf"), ("Los Angeles", "Leaf Ltd")]
)
def test_a_bold_place_is_no_byline(line: str, author: str) -> None:
    markup = "<meta name=author content='Leaf Ltd'><h1>Tea is back</h1>"
    assert read(f"{markup}<p><b>{line}</b></p><p>Boil the water.").authors == (author,)


def test_times_of_one_day_far_from_the_title_agree() -> None:
    far = "<p>Boil the water.</p>" * 100
    times = "<time datetime=2021-05-03T10:00>a</time><time datetime=2021-05-03T12:00>b</time>"
    assert read(f"<h1>Tea</h1>{far}{times}").date_published == "2021-05-03T10:00:00"
    other = times.replace("05-03T12", "05-04T12")
    assert read(f"<h1>Tea</h1>{far}{other}").date_published is None


def test_a_year_of_the_iranian_calendar_goes_over_into_the_next() -> None:
    assert parse_date("1403/10/11", "fa") == "2024-12-31"
    assert parse_date("1403/10/12", "fa") == "2025-01-01"


def test_an_offer_of_its_own_goes_before_what_goods_say_themselves() -> None:
    own = {"price": "5.00", "availability": "InStock"}
    offer = {"price": "9.00", "availability": "InStock"}
    assert best_offer(offers_of({**own, "offers": [offer]})).price == "9.00"


@pytest.mark.parametrize(
    ("text", "is_named"), [("Daily", True), ("Leaf", True), ("Dai", False), ("ilyLe", False)]
)
def test_a_part_of_a_site_s_name_names_it_loosely(text: str, is_named: bool) -> None:
    assert Site(["dailyleaf"]).is_named(text, loosely=True) == is_named


@pytest.mark.parametrize("text", ["Ann Leaf.", ". Ann Leaf", "Ann Leaf"])
def test_a_name_has_no_full_stop_around_it(text: str) -> None:
    assert without_prefix(text) == "Ann Leaf"


@pytest.mark.parametrize(("before", "names"), [(291, ["Ann Leaf"]), (300, [])])
def test_how_much_of_a_byline_is_read(before: int, names: list[str]) -> None:
    assert byline_names("By;" + " " * (before - 3) + " Ann Leaf") == names


def test_a_day_far_behind_in_an_address_is_read_whole() -> None:
    said = url_claims(f"https://example.org/{'x' * 970}/2024/03/14/tea")
    assert said["date_published"] == [("2024-03-14", "url", False)]
