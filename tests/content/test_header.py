"""What stands in front of the content, and that nothing is said twice."""

from __future__ import annotations

from dehusk.content import Block, Code, Heading, Image, Inline, Link, Paragraph, Post, Strong, Text
from dehusk.content import header as fronts
from dehusk.content.table import blocks_of, table_of
from dehusk.metadata import Metadata

ROWS = (1, 2)
TEA = Metadata(title="Tea needs time", authors=("Ann",), image="https://example.org/pot.jpg")


def line(*content: Inline) -> Paragraph:
    return Paragraph(content, ROWS)


def post(*content: Block) -> Post:
    return Post("Ann", "2024-05-01", content, (), ROWS)


def with_front(body: tuple[Block, ...], metadata: Metadata) -> tuple[Block, ...]:
    return blocks_of(fronts.with_front(table_of(body), metadata))


PROSE = line(Text("Boil water, then wait."))


def test_a_line_that_is_all_link_can_be_the_title() -> None:
    link = Link((Text("Tea needs time"),), "https://example.org/tea")
    assert with_front((line(link), PROSE), TEA)[0] == Heading(1, (link,), ROWS)


def test_a_title_is_said_once() -> None:
    bold = line(Strong((Text("Tea needs time"),)))
    heading = Heading(2, (Text("Tea needs time"),), ROWS)
    for body in ((bold, PROSE), (heading, bold, PROSE), (bold, heading, PROSE)):
        words = [block for block in with_front(body, TEA) if "needs time" in repr(block)]
        assert len(words) == 1


def test_a_thread_has_no_byline_and_no_cover() -> None:
    assert with_front((post(PROSE),), TEA)[1:] == (post(PROSE),)
    kinds = [type(block) for block in with_front((PROSE, post(PROSE)), TEA)]
    assert kinds == [Heading, Paragraph, Paragraph, Post]


def test_other_content_has_both() -> None:
    front = with_front((PROSE,), TEA)
    assert front[1] == Paragraph((Text("Ann"),), (0, 0))
    assert front[2] == Paragraph((Image("https://example.org/pot.jpg"),), (0, 0))


def test_headings_of_posts_are_below_the_title() -> None:
    inner = Heading(1, (Text("Water"),), ROWS)
    reply = Post("Bo", None, (inner,), (), ROWS)
    thread = Post("Ann", None, (PROSE,), (reply,), ROWS)
    lowered = with_front((thread,), TEA)[-1]
    assert isinstance(lowered, Post)
    assert lowered.replies[0].content[0] == Heading(2, (Text("Water"),), ROWS)


def test_a_standfirst_stands_behind_the_byline() -> None:
    said = "How to boil it"
    metadata = Metadata(title="Tea", description=said, standfirst=said)
    assert with_front((PROSE,), metadata)[1] == Paragraph((Text(said),), (0, 0))


def test_a_description_that_the_content_says_is_not_repeated() -> None:
    for said in ("Boil water", "boil water – then: wait"):
        metadata = Metadata(title="Tea", description=said, standfirst=said)
        assert [type(block) for block in with_front((PROSE,), metadata)] == [Heading, Paragraph]


def test_blocks_that_say_the_title_make_place_for_later_ones() -> None:
    again = [line(Text("TEA needs time!"))] * 8
    metadata = Metadata(title="Tea needs time", authors=("Ann",))
    body = (Heading(2, (Text("Tea needs time"),), ROWS), *again, line(Text("By Ann")), PROSE)
    assert with_front(body, metadata) == (
        Heading(1, (Text("Tea needs time"),), ROWS),
        line(Text("By Ann")),
        PROSE,
    )


def test_a_standfirst_with_code_in_it_is_not_repeated_nor_one_that_is_the_title() -> None:
    said = line(Text("The "), Code("Pot"), Text(" object keeps the tea warm for an hour or more."))
    words = "The Pot object keeps the tea warm for an hour or more."
    metadata = Metadata(title="Pot", description=words, standfirst=words)
    assert len(with_front((PROSE, said), metadata)) == 3
    metadata = Metadata(
        title="Tea needs time", description="Tea needs time", standfirst="Tea needs time"
    )
    assert len(with_front((PROSE,), metadata)) == 2
