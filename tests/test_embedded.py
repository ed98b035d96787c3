"""Text that stands in a page's scripts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import extract, parse
from dehusk.embedded import LEAST_INK, embedded_page

BODY = "The harbour was quiet at dawn. Boats lay in rows, and nobody spoke. " * 5


def script(data: object, opening: str = '<script type="application/json">') -> str:
    return f"{opening}{json.dumps(data)}</script>"


def text_of(html: str) -> str | None:
    page = embedded_page(parse(html))
    return None if page is None else page.text_of(0)


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
    page = embedded_page(parse(script({"story": {"blocks": parts}})))
    assert [page.tag_name(row) for row in page.children(2)] == ["p", "p", "p"]
    assert page.text_of(0).startswith("0. The harbour")


def test_markup_stays_markup_and_text_stays_text():
    page = embedded_page(parse(script({"body": f"<p>{BODY}</p><ul><li>One</li></ul>"})))
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
    page = embedded_page(parse(script(data)))
    assert page is None or len(page.text_of(0)) >= LEAST_INK / 2


def test_extract_takes_it_where_the_markup_has_nothing():
    html = f"<title>Harbour</title><div id=root></div>{script({'body': BODY})}"
    document = extract(html)
    assert document.text == BODY.strip()
    assert document.metadata.title == "Harbour"
    assert document.outer is not None
    assert extract(html, method="cnr").reason is not None
