"""Items and facts of documents, worked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dehusk.evaluate import (
    Dataset,
    Example,
    Expected,
    MarkdownMethod,
    Overlap,
    Written,
    evaluate,
)
from dehusk.evaluate.facts import FACTS
from dehusk.evaluate.structure import (
    KINDS,
    expected_items,
    found_items,
    items_of_html,
    items_of_markdown,
    picture_name,
)

MARKDOWN = """# Tea

Boil [water](https://example.org/water/) for $t < 3$ minutes.[^1]

- One *leaf*
- Two
  - Two and a half

> Patience.

```python
wait( 3 )
```

| a | b |
| --- | --- |
| 1 | 2 |

![A pot](https://cdn.example.org/w640/pot.JPG?x=1)

$$
x^2
$$

[^1]: Or four.
"""


@pytest.mark.parametrize(
    ("kind", "items"),
    [
        ("headings", ["tea"]),
        ("list-items", ["one leaf", "two", "two and a half"]),
        ("cells", ["a", "b", "1", "2"]),
        ("code", ["wait(3)"]),
        ("quotes", ["patience"]),
        ("links", ["example.org/water?"]),
        ("pictures", ["pot.jpg"]),
        ("formulas", ["t<3", "x^2"]),
        ("footnotes", ["or four"]),
    ],
)
def test_items_of_markdown(kind: str, items: list[str]) -> None:
    assert sorted(items_of_markdown(MARKDOWN)[kind].elements()) == sorted(items)


def test_html_gives_the_same_items_as_its_markdown() -> None:
    html = (
        "<h2>Tea</h2><ul><li>One <em>leaf</em><li>Two<ul><li>Two and a half</ul></ul>"
        "<blockquote><p>Patience.</blockquote><pre>wait( 3 )\n</pre>"
        "<table><tr><th>a<th>b<tr><td>1<td>2</table><img src='/pot.jpg'><img src='/s/pot.jpg'>"
    )
    told = items_of_html(html, "https://example.org/")
    wanted = items_of_markdown(MARKDOWN)
    for kind in ("headings", "list-items", "cells", "code", "quotes", "pictures"):
        assert told[kind] == wanted[kind]


def test_relative_links_and_places_on_the_page() -> None:
    html = "<a href='#top'>Up</a><a href='b/'>B</a><a href='https://www.example.org/a/b'>B</a>"
    assert items_of_html(html, "https://example.org/a/")["links"] == {"example.org/a/b?": 2}


def test_the_title_is_no_item() -> None:
    fields = {"title": "Tea!", "headings": ["Tea", "Leaves"]}
    example = Example("tea", b"", fields=fields)
    assert list(expected_items(example)["headings"]) == ["leaves"]
    assert list(found_items("# Tea\n\n## Milk", example)["headings"]) == ["milk"]


def test_pictures_of_the_gold_in_several_sizes_are_one() -> None:
    urls = ["https://example.org/a-1.jpg,", "https://example.org/a-2.jpg"]
    example = Example("tea", b"", fields={"images": [{"urls": urls, "cover": True}]})
    assert expected_items(example)["pictures"] == {"a-1.jpg": 1}
    assert found_items("![](/x/a-2.jpg) ![](a-1.jpg) ![](b.png)", example)["pictures"] == {
        "a-1.jpg": 1,
        "b.png": 1,
    }
    assert FACTS["cover"].score(Written("![](a-2.jpg)"), example).matched == 1


def test_an_expected_document_in_html_says_nothing_of_formulas_and_footnotes() -> None:
    example = Example("tea", b"", expected=Expected("<p>Tea</p>", is_markdown=False))
    assert set(KINDS) - set(expected_items(example)) == {"formulas", "footnotes"}


@pytest.mark.parametrize(
    ("name", "written", "overlap"),
    [
        ("title", Written("", title="Tea, and Milk"), Overlap(1, 1, 1)),
        ("title", Written("", title="Tea"), Overlap(0, 1, 1)),
        ("title", Written(""), Overlap(0, 0, 1)),
        ("authors", Written("", authors=("Ben Bag", "Ann Leaf")), Overlap(1, 1, 1)),
        ("authors", Written("", authors=("Ann Leaf",)), Overlap(0, 1, 1)),
        ("day", Written("", date="2024-03-14T10:00:00Z"), Overlap(1, 1, 1)),
        ("day", Written("", date="2024-03-15"), Overlap(0, 1, 1)),
        ("title-first", Written("# Tea and milk\n\nBoil."), Overlap(1, 1, 1)),
        ("title-first", Written("Boil.\n\n# Tea and milk"), Overlap(0, 1, 1)),
        ("standfirst", Written("# Tea\n\nHow to *boil* it."), Overlap(1, 1, 1)),
        ("standfirst", Written("# Tea"), Overlap(0, 0, 1)),
    ],
)
def test_facts(name: str, written: Written, overlap: Overlap) -> None:
    fields = {
        "title": "Tea and milk",
        "author": ["Ann Leaf and Ben Bag"],
        "date": "2024-03-14 06:00:00",
        "summary": ["How to boil it"],
    }
    assert FACTS[name].score(written, Example("tea", b"", fields=fields)) == overlap


def test_facts_that_the_gold_does_not_have_are_not_asked_for() -> None:
    example = Example("tea", b"", fields={"date": "NaT"})
    assert not any(fact.applies_to(example) for fact in FACTS.values())


def test_picture_names() -> None:
    assert picture_name("https://cdn/64/https%3A%2F%2Fexample.org%2FTea.PNG") == "tea.png"
    assert picture_name("/a/b.webp,") == "b.webp"


def test_a_dataset_with_expected_documents(tmp_path: Path) -> None:
    for folder in ("html", "expected"):
        (tmp_path / folder).mkdir()
    (tmp_path / "html" / "tea.html").write_text("<h1>Tea</h1><ul><li>Boil<li>Wait</ul>")
    (tmp_path / "expected" / "tea.md").write_text("- Boil\n- Drink\n")
    (tmp_path / "gold.jsonl").write_text(json.dumps({"id": "tea", "title": "Tea"}) + "\n")
    fixed = MarkdownMethod("fixed", fixed_document)
    results = evaluate([fixed], Dataset(tmp_path), metrics=["structure", "facts"])
    [page] = results.pages
    assert page.scores["list-items"] == Overlap(1, 2, 2)
    assert page.scores["title"] == Overlap(1, 1, 1)
    assert page.scores["title-first"] == Overlap(0, 1, 1)
    assert results.problems == []


def fixed_document(html: bytes, url: str | None) -> Written:
    return Written("- Boil\n- Wait", title="Tea")


def test_entries_of_a_table_of_contents_are_no_items() -> None:
    contents = '<ul><li><a href="#pots">Pots</a><li><a href="https://a.org/tea#cups">Cups</a>'
    other = '<li><a href="https://b.org/x#y">Elsewhere</a><li>See <a href="#pots">pots</a></ul>'
    items = items_of_html(contents + other, "https://a.org/tea")["list-items"]
    assert set(items) == {"elsewhere", "see pots"}


def test_the_way_back_from_a_note_is_no_part_of_it() -> None:
    html = '<ol><li>^ <a href="https://a.org/w#cite_ref-1">a</a> Leaf, Ann: Pots.</li></ol>'
    assert set(items_of_html(html)["list-items"]) == {"leaf ann pots"}
