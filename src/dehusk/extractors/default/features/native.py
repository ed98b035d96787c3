"""The way to the native code: what it has to know of tags, characters and names.

`dehusk.native.features` computes the columns of all the files here in one go. It is told what they say,
so that each list of tags, characters and words stands in one place.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from dehusk.extractors.default.features import hints, nearby_elements, place, records, scored, text
from dehusk.extractors.default.features.columns import COMMAS
from dehusk.native.codes import Character
from dehusk.native.features import (
    STRUCTURED_DATA_NAMES,
    BlockTable,
    Tables,
    column_names,
    describe,
    describe_structured_data,
)
from dehusk.page import Page
from dehusk.page.punctuation import SENTENCE_ENDS
from dehusk.page.tags import FIRST_CUSTOM, TAG_IDS

_CHARACTERS = {
    Character.STOP: SENTENCE_ENDS,
    Character.COMMA: COMMAS,
    Character.DIGIT: text.DIGITS,
    Character.SEPARATOR: text.SEPARATORS,
    Character.CURRENCY: text.CURRENCIES,
    Character.COPYRIGHT: "©",
    Character.AT_SIGN: "@",
}


def block_table(page: Page, columns: int, filled: int) -> BlockTable:
    """The blocks of a page with a matrix of so many columns, the first of them `filled`."""
    table = describe(_tables(), page, columns)
    describe_structured_data(page, table, filled - len(STRUCTURED_DATA_NAMES))
    return table


def native_columns(names: tuple[str, ...]) -> int:
    """How many columns the native code fills, once it is certain that it calls them the same.

    They must be the first of the names, in its order.
    """
    native = (
        *column_names(place.HOLDERS, place.AROUND, hints.VOCABULARY, nearby_elements.FITTINGS),
        *STRUCTURED_DATA_NAMES,
    )
    for number, name in enumerate(native):
        if names[number : number + 1] != (name,):
            said = names[number] if number < len(names) else "missing"
            raise RuntimeError(f"Column {number} is {name!r} natively, and {said!r} in `MEANINGS`.")
    return len(native)


@cache
def _tables() -> Tables:
    return Tables(
        holders=tuple(place.HOLDERS.values()),
        around=[TAG_IDS[tag] for tag in place.AROUND],
        characters=_character_table(),
        kinds_of_word={word.encode(): bits for word, bits in hints.kinds_of_word().items()},
        kinds=len(hints.VOCABULARY),
        attributes=hints.ATTRIBUTES,
        nearby_elements=tuple(nearby_elements.FITTINGS.values()),
        record_kinds=records.KINDS,
        tag_points=_tag_points(),
        name_points=scored.NAME_POINTS,
        good_names=_bits_of(scored.GOOD_NAMES),
        bad_names=_bits_of(scored.BAD_NAMES),
        least_visible_chars=scored.LEAST_INK,
    )


def _tag_points() -> list[int]:
    return [
        sum(points for tags, points in scored.TAG_POINTS.items() if tag in tags)
        for tag in range(FIRST_CUSTOM)
    ]


def _bits_of(kinds: tuple[str, ...]) -> int:
    known = list(hints.VOCABULARY)
    return sum(1 << known.index(kind) for kind in kinds)


def _character_table() -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    """For each code point of the basic plane what it is, as a sum of bits."""
    table = np.zeros(0x10000, np.uint16)
    for kind, characters in _CHARACTERS.items():
        table[[ord(character) for character in characters]] |= kind.value
    return table
