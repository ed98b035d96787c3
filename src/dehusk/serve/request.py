"""What somebody asks of the service, read and checked.

>>> read_request({"do": "extract", "query": {"amount": "1"}}, b"<p>Tea").amount
1
>>> read_request({"do": "extract", "json": True}, b'{"html": "<p>Tea", "method": "cnr"}').method
'cnr'

The service hands bodies on as they come: JSON is read here, in a worker, where it cannot stall others.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from dehusk.errors import PageError
from dehusk.page.address import given_url
from dehusk.page.encoding import encoding_of_label
from dehusk.pipeline import find_extractor
from dehusk.rendering.settings import window_of
from dehusk.selection import Extractor, Setting
from dehusk.serve.fields import FIELDS, BadRequest, check, from_text
from dehusk.writers.formats import FORMATS as WRITTEN

Header = dict[str, Any]

FORMATS: Mapping[str, tuple[str, ...]] = {
    "extract": (*WRITTEN, "rows", "source"),
    "explain": ("json", "text", "html", "page", "picture"),
    "compare": ("json", "html"),
    "render": ("json",),
    "label": ("json",),
}
"""What can be asked for, and in which formats; the first is what comes without a wish."""
_OTHERS = {
    "source": "text/plain",
    "page": "text/html",
    "picture": "text/html",
    "rows": "application/json",
}
"""The types of what is no format of a document."""


def media_type(form: str) -> str:
    """What a format is called in the head of an answer."""
    kind = WRITTEN[form].media_type if form in WRITTEN else _OTHERS[form]
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@dataclass(frozen=True)
class PageRequest:
    """A request: the page or its address, the method, and what is wanted of it.

    `setting` and `parameters` are those of the method, `options` those of the writer of the format,
    `methods` those to compare, `rows` the leaves that a person keeps, in the place of a method, `parts`
    those of other parts, and `keep_page` asks for the page with them. `source` is HTML, or the bytes of
    a snapshot.
    """

    do: str
    source: bytes | str | None = None
    url: str | None = None
    encoding: str | None = None
    method: str = "default"
    amount: int = 0
    setting: Setting = "ours"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    format: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    comments: bool = False
    render: bool = False
    window: str = "1920x1080"
    methods: tuple[str, ...] | None = None
    rows: tuple[int, ...] | None = None
    parts: Mapping[str, Any] = field(default_factory=dict)
    keep_page: bool = False

    def __post_init__(self) -> None:
        if self.format not in FORMATS[self.do]:
            known = ", ".join(FORMATS[self.do])
            raise BadRequest(f"There is no format {self.format!r}; the formats are {known}.")
        if self.encoding is not None and encoding_of_label(self.encoding) is None:
            raise BadRequest(f"There is no encoding {self.encoding!r:.40}; try utf-8.")
        try:
            given_url(self.url)
        except PageError as error:
            raise BadRequest(str(error)) from None
        try:
            window_of(self.window)
        except ValueError as error:
            raise BadRequest(f"window: {error}.") from None

    @property
    def extractor(self) -> Extractor:
        """The method as it is asked for. Raises `MethodError` where there is none such."""
        return find_extractor(
            self.method, amount=self.amount, setting=self.setting, parameters=self.parameters
        )


_OWN = frozenset(one.name for one in fields(PageRequest))
_SOURCES = ("html", "base64", "snapshot")


def read_request(header: Header, body: bytes) -> PageRequest:
    """The request of a header and the body that came with it. Raises `BadRequest`.

    `query` is that of the address, all strings; `given` are fields as JSON has them, and a body in
    JSON overrules both.
    """
    do = header["do"]
    given = {name: _from_text(name, value) for name, value in header.get("query", {}).items()}
    given |= _checked(header.get("given", {}))
    charset = header.get("charset")
    if charset is not None and encoding_of_label(charset) is not None:
        given.setdefault("encoding", charset)
    if header.get("json"):
        given |= _checked(_object(body))
    source = _source(given) if header.get("json") else body or None
    preferred = header.get("preferred")
    if not given.get("format"):
        given["format"] = preferred if preferred in FORMATS[do] else FORMATS[do][0]
    for name in ("methods", "rows"):
        if name in given:
            given[name] = tuple(given[name])
    wanted = {name: value for name, value in given.items() if name in _OWN}
    keep_page = bool(header.get("keep_page"))
    return PageRequest(do=do, source=source, keep_page=keep_page, **wanted)


def _object(text: bytes | str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"What should be JSON is none: {error}.") from None
    if not isinstance(value, dict):
        raise BadRequest("What should be a JSON object is something else.")
    return value


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    """The fields that are given, each of its kind."""
    for name, value in given.items():
        if name not in FIELDS:
            raise BadRequest(f"There is no field {name!r}; the fields are {', '.join(FIELDS)}.")
        if value is not None:
            check(name, value, FIELDS[name])
    return {name: value for name, value in given.items() if value is not None}


def _source(given: dict[str, Any]) -> bytes | str | None:
    """The page itself; at most one way to give it."""
    found = [name for name in _SOURCES if name in given]
    if len(found) > 1:
        raise BadRequest(f"Give {' or '.join(found)}, not both.")
    if not found:
        return None
    value: Any = given.pop(found[0])
    if found[0] == "html":
        return str(value)
    if found[0] == "snapshot":  # which is known by what it begins with
        return json.dumps({"documents": None, **value}).encode()
    try:
        return b64decode(value, validate=True)
    except ValueError:
        raise BadRequest("base64 is not base64.") from None


def _from_text(name: str, text: str) -> Any:
    """A field that stands in an address."""
    if name not in FIELDS or name in _SOURCES:
        raise BadRequest(f"There is no parameter {name!r}.")
    value = _object(text) if FIELDS[name]["type"] == "object" else from_text(text, FIELDS[name])
    check(name, value, FIELDS[name])
    return value
