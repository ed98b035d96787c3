from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.metadata.markup import lines_between, visible_text
from dehusk.native.lines import texts_of_tags
from dehusk.page import Page
from dehusk.page.tags import BLOCK, INERT, SEPARATING_INLINE, Tag

GAP = re.compile(r"[^\S\u3000]+")


def by_hand(page: Page, first: int, last: int) -> list[tuple[int, int, str]]:
    """The same line by line in Python: a newline for each end of a line, a space where words part."""
    found: list[tuple[int, int, str]] = []
    rows: list[int] = []
    text = ""

    def close() -> None:
        nonlocal text, rows
        if rows:
            found.append((rows[0], rows[-1], GAP.sub(" ", text).strip()))
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
    found = [tuple(line) for line in lines_between(page, first, last)]
    assert found == by_hand(page, first, last)


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
