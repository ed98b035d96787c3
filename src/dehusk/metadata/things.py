"""What a page is about, where that is a thing with facts of its own: goods, a dish, a date, a post.

>>> Product(name="Tea pot", price="24.50", currency="EUR").price
'24.50'
"""

from __future__ import annotations

from dataclasses import dataclass

from dehusk.reprs import short_repr


@dataclass(frozen=True)
class Product:
    """Something that a page sells; a fact that it does not tell is None.

    `price` is a plain decimal number. `currency` is a code of ISO 4217, or the sign that the page
    shows where several currencies share it. `availability` is a word of schema.org such as `InStock`
    or `OutOfStock`.
    """

    name: str | None = None
    brand: str | None = None
    price: str | None = None
    currency: str | None = None
    availability: str | None = None
    sku: str | None = None
    gtin: str | None = None

    __repr__ = short_repr


@dataclass(frozen=True)
class Recipe:
    """A dish and how it is made. Times are durations of ISO 8601 (`PT25M`), as the page declares."""

    name: str | None = None
    makes: str | None = None
    preparation_time: str | None = None
    cooking_time: str | None = None
    total_time: str | None = None
    ingredients: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    __repr__ = short_repr


@dataclass(frozen=True)
class Event:
    """Something that takes place. Dates are ISO 8601."""

    name: str | None = None
    start: str | None = None
    end: str | None = None
    place: str | None = None
    address: str | None = None
    organizer: str | None = None
    price: str | None = None
    currency: str | None = None

    __repr__ = short_repr


@dataclass(frozen=True)
class Job:
    """A post that is to be filled. Dates are ISO 8601."""

    name: str | None = None
    employer: str | None = None
    place: str | None = None
    employment: str | None = None
    date_posted: str | None = None
    valid_through: str | None = None

    __repr__ = short_repr
