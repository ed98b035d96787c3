"""What a page says of itself.

>>> Metadata(title="Tea", authors=("Ann Leaf",)).title
'Tea'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dehusk.metadata.things import Event, Job, Product, Recipe


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
    `byline`, `url` or `caller`. `product` is what the page sells; `recipe`, `event` and `job` are there
    where it declares one.
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
