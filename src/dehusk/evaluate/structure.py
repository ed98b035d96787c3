"""What a document is made of besides words: headings, items, cells, pictures, notes.

>>> tea = items_of_markdown("# Tea\\n\\n- Boil *water*\\n- Wait")
>>> tea["headings"], tea["list-items"]
(Counter({'tea': 1}), Counter({'boil water': 1, 'wait': 1}))
>>> from dehusk.evaluate import Overlap
>>> Overlap.of_bags(tea["list-items"], items_of_html("<ul><li>Boil water<li>Drink")["list-items"])
Overlap(matched=1, found=2, wanted=2)

Both sides of a comparison come down to bags of such items. An item is its tokens, so that marks,
case and white space make no difference; a link is its address, a picture the name of its file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np

from dehusk.errors import MissingExtra
from dehusk.evaluate.gold import Example
from dehusk.evaluate.tokens import tokens
from dehusk.page import Bools, Page
from dehusk.page.address import usable_url
from dehusk.page.parse import parse
from dehusk.page.tags import CELLS, HEADINGS, Tag, TagSet

Items = Mapping[str, Counter[str]]

_LISTS = TagSet("ul ol dl table")
_NOTES = "footnotes"
_WAY_BACK = "cite_ref"
"""How the name of a mark begins that a note of MediaWiki leads back to."""
_EDIT = re.compile(r"\[ ?edit ?\]$")
_SEPARATOR = re.compile(r"\s(?:[|·•»–—-]|--)\s|:\s|[|：]")
_MOST_PARTS = 10
_WIDTH = re.compile(r"^\d{1,5}px-")
"""What MediaWiki puts before the name of a picture that it made smaller."""
_BACK = "↩\ufe0e^ \t\n"
"""What the way back from a note to the text is written with."""


def expected_items(example: Example) -> Items:
    """The items that the gold of a page asks for, of those kinds that it speaks of."""
    if example.expected is not None:
        read = items_of_markdown if example.expected.is_markdown else items_of_html
        items = read(example.expected.source, example.url)
        kinds = KINDS if example.expected.is_markdown else _TOLD_BY_HTML
        return _without_title({kind: items[kind] for kind in kinds}, example)
    items = {}
    if isinstance(example.fields.get("headings"), list):
        items["headings"] = Counter(filter(None, map(key, example.fields["headings"])))
    if isinstance(example.fields.get("images"), list):
        items["pictures"] = Counter({name for name, _ in gold_pictures(example).values()})
    return _without_title(items, example)


def found_items(markdown: str, example: Example) -> Items:
    """The items of a system's Markdown, called as the gold of the page calls them."""
    items = dict(items_of_markdown(markdown, example.url))
    if example.expected is not None and not example.expected.is_markdown:
        # In HTML, notes are items of a list like any other.
        items["list-items"] = items["list-items"] + items["footnotes"]
    items["pictures"] = named_pictures(items["pictures"], example)
    return _without_title(items, example)


def gold_pictures(example: Example) -> dict[str, tuple[str, bool]]:
    """The names of each picture of the gold: the one it is called by, and if it is the cover."""
    names = {}
    for picture in example.fields.get("images") or ():
        own = [picture_name(address) for address in picture["urls"]]
        names.update(dict.fromkeys(own, (own[0], bool(picture.get("cover")))))
    return names


def named_pictures(pictures: Counter[str], example: Example) -> Counter[str]:
    """Pictures by the names of the gold, each once, though it came in several sizes."""
    names = gold_pictures(example)
    return Counter({names.get(name, (name, False))[0] for name in pictures})


def _without_title(items: Items, example: Example) -> Items:
    """The items without a heading that is the page's title: some have it, some do not, and some with
    the name of the site."""
    titles = cut_titles(str(example.fields.get("title") or ""))
    return {
        kind: Counter({item: number for item, number in bag.items() if item not in titles})
        if kind == "headings"
        else bag
        for kind, bag in items.items()
    }


def title_parts(title: str) -> list[str]:
    """The parts of a title that signs set apart, such as the name of the site or a kicker."""
    return list(filter(None, map(key, _SEPARATOR.split(title)[:_MOST_PARTS])))


def cut_titles(title: str) -> set[str]:
    """All that can be left of a title when parts are cut from its start and its end.

    >>> sorted(cut_titles("Tea: A history | Leaf"))
    ['a history', 'a history leaf', 'leaf', 'tea', 'tea a history', 'tea a history leaf']
    """
    parts = title_parts(title)
    count = len(parts)
    return {" ".join(parts[a:b]) for a in range(count) for b in range(a + 1, count + 1)}


@lru_cache(maxsize=8)
def items_of_markdown(markdown: str, url: str | None = None) -> Items:
    """The items of a Markdown document, after a renderer has read it."""
    return items_of_html(_renderer().render(markdown), url)


@lru_cache(maxsize=8)
def items_of_html(html: str, url: str | None = None) -> Items:
    """The items of an HTML document; a break between two words is a space."""
    page = parse(html.replace("<br", " <br"), url=usable_url(url))
    return {kind: Counter(filter(None, read(page))) for kind, read in KINDS.items()}


def picture_name(address: str) -> str:
    """The name of a picture's file: sizes and hosts differ between copies, names do not.

    >>> picture_name("https://cdn.example.org/640x/https%3A%2F%2Fexample.org%2FTea.JPG?w=3")
    'tea.jpg'
    >>> picture_name("https://upload.example.org/thumb/Tea.jpg/220px-Tea.jpg")
    'tea.jpg'
    """
    path = unquote(urlsplit(address).path).rstrip("/,")
    return _WIDTH.sub("", path.rpartition("/")[2].partition("?")[0].lower())


def key(text: str) -> str:
    """A text as its tokens."""
    return " ".join(tokens(text))


@cache
def _renderer() -> Any:
    try:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.dollarmath import dollarmath_plugin
        from mdit_py_plugins.footnote import footnote_plugin
    except ImportError:
        raise MissingExtra(
            "Reading Markdown for the metric structure needs markdown-it-py and mdit-py-plugins;"
            " install them with: pip install 'dehusk[evaluate]'."
        ) from None
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return reader.use(footnote_plugin).use(dollarmath_plugin, double_inline=True)


def _rows(page: Page, tags: TagSet) -> list[int]:
    return [int(row) for row in np.flatnonzero(tags.mask(page.tag))]


def _headings(page: Page) -> Iterator[str]:
    """The headings, without the link to edit a section that wikis put into them."""
    return (
        key(_EDIT.sub("", " ".join(page.text_of(row).split()))) for row in _rows(page, HEADINGS)
    )


def _list_items(page: Page) -> Iterator[str]:
    """The items of lists, but for the entries of a table of contents and the ways back from a note:
    they lead about the page, and whether they belong to the document is a matter of taste."""
    notes, places = _inside_notes(page), _links_to_places(page)
    on_page = page.inside(page.mask_of(list(places)))
    back = [row for row, name in places.items() if name.startswith(_WAY_BACK)]
    ways_back = page.inside(page.mask_of(back))
    for row in _rows(page, TagSet("li")):
        texts = [] if notes[row] else [one for one in _own_texts(page, row) if not ways_back[one]]
        if not all(on_page[one] for one in texts if page.text_of(one).strip()):
            yield key(" ".join(map(page.text_of, texts)))


def _links_to_places(page: Page) -> dict[int, str]:
    """The links to places of the page itself, each with the name of the place."""
    own = (page.url or "").partition("#")[0]
    places = {}
    for row in _rows(page, TagSet("a")):
        address, sign, name = (page.attribute(row, "href") or "").partition("#")
        if sign and (address in ("", own) or name.startswith(_WAY_BACK)):
            places[row] = name
    return places


def _own_texts(page: Page, row: int) -> Iterator[int]:
    """The texts of an item without those of the lists and tables in it."""
    inner = row + 1
    while inner < page.end[row]:
        if page.tag[inner] in _LISTS:
            inner = int(page.end[inner])
            continue
        if page.is_text[inner]:
            yield inner
        inner += 1


def _cells(page: Page) -> Iterator[str]:
    return (key(page.text_of(row)) for row in _rows(page, CELLS))


def _code(page: Page) -> Iterator[str]:
    """The lines of code blocks, without the white space in them."""
    for row in _rows(page, TagSet("pre")):
        yield from ("".join(line.split()) for line in page.text_of(row).splitlines())


def _quotes(page: Page) -> Iterator[str]:
    """The paragraphs of quotations and of boxes, without the line that says which box it is."""
    quoted = page.inside(page.tag == Tag.BLOCKQUOTE)
    for row in _rows(page, TagSet("p")):
        if quoted[row]:
            line, _, others = page.text_of(row).lstrip().partition("\n")
            yield key(others if line.startswith("[!") else f"{line}\n{others}")


def _links(page: Page) -> Iterator[str]:
    """Where links lead, but for places on the page itself: saved pages have whole addresses there."""
    for row in _rows(page, TagSet("a")):
        address = page.attribute(row, "href") or ""
        if address and not address.startswith("#"):
            place = urlsplit(_absolute(address, page.url))
            if place.fragment.startswith(("cite_note", "cite_ref")):
                continue
            yield f"{place.netloc.removeprefix('www.')}{unquote(place.path).rstrip('/')}?{place.query}"


def _absolute(address: str, url: str | None) -> str:
    try:
        return urljoin(url or "", address)
    except ValueError:
        return ""


def _pictures(page: Page) -> Iterator[str]:
    """The pictures, each once."""
    addresses = (_picture_address(page, row) for row in _rows(page, TagSet("img")))
    return iter(dict.fromkeys(map(picture_name, addresses)))


def _picture_address(page: Page, row: int) -> str:
    """The address of a picture, the first of its set where it has no other."""
    first, *_ = (page.attribute(row, "srcset") or "").split() or [""]
    return page.attribute(row, "src") or first


def _formulas(page: Page) -> Iterator[str]:
    for row in _rows(page, TagSet("span div")):
        if "math" in (page.attribute(row, "class") or "").split():
            yield "".join(page.text_of(row).split())


def _footnotes(page: Page) -> Iterator[str]:
    notes = _inside_notes(page)
    for row in _rows(page, TagSet("li")):
        if notes[row]:
            yield key(page.text_of(row).rstrip(_BACK))


def _inside_notes(page: Page) -> Bools:
    rows, values = page.with_attribute("class")
    named = [_NOTES in value.split() for value in values]
    return page.inside(page.mask_of(rows[np.array(named, bool)]))


KINDS: Final[Mapping[str, Callable[[Page], Iterator[str]]]] = {
    "headings": _headings,
    "list-items": _list_items,
    "cells": _cells,
    "code": _code,
    "quotes": _quotes,
    "links": _links,
    "pictures": _pictures,
    "formulas": _formulas,
    "footnotes": _footnotes,
}
"""How the items of each kind are read from a page."""

_TOLD_BY_HTML: Final = tuple(kind for kind in KINDS if kind not in ("formulas", "footnotes"))
"""What can be told of an expected document in HTML, which has no one form for the others."""
