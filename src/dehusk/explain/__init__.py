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

from dehusk.explain.exhibits import ExplainsBlocks, ExplainsPage
from dehusk.explain.picture import Picture
from dehusk.explain.report import explain
from dehusk.explain.verdicts import Verdict, verdicts

__all__ = ["ExplainsBlocks", "ExplainsPage", "Picture", "Verdict", "explain", "verdicts"]
