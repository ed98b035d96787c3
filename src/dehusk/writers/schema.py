"""The JSON Schema of what `write_json` writes; `docs/json.md` says it in words.

>>> SCHEMA["properties"]["version"]
{'const': 1}
>>> sorted(SCHEMA["$defs"]["heading"]["properties"])
['content', 'level', 'rows', 'source', 'type', 'xpath']
"""

from __future__ import annotations

from typing import Any, Final

from dehusk.content import CALLOUTS
from dehusk.views.roles import ROLES
from dehusk.writers.json import VERSION

Schema = dict[str, Any]

_STRING: Final[Schema] = {"type": "string"}
_TEXT_OR_NULL: Final[Schema] = {"type": ["string", "null"]}
_NUMBER: Final[Schema] = {"type": "integer"}
_NUMBER_OR_NULL: Final[Schema] = {"type": ["integer", "null"]}
_YES_OR_NO: Final[Schema] = {"type": "boolean"}
_SPAN: Final[Schema] = {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}
_INLINES: Final[Schema] = {"type": "array", "items": {"$ref": "#/$defs/inline"}}
_BLOCKS: Final[Schema] = {"type": "array", "items": {"$ref": "#/$defs/block"}}


def _object(**fields: Schema) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _node(name: str, /, **fields: Schema) -> Schema:
    return _object(type={"const": name}, **fields)


def _placed(name: str, /, **fields: Schema) -> Schema:
    """A node that knows where it stood in the page."""
    source = {**_SPAN, "type": ["array", "null"]}
    return _node(name, **fields, rows=_SPAN, xpath=_TEXT_OR_NULL, source=source)


def _list_of(definition: str) -> Schema:
    return {"type": "array", "items": {"$ref": f"#/$defs/{definition}"}}


_INLINE: Final[dict[str, Schema]] = {
    "text": _node("text", text=_STRING),
    "emphasis": _node("emphasis", content=_INLINES),
    "strong": _node("strong", content=_INLINES),
    "strikethrough": _node("strikethrough", content=_INLINES),
    "superscript": _node("superscript", content=_INLINES),
    "subscript": _node("subscript", content=_INLINES),
    "code": _node("code", text=_STRING),
    "link": _node("link", content=_INLINES, url=_STRING, title=_TEXT_OR_NULL),
    "image": _node(
        "image",
        url=_STRING,
        alt=_STRING,
        title=_TEXT_OR_NULL,
        width=_NUMBER_OR_NULL,
        height=_NUMBER_OR_NULL,
    ),
    "math": _node("math", latex=_STRING),
    "break": _node("break"),
    "footnote_reference": _node("footnote_reference", label=_STRING),
}

_BLOCK: Final[dict[str, Schema]] = {
    "heading": _placed("heading", level={"enum": [1, 2, 3, 4, 5, 6]}, content=_INLINES),
    "paragraph": _placed("paragraph", content=_INLINES),
    "list": _placed("list", ordered=_YES_OR_NO, items=_list_of("list_item"), start=_NUMBER),
    "definition_list": _placed("definition_list", items=_list_of("definition")),
    "table": _placed(
        "table",
        lines={"type": "array", "items": _list_of("cell")},
        header_lines=_NUMBER,
        caption=_INLINES,
    ),
    "code_block": _placed("code_block", text=_STRING, language=_TEXT_OR_NULL),
    "quote": _placed("quote", content=_BLOCKS, kind={"enum": [*CALLOUTS, None]}),
    "figure": _placed("figure", content=_BLOCKS, caption=_INLINES),
    "math_block": _placed("math_block", latex=_STRING),
    "embed": _placed("embed", url=_STRING, title=_TEXT_OR_NULL),
    "rule": _placed("rule"),
    "footnote": _placed("footnote", label=_STRING, content=_BLOCKS),
    "post": _placed(
        "post",
        author=_TEXT_OR_NULL,
        date=_TEXT_OR_NULL,
        content=_BLOCKS,
        replies=_list_of("post"),
    ),
}

_PARTS: Final[dict[str, Schema]] = {
    "list_item": _placed("list_item", content=_BLOCKS, checked={"type": ["boolean", "null"]}),
    "definition": _node(
        "definition",
        terms={"type": "array", "items": _INLINES},
        meanings={"type": "array", "items": _BLOCKS},
    ),
    "cell": _node("cell", content=_BLOCKS, header=_YES_OR_NO, columns=_NUMBER, lines=_NUMBER),
}

_METADATA: Final[Schema] = _object(
    title=_TEXT_OR_NULL,
    authors={"type": "array", "items": _STRING},
    date_published=_TEXT_OR_NULL,
    date_modified=_TEXT_OR_NULL,
    site_name=_TEXT_OR_NULL,
    description=_TEXT_OR_NULL,
    standfirst=_TEXT_OR_NULL,
    language=_TEXT_OR_NULL,
    canonical_url=_TEXT_OR_NULL,
    image=_TEXT_OR_NULL,
    image_width=_NUMBER_OR_NULL,
    image_height=_NUMBER_OR_NULL,
    tags={"type": "array", "items": _STRING},
    license=_TEXT_OR_NULL,
    kind=_TEXT_OR_NULL,
    url=_TEXT_OR_NULL,
    sources={"type": "object", "additionalProperties": _STRING},
)


_PICTURE: Final[Schema] = _object(
    url=_STRING,
    alt=_STRING,
    caption=_TEXT_OR_NULL,
    width=_NUMBER_OR_NULL,
    height=_NUMBER_OR_NULL,
)

_ROLE: Final[Schema] = _object(
    role={"enum": list(ROLES)}, probability={"type": "number"}, text=_STRING, xpath=_STRING
)


def _document() -> Schema:
    document = _object(
        version={"const": VERSION},
        url=_TEXT_OR_NULL,
        encoding=_STRING,
        method=_STRING,
        confidence={"type": ["number", "null"]},
        reason=_TEXT_OR_NULL,
        page_type=_TEXT_OR_NULL,
        pages={"type": "array", "items": _STRING},
        metadata={"$ref": "#/$defs/metadata"},
        word_count=_NUMBER,
        reading_minutes=_NUMBER,
        text=_STRING,
        markdown=_STRING,
        images={"type": "array", "items": _PICTURE},
        blocks=_BLOCKS,
        comments=_BLOCKS,
        roles={"type": "array", "items": _ROLE},
    )
    for name in ("pages", "metadata", "markdown", "images", "blocks", "comments", "roles"):
        document["required"].remove(name)
    return document


SCHEMA: Final[Schema] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": f"A document of dehusk, version {VERSION}",
    **_document(),
    "$defs": {
        **_INLINE,
        **_BLOCK,
        **_PARTS,
        "metadata": _METADATA,
        "inline": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in _INLINE]},
        "block": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in _BLOCK]},
    },
}
