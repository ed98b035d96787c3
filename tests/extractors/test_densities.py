"""The blocks and attributes of the papers, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import parse
from dehusk.extractors.densities import TagBlocks, neighbour
from dehusk.page.tags import TAG_NAMES


def blocks_of(html: str) -> TagBlocks:
    return TagBlocks.of(parse(html))


def texts(blocks: TagBlocks) -> list[str]:
    page = blocks.page
    return [
        "".join(page.text_of(int(row)) for row in np.flatnonzero(blocks.block_of == number)).strip()
        for number in range(len(blocks))
    ]


def test_every_tag_but_a_parts_blocks() -> None:
    blocks = blocks_of("<p>One <a href=1>two</a> three <b>four</b> five<br>six</p><p>seven")
    assert texts(blocks) == ["One two three", "four", "five", "six", "seven"]
    assert blocks.words.tolist() == [3, 1, 1, 1, 1]
    assert blocks.linked.tolist() == [1, 0, 0, 0, 0]


def test_white_space_comments_and_scripts_make_no_blocks() -> None:
    blocks = blocks_of("<p> \n</p><p>One <!-- no tag --> two</p><script>x = 1</script>&nbsp;")
    assert texts(blocks) == ["One  two"]


def test_links_that_follow_each_other_are_one_block() -> None:
    blocks = blocks_of("<div><a href=1>Home page</a> <a href=2>News</a> | end</div>")
    assert len(blocks) == 1
    assert blocks.link_density.tolist() == [pytest.approx(3 / 5)]


def test_word_density_is_words_by_sentences_of_80_words() -> None:
    counts = [1, 79, 80, 81, 160, 161]
    blocks = blocks_of("".join(f"<p>{'word ' * count}</p>" for count in counts))
    assert blocks.words.tolist() == counts
    expected = [1, 79, 80, 81 / 2, 160 / 2, 161 / 3]
    np.testing.assert_allclose(blocks.word_density, expected)


def test_distance_counts_the_tags_between() -> None:
    blocks = blocks_of("<p>One</p><div><p><img src=x>two</p></div><hr><a name=x></a><p>three")
    # </p><div><p><img> and </p></div><hr><a></a><p>; 0 at both ends.
    assert blocks.distance.tolist() == [0, 4, 6, 0]


def test_distance_is_measured_from_the_end_of_a_block() -> None:
    blocks = blocks_of("<p>One <a href=x>two</a></p><p>three</p>")
    # </a></p><p>
    assert blocks.distance.tolist() == [0, 3, 0]


@pytest.mark.parametrize(
    ("html", "parents"),
    [
        ("<h3>By <b>Agency</b></h3>", ["h3", "b"]),
        ("<p>Text<br>more</p>", ["p", "p"]),
        ("<li><a href=x>Only a link</a></li>", ["a"]),
        ("<li>A <a href=x>link</a></li>", ["li"]),
        ("<div><a href=x>link</a> then text</div>", ["div"]),
    ],
)
def test_parent_tag(html: str, parents: list[str]) -> None:
    assert [TAG_NAMES[tag] for tag in blocks_of(html).parent_tag] == parents


def test_pages_without_text_have_no_blocks() -> None:
    for html in ("", "<p></p>", "<script>x</script>"):
        blocks = blocks_of(html)
        assert len(blocks) == 0
        assert blocks.distance.tolist() == [0]


def test_one_block_has_no_neighbours() -> None:
    assert blocks_of("<p>One</p>").distance.tolist() == [0, 0]
    one = np.array([[5.0, 6.0]])
    for offset in (-2, -1, 1, 2):
        assert neighbour(one, offset).tolist() == [[0, 0]]
    assert neighbour(one, 0).tolist() == one.tolist()


def test_neighbours() -> None:
    column = np.array([1.0, 2.0, 3.0])
    assert neighbour(column, 2).tolist() == [3, 0, 0]
    assert neighbour(column, -2).tolist() == [0, 0, 1]


def test_selection_keeps_blocks_and_what_stands_between() -> None:
    blocks = blocks_of("<p>One</p><img src=a><p>two</p><img src=b><p>three</p>")
    page = blocks.page
    selection = blocks.selection(np.array([0.9, 0.6, 0.2]), 0.5)
    assert [page.text_of(int(row)) for row in selection.rows if page.is_text[row]] == ["One", "two"]
    images = [page.attribute(int(row), "src") for row in selection.rows if not page.is_text[row]]
    assert images == ["a"]
    assert selection.score[selection.rows[0]] == pytest.approx(0.9)


def test_amount_moves_the_threshold() -> None:
    blocks = blocks_of("<p>One</p><p>two</p><p>three</p>")
    probability = np.array([0.95, 0.5, 0.15])
    kept = [
        int(blocks.selection(probability, 0.5, amount).keep.sum()) for amount in (-3, -1, 0, 1, 2)
    ]
    assert kept == [0, 1, 2, 2, 3]


def test_the_blocks_and_parents_of_figure_1() -> None:
    # Kim et al. 2013: the parent of "By" is h3; a tag inside of a block's element is no parent of it,
    # as the br between two texts of a paragraph.
    page = parse(
        "<h3>By <b>Associated Press</b></h3>"
        "<p>NASA astronaut Sunita Williams<br>Russian cosmonaut Yuri Malenchenko</p>"
    )
    blocks = TagBlocks.of(page)
    assert [page.tag_names[tag] for tag in blocks.parent_tag] == ["h3", "b", "p", "p"]
    # Figure 3: lines between two blocks, once every tag stands on a line of its own; 0 at the ends.
    assert blocks.distance.tolist() == [0, 1, 3, 1, 0]
    assert blocks.words.tolist() == [1, 2, 4, 4]
