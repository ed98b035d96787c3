"""The recipe, the event and the job that a page declares.

>>> from dehusk.metadata.evidence import Evidence
>>> from dehusk.page.parse import parse
>>> page = parse('''<script type="application/ld+json">{"@type": "JobPosting", "title": "Tea taster",
...     "hiringOrganization": {"name": "Leaf Ltd"}, "datePosted": "2024-03-14"}</script>''')
>>> job = read_job(Evidence(page))
>>> job.name, job.employer, job.date_posted
('Tea taster', 'Leaf Ltd', '2024-03-14')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dehusk.metadata.dates import parse_date
from dehusk.metadata.evidence import Evidence
from dehusk.metadata.item_values import inner, items_in, text_in, texts_in
from dehusk.metadata.offers import best_offer, offers_of
from dehusk.metadata.schema import own_items
from dehusk.metadata.things import Event, Job, Recipe
from dehusk.metadata.values import clean
from dehusk.page.json_ld import Item

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


def read_recipe(evidence: Evidence) -> Recipe | None:
    """The recipe that a page declares."""
    item = _own(evidence, _RECIPES)
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


def read_event(evidence: Evidence) -> Event | None:
    """The event that a page declares."""
    item = _own(evidence, _EVENTS)
    if item is None:
        return None
    place, offer = inner(item, "location"), best_offer(offers_of(item))
    return Event(
        name=text_in(item, "name", "headline"),
        start=_date(item, "startDate", evidence),
        end=_date(item, "endDate", evidence),
        place=text_in(item, "location"),
        address=_address(place),
        organizer=text_in(item, "organizer"),
        price=offer.price,
        currency=offer.currency,
    )


def read_job(evidence: Evidence) -> Job | None:
    """The job that a page declares."""
    item = _own(evidence, _JOBS)
    if item is None:
        return None
    return Job(
        name=text_in(item, "title", "name"),
        employer=text_in(item, "hiringOrganization"),
        place=_address(inner(item, "jobLocation")) or text_in(item, "jobLocation"),
        employment=", ".join(texts_in(item, "employmentType")) or None,
        date_posted=_date(item, "datePosted", evidence),
        valid_through=_date(item, "validThrough", evidence),
    )


def _own(evidence: Evidence, kinds: frozenset[str]) -> Item | None:
    """The item of some types that the page is about: the fullest of the first source."""
    if kinds.isdisjoint(evidence.item_types):
        return None
    for items in (evidence.json_ld, evidence.microdata):
        if own := own_items(items, kinds, evidence.hints):
            return max(own, key=len)
    return None


def _date(item: Item, name: str, evidence: Evidence) -> str | None:
    text = text_in(item, name)
    return parse_date(text, evidence.language[0]) if text else None


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


READERS = {"recipe": read_recipe, "event": read_event, "job": read_job}
"""How each of them is read."""
