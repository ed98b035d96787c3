r"""Read JSON as it is found in pages: with trailing commas, comments, raw newlines, cut off.

>>> load('{"name": "Tea", "tags": ["hot", "leaf",],}')
[{'name': 'Tea', 'tags': ['hot', 'leaf']}]
>>> load('<!-- {"a": 1} {"b": "one "two" three"} -->')
[{'a': 1}, {'b': 'one "two" three'}]
>>> load('{"name": "Tea", "author": {"name": "Ann')
[{'name': 'Tea', 'author': {'name': 'Ann'}}]
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

SIZE_LIMIT = 2_000_000
BROKEN_LIMIT = 500_000
DEPTH_LIMIT = 200

_WRAPPING = re.compile(r"<!--|-->|(?://\s*)?<!\[CDATA\[|(?://\s*)?\]\]>|/\*\s*\*/")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
_decoder = json.JSONDecoder(strict=False)


def unescape(text: str) -> str:
    """A text with its character references decoded, those that end in a semicolon."""
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text)


def load(text: str) -> list[Any]:
    """The JSON values in a text, as much of them as can be read."""
    text = text[:SIZE_LIMIT].strip("\ufeff \t\r\n\f;")
    try:
        value, end = _decoder.raw_decode(text)
    except (ValueError, RecursionError):
        return _load_broken(text)
    return [value] if end == len(text) else _load_broken(text)


def load_whole(text: str) -> Any:
    """The value of a text that is JSON from its start to its end, None for any other."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _load_broken(text: str) -> list[Any]:
    text = _WRAPPING.sub(" ", text[:BROKEN_LIMIT])
    if "&quot;" in text and text.count("&quot;") > text.count('"'):
        text = unescape(text)
    return _Reader(text).read()


_TOKEN = re.compile(
    r"""\s+|//[^\n]*|(?P<comment>/\*)|(?P<mark>[{}\[\]:,])|(?P<quote>")|(?P<bare>[^\s{}\[\]:,"]+)"""
)
_STRING_PART = re.compile(r'[^"\\]+|\\.|\\$|"', re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CLOSES = re.compile(r'\s*(?:[,:}\]]|/[/*]|"[^"]{1,40}"\s*:|$)')
_WORDS = {"true": True, "false": False, "null": None}


class _Reader:
    """A reader that never gives up: what does not fit is skipped.

    It keeps its own stack, so that no depth of nesting ends in a RecursionError.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._roots: list[Any] = []
        self._stack: list[dict[str, Any] | list[Any]] = []
        self._keys: list[str | None] = []

    def read(self) -> list[Any]:
        position = 0
        while match := _TOKEN.match(self._text, position):
            position = match.end()
            if match["quote"]:
                text, position = self._string(position)
                self._add_string(text, position)
            elif match["comment"]:
                end = self._text.find("*/", position)
                position = end + 2 if end >= 0 else len(self._text)
            elif match["bare"]:
                self._add(_bare(match["bare"]))
            elif match["mark"]:
                self._mark(match["mark"])
        return [root for root in self._roots if isinstance(root, (dict, list))]

    def _mark(self, mark: str) -> None:
        if mark in "{[":
            self._open({} if mark == "{" else [])
        elif mark in "}]" and self._stack:
            self._stack.pop()
            self._keys.pop()

    def _open(self, value: dict[str, Any] | list[Any]) -> None:
        # Deeper than any honest page: read on, but hang it on nothing.
        if len(self._stack) < DEPTH_LIMIT:
            self._add(value)
        self._stack.append(value)
        self._keys.append(None)

    def _add_string(self, text: str, position: int) -> None:
        top = self._stack[-1] if self._stack else None
        if isinstance(top, dict) and self._keys[-1] is None and _is_key(self._text, position):
            self._keys[-1] = text
        else:
            self._add(text)

    def _add(self, value: Any) -> None:
        if not self._stack:
            self._roots.append(value)
            return
        top = self._stack[-1]
        if isinstance(top, list):
            top.append(value)
        elif self._keys[-1] is not None:
            top.setdefault(self._keys[-1], value)
            self._keys[-1] = None

    def _string(self, position: int) -> tuple[str, int]:
        """The string that starts at a position. A quote ends it only where a value may end."""
        start = position
        while match := _STRING_PART.match(self._text, position):
            if match[0] == '"' and _CLOSES.match(self._text, match.end()):
                return _unquote(self._text[start:position]), match.end()
            position = match.end()
        return _unquote(self._text[start:position]), position


def _is_key(text: str, position: int) -> bool:
    while position < len(text) and text[position].isspace():
        position += 1
    return text[position : position + 1] == ":"


def _bare(word: str) -> Any:
    if word in _WORDS:
        return _WORDS[word]
    return int(word) if word.isdecimal() and len(word) < 19 else word


def _unquote(text: str) -> str:
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    escape = match[1]
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return _ESCAPES.get(escape, escape)
