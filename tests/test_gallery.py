"""The gallery of the documentation: pages that we wrote, and what becomes of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dehusk import extract, parse
from tests.conftest import ROOT
from tests.golden import as_marked
from tests.test_golden import word_f1

DOCS = ROOT / "docs"
PAGES = sorted((DOCS / "gallery").glob("*.html"))
NOTHING = "error-page"
"""What has no content; the default method says "Page not found"."""


def test_it_shows_forty_kinds_and_every_page_that_is_there() -> None:
    text = (DOCS / "gallery.md").read_text("utf-8")
    links = re.findall(r"^\| \[[^\]]+\]\((\S+)\)", text, re.MULTILINE)
    assert len(links) == len(set(links)) >= 40
    assert [link for link in links if not (DOCS / link).is_file()] == []
    assert [path.name for path in PAGES if f"gallery/{path.name}" not in links] == []
    assert text.startswith("---\nhide: [navigation]\n---\n\n# Gallery")
    assert f"{len(links)} kinds of pages" in text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_is_marked_comes_out(path: Path) -> None:
    page = parse(path.read_bytes(), url=f"https://gallery.example.org/{path.stem}")
    wanted = as_marked(page)
    if path.stem == NOTHING:
        assert not wanted.text
    else:
        assert word_f1(extract(page).markdown, wanted.markdown) > 0.85
