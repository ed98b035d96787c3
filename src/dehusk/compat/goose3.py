"""As goose3: `Goose().extract(raw_html=...)` gives an article.

>>> Goose().extract(raw_html="<title>Tea</title><p>Tea needs boiling water.").cleaned_text
'Tea needs boiling water.'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from dehusk.compat._shared import document_of, fetched, warn_of
from dehusk.content import Image as Picture
from dehusk.content import Link, parts_of
from dehusk.document import Document


@dataclass(frozen=True)
class Image:
    """The picture of an article."""

    src: str
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True)
class Article:
    """The content of a page and what is known of it."""

    title: str = ""
    cleaned_text: str = ""
    meta_description: str = ""
    meta_lang: str = ""
    meta_keywords: str = ""
    canonical_link: str = ""
    domain: str = ""
    final_url: str = ""
    raw_html: str = ""
    top_image: Image | None = None
    authors: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    publish_date: str | None = None
    additional_data: dict[str, Any] = field(default_factory=dict)

    @property
    def publish_datetime_utc(self) -> datetime | None:
        """The date with its time in UTC, where the page says it."""
        if not self.publish_date or "T" not in self.publish_date:
            return None
        moment = datetime.fromisoformat(self.publish_date)
        return moment.astimezone(UTC) if moment.tzinfo else None

    @property
    def infos(self) -> dict[str, Any]:
        """All of it by name."""
        picture = self.top_image
        return {
            "meta": {
                "description": self.meta_description,
                "lang": self.meta_lang,
                "keywords": self.meta_keywords,
                "canonical": self.canonical_link,
            },
            "image": {"url": picture.src, "width": picture.width, "height": picture.height}
            if picture
            else None,
            "domain": self.domain,
            "title": self.title,
            "cleaned_text": self.cleaned_text,
            "tags": self.tags,
            "links": self.links,
            "authors": self.authors,
            "publish_date": self.publish_date,
        }


class Goose:
    """Extracts articles; also as a context manager."""

    def __init__(self, config: Any = None) -> None:
        warn_of({"config": config}, {"config": "give dehusk.Limits to dehusk.extract"})

    def __enter__(self) -> Goose:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is open."""

    def shutdown_network(self) -> None:
        """Nothing is open."""

    def extract(self, url: str | None = None, raw_html: str | None = None) -> Article:
        """The article at an address, or of the page that is given."""
        if raw_html is None:
            if url is None:
                raise ValueError("Give url or raw_html.")
            raw_html, url = fetched(url)
        return _article(document_of(raw_html, url), raw_html)


def _article(document: Document, raw_html: str) -> Article:
    metadata = document.metadata
    inside = list(parts_of(document.blocks))
    pictures = [one.url for one in inside if isinstance(one, Picture)]
    image = metadata.image or next(iter(pictures), None)
    return Article(
        title=metadata.title or "",
        cleaned_text=document.text,
        meta_description=metadata.description or "",
        meta_lang=(metadata.language or "")[:2],
        meta_keywords=", ".join(metadata.tags),
        canonical_link=metadata.canonical_url or "",
        domain=urlsplit(metadata.url or "").hostname or "",
        final_url=metadata.url or "",
        raw_html=raw_html,
        top_image=Image(image, metadata.image_width, metadata.image_height) if image else None,
        authors=list(metadata.authors),
        tags=list(metadata.tags),
        links=[one.url for one in inside if isinstance(one, Link)],
        publish_date=metadata.date_published,
    )
