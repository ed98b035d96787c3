from __future__ import annotations

import pytest

from dehusk.page.parse import parse
from dehusk.views.hidden import hidden


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("hidden", True),
        ('hidden=""', True),
        ('hidden="until-found"', False),
        ('aria-hidden="true"', True),
        ('aria-hidden="TRUE "', True),
        ('aria-hidden="false"', False),
        ('style="display:none"', True),
        ('style="color: red; DISPLAY : none !important"', True),
        ('style="visibility:hidden"', True),
        ('style="overflow:hidden"', False),
        ('style="display:block"', False),
        ('style="x-display:none"', False),
        ("", False),
    ],
)
def test_hidden(attributes, expected):
    page = parse(f"<p>seen<div {attributes}>text <b>bold</b></div>after")
    marks = hidden(page)
    found = {page.text_of(row): bool(marks[row]) for row in page.leaves.nonzero()[0].tolist()}
    assert found == {"": False, "seen": False, "text ": expected, "bold": expected, "after": False}


def test_a_page_without_attributes():
    assert not hidden(parse("<p>x")).any()
