from __future__ import annotations

import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.metadata import dates
from dehusk.metadata.markup import ROLES, lines_between, visible_text
from dehusk.native.find import (
    block_with,
    headings_in,
    links_elsewhere,
    may_have_date,
    rows_around,
    rows_of_tag,
    texts_of_tags,
)
from dehusk.page import Page
from dehusk.page.tags import BLOCK, HEADINGS, INERT, SEPARATING_INLINE, Tag

GAP = re.compile(r"[^\S\u3000]+")


def by_hand(
    page: Page, first: int, last: int, longest: int = 1_000_000
) -> list[tuple[int, int, str]]:
    """The same line by line in Python: a newline for each end of a line, a space where words part."""
    found: list[tuple[int, int, str]] = []
    rows: list[int] = []
    text = ""

    def close() -> None:
        nonlocal text, rows
        line = GAP.sub(" ", text).strip(" ")
        if rows and len(line) <= longest:
            found.append((rows[0], rows[-1], line.strip()))
        text, rows = "", []

    open_ones: list[tuple[int, bool]] = []
    row = first
    while row < last:
        while open_ones and open_ones[-1][0] <= row:
            if open_ones.pop()[1]:
                close()
            else:
                text += " "
        tag = page.tag.item(row)
        if tag == Tag.TEXT:
            own = page.text_of(row)
            if rows or not own.isspace():
                text = text + own if rows else own
                rows.append(row)
        elif tag in INERT and row > first:
            row = page.end.item(row)
            continue
        elif tag in BLOCK or tag == Tag.BR or tag in SEPARATING_INLINE:
            is_line = tag not in SEPARATING_INLINE
            if is_line:
                close()
            else:
                text += " "
            open_ones.append((page.end.item(row), is_line))
        row += 1
    close()
    return found


PIECES = st.sampled_from(
    [
        *("<p>", "</p>", "<b>", "</b>", "<span>", "</span>", "<br>", "<div>", "</div>", "<x-y>"),
        *(
            "<script>s</script>",
            "tea",
            " ",
            "\n\t",
            "\u3000",
            "\xa0",
            "\u2003",
            "\u200b",
            "茶",
            "é",
        ),
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join), st.integers(0, 6), st.integers(0, 40))
def test_lines_are_those_of_the_reference(html: str, first: int, count: int) -> None:
    page = parse(html)
    last = min(first + count, len(page))
    found = lines_between(page, first, last)
    assert [line[:3] for line in found] == by_hand(page, first, last)
    for longest in (0, 1, 4):
        found = lines_between(page, first, last, longest)
        assert [line[:3] for line in found] == by_hand(page, first, last, longest)


def may_have_dates(lines: list[str]) -> list[bool]:
    page = parse("".join(f"<p>{line}" for line in lines))
    return [line[3] for line in lines_between(page, 0, len(page))]


def test_most_lines_have_no_date() -> None:
    lines = [
        "Tea",
        "茶 5",
        "3 чай",
        "été – „so“",
        "12:30",
        "123 of 456",
        "v2.",
        "شاي",
        "茶年",
        "a 7, b",
    ]
    assert may_have_dates(lines) == [False] * len(lines)


def test_every_digit_is_noticed() -> None:
    digits = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Nd"]
    assert all(may_have_dates([f"é{digit}.{digit}.{digit}{digit}" for digit in digits]))


@given(
    st.lists(st.sampled_from([*"0249./-年년月월日 ", "٣", "۴", "May "]), max_size=12).map("".join)
)
def test_every_date_is_noticed(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dates, "may_have_date", lambda text: True)
        is_date = dates.parse_date(text, "de") is not None
    assert may_have_date(text) >= is_date
    assert may_have_dates([f"é{text}"]) == [may_have_date(text)]


def test_what_is_no_text_of_a_page_may_have_a_date() -> None:
    assert may_have_date("\ud800")


@pytest.mark.parametrize(
    "line", ["2024-03-14", "3.4.21", "12. 3. 2021", "令和5年3月2日", "5년 3월 2일"]
)
def test_dates_are_noticed(line: str) -> None:
    assert may_have_dates([line]) == [True]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>A<br>B <i>c</i>d", "A\nB cd"),
        ("<p><span>E</span><time>F</time>", "E F"),
        ("<p>\u3000茶\u3000湯\u3000", "茶\u3000湯"),
        ("<p> \xa0 ", ""),
    ],
)
def test_the_text_of_a_row(html: str, text: str) -> None:
    page = parse(html)
    assert visible_text(page, 0) == text


def test_no_rows_make_no_lines() -> None:
    page = parse("<p>Tea")
    assert lines_between(page, 3, 3) == []
    assert lines_between(page, 4, 2) == []


def test_texts_of_tags() -> None:
    page = parse("<h1>A <b>b</b></h1><h4>no</h4><h2>C</h2><h3>D</h3>")
    found = texts_of_tags(page, int(Tag.H1), int(Tag.H3), 2)
    assert [(page.tag_name(row), text) for row, _, text in found] == [("h1", "A b"), ("h2", "C")]
    assert found[0][1] == Tag.H1


def has_link(page: Page, row: int) -> bool:
    rows = [*range(row, int(page.end[row])), int(page.parent[row])]
    return any(one >= 0 and page.tag[one] == Tag.A for one in rows)


def around_by_hand(page: Page, title: int, before: int, after: int) -> tuple[int, int]:
    behind = int(page.end[title]) if title >= 0 else 0
    first, last = max(max(title, 0) - before, 0), min(behind + after, len(page))
    for row in range(first, last):
        if page.tag[row] in HEADINGS and has_link(page, row):
            if row >= behind:
                return first, row
            if page.end[row] <= max(title, 0):
                first = int(page.end[row])
    return first, last


NEIGHBOURS = st.lists(
    st.sampled_from(
        [
            "<h1>",
            "</h1>",
            "<h2>",
            "</h2>",
            "<a>",
            "</a>",
            "<p>",
            "<b>",
            "Tea",
            "<script>Tea</script>",
        ]
    ),
    max_size=25,
).map("".join)


@given(NEIGHBOURS, st.integers(-1, 20), st.integers(0, 6), st.integers(0, 9))
def test_what_is_around_a_title(html: str, title: int, before: int, after: int) -> None:
    page = parse(html)
    title = min(title, len(page) - 1)
    headings = HEADINGS.column.view(np.uint8)
    link = int(Tag.A)
    found = rows_around(page, title, before, after, headings, link)
    assert found == around_by_hand(page, title, before, after)
    assert [links_elsewhere(page, row, link) for row in range(len(page))] == [
        has_link(page, row) for row in range(len(page))
    ]


def block_by_hand(page: Page, first: int, middle: int, last: int) -> int:
    for low, high in ((middle, last), (first, min(middle, last))):
        span = (
            slice(int(page.text_start[low]), int(page.text_end[high - 1])) if low < high else None
        )
        place = page.text.find(b"Tea", span.start, span.stop) if span else -1
        if place >= 0:
            row = max(row for row in range(low, high) if page.text_start[row] <= place)
            for one in (row, *page.ancestors(row)):
                if page.tag[one] in BLOCK:
                    return one
                if page.tag[one] in INERT:
                    return -1
            return -1
    return -1


@given(NEIGHBOURS, st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_the_block_that_shows_a_text(html: str, first: int, middle: int, last: int) -> None:
    page = parse(html)
    first, middle, last = sorted(min(row, len(page)) for row in (first, middle, last))
    found = block_with(page, b"Tea", first, middle, last, ROLES)
    assert found == block_by_hand(page, first, middle, last)


def test_headings_with_their_levels() -> None:
    page = parse("<h1> A<br>b ¶</h1><h4>no</h4><h2> C<br>d #</h2><h3> </h3><h3>too long</h3><h2>E")
    found = headings_in(page, int(Tag.H1), int(Tag.H3), 10, 7, " ¶#", ROLES, 400)
    assert [(level, text) for _, level, text in found] == [(1, "A\nb"), (2, "Cd"), (2, "E")]
    assert [row for row, _, _ in found] == [
        *rows_of_tag(page, int(Tag.H1)),
        *rows_of_tag(page, int(Tag.H2)),
    ]
    assert len(headings_in(page, int(Tag.H1), int(Tag.H3), 2, 7, "", ROLES, 400)) == 2
