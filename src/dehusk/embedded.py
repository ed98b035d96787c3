"""Text that a page carries as data instead of markup: JSON-LD, and the state of its scripts.

>>> from dehusk.parse import parse
>>> body = "Bread needs flour, water and salt. " * 20
>>> page = parse(f'<script type="application/ld+json">{{"articleBody": "{body}"}}</script>')
>>> embedded_page(page).text_of(0)[:34]
'Bread needs flour, water and salt.'

A page that a script would fill has no text of its own when it arrives, yet often holds all of it:
the `articleBody` for search engines, or the state from which the script would draw the page.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from dehusk.metadata.loose_json import SIZE_LIMIT, load
from dehusk.page import Page
from dehusk.parse import parse
from dehusk.tags import Tag

LEAST_INK = 200
"""Fewer characters than this are a label or a teaser, not the content of a page."""

_NAMES = frozenset(
    "articlebody body bodyhtml bodytext content contenthtml html markdown paragraph paragraphs"
    " reviewbody text value".split()
)
_SENTENCE = re.compile(r"[^\W\d_][.!?…](?:[\s\"'”’)<]|$)|[。！？।॥؟۔]")
_ASSIGNED = re.compile(r"\s*(?:window|self|globalThis)[\w.$\[\]\"' ]*=\s*(?=[{\[])")
_MARKUP = re.compile(r"</?(?:p|div|br|h[1-6]|ul|ol|li|b|i|em|strong|a|span|blockquote)\b[^>]*>")
_DEPTH_LIMIT = 60


def embedded_page(page: Page) -> Page | None:
    """The text that a page embeds as a page of its own, None where it embeds no such text."""
    texts = _longest(value for script in _scripts(page) for value in load(script))
    if not texts:
        return None
    return parse("".join(map(_as_html, texts)), url=page.url)


def _scripts(page: Page) -> Iterator[str]:
    left = SIZE_LIMIT
    for row in page.rows_with_tag(Tag.SCRIPT).tolist():
        size = int(page.text_end[row] - page.text_start[row])
        if not LEAST_INK <= size <= left:
            continue
        kind = (page.attribute(row, "type") or "").lower()
        text = page.text_of(row)
        assigned = _ASSIGNED.match(text)
        if "json" in kind or assigned:
            left -= size
            yield text[assigned.end() :] if assigned else text


def _longest(values: Iterator[Any]) -> list[str]:
    """Of the texts that stand at the same place of the data, those that are the most together."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for path, text in _strings(list(values)):
        if path[-1].lower().replace("_", "") in _NAMES and text not in groups[path]:
            groups[path].append(text)
    readable = [texts for texts in groups.values() if _is_prose(texts)]
    return max(readable, key=lambda texts: sum(map(len, texts)), default=[])


def _is_prose(texts: list[str]) -> bool:
    shown = " ".join(_MARKUP.sub(" ", text) for text in texts)
    return len(shown) >= LEAST_INK and len(_SENTENCE.findall(shown)) >= 2


def _strings(roots: list[Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """All texts with the names that lead to them, with a stack of our own: no depth is a danger."""
    queue: list[tuple[tuple[str, ...], Any]] = [((), root) for root in reversed(roots)]
    while queue:
        path, value = queue.pop()
        if isinstance(value, str):
            if path:
                yield path, value
        elif len(path) < _DEPTH_LIMIT and isinstance(value, dict):
            queue.extend(((*path, str(name)), inner) for name, inner in reversed(value.items()))
        elif isinstance(value, list):
            queue.extend((path, inner) for inner in reversed(value))


def _as_html(text: str) -> str:
    if _MARKUP.search(text):
        return f"<div>{text}</div>"
    lines = filter(None, map(str.strip, text.splitlines()))
    return "".join(f"<p>{html.escape(html.unescape(line))}</p>" for line in lines)
