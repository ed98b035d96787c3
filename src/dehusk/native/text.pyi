"""From a page and what is kept of it straight to plain text."""

from dehusk.page import Bools, Page

def plain_text(page: Page, keep: Bools) -> str | None:
    """The text of the leaves of a page that are kept; None where it takes the whole content tree."""
