"""What native code says of fixed pages is what it said before, and names and tables fit together."""

from __future__ import annotations

import json
import random
import tarfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from fuzz.rows import RowWriter
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.extractors.default.features import NAMES, block_features
from dehusk.extractors.default.method import Default
from dehusk.extractors.default.page_types import type_probabilities
from tests.conftest import PAGES
from tests.extractors.default import columns

GOLDEN = sorted(PAGES.glob("*/page.html"))
WRITTEN = json.loads(columns.FILE.read_text())
GROUPS = WRITTEN.pop("pages")


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, float]]:
    return columns.sums()


def test_all_columns_are_written() -> None:
    assert set(NAMES) <= set(WRITTEN)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_column_is_what_it_was(name: str, found: dict[str, dict[str, float]]) -> None:
    assert found[name] == pytest.approx(
        dict(zip(GROUPS, WRITTEN[name], strict=True)), rel=1e-5, abs=2e-3
    )


@given(st.integers(121), st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_any_page_has_numbers(seed: int, text: str) -> None:
    html = columns.soup(seed)
    cut = random.Random(seed).randint(0, len(html))
    counts, features = block_features(parse(html[:cut] + text + html[cut:]))
    assert features.shape == (len(counts), len(NAMES))
    assert np.isfinite(features).all()


@given(st.text(max_size=200), st.text(max_size=40))
@settings(max_examples=100, deadline=None)
def test_any_characters_have_numbers(text: str, name: str) -> None:
    rows = RowWriter()
    for tag, parent in (("html", -1), ("body", 0), ("p", 1)):
        rows.add_element(tag, [("class", name), ("id", name), ("style", name), ("hidden", name)])
        rows.attach(parent)
    rows.add_text(text)
    rows.attach(2)
    assert np.isfinite(block_features(rows.page())[1]).all()


def test_a_page_that_is_one_text() -> None:
    rows = RowWriter()
    rows.add_text("Bread, water.")
    rows.attach(-1)
    assert len(block_features(rows.page())[0]) == 1


@pytest.mark.parametrize("html", ["", "<p>"])
def test_a_page_without_text_has_no_blocks(html: str) -> None:
    assert block_features(parse(html))[1].shape == (0, len(NAMES))


def labelled_pages(archive: Path, step: int, count: int) -> Iterator[bytes]:
    with tarfile.open(archive, "r|xz") as files:
        pages = (file for file in files if file.name.startswith("html/"))
        for file in islice(pages, 0, step * count, step):
            content = files.extractfile(file)
            assert content is not None
            yield content.read()


def test_threads_give_what_one_thread_gives() -> None:
    pages = [parse(path.read_bytes()) for path in GOLDEN]
    alone = [block_features(page)[1] for page in pages]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda page: block_features(page)[1], pages * 20))
    for number, features in enumerate(together):
        np.testing.assert_array_equal(features, alone[number % len(pages)])


def test_columns_are_called_the_same_natively() -> None:
    from dehusk.extractors.default.features.native import native_columns

    assert native_columns(NAMES) == len(NAMES)
    with pytest.raises(
        RuntimeError, match="Column 1 is 'link share' natively, and 'inc' in `MEANINGS`"
    ):
        native_columns((NAMES[0], "inc", *NAMES[2:]))
    with pytest.raises(RuntimeError, match="'missing'"):
        native_columns(NAMES[:-1])


def test_a_column_can_be_tried_in_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    from dehusk.extractors.default import features

    monkeypatch.setitem(features.TRIED, "word parity", lambda counts: counts.words % 2)
    monkeypatch.setattr(features, "NAMES", (*NAMES, "word parity"))
    page = parse("<p>Tea needs boiling water now.</p><p>Then wait.</p>")
    counts, matrix = features.block_features(page)
    assert matrix.shape == (len(counts), len(NAMES) + 1)
    assert matrix[:, -1].tolist() == [1, 0]
    assert np.array_equal(matrix[:, :-1], block_features_without(page))


def block_features_without(page: Page) -> np.ndarray:
    from dehusk.extractors.default.features.native import block_table

    return block_table(page, len(NAMES), len(NAMES)).features


def test_a_selection_hands_on_the_blocks_that_were_described() -> None:
    page = parse("<p>Tea needs boiling water, and time.</p>")
    described = Default().select(page).described
    assert described is not None
    assert not described.features.flags.writeable
    assert described.features.tobytes() == block_features(page)[1].tobytes()
    assert type_probabilities(page, described) == type_probabilities(page)


def test_nothing_is_described_where_there_is_no_text() -> None:
    assert Default().select(parse("<img src=tea.png>")).described is None
