"""Documents without some of their parts."""

from __future__ import annotations

import pytest

import dehusk
from dehusk.content import (
    Cell,
    Figure,
    Heading,
    Image,
    Link,
    List,
    ListItem,
    Paragraph,
    Table,
    Text,
)
from dehusk.content.omit import omitted
from dehusk.content.options import Omit
from dehusk.content.table import blocks_of, table_of

R = (0, 0)
WORDS = Paragraph((Text("Tea"),), R)
PICTURE = Paragraph((Image("a.jpg"),), R)
TABLE = Table(((Cell((WORDS,)),),), R)


@pytest.mark.parametrize(
    ("block", "omit", "left"),
    [
        (PICTURE, Omit(images=True), ()),
        (PICTURE, Omit(links=True, tables=True), (PICTURE,)),
        (Figure((PICTURE,), R, (Text("A pot"),)), Omit(images=True), ()),
        (Figure((TABLE,), R, (Text("Times"),)), Omit(tables=True), ()),
        (Paragraph((Link((Image("a.jpg"),), "/b"),), R), Omit(images=True), ()),
        (Paragraph((Link((Image("a.jpg"),), "/b"),), R), Omit(links=True), (PICTURE,)),
        (
            List(False, (ListItem((PICTURE,), R), ListItem((WORDS,), R)), R),
            Omit(images=True),
            (List(False, (ListItem((WORDS,), R),), R),),
        ),
        (List(False, (ListItem((TABLE,), R),), R), Omit(tables=True), ()),
        (
            Table(((Cell((PICTURE,)), Cell((WORDS,))),), R),
            Omit(images=True),
            (Table(((Cell(()), Cell((WORDS,))),), R),),
        ),
        (
            Heading(1, (Text("A"), Image("b.jpg")), R),
            Omit(images=True),
            (Heading(1, (Text("A"),), R),),
        ),
    ],
)
def test_what_is_left(block: object, omit: Omit, left: tuple[object, ...]) -> None:
    content = table_of((WORDS, block))  # type: ignore[arg-type]
    assert blocks_of(omitted(content, omit)) == (WORDS, *left)


def test_the_cover_is_a_picture_too() -> None:
    page = (
        "<title>Tea</title><meta property=og:image content=https://example.org/pot.jpg>"
        "<header><img src=/pot.jpg></header><main><p>Boil some water, then wait for a while.</p></main>"
    )
    document = dehusk.extract(page, method="semantic")
    assert "pot.jpg" in document.markdown
    assert "pot.jpg" not in document.without(images=True).markdown
    assert document.without(images=True).text == document.text
