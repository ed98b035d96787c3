"""The rules that take judgement: what is a picture, a player, a formula, a callout, a footnote.

Each file has the rules for one thing, said once. `dehusk.content.verdicts` asks them about the few
positions of a page that tags and class names alone do not tell, before the native walk; the titles of
links and the languages of code are asked for after it. `vocabulary.py` says what class names and roles
mean, to the walk and to the rules.
"""

from __future__ import annotations

from dehusk.content.kinds import Block
from dehusk.page import Page
from dehusk.selection import Selection

__all__ = ["assemble"]


def assemble(page: Page, selection: Selection) -> tuple[Block, ...]:
    """The content of a page that a selection keeps, as blocks.

    >>> from dehusk import parse
    >>> page = parse("<h2>Tea</h2><p>Boil <b>it</b></p>")
    >>> for block in assemble(page, Selection.of_subtrees(page, [0], reason="all of it")):
    ...     print(block)
    Heading('Tea', level=2, rows=(3, 5))
    Paragraph('Boil it', rows=(5, 9))
    """
    from dehusk.content.table import blocks_of
    from dehusk.content.walk import content_of

    return blocks_of(content_of(page, selection))
