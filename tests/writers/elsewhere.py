"""What renderers of other makers may show of our Markdown: more forms than ours, and no other addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import unquote

from dehusk.page import Page
from dehusk.page.parse import parse
from tests.writers.rendering import ELEMENTS, Meant

# What they make of notes, formulas, tables, definitions, figures, `@name`, `:smile:` and `H~2~O`.
_NOTE = ("rev", "role", "data-footnote-ref", "data-footnote-backref", "data-footnote-backref-idx")
_MORE: dict[str, tuple[str, ...]] = {
    "a": (*_NOTE, "aria-label", "aria-describedby"),
    "h2": ("id", "class"),
    "ol": ("type",),
    "pre": ("class", "lang"),
    "section": ("id", "role", "data-footnotes"),
    "span": ("data-cites", "data-emoji", "data-wrapper"),
    "sup": ("id",),
    "table": ("style",),
    "td": ("align", "style"),
    "th": ("align", "style"),
    "tr": ("class",),
    "col": ("style",),
    "abbr": ("title",),
    "figcaption": ("aria-hidden",),
    # A picture whose address ends like that of a film or a page, by pandoc.
    **dict.fromkeys("audio embed video".split(), ("src", "title", "controls")),
    **dict.fromkeys("caption colgroup dd dl dt eq eqn figure label".split(), ()),
}
SHOWN = {
    name: ELEMENTS.get(name, frozenset()) | frozenset(_MORE.get(name, ()))
    for name in ELEMENTS.keys() | _MORE.keys()
}
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
# What autolinks lead to: bare addresses are meant as words, and links where renderers say so.
_FOUND_IN_WORDS = re.compile(r"https?:|ftp:|xmpp:|//|#|[\w.+-]*mailto:|[\w.+-]*@", re.IGNORECASE)
_PATTERNS = {
    "id": re.compile(r"(?:user-content-)?(?:fn|foot)[\w:.%-]*"),
    "class": re.compile(r"[\w :.+#-]*"),
    "style": re.compile(r"text-align: ?\w+;?|width: ?[\d.]+%;?"),
}
# Fences inside of lists, quotations and notes are words to Python-Markdown.
_INNER_FENCE = re.compile(r"^(?=[ >*+\d-]).*```", re.MULTILINE)


class Addresses:
    """The addresses of content, alike however a renderer writes them."""

    def __init__(self, blocks: Any) -> None:
        meant = Meant(blocks)
        self.images = set(map(_alike, meant.images))
        self.links = self.images | set(map(_alike, meant.links))


def _alike(url: str) -> str:
    for _ in range(3):
        url = unescape(unquote(url, errors="replace"))
    return re.sub(r"[\s\\]", "", url).lower().rstrip("/")


def faults(shown: dict[str, str], text: str, blocks: Any) -> list[str]:
    """What renderers show of a text and nobody meant, with their names."""
    meant = Addresses(blocks)
    names: dict[str, list[str]] = {}
    for name, html in shown.items():
        if not (name.startswith("Python-Markdown") and _INNER_FENCE.search(text)):
            names.setdefault(html, []).append(name)
    return [
        f"{fault} by {', '.join(those)}"
        for html, those in names.items()
        for fault in unmeant(html, meant)
    ]


def unmeant(html: str, meant: Addresses) -> Iterator[str]:
    """Elements, attributes and addresses that the writer did not mean."""
    page = parse(html)
    for row in range(len(page)):
        name = page.tag_name(row)
        if name != "#text":
            yield from _faults(page, row, meant) if name in SHOWN else (f"<{name}>",)


def _faults(page: Page, row: int, meant: Addresses) -> Iterator[str]:
    name = page.tag_name(row)
    for attribute, value in page.attributes(row).items():
        pattern = _PATTERNS.get(attribute)
        if attribute not in SHOWN[name]:
            yield f"<{name} {attribute}>"
        elif pattern and not pattern.fullmatch(value):
            yield f"{attribute}={value!r}"
        elif attribute == "src" and _alike(value) not in meant.images:
            yield f"an image of {value!r}"
        elif attribute == "href" and not _is_meant(value, meant):
            yield f"a link to {value!r}"


def _is_meant(url: str, meant: Addresses) -> bool:
    url = re.sub(r"[\t\n\r]", "", url.strip())
    # A name with a dot, and no scheme, is what some make of `mailto:a@b.example@c.example`.
    return (
        _alike(url) in meant.links
        or _FOUND_IN_WORDS.match(url) is not None
        or (not _SCHEME.match(url) and re.match(r"[\w.-]+\.\w+", url) is not None)
    )
