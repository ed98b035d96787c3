"""Dates: every form that is read, and those that are not."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.metadata import Metadata, read_metadata
from dehusk.metadata.dates import parse_date
from dehusk.metadata.months import MONTHS, jalali_to_gregorian
from dehusk.page.parse import parse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-14", "2024-03-14"),
        ("2024-3-4", "2024-03-04"),
        ("2024/03/14", "2024-03-14"),
        ("2024.03.14", "2024-03-14"),
        ("20240314", "2024-03-14"),
        ("2024-03-14T06:30", "2024-03-14T06:30:00"),
        ("2024-03-14T06:30:05.123Z", "2024-03-14T06:30:05+00:00"),
        ("2024-03-14 06:30:05 +0100", "2024-03-14T06:30:05+01:00"),
        ("2024-03-14T06:30:05-05", "2024-03-14T06:30:05-05:00"),
        ("20240314T063005Z", "2024-03-14T06:30:05+00:00"),
        ("2024-03-14T99:30:05Z", "2024-03-14"),
        ("2024-03-14T06:30:05+99:00", "2024-03-14"),
        ("Thu, 14 Mar 2024 06:30:00 GMT", "2024-03-14T06:30:00+00:00"),
        ("14 Mar 2024 06:30:00 -0700", "2024-03-14T06:30:00-07:00"),
        ("Thu Mar 14 06:30:00 EST 2024", "2024-03-14"),
        ("1710398400", "2024-03-14T06:40:00+00:00"),
        ("1710398400000", "2024-03-14T06:40:00+00:00"),
        ("March 14, 2024", "2024-03-14"),
        ("Published: Thursday, March 14th, 2024 at 3 pm", "2024-03-14"),
        ("March 14 th , 2024", "2024-03-14"),
        ("Sept. 4, 2024", "2024-09-04"),
        ("14 March 2024", "2024-03-14"),
        ("14-Mar-2024", "2024-03-14"),
        ("14. März 2024", "2024-03-14"),
        ("14.03.2024", "2024-03-14"),
        ("14. 3. 2024", "2024-03-14"),
        ("1er mars 2024", "2024-03-01"),
        ("14 de marzo de 2024", "2024-03-14"),
        ("14 de março de 2024", "2024-03-14"),
        ("14 marzo 2024", "2024-03-14"),
        ("14 maart 2024", "2024-03-14"),
        ("14 marca 2024", "2024-03-14"),
        ("14. března 2024", "2024-03-14"),
        ("2024. március 14.", "2024-03-14"),
        ("14 Mart 2024", "2024-03-14"),
        ("14 марта 2024 г.", "2024-03-14"),
        ("14 березня 2024", "2024-03-14"),
        ("14 Μαρτίου 2024", "2024-03-14"),
        ("14 מרץ 2024", "2024-03-14"),
        ("14 مارس 2024", "2024-03-14"),
        ("١٤ مارس ٢٠٢٤", "2024-03-14"),
        ("14 آذار 2024", "2024-03-14"),
        ("14 كانون الثاني 2024", "2024-01-14"),
        ("۲۴ اسفند ۱۴۰۲", "2024-03-14"),
        ("۱۴۰۲/۱۲/۲۴", "2024-03-14"),
        ("14 मार्च 2024", "2024-03-14"),
        ("१४ मार्च २०२४", "2024-03-14"),
        ("14 มีนาคม 2567", "2024-03-14"),
        ("14 มี.ค. 2567", "2024-03-14"),
        ("14 tháng 3, 2024", "2024-03-14"),
        ("2024年3月14日", "2024-03-14"),
        ("令和6年3月14日", "2024-03-14"),
        ("2024년 3월 14일", "2024-03-14"),
        ("31/12/2024", "2024-12-31"),
        ("12/31/2024", "2024-12-31"),
        ("03/03/2024", "2024-03-03"),
    ],
)
def test_forms_that_are_read(text: str, expected: str) -> None:
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "03/04/2024",
        "14.03.24",
        "2024",
        "2024-03",
        "March 2024",
        "yesterday",
        "3 hours ago",
        "2024-02-30",
        "2023-02-29",
        "2024-13-01",
        "0000-00-00",
        "0001-01-01T00:00:00",
        "1970-01-01T00:00:00Z",
        "9999-12-31",
        "31 February 2024",
        "192.168.2024.1",
        "12345678901234567890",
        "Windows 10 2024",
    ],
)
def test_what_is_no_date_or_could_be_two(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    ("language", "expected"),
    [("fr", "2024-04-03"), ("en-GB", "2024-04-03"), ("en-US", "2024-03-04"), ("en", None)],
)
def test_the_language_settles_the_order(language: str, expected: str | None) -> None:
    assert parse_date("03/04/2024", language) == expected


def test_years_of_two_digits_need_a_language() -> None:
    assert parse_date("03.04.24", "de") == "2024-04-03"
    assert parse_date("03.04.24", "ko") is None
    assert parse_date("3.10.12", "de") == "2012-10-03"
    assert parse_date("Version 3.10.12.1", "de") is None


@pytest.mark.parametrize("clock", ["12:99", "24:00", "12:30:60", "12:30+15:00"])
def test_a_time_that_does_not_exist_leaves_the_day(clock: str) -> None:
    assert parse_date(f"2024-03-14T{clock}") == "2024-03-14"


def test_the_same_name_is_another_month_in_croatian() -> None:
    assert parse_date("12. listopada 2024", "pl") == "2024-11-12"
    assert parse_date("12. listopada 2024", "hr") == "2024-10-12"


def test_the_table_of_months_is_sound() -> None:
    assert set(MONTHS.values()) == set(range(1, 13))
    assert all(name == name.lower() and not name.isdigit() for name in MONTHS)


def test_the_iranian_calendar_day_by_day() -> None:
    """New years from the tables of the calendar, and no day lost or doubled in between."""
    for year, first in {1399: (2020, 3, 20), 1400: (2021, 3, 21), 1403: (2024, 3, 20)}.items():
        assert jalali_to_gregorian(year, 1, 1) == first
    days = [
        date(*jalali_to_gregorian(1402, month, day))
        for month in range(1, 13)
        for day in range(1, 32 if month <= 6 else 31 if month <= 11 else 30)
    ]
    assert days == [days[0] + timedelta(number) for number in range(365)]


@given(
    st.dates(date(1971, 1, 1), date(2099, 12, 31)),
    st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%d %B %Y"]),
)
def test_what_is_written_is_read(day: date, form: str) -> None:
    assert parse_date(day.strftime(form)) == day.isoformat()


@given(st.text(max_size=300), st.sampled_from([None, "en", "fa", "hr-HR", "x"]))
def test_any_text_gives_a_date_or_none(text: str, language: str | None) -> None:
    found = parse_date(text, language)
    assert found is None or date.fromisoformat(found[:10])


def read(markup: str, url: str | None = None) -> Metadata:
    return read_metadata(parse(markup, url=url))


@pytest.mark.parametrize(
    ("markup", "published", "modified"),
    [
        ('<h1>Tea</h1><time datetime="2024-03-14">x</time>', "2024-03-14", None),
        ("<h1>Tea</h1><time pubdate>14 March 2024</time>", "2024-03-14", None),
        ('<time datetime="2024-03-14"></time><h1>Tea</h1>', "2024-03-14", None),
        (
            "<h1>Tea</h1><p class='date'>14 March 2024 in Drinks, with 3 comments</p>",
            "2024-03-14",
            None,
        ),
        ("<h1>Tea</h1><p>14 March 2024</p>", "2024-03-14", None),
        ("<h1>Tea</h1><p>Updated: 14 March 2024</p>", None, "2024-03-14"),
        ("<h1>Thé</h1><p>Mis à jour le 14 mars 2024</p>", None, "2024-03-14"),
        (
            "<h1>Tea</h1><p>Published 13 March 2024</p><p>Last updated 14 March 2024</p>",
            "2024-03-13",
            "2024-03-14",
        ),
        ("<h1>Tea</h1><p>The shop was opened on 14 March 2024 by my mother</p>", None, None),
        ("<h1>Tea</h1><nav><time datetime='2024-03-14'></time></nav>", None, None),
        ("<h1>Tea</h1><ul class='comments'><time datetime='2024-03-14'></time></ul>", None, None),
        (
            "<h1>Teas</h1><h2><a href='/a'>A</a></h2><time>14 March 2024</time>"
            "<h2><a href='/b'>B</a></h2><time>15 March 2024</time>",
            None,
            None,
        ),
    ],
)
def test_dates_near_the_title(markup: str, published: str | None, modified: str | None) -> None:
    metadata = read(markup)
    assert (metadata.date_published, metadata.date_modified) == (published, modified)


def test_times_far_from_the_title_count_if_they_agree() -> None:
    text = "<p>Some words of text.</p>" * 200
    once = f"<h1>Tea</h1>{text}<time datetime='2024-03-14'></time>"
    assert read(once).date_published == "2024-03-14"
    assert read(once + "<time datetime='2024-03-15'></time>").date_published is None


def test_dates_far_from_the_title_count_if_they_are_marked_and_agree() -> None:
    text = "<p>Some words of text.</p>" * 200
    once = f"<h1>Tea</h1>{text}<p class='published'>Published: 14 March 2024</p>"
    assert read(once).date_published == "2024-03-14"
    twice = once + "<p class='published'>15 March 2024</p>"
    assert read(twice).date_published is None
    wiki = f"<h1>Tea</h1>{text}<p id='lastmod'>Last edited on 14 March 2024, at 12:00.</p>"
    assert read(wiki).date_modified == "2024-03-14"


def test_a_date_beside_the_title() -> None:
    assert read("<h1><span>14.03.2024</span> Tea</h1>").date_published == "2024-03-14"
    assert read("<h1>14 March 2024</h1>").date_published is None
    assert read("<h1><span>The 14 March 2024 report</span></h1>").date_published is None


def test_a_day_in_the_address() -> None:
    metadata = read("<h1>Tea</h1>", url="https://example.org/2024/03/14/tea")
    assert (metadata.date_published, metadata.sources["date_published"]) == ("2024-03-14", "url")
    assert read("<h1>Tea</h1>", url="https://example.org/2024/03/tea").date_published is None
    assert read("<h1>Tea</h1>", url="https://example.org/2024/02/31/").date_published is None


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Expires: July 12th, 2024</p>",
        "<p>Gültig bis 12.07.2024</p>",
        "<p class='coupon-end'>12 July 2024</p>",
        "<div class='event-date'><time datetime='2024-07-12'>12 July</time></div>",
        "<p class='meta'>Member since 12 July 2024</p>",
        "<p class='meta'>Last post by <a href='/users/bo'>bo</a>, 12 July 2024</p>",
    ],
)
def test_a_date_of_something_else_is_none(markup: str) -> None:
    assert read(f"<html lang='de'><h1>Save on tea</h1>{markup}").date_published is None


def test_a_line_that_says_when_it_was_published_counts_anywhere() -> None:
    text = "<p>Some words of text.</p>" * 200
    said = f"<html lang='de'><h1>Tee</h1>{text}<p>Dieser Artikel wurde am 14. März 2024 geschrieben"
    assert read(said).date_published == "2024-03-14"
    assert read(f"{said}<p>Veröffentlicht am 15.03.2024").date_published is None
    assert read(f"{text}<p>[Stand: 14.03.2024, 01:40 Uhr]").date_modified == "2024-03-14"
    assert read(f"<h1>Tea</h1>{text}<p>The war ended on 14 March 2024").date_published is None


def test_a_line_near_the_title_that_starts_with_a_date() -> None:
    line = "14.03.2024 - 04:30 - Fonte: Agência Brasil - Foto: Cesar Greco"
    assert read(f"<html lang='pt'><h1>Chá</h1><p>{line}").date_published == "2024-03-14"


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        ("2023-11-08T22:35:29-08:00", "2023-11-08T22:35:29-08:00"),
        ("2023-11-08 22:35:29", "2023-11-08T22:35:29-08:00"),
        ("2023-11-09T06:35:29Z", "2023-11-09T06:35:29+00:00"),
        ("2023-11-08T22:35:28-08:00", "2023-11-09T06:35:29+00:00"),
        ("2023-11-08 22:30:29", "2023-11-09T06:35:29+00:00"),
        ("2023-11-08 15:35:29", "2023-11-09T06:35:29+00:00"),
        ("2023-11-08", "2023-11-09T06:35:29+00:00"),
    ],
    ids="zone none utc other minutes far day".split(),
)
def test_a_moment_is_of_the_day_that_the_page_shows(shown: str, read: str) -> None:
    declared = "<meta property=article:published_time content=2023-11-09T06:35:29Z>"
    page = parse(f"{declared}<h1>Tea</h1><time datetime='{shown}'>Nov 8</time><p>Text")
    assert read_metadata(page).date_published == read


def test_a_time_without_seconds_tells_no_zone() -> None:
    declared = "<meta property=article:published_time content=2023-11-09T06:00:00Z>"
    page = parse(f"{declared}<h1>Tea</h1><time datetime='2023-11-08 22:00:00'>Nov 8</time>")
    assert read_metadata(page).date_published == "2023-11-09T06:00:00+00:00"


@pytest.mark.parametrize(("more", "is_read"), [(10, True), (15, False)])
def test_a_line_below_the_text_that_is_called_its_metadata_may_be_long(
    more: int, is_read: bool
) -> None:
    line = "Dieser Beitrag wurde am 3. Dezember 2011 um %H:%M Uhr veröffentlicht. " + (
        "Du kannst alle Antworten verfolgen. " * more
    )
    text = "<p>Tea</p>" * 200
    page = parse(f"<html lang=de><h1>Tea</h1>{text}<p class=postmetadata>{line}")
    assert (read_metadata(page).date_published == "2011-12-03") == is_read


def test_arabic_letters_in_a_persian_month() -> None:
    assert parse_date("2 تير 1399 - 12:09", "fa") == "2020-06-22"
