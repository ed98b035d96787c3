"""The content of a page: what was selected, made whole and put in the order of a document.

`kinds.py` has every kind of block and inline piece. `complete/` makes wholes of selected leaves, with
`threads/` for the posts of a thread and `notes.py` for footnotes; `assemble/` makes blocks of them;
`header.py` sets title, byline and standfirst before them, `omit.py` leaves out what nobody wants.
This room knows `dehusk.page`, `dehusk.views`, `dehusk.metadata` and `dehusk.native`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk.content.kinds import (
        CALLOUTS,
        Block,
        Break,
        Cell,
        Code,
        CodeBlock,
        Definition,
        DefinitionList,
        Embed,
        Emphasis,
        Figure,
        Footnote,
        FootnoteReference,
        Heading,
        Image,
        Inline,
        Link,
        List,
        ListItem,
        Math,
        MathBlock,
        Paragraph,
        Post,
        Quote,
        Rows,
        Rule,
        Strikethrough,
        Strong,
        Subscript,
        Superscript,
        Table,
        Text,
        parts_of,
    )

__all__ = [
    "CALLOUTS",
    "Block",
    "Break",
    "Cell",
    "Code",
    "CodeBlock",
    "Definition",
    "DefinitionList",
    "Embed",
    "Emphasis",
    "Figure",
    "Footnote",
    "FootnoteReference",
    "Heading",
    "Image",
    "Inline",
    "Link",
    "List",
    "ListItem",
    "Math",
    "MathBlock",
    "Paragraph",
    "Post",
    "Quote",
    "Rows",
    "Rule",
    "Strikethrough",
    "Strong",
    "Subscript",
    "Superscript",
    "Table",
    "Text",
    "parts_of",
]


def __getattr__(name: str) -> object:
    """The kinds of content, when the first of them is asked for: to make their classes takes time."""
    if name not in __all__:
        raise AttributeError(f"module 'dehusk.content' has no attribute {name!r}")
    from dehusk.content import kinds

    globals().update({kind: getattr(kinds, kind) for kind in __all__})
    return globals()[name]
