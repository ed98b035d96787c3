"""A report that shows what was kept of a page, what was dropped, and why.

>>> from dehusk import extract, parse
>>> from dehusk.explain import explain
>>> page = parse("<nav><a href=/>Home</a></nav><p>Bread needs flour, water, salt and time.</p>")
>>> report = explain(page, extract(page).whole, method="default")
>>> report[:15]
'<!doctype html>'

The report is one HTML file that loads nothing from anywhere. A method that knows more about a block
than a score can say so: with a method `explain_blocks` it adds columns to its reports, with
`explain_page` tables and plots of its work. Of a rendered page there is a `Picture` too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from dehusk.explain.exhibits import ExplainsPage
from dehusk.explain.picture import Picture
from dehusk.explain.report import explain
from dehusk.explain.verdicts import Verdict, verdicts
from dehusk.views.blocks import Blocks

__all__ = ["ExplainsBlocks", "ExplainsPage", "Picture", "Verdict", "explain", "verdicts"]


@runtime_checkable
class ExplainsBlocks(Protocol):
    """An extractor that can tell more about each block: a probability, its strongest features."""

    def explain_blocks(self, blocks: Blocks) -> Mapping[str, Sequence[object]]:
        """Further columns for the report: a name, and one value a block.

        Numbers become columns beside the text, anything else is shown with the facts of the block.
        """
        ...
