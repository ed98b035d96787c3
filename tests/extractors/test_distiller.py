"""DOM Distiller's rules, each on a page where it alone decides."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import parse
from dehusk.extractors.baselines.dom_distiller import (
    Block,
    DomDistiller,
    _depth_in,
    _titles,
    fused,
)
from dehusk.page.tags import Tag

LONG = "Bread needs flour, water, salt and a good deal of time, as everybody who bakes it knows."
SHORT = "So be it."
MENU = "<p><a href=x>Menu</a></p>"


def kept(html: str) -> list[str]:
    """The texts that are kept."""
    page = parse(html)
    rows = DomDistiller().select(page).rows
    return [page.text_of(int(row)).strip() for row in rows if page.is_text[row]]


@pytest.mark.parametrize("tag", ["nav", "aside", 'div class="all comments"', "div id=comment"])
def test_some_elements_are_never_content(tag: str) -> None:
    assert kept(f"<{tag}><p>{LONG}</p></{tag.split()[0]}><section><p>{LONG}</p></section>") == [
        LONG
    ]


@pytest.mark.parametrize(
    ("text", "ends"),
    [("Add your comment here", True), ("12 comments", True), ("Shares", True), ("Sharing", False)],
)
def test_lines_that_end_an_article_are_never_content(text: str, ends: bool) -> None:
    assert (text in kept(f"<p>{LONG}</p><p>{text}</p>")) != ends
    long = f"{text} " + "word " * 14
    assert long.strip() in kept(f"<p>{LONG}</p><p>{long}</p>")


def test_siblings_of_content_are_content_as_far_as_ten_blocks_away() -> None:
    far = f"<div>{MENU}</div>"
    assert kept(f"<p>{LONG}</p>{far * 2}<p>{SHORT}</p>") == [LONG, SHORT]
    assert kept(f"<p>{LONG}</p>{far * 9}<p>{SHORT}</p>") == [LONG, SHORT]
    assert kept(f"<p>{LONG}</p>{far * 10}<p>{SHORT}</p>") == [LONG]


@pytest.mark.parametrize(
    ("sibling", "is_content"),
    [
        ("<p>one two <a href=x>three four</a></p>", True),
        ("<p>one two <a href=x>three four five</a></p>", False),
        ("<h4>one two three four</h4>", True),
        ("<h4>one two three <a href=x>four</a></h4>", False),
    ],
)
def test_a_sibling_may_have_links_where_its_tag_is_the_same(sibling: str, is_content: bool) -> None:
    away = f"<div>{MENU}</div>" * 2
    assert (len(kept(f"<p>{LONG}</p>{away}{sibling}")) > 1) == is_content


def test_a_heading_goes_with_the_content_after_it() -> None:
    article = f"<div><h2>On <a href=x>bread</a></h2></div><p>{LONG}</p>"
    assert kept(f"<body>{article}") == ["On", "bread", LONG]
    assert kept(f"<body>{article.replace('h2', 'h5')}") == [LONG]
    assert kept(f"<p>{LONG}</p><h2>See also</h2>{MENU}") == [LONG]


def test_the_largest_of_the_fused_blocks_is_kept() -> None:
    gap = f"<div>{MENU}</div>"
    first, second = f"<section><p>{LONG}</p></section>", f"<section><p>{LONG} {LONG}</p></section>"
    assert kept(f"{first}{gap * 2}<div>{second}</div>") == [f"{LONG} {LONG}"]
    assert kept(f"{first}{gap}{second}") == [LONG, f"{LONG} {LONG}"]


def test_blocks_of_a_hundred_words_at_its_level_join_it() -> None:
    gap = f"<div>{MENU}</div>" * 3
    largest = f"<div><div><p>{'a ' * 150}</p></div></div>"
    for count, joins in ((100, True), (99, False)):
        other = ("b " * count).strip()
        assert (other in kept(f"{largest}{gap}<main><div><p>{other}</p></div></main>")) == joins
        assert other not in kept(f"{largest}{gap}<main><p>{other}</p></main>")


def test_what_stands_between_the_title_and_the_content_is_content() -> None:
    gap = f"<div>{MENU}</div>" * 3
    head = "<title>The long way to bread | News</title>"
    line, text = ("a " * 41).strip(), ("b " * 42).strip()
    rest = f"<section><p>{line}</p></section>{gap}<main><div><p>{text}</p></div></main>"
    for headline, joins in (("The long way to bread", True), ("The short way to bread", False)):
        html = f"{head}<body><header><div><h4>{headline}</h4></div></header>{gap}{rest}"
        assert kept(html) == ([headline, line, text] if joins else [text])


def test_a_page_without_content_gives_a_reason() -> None:
    assert DomDistiller().select(parse(MENU)).problem
    assert DomDistiller().select(parse("")).problem


def test_an_element_is_not_inside_of_itself() -> None:
    page = parse("<div><div><p>Tea</p></div></div><p>Pot")
    inside = _depth_in(page, page.tag == Tag.DIV)
    assert {page.text_of(row): int(inside[row]) for row in np.flatnonzero(page.is_text)} == {
        "Tea": 2,
        "Pot": 0,
    }
    assert inside[page.tag == Tag.DIV].tolist() == [0, 1]


def test_the_title_is_the_first_title_element() -> None:
    page = parse("<title>Tea pots of the sea</title><svg><title>Icon of a leaf</title></svg>")
    assert _titles(page) == {"tea pots of the sea"}


@pytest.mark.parametrize(("gap", "blocks"), [(0, 1), (1, 1), (2, 2)])
def test_content_is_one_over_a_gap_of_one_block(gap: int, blocks: int) -> None:
    def block(*numbers: int) -> Block:
        return Block(list(numbers), 20, 0, 1, 0, 1, 0, content=True)

    both = fused([block(1, 2), block(3 + gap, 4 + gap)], lambda one, other: True)
    assert len(both) == blocks
