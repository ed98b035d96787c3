from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from dehusk import EXTRACTORS, LayoutRequired, Page, Selection, UnknownMethod, parse
from dehusk.explain.compare import Comparison, compare
from dehusk.explain.side_by_side import _Row
from dehusk.explain.verdicts import Run
from dehusk.extractors import BASELINES
from dehusk.page.tags import Tag
from tests.conftest import PAGES

HTML = (
    "<title>Bread &amp; salt</title><nav><a href=/>Home</a></nav>"
    "<article><h1>Bread</h1><p>It needs <i>flour</i>, water, salt and time.</p></article>"
    "<footer><p>Imprint <b>and</b> contact</p></footer>"
)


@dataclass(frozen=True)
class Keep:
    """Keep the texts that contain a word."""

    word: str
    needs_layout: ClassVar[bool] = False

    def select(self, page: Page) -> Selection:
        mask = np.array([self.word in page.text_of(row) for row in range(len(page))]) & page.is_text
        if not mask.any():
            return Selection.nothing(page, f"No {self.word} here.")
        return Selection.of_leaves(page, mask, reason="it says so")


@dataclass(frozen=True)
class KeepToo(Keep):
    """The same under another name."""


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(HTML)


def by_words(*words: str) -> Comparison:
    kinds = [type(f"Keep{number}", (Keep,), {}) for number in range(len(words))]
    return compare(HTML, [kind(word) for kind, word in zip(kinds, words, strict=True)])


def test_every_method_that_can_run_runs_once(comparison: Comparison) -> None:
    assert set(comparison.methods) | set(comparison.left_out) <= set(EXTRACTORS)
    kinds = [EXTRACTORS[name] for name in (*comparison.methods, *comparison.left_out)]
    assert len(kinds) == len(set(kinds))
    ours = {kind for name, kind in EXTRACTORS.items() if name not in BASELINES}
    assert set(kinds) == ours
    for name in comparison.left_out:
        assert EXTRACTORS[name].needs_layout


def test_results_have_words_and_time(comparison: Comparison) -> None:
    assert all(result.seconds > 0 for result in comparison.results)
    semantic = next(result for result in comparison.results if result.method == "semantic")
    assert semantic.words == 8
    assert comparison.words == 12


def test_overlap_is_the_f1_of_words() -> None:
    found = by_words("needs", "flour", "Bread")
    assert found.overlap[0, 0] == 1
    assert found.overlap.tolist() == found.overlap.T.tolist()
    # "It needs" and "flour" have nothing in common.
    assert found.overlap[0, 1] == 0


def test_agreement_is_the_mean_of_all_pairs() -> None:
    # Twice "It needs", once "flour": one pair in three agrees.
    found = by_words("needs", "It", "flour")
    assert found.agreement == pytest.approx(1 / 3)
    assert found.agreement_of("Keep0") == pytest.approx(1 / 2)
    assert found.agreement_of("Keep2") == 0


def test_who_finds_nothing_abstains() -> None:
    found = by_words("needs", "It", "no such word")
    assert found.agreement == 1
    assert found.agreement_of("Keep2") is None
    assert found.results[2].document.reason == "No no such word here."
    assert by_words("needs").agreement is None
    assert by_words("no", "such").agreement is None


def test_methods_by_name_and_by_hand() -> None:
    found = compare(parse(HTML), ["cnr", KeepToo("flour")])
    assert found.methods == ("cnr", "KeepToo")
    assert found.left_out == {}
    with pytest.raises(UnknownMethod):
        compare(HTML, ["magic"])


def test_methods_that_need_layout_are_left_out_or_refused() -> None:
    need = [name for name, kind in EXTRACTORS.items() if kind.needs_layout]
    if not need:
        pytest.skip("no method looks at the rendered page")
    assert set(compare(HTML).left_out) <= set(need)
    with pytest.raises(LayoutRequired):
        compare(HTML, [need[0]])


def test_json(comparison: Comparison) -> None:
    data = json.loads(comparison.json)
    assert data["format"] == 1
    assert [each["method"] for each in data["methods"]] == list(comparison.methods)
    first = data["methods"][0]
    assert set(first["overlap"]) == set(comparison.methods)
    assert first["overlap"][first["method"]] == 1
    assert data["left_out"] == comparison.left_out


@pytest.mark.parametrize("html", ["", "<p></p>", "<script>x</script>"])
def test_pages_without_content(html: str) -> None:
    found = compare(html)
    assert found.agreement is None
    assert "<table" in found.html
    json.loads(found.json)


def test_html_has_a_column_for_each_method(comparison: Comparison) -> None:
    html = comparison.html
    head = html[html.index('<table class="columns">') :].split("</thead>")[0]
    assert re.findall(r"<th>([\w-]+) <small>", head) == list(comparison.methods)
    rows = re.findall(r'<tr class="block.*?</tr>', html)
    assert {row.count("<td") for row in rows} == {len(comparison.methods)}


def test_html_folds_what_nobody_kept() -> None:
    html = by_words("needs", "flour").html
    assert "1 block that no method kept, 3 words" in html
    assert set(re.findall(r'colspan="(\d+)"', html)) == {"2"}
    assert re.search(r'<td class="partly" dir="auto">It needs <s>flour', html)
    assert '<td class="dropped"></td>' not in re.findall(r'<tr class="block.*?</tr>', html)[-1]


def test_html_is_safe_and_loads_nothing() -> None:
    evil = "<title><script>alert(1)</script></title><p>&lt;img src=x onerror=alert(1)&gt; text</p>"
    html = compare(parse(evil, url="javascript:alert(1)"), [Keep("text")]).html
    assert "<script" not in html
    assert "<img" not in html
    assert "href" not in html
    assert "src=" not in html.replace("img src=x", "")
    page = parse(html)
    policy = next(
        page.attribute(int(row), "content") or "" for row in page.with_attribute("http-equiv")[0]
    )
    assert "default-src 'none'" in policy


def test_right_to_left_and_real_pages() -> None:
    for name in ("arabic", "forum"):
        html = compare((PAGES / name / "page.html").read_bytes(), ["semantic", "cnr"]).html
        assert 'dir="auto"' in html


def test_only_differences() -> None:
    """Blocks that all keep alike, and those that nobody keeps, can be hidden."""
    page = (
        "<nav><a href=/>Home</a></nav><article><p>Bread needs flour, water, salt and time.</p></article>"
        "<div><p>Another paragraph, which stands outside, is <a href=/>half</a> of it.</p></div>"
    )
    html = compare(page, methods=["semantic", "cnr", "boilerpipe"]).html
    assert 'id="differences"' in html
    assert ":has(#differences:checked) :is(.same, .nobody) { display: none; }" in html
    assert 'id="differences"' not in compare(page, methods=["semantic"]).html


def test_parts_that_differ_are_a_difference() -> None:
    runs = (Run("Tea", True), Run(" pot", False)), (Run("Tea", False), Run(" pot", True))
    assert not _Row("Tea pot", False, ("partly", "partly"), runs).is_agreed
    assert _Row("Tea pot", False, ("partly", "partly"), (runs[0], runs[0])).is_agreed


@pytest.mark.browser
def test_all_columns_are_visible_on_a_usual_screen() -> None:
    methods = ["default", "semantic", "dana", "cnr", "boilerpipe", "context"]
    html = compare((PAGES / "news" / "page.html").read_bytes(), methods=methods).html
    from dehusk.rendering import Renderer

    with Renderer(window=(1400, 900)) as renderer:
        page = renderer.render(html)
    assert page.layout is not None
    heads = page.layout.box[page.rows_with_tag(Tag.TH)]
    assert (heads[:, 0] + heads[:, 2]).max() <= 1400
    columns = heads[-len(methods) :, 2]
    assert columns.min() > 200
    assert columns.max() - columns.min() < 2
    assert page.layout.document[0] <= 1400
