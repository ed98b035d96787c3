"""The columns of `dehusk.extractors.default.features.stated`, natively."""

from dehusk.native.features import BlockTable
from dehusk.page import Page

STATED_NAMES: tuple[str, ...]

def describe_stated(page: Page, table: BlockTable, start: int) -> None:
    """Write the columns into the matrix of a page's blocks, from column `start` on."""
