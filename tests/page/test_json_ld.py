"""The JSON-LD of a page: read once, at any depth, with what its names stand for."""

from __future__ import annotations

import json

import pytest

from dehusk import Page, parse
from dehusk.page import json_ld


def page_with(*scripts: object) -> Page:
    texts = [one if isinstance(one, str) else json.dumps(one) for one in scripts]
    return parse("".join(f'<script type="application/ld+json">{text}</script>' for text in texts))


def test_of_items_with_one_name_the_fullest_counts() -> None:
    ann = {"@id": "#ann", "name": "Ann"}
    items = page_with({"@id": "#ann"}, {"@type": "Article", "author": [ann]}).json_ld.items
    assert items == [ann, {"@type": "Article", "author": [ann]}]


def test_no_depth_is_too_deep() -> None:
    deep = "[" * 5_000 + '{"@id": "#ann", "name": "Ann"}' + "]" * 5_000
    assert page_with({"author": {"@id": "#ann"}}, deep).json_ld.objects[0] == {
        "author": {"@id": "#ann"}
    }


def test_what_names_stand_for_changes_no_value() -> None:
    """Who reads first what a page declares, and who after that, see the same."""
    graph = [{"@id": "#tea", "about": {"@id": "#pot"}}, {"@id": "#pot", "about": {"@id": "#tea"}}]
    found = page_with({"@graph": graph}).json_ld
    tea = found.items[1]
    assert tea["about"]["about"] is tea
    assert list(found.values.values()) == [[{"@graph": graph}]]
    assert found.objects[1:] == [graph[0], graph[0]["about"], graph[1], graph[1]["about"]]


def test_a_reference_that_says_more_than_two_things_is_none() -> None:
    item = {"author": {"@id": "#ann", "@type": "Person", "url": "/ann"}}
    ann = {"@id": "#ann", "@type": "Person", "name": "Ann", "url": "/ann"}
    assert page_with(item, ann).json_ld.items[0] == item
    del item["author"]["url"]
    assert page_with(item, ann).json_ld.items[0] == {"author": ann}


def test_scripts_are_read_as_far_as_they_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_ld, "SIZE_LIMIT", 20)
    found = page_with('{"name": "Tea"}', '{"name": "Pot"}', '{"a":1}').json_ld
    assert found.items == [{"name": "Tea"}]
    assert [found.says(word) for word in (b"Tea", b"Pot")] == [True, False]
    assert [found.says(b'"', times) for times in (4, 5)] == [True, False]


def test_so_many_items_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_ld, "_ITEM_LIMIT", 2)
    found = page_with([{"n": 1}, {"n": 2}, {"n": 3}]).json_ld
    assert len(found.items) == len(found.objects) == 2
