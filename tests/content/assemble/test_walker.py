from __future__ import annotations

import time

import numpy as np
import pytest

from dehusk.content import Heading, List, Paragraph, Text
from dehusk.content.assemble import assemble
from dehusk.native.content import MOST_LEVELS
from dehusk.page.parse import parse
from dehusk.selection import Selection
from tests.content.assemble import b, content, depth, everything, h, kept, li, p, ul, words


def rows_of(html: str) -> list[tuple[str, tuple[int, int]]]:
    page = parse(html)
    return [
        (page.tag_name(block.rows[0]), block.rows) for block in assemble(page, everything(page))
    ]


def test_a_paragraph_knows_its_element():
    assert rows_of("<div><p>one <b>two</b><br></p></div>") == [("p", (4, 9))]


def test_paragraphs_that_share_an_element_know_their_leaves():
    assert rows_of("<div>one<br><br><b>two</b> x</div>") == [("#text", (4, 5)), ("b", (7, 10))]


def test_a_paragraph_in_an_item_knows_the_item():
    page = parse("<ul><li>one</li></ul>")
    (only,) = assemble(page, everything(page))
    assert isinstance(only, List)
    assert page.xpath(only.rows[0]) == "/html/body/ul"
    assert page.xpath(only.items[0].rows[0]) == "/html/body/ul/li"
    assert page.xpath(only.items[0].content[0].rows[0]) == "/html/body/ul/li"


def test_headings_know_their_element():
    assert rows_of("<h2>a</h2><h2>b<p>c</p></h2>") == [
        ("h2", (3, 5)),
        ("#text", (6, 7)),
        ("p", (7, 9)),
    ]


def test_nothing_kept_is_nothing():
    page = parse("<p>one")
    assert assemble(page, Selection.nothing(page, problem="none")) == ()


def test_only_what_is_kept_comes_out():
    assert kept(
        "<div><p>one</p><p>LEFT</p></div><ul><li>LEFT</li><li>two</li></ul>", "one", "two"
    ) == [
        p("one"),
        ul("two"),
    ]


def test_white_space_between_kept_leaves_need_not_be_kept():
    assert (
        kept("<p><b>one</b> <i></i><br>\n<b>two</b>", "one", "two")[0]
        == content("<p><b>one</b><br><b>two</b>")[0]
    )


def test_selections_of_inert_rows_keep_nothing():
    page = parse("<script>x</script><p>a")
    keep = np.ones(len(page), bool)
    assert list(words(assemble(page, Selection.of_leaves(page, keep, reason="all")))) == ["a"]


NESTED = {
    "div": ("<div>", "x"),
    "span": ("<span>", "x"),
    "b": ("<b>", "x"),
    "b and i": ("<b><i>", "x"),
    "a list": ("<ul><li>t", "x"),
    "an empty list": ("<ul>", "x"),
    "a quote": ("<blockquote>t", "x"),
    "a table": ("<table><tr><td>t", "x"),
    "definitions": ("<dl><dt>a<dd>", "x"),
    "a figure": ("<figure>", "x"),
    "a heading": ("<h1><div>a", "x"),
    "a quotation": ("<q>", "x"),
    "code": ("<code>", "x"),
    "katex": ("<span class=katex>a", "x"),
    "math": ("<span class=math>a", "x"),
    "line numbers": ("<span class=lineno>1", "x"),
}


@pytest.mark.timed
@pytest.mark.parametrize("opening", NESTED.values(), ids=NESTED)
def test_depth_is_no_danger(opening):
    page = parse(opening[0] * 20_000 + opening[1])
    start = time.process_time()
    result = assemble(page, everything(page))
    assert time.process_time() - start < 5
    assert depth(result) <= MOST_LEVELS + 10
    assert "".join(words(result)).rstrip("“”‘’").endswith("x")


def test_a_deep_list_keeps_its_text():
    page = parse("<ul><li>t" * 200 + "x")
    assert "".join(words(assemble(page, everything(page)))) == "t" * 199 + "tx"


MANY = {
    "links": '<a href="x">a</a>',
    "breaks": "a<br>",
    "paragraphs": "<p>a</p>",
    "loose blocks in a list": "<li>a</li><p>b</p>",
    "formulas": '<script type="math/tex">x</script>a',
    "rendered formulas": '<span class="MathJax">a</span>',
    "notes": '<a href="#fn1">1</a>',
    "images": '<img src="a.jpg">',
    "code": '<pre class="highlight">a</pre>',
}


@pytest.mark.timed
@pytest.mark.parametrize("piece", MANY.values(), ids=MANY)
def test_time_grows_with_what_is_kept(piece):
    def seconds(count: int) -> float:
        page = parse(f"<div><ul>{piece * count}</ul></div>")
        start = time.process_time()
        assemble(page, everything(page))
        return time.process_time() - start

    few = min(seconds(1_000) for _ in range(3))
    many = min(seconds(16_000) for _ in range(3))
    assert many < 80 * max(few, 0.005)  # 16 if it is linear, 256 if it is not


def test_blocks_in_the_order_of_the_page():
    html = "<h1>a</h1>b<p>c</p><ul><li>d<p>e</p></li></ul>f"
    assert content(html) == [h(1, "a"), p("b"), p("c"), ul(li("d", "e")), p("f")]


def test_types_of_content():
    page = parse("<h1>a</h1><p>b")
    heading, paragraph = assemble(page, everything(page))
    assert heading == Heading(1, (Text("a"),), (3, 5))
    assert paragraph == Paragraph((Text("b"),), (5, 7))
    assert b("x").content == (Text("x"),)
