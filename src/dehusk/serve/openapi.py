"""The service as OpenAPI describes it, with examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

import dehusk
from dehusk.serve.fields import FIELDS
from dehusk.serve.request import FORMATS, PageRequest, media_type
from dehusk.writers.formats import FORMATS as WRITTEN

Schema = dict[str, Any]

_PAGE = "<nav><a href=/>Home</a></nav><article><p>Bread needs flour, water, salt and time.</p></article>"
_STRING = {"type": "string"}
_PROBLEM = {
    "error": "not-html",
    "message": "The input is a PDF document.",
    "id": "5f1d8c0a77e2b394",
}
_ERRORS: Mapping[int, str] = {
    400: "Something else was asked for than there is.",
    401: "The token is missing.",
    403: "It is switched off, or this web site may not ask.",
    413: "The page, or what would be written of it, is too large.",
    422: "It is no HTML: a PDF, an image, a feed; or the method needs a rendered page.",
    429: "Too many pages are waiting; see Retry-After.",
    500: "The worker died on this page; the id stands in the log.",
    502: "The address cannot be read, or Chromium cannot render the page.",
    504: "The page took too long.",
}


@cache
def openapi() -> Schema:
    """The document at `/openapi.json`.

    >>> sorted(openapi()["paths"])[:3]
    ['/compare', '/explain', '/extract']
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "dehusk",
            "version": dehusk.__version__,
            "description": "Takes a web page and returns its main content.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {
            "/extract": _posted("extract", "The main content of a page."),
            "/explain": _posted("explain", "What was kept of a page, what was dropped, and why."),
            "/compare": _posted("compare", "What each method keeps of a page."),
            "/render": _posted("render", "A page through Chromium: a snapshot with its layout."),
            "/{url}": _read(),
            "/methods": _got("The methods, their parameters and whether they need a browser."),
            "/healthz": _got("Whether there are workers, and what is switched on."),
            "/metrics": _got("Counters for Prometheus.", "text/plain"),
        },
        "components": {
            "schemas": {
                "Page": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": _properties(),
                    "examples": [{"html": _PAGE, "method": "default", "format": "markdown"}],
                },
                "Problem": {
                    "type": "object",
                    "properties": dict.fromkeys(_PROBLEM, _STRING),
                    "required": list(_PROBLEM),
                    "examples": [_PROBLEM],
                },
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _properties() -> Schema:
    known = {name: dict(schema) for name, schema in FIELDS.items() if name != "rows"}
    known["format"]["enum"] = sorted({form for forms in FORMATS.values() for form in forms})
    for one in fields(PageRequest):
        if one.name in known and one.default not in (MISSING, None, ""):
            known[one.name]["default"] = one.default
    return known


def _posted(do: str, summary: str) -> Schema:
    page = {"$ref": "#/components/schemas/Page"}
    known = _properties()
    return {
        "post": {
            "summary": summary,
            "operationId": do,
            "parameters": [
                {"name": name, "in": "query", "schema": known[name]}
                for name in ("url", "method", "amount", "format")
            ],
            "requestBody": {
                "required": True,
                "content": {
                    "text/html": {"schema": _STRING, "example": _PAGE},
                    "application/json": {
                        "schema": page,
                        "example": {"html": _PAGE, "format": FORMATS[do][0]},
                    },
                },
            },
            "responses": _responses(FORMATS[do]),
        }
    }


def _read() -> Schema:
    address = {"required": True, "schema": _STRING, "example": "https://example.org/page?x=1"}
    wish = {"type": "string", "enum": list(WRITTEN)}
    engine = {"type": "string", "enum": ["browser"]}
    return {
        "get": {
            "summary": "The main content of the page at an address, if fetching is on.",
            "operationId": "read",
            "parameters": [
                {"name": "url", "in": "path", **address},
                {"name": "x-respond-with", "in": "header", "schema": wish},
                {"name": "x-engine", "in": "header", "schema": engine},
            ],
            "responses": _responses(WRITTEN),
        }
    }


def _got(summary: str, kind: str = "application/json") -> Schema:
    answer = {"description": "OK", "content": {kind: {"schema": {}}}}
    return {"get": {"summary": summary, "responses": {"200": answer}}}


def _responses(formats: Iterable[str]) -> Schema:
    kinds = dict.fromkeys(media_type(form).partition(";")[0] for form in formats)
    content = {kind: {"schema": {} if kind.endswith("json") else _STRING} for kind in kinds}
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    refused = {
        str(status): {"description": words, "content": problem} for status, words in _ERRORS.items()
    }
    return {"200": {"description": "OK", "content": content}, **refused}
