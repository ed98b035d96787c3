"""The beginning of a content, and a head before it, against the same made of blocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dehusk.content import Block, Heading, Image, Link, List, ListItem, Paragraph, Post, Quote, Text
from dehusk.content.table import Content, Kind, blocks_of, table_of
from dehusk.native.write import Opening

ROWS = (3, 5)
NOWHERE = (0, 0)
LINK = Link((Text("Tea"), Text(" pots")), "https://example.org/")
PICTURE = Image("https://example.org/pot.jpg")


def line(*words: str) -> Paragraph:
    return Paragraph(tuple(map(Text, words)), ROWS)


def heading(level: int, words: str) -> Heading:
    return Heading(level, (Text(words),), ROWS)


BLOCKS: tuple[Block, ...] = (
    heading(1, "Tee für zwei"),
    Paragraph((LINK,), ROWS),
    line("Boil ", "water."),
    Quote((heading(1, "Pots"), line("Old ones.")), ROWS),
    List(False, (ListItem((line("leaf"),), ROWS),), ROWS),
    Post("Ann", None, (heading(2, "Reply"), line("Yes.")), (), ROWS),
    heading(6, "Notes"),
)


def opened(*blocks: Block) -> tuple[Content, Opening]:
    content = table_of(blocks)
    return content, Opening(content)


def spans_of(content: Content) -> list[tuple[int, int]]:
    spans = []
    row = 0
    while row < len(content):
        spans.append((row, int(content.end[row])))
        row = int(content.end[row])
    return spans


def test_blocks_have_their_rows_and_words() -> None:
    content, opening = opened(*BLOCKS)
    found = opening.blocks(100, 1_000)
    assert [one[:2] for one in found] == spans_of(content)
    assert [one[2] for one in found] == [content.kind[row] for row, _ in spans_of(content)]
    assert [one[3] for one in found] == [False, True, *[False] * 5]
    words = [
        "Tee für zwei",
        "Tea pots",
        "Boil water.",
        "PotsOld ones.",
        "leaf",
        "ReplyYes.",
        "Notes",
    ]
    assert [one[4] for one in found] == words
    assert opening.blocks(2, 1_000) == found[:2]


def test_words_end_with_the_text_that_is_too_long() -> None:
    _, opening = opened(line("äb", "cd", "ef"), line("gh"))
    for most, words in ((1, "äb"), (2, "äbcd"), (3, "äbcd"), (6, "äbcdef")):
        assert [one[4] for one in opening.blocks(9, most)] == [words, "gh"]


def test_nothing_is_in_nothing() -> None:
    _, opening = opened()
    assert opening.blocks(9, 9) == []
    assert not opening.has_first_level([])
    assert not opening.has_picture_or_post([], 9)


def test_pictures_and_posts_are_looked_for_among_the_first_rows() -> None:
    content, opening = opened(line("tea"), Paragraph((PICTURE,), ROWS), line("pots"))
    assert opening.has_picture_or_post([(0, len(content))], 4)
    assert not opening.has_picture_or_post([(0, len(content))], 3)
    assert not opening.has_picture_or_post([(0, 2), (4, 6)], 100)
    assert opening.has_picture_or_post([(2, 6)], 2)
    assert opened(Post("Ann", None, (), (), ROWS))[1].has_picture_or_post([(0, 1)], 1)


def test_a_heading_of_the_first_level_counts_in_posts_only() -> None:
    inner = heading(1, "Pots")
    reply = Post("Bo", None, (inner,), (), ROWS)
    for block, expected in (
        (inner, True),
        (heading(2, "Pots"), False),
        (Quote((inner,), ROWS), False),
        (Post("Ann", None, (inner,), (), ROWS), True),
        (Post("Ann", None, (), (reply,), ROWS), True),
        (Post("Ann", None, (Quote((inner,), ROWS),), (), ROWS), False),
    ):
        content, opening = opened(line("tea"), block)
        assert opening.has_first_level([(0, len(content))]) is expected
        assert not opening.has_first_level([(0, 2)])


@pytest.mark.parametrize("taken", [None, 0, 1, 2])
@pytest.mark.parametrize("lowest", [0, 6])
def test_a_head_stands_before_the_rest(taken: int | None, lowest: int) -> None:
    content, opening = opened(*BLOCKS)
    spans = spans_of(content)
    gone = {taken, 4}
    text, size = "Ännä", len(content.text)
    words = text.encode()
    head = [
        (Kind.HEADING, 1, Kind.TEXT, size, size + len(words), -1),
        (Kind.PARAGRAPH, 0, Kind.IMAGE, size, size, len(content.arguments)),
    ]
    kind, columns = opening.with_head(
        None if taken is None else spans[taken],
        [tuple(map(int, row)) for row in head],  # type: ignore[misc]
        [span for number, span in enumerate(spans) if number not in gone],
        lowest,
    )
    made = Content(kind, *columns, content.text + words, (*content.arguments, PICTURE))
    expected: list[Block] = [Heading(1, (Text(text),), NOWHERE), Paragraph((PICTURE,), NOWHERE)]
    if taken is not None:
        block = BLOCKS[taken]
        assert isinstance(block, Heading | Paragraph)
        expected.insert(0, Heading(1, block.content, ROWS))
    for number, block in enumerate(BLOCKS):
        if number not in gone:
            expected.append(lowered(block) if lowest else block)
    assert blocks_of(made) == tuple(expected)


def lowered(block: Block) -> Block:
    if isinstance(block, Heading):
        return replace(block, level=min(block.level + 1, 6))
    if isinstance(block, Quote | Post):
        return replace(block, content=tuple(map(lowered, block.content)))
    return block


def test_a_malformed_content_is_refused() -> None:
    content = table_of((line("tea"),))
    for wrong in (
        {"end": np.array([0, 2], np.int32)},
        {"end": np.array([2, 3], np.int32)},
        {"text_end": np.array([0, 99], np.int32)},
        {"text_start": np.array([0, -1], np.int32)},
        {"argument": np.array([-1, 0], np.int32)},
    ):
        with pytest.raises(ValueError, match="malformed"):
            Opening(replace(content, **wrong))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="outside"):
        Opening(content).with_head(None, [], [(0, 3)], 0)
