"""Text that a page carries as data instead of markup: JSON-LD, and the state of its scripts.

>>> from dehusk.page.parse import parse
>>> body = "Bread needs flour, water and salt. " * 20
>>> page = parse(f'<script type="application/ld+json">{{"articleBody": "{body}"}}</script>')
>>> embedded = embedded_text(page)
>>> embedded.page.text_of(0)[:34], page.xpath(embedded.row)
('Bread needs flour, water and salt.', '/html/head/script')

A page that a script would fill has no text of its own when it arrives, yet often holds all of it:
the `articleBody` for search engines, or the state from which the script would draw the page. A
method that finds nothing in the markup may end with `dehusk.selection.or_embedded`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from dehusk.budget import check
from dehusk.page import Page
from dehusk.page.loose_json import SIZE_LIMIT, load, unescape
from dehusk.page.parse import parse
from dehusk.page.streams import NEXT, NUXT, as_html, next_rows, nuxt_values
from dehusk.page.tags import Tag

LEAST_INK = 200
"""Fewer characters than this are a label or a teaser, not the content of a page."""

_NAMES = frozenset(
    "articlebody body bodyhtml bodytext content contenthtml html markdown paragraph paragraphs"
    " reviewbody text value".split()
)
_SENTENCE = re.compile(r"[^\W\d_][.!?…](?:[\s\"'”’)<]|$)|[。！？।॥؟۔]")
_ASSIGNED = re.compile(r"\s*(?:window|self|globalThis)[\w.$\[\]\"' ]*=\s*(?=[{\[])")
_MARKUP = re.compile(r"</?(?:p|div|br|h[1-6]|ul|ol|li|b|i|em|strong|a|span|blockquote)\b[^<>]*>")
_DEPTH_LIMIT = 60


@dataclass(frozen=True, eq=False)
class Embedded:
    """Text that a script of a page holds as data: a page made of it, and the row of the script."""

    page: Page
    row: int


def embedded_text(page: Page) -> Embedded | None:
    """The longest text that a script of the page holds as data, None where none holds any."""
    check("reading embedded data")
    groups = (group for row, values in _data(page) for group in _readable(row, values))
    longest = max(groups, key=_Group.length, default=None)
    if longest is None:
        return None
    return Embedded(parse("".join(map(_as_html, longest.texts)), url=page.url), longest.row)


class _Group(NamedTuple):
    """The texts that stand at the same place of the data of a script, and the script's row."""

    row: int
    texts: list[str]

    def length(self) -> int:
        return sum(map(len, self.texts))


def _data(page: Page) -> Iterator[tuple[int, list[Any]]]:
    """The data of each script; a stream that several push has the row of the first."""
    pushed: list[tuple[int, str]] = []
    for row, text in _scripts(page):
        if text.startswith(NEXT):
            pushed.append((row, text))
            continue
        values = load(text)
        if page.attribute(row, "id") == NUXT and values and isinstance(values[0], list):
            values = list(nuxt_values(values[0]))
        yield row, values
    if pushed:
        rows = next_rows(text for _, text in pushed)
        yield pushed[0][0], [*rows.values(), {"html": as_html(rows)}]


def _scripts(page: Page) -> Iterator[tuple[int, str]]:
    left = SIZE_LIMIT
    for row in page.rows_with_tag(Tag.SCRIPT).tolist():
        size = int(page.text_end[row] - page.text_start[row])
        if size > left:
            continue
        text = page.text_of(row)
        is_pushed = text.startswith(NEXT)
        if size < LEAST_INK and not is_pushed:
            continue
        kind = (page.attribute(row, "type") or "").lower()
        assigned = _ASSIGNED.match(text)
        if "json" in kind or assigned or is_pushed:
            left -= size
            yield row, text[assigned.end() :] if assigned else text


def _readable(row: int, values: list[Any]) -> Iterator[_Group]:
    """The groups of texts that are prose, each text once."""
    groups: dict[int, dict[str, None]] = {}
    for place, text in _strings(values):
        groups.setdefault(place, {}).setdefault(text)
    yield from (_Group(row, list(texts)) for texts in groups.values() if _is_prose(texts))


def _is_prose(texts: dict[str, None]) -> bool:
    shown = " ".join(_MARKUP.sub(" ", text) for text in texts)
    return len(shown) >= LEAST_INK and len(_SENTENCE.findall(shown)) >= 2


def _strings(roots: list[Any]) -> Iterator[tuple[int, str]]:
    """The texts whose names promise content, each with a number for its place.

    Texts have the same place where the same names lead to them. A place is known by the one above
    it and its name, and the stack is our own: neither depth nor width is a danger.
    """
    places: dict[tuple[int, str], int] = {}
    depth, promises = [0], [False]
    stack: list[tuple[int, Any]] = [(0, root) for root in reversed(roots)]
    while stack:
        place, value = stack.pop()
        if isinstance(value, str):
            if promises[place]:
                yield place, value
        elif isinstance(value, list):
            stack.extend((place, inner) for inner in reversed(value))
        elif isinstance(value, dict) and depth[place] < _DEPTH_LIMIT:
            for name, inner in reversed(value.items()):
                below = places.setdefault((place, name), len(depth))
                if below == len(depth):
                    depth.append(depth[place] + 1)
                    promises.append(name.lower().replace("_", "") in _NAMES)
                stack.append((below, inner))


def _as_html(text: str) -> str:
    if _MARKUP.search(text):
        return f"<div>{text}</div>"
    lines = filter(None, map(str.strip, text.splitlines()))
    return "".join(f"<p>{html.escape(unescape(line))}</p>" for line in lines)
