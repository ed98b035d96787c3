"""The JSON Schema of what `write_json` writes; `docs/json.md` says it in words.

>>> SCHEMA["properties"]["version"]
{'const': 1}
>>> sorted(SCHEMA["$defs"]["heading"]["properties"])
['content', 'level', 'rows', 'source', 'type', 'xpath']

It is made of the dataclasses of content and of metadata, so that a field is added there alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from dehusk.content.kinds import CALLOUTS, Block, Cell, Definition, Inline, ListItem, Rows
from dehusk.metadata.record import Metadata
from dehusk.views.roles import ROLES
from dehusk.writers.json import THINGS, VERSION

Schema = dict[str, Any]

_PLAIN: Final[dict[type, str]] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
_SPAN: Final[Schema] = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_PARTS: Final = (ListItem, Definition, Cell)
"""The nodes that stand in blocks and are none themselves."""
_CHOICES: Final[dict[str, list[Any]]] = {
    "heading.level": [1, 2, 3, 4, 5, 6],
    "quote.kind": [*CALLOUTS, None],
}
"""The fields of which only some values are written."""
_NEXT_WORD: Final = re.compile(r"(?<!^)(?=[A-Z])")


def _name(node: type) -> str:
    """How JSON calls a node: `CodeBlock` is a `code_block`."""
    return _NEXT_WORD.sub("_", node.__name__).lower()


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _of(hint: Any) -> Schema:
    """What a value of a type is in JSON."""
    if hint == Rows:
        return _SPAN
    for union, name in ((Block, "block"), (Inline, "inline")):
        if hint == union:
            return {"$ref": f"#/$defs/{name}"}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _of(get_args(hint)[0])}
    if get_origin(hint) is Mapping:
        return {"type": "object", "additionalProperties": _of(get_args(hint)[1])}
    if isinstance(hint, UnionType):
        return {"type": [_PLAIN[one] for one in get_args(hint)]}
    if is_dataclass(hint):
        return {"$ref": f"#/$defs/{_name(hint)}"}  # type: ignore[arg-type]
    return {"type": _PLAIN[hint]}


def _hint(owner: type, field: Field[Any]) -> Any:
    """The type of a field; those of others may only be known to type checkers."""
    one = type(owner.__name__, (), {"__annotations__": {field.name: field.type}})
    return get_type_hints(one, vars(sys.modules[owner.__module__]))[field.name]


def _fields(owner: type[Any]) -> Schema:
    return {one.name: _of(_hint(owner, one)) for one in fields(owner) if one.name not in THINGS}


def _node(node: type) -> Schema:
    """A node with its type, and where it stood in the page if it knows."""
    name = _name(node)
    properties = {"type": {"const": name}, **_fields(node)}
    for field, choices in _CHOICES.items():
        if field.startswith(f"{name}."):
            properties[field.partition(".")[2]] = {"enum": choices}
    if "rows" in properties:
        properties["xpath"] = _of(str | None)
        properties["source"] = {**_SPAN, "type": ["array", "null"]}
    return _object(properties)


def _metadata() -> Schema:
    """The facts; what the page is about is there only where it declares such a thing."""
    things = {
        one.name: _object(_fields(get_args(_hint(Metadata, one))[0]))
        for one in fields(Metadata)
        if one.name in THINGS
    }
    return _object(_fields(Metadata) | things, optional=THINGS)


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _any_of(kinds: UnionType) -> Schema:
    return {"anyOf": [{"$ref": f"#/$defs/{_name(kind)}"} for kind in get_args(kinds)]}


_TEXT, _NUMBER = _of(str), _of(int)
_TEXT_OR_NULL, _NUMBER_OR_NULL = _of(str | None), _of(int | None)
_SIZE: Final = {"width": _NUMBER_OR_NULL, "height": _NUMBER_OR_NULL}
_PICTURE: Final = _object({"url": _TEXT, "alt": _TEXT, "caption": _TEXT_OR_NULL, **_SIZE})
_ROLE: Final = _object(
    {"role": {"enum": [*ROLES]}, "probability": _of(float), "text": _TEXT, "xpath": _TEXT}
)
_ON_REQUEST: Final = {
    "pages": _array(_TEXT),
    "metadata": {"$ref": "#/$defs/metadata"},
    "markdown": _TEXT,
    "images": _array(_PICTURE),
    "blocks": _array(_of(Block)),
    "comments": _array(_of(Block)),
    "roles": _array(_ROLE),
}
_FIELDS: Final = {
    "version": {"const": VERSION},
    "url": _TEXT_OR_NULL,
    "encoding": _TEXT,
    "method": _TEXT,
    "confidence": _of(float | None),
    "reason": _TEXT_OR_NULL,
    "page_type": _TEXT_OR_NULL,
    **{name: _ON_REQUEST[name] for name in ("pages", "metadata")},
    "word_count": _NUMBER,
    "reading_minutes": _NUMBER,
    "text": _TEXT,
    **_ON_REQUEST,
}

SCHEMA: Final[Schema] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": f"A document of dehusk, version {VERSION}",
    **_object(_FIELDS, optional=tuple(_ON_REQUEST)),
    "$defs": {
        **{_name(kind): _node(kind) for kind in (*get_args(Inline), *get_args(Block), *_PARTS)},
        "metadata": _metadata(),
        "inline": _any_of(Inline),
        "block": _any_of(Block),
    },
}
