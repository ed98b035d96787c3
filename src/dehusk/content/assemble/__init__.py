"""From a selection to content: the step between extractors and writers."""

from __future__ import annotations

from dehusk.content import Block
from dehusk.content.assemble.callouts import CALLOUT_KINDS, CALLOUT_TAGS
from dehusk.content.assemble.code import CODE_KINDS, CODE_NAMES, CODE_TAGS
from dehusk.content.assemble.elements import ELEMENT_KINDS, ELEMENT_TAGS
from dehusk.content.assemble.footnotes import NOTE_KINDS, Notes
from dehusk.content.assemble.formulas import FORMULA_KINDS, FORMULA_NAMES, FORMULA_TAGS
from dehusk.content.assemble.images import IMAGE_NAMES, IMAGE_TAGS
from dehusk.content.assemble.kept import Kept
from dehusk.content.assemble.links import LINK_TAGS
from dehusk.content.assemble.placed import placed
from dehusk.content.assemble.players import PLAYER_NAMES, PLAYER_TAGS
from dehusk.content.assemble.posts import around_posts, with_posts
from dehusk.content.assemble.raw_formulas import raw_formulas, with_raw_formulas
from dehusk.content.assemble.tables import TABLE_TAGS
from dehusk.content.assemble.urls import Addresses
from dehusk.content.assemble.walker import Handlers, Walker
from dehusk.page import Page
from dehusk.selection import Selection

__all__ = ["assemble"]

_HANDLERS = Handlers.of(
    {**ELEMENT_KINDS, **CODE_KINDS, **FORMULA_KINDS, **NOTE_KINDS, **CALLOUT_KINDS},
    {
        **ELEMENT_TAGS,
        **LINK_TAGS,
        **CODE_TAGS,
        **TABLE_TAGS,
        **IMAGE_TAGS,
        **PLAYER_TAGS,
        **FORMULA_TAGS,
        **CALLOUT_TAGS,
    },
    {**CODE_NAMES, **IMAGE_NAMES, **PLAYER_NAMES, **FORMULA_NAMES},
)


def assemble(page: Page, selection: Selection) -> tuple[Block, ...]:
    """The content of a page that a selection keeps.

    >>> from dehusk import parse
    >>> page = parse("<h2>Tea</h2><p>Boil <b>it</b></p>")
    >>> for block in assemble(page, Selection.of_subtrees(page, [0], reason="all of it")):
    ...     print(block)
    Heading(level=2, content=(Text(text='Tea'),), rows=(3, 5))
    Paragraph(content=(Text(text='Boil '), Strong(content=(Text(text='it'),))), rows=(5, 9))

    Content that the page embeds as data comes first, all of it in the row of its script.
    """
    embedded = selection.embedded
    if embedded is None:
        return _kept_content(page, selection)
    whole = Selection.of_subtrees(embedded.page, [0], reason="embedded")
    place = embedded.row, int(page.end[embedded.row])
    inner = placed(_kept_content(embedded.page, whole), place)
    return (*inner, *_kept_content(page, selection))


def _kept_content(page: Page, selection: Selection) -> tuple[Block, ...]:
    posts = selection.posts
    if not posts:
        return _walked(Kept.of(page, selection), selection)
    kept = Kept.of(page, selection, without=around_posts(page, posts))
    return with_posts(_walked(kept, selection), page, posts)


def _walked(kept: Kept, selection: Selection) -> tuple[Block, ...]:
    addresses = Addresses.of(kept.page)
    notes = Notes.of(kept, selection.notes)
    for _ in range(_ATTEMPTS):
        walker = Walker(kept, addresses, notes)
        content = walker.walk(_HANDLERS)
        paired = walker.references & walker.footnotes
        if len(paired) == len(notes.starts):
            return _with_formulas(kept, content)
        notes = notes.only(paired)
    return _with_formulas(kept, Walker(kept, addresses, notes.only(set())).walk(_HANDLERS))


def _with_formulas(kept: Kept, content: tuple[Block, ...]) -> tuple[Block, ...]:
    dollars = raw_formulas(kept.page, "\n".join(kept.texts))
    return content if dollars is None else with_raw_formulas(content, dollars=dollars)


_ATTEMPTS = 2
"""A mark whose note turns out to be lost, or a note whose mark is, must stay plain text: then the
walk starts anew without them."""
