"""What a page says of itself.

>>> Metadata(title="Tea", authors=("Ann Leaf",)).title
'Tea'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from dehusk.errors import no_attribute
from dehusk.metadata.things import Event, Job, Product, Recipe
from dehusk.reprs import short_repr


@dataclass(frozen=True)
class Metadata:
    """The facts that a page declares, each None or empty where it declares none.

    >>> metadata = Metadata(title="Tea", sources={"title": "html"})
    >>> metadata.title, metadata.authors, metadata.date_published
    ('Tea', (), None)
    >>> metadata.sources["title"]
    'html'

    Dates are ISO 8601: `2024-03-14`, or with a time and the offset that the page declared,
    `2024-03-14T06:30:00+00:00`. URLs are absolute. The size of the image is in pixels, as the source
    of its address declares it. `kind` is a schema.org type such as
    `NewsArticle` where the page declares one, else its `og:type` such as `article`. `url` is the
    address that the caller gave, else the canonical one. `sources` says for each field with a value
    where it came from: `json-ld`, `opengraph`, `twitter`, `meta`, `microdata`, `rdfa`, `html`,
    `byline`, `text`, `url` or `caller`. `product` is what the page sells; `recipe`, `event` and
    `job` are there where it declares one.
    """

    title: str | None = None
    authors: tuple[str, ...] = ()
    date_published: str | None = None
    date_modified: str | None = None
    site_name: str | None = None
    description: str | None = None
    standfirst: str | None = None
    language: str | None = None
    canonical_url: str | None = None
    image: str | None = None
    image_width: int | None = None
    image_height: int | None = None
    tags: tuple[str, ...] = ()
    license: str | None = None
    kind: str | None = None
    url: str | None = None
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    product: Product | None = None
    recipe: Recipe | None = None
    event: Event | None = None
    job: Job | None = None

    __repr__ = short_repr

    @property
    def base_language(self) -> str | None:
        """The language without script, region and variant.

        >>> Metadata(language="en-GB").base_language
        'en'
        """
        return base_of(self.language)

    def as_dict(self) -> dict[str, Any]:
        """Every field by its name, in types of JSON.

        >>> Metadata(authors=("Ann Leaf",)).as_dict()["authors"]
        ['Ann Leaf']
        """
        told: dict[str, Any] = _plain(self)
        return told

    if not TYPE_CHECKING:  # type checkers know the names, and would take any other for one

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(no_attribute(self, name), name=name, obj=self)


def _plain(value: Any) -> Any:
    """A value in types of JSON."""
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return dict(value) if isinstance(value, Mapping) else value


def base_of(language: str | None) -> str | None:
    """A language without script, region and variant."""
    return language.partition("-")[0] if language else None
