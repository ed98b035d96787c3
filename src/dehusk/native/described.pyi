"""Items as schema.org describes them: objects with properties."""

from collections.abc import Callable, Collection
from typing import Any

from dehusk.page import Page

Item = dict[str, Any]

def types(item: Item) -> list[str]:
    """The schema.org types of an item, without their prefix."""

def texts(value: Any, inner: tuple[str, ...], most: int) -> list[str]:
    """The strings in a value: itself, those in a list, and one of the `inner` properties of items."""

def claims(
    items: list[Item], properties: tuple[str, ...], inner: tuple[str, ...], source: str, most: int
) -> list[tuple[str, str, bool]]:
    """The texts in some properties of some items, each as a claim of a source that is not weak."""

def in_groups(items: list[Item], group_of: dict[str, int], count: int) -> list[list[Item]]:
    """The items of each group: the first that one of their types is in."""

def named(roots: list[Any], most: int) -> dict[str, Item]:
    """The items that have a name and say more, each by its name."""

def resolve(item: Item, names: dict[str, Item]) -> None:
    """Put the item in the place of each `{"@id": …}` that only names it."""

def items_in(
    page: Page,
    rows: list[tuple[int, dict[str, str]]],
    dialect: tuple[str, str, str],
    known: dict[str, str],
    own: Collection[str],
    addresses: Collection[str],
    time: int,
    visible_text: Callable[[Page, int], str],
) -> list[Item]:
    """The items that some rows make; the first has the properties that are in none of them."""
