"""The native look at attributes finds what plain Python finds in more steps."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from dehusk import parse
from dehusk.native.attributes import (
    Words,
    around_kept,
    attribute,
    carrying,
    has_kept_mark,
    local_links,
    may_repeat,
    on_tag,
)
from dehusk.page import Page
from dehusk.page.tags import FIRST_CUSTOM, Tag, TagSet

VALUES = st.lists(st.text("poPOstréa-# 1", max_size=12), max_size=8)
WORDS = (b"post", b"pot", b"o", b"a-st")


def page_of(values: list[str], name: str = "class") -> Page:
    return parse("".join(f'<p {name}="{value}" title="post">' for value in values))


@given(VALUES, st.integers(0, 14))
def test_words_are_found_in_letters_of_any_case(values: list[str], longest: int) -> None:
    page = page_of(values)
    pattern = re.compile(b"|".join(WORDS), re.IGNORECASE)
    wanted = [
        number
        for number, (start, end) in enumerate(zip(page.attr_start, page.attr_end, strict=True))
        if page.attr_names[page.attr_name[number]] == "class"
        and pattern.search(page.attr_text[start : min(end, start + longest)])
    ]
    assert Words(*WORDS).found_in(page, ("class", "id"), longest=longest).tolist() == wanted


def test_words_are_found_in_some_rows_and_in_a_part_of_the_attributes() -> None:
    page = page_of(["post", "no", "my-Post", "post"])
    rows = page.attr_row[Words(b"post").found_in(page, ("class",))]
    among = np.zeros(len(page), bool)
    among[rows[1:]] = True
    assert page.attr_row[Words(b"post").found_in(page, ("class",), among=among)].tolist() == list(
        rows[1:]
    )
    between = (rows[0] + 1, rows[-1])
    assert Words(b"post").rows_in(page, ("class",), *between).tolist() == [rows[1]]
    assert Words(b"post").rows_in(page, ("class", "title"), *between).tolist() == [4, 5]
    assert Words(b"post").found_in(page, ("id",)).tolist() == []
    assert Words().found_in(page, ("class",)).tolist() == []


@pytest.mark.parametrize("words", [(b"",), (b"Post",), ("réponse".encode(),), (b"a",) * 33])
def test_words_that_cannot_be_found_are_refused(words: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError, match="word"):
        Words(*words)


OWN = b"https://tea.example/a"
LINKS = st.lists(
    st.builds(
        "".join, st.tuples(st.sampled_from(["", OWN.decode(), "/b"]), st.text("#fé1", max_size=4))
    )
)


@given(LINKS)
def test_links_to_the_same_page(links: list[str]) -> None:
    page = page_of(links, "href")
    wanted = []
    for value in links:
        before, sign, target = value.encode().partition(b"#")
        is_own = before in (b"", OWN)
        if sign and target and (is_own or target.startswith(b"f")):
            wanted.append((target, is_own))
    found = local_links(page, OWN, b"fF")
    assert [(page.attr_text[start:end], is_own) for _, start, end, is_own in found] == wanted
    assert all(page.attribute(row, "href") in links for row, *_ in found)


# What can be around what is kept


def kept(page: Page, word: str = "tea") -> NDArray[np.bool_]:
    """The texts with a word."""
    texts = [page.is_text[row] and word in page.text_of(row) for row in range(len(page))]
    return np.array(texts, bool)


def test_rows_around_what_is_kept() -> None:
    page = parse("<div><p>tea<b>pot</b></p><p>no</p></div><div>no</div>")
    rows = np.flatnonzero(around_kept(page, kept(page)))
    assert [page.tag_name(row) for row in rows] == ["html", "body", "div", "p", "#text"]


@pytest.mark.parametrize(
    ("html", "may"),
    [
        ("<p class=post>tea<p class=post>tea", True),
        ("<p class='a post'>tea<p itemprop=post>tea", True),
        ("<p class=post>tea<p class=post>no", False),
        ("<p class=post>tea<p class=posts>tea", False),
        ("<p class=line>tea<p class=line>tea", False),
        ("<p id=a-1>tea<p id=a-23>tea", True),
        ("<p id=a-1>tea<p id=b-1>tea", False),
        ("<p id=1>tea<p id=2>tea", True),
        ("<my-post>tea</my-post>", True),
        (f"<p class={'post' * 16}>tea<p class={'post' * 16}>tea", False),
        (f"<p class='{'x ' * 200}post'>tea<p class=post>tea", False),
    ],
)
def test_names_that_may_repeat(html: str, may: bool) -> None:
    page = parse(html)
    names = ("class", "itemprop")
    around = around_kept(page, kept(page))
    assert may_repeat(page, around, Words(b"post"), names, FIRST_CUSTOM, 400) is may


@pytest.mark.parametrize(
    ("html", "may"),
    [
        ("<p>tea<a href='#n'>tea 1</a>", True),
        ("<p>tea<a href='#n'>1</a>", False),
        ("<p>tea<a href='x#fn'>tea 1</a>", True),
        ("<p>tea<a href='x#n'>tea 1</a>", False),
        ("<p>tea<a href='me#n'>tea 1</a>", True),
        ("<p>tea<a href='#'>tea 1</a>", False),
        ("<p>tea<sup>tea</sup>", True),
        ("<p>tea<sup>1</sup>", False),
        ("<p><input>tea", True),
        ("<form><input></form><p>tea", False),
    ],
)
def test_marks_that_may_be_kept(html: str, may: bool) -> None:
    page = parse(html)
    tags = (int(Tag.SUP), int(Tag.INPUT))
    assert has_kept_mark(page, kept(page), b"me", b"f", *tags) is may


@given(VALUES, st.integers(0, 8), st.integers(0, 12), st.integers(0, 14))
def test_words_are_found_between_two_rows(
    values: list[str], first: int, last: int, longest: int
) -> None:
    page = page_of(values)
    numbers = Words(*WORDS).numbers_in(page, ("class",), first, last, longest)
    wanted = [
        number
        for number in Words(*WORDS).found_in(page, ("class",)).tolist()
        if first <= page.attr_row[number] < last
        and page.attr_end[number] - page.attr_start[number] <= longest
    ]
    assert numbers == wanted


ABOVE = "<div class=Comments><p>A<i id=x>B</i></p></div><nav><p>C</p></nav><p>D</p>"


def test_what_is_above_a_row() -> None:
    page = parse(ABOVE)
    tags = TagSet("nav").column.view(np.uint8)
    above = [
        page.text_of(row)
        for row in np.flatnonzero(page.is_text).tolist()
        if Words(b"comment").is_above(page, ("class", "id"), tags, row, -1)
    ]
    assert above == ["A", "B", "C"]
    b = int(page.rows_with_tag(Tag.I)[0])
    assert not Words(b"comment").is_above(page, ("class",), tags, b, b + 1)  # around both


def test_one_attribute_of_a_row() -> None:
    page = parse("<p class=a id=b><p title=é><p>")
    rows = page.rows_with_tag(Tag.P).tolist()
    assert [attribute(page, row, "class") for row in rows] == ["a", None, None]
    assert attribute(page, rows[1], "title") == "é"
    assert attribute(page, rows[0], "href") is None


def test_the_attributes_of_one_tag() -> None:
    page = parse('<meta content=x name=y><p name=z><meta name="">')
    first, second = page.rows_with_tag(Tag.META).tolist()
    found = on_tag(page, int(Tag.META), ("name", "content", "other"))
    assert found == [(first, 1, b"x"), (first, 0, b"y"), (second, 0, b"")]


def test_rows_that_carry_a_mark_with_their_attributes() -> None:
    page = parse("<p id=a title=t><i title=u>x</i><b id=b class=c>y</b><p id=d>")
    found = carrying(page, ("id",), ("title", "class"), int(Tag.B), 10)
    assert [(page.tag_name(row), held) for row, held in found] == [("p", {"title": "t"}), ("p", {})]
    assert len(carrying(page, ("id",), ("title",), -1, 2)) == 2
