"""Which short texts look like a date or a time."""

from __future__ import annotations

import unicodedata

from dehusk import parse
from dehusk.content.threads.marks import _DATE_FORM, dates_by_form


def is_date(text: str) -> bool:
    page = parse(f"<p>{text}")
    return bool(dates_by_form(page, 0, len(page)).any())


def test_digits_of_all_scripts_tell_dates() -> None:
    digits = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Nd"]
    page = parse("".join(f"<p>Picture {digit}\u00a0of {digit} h</p>" for digit in digits))
    assert int(dates_by_form(page, 0, len(page)).sum()) == len(digits)


def test_short_texts_that_look_like_dates() -> None:
    for text, looks in (
        ("5 May", False),
        ("5 May 2019", True),
        ("\u0665\u0660\u0661\u0669", False),
        ("\u0665:\u0663\u0660", True),
        ("今日", True),
        ("今天", False),
        ("yesterday", False),
        ("5/6", False),
        ("5/6/19", True),
        ("12 h", True),
        ("5d", True),
        ("10:30", True),
        (30 * " " + "10:30 " + 54 * "x" + 30 * " ", True),
        ("10:30 " + 54 * "x", True),
        ("10:30 " + 55 * "x", False),
    ):
        assert is_date(text) is looks, text


def test_some_rows_of_a_page() -> None:
    page = parse("<p>1 h<p>tea<p>2 h<p>3 h")
    rows = [row for row in range(len(page)) if page.is_text[row]]
    found = dates_by_form(page, rows[1], rows[3])
    assert [row for row in range(rows[1], rows[3]) if found[row - rows[1]]] == [rows[2]]
    assert not len(dates_by_form(page, 2, 2))
    assert _DATE_FORM.search("2 h")
