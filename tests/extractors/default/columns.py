"""What native code says of fixed pages, column by column: numbers that change when a rule does.

`python -m tests.extractors.default.columns` writes `columns.json` anew; read the difference before you
commit it. A number is the sum of a column over the blocks or rows of a page, or of a dozen pages made by
chance, each weighted by its place.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from fuzz.rows import RowWriter
from numpy.typing import NDArray

from dehusk import Page, parse
from dehusk.extractors.default.features import NAMES, block_features
from dehusk.native.codes import RowFlag
from dehusk.views.text_counts import visible_chars, words
from tests.conftest import PAGES

FILE = Path(__file__).with_suffix(".json")
COUNTED = "words visible_chars linked stops commas good enclosing_block".split()
SENTENCE = "Bread needs flour, water, salt and time. "
STORY = "A story of some bread and much water"

WORDS = (
    "a Bread 漢字仮名 ไทย naïve — … 。 £5 ©2026 me@example.org 12,5 3.14 | « » \xa0 \u200b \u3000 😀 ; ? HTML \t"
).split(" ")
CLASSES = "articleBody main-content HTMLText sidebar_nav X xA AAb comment ünïcode hide price adBanner".split()
STYLES = (
    "display:none",
    "DISPLAY : None;color:red",
    "display:nonesuch",
    "x;visibility:hidden",
    "mydisplay:none",
    "color:red;\tvisibility\n:\nhidden !important",
)
ATTRIBUTES = (
    *(f'{name}="{value}"' for name in ("class", "id", "role") for value in CLASSES),
    *(f'style="{style}"' for style in STYLES),
    *("hidden", "hidden=until-found", "class", "aria-hidden=' TRUE '", "aria-hidden=truer"),
)
TAGS = (
    "div p span a b li ul h1 h2 h3 td table br hr section article nav iframe script style template pre code"
    " noscript button option select title main x-own svg figure figcaption textarea"
).split()
STRUCTURED_DATA = (
    f"<meta name=description content='{STORY}'>",
    f"<meta content='{STORY}, then' property='og:Description'>",
    '<script type="application/LD+json">{"articleBody": "Some \\u6f22\\u5b57 and \\"bread\\" and mo',
    f'<script type=application/ld+json>[{{"articleBody" :\n"{STORY} \\',
    '<script type=application/ld+json>{"articleBody":"\\ud83d\\ude00 \\u00z9 x"}</script>',
    "<div itemprop='x ArticleBody'>",
    "A story of some “bread” and much water",
    "Some 漢字 and bread and more {{ name }}",
)
ODD = (
    "word",
    "<br><br><br>",
    f"<p>{SENTENCE * 3}<br>{SENTENCE}<br><br>{SENTENCE}",
    f"<p class='{'content ' * 50}nav'>{SENTENCE}",
    f"<p class='{'ü' * 299}navs nav'>{SENTENCE}",
    f"<p>{SENTENCE * 3}</p>" * 50,
    "".join(f"<p class=c{number}>{SENTENCE}{number}</p>" for number in range(100)),
    f"<div class=item><p>{SENTENCE}<b>now</b></p></div>" * 50,
    "<div class=x>" * 300 + f"<p>{SENTENCE * 3}</p>" * 10,
)


def soup(seed: int) -> str:
    """A page of words, tags and attributes by chance: the same in every process."""
    chance = random.Random(seed)
    pieces = []
    for _ in range(chance.randint(1, 80)):
        kind = chance.random()
        if kind < 0.45:
            pieces.append(chance.choice(WORDS) + " ")
        elif kind < 0.5:
            pieces.append(chance.choice(STRUCTURED_DATA))
        elif kind < 0.85:
            pieces.append(f"<{chance.choice(TAGS)} {chance.choice((*ATTRIBUTES, ''))}>")
        else:
            pieces.append(f"</{chance.choice(TAGS)}>")
    return "".join(pieces)


def every_character() -> Page:
    """The characters of the basic plane, 256 a paragraph, with a letter between."""
    characters = [chr(code) for code in range(1, 0x10000) if not 0xD800 <= code < 0xE000]
    rows = RowWriter()
    rows.add_element("body", ())
    rows.attach(-1)
    for start in range(0, len(characters), 256):
        paragraph = rows.add_element("p", ())
        rows.attach(0)
        rows.add_text("x".join(characters[start : start + 256]))
        rows.attach(paragraph)
    return rows.page()


def groups() -> Iterator[tuple[str, list[Page]]]:
    """The pages, by what the numbers of them are called."""
    for path in sorted(PAGES.glob("*/page.html")):
        yield path.parent.name, [parse(path.read_bytes())]
    yield "characters", [every_character()]
    yield "odd", list(map(parse, ODD))
    for first in range(0, 120, 12):
        yield f"soup {first}", [parse(soup(seed)) for seed in range(first, first + 12)]


def columns_of(page: Page) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """What is said of the rows and the blocks of a page, by name."""
    yield "rows: visible characters", visible_chars(page).astype(float)
    yield "rows: words", words(page).astype(float)
    for mark in (RowFlag.VISIBLE, RowFlag.SPACE_BEFORE, RowFlag.STARTS_BLOCK):
        yield f"rows: {mark.name.lower()}", page.with_flag(mark).astype(float)
    counts, features = block_features(page)
    yield "blocks: of each row", counts.blocks.block_of.astype(float)
    for name in COUNTED:
        yield f"blocks: {name}", np.asarray(getattr(counts, name), float)
    for number, name in enumerate(NAMES):
        yield name, features[:, number].astype(float)


def sums() -> dict[str, dict[str, float]]:
    """For each column its number for each group of pages."""
    found: dict[str, dict[str, float]] = {}
    for group, pages in groups():
        for page in pages:
            for name, column in columns_of(page):
                own = found.setdefault(name, {})
                weighted = float(column @ (1 + np.arange(len(column)) % 7))
                own[group] = round(own.get(group, 0.0) + weighted, 3)
    return found


if __name__ == "__main__":
    table = sums()
    lines = [f"{json.dumps(name)}: {json.dumps([*own.values()])}" for name, own in table.items()]
    names = json.dumps([*next(iter(table.values()))])
    FILE.write_text("{\n" + ",\n".join([f'"pages": {names}', *lines]) + "\n}\n")
