"""The figures of the papers: what they show is what the methods count."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from dehusk.extractors.densities import TagBlocks
from dehusk.reproduce import cnr_figures, context_figures
from dehusk.reproduce.figures import boxes, columns, listing, points
from dehusk.reproduce.refined import example_page, refined

SPACE = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SPACE}text")]


def test_distances_are_the_tags_between_texts_of_the_refined_document() -> None:
    page = example_page()
    lines, blocks = refined(page), TagBlocks.of(page)
    at = {line.row: number for number, line in enumerate(lines) if line.is_text}
    rows = np.flatnonzero(blocks.block_of >= 0).tolist()
    assert sorted(at) == rows
    first, last = {}, {}
    for row in rows:
        first.setdefault(int(blocks.block_of[row]), row)
        last[int(blocks.block_of[row])] = row
    between = [
        sum(not line.is_text for line in lines[at[last[number - 1]] : at[first[number]]])
        for number in range(1, len(blocks))
    ]
    assert between == blocks.distance[1:-1].tolist()


def test_the_figures_of_kim_say_parents_and_distances() -> None:
    told = {one.name: texts(one.svg) for one in context_figures.figures()}
    assert list(told) == [f"context-figure-{number}" for number in (1, 2, 3, 4)]
    assert {"<h1>", "<a>", "<span>: other"} <= set(told["context-figure-1"])
    assert "blockquote" in told["context-figure-2"]
    assert any(words.endswith("before, 4 after") for words in told["context-figure-3"])
    assert '<article class="article">' in told["context-figure-4"]


def test_figure_5_has_what_is_reported_and_what_is_found() -> None:
    ours = {"boilerpipe": (0.1, 0.2, 0.3), "context": (0.4, 0.5, 0.625)}
    first, second = context_figures.performance({"context": (0.873, 0.827, 0.849)}, ours, "all")
    assert {"0.849", "0.625", "context, here", "context, Kim et al."} <= set(texts(first.svg))
    assert {"0.815", "0.629"} <= set(texts(second.svg))


def test_lines_beside_the_main_block_have_high_tag_ratios_too() -> None:
    figure = cnr_figures._tag_ratios()
    drawn = ElementTree.fromstring(figure.svg)
    assert len([one for one in drawn.iter() if one.get("class") == "marked"]) == 1
    assert len([one for one in drawn.iter() if one.get("class") == "up"]) > 30
    assert "/html/body/main/article/div" in figure.note


@pytest.mark.browser
def test_the_blocks_of_a_page_are_outlined() -> None:
    drawn = ElementTree.fromstring(cnr_figures._blocks().svg)
    kinds = [one.get("class") for one in drawn.iter()]
    assert kinds.count("main") == 1
    assert kinds.count("block") > 2


def test_without_a_browser_the_blocks_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEHUSK_CHROMIUM", "no such program")
    figure = cnr_figures._blocks()
    assert not figure.svg
    assert "DEHUSK_CHROMIUM" in figure.note


def test_drawings_say_what_they_are_given() -> None:
    assert texts(points([(0, 0), (4, 1)], ("a", "b<"), title="T", across="lines"))[1:] == [
        *("a", "b<", "lines, 1 to 5")
    ]
    assert texts(columns({"F1": {"ours": 0.5}}, title="T"))[1:] == ["ours", "F1", "0.500"]
    listed = texts(listing(("one", "two"), [("x" * 99, "\ty")], title="T", widths=(20, 20)))
    assert listed[1:] == ["one", "two", "x" * 18 + "…", " y"]
    assert 'class="main"' in boxes((10, 10), {"main": [(1, 2, 3, 4)]}, title="T")
