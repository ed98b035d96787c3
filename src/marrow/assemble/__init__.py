"""From a selection to content: the step between extractors and writers."""

from __future__ import annotations

from marrow.assemble.code import CODE_KINDS, CODE_TAGS
from marrow.assemble.elements import ELEMENT_KINDS, ELEMENT_TAGS
from marrow.assemble.kept import Kept
from marrow.assemble.links import LINK_TAGS
from marrow.assemble.tables import TABLE_TAGS
from marrow.assemble.urls import Addresses
from marrow.assemble.walker import Handlers, Walker
from marrow.content import Block
from marrow.page import Page
from marrow.selection import Selection

__all__ = ["assemble"]

_HANDLERS = Handlers(
    by_kind={**ELEMENT_KINDS, **CODE_KINDS},
    by_tag={**ELEMENT_TAGS, **LINK_TAGS, **CODE_TAGS, **TABLE_TAGS},
    by_name={},
)


def assemble(page: Page, selection: Selection) -> tuple[Block, ...]:
    """The content of a page that a selection keeps.

    >>> from marrow import parse
    >>> page = parse("<h2>Tea</h2><p>Boil <b>it</b></p>")
    >>> for block in assemble(page, Selection.of_subtrees(page, [0], reason="all of it")):
    ...     print(block)
    Heading(level=2, content=(Text(text='Tea'),), rows=(3, 5))
    Paragraph(content=(Text(text='Boil '), Strong(content=(Text(text='it'),))), rows=(5, 9))
    """
    kept = Kept.of(page, selection)
    walker = Walker(kept, Addresses.of(page), {})
    return walker.walk(_HANDLERS)
