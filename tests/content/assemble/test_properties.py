"""Whatever a page looks like: every kept word comes out once, no other does, and nothing is deep."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk.content.assemble import assemble
from dehusk.native.content import MOST_LEVELS
from dehusk.page import Page
from dehusk.page.parse import parse
from dehusk.selection import Selection
from tests.conftest import PAGES
from tests.content.assemble import depth, words

TAGS = (
    "div p span b i em strong a code pre ul ol li dl dt dd table tbody thead tr td th caption"
    " blockquote h1 h2 h3 section figure figcaption br hr sup sub q details summary ruby rt label"
    " address center font noscript kbd samp cite del img picture article header footer menu"
    " listing mark u small ins bdi time abbr object custom-element"
).split()
ATTRIBUTES = (
    "",
    "",
    "",
    "",
    ' href="/x"',
    ' href="#y"',
    ' class="admonition"',
    ' class="highlight python"',
    ' class="line"',
    ' class="lineno"',
    ' class="footnotes"',
    ' class="caption"',
    ' class="wp-caption"',
    ' class="math"',
    ' class="katex"',
    ' class="MathJax"',
    ' class="anchor"',
    ' class="syntaxhighlighter"',
    ' role="heading" aria-level="3"',
    ' role="presentation"',
    ' role="doc-footnote"',
    ' src="x.jpg" alt=""',
    ' colspan="2" rowspan="3"',
    ' value="4" start="3"',
)


def elements(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda tag, attributes, parts, closed: (
            f"<{tag}{attributes}>{''.join(parts)}" + (f"</{tag}>" if closed else "")
        ),
        st.sampled_from(TAGS),
        st.sampled_from(ATTRIBUTES),
        st.lists(inside, max_size=4),
        st.integers(0, 9).map(bool),
    )


TREES = st.lists(
    st.recursive(
        st.sampled_from(["@", " @ ", "\n", " ", "@\n@", "中@文"]), elements, max_leaves=25
    ),
    min_size=1,
    max_size=6,
)


def page_of(parts: list[str]) -> Page:
    """A page whose every word is another."""
    numbers = iter(range(10_000))
    return parse(re.sub("@", lambda _: f"w{next(numbers)}w", "".join(parts)))


@settings(max_examples=400, deadline=None)
@given(TREES, st.randoms(use_true_random=False))
def test_every_kept_word_comes_out_exactly_once(parts, random):
    page = page_of(parts)
    keep = np.array([random.random() < 0.8 for _ in range(len(page))]) & page.is_text
    result = assemble(page, Selection.of_leaves(page, keep, reason="by lot"))
    found = sorted(re.findall(r"w\d+w", " ".join(words(result))))
    visible = keep & ~page.is_inert
    expected = [
        word
        for row in np.flatnonzero(visible).tolist()
        for word in re.findall(r"w\d+w", page.text_of(row))
    ]
    assert found == sorted(expected)


@settings(max_examples=200, deadline=None)
@given(TREES)
def test_text_is_tidy_and_content_is_shallow(parts):
    page = page_of(parts)
    result = assemble(page, Selection.of_subtrees(page, [0], reason="all"))
    assert depth(result) <= MOST_LEVELS + 12
    for text in words([block for block in result if type(block).__name__ == "Paragraph"]):
        assert "  " not in text
        assert "\n" not in text


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300), st.randoms(use_true_random=False))
def test_any_markup_gives_content(html, random):
    page = parse(f"<p>{html}")  # or it may look like a path
    keep = np.array([random.random() < 0.5 for _ in range(len(page))], bool)
    assemble(page, Selection.of_leaves(page, keep, reason="by lot"))


@settings(max_examples=100, deadline=None)
@given(TREES)
def test_the_same_page_gives_the_same_content(parts):
    page = page_of(parts)
    selection = Selection.of_subtrees(page, [0], reason="all")
    assert assemble(page, selection) == assemble(page, selection)


def golden_selection(page: Page) -> Selection:
    marks = {}
    for name in ("data-gold", "data-skip"):
        marks[name] = np.zeros(len(page), bool)
        marks[name][page.with_attribute(name)[0]] = True
    keep = page.inside(marks["data-gold"]) & ~page.inside(marks["data-skip"])
    return Selection.of_leaves(page, keep, reason="marked")


NOT_PROSE = re.compile(r"select|textarea|button|svg|script|math|iframe|video|audio|rp")
NO_WORDS = re.compile(r"[\W_]+")


def is_dropped_on_purpose(page: Page, row: int) -> bool:
    """Formulas come out as LaTeX, controls not at all, and marks of footnotes as labels."""
    for above in page.ancestors(row):
        classes = page.attribute(above, "class") or ""
        if NOT_PROSE.fullmatch(page.tag_name(above)) or page.tag_name(above).startswith("svg"):
            return True
        if re.search(
            r"katex|MathJax|mwe-math|\bmath\b|editsection|backlink|lineno|line-num", classes
        ):
            return True
        if re.search("#(fn|cite|user-content)", page.attribute(above, "href") or ""):
            return True
    return False


@pytest.mark.parametrize(
    "path", sorted(PAGES.glob("*/page.html")), ids=lambda path: path.parent.name
)
def test_golden_pages_lose_no_word_and_repeat_none(path):
    page = parse(path.read_bytes(), url="https://example.org/")
    selection = golden_selection(page)
    result = assemble(page, selection)
    rows = [row for row in selection.rows.tolist() if page.is_text[row] and not page.is_inert[row]]
    dropped = "".join(page.text_of(row) for row in rows if is_dropped_on_purpose(page, row))
    kept = "".join(page.text_of(row) for row in rows if not is_dropped_on_purpose(page, row))
    written = "".join(words(result))
    for word in set(re.findall(r"\w{3,}", kept)) - set(re.findall(r"\w{3,}", dropped)):
        assert letters(written).count(letters(word)) == letters(kept).count(letters(word)), word


def letters(text: str) -> str:
    return NO_WORDS.sub("", text.replace("\xad", ""))
