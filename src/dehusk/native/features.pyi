"""The columns of `dehusk.extractors.default.features`, natively."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.page import Page
from dehusk.page.tags import TagSet

class Tables:
    """What the features know of tags, characters and names."""

    def __init__(
        self,
        *,
        holders: Sequence[TagSet],
        around: Sequence[int],
        characters: NDArray[np.uint16],
        kinds_of_word: Mapping[bytes, int],
        kinds: int,
        attributes: Sequence[str],
        nearby_elements: Sequence[TagSet],
        record_kinds: Sequence[TagSet],
        tag_points: Sequence[int],
        name_points: int,
        good_names: int,
        bad_names: int,
        least_visible_chars: int,
    ) -> None: ...

class BlockTable(NamedTuple):
    """The text blocks of a page, what was counted in them, and their features."""

    features: NDArray[np.float32]
    block_of: NDArray[np.int32]
    first_row: NDArray[np.int32]
    end_row: NDArray[np.int32]
    shown_leaves: NDArray[np.bool_]
    enclosing_block: NDArray[np.int64]
    words: NDArray[np.float64]
    visible_chars: NDArray[np.float64]
    linked: NDArray[np.float64]
    stops: NDArray[np.float64]
    commas: NDArray[np.float64]
    good: NDArray[np.bool_]
    template_id: NDArray[np.int64]
    text_id: NDArray[np.int64]

def column_names(
    holders: Iterable[str],
    around: Iterable[str],
    kinds: Iterable[str],
    nearby_elements: Iterable[str],
) -> tuple[str, ...]:
    """The names of all columns in their order; those of what is passed are the caller's."""

def describe(tables: Tables, page: Page, columns: int) -> BlockTable:
    """The text blocks of a page, with a matrix of `columns` columns, the first of them filled."""

STRUCTURED_DATA_NAMES: tuple[str, ...]

def describe_structured_data(page: Page, table: BlockTable, start: int) -> None:
    """Write the columns into the matrix of a page's blocks, from column `start` on."""
