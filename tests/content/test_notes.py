from __future__ import annotations

import numpy as np
import pytest

from dehusk import parse
from dehusk.content.notes import NO_NOTES, find_kept_notes, find_notes
from dehusk.selection import Selection

WORDPRESS = (
    '<p>Tea and milk<sup data-fn="a-b" class="fn"><a href="#a-b" id="a-b-link">1</a></sup>.</p>'
    '<ol class="wp-block-footnotes"><li id="a-b">Or lemon. <a href="#a-b-link">↩︎</a></li></ol>'
)
SUBSTACK = (
    '<p>Tea and milk<a id="footnote-anchor-1" href="#footnote-1" class="footnote-anchor">1</a>.</p>'
    '<div class="footnote"><a id="footnote-1" href="#footnote-anchor-1">1</a><div>'
    "<p>Or lemon.</p></div></div>"
)
WORD = (
    '<p>Tea and milk<a href="#_ftn1" name="_ftnref1">[1]</a>.</p>'
    '<div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> Or lemon.</p></div>'
)
GOOGLE = (
    '<p>Tea and milk<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>.</p>'
    '<div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> Or lemon.</p></div>'
)
NAMED = (
    '<p>Tea and milk<a name="FnAnchor_1" href="#Footnote_1"><span>1</span></a>.</p><div>'
    '<p><a name="Footnote_1" href="#FnAnchor_1"><span>1</span></a> Or lemon.</p></div>'
)
ONE_PARAGRAPH = (
    '<p>Tea and milk<a href="#one"><sup>1</sup></a> and sugar<a href="#two"><sup>2</sup></a>.</p>'
    '<p><a name="one"><sup>1</sup></a> Or lemon.<br><a name="two"><sup>2</sup></a> Or none.</p>'
)
TEXINFO = (
    '<p>Tea and milk<a id="DOCF1" href="#FOOT1"><sup>1</sup></a> or<a id="DOCF2" href="#FOOT2">'
    '<sup>2</sup></a>.</p><div><h4>Notes</h4><h5><a id="FOOT1" href="#DOCF1">(1)</a></h5>'
    '<p>Or lemon.</p><h5><a id="FOOT2" href="#DOCF2">(2)</a></h5><p>Or none.</p></div>'
)
NUMBERED = (
    '<p>Tea and milk <a href="#ref1">[1]</a> or <a href="#ref2">[2]</a>.</p><div><div>'
    '<a id="ref1">1.</a><div>Or lemon.</div></div><div><a id="ref2">2.</a><div>Or none.</div></div>'
)
WITHOUT_LINKS = (
    "<p>Tea and milk<sup>1</sup> or<sup>2</sup>.</p><hr>"
    "<p><sup>1</sup> Or lemon.</p><p><sup>2</sup> Or none.</p>"
)
IN_THE_LINE = (
    '<p>Tea and milk<label for="s" class="margin-toggle"></label>'
    '<input type="checkbox" id="s" class="margin-toggle"><span>Or lemon.</span>, hot.</p>'
)


def notes(html: str, url: str | None = None) -> dict[str, str]:
    page = parse(html, url=url)
    return {
        note.label: page.text[page.text_start[note.start] : page.text_end[note.end - 1]].decode()
        for note in find_notes(page).notes
    }


SYSTEMS = (
    *(WORDPRESS, SUBSTACK, WORD, GOOGLE, NAMED, ONE_PARAGRAPH),
    *(TEXINFO, NUMBERED, WITHOUT_LINKS, IN_THE_LINE),
)


@pytest.mark.parametrize("html", SYSTEMS)
def test_each_system_has_its_own_way(html):
    found = notes(html)
    assert "Or lemon." in found.pop("1")
    assert all("Or none." in text and "lemon" not in text for text in found.values())


def test_a_link_with_the_address_of_the_page_is_one_within_the_page():
    html = WORDPRESS.replace('"#', '"https://tea.example/milk#')
    assert notes(html) == {}
    assert list(notes(html, "https://tea.example/milk")) == ["1"]


def test_a_page_that_a_browser_saved_has_whole_addresses():
    html = (
        '<p>Tea<sup id="cite_ref-1"><a href="https://tea.example/wiki#cite_note-1">[1]</a></sup>.</p>'
        '<ol><li id="cite_note-1"><b>^</b> Lemon.</li></ol>'
    )
    assert notes(html) == {"1": "^ Lemon."}


@pytest.mark.parametrize(
    "html",
    [
        # Ways through a page.
        '<p><a href="#s1">1</a> <a href="#s2">2</a></p><div id=s1>1. Boil</div><div id=s2>2. Wait</div>',
        '<p>See step <a href="#s1">1</a>.</p><h2 id=s1>1 Boil</h2><p>Water.</p>',
        # What is only named.
        '<p>By the theorem (<a href="#t">1</a>).</p><p><a name="t"></a>Theorem 1. All is well.</p>',
        # A mark after its note.
        "<p><sup>1</sup> First</p><p>Tea and milk<sup>1</sup></p>",
        "<p>Ten square metres, m<sup>2</sup>.</p><p>More.</p>",
        "<p>Tea<sup>1</sup></p><p><sup>1</sup> An isotope, not set off by a rule.</p>",
    ],
)
def test_what_is_no_note(html):
    assert notes(html) == {}


def test_a_mark_without_a_note_is_lost():
    page = parse('<p>Tea and milk<a href="#fn1">1</a></p>')
    (row,) = find_notes(page).lost
    assert page.tag_name(row) == "a"


def test_notes_that_are_kept():
    page = parse(WORD)
    everything = Selection.of_subtrees(page, [0], reason="all").keep
    assert find_kept_notes(page, everything) == find_notes(page) != NO_NOTES
    first = Selection.of_leaves(page, page.is_text & (page.text_end <= 3), reason="text")
    assert find_kept_notes(page, first.keep) == NO_NOTES


@pytest.mark.parametrize(
    ("html", "may"),
    [
        ("<p>tea<a href='#n'>tea 1</a>", True),
        ("<p>tea<a href='#n'>1</a>", False),
        ("<p>tea<a href='x#fn'>tea 1</a>", True),
        ("<p>tea<a href='x#n'>tea 1</a>", False),
        ("<p>tea<a href='https://a.example/#n'>tea 1</a>", True),
        ("<p>tea<a href='#'>tea 1</a>", False),
        ("<p>tea<sup>tea</sup>", True),
        ("<p>tea<sup>1</sup>", False),
        ("<p><input>tea", True),
        ("<form><input></form><p>tea", False),
    ],
)
def test_what_may_be_a_mark_that_is_kept(html: str, may: bool) -> None:
    page = parse(html, url="https://a.example/")
    texts = [page.is_text[row] and "tea" in page.text_of(row) for row in range(len(page))]
    assert (find_kept_notes(page, np.array(texts, bool)) is not NO_NOTES) is may
