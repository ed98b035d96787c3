"""What the editor of a selection counts and finds, against the columns of the page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import Page, Selection, parse
from dehusk.content.complete.editor import TABLES, WHOLES, SelectionEditor, needs, shut_away
from dehusk.page.tags import BLOCK, Tag
from dehusk.views.hidden import hidden
from dehusk.views.text_counts import visible_chars
from tests.golden import GoldenPage, golden_pages


def editor_of(page: Page) -> SelectionEditor:
    """An editor whose window is all that follows the first leaf."""
    return SelectionEditor(page, Selection.of_subtrees(page, [0], reason="all of it"))


def check(page: Page) -> None:
    editor = editor_of(page)
    window = slice(editor.start, editor.stop)
    np.testing.assert_array_equal(editor.leaves, (page.leaves & ~page.is_inert)[window])
    np.testing.assert_array_equal(editor.visible_chars, visible_chars(page)[window])
    blocks = BLOCK.mask(page.tag)
    above = page.nearest_ancestor(blocks)[window].astype(np.int64) - editor.start
    own = np.arange(len(editor))
    expected = np.where(blocks[window], own, np.where(above >= 0, above, -1))
    np.testing.assert_array_equal(editor.block, expected)
    assert editor.tags == sum(1 << tag for tag in set(editor.tag.tolist()) if tag < 192)


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_columns_of_golden_pages(golden: GoldenPage) -> None:
    check(golden.page)


SPACES = "\u00a0\u00ad\u0085\u1680\u2003\u200b\u200f\u2028\u202f\u205f\u2060\u3000\ufeff \n\t"


@settings(deadline=None)
@given(st.text(st.sampled_from(SPACES + "aé日😀"), min_size=1, max_size=30))
def test_columns_of_any_text(text: str) -> None:
    check(parse(f"<p>x<p>{text}<b>{text}</b><script>{text}</script>y"))


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_what_is_found_and_counted(golden: GoldenPage) -> None:
    page = golden.page
    leaves = np.flatnonzero(page.leaves & ~page.is_inert)
    keep = np.zeros(len(page), bool)
    keep[leaves[np.random.default_rng(len(page)).random(len(leaves)) < 0.5]] = True
    editor = SelectionEditor(page, Selection.of_leaves(page, keep, reason="by chance"))
    wholes = editor.of_tags(WHOLES)
    assert wholes.tolist() == [at for at, tag in enumerate(editor.tag.tolist()) if tag in WHOLES]
    spans = [slice(place, int(editor.end[place])) for place in wholes.tolist()]
    assert editor.kept_in(wholes).tolist() == [int(editor.keep[span].sum()) for span in spans]
    assert editor.chars_in(wholes).tolist() == [
        int(editor.visible_chars[span].sum()) for span in spans
    ]
    covered = {row for span in spans for row in range(span.start, span.stop)}
    assert np.flatnonzero(editor.inside(wholes)).tolist() == sorted(covered)
    kept_in = [int(editor.keep[span].sum()) for span in spans]
    leaves_in = [int(editor.leaves[span].sum()) for span in spans]
    split = [
        place
        for place, kept, whole in zip(wholes.tolist(), kept_in, leaves_in, strict=True)
        if 0 < kept < whole
    ]
    assert editor.split.tolist() == split
    before, after = editor.kept_around(wholes, editor.texts)
    for span, is_before, is_after in zip(spans, before, after, strict=True):
        earlier = editor.texts[editor.texts < span.start][-1:]
        later = editor.texts[editor.texts >= span.stop][:1]
        assert is_before == editor.keep[earlier].any()
        assert is_after == editor.keep[later].any()


def test_a_place_outside_of_the_window_is_refused() -> None:
    editor = editor_of(parse("<p>x</p>"))
    for places in ([-1], [len(editor)]):
        some = np.array(places)
        for ask in (
            editor.inside,
            editor.chars_in,
            lambda at: editor.kept_around(at, editor.texts),
        ):
            with pytest.raises(IndexError, match="not in the window"):
                ask(some)
    with pytest.raises(IndexError, match="not in the window"):
        editor.kept_around(np.array([0]), np.array([len(editor) + 5]))


def test_a_rule_runs_only_where_a_page_has_what_it_needs() -> None:
    ran = []
    table = needs(TABLES)(lambda _: ran.append("table"))
    some = needs(TABLES, kept=True)(lambda _: ran.append("some"))
    split = needs(TABLES, partly_kept=True)(lambda _: ran.append("split"))
    for html, expected in (
        ("<p>x!</p>", []),
        ("<p>x!</p><table><td>y</table>", ["table"]),
        ("<p>x!</p><table><td>y!<td>z</table>", ["table", "some", "split"]),
        ("<p>x!</p><table><td>y!<td>z!</table>", ["table", "some"]),
    ):
        page = parse(html)
        kept = np.array(["!" in page.text_of(row) for row in range(len(page))])
        editor = SelectionEditor(page, Selection.of_leaves(page, kept, reason="marked"))
        ran.clear()
        editor.apply((table, some, split))
        assert ran == expected, html


# What is shut away


STYLES = (
    "display:none",
    "Display : NONE; x",
    "a;visibility: hidden",
    "display:nonesuch",
    "xdisplay:none",
)
ATTRIBUTES = (
    *(f'style="{style}"' for style in STYLES),
    *("hidden", 'hidden="until-found"', 'hidden=" Until-Found "', "aria-hidden=true"),
    *('aria-hidden=" TRUE "', "aria-hidden=false", 'role=" Button "', "role=buttons"),
)


@given(st.lists(st.sampled_from(ATTRIBUTES), min_size=1, max_size=6), st.booleans())
def test_what_is_shut_away(attributes: list[str], is_nested: bool) -> None:
    parts = [f"<div {own}>a<img><b>b</b>" + ("" if is_nested else "</div>") for own in attributes]
    page = parse("".join(parts) + "<label>c<img></label>d")
    roles = ((page.attribute(row, "role") or "") for row in range(len(page)))
    buttons = np.array([role.strip().lower() == "button" for role in roles])
    expected = hidden(page) | page.inside(page.tag == int(Tag.LABEL))
    expected |= page.inside(buttons) & page.is_text
    np.testing.assert_array_equal(shut_away(page), expected)
