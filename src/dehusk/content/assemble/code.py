"""The title of code: the line before it in its box, where that names a file or is called a title."""

from __future__ import annotations

import re

from dehusk.page import Page

_FILE_NAME = re.compile(r"(?=[^\s]*[./\\])[\w./\\@~+$-]{3,100}")
_CALLED_TITLE = ("title", "caption", "filename", "file-name")


def is_title(page: Page, row: int, text: str) -> bool:
    """Does a line name a file, or is the element in its row called a title?"""
    classes = (page.attribute(row, "class") or "").lower()
    named = any(name in classes for name in _CALLED_TITLE)
    return named or bool(_FILE_NAME.fullmatch(text.strip()))
