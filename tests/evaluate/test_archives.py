"""Web archives with their annotations, as a dataset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dehusk import parse
from dehusk.evaluate import Dataset, Example, Problem
from dehusk.evaluate.archives import element_text, row_at
from dehusk.evaluate.labels import example_leaves
from tests.archives import HERE, archive

PAGE = "<body><nav>Menu</nav><div><p>One</p><p>Two <b>words</b></p></div><p>Imprint</p>"


def test_every_row_is_found_by_its_path() -> None:
    page = parse(PAGE)
    for row in range(len(page)):
        if not page.is_text[row]:
            assert row_at(page, page.xpath(row)) == row


@pytest.mark.parametrize(
    "xpath", ["/html/body/p[2]", "/html/main", "", "(//*)[3]", "/html/body/p[x]", "/html/body/p[0]"]
)
def test_what_is_not_there_is_not_found(xpath: str) -> None:
    assert row_at(parse(PAGE), xpath) is None
    with pytest.raises(ValueError, match="has no element"):
        element_text(PAGE.encode(), xpath)


def test_the_gold_is_an_element_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "tea.mhtml").write_bytes(archive("tea", PAGE))
    lines = [
        {"id": "tea", "main": "/html/body/div"},
        {"id": "tea2", "main": "/html/body/table", "path": "html/tea.mhtml"},
    ]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    example, problem = Dataset(tmp_path)
    assert isinstance(example, Example)
    assert example.text == "One\n\nTwo words"
    assert isinstance(problem, Problem)
    assert "no element '/html/body/table'" in problem.message


def test_the_element_itself_is_the_gold_and_no_teaser_that_says_the_same(tmp_path: Path) -> None:
    teaser = "<p>Tea needs boiling water.</p>"
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "tea.html").write_text(f"<body>{teaser}<div>{teaser}</div>")
    (tmp_path / "gold.jsonl").write_text('{"id": "tea", "main": "/html/body/div"}')
    (example,) = Dataset(tmp_path)
    assert isinstance(example, Example)
    page = parse(example.html)
    leaves = page.leaves & page.is_text
    assert example_leaves(page, example)[leaves].tolist() == [False, True]


def test_our_own_archives_hold_their_gold() -> None:
    items = list(Dataset(HERE))
    assert len(items) == 20
    for item in items:
        assert isinstance(item, Example), item
        assert len(item.text or "") > 200, item.id
        assert b"/style.css" in item.html
