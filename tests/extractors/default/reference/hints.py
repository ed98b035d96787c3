"""Hints from class names, ids and roles: the one vocabulary of the project. In NumPy."""

from __future__ import annotations

import re

import numpy as np

from dehusk.extractors.default.features.hints import ATTRIBUTES, VOCABULARY, kinds_of_word
from dehusk.page import Bools, Page
from tests.extractors.default.reference.counts import ColumnsByName, ReferenceCounts

_WORDS = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+")


def hint_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    page = counts.page
    kinds = kinds_of_rows(page)
    named = kinds > 0
    first = page.nearest_ancestor(named)[counts.first]
    above = page.nearest_ancestor(named)
    second = np.where(first >= 0, above[first], -1)
    third = np.where(second >= 0, above[second], -1)
    padded = np.append(kinds, 0)
    near = padded[first] | padded[second] | padded[third]
    columns: ColumnsByName = {}
    for number, kind in enumerate(VOCABULARY):
        mask: Bools = (kinds >> number & 1).astype(bool)
        columns[f"hint {kind}"] = page.inside(mask)[counts.first]
        columns[f"near {kind}"] = near >> number & 1
    return columns


def kinds_of_rows(page: Page) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each row a bit for each kind that its names hint at."""
    kinds = np.zeros(len(page), np.int64)
    for attribute in ATTRIBUTES:
        rows, values = page.with_attribute(attribute)
        known: dict[str, int] = {}
        for value in set(values):
            known[value] = _kinds_of_name(value)
        kinds[rows] |= np.array([known[value] for value in values], np.int64)
    return kinds


def _kinds_of_name(value: str) -> int:
    kinds = 0
    table = kinds_of_word()
    for word in _WORDS.findall(value[:300]):
        kinds |= table.get(word.lower(), 0)
    return kinds
