from __future__ import annotations

import pytest

from dehusk import Document, parse
from dehusk.content.options import RUNNING_TEXT, Completion
from dehusk.selection import Selection
from tests.content.test_notes import SUBSTACK, WORD, WORDPRESS


def document(html: str, completion: Completion = Completion()) -> Document:
    """The first sentence of a page, with its mark."""
    page = parse(html)
    end = page.text.find(b".") + 1 or len(page.text)
    keep = page.is_text & (page.text_end <= end)
    return Document(page, Selection.of_leaves(page, keep, reason="text"), completion=completion)


@pytest.mark.parametrize("html", [WORDPRESS, SUBSTACK, WORD])
def test_a_note_comes_with_its_mark(html):
    assert document(html).markdown == "Tea and milk[^1].\n\n[^1]: Or lemon.\n"


def test_plain_text_has_no_notes_that_the_method_did_not_keep():
    assert "lemon" not in document(WORD).text
    assert "lemon" not in document(WORD, RUNNING_TEXT).markdown


def test_a_mark_without_a_note_goes():
    html = '<p>Tea and milk<sup><a href="#fn1">1</a></sup></p>'
    assert document(html).markdown == "Tea and milk\n"
    assert "1" in document(html, Completion(notes=False)).markdown


def test_hidden_notes_stay_hidden():
    html = WORDPRESS.replace("<ol ", "<ol hidden ")
    assert "lemon" not in document(html).markdown
