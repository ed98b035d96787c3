"""Text that stands in a page's scripts."""

from __future__ import annotations

import json
import pickle
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Document, Page, Selection, extract, parse
from dehusk.evaluate.gold import Example
from dehusk.evaluate.methods import DehuskMethod
from dehusk.evaluate.scoring import GROUPS, METRICS, Gold
from dehusk.explain import explain
from dehusk.explain.compare import compare
from dehusk.page.embedded import LEAST_INK, embedded_text
from dehusk.page.tags import Tag
from dehusk.selection import or_embedded

BODY = "The harbour was quiet at dawn. Boats lay in rows, and nobody spoke. " * 5


def script(data: object, opening: str = '<script type="application/json">') -> str:
    return f"{opening}{json.dumps(data)}</script>"


def text_of(html: str) -> str | None:
    embedded = embedded_text(parse(html))
    return None if embedded is None else embedded.page.text_of(0)


@pytest.mark.parametrize(
    "html",
    [
        script({"@type": "Article", "articleBody": BODY}, '<script type="application/ld+json">'),
        script({"props": {"post": {"title": "Harbour", "body": BODY}}}),
        script({"post": {"content": BODY}}, "<script>window.__INITIAL_STATE__ = "),
    ],
    ids=["JSON-LD", "state as JSON", "state in a variable"],
)
def test_found(html):
    assert text_of(f"<div id=root></div>{html}") == BODY.strip()


def test_paragraphs_of_a_list_are_put_together():
    parts = [{"type": "p", "text": f"{number}. {BODY}"} for number in range(3)]
    page = embedded_text(parse(script({"story": {"blocks": parts}}))).page
    assert [page.tag_name(row) for row in page.children(2)] == ["p", "p", "p"]
    assert page.text_of(0).startswith("0. The harbour")


def test_markup_stays_markup_and_text_stays_text():
    page = embedded_text(parse(script({"body": f"<p>{BODY}</p><ul><li>One</li></ul>"}))).page
    assert "li" in page.tag_names
    assert text_of(script({"body": f"{BODY} if 1 < 2 & 3 > 2"})).endswith("if 1 < 2 & 3 > 2")


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>Only markup. Nothing else.</p>",
        script({"body": "Too short. Really."}),
        script({"body": "word " * 200}),
        script({"classNames": BODY}),
        f"<script>{BODY}</script>",
        f'<script type="application/json">{{"body": [[[[ {BODY}</script>',
    ],
    ids=["empty", "markup", "short", "no sentences", "other name", "code", "broken"],
)
def test_not_found(html):
    assert text_of(html) is None


@pytest.mark.parametrize("opening", ['{"body":', "["])
def test_depth_is_no_danger(opening):
    assert text_of(f'<script type="application/json">{opening * 50_000}</script>') is None


@given(st.recursive(st.text() | st.none(), lambda inner: st.dictionaries(st.text(), inner)))
def test_any_data_is_read(data):
    text = text_of(script(data))
    assert text is None or len(text) >= LEAST_INK / 2


def test_texts_of_two_scripts_are_not_one_text():
    one, other = script({"body": BODY}), script({"body": f"Further out. {BODY}"})
    page = parse(one + other)
    embedded = embedded_text(page)
    assert embedded.page.text_of(0).startswith("Further out.")
    assert embedded.row == page.rows_with_tag(Tag.SCRIPT)[1]


def test_a_long_number_in_a_character_reference_is_text():
    number = "&#" + "9" * 5_000
    assert text_of(script({"body": f"{BODY} {number};"})).endswith("9;")


def many_strings(count):
    return {"body": [f"{number}. Bread needs flour, water and salt." for number in range(count)]}


def deep_and_wide(count):
    data = {f"name {number}": "a" for number in range(count)}
    for _ in range(58):
        data = {"body": data}
    return data


@pytest.mark.timed
@pytest.mark.parametrize(
    "data",
    [
        lambda size: {"articleBody": "<p " * (size // 3)},
        lambda size: {"articleBody": BODY + "<a href='x" * (size // 10)},
        lambda size: {"body": "&" * size},
        lambda size: many_strings(size // 40),
        lambda size: deep_and_wide(size // 16),
    ],
    ids=["open tags", "open attributes", "ampersands", "strings", "deep and wide"],
)
def test_time_and_memory_grow_with_the_data(data):
    """1 MB in what would be minutes, and gigabytes, if anything were quadratic."""
    page = parse(script(data(1_000_000)))
    tracemalloc.start()
    start = time.process_time()
    embedded_text(page)
    seconds, (_, most) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < 6, "under tracemalloc, which makes it several times slower"
    assert most < 80_000_000


# What a document is that has its content from data

MARKUP = (
    f"<h2>Tides</h2><p>{BODY}</p><ul><li>One<ol><li>Two</li></ol></li></ul>"
    "<blockquote><p>High water.</p></blockquote><dl><dt>Ebb</dt><dd><p>Falling.</p></dd></dl>"
    "<table><tr><th>Day</th><th>Height</th></tr><tr><td>Monday</td><td>3 m</td></tr></table>"
)
COMMENTS = (
    "<div class=comments><div><b class=author>Ann</b> <time>3 May</time>"
    "<p>I was there at dawn, and it was loud.</p><a>Reply</a></div></div>"
)
HTML = f"<title>Harbour</title><div id=root></div>{script({'body': MARKUP})}{COMMENTS}"


@dataclass(frozen=True)
class OnlyData:
    """A method of somebody else, which looks at nothing but embedded text."""

    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        return or_embedded(page, Selection.nothing(page, "Nothing is embedded."))


@pytest.fixture
def document() -> Document:
    return extract(HTML, method=OnlyData())


def rows_of(value: object) -> Iterator[tuple[int, int]]:
    """The rows of all blocks, at any depth."""
    if isinstance(value, tuple):
        for item in value:
            yield from rows_of(item)
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            yield from [inner] if field.name == "rows" else rows_of(inner)


def test_extract_takes_it_where_the_markup_has_nothing() -> None:
    html = f"<title>Harbour</title><div id=root></div>{script({'body': BODY})}"
    page = parse(html)
    document = extract(page)
    assert document.page is page
    assert document.text == BODY.strip()
    assert document.metadata.title == "Harbour"
    assert document.reason is None
    assert extract(html, method="cnr").reason is not None


def test_no_method_is_privileged(document: Document) -> None:
    assert document.text.startswith("Tides\n\nThe harbour was quiet")
    assert document.method == "OnlyData"
    assert extract("<p>Hello", method=OnlyData()).reason == "Nothing is embedded."


def test_all_blocks_stand_in_the_script(document: Document) -> None:
    [row] = document.page.rows_with_tag(Tag.SCRIPT).tolist()
    places = list(rows_of(document.blocks))
    assert len(places) > 10
    assert set(places) == {(row, int(document.page.end[row]))}
    assert document.selection.reason_of(row) == "text that the page embeds as data"
    assert f"row {row}" in repr(document)


def test_json_has_the_xpath_and_the_bytes_of_the_script(document: Document) -> None:
    for block in json.loads(document.json)["blocks"]:
        assert block["xpath"] == "/html/body/script"
        start, end = block["source"]
        source = document.page.source[start:end]
        assert source.startswith(b"<script type=")
        assert source.endswith(b"</script>")


def test_markdown_and_html_are_of_the_embedded_text(document: Document) -> None:
    assert document.markdown.startswith("# Harbour\n\n## Tides\n\nThe harbour was quiet")
    assert "<h2>Tides</h2>" in document.html
    assert "<script" not in document.html


def test_comments_and_the_type_of_the_page(document: Document) -> None:
    assert "I was there" not in document.text
    assert len(document.comments) == 2
    text = document.with_comments().text
    assert text.startswith("Tides")
    assert text.endswith("I was there at dawn, and it was loud.")
    assert document.page_type is not None


def test_a_report_shows_it(document: Document) -> None:
    columns = {"size": [1, 2, 3], "note": ["a remark"] * 3}
    report = explain(document.page, document.selection, columns=columns)
    assert "Nothing was kept" not in report
    assert "The harbour was quiet" in report
    assert "/html/body/script" in report
    assert "text that the page embeds as data" in report
    assert ">None<" not in report


TEXT_AND_LEAVES = [
    name
    for name in METRICS
    if name not in {*GROUPS["structure"], *GROUPS["facts"], *GROUPS["posts"], "menus"}
]


def test_a_comparison_shows_it() -> None:
    html = compare(HTML, [OnlyData(), "cnr", "default"]).html
    assert "The harbour was quiet" in html
    assert "Falling." in html


@pytest.mark.parametrize("metric", TEXT_AND_LEAVES)
def test_every_metric_scores_it(metric: str) -> None:
    example = Example("harbour", HTML.encode(), text=BODY, has=("quiet at dawn",), lacks=("loud",))
    score = METRICS[metric].score(DehuskMethod.of(OnlyData()).run(example), Gold(example))
    assert score is not None
    if metric in ("words", "lines", "parts", "lcs", "lcs-characters", "shingles", "snippets"):
        assert score.recall == 1.0
    else:
        assert score.found == 0, "no leaf of the page was kept"


def test_a_document_pickles(document: Document) -> None:
    assert pickle.loads(pickle.dumps(document)).markdown == document.markdown
