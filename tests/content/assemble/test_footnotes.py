from __future__ import annotations

import pytest

from dehusk.content import Footnote, FootnoteReference, Superscript, Text
from tests.content.assemble import R, a, content, h, i, kept, ol, p, ul


def note(label: str, *parts: str) -> Footnote:
    return Footnote(label, tuple(map(p, parts)), R)


GITHUB = (
    '<p>Text<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup>.</p>'
    '<section data-footnotes class="footnotes"><ol><li id="user-content-fn-1"><p>The note '
    '<a href="#user-content-fnref-1" data-footnote-backref class="data-footnote-backref">↩</a></p></li></ol></section>'
)
PANDOC = (
    '<p>Text<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>.</p>'
    '<section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>The note'
    '<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>'
)
KRAMDOWN = (
    '<p>Text<sup id="fnref:1"><a href="#fn:1" class="footnote" rel="footnote">1</a></sup>.</p>'
    '<div class="footnotes"><ol><li id="fn:1"><p>The note <a href="#fnref:1" class="reversefootnote">&#8617;</a>'
    "</p></li></ol></div>"
)
WIKIPEDIA = (
    '<p>Text<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup>.</p>'
    '<ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b>'
    '</span> <span class="reference-text">The note</span></li></ol>'
)
SPHINX = (
    '<p>Text<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref">'
    '<span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p>'
    '<aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label"><span class="fn-bracket">['
    '</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>The note</p></aside>'
)
PARAGRAPHS = '<p>Text<sup><a href="#fn1">1</a></sup>.</p><div class="footnotes"><p id="fn1">The note <a href="#fnref1">↑</a></p></div>'


@pytest.mark.parametrize("html", [GITHUB, PANDOC, KRAMDOWN, WIKIPEDIA, SPHINX, PARAGRAPHS])
def test_notes(html):
    assert content(html) == [p("Text", FootnoteReference("1"), "."), note("1", "The note")]


@pytest.mark.parametrize("html", [GITHUB, PANDOC, KRAMDOWN, PARAGRAPHS])
def test_a_mark_without_its_note_is_raised_text(html):
    assert kept(html, "Text", "1", ".") == [p("Text", Superscript((Text("1"),)), ".")]


def test_a_note_without_its_mark_is_what_it_is():
    assert kept(GITHUB, "The note") == [ol("The note")]
    assert kept(PARAGRAPHS, "The note") == [p("The note")]


def test_a_mark_in_brackets_keeps_them_without_its_note():
    assert kept(WIKIPEDIA, "Text", "[", "1", "]", ".") == [
        p("Text", Superscript((Text("[1]"),)), ".")
    ]


def test_several_marks_lead_to_one_note():
    html = '<p>a<a href="#fn1">1</a> b<a href="#fn1">1</a></p><ol><li id="fn1">n</ol>'
    assert content(html) == [
        p("a", FootnoteReference("1"), " b", FootnoteReference("1")),
        note("1", "n"),
    ]


def test_labels_are_never_shared():
    html = '<p>a<a href="#fn1">*</a> b<a href="#fn2">*</a></p><ol><li id="fn1">n<li id="fn2">m</ol>'
    assert content(html) == [
        p("a", FootnoteReference("*"), " b", FootnoteReference("*-2")),
        note("*", "n"),
        note("*-2", "m"),
    ]


def test_notes_in_a_list_with_other_items():
    html = '<p>a<a href="#cite_note-1">[1]</a></p><ol class="references"><li id="cite_note-1">n<li>m</ol>'
    assert content(html) == [p("a", FootnoteReference("1")), note("1", "n"), ol("m")]


def test_a_note_that_cannot_be_one_leaves_no_mark_behind():
    html = '<p>a<sup><a href="#fn1">1</a></sup></p><h2>Notes<div><ol><li id="fn1">n</ol></div></h2>'
    assert content(html)[0] in (
        p("a", FootnoteReference("1")),
        p("a", Superscript((Text("1"),))),
    )
    in_term = '<p>a<sup><a href="#fn1">1</a></sup></p><dl><dt><ul><li id="fn1">n</ul></dt></dl>'
    assert content(in_term)[0] == p("a", Superscript((Text("1"),)))


def test_a_mark_in_code_leaves_its_note_alone():
    html = '<pre>a<a href="#fn1">1</a></pre><ol><li id="fn1">n</ol>'
    assert content(html)[1] == ol("n")


def test_other_links_within_the_page_are_links():
    assert content('<p><a href="#part-2">two</a></p><ul><li id="part-2">x</ul>') == [
        p(a("#part-2", "two")),
        ul("x"),
    ]


def test_formats_around_a_mark_stay_but_not_its_own():
    html = '<p><i>a<sup><a href="#fn1">1</a></sup></i></p><h3>N</h3><ol><li id="fn1">n</ol>'
    assert content(html) == [p(i("a", FootnoteReference("1"))), h(3, "N"), note("1", "n")]
