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
from dehusk.page.loose_json import SIZE_LIMIT, load, load_whole, unescape
from dehusk.page.parse import parse
from dehusk.page.punctuation import FULL_STOPS, STOPS
from dehusk.page.rich_text import MARKUP, Markup, RichText
from dehusk.page.streams import (
    NEXT,
    NUXT,
    REMIX,
    as_html,
    flat_values,
    next_rows,
    remix_values,
)
from dehusk.page.tags import Tag

LEAST_INK = 200
"""Fewer characters than this are a label or a teaser, not the content of a page."""

_NAMES = frozenset(
    "articlebody body bodyhtml bodytext content contenthtml html markdown paragraph paragraphs"
    " reviewbody text value".split()
)
_SENTENCE = re.compile(rf"[^\W\d_][{STOPS}](?:[\s\"'”’)<]|$)|[{FULL_STOPS}]")
_ASSIGNED = re.compile(
    r"(?:/\*<!\[CDATA\[\*/)?(?:window\.\w+=\"[^\"]*\";)*"
    r"(?:window|self|globalThis)[\w.$\[\]\"' ]*=\s*(?=[{\[])"
)
_JSON = ('{"', '[{"')
"""How a text begins that is data itself."""
_MARKDOWN = re.compile(r"(?:(#{1,6})|[-*+]) +(?=\S)")
_STATE_ROOT = "ROOT_QUERY"
"""What the state of Apollo begins with, and refers to all else."""
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
        if _is_pushed(text):
            pushed.append((row, text))
            continue
        values = list(page.json_ld.values.get(row) or load(text))
        if page.attribute(row, "id") == NUXT and values and isinstance(values[0], list):
            values = flat_values(values[0])
        yield row, values
    if pushed:
        scripts = [text for _, text in pushed]
        rows = next_rows(text for text in scripts if text.startswith(NEXT))
        flat = flat_values(remix_values(text for text in scripts if not text.startswith(NEXT)))
        yield pushed[0][0], [*rows.values(), {"html": as_html(rows)}, *flat]


def _scripts(page: Page) -> Iterator[tuple[int, str]]:
    left = SIZE_LIMIT
    for row in page.rows_with_tag(Tag.SCRIPT).tolist():
        size = int(page.text_end[row] - page.text_start[row])
        if size > left:
            continue
        text = page.text_of(row).lstrip()
        is_pushed = _is_pushed(text)
        if size < LEAST_INK and not is_pushed:
            continue
        kind = (page.attribute(row, "type") or "").lower()
        assigned = _ASSIGNED.match(text)
        if "json" in kind or assigned or is_pushed:
            left -= size
            yield row, text[assigned.end() :] if assigned else text


def _is_pushed(script: str) -> bool:
    return script.startswith(NEXT) or REMIX.match(script) is not None


def _readable(row: int, values: list[Any]) -> Iterator[_Group]:
    """The groups of texts that are prose, each text once."""
    groups: dict[int, dict[str, None]] = {}
    for place, text in _strings(values):
        groups.setdefault(place, {}).setdefault(text)
    yield from (_Group(row, list(texts)) for texts in groups.values() if _is_prose(texts))


def _is_prose(texts: dict[str, None]) -> bool:
    shown = " ".join(MARKUP.sub(" ", text) for text in texts)
    return len(shown) >= LEAST_INK and len(_SENTENCE.findall(shown)) >= 2


def _strings(roots: list[Any]) -> Iterator[tuple[int, str]]:
    """The texts whose names promise content, each with a number for its place.

    Texts have the same place where the same names lead to them. A place is known by the one above
    it and its name, and the stack is our own: neither depth nor width is a danger.
    """
    places: dict[tuple[int, str], int] = {}
    depth, promises = [0], [False]
    stack: list[tuple[int, Any]] = [(0, root) for root in reversed(roots)]
    # Objects may be referred to from several places, and from within themselves.
    rich = RichText()
    seen = rich.seen
    state: dict[str, Any] = {}
    while stack:
        place, value = stack.pop()
        if isinstance(value, str):
            if value.startswith(_JSON) and id(value) not in seen:
                roots += (value, inner := load_whole(value))  # what is seen stays where it is
                seen.add(id(value))
                stack.append((place, inner))
            elif promises[place]:
                yield place, value
        elif not isinstance(value, dict | list) or id(value) in seen:
            continue
        elif isinstance(value, list):
            seen.add(id(value))
            stack.extend((place, inner) for inner in reversed(value))
        elif depth[place] < _DEPTH_LIMIT:
            if (block := rich.as_html(value)) is not None:
                yield place, block
                continue
            seen.add(id(value))
            if _STATE_ROOT in value:
                state.update(value)
                value = {_STATE_ROOT: value[_STATE_ROOT], **value}
            elif (found := _referred(value, state)) is not None:
                stack.append((place, found))
                continue
            for name, inner in reversed(value.items()):
                below = places.setdefault((place, name), len(depth))
                if below == len(depth):
                    depth.append(depth[place] + 1)
                    promises.append(name.lower().replace("_", "") in _NAMES)
                stack.append((below, inner))


def _referred(value: dict[str, Any], state: dict[str, Any]) -> Any:
    """What a reference in the state of Apollo refers to, None where it is no reference."""
    name = value.get("__ref") or (value.get("id") if value.get("type") == "id" else None)
    return state.get(name) if isinstance(name, str) else None


def _as_html(text: str) -> str:
    if isinstance(text, Markup):
        return text
    if MARKUP.search(text):
        return f"<div>{text}</div>"
    return "".join(map(_line_as_html, filter(None, map(str.strip, text.splitlines()))))


def _line_as_html(line: str) -> str:
    """A line as a paragraph, or as what Markdown would make of it."""
    mark = _MARKDOWN.match(line)
    tag = "p" if mark is None else f"h{len(mark[1])}" if mark[1] else "li"
    said = html.escape(unescape(line[mark.end() :] if mark else line))
    return f"<{tag}>{said}</{tag}>"
