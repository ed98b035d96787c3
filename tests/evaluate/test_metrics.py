"""Every metric, with values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.evaluate.metrics import (
    block_nodes,
    labelled_words,
    lcs,
    lcs_characters,
    lcs_length,
    nodes,
    shingles,
    snippets,
    tag_blocks,
    text_blocks,
    text_nodes,
    words,
)
from dehusk.evaluate.overlap import FAILED, NOTHING, Overlap
from dehusk.page import Bools

# Overlaps


def test_scores_of_an_overlap() -> None:
    overlap = Overlap(matched=6, found=8, wanted=12)
    assert overlap.precision == 0.75
    assert overlap.recall == 0.5
    assert overlap.f1 == pytest.approx(0.6)
    assert overlap.f05 == pytest.approx(1.25 * 0.75 * 0.5 / (0.25 * 0.75 + 0.5))


@pytest.mark.parametrize(
    ("overlap", "precision", "recall", "f1"),
    [
        (Overlap(0, 0, 0), 1.0, 1.0, 1.0),
        (Overlap(0, 0, 5), 0.0, 0.0, 0.0),
        (Overlap(0, 5, 0), 0.0, 0.0, 0.0),
        (Overlap(0, 3, 5), 0.0, 0.0, 0.0),
        (FAILED, 0.0, 0.0, 0.0),
    ],
)
def test_empty_sides(overlap: Overlap, precision: float, recall: float, f1: float) -> None:
    assert (overlap.precision, overlap.recall, overlap.f1) == (precision, recall, f1)
    assert overlap.f05 == f1


def test_overlaps_add_up() -> None:
    assert sum([Overlap(1, 2, 3), Overlap(4, 5, 6)], NOTHING) == Overlap(5, 7, 9)
    assert sum([Overlap(1, 2, 3, right=2), FAILED], NOTHING) == Overlap(1, 2, 4, right=2)


def test_overlaps_of_two_sides() -> None:
    overlap = Overlap(matched=1, found=4, wanted=2, right=3)
    assert (overlap.precision, overlap.recall, overlap.f1) == (0.75, 0.5, pytest.approx(0.6))
    assert repr(overlap) == "Overlap(matched=1, found=4, wanted=2, right=3)"
    assert repr(Overlap(1, 4, 2)) == "Overlap(matched=1, found=4, wanted=2)"


# Two texts


@pytest.mark.parametrize(
    ("output", "gold", "expected"),
    [
        ("a b c d", "a c b d e", Overlap(3, 4, 5)),
        ("d c b a", "a b c d", Overlap(1, 4, 4)),
        ("A, b!", "a b", Overlap(2, 2, 2)),
        ("", "a b", Overlap(0, 0, 2)),
        ("a b", "", Overlap(0, 2, 0)),
        ("", "", Overlap(0, 0, 0)),
        ("…", "—", Overlap(0, 0, 0)),
        ("面包需要面粉", "面包要面粉吗", Overlap(5, 6, 6)),
    ],
)
def test_lcs(output: str, gold: str, expected: Overlap) -> None:
    assert lcs(output, gold) == expected


@pytest.mark.parametrize(
    ("output", "gold", "expected"),
    [
        ("d c b a", "a b c d", Overlap(4, 4, 4)),
        ("a a a b", "a a c", Overlap(2, 4, 3)),
        ("", "a", Overlap(0, 0, 1)),
        ("", "", Overlap(0, 0, 0)),
    ],
)
def test_words(output: str, gold: str, expected: Overlap) -> None:
    assert words(output, gold) == expected


@pytest.mark.parametrize(
    ("output", "gold", "expected"),
    [
        ("a b c d e", "a b c d f", Overlap(1, 2, 2)),
        ("a b c d a b c d", "a b c d", Overlap(1, 5, 1)),
        ("a b", "a b", Overlap(1, 1, 1)),
        ("a b", "a b c d", Overlap(0, 1, 1)),
        ("", "a b c d", Overlap(0, 0, 1)),
        ("", "", Overlap(0, 0, 0)),
    ],
)
def test_shingles(output: str, gold: str, expected: Overlap) -> None:
    assert shingles(output, gold) == expected


def plain_lcs_length(one: str, other: str) -> int:
    """The textbook's table."""
    row = [0] * (len(other) + 1)
    for left in one:
        above = row
        row = [0]
        for place, right in enumerate(other):
            row.append(above[place] + 1 if left == right else max(above[place + 1], row[place]))
    return row[-1]


@given(st.text("abcde", max_size=40), st.text("abcdf", max_size=40))
def test_lcs_length_is_the_textbook_s(one: str, other: str) -> None:
    assert lcs_length(one, other) == plain_lcs_length(one, other)


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abd")))
def test_order_aside_is_never_less(one: list[str], other: list[str]) -> None:
    output, gold = " ".join(one), " ".join(other)
    assert lcs(output, gold).matched <= words(output, gold).matched


# Phrases


@pytest.mark.parametrize(
    ("text", "has", "lacks", "expected"),
    [
        ("Stir the dough. Share on X", ["Stir", "Bake"], ["Share", "Menu"], Overlap(1, 2, 2)),
        ("the\n  dough", ["the dough"], [], Overlap(1, 1, 1)),
        ("cafe\u0301", ["café"], [], Overlap(1, 1, 1)),
        ("Dough", ["dough"], [], Overlap(0, 0, 1)),
        ("dough", [], ["menu"], Overlap(0, 0, 0)),
        ("menu", [], ["menu"], Overlap(0, 1, 0)),
    ],
)
def test_snippets(text: str, has: list[str], lacks: list[str], expected: Overlap) -> None:
    assert snippets(text, has, lacks) == expected


@pytest.mark.parametrize(
    ("output", "gold", "expected"),
    [
        ("abcd", "acbd", Overlap(3, 4, 4)),
        ("a b\nc", "abc", Overlap(3, 3, 3)),
        ("茶水", "茶和水", Overlap(2, 2, 3)),
        ("", "tea", Overlap(0, 0, 3)),
    ],
)
def test_lcs_of_characters(output: str, gold: str, expected: Overlap) -> None:
    assert lcs_characters(output, gold) == expected


# Leaves

PAGE = """<body><div id=menu><a>Home page</a> <a>News</a></div>
<div id=main><h1>Tea</h1><p>Boil <b>some</b> water.</p><img><p>Wait for it.</p></div></body>"""


def leaves_with(page: Page, *texts: str) -> Bools:
    """The text leaves that hold one of these, white space aside."""
    return np.array(
        [page.is_text[row] and page.text_of(row).strip() in texts for row in range(len(page))]
    )


@pytest.fixture
def page() -> Page:
    return parse(PAGE)


MAIN = ("Tea", "Boil", "some", "water.", "Wait for it.")


def test_nodes_above_the_block_do_not_count(page: Page) -> None:
    # Gold: div, h1, p, b, p and five texts. Kept: the first p, its b and three texts.
    gold, kept = leaves_with(page, *MAIN), leaves_with(page, "Boil", "some", "water.")
    assert nodes(page, kept, gold) == Overlap(matched=5, found=5, wanted=10)


def test_nodes_of_a_block_that_is_too_large(page: Page) -> None:
    # Kept: those ten and body, the menu's div, two links and two texts.
    gold, kept = leaves_with(page, *MAIN), leaves_with(page, *MAIN, "Home page", "News")
    assert nodes(page, kept, gold) == Overlap(matched=10, found=16, wanted=10)


def test_all_nodes_of_a_block_count_the_picture_too(page: Page) -> None:
    # Gold: the ten of above and the picture. Kept: the first p with its b and three texts.
    gold, kept = leaves_with(page, *MAIN), leaves_with(page, "Boil", "water.")
    assert block_nodes(page, kept, gold) == Overlap(matched=5, found=5, wanted=11)
    # One text more, and the smallest element is the body: div, two links and two texts more, and body.
    kept = leaves_with(page, "Boil", "News")
    assert block_nodes(page, kept, gold) == Overlap(matched=11, found=17, wanted=11)


@pytest.mark.parametrize("texts", [("Boil",), ("Tea", "Wait for it."), ("News", "Tea"), ("News",)])
def test_of_blocks_one_of_precision_and_recall_is_1_or_both_are_0(
    page: Page, texts: tuple[str, ...]
) -> None:
    score = block_nodes(page, leaves_with(page, *texts), leaves_with(page, *MAIN))
    assert 1 in (score.precision, score.recall) or score.precision == score.recall == 0


def test_text_nodes(page: Page) -> None:
    gold, kept = leaves_with(page, *MAIN), leaves_with(page, "News", "Boil", "some")
    assert text_nodes(page, kept, gold) == Overlap(matched=2, found=3, wanted=5)


def test_text_blocks(page: Page) -> None:
    # Blocks: the menu, the heading and two paragraphs. "some water." is 10 of 14 characters, "News"
    # 4 of 12.
    gold, kept = leaves_with(page, *MAIN), leaves_with(page, "some", "water.", "News")
    assert text_blocks(page, kept, gold) == Overlap(matched=1, found=1, wanted=3)


def test_blocks_between_tags(page: Page) -> None:
    # Two links in a row are one block: "Home page News". Then "Tea", "Boil", "some", "water." and
    # "Wait for it.": the b parts its paragraph into three.
    gold, kept = leaves_with(page, *MAIN), leaves_with(page, "some", "water.", "Home page")
    assert tag_blocks(page, kept, gold) == Overlap(matched=2, found=3, wanted=5)


def test_labelled_words(page: Page) -> None:
    gold, kept = leaves_with(page, *MAIN), leaves_with(page, "Home page", "Wait for it.")
    assert labelled_words(page, kept, gold) == Overlap(matched=3, found=5, wanted=7)


LEAF_METRICS = [nodes, block_nodes, text_nodes, text_blocks, tag_blocks, labelled_words]


@pytest.mark.parametrize("metric", LEAF_METRICS)
@pytest.mark.parametrize("html", ["", PAGE])
def test_nothing_kept_where_nothing_is_wanted(metric, html: str) -> None:  # type: ignore[no-untyped-def]
    page = parse(html)
    nothing = np.zeros(len(page), bool)
    assert metric(page, nothing, nothing).f1 == 1.0


@pytest.mark.parametrize("metric", LEAF_METRICS)
def test_white_space_and_scripts_never_count(metric) -> None:  # type: ignore[no-untyped-def]
    page = parse("<p>Tea</p> <script>tea()</script> <p> </p>")
    gold = leaves_with(page, "Tea")
    assert metric(page, page.leaves, gold).f1 == 1.0
