"""Blocks of any kind in Markdown, one after the other and inside of each other."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dehusk.content import (
    Block,
    Break,
    CodeBlock,
    Definition,
    DefinitionList,
    Emphasis,
    Figure,
    Heading,
    Image,
    Inline,
    Link,
    List,
    ListItem,
    Paragraph,
    Post,
    Quote,
    Rule,
    Strong,
    Text,
)
from dehusk.content.table import Content, Kind, table_of
from dehusk.writers.markdown import markdown_of
from tests.native.test_html import nested
from tests.writers.test_markdown import check

ROWS = (0, 1)
many = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))

# Beginnings and ends that may be read as blocks, and words that may not.
texts = st.text(alphabet="a1 .)#->+*_=|:[]x(!$\n\\é", max_size=6) | st.sampled_from(
    [
        "tea",
        "1. tea",
        "12 cups",
        "- tea",
        "[x] tea",
        "[tea]",
        "[tea]: x",
        "--",
        "***",
        "$5",
        "#",
        "note:",
    ]
)
pieces: st.SearchStrategy[Inline] = (
    texts.map(Text)
    | texts.map(lambda text: Strong((Text(text),)))
    | texts.map(lambda text: Emphasis((Text(text), Break(), Text("b"))))
    | texts.map(lambda text: Link((Text(text),), "https://example.org/(a)"))
    | st.just(Image("https://example.org/a.png"))
    | st.just(Break())
)
lines = st.lists(pieces, max_size=3).map(tuple)
paragraphs = st.builds(Paragraph, lines, st.just(ROWS))
leaves: st.SearchStrategy[Block] = (
    paragraphs
    | st.builds(Heading, st.integers(1, 6), lines, st.just(ROWS))
    | st.just(Rule(ROWS))
    | st.builds(CodeBlock, st.sampled_from(["x = 1\n\ny", " "]), st.just(ROWS))
)


def around(inner: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    some = st.lists(inner, max_size=3).map(tuple)
    items = st.builds(ListItem, some, st.just(ROWS), st.sampled_from([None, False, True]))
    definitions = st.builds(
        Definition, st.lists(lines, max_size=2).map(tuple), st.lists(some, max_size=2).map(tuple)
    )
    posts = st.builds(
        Post, st.sampled_from([None, "Ann"]), st.none(), some, st.just(()), st.just(ROWS)
    )
    return (
        st.builds(
            List,
            st.booleans(),
            st.lists(items, max_size=4).map(tuple),
            st.just(ROWS),
            st.sampled_from([1, 1, 7]),
        )
        | st.builds(Quote, some, st.just(ROWS))
        | st.builds(Figure, some, st.just(ROWS), lines)
        | st.builds(DefinitionList, st.lists(definitions, max_size=2).map(tuple), st.just(ROWS))
        | st.builds(
            Post,
            st.sampled_from([None, "Ann"]),
            st.none(),
            some,
            st.lists(posts, max_size=2).map(tuple),
            st.just(ROWS),
        )
    )


blocks = st.lists(st.recursive(leaves, around, max_leaves=10), max_size=5).map(tuple)


@many
@given(blocks)
def test_any_blocks_render_to_themselves(content: tuple[Block, ...]) -> None:
    check(*content)


@pytest.mark.parametrize(
    ("start", "first"), [(7, "7."), (0, "0."), (-1, "1."), (2_000_000_000, "1.")]
)
def test_a_list_begins_with_a_number_that_markdown_has(start: int, first: str) -> None:
    item = ListItem((Paragraph((Text("tea"),), ROWS),), ROWS)
    assert markdown_of((List(True, (item,), ROWS, start),)) == f"{first} tea\n"


def chain_of_replies(count: int) -> Content:
    """So many posts, each a reply to the one before."""
    post = Post(None, None, (), (), ROWS)
    table = table_of((post,))
    levels = nested(Kind.POST, 2 * count)
    kinds = levels.kind.copy()
    kinds[1::2] = Kind.REPLIES
    zeros = levels.number
    argument = zeros.copy()
    argument[1::2] = -1
    return Content(
        kinds, levels.end, zeros, zeros, zeros, zeros, zeros, argument, b"", table.arguments
    )


@pytest.mark.parametrize("levels", [1_002, 100_000])
@pytest.mark.parametrize("kind", [Kind.QUOTE, Kind.FIGURE])
def test_content_of_any_depth_is_refused_in_peace(kind: Kind, levels: int) -> None:
    with pytest.raises(ValueError, match="nested more than 1,000 levels"):
        markdown_of(nested(kind, levels))
    with pytest.raises(ValueError, match="nested more than 1,000 levels"):
        markdown_of(chain_of_replies(levels))
    with pytest.raises(ValueError, match="is no block"):
        markdown_of(nested(Kind.LINE, 1))
