"""Where the rows of a page stood: their XPath and the bytes of the source that they came from."""

from dehusk.page import Page

class Locations:
    """Tells where the rows of one page stood."""

    def __init__(self, page: Page) -> None:
        """Number the rows of a page among their siblings."""

    def xpath(self, row: int) -> str:
        """Where a row stands in the tree: `/html/body/div[2]/p/text()[1]`."""

    def of(self, rows: tuple[int, int]) -> tuple[str | None, tuple[int, int] | None]:
        """XPath and bytes of the rows; nowhere when there are none, as for a note of several parts."""
