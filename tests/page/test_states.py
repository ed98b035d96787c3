"""Pages of frameworks whose markup is a shell, and whose state has all that is to be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dehusk import Document, extract
from dehusk.content import Heading, List, Paragraph
from dehusk.page.embedded import embedded_text
from dehusk.page.parse import parse
from dehusk.page.rich_text import RichText
from dehusk.page.streams import flat_values

FIRST = "Ebb and flood follow the moon. Twice a day the harbour falls dry, and twice it fills. " * 2
SECOND = "Who moors here counts the hours. A table of tides hangs at the door of the office. " * 2
MARKUP = f"<p>{FIRST}</p><h2>At the quay</h2><p>{SECOND}</p>"
BLOCKS = [
    (Paragraph, FIRST.strip()),
    (Heading, "At the quay"),
    (Paragraph, SECOND.strip()),
]


def page(*scripts: str) -> str:
    return "<title>Tides</title><div id=root></div>" + "".join(
        f"<script>{script}</script>" for script in scripts
    )


def read(document: Document) -> list[tuple[type, str]]:
    return [(type(block), " ".join(block.text.split())) for block in document.blocks]


def flat(value: Any, mark: str = "_") -> list[Any]:
    """A value as Remix sends it: all objects, names and texts in one list."""
    values: list[Any] = []

    def place(inner: Any) -> int:
        values.append(None)
        here = len(values) - 1
        if isinstance(inner, dict):
            values[here] = {f"{mark}{place(name)}": place(one) for name, one in inner.items()}
        elif isinstance(inner, list):
            values[here] = [place(one) for one in inner]
        else:
            values[here] = inner
        return here

    place(value)
    return values


def test_remix_has_its_state_in_a_variable() -> None:
    state = {
        "state": {"loaderData": {"routes/$slug": {"post": {"title": "Tides", "html": MARKUP}}}}
    }
    context = f"window.__remixContext = {json.dumps(state)};window.__remixContext.p = (v) => v;"
    assert read(extract(page(context))) == BLOCKS


@pytest.mark.parametrize("context", ["__remixContext", "__reactRouterContext"])
def test_remix_sends_a_flat_list_in_pieces(context: str) -> None:
    values = flat({"loaderData": {"routes/tides": {"post": {"content": MARKUP}}}})
    line = json.dumps([*values, "unused"]) + "\n"
    pieces = [line[:120], line[120:], 'P9:["late"]\n']
    calls = [f"window.{context}.streamController.enqueue({json.dumps(one)});" for one in pieces]
    assert read(extract(page(*calls))) == BLOCKS


def test_gatsby_has_the_data_of_the_page_beside_its_path() -> None:
    data = {"result": {"data": {"markdownRemark": {"html": MARKUP}}}, "path": "/tides/"}
    script = f'/*<![CDATA[*/window.pagePath="/tides/";window.pageData={json.dumps(data)};/*]]>*/'
    assert read(extract(page(script))) == BLOCKS


def test_gatsby_keeps_what_contentful_sends_as_a_text() -> None:
    def node(kind: str, text: str) -> dict[str, Any]:
        return {"nodeType": kind, "data": {}, "content": [{"nodeType": "text", "value": text}]}

    nodes = [node("paragraph", FIRST), node("heading-2", "At the quay"), node("paragraph", SECOND)]
    raw = json.dumps({"nodeType": "document", "content": nodes})
    script = f"window.pageData={json.dumps({'data': {'contentfulPost': {'body': {'raw': raw}}}})}"
    assert read(extract(page(script))) == BLOCKS


@pytest.mark.parametrize(
    "as_reference",
    [
        lambda name: {"__ref": name},
        lambda name: {"type": "id", "generated": False, "id": name},
    ],
)
def test_apollo_has_paragraphs_as_objects_of_their_own(as_reference: Any) -> None:
    texts = {"3": ("P", FIRST), "1": ("H2", "At the quay"), "2": ("P", SECOND)}
    state = {
        f"Paragraph:{name}": {"__typename": "Paragraph", "type": kind, "text": text}
        for name, (kind, text) in sorted(texts.items())
    }
    state["Post:7"] = {
        "title": "Tides",
        "paragraphs": [as_reference(f"Paragraph:{n}") for n in texts],
    }
    state["ROOT_QUERY"] = {"post": as_reference("Post:7")}
    assert read(extract(page(f"window.__APOLLO_STATE__ = {json.dumps(state)};"))) == BLOCKS


def test_apollo_may_refer_in_circles_and_to_nothing() -> None:
    post = {"body": MARKUP, "next": {"__ref": "Post:7"}, "author": {"__ref": "Nobody"}}
    state = {"Post:7": post, "ROOT_QUERY": {"post": {"__ref": "Post:7"}}}
    assert read(extract(page(f"window.__APOLLO_STATE__ = {json.dumps(state)};"))) == BLOCKS


def test_markdown_has_headings_and_items() -> None:
    body = f"{FIRST}\n\n## At the quay\n\n{SECOND}\n\n- Bring a rope\n- Wait"
    blocks = read(extract(page(f"window.__STATE__ = {json.dumps({'post': {'content': body}})}")))
    assert blocks[:3] == BLOCKS
    assert blocks[3:] == [(List, "Bring a rope Wait")]


# The nodes of editors

TEXT = [{"type": "text", "text": "At the "}, {"type": "text", "text": "quay", "marks": []}]


@pytest.mark.parametrize(
    ("node", "markup"),
    [
        ({"type": "heading", "attrs": {"level": 3}, "content": TEXT}, "<h3>At the quay</h3>"),
        ({"type": "heading", "tag": "h4", "children": TEXT}, "<h4>At the quay</h4>"),
        ({"type": "heading", "depth": 1, "children": [{"value": "Quay"}]}, "<h1>Quay</h1>"),
        ({"type": "header-two", "text": "Quay", "data": {}}, "<h2>Quay</h2>"),
        ({"type": "header", "data": {"text": "Quay", "level": 5}}, "<h5>Quay</h5>"),
        ({"type": "heading", "children": [{"text": "Quay"}]}, "<h2>Quay</h2>"),
        ({"_type": "block", "style": "h2", "children": [{"text": "Quay"}]}, "<h2>Quay</h2>"),
        ({"_type": "block", "style": "normal", "listItem": "bullet", "children": TEXT}, "<li>At the quay</li>"),
        ({"type": "element", "tagName": "p", "children": [{"value": "a < b"}]}, "<p>a &lt; b</p>"),
        ({"type": "paragraph", "content": [TEXT[0], {"type": "hardBreak"}, TEXT[1]]}, "<p>At the <br>quay</p>"),
        ({"type": "list", "data": {"items": ["One", "Two"]}}, "<ul><li>One</li><li>Two</li></ul>"),
        ({"type": "bulletList", "content": [{"type": "listItem", "content": [{"type": "paragraph", "content": TEXT}]}]}, "<ul><li><p>At the quay</p></li></ul>"),
        ({"type": "ordered_list", "children": [{"type": "li", "children": TEXT}]}, "<ol><li>At the quay</li></ol>"),
        ({"type": "quote", "data": {"text": "<b>Quay</b>"}}, "<blockquote><b>Quay</b></blockquote>"),
        ({"type": "codeBlock", "content": TEXT}, "<pre>At the quay</pre>"),
        ({"type": "header", "title": "Menu"}, None),
        ({"type": "list", "items": [{"title": "Menu"}]}, None),
        ({"type": "paragraph", "text": " "}, None),
        ({"type": "text", "text": "Menu"}, None),
    ],
)  # fmt: skip
def test_a_node_is_written_as_what_it_is(node: dict[str, Any], markup: str | None) -> None:
    assert RichText().as_html(node) == markup


def test_what_many_nodes_refer_to_is_written_once() -> None:
    long = "Ebb and flood follow the moon, and the moon the sun."
    rich, text = RichText(), {"text": long}
    assert rich.as_html({"type": "p", "children": [text, text, long, long]}) == f"<p>{long}</p>"
    assert rich.as_html({"type": "p", "children": [text]}) is None


def test_circles_end() -> None:
    values = flat_values([{"type": 1, "children": 2}, "paragraph", [0, 2, 3], "Tea"])
    assert RichText().as_html(values[0]) == "<p>Tea</p>"


@pytest.mark.timed
def test_references_do_not_multiply() -> None:
    """A text that a hundred thousand places refer to is read once, or this would take gigabytes."""
    count = 100_000
    values: list[Any] = [{"type": 2, "children": 3}, None, "paragraph", [4] * count, MARKUP * 100]
    values += [{"type": 2, "children": 3}] * 1_000
    embedded = embedded_text(
        parse(f"<script id=__NUXT_DATA__ type=application/json>{json.dumps(values)}</script>")
    )
    assert embedded is not None
    assert len(embedded.page) < 2_000
