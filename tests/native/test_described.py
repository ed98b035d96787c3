"""The native look at items of schema.org finds what plain Python finds in more steps."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import parse
from dehusk.metadata.microdata import MICRODATA, items
from dehusk.native.described import claims, in_groups, named, resolve, texts, types

Item = dict[str, Any]

VALUES = st.recursive(
    st.none() | st.integers(0, 3) | st.sampled_from(["", "Tea", "#a", "#b"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["@id", "@value", "name", "url"]), inner, max_size=4)
    ),
    max_leaves=12,
)
ITEMS = st.dictionaries(st.sampled_from(["@id", "name", "url", "author"]), VALUES, max_size=4)


def inner_by_hand(item: Item, inner: tuple[str, ...]) -> list[str]:
    for prop in inner:
        value = item.get(prop)
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, str):
            return [first]
    return []


def texts_by_hand(value: Any, inner: tuple[str, ...], most: int) -> list[str]:
    found: list[str] = []
    for one in value[:most] if isinstance(value, list) else [value]:
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            found.extend(inner_by_hand(one, inner))
    return found


@given(VALUES, st.integers(0, 4))
def test_the_texts_in_a_value(value: Any, most: int) -> None:
    inner = ("name", "@value")
    assert texts(value, inner, most) == texts_by_hand(value, inner, most)


@given(st.lists(ITEMS, max_size=3))
def test_the_claims_of_items(several: list[Item]) -> None:
    wanted = [
        (text, "json-ld", False)
        for item in several
        for prop in ("name", "author")
        for text in texts_by_hand(item.get(prop), ("url",), 3)
    ]
    assert claims(several, ("name", "author"), ("url",), "json-ld", 3) == wanted


@pytest.mark.parametrize(
    ("item", "wanted"),
    [
        ({"@type": "Article"}, ["Article"]),
        ({"type": "Article"}, ["Article"]),
        ({"@type": None, "type": "Article"}, []),
        (
            {"@type": ["https://schema.org/Article", "schema:BlogPosting", 3]},
            ["Article", "BlogPosting"],
        ),
        ({"@type": " http://schema.org#Recipe "}, ["Recipe"]),
        ({"@type": "A" * 200}, []),
        ({"@type": {"name": "Article"}}, []),
        ({"@type": ["A"] * 30}, ["A"] * 20),
        ({}, []),
    ],
)
def test_the_types_of_an_item(item: Item, wanted: list[str]) -> None:
    assert types(item) == wanted


def objects(roots: list[Any]) -> list[Item]:
    found: list[Item] = []
    queue = list(reversed(roots))
    while queue:
        value = queue.pop()
        if isinstance(value, dict):
            found.append(value)
            queue.extend(value.values())
        elif isinstance(value, list):
            queue.extend(reversed(value))
    return found


@given(st.lists(VALUES, max_size=4), st.integers(0, 8))
def test_items_by_their_names(roots: list[Any], most: int) -> None:
    wanted: dict[str, Item] = {}
    for item in objects(roots)[:most]:
        name = item.get("@id")
        if isinstance(name, str) and len(item) > len(wanted.get(name, (name,))):
            wanted[name] = item
    assert named(roots, most) == wanted


@given(ITEMS)
def test_names_are_resolved_one_step_deep(item: Item) -> None:
    names: dict[str, Item] = {"#a": {"@id": "#a", "name": "Ann", "url": "/ann"}}

    def resolved(value: Any) -> Any:
        is_name = isinstance(value, dict) and len(value) <= 2 and isinstance(value.get("@id"), str)
        return names.get(value["@id"], value) if is_name else value

    wanted = {
        prop: [resolved(one) for one in value] if isinstance(value, list) else resolved(value)
        for prop, value in item.items()
    }
    resolve(item, names)
    assert item == wanted


def test_no_depth_is_too_deep() -> None:
    value: Any = {"@id": "#a", "name": "Ann"}
    for _ in range(100_000):
        value = [value]
    assert named([value], 10) == {"#a": {"@id": "#a", "name": "Ann"}}
    while value:
        value = value.pop() if isinstance(value, list) else None


def test_items_in_the_markup() -> None:
    page = parse(
        """<meta itemprop=license content=CC>
        <main itemscope itemtype="http://schema.org/WebPage"><h1 itemprop="schema:name">Tea</h1>
        <div itemprop=mainEntity itemscope itemtype=Article><time itemprop=date datetime=2021>x</time>
        <a itemprop="url other" href=/tea></a><i itemprop=author itemscope><b itemprop=name>Ann</b></i>
        </div><p itemprop=unknown>no</p><img itemprop=image></main>"""
    )
    article = {
        "@type": ["Article"],
        "datePublished": ["2021"],
        "url": ["/tea"],
        "author": [{"name": ["Ann"]}],
    }
    whole = {"@type": ["http://schema.org/WebPage"], "name": ["Tea"], "mainEntity": [article]}
    assert items(page, MICRODATA) == [{"license": ["CC"]}, whole, article]


@given(st.lists(st.lists(st.sampled_from(["Article", "Event", "WebPage", "Thing"])), max_size=4))
def test_the_items_of_each_group(kinds: list[list[str]]) -> None:
    group_of = {"Article": 0, "Event": 1, "WebPage": 2}
    described: list[Item] = [{"@type": own} for own in kinds]
    expected: list[list[Item]] = [[], [], [], []]
    for item in described:
        expected[min([group_of.get(own, 3) for own in item["@type"]], default=3)].append(item)
    assert in_groups(described, group_of, 3) == expected[:3]
