"""Printed content is what Python's own module prints of the same objects."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dehusk
from dehusk.content import Block, Code, Paragraph, Text
from dehusk.content.table import Content, Kind, table_of
from dehusk.native.write import JsonWriter
from dehusk.native.xpath import Locations
from tests.native.test_html import nested
from tests.writers import trees

TYPES = {
    "List": "list",
    "ListItem": "list_item",
    "DefinitionList": "definition_list",
    "CodeBlock": "code_block",
    "MathBlock": "math_block",
    "FootnoteReference": "footnote_reference",
}


def plain(value: Any) -> Any:
    """Blocks and pieces as objects, field by field."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if not is_dataclass(value):
        return value
    name = type(value).__name__
    return {"type": TYPES.get(name, name.lower())} | {
        one.name: plain(getattr(value, one.name)) for one in fields(value)
    }


def written(
    content: Content,
    locations: Locations | None = None,
    indent: int | None = None,
    *,
    ascii: bool = False,
) -> str:
    begun = json.dumps({"v": 1}, indent=indent)
    writer = JsonWriter(begun, indent=indent, ascii=ascii)
    writer.put_text("text", "Tea\n☕")
    writer.put_printed("list", json.dumps([1, {"a": []}], indent=indent))
    writer.put_content("a", content, locations)
    return writer.written()


def printed(blocks: tuple[Block, ...], indent: int | None = None, *, ascii: bool = False) -> str:
    return written(table_of(blocks), indent=indent, ascii=ascii)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees.trees, st.sampled_from([None, 0, 2]), st.booleans())
def test_any_tree_is_printed_as_python_prints_it(
    blocks: tuple[Block, ...], indent: int | None, ascii: bool
) -> None:
    expected = {"v": 1, "text": "Tea\n☕", "list": [1, {"a": []}], "a": plain(blocks)}
    assert printed(blocks, indent, ascii=ascii) == json.dumps(
        expected, indent=indent, ensure_ascii=ascii
    )


@pytest.mark.parametrize("ascii", [True, False])
def test_all_characters(ascii: bool) -> None:
    words = "".join(map(chr, [*range(0x120), 0x2028, 0xD800, 0xDFFF, 0xFFFF, 0x1F375, 0x10FFFF]))
    blocks = (Paragraph((Text(words), Code('"\\/')), (0, 0)),)
    assert json.dumps(plain(blocks), ensure_ascii=ascii) in printed(blocks, ascii=ascii)


def test_content_of_any_depth_is_refused_in_peace() -> None:
    with pytest.raises(ValueError, match="nested more than 1,000 levels"):
        written(nested(Kind.QUOTE, 50_000))
    with pytest.raises(ValueError, match="is no block"):
        written(nested(Kind.LINE, 1))


def test_rows_that_the_page_does_not_have() -> None:
    locations = Locations(dehusk.parse("<p>Tea"))
    content = table_of((Paragraph((Text("Tea"),), (3, 50)),))
    with pytest.raises(IndexError, match="has no row 49"):
        written(content, locations)
    with pytest.raises(IndexError, match="has no row -1"):
        locations.xpath(-1)
