"""Names that are found natively, held against the same in plain Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.native.find import FEWEST_TEXTS, Around, Names
from dehusk.page import Bools
from dehusk.page.tags import FIRST_CUSTOM

NAMES = Names(
    {
        "one": (["class"], [b"readme"]),
        "many": (["class", "itemprop"], [b"post", b"reply"]),
        "any": (["title"], []),
    }
)
WORDS = {"one": ["readme"], "many": ["post", "reply"], "any": [""]}
ATTRIBUTES = {"class": {"one", "many"}, "itemprop": {"many"}, "title": {"any"}}


def page_of(elements: list[tuple[str, str, str]]) -> Page:
    """A page of elements with three texts each: tag, attribute and value."""
    parts = [f'<{tag} {name}="{value}">x<b>y</b>z</{tag}>' for tag, name, value in elements]
    return parse("".join(parts))


values = st.text(
    st.sampled_from("POSTpostreplyREADMEreadme 12-é\n"), max_size=24
) | st.sampled_from(
    [
        "post",
        "a-Post b",
        "post post",
        "post-12",
        "post-7",
        "12",
        "README",
        "reply x",
        "p" * 58 + "post",
    ]
)
elements = st.lists(
    st.tuples(
        st.sampled_from(["div", "li", "my-post", "template"]),
        st.sampled_from(["class", "id", "itemprop", "title", "lang"]),
        values,
    ),
    max_size=12,
)


@settings(deadline=None)
@given(elements)
def test_words_are_found_in_attributes(elements: list[tuple[str, str, str]]) -> None:
    page = page_of(elements)
    expected = []
    for number in range(len(page.attr_row)):
        wanted = ATTRIBUTES.get(page.attr_names[page.attr_name[number]], set())
        value = page.attr_text[page.attr_start[number] : page.attr_end[number]].decode().lower()
        found = sum(
            NAMES.groups[group] for group in wanted if any(word in value for word in WORDS[group])
        )
        if found:
            expected.append((number, found))
    numbers, groups = NAMES.found_in(page)
    assert list(zip(numbers.tolist(), groups.tolist(), strict=True)) == expected
    half = len(page) // 2
    first, _ = NAMES.found_in(page, last=half)
    second, _ = NAMES.found_in(page, first=half)
    assert [*first.tolist(), *second.tolist()] == numbers.tolist()


def test_words_are_small_letters_of_ascii() -> None:
    for word in (b"Post", "é".encode() * 2, b"p"):
        with pytest.raises(ValueError, match="small letters"):
            Names({"a": (["class"], [word])})
    with pytest.raises(ValueError, match="more than 64 words"):
        Names({"a": (["class"], [b"post"] * 65)})


# What is around what is kept


@settings(deadline=None)
@given(elements, st.integers(0, 2**12))
def test_what_elements_around_are_called(elements: list[tuple[str, str, str]], kept: int) -> None:
    page = page_of(elements)
    keep = np.array([kept >> row % 12 & 1 for row in range(len(page))], bool) & page.leaves
    around = Around(page, keep, NAMES, "one", "many", FIRST_CUSTOM)
    is_around = page.subtree_sum(keep) > 0
    rows, values = page.with_attribute("class")
    assert around.with_class == [
        row
        for row, value in zip(rows.tolist(), values, strict=True)
        if is_around[row] and "readme" in value.lower()
    ]
    has_texts = page.subtree_sum(page.is_text) >= FEWEST_TEXTS
    seen: dict[bytes, int] = defaultdict(int)
    for name, _ in named(page, is_around & has_texts):
        seen[name] += 1
    expected: dict[bytes, list[int]] = {name: [] for name, times in seen.items() if times > 1}
    for name, row in named(page, ~page.is_inert):
        if name in expected:
            expected[name].append(row)
    assert list(around.repeated.items()) == list(expected.items())
    if expected:
        np.testing.assert_array_equal(around.has_texts, has_texts)


def named(page: Page, among: Bools) -> Iterator[tuple[bytes, int]]:
    """The names of posts, each with its row: in classes, in identifiers, of elements."""
    for number, row in enumerate(page.attr_row.tolist()):
        value = page.attr_text[page.attr_start[number] : page.attr_end[number]][:400]
        if among[row] and page.attr_names[page.attr_name[number]] in ("class", "itemprop"):
            for name in dict.fromkeys(value.split()):
                if len(name) <= 60 and speaks(name):
                    yield name, row
    for number, row in enumerate(page.attr_row.tolist()):
        value = page.attr_text[page.attr_start[number] : page.attr_end[number]][:400]
        stem = value.rstrip(b"0123456789")
        if among[row] and page.attr_names[page.attr_name[number]] == "id" and stem != value:
            yield b"#" + stem, row
    for row in range(len(page)):
        if among[row] and page.tag[row] >= FIRST_CUSTOM and speaks(page.tag_name(row).encode()):
            yield page.tag_name(row).encode(), row


def speaks(name: bytes) -> bool:
    return b"post" in name.lower() or b"reply" in name.lower()
