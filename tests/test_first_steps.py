"""What somebody tries in the first minutes: short names, typos, and arguments of the wrong kind."""

from __future__ import annotations

import copy
import io
import json
import pickle
from typing import Any

import pytest

import dehusk
from dehusk.content import List
from dehusk.fetch import Fetched
from tests.conftest import PAGES

NEWS = (PAGES / "news" / "page.html").read_bytes()


def test_facts_stand_beside_the_title() -> None:
    document = dehusk.extract(NEWS, url="https://example.org/bridge")
    metadata = document.metadata
    assert document.authors == metadata.authors == ("Maren Oakhollow", "Tobias Quill")
    assert document.date == metadata.date_published
    assert document.language == metadata.language
    assert document.url == "https://example.org/bridge"
    assert document.site == metadata.site_name == "The Tidewater Courier"


def test_dictionaries() -> None:
    document = dehusk.extract(NEWS)
    assert document.as_dict() == json.loads(document.json)
    told = document.metadata.as_dict()
    assert told["authors"] == ["Maren Oakhollow", "Tobias Quill"]
    assert json.loads(json.dumps(told)) == told


def test_a_document_without_content_is_false() -> None:
    assert dehusk.extract(NEWS)
    assert not dehusk.extract("<title>Empty</title>")


def test_shorthands_of_markdown() -> None:
    html = "<p>Tea needs <a href=/water>boiling water</a>, and time.</p>"
    document = dehusk.extract(html, url="https://example.org/")
    assert document.to_markdown(links=False) == "Tea needs boiling water, and time.\n"
    assert "](https://example.org/water)" in document.to_markdown(
        dehusk.Markdown(links="none"), links=True
    )


@pytest.mark.parametrize(
    ("thing", "name", "meant"),
    [
        (dehusk.extract(NEWS), "markdwn", "'markdown'"),
        (dehusk.extract(NEWS), "author", "'authors'"),
        (dehusk.extract(NEWS).metadata, "titel", "'title'"),
        (dehusk, "extrct", "'dehusk.extract'"),
    ],
)
def test_a_typo_names_the_right_attribute(thing: Any, name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'; did you mean {meant}"):
        getattr(thing, name)


def test_attributes_that_python_looks_for_are_no_typos() -> None:
    metadata = dehusk.extract(NEWS).metadata
    assert copy.copy(metadata) == pickle.loads(pickle.dumps(metadata)) == metadata


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"amount": "more"}, "amount is a number from -2"),
        ({"amount": 5}, "amount is a number from -2"),
        ({"url": 5}, "url is a string"),
        ({"method": None}, "method is a name such as 'default'"),
        ({"limits": 5}, r"limits are dehusk.Limits\(...\), and not int"),
        ({"source": None}, "and not None"),
        ({"source": ["<p>Tea"]}, "and not list"),
        ({"source": io.StringIO("<p>Tea")}, r"and not StringIO; give what its read\(\) returns"),
    ],
)
def test_wrong_arguments_get_a_sentence(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(dehusk.DehuskError, match=told):
        dehusk.extract(**{"source": "<p>Tea", **arguments})


def test_read_fetches_and_extracts(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, **options: Any) -> Fetched:
        assert options["allow_private"] is False
        return Fetched(NEWS, "https://example.org/moved", "utf-8", 200, "text/html")

    monkeypatch.setattr("dehusk.fetch.fetch", fetch)
    document = dehusk.read("https://example.org/bridge")
    assert document.page.url == "https://example.org/moved"
    assert document.text == dehusk.extract(NEWS).text


def test_blocks_say_what_and_where_they_are() -> None:
    document = dehusk.extract(NEWS)
    for block, told in zip(document.blocks, document.as_dict()["blocks"], strict=True):
        assert block.xpath == told["xpath"]
        assert block.source is not None
        assert list(block.source) == told["source"]
        assert block.text
    first = document.blocks[1]
    assert first.text.startswith("The Harbour Bridge in Saltmere will close")
    assert first.text in document.text
    assert copy.copy(first) == first
    assert pickle.loads(pickle.dumps(first)).xpath is None
    assert [
        item.text for block in document.blocks if isinstance(block, List) for item in block.items
    ]
    with pytest.raises(AttributeError, match="did you mean 'xpath'"):
        first.xpat  # type: ignore[attr-defined]  # noqa: B018


def test_every_repr_fits_a_line() -> None:
    document = dehusk.extract(NEWS)
    shown: list[object] = [document, document.page, document.selection, document.content]
    shown += [document.metadata, dehusk.Limits(), *document.blocks, *document.chunks()]
    shown += document.roles
    for thing in shown:
        assert len(repr(thing)) < 200, repr(thing)
        assert "\n" not in repr(thing)


def test_parse_and_limits_say_what_they_take() -> None:
    for given in (None, [1], 5, io.BytesIO(NEWS)):
        with pytest.raises(dehusk.PageError, match="HTML as str or bytes"):
            dehusk.parse(given)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"Limits.seconds is a number, and not '5'"):
        dehusk.Limits(seconds="5")  # type: ignore[arg-type]
    with pytest.raises(dehusk.UnknownMethod, match="did you mean 'default'"):
        dehusk.extract(NEWS, method="defualt")


@pytest.mark.parametrize("name", ["to_text", "to_markdown", "to_html", "to_json"])
def test_options_of_another_kind_are_told(name: str) -> None:
    document = dehusk.extract(NEWS)
    for given in (5, "plain", dehusk.Limits()):
        with pytest.raises(dehusk.FormatError, match=r"options are dehusk\.\w+\(\.\.\.\), and not"):
            getattr(document, name)(given)
