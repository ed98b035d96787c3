"""What can be asked of the service and of the tools for agents: every field, in JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dehusk.errors import DehuskError

Schema = Mapping[str, Any]


def field(kind: str, description: str, **more: Any) -> Schema:
    """A field of a type that JSON has."""
    return {"type": kind, "description": description, **more}


FIELDS: Mapping[str, Schema] = {
    "html": field("string", "The page itself; url is then the base of its links."),
    "base64": field("string", "The page's bytes, where it is not UTF-8."),
    "snapshot": field("object", "The page as dehusk render writes it."),
    "url": field("string", "The address of the page, http or https."),
    "encoding": field("string", "The encoding that its server declared."),
    "method": field(
        "string",
        "How the content is found: default, semantic, dana, cnr, boilerpipe, context, or,"
        " with render, zones and gce.",
    ),
    "amount": field(
        "integer",
        "How much is kept: -1 or -2 is less, 1 or 2 is more than the method would.",
        minimum=-2,
        maximum=2,
    ),
    "setting": field(
        "string",
        "Ours, or as the method's paper or its code has it.",
        enum=["ours", "published", "coded"],
    ),
    "parameters": field("object", "Parameters of the method: GET /methods."),
    "format": field("string", "How the content is written."),
    "options": field("object", "Options of the writer: docs/library.md."),
    "comments": field("boolean", "Whether what readers said is content, too."),
    "render": field(
        "boolean",
        "Whether a browser shows the page first, for pages that a script fills; slower.",
    ),
    "window": field(
        "string", "The size of the browser's window where it shows the page, such as 1920x1080."
    ),
    "methods": field("array", "The methods to compare.", items={"type": "string"}),
    "rows": field(
        "array",
        "The rows that a person keeps, in the place of a method.",
        items={"type": "integer"},
    ),
    "parts": field("object", "The rows of other parts that a person names: title, navigation."),
}
"""The fields of a request to the service; the tools take some of them."""

_TYPES: Mapping[str, tuple[type, str]] = {
    "string": (str, "text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
    "object": (dict, "an object"),
    "array": (list, "a list"),
}
_WORDS = {"true": True, "1": True, "false": False, "0": False}


class BadRequest(DehuskError):
    """Something else was asked for than there is."""


def check(name: str, value: Any, schema: Schema) -> None:
    """Raise `BadRequest` for a value that its schema does not allow.

    >>> check("amount", "9", FIELDS["amount"])
    Traceback (most recent call last):
    dehusk.serve.fields.BadRequest: amount is a whole number, not '9'.
    """
    kind, words = _TYPES[schema["type"]]
    if type(value) is not kind:
        raise BadRequest(f"{name} is {words}, not {value!r:.40}.")
    if "enum" in schema and value not in schema["enum"]:
        raise BadRequest(f"{name} is one of {', '.join(schema['enum'])}, not {value!r:.40}.")
    if "minimum" in schema and value < schema["minimum"]:
        raise BadRequest(f"{name} must not be below {schema['minimum']}.")
    if "maximum" in schema and value > schema["maximum"]:
        raise BadRequest(f"{name} must not be above {schema['maximum']}.")
    for one in value if isinstance(value, list) else ():
        check(f"each of {name}", one, schema["items"])


def from_text(value: str, schema: Schema) -> Any:
    """A value that stands in an address as it is in JSON; what cannot be one stays a string."""
    if schema["type"] == "array":
        return value.split(",")
    if schema["type"] == "boolean":
        return _WORDS.get(value.lower(), value)
    try:
        return int(value) if schema["type"] == "integer" else value
    except ValueError:
        return value
