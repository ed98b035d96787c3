"""The native look at attributes finds what plain Python finds in more steps."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.native.attributes import Words, local_links
from dehusk.page import Page

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
    assert Words(b"post").found_in(page, ("class",), 2, 6).tolist() == [4]
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
