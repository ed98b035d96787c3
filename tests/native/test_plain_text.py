"""The native way to plain text gives what the long way gives, or gives the page back."""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import EXTRACTORS, Document, Page, Selection, parse
from dehusk.content.assemble import assemble
from dehusk.native.text import plain_text
from dehusk.writers.text import text_of
from tests.conftest import DATA
from tests.content.assemble.test_properties import ATTRIBUTES, TAGS, page_of
from tests.golden import GoldenPage, golden_pages


def whole(page: Page) -> Selection:
    return Selection.of_subtrees(page, [0], reason="all of it")


def long_way(page: Page, selection: Selection) -> str:
    return text_of(assemble(page, selection))


def same(page: Page, selection: Selection) -> bool:
    """Is the native text that of the long way? Was there one at all?"""
    text = plain_text(page, selection.keep)
    assert text is None or text == long_way(page, selection)
    return text is not None


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_golden_pages(golden: GoldenPage) -> None:
    same(golden.page, golden.document.selection)
    for method in ("default", "cnr", "semantic"):
        same(golden.page, EXTRACTORS[method]().select(golden.page))
    same(golden.page, whole(golden.page))


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p> One <b>two</b>,<i> three</i>four </p>five<br>six<br><br>seven",
        "<p>a<span>b</span><time>c</time><b>d</b>e</p><p>中<span>文</span><a href=/>字</a>x</p>",
        "<p>中\n文\u200bไ\u200bท a\u00a0 b\u00ad\u2028c \u200d</p><p>\u200b</p><p>\ufeff</p>",
        "<h1>A <strong>b</strong><a href='#a'>¶</a></h1><h2>c<p>d</p><p>e</p></h2><h3><br>f<br>g</h3>",
        "<ul>x<li>a<li><p>b<p>c<li><ul><li>d<li>e</ul>f<li><img src=a.jpg></ul>g",
        "<ul><li>a<h3>b</h3><li>c</ul><ul><li>a</li><h3>b</h3><li>c</li>d<p>e</ul>",
        "<div><li>a<li>b<hr><li>c<blockquote></blockquote><li>d<blockquote>e</blockquote><li>f</div>",
        "<ul><li>a<blockquote><p>b<p>c</blockquote>d</ul><blockquote><p>e<p>f</blockquote>",
        "<dl>x<dt>a<dd><p>b<p>c<dt>d<dt>e<li>f</dl><dl><dd>a<dd>b</dl>",
        "<figure><img src=a.jpg><figcaption>a<br>b</figcaption></figure><figure><figcaption>a</figcaption><p>b</figure>",
        "<table><caption>t</caption><tr><th>a<th>b<tr><td><p>c<p>d<td><tr><td><td>e</table>",
        "<table><tr><td>a<td>b<tr><td>c</table><table><tr><td>one</table><table><tr><td>a<tr></table>",
        "<table><tr><td><table><tr><td>a<td>b</table><td>c</table>",
        "<pre>\n  a\r\n b\u00a0c<br>d<span class=lineno>1</span></pre><code>a<br>b<br>c</code>",
        "<div><p>app.py</p><pre>a</pre></div><div><p class=title>b</p><pre>c</pre></div><ul><li>a.b<pre>c</pre></ul>",
        "<blockquote><div>a.b<pre>c</pre></div></blockquote><figure><div>a.b<pre>c</pre></div></figure>",
        "<dl><dt>a<dd><div>a.b<pre>c</pre></div></dl><table><tr><th>a<td><div>a.b<pre>c</pre></div></table>",
        "<p>a <code>b\u00a0c</code><code>d</code> <kbd>e</kbd></p><div class=syntaxhighlighter>a<p>b</div>",
        "<p>a<br><img src=a.jpg><br>b<li>a<br><a href=/x><img src=a.jpg></a><br>b",
        "<p>a<img src=blank.gif>b<img src=c.jpg width=1>d <img src=e.jpg> f <img class=emoji alt=g></p>",
        "<q>a <q>b</q></q><q>“c”</q><ruby>漢<rp>(</rp><rt>kan</rt></ruby>",
        "<blockquote>" + "<p>A long text in a margin.</p>" * 60 + "</blockquote>",
        "<p>a<button>b</button><button aria-expanded=true>What is it?</button><svg><title>c</title></svg>",
        "<button>only</button>",
        "<p>a<iframe src=https://youtube.com/embed/abcdefg>b</iframe>c<video src=d.mp4>e</video>f</p>",
        "<p>a</p><audio src=a.mp3>b</audio>c<p><embed src=a.mp4>d<div><object data=a.swf></object>e</div>",
        "<p><img src=a.jpg width=1 data-src=b> a</p><h2>b <img src=a.jpg width=1 data-src=c></h2>",
        "<details><summary>a<b>b</b></summary>c</details><p class=admonition-title>d</p>",
        "<p>a<sup><a href='#fn1' class=footnote-ref>1</a></sup> b</p>",
        "<p>a<span hidden>b</span><script>c</script><style>d</style><noscript>e</noscript></p>",
    ],
)
def test_every_rule_that_it_has(html: str) -> None:
    page = parse(html, url="https://example.org/a/b")
    assert same(page, whole(page)) or html == ""
    some = np.arange(len(page)) % 3 > 0
    same(page, Selection.of_leaves(page, some, reason="two of three"))


@pytest.mark.parametrize(
    "html",
    [
        "<p>a <math><mi>x</mi></math></p>",
        "<p>a <span class=katex>x</span></p>",
        "<p>a<a href='#fn1'>1</a></p><ol class=footnotes><li id=fn1>note</ol>",
        "<p>a<audio src=b.mp3></audio>c</p>",
        "<ul><li><iframe src=x></iframe><li>a</ul>",
        "<p>a <img srcset='b.jpg 2x'> c</p>",
        "<ul><li><figure><p>a<figcaption>b</figcaption></figure></ul>",
        "<figure><figcaption>a.py</figcaption><pre>a</pre></figure>",
        "<pre><span class=lineno>\u0661</span>a = 1</pre>",
        "<pre><span class=lineno>\u4e00</span>a = 1</pre>",
    ],
)
def test_what_has_long_rules_goes_the_long_way(html: str) -> None:
    page = parse(html)
    selection = whole(page)
    assert plain_text(page, selection.keep) is None
    assert Document(page, selection).text == long_way(page, selection)


def test_links_to_notes_among_very_many_elements_are_read_at_once() -> None:
    """To compare each element that may be a note with each link would take a minute here."""
    items = "".join(f"<li id=a{number}>Salt" for number in range(5_000))
    marks = "".join(f"<a href=#fn{number}>1</a>" for number in range(5_000))
    page = parse(f"<p>Bread{marks}</p><ul>{items}</ul>")
    selection = whole(page)
    assert plain_text(page, selection.keep) == long_way(page, selection)


def test_a_selection_of_another_page_is_not_its_business() -> None:
    page = parse("<p>a</p>")
    assert plain_text(page, np.ones(3, bool)) is None


LEAVES = st.sampled_from(
    [
        "@",
        " @ ",
        "\n",
        " ",
        "@\n@",
        "中@文",
        "中\n文",
        "\u00a0",
        "\u200b",
        "\u00ad",
        "<br>",
        "<img src=a.jpg>",
    ]
)
FORMS = st.sampled_from(
    "<{0}{1}>{2}</{0}>|<{0}{1}>{2}|<ul><li>{2}</ul>|<table><tr><td>@<td{1}>{2}</table>|<dl><dt>@<dd>{2}</dl>".split(
        "|"
    )
)


def elements(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda form, tag, attributes, parts: form.format(tag, attributes, "".join(parts)),
        FORMS,
        st.sampled_from([tag for tag in TAGS if tag != "object"]),
        st.sampled_from([text for text in ATTRIBUTES if "ath" not in text and "katex" not in text]),
        st.lists(inside, max_size=4),
    )


@given(
    parts=st.lists(st.recursive(LEAVES, elements, max_leaves=25), min_size=1, max_size=6),
    left_out=st.sets(st.integers(0, 60), max_size=8),
)
@settings(max_examples=150, deadline=None)
def test_whatever_a_page_looks_like(parts: list[str], left_out: set[int]) -> None:
    page = page_of(parts)
    mask = np.array([row not in left_out for row in range(len(page))])
    same(page, Selection.of_leaves(page, mask, reason="most of it"))


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 400 + "a" + "</div>" * 400,
        "<blockquote><ul><li>a" * 100,
        "<q>" * 300 + "a",
        "<code>" * 300 + "a" + "<br>" * 3,
        "<table><tr><td>a<td>b" * 120,
        "<table>" + "<tr><td colspan=1000 rowspan=1000>a<td>b" * 300,
        "<img src=%s.gif>" % ("1" * 38) * 500 + "a",
        "<p>a" + "<br>" * 5_000 + "b",
        "<b><i><a href=x>a" * 200,
    ],
)
def test_hostile_pages(html: str) -> None:
    page = parse(html)
    same(page, whole(page))


def test_eight_threads_give_what_one_gives() -> None:
    pages = [(golden.page, golden.document.selection) for golden in golden_pages()] * 4
    alone = [plain_text(page, selection.keep) for page, selection in pages]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda pair: plain_text(pair[0], pair[1].keep), pages))
    assert together == alone


def labelled_pages(dataset: str, count: int) -> Iterator[bytes]:
    with tarfile.open(DATA / f"{dataset}.tar.xz") as archive:
        members = (member for member in archive if re.search(r"html/[^/]+$", member.name))
        for member in islice(members, count):
            content = archive.extractfile(member)
            assert content is not None
            yield content.read()


@pytest.mark.data
@pytest.mark.parametrize("dataset", ["news", "wcxb-dev"])
def test_real_pages(dataset: str) -> None:
    if not (DATA / f"{dataset}.tar.xz").exists():
        pytest.skip(f"needs {dataset}.tar.xz in ../shared/data")
    went = []
    for source in labelled_pages(dataset, 40):
        page = parse(source)
        went += [same(page, EXTRACTORS[method]().select(page)) for method in ("default", "cnr")]
    assert sum(went) > 0.85 * len(went)
