"""Our methods as published select what the literal algorithms do; each disagreement has its reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from dehusk import Page, parse
from dehusk.evaluate import Dataset
from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.extractors.context import PARENT_ORDER, WINDOW, attributes
from dehusk.extractors.dana import Dana
from dehusk.extractors.dana.method import positive_regions, smoothed
from dehusk.extractors.densities import TagBlocks
from dehusk.extractors.gce import GridCenteringExpanding
from dehusk.extractors.zones import Zones
from dehusk.views.blocks import implied_spaces
from dehusk.views.text_counts import words
from tests.conftest import PAGES
from tests.layouts import LayoutPage, layout_pages
from tests.papers import cnr, context, dana, gce, zones
from tests.papers.tree import tree_of

GOLDEN = sorted(path.parent.name for path in PAGES.glob("*/page.html"))
BLOCKS = 5
DATA = Path(__file__).parents[2].parent / "shared" / "data"


@contextmanager
def deep() -> Iterator[None]:
    """Recursion as deep as pages are."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def golden(name: str) -> bytes:
    return (PAGES / name / "page.html").read_bytes()


def sample(name: str, count: int) -> list[bytes]:
    """Some pages of a set that is not in the repository."""
    archive = DATA / f"{name}.tar.xz"
    if not archive.exists():
        pytest.skip(f"there is no {archive}")
    return [example.html for example in islice(Dataset(archive), count)]


def same_block(html: bytes) -> bool:
    page = parse(html)
    with deep():
        found = cnr.main_block(tree_of(page))
    ours = CharsNodesRatio.as_published().select(page)
    inside = np.zeros(len(page), bool)
    if found is not None:
        inside[page.subtree(found.row)] = True
    return bool((ours.keep == (inside & page.leaves & ~page.is_inert)).all())


def same_blocks(html: bytes) -> bool:
    page = parse(html)
    with deep():
        found = [block.row for block in cnr.blocks(tree_of(page), BLOCKS)]
    return found == CharsNodesRatio.as_published().blocks(page, most=BLOCKS)


def same_regions(html: bytes) -> bool:
    page = parse(html)
    method = Dana.as_published()
    lines = method.count_lines(page.source)
    ours = method._main_lines(lines, *positive_regions(smoothed(lines.surplus)))
    return ours == dana.main_regions(dana.normalised(page.source.decode()))


def same_attributes(html: bytes) -> bool:
    page = parse(html)
    with deep():
        found = context.blocks_of(tree_of(page), words(page).tolist())
    ours = attributes(TagBlocks.of(page))
    here = ours[:, 5 * WINDOW.index(0) :][:, :5]
    theirs = [(*one.attributes, PARENT_ORDER.index(one.parent) + 1) for one in found]
    return here.shape == (len(found), 5) and np.allclose(here, np.array(theirs).reshape(-1, 5))


def same_zones(page: Page) -> bool:
    with deep():
        zoning = zones.Zoning(page, tree_of(page), words(page).tolist())
        body = zoning.zone([zoning.body])
        spaces = implied_spaces(page)
        text_of = {
            tuple(rows): "".join(" " * bool(spaces[row]) + page.text_of(row) for row in rows)
            for rows in map(zoning.texts, zoning.leaves(body))
        }
        column = zoning.main_column(text_of)
        theirs = (
            sorted(row for zone in column.zones for row in zoning.texts(zone)) if column else []
        )
    ours = Zones(strictly=True).select(page)
    return np.flatnonzero(ours.keep & zoning.shown.texts).tolist() == theirs


def same_element(page: Page) -> bool:
    with deep():
        found = gce.Expanding(page, tree_of(page)).main()
    method = GridCenteringExpanding.as_published()
    chosen = method.chosen(method.considered(page))
    return (found.row if found else None) == (chosen.row if chosen else None)


@pytest.mark.parametrize("name", GOLDEN)
def test_cnr_takes_the_block_of_algorithms_1_and_2(name: str) -> None:
    assert same_block(golden(name))


@pytest.mark.parametrize("name", GOLDEN)
def test_cnr_finds_the_next_block_in_what_is_left(name: str) -> None:
    assert same_blocks(golden(name))


@pytest.mark.parametrize("name", GOLDEN)
def test_dana_joins_the_regions_of_algorithm_1(name: str) -> None:
    assert same_regions(golden(name))


@pytest.mark.parametrize("name", GOLDEN)
def test_context_has_the_attributes_of_a_refined_document(name: str) -> None:
    assert same_attributes(golden(name))


@pytest.mark.parametrize("page", layout_pages(), ids=lambda page: page.name)
def test_zones_takes_the_main_content_column(page: LayoutPage) -> None:
    assert same_zones(page.snapshot)


@pytest.mark.parametrize("page", layout_pages(), ids=lambda page: page.name)
def test_gce_takes_the_element_of_algorithm_1(page: LayoutPage) -> None:
    assert same_element(page.snapshot)


@pytest.mark.data
@pytest.mark.slow
def test_agreement_on_pages_of_the_web() -> None:
    news, chinese = sample("news", 40), sample("cn-web", 40)
    assert sum(map(same_block, news)) == len(news)
    assert sum(map(same_blocks, news)) == len(news)
    assert sum(map(same_regions, chinese)) == len(chinese)
    assert sum(map(same_attributes, news)) == len(news)
