"""What stands in front, on either side of every threshold."""

from __future__ import annotations

import pytest

from dehusk.content import Block, Heading, Image, Paragraph, Text
from dehusk.content import header as fronts
from dehusk.content.table import blocks_of, table_of
from dehusk.metadata import Metadata

ROWS = (1, 2)


def line(words: str) -> Paragraph:
    return Paragraph((Text(words),), ROWS)


def heading(words: str, level: int = 2) -> Heading:
    return Heading(level, (Text(words),), ROWS)


def in_front(metadata: Metadata, *body: Block) -> tuple[Block, ...]:
    """What is there before the body, or has changed in it."""
    whole = blocks_of(fronts.with_front(table_of(body), metadata))
    return tuple(block for block in whole if block not in body)


def words(blocks: tuple[Block, ...]) -> list[str]:
    return [part.text for block in blocks for part in block.content if isinstance(part, Text)]


PROSE = line("Boil water, then wait a while, as all good things want.")


@pytest.mark.parametrize(
    ("shown", "taken"),
    [
        ("abcdef", True),
        ("abcd", True),
        ("abc", False),
        ("abcdefghi", True),
        ("abcdefghij", False),
        ("xbcdef", False),
    ],
)
def test_a_heading_that_says_most_of_the_title_is_the_title(shown: str, taken: bool) -> None:
    front = in_front(Metadata(title="abcdef"), heading(shown), PROSE)
    assert words(front) == ([shown] if taken else ["abcdef"])


@pytest.mark.parametrize(("before", "taken"), [(7, True), (8, False)])
def test_the_title_is_among_the_first_blocks(before: int, taken: bool) -> None:
    lines = [line(f"Line {number}.") for number in range(before)]
    body = (*lines, heading("Tea needs time"), PROSE)
    whole = blocks_of(fronts.with_front(table_of(body), Metadata(title="Tea needs time")))
    said = [block for block in whole if isinstance(block, Heading)]
    assert len(said) == (1 if taken else 2)


@pytest.mark.parametrize(("length", "named"), [(200, False), (201, True)])
def test_authors_are_named_before_the_first_long_paragraph(length: int, named: bool) -> None:
    long = line("x" * length)
    front = in_front(Metadata(authors=("Ann Leaf",)), long, line("By Ann Leaf"))
    assert words(front) == (["Ann Leaf"] if named else [])


def test_a_byline_has_the_day_alone() -> None:
    metadata = Metadata(authors=("Ann", "Cy"), date_published="2024-03-14T06:30:00")
    assert words(in_front(metadata, PROSE)) == ["Ann, Cy · 2024-03-14"]
    assert words(in_front(metadata, line("Ann and Cy."), PROSE)) == []
    assert words(in_front(metadata, line("Ann."), PROSE)) == ["Ann, Cy · 2024-03-14"]


@pytest.mark.parametrize(("before", "said"), [(4_800, False), (5_200, True)])
def test_a_standfirst_that_is_said_early_is_not_said_again(before: int, said: bool) -> None:
    metadata = Metadata(description="Tea is back.", standfirst="Tea is back.")
    lines = [line("y" * (before // 2)) for _ in range(2)]
    front = in_front(metadata, *lines, line("z" * 30), line("Tea is back."))
    assert bool(front) == said


@pytest.mark.parametrize(("level", "lowered"), [(1, 2), (2, 2), (6, 6)])
def test_headings_stand_below_the_title(level: int, lowered: int) -> None:
    body = (PROSE, heading("Green tea", level), PROSE)
    whole = blocks_of(fronts.with_front(table_of(body), Metadata(title="Tea needs time")))
    levels = [block.level for block in whole if isinstance(block, Heading)]
    assert levels == [1, lowered]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("pot.jpg", True), ("logo.png", False), ("site-logo.png", False), ("catalogo.png", True)],
)
def test_an_emblem_is_no_cover(name: str, shown: bool) -> None:
    front = in_front(Metadata(image=f"https://example.org/logo/{name}"), PROSE)
    pictures = [part for block in front for part in block.content if isinstance(part, Image)]
    assert bool(pictures) == shown
