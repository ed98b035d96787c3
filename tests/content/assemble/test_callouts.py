from __future__ import annotations

import pytest

from tests.content.assemble import b, content, p, quote, ul


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("admonition note", "note"),
        ("admonition seealso", "note"),
        ("admonition", "note"),
        ("markdown-alert markdown-alert-important", "important"),
        ("theme-admonition theme-admonition-danger alert alert--danger", "caution"),
        ("starlight-aside starlight-aside--tip", "tip"),
        ("warning custom-block", "warning"),
        ("alert alert-success", "tip"),
        ("callout callout-hint", "tip"),
        ("admonitionblock caution", "caution"),
    ],
)
def test_boxes_by_class(names, kind):
    assert content(f'<div class="{names}"><p>a</p></div>') == [quote("a", kind=kind)]


def test_their_titles_are_bold():
    html = '<div class="admonition note"><p class="admonition-title">Note</p><p>a</p></div>'
    assert content(html) == [quote(p(b("Note")), "a", kind="note")]


def test_a_box_of_obsidian_says_its_kind_in_an_attribute():
    html = (
        '<div class="callout" data-callout="bug"><div class="callout-title">A</div><p>b</p></div>'
    )
    assert content(html) == [quote(p(b("A")), "b", kind="caution")]


@pytest.mark.parametrize("names", ["callout", "custom-block", "callout blue", "note", "box-note"])
def test_any_other_box_is_none(names):
    assert content(f'<div class="{names}"><p>a</p></div>') == [p("a")]


@pytest.mark.parametrize("tag", ["aside", "details"])
def test_asides_that_are_called_so(tag):
    assert content(f'<{tag} class="warning"><p>a</p></{tag}>') == [quote("a", kind="warning")]
    assert content(f'<{tag} class="ad"><p>a</p></{tag}>') == [p("a")]
    html = f'<ul><li><{tag} class="note"><p>a</p></{tag}></li></ul>'
    assert content(html) == [ul("a")]
