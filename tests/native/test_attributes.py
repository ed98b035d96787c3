"""The native look at attributes finds what plain Python finds in more steps."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.native.find import (
    Words,
    attribute,
    carrying,
    contents_on_tag,
    links_with,
    local_links,
    may_keep_marks,
)
from dehusk.page import Page
from dehusk.page.tags import Tag, TagSet

VALUES = st.lists(st.text("poPOstréa-# 1", max_size=12), max_size=8)
WORDS = (b"post", b"pot", b"os", b"a-st")


def page_of(values: list[str], name: str = "class") -> Page:
    return parse("".join(f'<p {name}="{value}" title="post">' for value in values))


@pytest.mark.parametrize(
    "words", [(), (b"",), (b"a",), (b"Post",), ("réponse".encode(),), (b"aa",) * 65]
)
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


@pytest.mark.parametrize(
    ("html", "may"),
    [
        ("<p>x!<a href=/>1!</a>", False),
        ("<p>x!<a href='#n'>1</a>", False),
        ("<p>x!<a href='#n'>1!</a>", True),
        ("<p>x!<sup>1!</sup>", True),
        ("<p>x!<sup>1</sup>", False),
        ("<p>x!<label><input>1!</label>", True),
        ("<p>x!<label><input>1</label>", False),
    ],
)
def test_marks_of_notes_are_kept_or_not(html: str, may: bool) -> None:
    page = parse(html)
    keep = np.array(["!" in page.text_of(row) for row in range(len(page))]) & page.is_text
    assert may_keep_marks(page, keep, b"", b"f", Tag.SUP, Tag.INPUT) is may


@given(VALUES, st.integers(0, 8), st.integers(0, 12), st.integers(0, 14))
def test_marks_are_found_between_two_rows(
    values: list[str], first: int, last: int, longest: int
) -> None:
    page = page_of(values)
    marks = Words(*WORDS).marks_in(page, ("class", "title"), first, last, longest)
    pattern = re.compile(b"|".join(WORDS), re.IGNORECASE)
    wanted: dict[int, list[str]] = {}
    for row, start, end in zip(page.attr_row, page.attr_start, page.attr_end, strict=True):
        value = page.attr_text[start:end]
        if first <= row < last and len(value) <= longest and pattern.search(value):
            wanted.setdefault(int(row), []).append(value.decode().lower())
    assert marks == {row: " ".join(several) for row, several in wanted.items()}


ABOVE = "<div class=Comments><p>A<i id=x>B</i></p></div><nav><p>C</p></nav><p>D</p>"


def test_what_is_above_a_row() -> None:
    page = parse(ABOVE)
    tags = TagSet("nav").column.view(np.uint8)
    texts = np.flatnonzero(page.is_text).tolist()
    known = bytearray(len(page))
    for rows in (texts, reversed(texts), texts[2:]):
        found = Words(b"comment").not_above(page, ("class", "id"), tags, rows, -1, known)
        assert [page.text_of(row) for row in found] == ["D"]
    b = int(page.rows_with_tag(Tag.I)[0])
    around_both = bytearray(len(page))
    assert Words(b"comment").not_above(page, ("class",), tags, [b], b + 1, around_both) == [b]
    with pytest.raises(ValueError, match="each row"):
        Words(b"comment").not_above(page, ("class",), tags, [b], -1, bytearray(1))


def test_one_attribute_of_a_row() -> None:
    page = parse("<p class=a id=b><p title=é><p>")
    rows = page.rows_with_tag(Tag.P).tolist()
    assert [attribute(page, row, "class") for row in rows] == ["a", None, None]
    assert attribute(page, rows[1], "title") == "é"
    assert attribute(page, rows[0], "href") is None


def contents_by_hand(page: Page, most: int, longest: int) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for row in page.rows_with_tag(Tag.META).tolist():
        own = page.attributes(row)
        content = own.get("content") or own.get("value")
        for name in [own[naming] for naming in ("property", "name") if naming in own]:
            most -= 1
            if most >= 0 and content and "x" in name and len(name.encode()) <= longest:
                found.setdefault(name.upper(), []).append((len(name), content))
    return found


META = st.lists(
    st.tuples(
        st.sampled_from(["meta", "p"]),
        st.lists(
            st.tuples(
                st.sampled_from(["content", "value", "property", "name", "id"]),
                st.sampled_from(["", "x", "xy", "é", "long x"]),
            )
        ),
    )
)


@given(META, st.integers(0, 4), st.integers(0, 6))
def test_what_the_elements_of_one_tag_hold(
    elements: list[tuple[str, list[tuple[str, str]]]], most: int, longest: int
) -> None:
    html = ""
    for tag, attributes in elements:
        html += f"<{tag} {' '.join(f'{name}={value!r}' for name, value in attributes)}>"
    page = parse(html or " ")
    found = contents_on_tag(
        page,
        int(Tag.META),
        ("property", "name"),
        ("content", "value"),
        most,
        longest,
        lambda name: [(name.upper(), (len(name.encode()),))] if "x" in name else [],
    )
    assert found == contents_by_hand(page, most, longest)


def test_links_with_their_relation_and_address() -> None:
    page = parse("<a rel='Tag x' href=/a>A</a><link rel=tags><a rel=no href=/b>B</a><a href=/c>")
    found = links_with(page, Words(b"tag"), "rel", "href")
    assert [(page.tag_name(row), relation, address) for row, _, relation, address in found] == [
        ("a", "tag x", "/a"),
        ("link", "tags", ""),
    ]
    assert [tag for _, tag, _, _ in found] == [Tag.A, Tag.LINK]
    assert links_with(page, Words(b"tag"), "rev", "href") == []


def test_rows_of_one_tag_with_a_word() -> None:
    page = parse("<p class=AB><i class=ab></i><p class=b id=ab><p class='a ab'><p>")
    words = Words(b"ab", b"cd")
    rows = page.rows_with_tag(Tag.P).tolist()
    assert words.rows_on_tag(page, int(Tag.P), "class") == [rows[0], rows[2]]
    assert words.rows_on_tag(page, int(Tag.P), "title") == []


def test_rows_that_carry_a_mark_with_their_attributes() -> None:
    page = parse("<p id=a title=t><i title=u>x</i><b id=b class=c>y</b><p id=d>")
    found = carrying(page, ("id",), ("title", "class"), int(Tag.B), 10)
    assert [(page.tag_name(row), held) for row, held in found] == [("p", {"title": "t"}), ("p", {})]
    assert len(carrying(page, ("id",), ("title",), -1, 2)) == 2
