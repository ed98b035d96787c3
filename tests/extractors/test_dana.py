from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from dehusk import Page, extract, parse
from dehusk.extractors.dana.method import (
    LINE_LENGTH,
    Dana,
    best_group,
    join_regions,
    positive_regions,
    small_gaps,
    smoothed,
)
from dehusk.extractors.source_lines import Lines, leaves_in, outside_markup
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
    lines = Lines.of(source, outside_markup(source), 25)
    # 3 + 30 + 4 + 10 characters without white space: lines of 25 and 22.
    assert lines.text.tolist() == [22, 8 + 10]
    assert lines.markup.tolist() == [3, 4]
    assert lines.edges.tolist() == [0, 25, len(source)]


def test_characters_are_counted_and_not_bytes() -> None:
    length = LINE_LENGTH
    source = ("خ" * length + "a" * length + "中" * length).encode()
    lines = Dana(script="non-ascii").count_lines(source)
    assert lines.text.tolist() == [length, 0, length]
    assert Dana(script="any").count_lines(source).text.tolist() == [length] * 3


def test_lines_as_the_source_has_them() -> None:
    source = "<p>\n\nخبز ab\n</p>".encode()
    lines = Dana(script="non-ascii", line_length="source").count_lines(source)
    assert lines.text.tolist() == [0, 0, 3, 0]
    assert lines.markup.tolist() == [3, 0, 2, 4]


def test_the_paper_takes_for_granted_that_markup_is_ascii() -> None:
    source = "<a title='خبز'>ماء</a>".encode()
    ours, published = Dana(script="non-ascii"), Dana.as_published()
    assert ours.count_lines(source).text.tolist() == [3]
    assert published.count_lines(source).text.tolist() == [6]


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


def test_k_means_parts_small_gaps_from_large_ones() -> None:
    assert small_gaps(np.array([2, 30, 3, 28, 1])) == 3
    assert small_gaps(np.array([5, 5, 5])) == 5
    assert small_gaps(np.array([7])) == 7
    assert small_gaps(np.zeros(0, np.int64)) == 0
    # By hand: parted after 4 the squares are 2 + 0, after 2 they are 0 + 8.
    assert small_gaps(np.array([2, 4, 8])) == 4


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


def test_formula_1_and_algorithm_1_on_a_page_worked_out_by_hand() -> None:
    """Nine lines of ten characters: T1 and T2, formula 1, the regions, and what is joined."""
    text, markup = "خ" * 10, "<p-class=x"
    source = (text * 2 + markup * 4 + text * 3).encode()
    dana = Dana(gap=4, script="non-ascii", line_length=10, between=False, ascii_markup=True)
    lines = dana.count_lines(source)
    assert lines.text.tolist() == [10, 10, 0, 0, 0, 0, 10, 10, 10]
    assert lines.markup.tolist() == [0, 0, 10, 10, 10, 10, 0, 0, 0]
    density = smoothed(lines.surplus)
    # Such as line 1: 10 + 10 - 10; past either end there is nothing.
    assert density.tolist() == [20, 10, -10, -30, -30, -10, 10, 30, 20]
    assert [edge.tolist() for edge in positive_regions(density)] == [[0, 6], [2, 9]]
    # The second region is the largest, 30 characters. Four lines are between them. A character of the
    # text takes two bytes: 40 for the first region, 40 between, 60 for the second.
    assert dana.region(source) == (0, 140)
    assert replace(dana, gap=3).region(source) == (80, 140)


def test_only_the_joined_regions() -> None:
    link = "<p><a href='/a/rather/long/address/of/another/page/than/this/one.html'>خبر</a></p>"
    page = parse(f"<ul>{MENU * 8}</ul>{PARAGRAPH * 3}{link * 2}{PARAGRAPH * 3}<ul>{MENU * 8}</ul>")
    kept = extract(page, method=Dana(line_length=25)).as_selected().text
    alone = extract(page, method=Dana(line_length=25, between=False)).as_selected().text
    assert kept.count("السوق") == alone.count("السوق") == 6
    assert kept.count("خبر") == 2
    assert "خبر" not in alone


def test_the_largest_region_has_the_most_characters_of_any_kind() -> None:
    """The paper's words: four lines with 28 characters of text win over three with 30."""
    short, line = "خ" * 30, "خ" * 7 + "a" * 3
    source = (short + "a" * 60 + line * 5).encode()
    dana = Dana(gap=2, script="non-ascii", line_length=10, between=False, ascii_markup=True)
    found = dana.region(source)
    assert found is not None
    assert source[found[0] : found[1]].decode() == line * 4


def test_a_gap_costs_more_outside_of_latin_script() -> None:
    """Two paragraphs with a gap that is worth bridging at a tenth a character and not at .13."""
    gap = "<br>" * 200
    letters, words = "خبر" * 34, "abc" * 34
    assert Dana().count_lines((letters + gap + letters).encode()).gap_price == 0.13
    assert Dana().count_lines((words + gap + words).encode()).gap_price == 0.1
    assert extract(f"<p>{words}{gap}{words}", method=Dana()).as_selected().text.count("abc") == 68
    assert (
        extract(f"<p>{letters}{gap}{letters}", method=Dana()).as_selected().text.count("خبر") == 34
    )


def test_what_lies_between_is_shaded_where_it_is_kept() -> None:
    source = (("خ" * 100) + "<br>" * 12 + ("خ" * 100)).encode()
    plain, _ = Dana(gap=20, line_length=25).explain_page(parse(source))
    alone, _ = Dana(gap=20, line_length=25, between=False).explain_page(parse(source))
    assert len(plain.marked) == 1
    assert len(alone.marked) == 2


def test_half_of_a_leaf_in_several_parts_is_enough() -> None:
    page = parse("<p>abcdefgh</p>")
    leaf = int(np.flatnonzero(page.is_text)[0])
    start = int(page.source_start[leaf])
    assert leaves_in(page, [(start, start + 2), (start + 6, start + 8)])[leaf]
    assert not leaves_in(page, [(start, start + 2), (start + 6, start + 7)])[leaf]
    assert not leaves_in(page, [(0, start), (start + 8, start + 12)])[leaf]


def test_the_plots_of_figures_2_and_3() -> None:
    plain, sums = Dana(script="non-ascii").explain_page(parse(ARABIC))
    lines = Dana(script="non-ascii").count_lines(ARABIC.encode())
    assert plain.up.tolist() == lines.text.tolist()
    assert plain.down.tolist() == lines.markup.tolist()
    assert (sums.up - sums.down).tolist() == smoothed(lines.surplus).tolist()
    assert len(sums.marked) == 1


def test_the_menu_is_left_out() -> None:
    for gap in (20, "auto", "k-means"):
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
    assert selection.problem is not None
    assert "pages in Latin script want script='auto'" in selection.problem


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
    page = parse(ARABIC)
    nowhere = np.full(len(page), -1, np.int32)
    page = replace(page, source=b"", source_start=nowhere, source_end=nowhere)
    assert Dana().select(page).problem == "The source of the page is not known."


def test_text_in_a_title_alone_is_no_content() -> None:
    selection = Dana().select(parse("<title>" + "عنوان الصفحة الطويل " * 20 + "</title>"))
    assert not selection.keep.any()
    assert selection.problem


def test_a_row_has_the_value_of_its_line_and_what_was_added_none() -> None:
    page = parse("<p>One</p>\n<p>Two</p>")
    source = bytes(page.source)
    lines = Lines.of(source, outside_markup(source), "source")
    values = lines.on_rows(page, np.arange(1, len(lines.text) + 1))
    known = page.source_start >= 0
    assert not values[~known].any()
    assert (values[known] >= 1).all()
