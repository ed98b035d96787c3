"""Which tags stay beside leaves that are kept, and which the walk counts."""

from __future__ import annotations

import re

from dehusk.page import Page
from dehusk.page.tags import TagSet

"""What a line of a table has, kept or not."""

STRUCTURE = TagSet(
    "p ul ol menu dir dl table pre listing xmp blockquote figure h1 h2 h3 h4 h5 h6 hr iframe video"
)
"""What makes more of an element than one line."""

LINES = TagSet("div p li tr br")
"""What ends a line of code."""

BLANKS = TagSet("#text br wbr")
"""What is kept between two kept leaves of one line, if it is blank."""

EMPTY_LINES = TagSet("#text br div p li tr td span code")
"""What is kept between two kept leaves of code, if it is blank."""

NOT_PROSE = TagSet("svg select textarea button iframe")
"""What is left out, unless nothing else is kept."""

NOT_A_LINE = TagSet("td th table tbody thead ul ol")
"""Blocks that are no line of code."""

LEFT_OUT_OF_CODE = TagSet("button svg select textarea")

BEYOND_CODE = TagSet("body html article main section blockquote")
"""Around code nothing beyond these says what it is, nor is any of them its box."""

FIGURES = re.compile(r"[\d\s.:|+-]*")
"""What line numbers are made of."""

_FORMULA_TYPE = "math/tex"


def is_formula_script(page: Page, row: int) -> bool:
    """Is a script a formula in TeX, as MathJax reads it?"""
    return (page.attribute(row, "type") or "").strip().lower().startswith(_FORMULA_TYPE)
