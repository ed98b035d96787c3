from __future__ import annotations

import re

import numpy as np
import pytest

from dehusk import Page, extract, parse
from dehusk.extractors.dana import (
    LINE_LENGTH,
    Dana,
    Lines,
    best_group,
    join_regions,
    outside_markup,
    positive_regions,
    smoothed,
)
from tests.conftest import PAGES
from tests.golden import GoldenPage
from tests.test_golden import word_f1

PARAGRAPH = "<p>ويضم السوق، الذي يرجع تاريخ بنائه إلى القرن السابع عشر، اثنين وستين دكانًا.</p>\n"
MENU = "<li class='item level-1'><a href='/news/section/index.html'>سياسة</a></li>\n"
ARABIC = f"<ul>{MENU * 8}</ul><div class=article>{PARAGRAPH * 4}</div><ul>{MENU * 8}</ul>"


def golden(name: str) -> GoldenPage:
    return GoldenPage(PAGES / name)


def text(html: str | bytes | Page, **fields: object) -> str:
    return extract(html, method=Dana(**fields)).text  # type: ignore[arg-type]


# Phase one


def test_lines_by_hand() -> None:
    source = b"<b>" + b"x" * 30 + b"</b>" + b" \n" * 40 + b"y" * 10
    counted = np.array([byte not in b" \n" for byte in source])
    lines = Lines.of(counted, outside_markup(source) & counted)
    # 3 + 30 + 4 + 10 characters without white space: lines of 25 and 22.
    assert lines.text.tolist() == [22, 8 + 10]
    assert lines.markup.tolist() == [3, 4]
    assert lines.edges.tolist() == [0, 25, len(source)]


def test_characters_are_counted_and_not_bytes() -> None:
    source = ("خ" * LINE_LENGTH + "a" * LINE_LENGTH + "中" * LINE_LENGTH).encode()
    lines = Dana(script="non-ascii").count_lines(source)
    assert lines.text.tolist() == [LINE_LENGTH, 0, LINE_LENGTH]


@pytest.mark.parametrize(
    ("source", "outside"),
    [
        (b"a<b>c</b>d", "acd"),
        (b"1 < 2 and <i>so</i>", "1 < 2 and so"),
        (b"<SCRIPT>if (a<b) x('>')</Script >end", "end"),
        (b"<style>a>b{}</style><!-- <p>no</p> > -->yes", "yes"),
        (b"<strong>s</strong><section>t</section>", "st"),
        (b"<script>never closed", ""),
        (b"cut <a href=", "cut "),
        (b"ends with <", "ends with <"),
        (b"", ""),
    ],
)
def test_outside_markup(source: bytes, outside: str) -> None:
    mask = outside_markup(source)
    assert len(mask) == len(source)
    assert bytes(np.frombuffer(source, np.uint8)[mask]).decode() == outside


# Phase two


def test_smoothing_and_regions() -> None:
    density = smoothed(np.array([5, -9, 5, 5, -20, 1]))
    assert density.tolist() == [-4, 1, 1, -10, -14, -19]
    assert [edge.tolist() for edge in positive_regions(density)] == [[1], [3]]


def test_regions_join_as_in_algorithm_1() -> None:
    starts, ends = np.array([0, 30, 45, 70, 95]), np.array([5, 40, 60, 75, 99])
    assert join_regions(starts, ends, main=2, gap=20) == (1, 4)
    assert join_regions(starts, ends, main=2, gap=4) == (2, 2)
    assert join_regions(starts, ends, main=2, gap=25) == (0, 4)
    assert join_regions(starts[:1], ends[:1], main=0, gap=20) == (0, 0)


def test_a_group_takes_a_small_region_for_the_large_one_behind_it() -> None:
    starts, ends = np.array([0, 20, 40]), np.array([10, 21, 60])
    sizes = np.array([100, 5, 200])
    assert best_group(starts, ends, sizes, price=1.0) == (0, 2)
    assert best_group(starts, ends, sizes, price=5.0) == (2, 2)


def test_region_says_where_the_content_is() -> None:
    source = ARABIC.encode()
    found = Dana().region(source)
    assert found is not None
    inside = source[found[0] : found[1]].decode(errors="ignore")
    assert inside.count("السوق") == 4
    assert Dana().region(b"<p class='nothing but markup'>") is None
    assert Dana().region(b"") is None


# All phases


def test_the_menu_is_left_out() -> None:
    for gap in (20, "auto"):
        assert text(ARABIC, gap=gap).count("السوق") == 4
    assert text(ARABIC, gap="auto").count("سياسة") <= 2


def test_line_breaks_and_indentation_do_not_matter() -> None:
    page = (PAGES / "arabic" / "page.html").read_text()
    tight = re.sub(r"\s+", " ", page)
    loose = re.sub(r"(?<=>)\s*", "\n\n        ", page)
    ragged = "\n".join(re.findall(r"\S+(?:\s+\S+){0,2}", page))
    for gap in (20, "auto"):
        kept = [re.sub(r"\s+", "", text(each, gap=gap)) for each in (page, tight, loose, ragged)]
        assert kept[0]
        assert len(set(kept)) == 1


@pytest.mark.parametrize("gap", [20, "auto"])
def test_every_encoding_gives_the_same(gap: int | str) -> None:
    page = re.sub(r"<meta charset[^>]*>", "", (PAGES / "arabic" / "page.html").read_text())
    page = page.encode("windows-1256", "ignore").decode("windows-1256")
    expected = text(page, gap=gap)
    assert "السوق" in expected
    for encoding in ("utf-8", "utf-16-le", "utf-16-be", "windows-1256"):
        parsed = parse(page.encode(encoding), encoding=encoding)
        assert text(parsed, gap=gap) == expected, encoding


@pytest.mark.parametrize("gap", [20, "auto"])
@pytest.mark.parametrize("name", ["arabic", "persian", "urdu"])
def test_pages_in_arabic_script(name: str, gap: int | str) -> None:
    page = golden(name)
    assert word_f1(text(page.page, gap=gap), page.document.text) > 0.8


@pytest.mark.parametrize("name", ["blog", "docs", "product", "wiki", "service", "recipe", "news"])
def test_pages_in_latin_script(name: str) -> None:
    page = golden(name)
    assert word_f1(text(page.page, gap="auto", script="any"), page.document.text) > 0.75
    assert text(page.page, gap="auto") == text(page.page, gap="auto", script="any")


def test_latin_pages_have_nothing_for_the_paper_s_own_script() -> None:
    selection = Dana(script="non-ascii").select(golden("product").page)
    assert not selection.keep.any()
    assert selection.problem == "Nowhere in the source does text prevail over markup."


def test_amount_widens_and_narrows_the_gaps() -> None:
    for gap in (20, "auto"):
        kept = [len(text(golden("wiki").page, gap=gap, amount=step)) for step in (-2, -1, 0, 1, 2)]
        assert kept == sorted(kept)
        assert kept[0] < kept[-1]


def test_images_between_paragraphs_are_kept() -> None:
    html = f"<ul>{MENU * 8}</ul>{PARAGRAPH * 3}<img src=a.png>{PARAGRAPH * 3}<img src=b.png>"
    page = parse(html + f"<ul>{MENU * 8}</ul>")
    kept = Dana().select(page).rows
    assert "a.png" in [page.attribute(int(row), "src") for row in kept]


def test_a_page_whose_source_is_not_known_says_so() -> None:
    from dataclasses import replace

    page = replace(parse(ARABIC), source=b"")
    assert Dana().select(page).problem == "The source of the page is not known."


def test_text_in_a_title_alone_is_no_content() -> None:
    selection = Dana().select(parse("<title>" + "عنوان الصفحة الطويل " * 20 + "</title>"))
    assert not selection.keep.any()
    assert selection.problem
