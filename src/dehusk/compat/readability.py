"""As readability-lxml: `Document(html).summary()`, `title()`, `short_title()`.

>>> Document("<title>Tea - Leaves</title><nav>Home</nav><p>Tea needs boiling water.").summary(True)
'<p>Tea needs boiling water.</p>'
"""

from __future__ import annotations

from typing import Any

from dehusk.compat._shared import document_of, everything, warn_of
from dehusk.content.header import NO_FRONT
from dehusk.document import Document as Content
from dehusk.errors import PageError
from dehusk.lazy import lazy
from dehusk.page.tags import Tag
from dehusk.writers.html import Html

_ADVICE = {
    "positive_keywords": "the method learned what content is called",
    "negative_keywords": "the method learned what content is called",
    "xpath": "every block of dehusk.extract(html).json has its XPath",
    "min_text_length": "amount of dehusk.extract is the way to more or less",
    "retry_length": "amount of dehusk.extract is the way to more or less",
    "handle_failures": "links that are no addresses are left out",
}
_USUAL = {"min_text_length": 25, "retry_length": 250, "handle_failures": "discard"}


class Unparseable(ValueError):
    """The input is no HTML."""


class Document:
    """A page and its main content."""

    def __init__(
        self,
        input: Any,
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: str = "discard",
    ) -> None:
        warn_of(dict(locals()), _ADVICE, _USUAL)
        self._input, self._url = input, url

    @lazy
    def _document(self) -> Content:
        try:
            return document_of(self._input, self._url)
        except PageError as error:
            raise Unparseable(str(error)) from error

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The main content as HTML, a whole page or the part of one."""
        advice = {"keep_all_images": "pictures are kept where the text around them is"}
        warn_of({"keep_all_images": keep_all_images}, advice)
        html = self._document.to_html(Html(front=NO_FRONT))
        return html.strip() if html_partial else f"<html><body><div>{html}</div></body></html>"

    def title(self) -> str:
        """The `title` of the page as it stands there."""
        page = self._document.page
        found = page.rows_with_tag(Tag.TITLE)
        return " ".join(page.text_of(int(found[0])).split()) if len(found) else "[no-title]"

    def short_title(self) -> str:
        """The title without the name of the site."""
        return self._document.title or "[no-title]"

    def author(self) -> str:
        """Who wrote it."""
        return ", ".join(self._document.metadata.authors) or "[no-author]"

    def content(self) -> str:
        """The body of the page, as it came, made safe."""
        return everything(self._document.page).to_html(Html(front=NO_FRONT))

    def get_clean_html(self) -> str:
        """The same as `content`."""
        return self.content()
