"""What the pages of a site say about each other: what stands on many of them is not what one is about.

>>> import dehusk
>>> menu = "<p>Subscribe to our letter, which comes every week, and never miss a recipe again.</p>"
>>> page = "<div class=side>{}</div><article><p>The recipe of {}, with flour and salt.</p></article>"
>>> pages = [dehusk.parse(page.format(menu, letter * 30)) for letter in "abcdefghijkl"]
>>> template = dehusk.learn_templates(pages, host="example.org")
>>> template.pages, len(template.texts)
(12, 1)
>>> "Subscribe" in dehusk.extract(pages[0], template=template).text
False

A template is learned without labels, from ten pages of a host or more. It holds hashes of the texts
that stand on several pages, and for the places of blocks, which are the tags, classes and ids around
them, what the model thinks of all blocks there on the average. Both move the log-odds that the `default`
method gives to a block. docs/templates.md says when that helps, and how much.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import ModelError
from dehusk.extractors.default.features import NAMES, block_features
from dehusk.extractors.forest import load_model
from dehusk.page import Page
from dehusk.views.blocks import Blocks

Floats = NDArray[np.float64]

LEAST_PAGES = 10
"""From fewer pages nothing is learned: the template is empty."""

_FORMAT = 1
_REPEATED_SHARE = 0.1
_LEAST_REPEATS = 2
_REPEATED_LOSS = 6.0
"""What a text loses that stands on that share of the pages, and on so many at least, in log-odds."""

_LONG_TEXT = 60
"""From so many bytes on it loses all of that: what is short may be a label of the content."""

_PLACE_SHARE = 0.8
_PLACE_DOUBT = 2.0
_LEAST_PLACE_PAGES = 3
"""How far a block goes to the mean of its place, and how many pages it takes to half of that."""

_MOST_WORDS = 50.0
_ANCESTORS = 6
_MOST_TEXTS = 20_000
_DIGITS = str.maketrans("123456789", "000000000")


class Evidence(NamedTuple):
    """What one page has to say: for each block its text and place, as hashes, log-odds and words."""

    texts: NDArray[np.uint64]
    places: NDArray[np.uint64]
    log_odds: Floats
    words: Floats


class Place(NamedTuple):
    """The blocks of one place: on how many pages they stand, and their mean log-odds."""

    pages: int
    mean: float


@dataclass(frozen=True)
class Template:
    """What was learned of a host from so many pages.

    >>> Template(host="example.org").pages
    0
    """

    host: str | None = None
    pages: int = 0
    model: str = "default"
    texts: frozenset[int] = frozenset()
    places: dict[int, Place] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        return f"<Template of {self.host} from {self.pages} pages>"

    def moved(self, blocks: Blocks, log_odds: Floats) -> Floats:
        """The log-odds of blocks with what the site says."""
        if not self.pages:
            return log_odds
        texts, places, sizes = hashes(blocks)
        lost = [
            min(size / _LONG_TEXT, 1.0) if text in self.texts else 0.0
            for text, size in zip(texts.tolist(), sizes.tolist(), strict=True)
        ]
        moved = [
            _towards(own, self.places.get(place))
            for own, place in zip(log_odds.tolist(), places.tolist(), strict=True)
        ]
        return np.array(moved) - _REPEATED_LOSS * np.array(lost)

    def save(self, path: str | Path) -> None:
        """Write it as JSON, with a card that says what it is."""
        Path(path).write_text(self.json, encoding="utf-8")

    @property
    def json(self) -> str:
        """What `save` writes."""
        card = {"host": self.host, "pages": self.pages, "model": self.model}
        places = {
            f"{place:016x}": [n, round(mean, 4)] for place, (n, mean) in sorted(self.places.items())
        }
        texts = [f"{text:016x}" for text in sorted(self.texts)]
        return (
            json.dumps({"format": _FORMAT, "card": card, "texts": texts, "places": places}) + "\n"
        )

    @classmethod
    def load(cls, path: str | Path) -> Template:
        """Read what `save` wrote. Raises `ModelError` for anything else."""
        try:
            given = json.loads(Path(path).read_text(encoding="utf-8"))
            if given["format"] != _FORMAT:
                raise ModelError(
                    f"The template {path} is of version {given['format']}; learn it again."
                )
            card = given["card"]
            places = {
                int(name, 16): Place(int(n), float(mean))
                for name, (n, mean) in given["places"].items()
            }
            if not all(0 < n < 2**31 and isfinite(mean) for n, mean in places.values()):
                raise ValueError("a place of no pages or without a mean")
            return cls(
                card["host"],
                int(card["pages"]),
                str(card["model"]),
                frozenset(int(text, 16) for text in given["texts"]),
                places,
            )
        except (
            *(ValueError, TypeError, KeyError, AttributeError, OverflowError),
            RecursionError,
        ) as error:
            raise ModelError(
                f"The template {path} cannot be read: {error!r}; learn it again."
            ) from error


def _towards(own: float, place: Place | None) -> float:
    """The log-odds of a block, moved towards the mean of its place."""
    if place is None:
        return own
    share = _PLACE_SHARE * place.pages / (place.pages + _PLACE_DOUBT)
    return own + share * (place.mean - own)


def learn_templates(
    pages: Iterable[Page], *, host: str | None = None, model: str = "default"
) -> Template:
    """Learn from pages of one host what their template is; from fewer than ten, nothing.

    The pages need no labels, and thirty of them are as good as hundreds. `model` is the one that the
    template will be used with.
    """
    return template_of([evidence_of(page, model) for page in pages], host=host, model=model)


def evidence_of(page: Page, model: str = "default") -> Evidence:
    """What a page contributes to the template of its host."""
    counts, features = block_features(page)
    if not len(counts):
        nothing = np.zeros(0)
        return Evidence(nothing.astype(np.uint64), nothing.astype(np.uint64), nothing, nothing)
    log_odds = load_model(model, NAMES).forest.predict(features)
    texts, places, _ = hashes(counts.blocks)
    return Evidence(texts, places, log_odds, np.asarray(counts.words, np.float64))


def template_of(
    evidence: Sequence[Evidence],
    *,
    host: str | None = None,
    model: str = "default",
    least_pages: int = LEAST_PAGES,
) -> Template:
    """The template that the evidence of several pages makes."""
    if len(evidence) < least_pages:
        return Template(host, model=model)
    pages = Counter(place for page in evidence for place in set(page.places.tolist()))
    sums, weights = defaultdict[int, float](float), defaultdict[int, float](float)
    for page in evidence:
        heavy = np.clip(page.words, 1, _MOST_WORDS)
        values = zip(page.places.tolist(), heavy.tolist(), page.log_odds.tolist(), strict=True)
        for place, weight, log_odds in values:
            sums[place] += weight * log_odds
            weights[place] += weight
    places = {
        place: Place(count, sums[place] / weights[place])
        for place, count in pages.items()
        if count >= _LEAST_PLACE_PAGES
    }
    return Template(host, len(evidence), model, _repeated(evidence), places)


def _repeated(evidence: Sequence[Evidence]) -> frozenset[int]:
    """The texts that stand on many pages."""
    pages = Counter(text for page in evidence for text in set(page.texts.tolist()))
    least = max(_LEAST_REPEATS, _REPEATED_SHARE * len(evidence))
    return frozenset(text for text, count in pages.most_common(_MOST_TEXTS) if count >= least)


class Hashes(NamedTuple):
    """For each block a hash of its text, numbers aside, one of its place, and the text's bytes."""

    texts: NDArray[np.uint64]
    places: NDArray[np.uint64]
    sizes: NDArray[np.int64]


def hashes(blocks: Blocks) -> Hashes:
    """What is known of blocks across pages."""
    page = blocks.page
    texts = [
        blocks.text(number).translate(_DIGITS).encode("utf-8", "replace")
        for number in range(len(blocks))
    ]
    around: dict[int, str] = {}
    parents = page.parent[blocks.first_row].tolist()
    places = [_place(page, row, around).encode("utf-8", "replace") for row in parents]
    return Hashes(
        np.array([_hash(text) for text in texts], np.uint64),
        np.array([_hash(place) for place in places], np.uint64),
        np.array([len(text) for text in texts], np.int64),
    )


def _place(page: Page, row: int, around: dict[int, str]) -> str:
    """The tags, classes and ids around a row, as far as they matter."""
    steps: list[str] = []
    while row > 0 and len(steps) < _ANCESTORS:
        if row not in around:
            attributes = page.attributes(row)
            named = f"{page.tag_name(row)}.{attributes.get('class', '')}#{attributes.get('id', '')}"
            around[row] = named.translate(_DIGITS)
        steps.append(around[row])
        row = int(page.parent[row])
    return "/".join(steps)


def _hash(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")
