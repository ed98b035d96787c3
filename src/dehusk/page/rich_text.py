"""The texts of editors, which keep them as typed nodes, as markup.

>>> RichText().as_html({"type": "heading", "level": 2, "children": [{"text": "Tea"}]})
'<h2>Tea</h2>'
>>> RichText().as_html({"nodeType": "paragraph", "content": [{"value": "Boil "}, {"value": "it"}]})
'<p>Boil it</p>'
>>> RichText().as_html({"type": "query", "text": "Tea"}) is None
True

Contentful, Sanity, DatoCMS, Slate, ProseMirror, Lexical, Draft.js, Editor.js, Medium and the trees of
remark and rehype call the same few things by nearly the same names.
"""

from __future__ import annotations

import html
import re
from typing import Any

_TYPES = ("style", "tagName", "tag", "nodeType", "_type", "type", "__typename")
"""Where a node says what it is, the most exact first."""
_INNER = ("content", "children", "nodes", "leaves", "text", "value", "items", "data")
"""Where a node has its text, or the nodes in it."""
MARKUP = re.compile(r"</?(?:p|div|br|h[1-6]|ul|ol|li|b|i|em|strong|a|span|blockquote)\b[^<>]*>")
"""How a text shows that it is markup."""
_HEADING = re.compile(r"(?:h|heading|header)(?:([1-6])|(one|two|three|four|five|six))?\Z")
_LEVELS = ("level", "depth")
_NUMBERS = ("one", "two", "three", "four", "five", "six")
_TAGS = {
    name: tag
    for tag, names in {
        "p": "p paragraph unstyled normal block",
        "li": "li listitem unorderedlistitem orderedlistitem uli oli",
        "ul": "ul list unorderedlist bulletlist bulletedlist",
        "ol": "ol orderedlist numberedlist",
        "blockquote": "blockquote quote pq bq",
        "pre": "pre codeblock",
        "br": "br break hardbreak",
    }.items()
    for name in names.split()
}
_LISTS = ("ul", "ol")
_EMPTY = re.compile(r"(?:</?\w+>|\s)*")
_LONG = 40
"""From how many characters on a text is written once, wherever it is referred to."""
_PLAIN = re.compile(r"[^a-z0-9]+")


class RichText:
    """Writes blocks, and what several refer to once: `seen` are the ids of what is written."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self._blank: set[int] = set()

    def as_html(self, block: dict[str, Any]) -> Markup | None:
        """A heading, a paragraph, a list, a quotation or code; None for any other node."""
        tag = _tag(block)
        if tag is None or tag == "br":
            return None
        looked_at: set[int] = set()
        written: list[str] = []
        stack: list[Any] = [block]
        while stack:
            value = stack.pop()
            if isinstance(value, Markup):
                written.append(value)
            elif isinstance(value, tuple):
                stack.extend(reversed(value))
            elif isinstance(value, str | list | dict):
                if any(id(value) in ids for ids in (looked_at, self.seen, self._blank)):
                    continue
                if not isinstance(value, str) or len(value) >= _LONG:
                    looked_at.add(id(value))
                stack.append(_parts(value))
        said = Markup("".join(written))
        is_whole = "<li>" in said if tag in _LISTS else not _EMPTY.fullmatch(said)
        (self.seen if is_whole else self._blank).update(looked_at)
        return said if is_whole else None


def _parts(value: str | list[Any] | dict[str, Any]) -> Any:
    """What is to be written for a value, one after another."""
    if isinstance(value, str):
        return Markup(value if MARKUP.search(value) else html.escape(value))
    if isinstance(value, list):
        return tuple(value)
    tag = _tag(value)
    inner = next((value[name] for name in _INNER if value.get(name)), None)
    if tag in _LISTS:
        inner = _items(inner)
    if tag is None:
        return inner
    return Markup("<br>") if tag == "br" else (Markup(f"<{tag}>"), inner, Markup(f"</{tag}>"))


def _items(inner: Any) -> Any:
    """The items of a list, which Editor.js has as texts."""
    if isinstance(inner, dict):
        inner = inner.get("items")
    if isinstance(inner, list) and all(isinstance(one, str) for one in inner):
        return tuple(part for one in inner for part in (Markup("<li>"), one, Markup("</li>")))
    return inner


class Markup(str):
    """What is written as it is."""


def _tag(node: dict[str, Any]) -> str | None:
    """The element that a node would be."""
    if "listItem" in node:
        return "li"
    for name in _TYPES:
        kind = node.get(name)
        if not isinstance(kind, str) or len(kind) > 40:
            continue
        plain = _PLAIN.sub("", kind.lower())
        if plain in _TAGS:
            return _TAGS[plain]
        if found := _HEADING.match(plain):
            level = found[1] or _number(found[2]) or _level(node) or (plain == "heading") * 2
            return f"h{level}" if level else None
    return None


def _number(word: str | None) -> int:
    return _NUMBERS.index(word) + 1 if word else 0


def _level(node: dict[str, Any]) -> int:
    """The level that a heading has beside its type, 0 where it says none."""
    places = (node, node.get("attrs"), node.get("data"))
    levels = (place.get(name) for place in places if isinstance(place, dict) for name in _LEVELS)
    return next((level for level in levels if isinstance(level, int) and 1 <= level <= 6), 0)
