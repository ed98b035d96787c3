"""The native features are those that the files of `dehusk.extractors.default.features` describe, cell by cell."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Page, parse
from dehusk.extractors.default.features import NAMES, BlockCounts, block_features
from dehusk.extractors.default.method import Default
from dehusk.extractors.default.page_types import type_probabilities
from dehusk.page.rows import RowWriter
from tests.conftest import PAGES
from tests.extractors.default.reference import reference_features

GOLDEN = sorted(PAGES.glob("*/page.html"))

COUNTED = "shown_leaves words ink linked stops commas good holder said".split()


def assert_same(page: Page) -> None:
    counts, features = block_features(page)
    expected, wanted = reference_features(page)
    for name in ("block_of", "first_row", "end_row"):
        np.testing.assert_array_equal(getattr(counts.blocks, name), getattr(expected.blocks, name))
    for name in COUNTED:
        np.testing.assert_array_equal(first_met(counts, name), first_met(expected, name), name)
    np.testing.assert_array_equal(partition(counts.alike), partition(expected.alike))
    assert features.shape == wanted.shape
    near = np.isclose(features, wanted, rtol=1e-6, atol=1e-7)
    assert near.all(), [NAMES[column] for column in np.flatnonzero(~near.all(axis=0))]


def first_met(counts: BlockCounts, name: str) -> np.ndarray:
    column = getattr(counts, name)
    return partition(column) if name == "said" else column


def partition(numbers: np.ndarray) -> list[int]:
    """Numbers that mean no more than equal or not, counted from 0 in the order of their coming."""
    met: dict[int, int] = {}
    return [met.setdefault(number, len(met)) for number in numbers.tolist()]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_on_golden_pages(path: Path) -> None:
    assert_same(parse(path.read_bytes()))


WORDS = st.sampled_from(
    "a Bread 漢字仮名 ไทย naïve — … 。 £5 ©2026 me@example.org 12,5 3.14 | « » \xa0 \u200b 😀 ; ? HTML \t".split(
        " "
    )
)
NAMES_OF_CLASSES = st.sampled_from(
    "articleBody main-content HTMLText sidebar_nav X xA AAb comment ünïcode hide price adBanner".split()
)
STYLES = st.sampled_from(
    [
        "display:none",
        "DISPLAY : None;color:red",
        "display:nonesuch",
        "x;visibility:hidden",
        "mydisplay:none",
        "color:red;\tvisibility\n:\nhidden !important",
        "display:none_",
        "display",
        "",
    ]
)
ATTRIBUTES = st.one_of(
    st.builds('class="{} {}"'.format, NAMES_OF_CLASSES, NAMES_OF_CLASSES),
    st.builds("id={}".format, NAMES_OF_CLASSES),
    st.builds("role={}".format, NAMES_OF_CLASSES),
    st.builds('style="{}"'.format, STYLES),
    st.sampled_from(["hidden", "hidden=until-found", 'hidden=" Until-Found"', "class", "class=''"]),
    st.sampled_from(["aria-hidden=true", "aria-hidden=' TRUE '", "aria-hidden=truer"]),
)
TAGS = st.sampled_from(
    "div p span a b li ul h1 h2 h3 td table br hr section article nav iframe script style template"
    " pre code noscript button option select title main x-own svg figure figcaption textarea".split()
)
STATED = st.sampled_from(
    [
        "<meta name=description content='A story of some bread and much water'>",
        "<meta content='A story of some bread, then' property='og:Description'>",
        '<script type="application/LD+json">{"articleBody": "Some \\u6f22\\u5b57 and \\"bread\\" and mo',
        '<script type=application/ld+json>[{"articleBody" :\n"A story of some bread and much water \\',
        '<script type=application/ld+json>{"articleBody":"\\ud83d\\ude00 \\u00z9 x"}</script>',
        "<div itemprop='x ArticleBody'>",
        "A story of some “bread” and much water",
        "Some 漢字 and bread and more {{ name }}",
    ]
)
PIECES = st.one_of(
    WORDS,
    STATED,
    st.just(" "),
    st.builds("<{} {}>".format, TAGS, ATTRIBUTES),
    st.builds("<{}>".format, TAGS),
    st.builds("</{}>".format, TAGS),
)


@given(st.lists(PIECES, max_size=80))
@settings(max_examples=300, deadline=None)
def test_on_pages_made_of_anything(pieces: list[str]) -> None:
    assert_same(parse("".join(pieces)))


@given(st.text(max_size=200), st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_on_any_characters(text: str, name: str) -> None:
    rows = RowWriter()
    for tag, parent in (("html", -1), ("body", 0), ("p", 1)):
        rows.add_element(tag, [("class", name), ("id", name), ("style", name), ("hidden", name)])
        rows.attach(parent)
    rows.add_text(text)
    rows.attach(2)
    assert_same(rows.page())


def test_every_character_of_the_basic_plane_counts_alike() -> None:
    characters = [chr(code) for code in range(1, 0x10000) if not 0xD800 <= code < 0xE000]
    rows = RowWriter()
    rows.add_element("body", ())
    rows.attach(-1)
    for start in range(0, len(characters), 256):
        rows.add_element("p", ())
        paragraph = start // 256 * 2 + 1
        rows.attach(0)
        rows.add_text("x".join(characters[start : start + 256]))
        rows.attach(paragraph)
    assert_same(rows.page())


SENTENCE = "Bread needs flour, water, salt and time. "


@pytest.mark.parametrize(
    "html",
    [
        "",
        "word",
        "<p>",
        "<br><br><br>",
        f"<p>{SENTENCE}",
        f"<p>{SENTENCE * 3}<br>{SENTENCE}<br><br>{SENTENCE}",
        f"<p class='{'content ' * 50}nav'>{SENTENCE}",
        f"<p class='{'ü' * 299}navs nav'>{SENTENCE}",
        f"<p>{SENTENCE * 3}</p>" * 200,
        "".join(f"<p class=c{number}>{SENTENCE}{number}</p>" for number in range(3_000)),
        f"<p>{SENTENCE * 20_000}",
    ],
)
def test_on_small_and_odd_pages(html: str) -> None:
    assert_same(parse(html))


def test_on_a_page_that_is_one_text() -> None:
    rows = RowWriter()
    rows.add_text("Bread, water.")
    rows.attach(-1)
    assert_same(rows.page())


def test_on_a_page_of_a_hundred_thousand_rows() -> None:
    assert_same(parse(f"<div class=item><p>{SENTENCE}<b>now</b></p></div>" * 20_000))


def test_on_a_page_ten_thousand_levels_deep() -> None:
    assert_same(parse("<div class=x>" * 10_000 + f"<p>{SENTENCE * 3}</p>" * 10))


def labelled_pages(archive: Path, step: int, count: int) -> Iterator[bytes]:
    with tarfile.open(archive, "r|xz") as files:
        pages = (file for file in files if file.name.startswith("html/"))
        for file in islice(pages, 0, step * count, step):
            content = files.extractfile(file)
            assert content is not None
            yield content.read()


@pytest.mark.data
@pytest.mark.slow
def test_on_labelled_pages(data: Path) -> None:
    for source in labelled_pages(data / "wcxb-dev.tar.xz", step=6, count=60):
        assert_same(parse(source))


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
