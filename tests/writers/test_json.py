"""What is written, its JSON Schema and docs/json.md say the same."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import dehusk
from dehusk import content
from dehusk.content import Block, Footnote, Paragraph, Text
from dehusk.metadata import Metadata
from dehusk.selection import Selection
from dehusk.writers.json import THINGS, Json, blocks_of, images_of, json_of, metadata_of, write_json
from dehusk.writers.schema import SCHEMA
from tests.conftest import ROOT
from tests.writers import trees

DOCUMENT = (ROOT / "docs" / "json.md").read_text()
DEFS = SCHEMA["$defs"]
PLACE = {"rows", "xpath", "source"}

_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


def problems(value: Any, schema: dict[str, Any], path: str = "$") -> list[str]:
    """Where a value is not as the schema says: the part of JSON Schema that ours is made of."""
    if "$ref" in schema:
        return problems(value, DEFS[schema["$ref"].removeprefix("#/$defs/")], path)
    if "anyOf" in schema:
        kinds = {option["$ref"].rsplit("/", 1)[1]: option for option in schema["anyOf"]}
        kind = value.get("type")
        return problems(value, kinds[kind], path) if kind in kinds else [f"{path}: no type {kind}"]
    if "const" in schema or "enum" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        return [] if value in allowed else [f"{path}: {value!r} is not one of {allowed}"]
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    is_bool = isinstance(value, bool) and "boolean" not in types
    if is_bool or not isinstance(value, tuple(map(_TYPES.get, types))):  # type: ignore[arg-type]
        return [f"{path}: {value!r} is not {types}"]
    if isinstance(value, list):
        return _array_problems(value, schema, path)
    return _object_problems(value, schema, path) if isinstance(value, dict) else []


def _array_problems(value: list[Any], schema: dict[str, Any], path: str) -> list[str]:
    found = [
        p for i, item in enumerate(value) for p in problems(item, schema["items"], f"{path}[{i}]")
    ]
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        found.append(f"{path}: {len(value)} items")
    return found


def _object_problems(value: dict[str, Any], schema: dict[str, Any], path: str) -> list[str]:
    fields = schema.get("properties", {})
    found = [f"{path}: no {name}" for name in schema.get("required", ()) if name not in value]
    for name, field in value.items():
        other = schema["additionalProperties"]
        if name not in fields and other is False:
            found.append(f"{path}: {name} is unknown")
        else:
            found += problems(field, fields.get(name, other), f"{path}.{name}")
    return found


def document_of(html: str, url: str | None = None) -> dehusk.Document:
    page = dehusk.parse(html, url=url)
    return dehusk.Document(page, Selection.of_subtrees(page, [0], reason="all of it"))


HTML = """<html lang="en"><title>Tea</title><meta name="author" content="A. Leaf"><body>
<h1>Tea <code>x</code></h1>
<p>One <em>two</em> <a href="/a" title="t">three</a> <img src="b.png" alt="c"><br>four<sup>2</sup></p>
<ul><li>a<ol start="3"><li>b</li></ol></li><li><input type="checkbox" checked>c</li></ul>
<dl><dt>t</dt><dd>m</dd></dl>
<table><caption>cap</caption><tr><th>a</th><th>b</th></tr><tr><td>c</td><td rowspan="2">d</td></tr></table>
<pre><code class="language-python">x = 1</code></pre><blockquote><p>q</p></blockquote><hr>
<figure><img src="d.png" alt="d"><figcaption>e</figcaption></figure>
</body></html>"""


def test_a_page_fits_the_schema() -> None:
    value = json.loads(write_json(document_of(HTML, "https://example.org/tea")))
    assert problems(value, SCHEMA) == []
    assert {block["type"] for block in value["blocks"]} >= {"heading", "paragraph", "list", "table"}


def test_a_page_about_a_thing_fits_the_schema() -> None:
    job = '<script type="application/ld+json">{"@type": "JobPosting", "title": "Taster"}</script>'
    value = json.loads(write_json(document_of(f"{job}<p>We look for somebody who likes tea.")))
    assert value["metadata"]["job"]["name"] == "Taster"
    assert problems(value, SCHEMA) == []


def test_an_empty_page_fits_the_schema() -> None:
    page = dehusk.parse("")
    document = dehusk.Document(page, Selection.nothing(page, "it is empty"))
    value = json.loads(write_json(document))
    assert problems(value, SCHEMA) == []
    assert value["reason"] == "it is empty"
    assert value["blocks"] == []


def test_places() -> None:
    document = document_of("<p>One</p><div><p>Two</p></div>")
    blocks = json.loads(document.json)["blocks"]
    assert [block["xpath"] for block in blocks] == ["/html/body/p", "/html/body/div/p"]
    for block in blocks:
        if block["source"]:
            start, end = block["source"]
            assert block["content"][0]["text"] in document.page.source[start:end].decode()


@pytest.mark.parametrize("unit", ["<div>word ", "<ul><li>word ", "<table><tr><td>a<td>word "])
def test_deep_pages_give_json_in_proportion(unit: str) -> None:
    once, twice = (len(document_of(unit * count).json) for count in (1_000, 2_000))
    assert twice < 2.2 * once
    assert once < 60 * len(unit * 1_000)


def test_every_xpath_finds_the_first_row_of_its_block() -> None:
    turbohtml = pytest.importorskip("turbohtml")
    html = "".join(f"<div><p>word{number}</p>" for number in range(120))
    document, tree = document_of(html), turbohtml.parse(html)
    blocks = json.loads(document.json)["blocks"]
    assert {block["xpath"][0] for block in blocks} == {"/", "("}
    for block in blocks:
        (found,) = tree.xpath(block["xpath"])
        assert found.text == document.page.text_of(block["rows"][0])


@pytest.mark.parametrize("ascii", [True, False])
def test_blocks_one_by_one_are_the_same_json(ascii: bool) -> None:
    document = document_of(HTML)
    assert document.to_json(Json(ascii=ascii)) == json.dumps(json_of(document), ensure_ascii=ascii)
    assert json.loads(document.to_json(Json(indent=1))) == json.loads(document.json)


def test_a_note_without_a_place() -> None:
    note = Footnote("1", (Paragraph((Text("a"),), (0, 1)),))
    (value,) = blocks_of((note,), dehusk.parse("<p>a</p>"))
    assert value["xpath"] is None
    assert value["source"] is None


def test_options() -> None:
    document = document_of("<p>Grüße</p>")
    assert "Grüße" in document.to_json()
    assert "Gr\\u00fc\\u00dfe" in document.to_json(Json(ascii=True))
    assert "blocks" not in json.loads(document.to_json(Json(blocks=False)))
    bare = json.loads(document.to_json(Json(metadata=False)))
    assert json.loads(document.json).keys() - bare.keys() == {"metadata"}
    assert problems(bare, SCHEMA) == []
    assert problems(json.loads(document.to_json(Json(blocks=False))), SCHEMA) == []
    assert "roles" not in json.loads(document.json)
    assert document.to_json(Json(indent=2)).startswith('{\n  "version": 1,\n')
    with pytest.raises(ValueError, match="indent"):
        Json(indent=-1)


@pytest.mark.parametrize("blocks", [True, False])
def test_roles_on_request(blocks: bool) -> None:
    document = document_of(HTML)
    options = Json(blocks=blocks, roles=True)
    value = json.loads(document.to_json(options))
    assert problems(value, SCHEMA) == []
    assert value == json.loads(json.dumps(json_of(document, options)))
    assert value["roles"] == [vars(part) for part in dehusk.roles(document.page)]
    assert ("blocks" in value) == blocks


def test_the_same_twice() -> None:
    assert document_of(HTML).to_json() == document_of(HTML).to_json()


def test_metadata_has_the_fields_of_the_schema() -> None:
    value = json.loads(
        json.dumps(metadata_of(Metadata(title="a", tags=("b",), sources={"title": "c"})))
    )
    assert [*value, *THINGS] == list(DEFS["metadata"]["properties"])
    assert problems(value, DEFS["metadata"]) == []


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees.trees)
def test_any_tree_fits_the_schema(blocks: tuple[Block, ...]) -> None:
    page = dehusk.parse("<p>a</p>")
    for value in json.loads(json.dumps(blocks_of(blocks, page))):
        assert problems(value, DEFS["block"]) == []


# The document about it


def section(title: str) -> str:
    return re.split(r"^## ", DOCUMENT.split(f"## {title}\n", 1)[1], flags=re.MULTILINE)[0]


def table(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


def fields_by_type(title: str) -> dict[str, set[str]]:
    fields: dict[str, set[str]] = {}
    for kind, name, *_ in table(title):
        if kind:
            fields[last := kind] = set()
        if name:
            fields[last].add(name)
    return fields


@pytest.mark.parametrize("title", ["Blocks", "Parts of blocks", "Inline content"])
def test_documented_types(title: str) -> None:
    for kind, fields in fields_by_type(title).items():
        assert fields == set(DEFS[kind]["properties"]) - PLACE - {"type"}


def test_documented_types_are_all() -> None:
    parts = {"metadata", "inline", "block"}
    titles = ("Blocks", "Parts of blocks", "Inline content")
    assert {kind for title in titles for kind in fields_by_type(title)} == set(DEFS) - parts
    assert {line[0] for line in table("Where a block stood")} == PLACE


def test_documented_fields() -> None:
    assert [line[0] for line in table("The document")] == list(SCHEMA["properties"])
    assert [line[0] for line in table("`roles`")] == list(
        SCHEMA["properties"]["roles"]["items"]["properties"]
    )
    assert [line[0] for line in table("`metadata`")] == list(DEFS["metadata"]["properties"])


def test_the_documented_example() -> None:
    html = re.search(r"```html\n(.*?)```", DOCUMENT, re.DOTALL)
    example = re.search(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)
    assert html
    assert example
    assert json.loads(example[1]) == json.loads(
        document_of(html[1], "https://example.org/tea").json
    )


def test_pictures_of_figures_in_figures() -> None:
    def picture(name: str) -> content.Paragraph:
        return content.Paragraph((content.Image(name),), (0, 0))

    inner = content.Figure((picture("b"), picture("c")), (0, 0), (content.Text("inner"),))
    outer = content.Figure((picture("a"), inner), (0, 0), (content.Text("outer"),))
    around = content.Figure((inner,), (0, 0), (content.Text("around"),))
    empty = content.Figure((), (0, 0), (content.Text("no picture"),))
    quoted = content.Quote((outer, empty, picture("d"), around), (0, 0))
    assert [(one["url"], one["caption"]) for one in images_of((quoted,))] == [
        ("a", "outer"),
        ("b", "inner"),
        ("c", None),
        ("d", None),
        ("b", "inner"),
        ("c", None),
    ]
