"""Pages that are sent as a stream of data: what Next.js, Nuxt and Remix put into their scripts.

>>> as_html({"a": ["$", "p", None, {"children": "Tea"}]})
'<p>Tea</p>'
>>> flat_values([["Reactive", 1], {"title": 2}, "Tea"])[1]
{'title': 'Tea'}
>>> flat_values([{"_1": 2}, "title", "Tea"])[0]
{'title': 'Tea'}
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from dehusk.page.loose_json import load_whole

NEXT = "self.__next_f.push("
NUXT = "__NUXT_DATA__"
REMIX = re.compile(r"window\.__(?:remix|reactRouter)Context\.streamController\.enqueue\(")

_ROW = re.compile(rb"([0-9a-f]+):(?:T([0-9a-f]+),)?")
_TAG = re.compile(r"[a-z][a-z0-9]*\Z")
_LEFT_OUT = frozenset("script style link meta head title noscript template".split())
_ATTRIBUTES = ("href", "src", "alt")
_WHOLES = ("article", "main")


def next_rows(scripts: Iterable[str]) -> dict[str, Any]:
    """The rows of the stream that some scripts push, by their ids: texts and values of JSON."""
    stream = "".join(_pushed(script) for script in scripts).encode("utf-8", "surrogatepass")
    rows: dict[str, Any] = {}
    place = 0
    while found := _ROW.match(stream, place):
        start = found.end()
        if found[2]:
            end = min(start + int(found[2][:8], 16), len(stream))
            rows[found[1].decode()] = stream[start:end].decode("utf-8", "replace")
            place = end
            continue
        end = stream.find(b"\n", start)
        end = len(stream) if end < 0 else end
        rows[found[1].decode()] = load_whole(stream[start:end].decode("utf-8", "replace"))
        place = end + 1
    return rows


def _pushed(script: str) -> str:
    """The piece of the stream that a script pushes."""
    value = load_whole(script.strip().removeprefix(NEXT).rstrip(";").removesuffix(")"))
    piece = value[1] if isinstance(value, list) and len(value) == 2 else ""
    return piece if isinstance(piece, str) else ""


def as_html(rows: dict[str, Any]) -> str:
    """The elements of a stream as markup: its article or main part, if it has one, else all.

    A row that others refer to is written once. The stack is our own: no depth is a danger.
    """
    written: list[str] = []
    wholes: list[tuple[int, int]] = []
    left = dict(rows)
    stack: list[Any] = [_Row(name) for name in reversed(rows)]
    while stack:
        value = stack.pop()
        if isinstance(value, _Row):
            stack.append(left.pop(value, None))
        elif isinstance(value, _End):
            written.append(f"</{value}>")
            if value in _WHOLES:
                wholes.append((value.start, len(written)))
        elif isinstance(value, str):
            name = value.removeprefix("$")
            if value != name and name in rows:
                stack.append(_Row(name))
            elif not value.startswith("$"):
                written.append(html.escape(value))
        elif _is_element(value):
            tag, properties = value[1], value[3]
            children = properties.get("children")
            if tag in _LEFT_OUT:
                continue
            if isinstance(tag, str) and _TAG.match(tag):
                stack.append(_End(tag, len(written)))
                written.append(f"<{tag}{_attributes(properties)}>")
            stack.append(children)
        elif isinstance(value, list):
            stack.extend(reversed(value))
    start, end = max(wholes, key=lambda whole: whole[1] - whole[0], default=(0, len(written)))
    return "".join(written[start:end])


class _Row(str):
    """The id of a row that is to be written."""


class _End(str):
    """The end of an element."""

    start: int

    def __new__(cls, tag: str, start: int) -> _End:
        made = super().__new__(cls, tag)
        made.start = start
        return made


def _is_element(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) >= 4
        and value[0] == "$"
        and isinstance(value[3], dict)
    )


def _attributes(properties: dict[str, Any]) -> str:
    own = ((name, properties.get(name)) for name in _ATTRIBUTES)
    return "".join(f' {n}="{html.escape(v)}"' for n, v in own if isinstance(v, str))


def remix_values(scripts: Iterable[str]) -> list[Any]:
    """The flat list of values that some scripts of Remix or React Router push, line by line."""
    pushed = (
        load_whole(REMIX.sub("", script, 1).rstrip("; \n").removesuffix(")")) for script in scripts
    )
    stream = "".join(piece for piece in pushed if isinstance(piece, str))
    # A line that answers a promise begins with its number: P7:[…]
    lines = (load_whole(line[max(line.find("["), 0) :]) for line in stream.splitlines())
    return [value for line in lines if isinstance(line, list) for value in line]


def flat_values(values: list[Any]) -> list[Any]:
    """The objects and lists of a flat list, in which numbers stand for the values at those places.

    Remix has numbers for names, too. What stands at several places is one object.
    """
    made = [_empty(value) for value in values]
    for value, whole in zip(values, made, strict=True):
        if isinstance(value, dict):
            named = ((_name(values, name), _at(made, inner)) for name, inner in value.items())
            whole.update((name, inner) for name, inner in named if inner is not None)
        elif isinstance(value, list):
            whole.extend(inner for inner in (_at(made, one) for one in value) if inner is not None)
    return [whole for whole in made if isinstance(whole, dict | list)]


def _empty(value: Any) -> Any:
    return type(value)() if isinstance(value, dict | list) else value


def _at(made: list[Any], place: Any) -> Any:
    return made[place] if type(place) is int and 0 <= place < len(made) else None


def _name(values: list[Any], name: str) -> str:
    """The name of a member, at the place that Remix gives in its stead."""
    place = name.removeprefix("_")
    if place != name and place.isdecimal() and len(place) < 10 and int(place) < len(values):
        return str(values[int(place)])
    return name
