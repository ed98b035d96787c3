"""The native parser: rows, names, text, spans, limits, and what hostile pages cost."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from dehusk.errors import PageTooLarge
from dehusk.native.page_columns import PageColumns, parse_columns
from dehusk.page.tags import TAG_NAMES, Tag
from tests.conftest import PAGES

PLENTY = 1 << 30


def parsed(source: str | bytes) -> PageColumns:
    """The columns of a source, checked for all that holds of every page."""
    given = source.encode() if isinstance(source, str) else source
    columns = parse_columns(
        given, max_rows=PLENTY, max_depth=PLENTY, max_attr_length=PLENTY
    ).columns
    check(columns, given)
    return columns


def check(columns: PageColumns, source: bytes) -> None:
    rows = np.arange(len(columns.tag))
    parents = columns.parent[1:]
    assert columns.tag[0] == Tag.HTML
    assert columns.parent[0] == -1
    assert columns.depth[0] == 0
    assert (parents >= 0).all()
    assert (parents < rows[1:]).all()
    assert (columns.end > rows).all()
    assert (columns.end[1:] <= columns.end[parents]).all()
    assert columns.end[0] == len(rows)
    assert (columns.depth[1:] == columns.depth[parents] + 1).all()
    assert (columns.text_start <= columns.text_end).all()
    assert (columns.text_start[0], columns.text_end[0]) == (0, len(columns.text))
    assert (np.diff(columns.text_start) >= 0).all()
    columns.text.decode()
    assert (np.diff(columns.attr_row) >= 0).all()
    assert (columns.attr_start <= columns.attr_end).all()
    columns.attr_text.decode()
    assert len(set(columns.attr_names)) == len(columns.attr_names)
    assert columns.tag_names[: len(TAG_NAMES)] == TAG_NAMES
    known = columns.source_start >= 0
    assert (known == (columns.source_end >= 0)).all()
    assert (columns.source_start[known] <= columns.source_end[known]).all()
    assert (columns.source_end <= len(source)).all()


def tree(source: str | bytes) -> list[str]:
    """The rows below body, each as its depth below body and its name or text."""
    columns = parsed(source)
    names = [columns.tag_names[tag] for tag in columns.tag]
    body = names.index("body")
    return [
        "." * int(columns.depth[row] - 2)
        + (repr(text_of(columns, row)) if names[row] == "#text" else names[row])
        for row in range(body + 1, int(columns.end[body]))
    ]


def text_of(columns: PageColumns, row: int) -> str:
    return columns.text[columns.text_start[row] : columns.text_end[row]].decode()


def spans(source: str | bytes) -> list[tuple[str, str | None]]:
    """For each row its name and the part of the source that it spans."""
    given = source.encode() if isinstance(source, str) else source
    columns = parsed(given)
    return [
        (
            columns.tag_names[columns.tag[row]],
            None
            if columns.source_start[row] < 0
            else given[columns.source_start[row] : columns.source_end[row]].decode(
                errors="replace"
            ),
        )
        for row in range(len(columns.tag))
    ]


def attributes(columns: PageColumns, row: int) -> dict[str, str]:
    return {
        columns.attr_names[columns.attr_name[index]]: columns.attr_text[
            columns.attr_start[index] : columns.attr_end[index]
        ].decode()
        for index in np.flatnonzero(columns.attr_row == row)
    }


# Rows and names


def test_an_empty_source_is_html_head_and_body() -> None:
    columns = parsed("")
    assert columns.tag.tolist() == [Tag.HTML, Tag.HEAD, Tag.BODY]
    assert columns.text == b""
    assert columns.end.tolist() == [3, 2, 3]


def test_dtypes_are_those_of_a_page() -> None:
    columns = parsed("<p id=a>x")
    assert columns.tag.dtype == columns.attr_name.dtype == np.uint16
    for name in "parent end depth text_start text_end source_start source_end".split():
        assert getattr(columns, name).dtype == np.int32
    for name in "attr_row attr_start attr_end".split():
        assert getattr(columns, name).dtype == np.int32


@pytest.mark.parametrize("tag", [tag for tag in Tag if tag != Tag.TEXT])
def test_every_known_tag_has_its_number(tag: Tag) -> None:
    wrapped = {
        "caption": "<table><caption>",
        "col": "<table><col>",
        "colgroup": "<table><colgroup>",
        "tbody": "<table><tbody>",
        "thead": "<table><thead>",
        "tfoot": "<table><tfoot>",
        "tr": "<table><tr>",
        "td": "<table><td>",
        "th": "<table><th>",
        "frame": "<frameset><frame>",
    }.get(TAG_NAMES[tag], f"<{TAG_NAMES[tag]}>")
    expected = Tag.IMG if tag == Tag.IMAGE else tag
    assert expected in parsed(wrapped).tag


def test_custom_tags_are_numbered_by_first_use() -> None:
    columns = parsed("<x-b></x-b></x-unused><X-A></x-a><x-b>")
    assert columns.tag_names[len(TAG_NAMES) :] == ("x-b", "x-a")


def test_a_comment_keeps_two_texts_apart() -> None:
    assert tree("a<!-- -->b") == ["'a'", "'b'"]
    assert tree("a</x>b") == ["'ab'"]


def test_a_comment_keeps_texts_apart_before_a_table_too() -> None:
    assert tree("a<!-- --><table>b") == ["'a'", "'b'", "table"]
    assert tree("a<table>b") == ["'ab'", "table"]
    assert tree("<p>a<!-- --><b></p>c") == ["p", ".'a'", ".b", "b", ".'c'"]


def test_svg_and_mathml_have_prefixes_below_their_roots() -> None:
    source = (
        "<svg viewbox=0><LINEARGRADIENT/><foreignobject><p>x</p></foreignobject><title>t</title></svg>"
        "<math definitionurl=u><mi>y</mi></math>"
    )
    assert tree(source) == [
        "svg",
        ".svg:linearGradient",
        ".svg:foreignObject",
        "..p",
        "...'x'",
        ".svg:title",
        "..'t'",
        "math",
        ".math:mi",
        "..'y'",
    ]
    assert parsed(source).attr_names == ("viewBox", "definitionURL")


def test_xlink_keeps_its_prefix() -> None:
    columns = parsed("<svg><a xlink:href=x>")
    assert attributes(columns, 4) == {"xlink:href": "x"}


def test_noscript_holds_elements() -> None:
    assert tree("<p><noscript><img></noscript>") == ["p", ".noscript", "..img"]
    head = parsed("<noscript><link></noscript><p>")
    assert [head.tag_names[tag] for tag in head.tag[:4]] == ["html", "head", "noscript", "link"]


def test_template_contents_are_rows_below_it() -> None:
    assert tree("<div><template><tr><td>x</template>") == [
        "div",
        ".template",
        "..tr",
        "...td",
        "....'x'",
    ]


def test_tables_foster_and_formatting_is_adopted() -> None:
    assert tree("<table>x<tr><td>y") == ["'x'", "table", ".tbody", "..tr", "...td", "....'y'"]
    assert tree("<b>1<p>2</b>3") == ["b", ".'1'", "p", ".b", "..'2'", ".'3'"]


# Text and attributes


def test_text_is_decoded_and_newlines_are_one_byte() -> None:
    columns = parsed("<p>a&amp;b\r\nc\rd&notit;&#x80;&#0;")
    assert columns.text.decode() == "a&b\nc\nd¬it;€\ufffd"


def test_nul_is_dropped_from_text_and_replaced_elsewhere() -> None:
    columns = parsed(b"<p a\0=x\0>y\0z<svg>\0</svg><script>\0")
    assert columns.text.decode() == "yz\ufffd\ufffd"
    assert attributes(columns, 3) == {"a\ufffd": "x\ufffd"}


def test_the_text_of_an_element_is_one_slice() -> None:
    columns = parsed("<p>Flour, <b>water</b>, salt.</p><p>x")
    assert text_of(columns, 3) == "Flour, water, salt."


def test_attributes_are_lowered_decoded_and_unique() -> None:
    columns = parsed("<p ID=a id=b TITLE='&lt;&copy=1' x =\n\"1\r\n2\" =y>")
    assert attributes(columns, 3) == {"id": "a", "title": "<&copy=1", "x": "1\n2", "=y": ""}


def test_later_html_and_body_tags_add_attributes() -> None:
    columns = parsed("<html a=1><body b=1><html a=2 c=3><body b=2 d=4>")
    assert attributes(columns, 0) == {"a": "1", "c": "3"}
    assert attributes(columns, 2) == {"b": "1", "d": "4"}


def test_malformed_utf_8_reads_as_replacement_characters() -> None:
    source = b"<p title=\xff>a\xe2\x82b\xed\xa0\x80c\xf0\x9f\x8d\x9e</p>d"
    columns = parsed(source)
    assert columns.text.decode() == source.decode("utf-8", "replace")[11:].replace("</p>", "")
    assert attributes(columns, 3) == {"title": "\ufffd"}
    assert spans(source)[3][1] == source[:-1].decode("utf-8", "replace")
    assert spans(source)[5] == ("#text", "d")


# Spans


def test_spans_of_elements_run_from_tag_to_tag() -> None:
    source = "<html><body><p>a<b>c</b><br></p></body></html>"
    assert spans(source) == [
        ("html", source),
        ("head", None),
        ("body", "<body><p>a<b>c</b><br></p></body>"),
        ("p", "<p>a<b>c</b><br></p>"),
        ("#text", "a"),
        ("b", "<b>c</b>"),
        ("#text", "c"),
        ("br", "<br>"),
    ]


def test_an_unclosed_element_ends_where_it_was_closed() -> None:
    assert spans("<p>a<p>b")[3:] == [("p", "<p>a"), ("#text", "a"), ("p", "<p>b"), ("#text", "b")]


def test_spans_are_bytes_of_the_source_as_given() -> None:
    source = "<p>é\r\n&amp;\r</p>ü"
    assert spans(source)[3:] == [
        ("p", "<p>é\r\n&amp;\r</p>"),
        ("#text", "é\r\n&amp;\r"),
        ("#text", "ü"),
    ]


def test_merged_text_spans_all_its_parts() -> None:
    assert spans("a</x>b")[3] == ("#text", "a</x>b")


def test_copies_have_no_span_and_fostered_rows_keep_theirs() -> None:
    assert spans("<b>1<p>2</b>3")[3:] == [
        ("b", "<b>1<p>2</b>"),
        ("#text", "1"),
        ("p", "<p>2</b>3"),
        ("b", None),
        ("#text", "2"),
        ("#text", "3"),
    ]
    assert spans("<table><i>x</table>")[3:6] == [
        ("i", "<i>x"),
        ("#text", "x"),
        ("table", "<table><i>x</table>"),
    ]


def test_content_after_the_end_belongs_to_body() -> None:
    assert spans("<body>a</body>\n<p>b")[2] == ("body", "<body>a</body>\n<p>b")


# Limits


@pytest.mark.parametrize(
    ("source", "limit", "message"),
    [
        (b"<br>" * 8, {"max_rows": 10}, "more than 10 rows; raise Limits.rows"),
        (b"<i>" * 9, {"max_depth": 10}, "more than 10 levels deep; raise Limits.depth"),
        (b"<i>" * 8 + b"x", {"max_depth": 10}, "raise Limits.depth"),
        (b"<p a=12345678901>", {"max_attr_length": 10}, "raise Limits.attribute_length"),
    ],
)
def test_limits_raise_with_a_hint(source: bytes, limit: dict[str, int], message: str) -> None:
    limits = {"max_rows": PLENTY, "max_depth": PLENTY, "max_attr_length": PLENTY} | limit
    with pytest.raises(PageTooLarge, match=message):
        parse_columns(source, **limits)


def test_limits_let_through_what_just_fits() -> None:
    limits = {"max_rows": 11, "max_depth": 10, "max_attr_length": 10}
    assert len(parse_columns(b"<br>" * 8, **limits).columns.tag) == 11
    assert parse_columns(b"<i>" * 7 + b"x", **limits).columns.depth.max() == 9
    assert len(parse_columns(b"<p a=1234567890>", **limits).columns.attr_text) == 10


def test_too_many_names_raise() -> None:
    source = b"".join(b"<x%d>" % number for number in range(66_000))
    with pytest.raises(PageTooLarge, match="65,535 different"):
        parsed(source)


# Hostile pages

NAMES = 60_000
"""How many different names to use, within what a page may have."""

HOSTILE: dict[str, Callable[[int], bytes]] = {
    "nested elements": lambda n: b"<div>" * n,
    "nested, with stray end tags": lambda n: b"<span>" * n + b"</p></x>" * n,
    "nested, with list items": lambda n: b"<dl>" + b"<div>" * n + b"<li></li><dd></dd>" * n,
    "nested below a button": lambda n: b"<p><button>" + b"<span>" * n + b"<p></p>" * n,
    "nested svg with stray end tags": lambda n: b"<svg>" + b"<g>" * n + b"</x>" * n,
    "nested, with tables": lambda n: b"<div>" * n + b"<table></table>" * n,
    "nested tables": lambda n: b"<table><tr><td>" * n,
    "nested templates": lambda n: b"<template>" * n + b"</template>" * n,
    "formatting elements, all different": lambda n: b"".join(b"<b a=%d>" % i for i in range(n)),
    "formatting elements to reopen": lambda n: (
        b"".join(b"<b a=%d>" % i for i in range(200)) + b"<p>x" * n
    ),
    "formatting elements with many attributes to reopen": lambda n: (
        b"<font %s>" % b" ".join(b"a%d" % i for i in range(1000)) + b"<p>x" * n
    ),
    "formatting elements around deep blocks": lambda n: (
        b"".join(b"<b a=%d>" % i for i in range(64)) + b"<div>" * n + b"</b>" * n
    ),
    "misnested formatting elements": lambda n: b"<a><b><i><div></a></b></i>" * n,
    "misnested formatting elements over tables": lambda n: b"<table><b><tr><i><td></b>x</i>" * n,
    "misnested anchors over tables": lambda n: b"<a><table>" * n,
    "text to foster": lambda n: b"<table>" + b"&amp;<tr><td>&lt;" * n,
    "forms": lambda n: b"<form><div>" * n + b"</form>" * n,
    "attributes of one tag": lambda n: (
        b"<p %s>" % b" ".join(b"a%d" % (i % NAMES) for i in range(n))
    ),
    "attributes of many html tags": lambda n: b"".join(
        b"<html a%d>" % (i % NAMES) for i in range(n)
    ),
    "names": lambda n: b"".join(b"<x%d></x%d>" % (i % NAMES, i) for i in range(n)),
    "comments": lambda n: b"x<!---->" * n,
    "an unclosed comment": lambda n: b"<!--" + b"->" * n,
    "less-than signs": lambda n: b"<" * n,
    "ampersands": lambda n: b"&" * n + b"&CounterClockwiseContourIntegra" * n,
    "NUL": lambda n: b"\0" * n,
    "carriage returns": lambda n: b"\r" * n,
    "malformed UTF-8": lambda n: b"\xff" * n,
    "quotes": lambda n: b'<a b="' * n,
    "scripts in comments in scripts": lambda n: b"<script>" + b"<!--<script>" * n,
    "text in a frameset": lambda n: b"<frameset>" + b"x " * n,
}


def seconds(source: bytes) -> float:
    """The processor's time, so that a busy machine fails no test; the best of several."""

    def once() -> float:
        start = time.process_time()
        parse_columns(source, max_rows=PLENTY, max_depth=PLENTY, max_attr_length=PLENTY)
        return time.process_time() - start

    return min(once() for _ in range(4))


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_page(name: str) -> None:
    make = HOSTILE[name]
    small, large = make(2_500), make(40_000)
    # Sixteen times is linear, 256 times quadratic; caches and fresh memory cost a factor of three.
    assert seconds(large) < 64 * seconds(small) + 0.002
    parsed(make(2_000))


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "most"),
    [
        (b"<div>" * 100_000, 0.1),
        (b"".join(b"<b a=%d>" % number for number in range(1_000_000)), 1.0),
        (b"<table><b><tr><i><td></b>x</i>" * 4_000, 0.1),
        (b'<p class="a">Text &amp; <a href="/x?a=1">link</a>.</p>\n' * 900_000, 1.5),
    ],
    ids=["nested", "formatting", "tables", "50 MB"],
)
def test_hostile_pages_are_quick(source: bytes, most: float) -> None:
    assert seconds(source) < most


COLLIDING = (
    "xcdcgeuxrghhdprx crcmtplmfalgmgwc otuivbqxkbyjpzvr hhjrvujggabomluk wbjgzblvnwsrqtbs"
    " okdzxrpqqvpgeodq ctezvrlcfbvbezrh sinezokptixljjdb ojrxobdeyaefczxs ubsvuyardotyzjyd"
    " ezphoocmpebsrbsj bqdzblkzowgwxlak qpquriiqryzsoohx bzdpqllvzwbaglye"
).split()
"""Each word is two halves, either of which leads the hash of names to the same value."""


@pytest.mark.timed
@pytest.mark.slow
def test_names_made_to_collide_cost_no_more_than_others() -> None:
    halves = [(word[:8], word[8:]) for word in COLLIDING]
    names = ["".join(choice) for choice in itertools.product(*halves)]
    honest = [f"{number:0112d}" for number in range(len(names))]
    hostile = seconds(f"<p {' '.join(names)}>".encode())
    assert hostile < 5 * seconds(f"<p {' '.join(honest)}>".encode()) + 0.01
    assert len(parsed(f"<p {' '.join(names)}>").attr_name) == len(names)


def test_memory_stays_a_small_multiple_of_the_source() -> None:
    source = b"".join(b"<b a=%d>" % number for number in range(100)) + b"<p>x" * 50_000
    assert len(parsed(source).tag) < len(source)


# Threads


def test_eight_threads_give_what_one_gives() -> None:
    pages = [path.read_bytes() for path in sorted(PAGES.glob("*/page.html"))]
    pages += [make(500) for make in HOSTILE.values()]
    pages *= 20

    def everything(source: bytes) -> tuple[object, ...]:
        return tuple(
            column.tobytes() if isinstance(column, np.ndarray) else column
            for column in parse_columns(
                source, max_rows=PLENTY, max_depth=PLENTY, max_attr_length=PLENTY
            ).columns
        )

    alone = [everything(page) for page in pages]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(everything, pages)) == alone
