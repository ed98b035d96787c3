"""As newspaper4k: an `Article` with its text, title, authors, date and pictures.

>>> article = Article("https://example.org/tea")
>>> article.download(input_html="<title>Tea</title><p>Tea needs boiling water.").parse().text
'Tea needs boiling water.'
"""

from __future__ import annotations

import json
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from dehusk.compat._shared import document_of, fetched, warn_of
from dehusk.content import Embed, Image, parts_of
from dehusk.document import Document
from dehusk.errors import FetchError, PageError

_ADVICE = {
    "config": "give dehusk.Limits to dehusk.extract",
    "read_more_link": "fetch the page that it leads to",
}


_NOT_TOLD = frozenset({"html", "download_state", "download_exception_msg"})


class ArticleException(Exception):
    """The article was not downloaded, or could not be."""


class ArticleDownloadState(Enum):
    """How far the download of an article has come."""

    NOT_STARTED = 0
    FAILED_RESPONSE = 1
    SUCCESS = 2


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
        self.keywords: list[str] = []
        self.summary = ""
        self.download_state = ArticleDownloadState.NOT_STARTED
        self.download_exception_msg: str | None = None
        self.is_parsed = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Article) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.original_url)

    def download(
        self,
        input_html: str | None = None,
        title: str | None = None,
        recursion_counter: int = 0,
        ignore_read_more: bool = False,
    ) -> Article:
        """Take the page that is given, or fetch it; what went wrong is told by `parse`."""
        self.title = title or self.title
        try:
            self.html = self._fetched() if input_html is None else input_html
        except (OSError, FetchError, PageError) as error:
            self.download_state = ArticleDownloadState.FAILED_RESPONSE
            self.download_exception_msg = str(error)
        else:
            self.download_state = ArticleDownloadState.SUCCESS
            self.download_exception_msg = None
        return self

    def _fetched(self) -> str:
        parts = urlsplit(self.url)
        if parts.scheme == "file":
            return Path(url2pathname(parts.path)).read_text("utf-8", errors="replace")
        html, self.url = fetched(self.url)
        return html

    def parse(self) -> Article:
        """Read content and metadata."""
        self._check_download()
        try:
            self._take(document_of(self.html, self.url or None))
        except PageError as error:
            raise ArticleException(str(error)) from error
        self.is_parsed = True
        return self

    def _check_download(self) -> None:
        if self.download_state is ArticleDownloadState.NOT_STARTED:
            raise ArticleException("You must `download()` an article first!")
        if self.download_state is ArticleDownloadState.FAILED_RESPONSE:
            raise ArticleException(
                f"Article `download()` failed with {self.download_exception_msg}"
            )

    def build(self) -> None:
        """Download and parse."""
        self.download()
        self.parse()

    def nlp(self) -> None:
        """Keywords and a summary are not made here."""
        self._check_download()
        if not self.is_parsed:
            raise ArticleException("You must `parse()` an article first!")
        warn_of({"nlp": True}, {"nlp": "use a package for summaries on article.text"})

    def is_valid_body(self) -> bool:
        """Whether there is text of some length."""
        return self.is_parsed and len(self.text.split()) > 150

    def to_json(self, as_string: bool | None = True) -> str | dict[str, Any]:
        """The fields by name."""
        fields = {name: value for name, value in vars(self).items() if name not in _NOT_TOLD}
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
        self.movies = [one.url for one in parts_of(document.blocks) if isinstance(one, Embed)]
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
