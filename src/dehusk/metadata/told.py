"""The things that a page declares, each read when it is first asked for.

>>> from dehusk.metadata.evidence import Evidence
>>> from dehusk.page.parse import parse
>>> page = parse('''<script type="application/ld+json">{"@type": "JobPosting", "title": "Tea taster",
...     "hiringOrganization": {"name": "Leaf Ltd"}, "datePosted": "2024-03-14"}</script>''')
>>> things = ThingsOf(Evidence(page))
>>> things.job.name, things.job.employer, things.recipe
('Tea taster', 'Leaf Ltd', None)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dehusk.lazy import lazy
from dehusk.metadata.dates import parse_date
from dehusk.metadata.evidence import Evidence
from dehusk.metadata.item_values import inner, items_in, text_in, texts_in
from dehusk.metadata.microdata import things
from dehusk.metadata.offers import Offer, best_offer, offers_of
from dehusk.metadata.product import read_product
from dehusk.metadata.schema import Item, own_items
from dehusk.metadata.things import Event, Job, Known, Product, Recipe
from dehusk.metadata.values import clean

_RECIPES = frozenset(["Recipe"])
_JOBS = frozenset(["JobPosting"])
_EVENTS = frozenset(
    """Event BusinessEvent ChildrensEvent ComedyEvent CourseInstance DanceEvent DeliveryEvent
    EducationEvent ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent
    PublicationEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent
    VisualArtsEvent""".split()
)
_ADDRESS = ("streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")
_MOST_STEPS = 500


class ThingsOf:
    """The things of a page that was read."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    def __reduce__(self) -> tuple[type[Known], tuple[Any, ...]]:
        return Known, (self.product, self.recipe, self.event, self.job)

    @lazy
    def _described(self) -> tuple[list[Item], list[Item]]:
        """The items of JSON-LD and of microdata."""
        return self._evidence.json_ld, things(self._evidence.page)

    def _own(self, kinds: frozenset[str]) -> Item | None:
        """The item of some types that the page is about: the fullest of the first source."""
        for items in self._described:
            if own := own_items(items, kinds, self._evidence.hints):
                return max(own, key=len)
        return None

    @lazy
    def product(self) -> Product | None:
        """What the page sells."""
        return read_product(self._evidence, self._described)

    @lazy
    def recipe(self) -> Recipe | None:
        """The recipe that it declares."""
        item = self._own(_RECIPES)
        if item is None:
            return None
        return Recipe(
            name=text_in(item, "name", "headline"),
            makes=text_in(item, "recipeYield", "yield"),
            preparation_time=text_in(item, "prepTime"),
            cooking_time=text_in(item, "cookTime"),
            total_time=text_in(item, "totalTime"),
            ingredients=texts_in(item, "recipeIngredient", "ingredients"),
            steps=tuple(_steps(item.get("recipeInstructions"))),
        )

    @lazy
    def event(self) -> Event | None:
        """The event that it declares."""
        item = self._own(_EVENTS)
        if item is None:
            return None
        place = inner(item, "location")
        offer = best_offer(offers_of(item)) or Offer()
        return Event(
            name=text_in(item, "name", "headline"),
            start=self._date(item, "startDate"),
            end=self._date(item, "endDate"),
            place=text_in(place, "name") or text_in(item, "location"),
            address=_address(place),
            organizer=text_in(item, "organizer"),
            price=offer.price,
            currency=offer.currency,
        )

    @lazy
    def job(self) -> Job | None:
        """The job that it declares."""
        item = self._own(_JOBS)
        if item is None:
            return None
        place = inner(item, "jobLocation")
        return Job(
            name=text_in(item, "title", "name"),
            employer=text_in(item, "hiringOrganization"),
            place=_address(place) or text_in(item, "jobLocation"),
            employment=", ".join(texts_in(item, "employmentType")) or None,
            date_posted=self._date(item, "datePosted"),
            valid_through=self._date(item, "validThrough"),
        )

    def _date(self, item: Item, name: str) -> str | None:
        text = text_in(item, name)
        return parse_date(text, self._evidence.language[0]) if text else None


def _address(place: Item) -> str | None:
    """Where a place is, in one line."""
    address = inner(place, "address")
    parts = [part for name in _ADDRESS if (part := text_in(address, name))]
    return ", ".join(dict.fromkeys(parts)) or text_in(place, "address")


def _steps(value: Any) -> Iterator[str]:
    """The steps of instructions: texts, lines of a text, or items, those of sections in their order."""
    queue = [value]
    most = _MOST_STEPS
    while queue and most:
        one = queue.pop()
        most -= 1
        if isinstance(one, list):
            queue.extend(reversed(one[:_MOST_STEPS]))
        elif isinstance(one, str):
            yield from filter(None, map(clean, one.splitlines()))
        elif isinstance(one, dict):
            parts = items_in(one, "itemListElement")
            if parts:
                queue.extend(reversed(parts))
            elif text := text_in(one, "text", "name"):
                yield text
