"""As newspaper4k: an `Article` with its text, title, authors, date and pictures.

>>> article = Article("https://example.org/tea")
>>> article.download(input_html="<title>Tea</title><p>Tea needs boiling water.").parse().text
'Tea needs boiling water.'
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from dehusk.compat._shared import document_of, warn_of
from dehusk.content import Image, parts_of
from dehusk.document import Document
from dehusk.errors import PageError

_ADVICE = {
    "config": "give dehusk.Limits to dehusk.extract",
    "read_more_link": "fetch the page that it leads to",
}


class ArticleException(Exception):
    """The article was not downloaded, or could not be."""


class Article:
    """A page of news; `download` and `parse` fill it."""

    def __init__(
        self,
        url: str,
        title: str = "",
        source_url: str = "",
        read_more_link: str = "",
        config: Any = None,
        **kwargs: Any,
    ) -> None:
        warn_of(
            {**locals(), **kwargs}, {**_ADVICE, **dict.fromkeys(kwargs, "it has no counterpart")}
        )
        self.url = url
        self.original_url = url
        self.source_url = source_url
        self.title = title
        self.html = ""
        self.text = ""
        self.article_html = ""
        self.authors: list[str] = []
        self.publish_date: datetime | None = None
        self.top_image = ""
        self.images: list[str] = []
        self.movies: list[str] = []
        self.meta_description = ""
        self.meta_lang = ""
        self.meta_keywords: list[str] = []
        self.meta_site_name = ""
        self.canonical_link = ""
        self.tags: set[str] = set()
        self.is_parsed = False

    def download(
        self,
        input_html: str | None = None,
        title: str | None = None,
        recursion_counter: int = 0,
        ignore_read_more: bool = False,
    ) -> Article:
        """Take the page that is given, or fetch it."""
        if input_html is None:
            from dehusk.errors import FetchError
            from dehusk.fetch import fetch

            try:
                fetched = fetch(self.url)
            except FetchError as error:
                raise ArticleException(str(error)) from error
            input_html = fetched.body.decode(fetched.encoding or "utf-8", "replace")
            self.url = fetched.url
        self.html = input_html
        self.title = title or self.title
        return self

    def parse(self) -> Article:
        """Read content and metadata."""
        if not self.html:
            raise ArticleException("You must `download()` an article first!")
        try:
            self._take(document_of(self.html, self.url or None))
        except PageError as error:
            raise ArticleException(str(error)) from error
        self.is_parsed = True
        return self

    def build(self) -> None:
        """Download and parse."""
        self.download()
        self.parse()

    def nlp(self) -> None:
        """Keywords and a summary are not made here."""
        warn_of({"nlp": True}, {"nlp": "use a package for summaries on article.text"})

    def is_valid_body(self) -> bool:
        """Whether there is text of some length."""
        return self.is_parsed and len(self.text.split()) > 150

    def to_json(self, as_string: bool | None = True) -> str | dict[str, Any]:
        """The fields by name."""
        fields = {name: value for name, value in vars(self).items() if name != "html"}
        fields["tags"] = sorted(self.tags)
        fields["publish_date"] = self.publish_date.isoformat() if self.publish_date else None
        return json.dumps(fields, ensure_ascii=False) if as_string else fields

    def _take(self, document: Document) -> None:
        metadata = document.metadata
        self.text = document.text
        self.article_html = document.html
        self.title = self.title or metadata.title or ""
        self.authors = list(metadata.authors)
        if metadata.date_published:
            self.publish_date = datetime.fromisoformat(metadata.date_published)
        pictures = [one.url for one in parts_of(document.blocks) if isinstance(one, Image)]
        self.images = list(dict.fromkeys(pictures))
        self.top_image = metadata.image or next(iter(self.images), "")
        self.meta_description = metadata.description or ""
        self.meta_lang = (metadata.language or "")[:2]
        self.meta_keywords = list(metadata.tags)
        self.meta_site_name = metadata.site_name or ""
        self.canonical_link = metadata.canonical_url or ""
        self.tags = set(metadata.tags)


def article(
    url: str, language: str | None = None, input_html: str | None = None, **kwargs: Any
) -> Article:
    """The article at an address, downloaded and parsed."""
    made = Article(url, **kwargs)
    made.download(input_html)
    return made.parse()
