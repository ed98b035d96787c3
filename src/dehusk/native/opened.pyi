"""The columns of a page, opened once for all native modules."""

from dehusk.page import Page

class OpenPage:
    """Where the columns of a page begin. It keeps them alive, and a page never changes them."""

    def __init__(self, page: Page) -> None: ...
