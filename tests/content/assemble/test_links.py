from __future__ import annotations

import pytest

from dehusk.content.assemble.urls import Addresses
from tests.content.assemble import a, content, h, p


@pytest.mark.parametrize(
    ("base", "address", "url"),
    [
        ("https://e.org/a/b.html", "c.html", "https://e.org/a/c.html"),
        ("https://e.org/a/b.html", "../c.html", "https://e.org/c.html"),
        ("https://e.org/a/b.html", "/c/./d", "https://e.org/c/d"),
        ("https://e.org/a/b.html", "/c", "https://e.org/c"),
        ("https://e.org", "c", "https://e.org/c"),
        ("https://e.org/a?x=1", "?y=2", "https://e.org/a?y=2"),
        ("https://e.org/a/b", "//f.org/x", "https://f.org/x"),
        ("https://e.org/a/b", "http://g.org/x y", "http://g.org/x%20y"),
        ("https://e.org/a/b", " \n ht\ntp://g.org ", "http://g.org"),
        ("https://e.org/a/b", "#top", "#top"),
        ("https://e.org/a/b", "#", None),
        ("https://e.org/a/b", "", None),
        ("https://e.org/a/b", "mailto:x@e.org", "mailto:x@e.org"),
        ("https://e.org/a/b", "tel:+1234", "tel:+1234"),
        ("https://e.org/a/b", "javascript:void(0)", None),
        ("https://e.org/a/b", "JaVa\tScript:void(0)", None),
        ("https://e.org/a/b", "\x01javascript:x", None),
        ("https://e.org/a/b", "vbscript:x", None),
        ("https://e.org/a/b", "data:text/html,x", None),
        ("https://e.org/a/b", "x" * 10_000, None),
        ("https://e.org/a/b", "http://[bad", "http://[bad"),
        (None, "c.html", "c.html"),
        (None, "//f.org/x", "https://f.org/x"),
        ("not a url", "c.html", "c.html"),
        ("http://[bad", "c.html", None),
    ],
)
def test_addresses(base, address, url):
    assert Addresses(base).resolve(address) == url


def test_links_are_made_absolute():
    assert content('<p>See <a href="x.html">this</a>.') == [
        p("See ", a("https://example.org/docs/x.html", "this"), ".")
    ]


def test_base_href_counts():
    html = '<base href="/other/"><a href="x.html">this</a>'
    assert content(html) == [p(a("https://example.org/other/x.html", "this"))]


def test_only_the_first_base_with_an_address_counts():
    html = '<base target="_top"><base href="https://a.org/"><base href="https://b.org/"><a href="x">t</a>'
    assert content(html) == [p(a("https://a.org/x", "t"))]


def test_links_that_lead_nowhere_are_text():
    assert content('<a href="javascript:x()">a</a> <a name="t">b</a> <a href="#">c</a>') == [
        p("a b c")
    ]


def test_fragments_stay():
    assert content('<p><a href="#part">part</a>') == [p(a("#part", "part"))]


def test_titles_stay_unless_they_repeat_the_text():
    assert content(
        '<a href="/x" title="More  of it">a</a> <a href="/y" title="Flour">flour</a>'
    ) == [
        p(
            a("https://example.org/x", "a", title="More of it"),
            " ",
            a("https://example.org/y", "flour"),
        )
    ]


def test_a_link_around_blocks_is_a_link_in_each():
    assert content('<a href="/x"><h2>T</h2><p>text</p></a>') == [
        h(2, a("https://example.org/x", "T")),
        p(a("https://example.org/x", "text")),
    ]


def test_permalinks_outside_of_headings():
    assert content('<p>sig(x)<a class="headerlink" href="#sig">¶</a></p>') == [p("sig(x)")]


def test_links_without_text_go():
    assert content('<p>a <a href="/x"></a>b') == [p("a b")]
