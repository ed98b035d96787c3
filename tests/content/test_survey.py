"""The native pass of `dehusk.content.complete` against the columns of the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from dehusk import Page, Selection, parse
from dehusk.content.complete.code import only_code
from dehusk.content.complete.draft import (
    _ROLES,
    ILLUSTRATIONS,
    LABELLESS,
    LISTS,
    TABLES,
    WHOLES,
    WORDLESS,
    Draft,
    Places,
)
from dehusk.content.complete.headings import no_empty_headings
from dehusk.content.complete.labels import no_labels
from dehusk.content.complete.pointers import no_pointers
from dehusk.content.complete.verse import whole_verse
from dehusk.content.threads.marks import _DATE_FORM
from dehusk.native.survey import (
    LEAST_PARAGRAPH,
    LONGEST_LINE,
    inside,
    may_tell_dates,
    shut_away,
)
from dehusk.page import Bools
from dehusk.page.tags import BLOCK, HEADINGS, Tag, TagSet
from dehusk.views.hidden import hidden
from dehusk.views.visible import ink
from tests.golden import GoldenPage, golden_pages


def sum_below(draft: Draft, values: NDArray[Any]) -> NDArray[np.int64]:
    """For each place the sum of a column over all that is inside it, itself included."""
    return draft.sum_in(values, np.arange(len(draft)))


def draft_of(page: Page) -> Draft:
    """A draft whose window is all that follows the first leaf."""
    return Draft(page, Selection.of_subtrees(page, [0], reason="all of it"))


def check(page: Page) -> None:
    draft = draft_of(page)
    window = slice(draft.start, draft.stop)
    leaves = (page.leaves & ~page.is_inert)[window]
    inside_frame = (page.is_inert & page.is_text)[window]
    np.testing.assert_array_equal(draft.leaves & ~inside_frame, leaves)
    np.testing.assert_array_equal(
        np.where(leaves, draft.ink, 0), np.where(leaves, ink(page)[window], 0)
    )
    blocks = BLOCK.mask(page.tag)
    above = page.nearest_ancestor(blocks)[window].astype(np.int64) - draft.start
    own = np.arange(len(draft))
    expected = np.where(blocks[window], own, np.where(above >= 0, above, -1))
    np.testing.assert_array_equal(draft.holder, expected)


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_golden_pages(golden: GoldenPage) -> None:
    check(golden.page)


SPACES = "\u00a0\u00ad\u0085\u1680\u2003\u200b\u200f\u2028\u202f\u205f\u2060\u3000\ufeff \n\t"


@settings(deadline=None)
@given(st.text(st.sampled_from(SPACES + "aé日😀"), min_size=1, max_size=30))
def test_ink_of_any_text(text: str) -> None:
    page = parse(f"<p>x<p>{text}<b>{text}</b><script>{text}</script>y")
    check(page)


# What rules need look at


def check_look(page: Page, keep: NDArray[np.bool_]) -> None:
    """The native look says the same as the rules find out for themselves, or is more careful."""
    selection = Selection.of_leaves(page, keep, reason="by chance")
    draft = Draft(page, selection)
    look = draft.look
    wholes = draft.of_tags(WHOLES)
    kept, leaves = sum_below(draft, draft.keep)[wholes], sum_below(draft, draft.leaves)[wholes]
    np.testing.assert_array_equal(look.partly_kept, wholes[(kept > 0) & (kept < leaves)])
    kept, ink = sum_below(draft, np.where(draft.keep, draft.ink, 0)), sum_below(draft, draft.ink)
    for role, tags in {"list": LISTS, "table": TABLES}.items():
        partly = look.partly_kept[tags.mask(draft.tag[look.partly_kept])]
        partly = partly[(kept[partly] > 0) & (kept[partly] < ink[partly])]
        np.testing.assert_array_equal(draft.partly_kept(role), (partly, kept[partly], ink[partly]))
        is_partly = tags.mask(draft.tag[look.partly_kept]).any()
        assert look.is_partly_kept(role) == is_partly
    np.testing.assert_array_equal(look.lone_lines, lone_lines(draft))
    np.testing.assert_array_equal(look.tables, draft.of_tags(TABLES))
    np.testing.assert_array_equal(look.lists, announced_lists(draft))
    images = np.flatnonzero(draft.keep & (draft.tag == int(Tag.IMG)))
    before = np.append(0, np.cumsum(np.where(draft.keep, draft.ink, 0)))[images]
    following = np.count_nonzero(np.diff(before) == 0)
    assert draft.survey.images(draft.keep) == (len(images), following)
    seen = draft.leaves & ~shut_away(page, _ROLES)[draft.start : draft.stop]
    for mask in (np.ones(len(draft), bool), draft.holder < len(draft) // 2):
        added = draft.survey.added(mask, draft.keep)
        expected = mask & seen & ~draft.keep
        np.testing.assert_array_equal(np.zeros(len(draft)) if added is None else added, expected)
        assert (added is None) == (not expected.any())
    place = len(draft) // 2
    assert draft.survey.attributes(place) == page.attributes(place + draft.start)
    assert draft.survey.attribute(place, "class") == page.attribute(place + draft.start, "class")
    assert draft.survey.source(place) == page.text_of(place + draft.start)
    assert look.figures == bool((draft.kept_in(draft.of_tags(FIGURES)) > 0).any())
    check_head(draft)
    check_lists(draft)
    check_sections(draft)
    check_figures(draft)
    assert draft.survey.pointers(draft.keep) == pointers_by_columns(draft)
    for name, rule in RULES.items():
        if not getattr(look, name):
            assert_idle(Draft(page, selection), name, rule)


def pointers_by_columns(draft: Draft) -> tuple[list[tuple[int, ...]], int]:
    """The blocks of a label and a headline, told from the texts that are kept."""
    texts = [place for place in range(len(draft)) if draft.keep[place] and draft.ink[place] > 0]
    blocks = [list(own) for _, own in groupby(texts, key=draft.holder.__getitem__)]
    inks = [int(draft.ink[block].sum()) for block in blocks]
    found = []
    for number, block in enumerate(blocks):
        headlines = [
            place for place in block if 25 <= draft.ink[place] <= 120 and is_linked(draft, place)
        ]
        rest = inks[number] - draft.ink[headlines].sum() - draft.ink[block[0]]
        is_label = draft.ink[block[0]] <= 40 and not is_linked(draft, block[0])
        if is_label and len(headlines) == 1 and rest <= 1:
            beside = max([*inks[number - 1 : number], *inks[number + 1 : number + 2]], default=0)
            found.append((block[0], block[1], block[-1], inks[number], beside))
    return found, sum(inks)


def is_linked(draft: Draft, place: int) -> bool:
    above = list(draft.page.ancestors(place + draft.start))[:2]
    return any(draft.page.tag[row] == int(Tag.A) for row in above)


def check_head(draft: Draft) -> None:
    """The first paragraph that is kept, the last title before it, and pictures between."""
    prose = np.flatnonzero(draft.keep & (draft.ink >= LEAST_PARAGRAPH))[:1]
    titles = np.flatnonzero(draft.tag[: int(prose.sum())] == int(Tag.H1))
    expected = (int(titles[-1]), int(prose[0])) if len(titles) else (0, 0)
    pictures = np.count_nonzero(ILLUSTRATIONS.mask(draft.tag[slice(*expected)]))
    assert draft.survey.head(draft.keep) == (*expected, pictures)


def check_lists(draft: Draft) -> None:
    lists = draft.of_tags(LISTS)
    linked = draft.inside(draft.of_tags(TagSet("a"))) & ~draft.keep
    _, followed = draft.kept_around(lists, draft.ink > 0)
    kept = np.where(draft.keep, draft.ink, 0)
    longest = [kept[place : draft.end[place]].max() for place in lists]
    found = draft.survey.about_lists(draft.keep, lists)
    np.testing.assert_array_equal(found[0], sum_below(draft, np.where(linked, draft.ink, 0))[lists])
    np.testing.assert_array_equal(found[1], followed)
    np.testing.assert_array_equal(found[2], longest)


def check_sections(draft: Draft) -> None:
    """A section lasts up to the next kept heading of the same or a higher level."""
    everywhere = draft.of_tags(HEADINGS)
    headings = everywhere[draft.kept_in(everywhere) > 0]
    outside = ~draft.inside(everywhere)
    texts = outside & (draft.ink > 0)
    content = draft.keep & (texts | (outside & draft.inside(draft.of_tags(WORDLESS))))
    expected = []
    for number, place in enumerate(headings):
        later = headings[number + 1 :]
        ends = later[draft.tag[later] <= draft.tag[place]]
        section = slice(draft.end[place], ends[0] if len(ends) else None)
        expected.append((place, content[section].sum(), texts[section].sum()))
    assert draft.survey.sections(draft.keep).T.tolist() == [list(map(int, row)) for row in expected]


def check_figures(draft: Draft) -> None:
    captions = draft.called("caption")
    np.testing.assert_array_equal(
        captions, called_by_columns(draft, ["class"], ["caption", "img_descr"])
    )
    for only_kept in (False, True):
        figures = figures_by_columns(draft, captions, only_kept=only_kept)
        np.testing.assert_array_equal(
            draft.survey.figures(draft.keep, captions, only_kept), figures
        )
        mask = np.zeros(len(draft.page), bool)
        mask[figures + draft.start] = True
        window = slice(draft.start, draft.stop)
        np.testing.assert_array_equal(draft.inside(figures), draft.page.inside(mask)[window])
        among, outside = draft.survey.among(draft.keep, figures)
        is_among, is_beside = among_by_columns(draft, figures)
        np.testing.assert_array_equal(among, figures[is_among])
        split = (draft.kept_in(figures) > 0) & (draft.kept_in(figures) < draft.leaves_in(figures))
        np.testing.assert_array_equal(outside, figures[~is_beside & split])
        assert draft.survey.leads(*head(draft), figures, captions) == leads_by_columns(
            draft, figures, captions
        )
        shown = draft.survey.shown(figures, captions)
        np.testing.assert_array_equal(shown, shown_by_columns(draft, figures, captions))


def called_by_columns(draft: Draft, names: list[str], words: list[str]) -> list[int]:
    """The places that have one of some words in one of some attributes."""
    return [
        place
        for place in range(len(draft))
        if any(
            word in (draft.page.attribute(place + draft.start, name) or "").lower()
            for name in names
            for word in words
        )
    ]


def head(draft: Draft) -> tuple[int, int]:
    title, prose, _ = draft.survey.head(draft.keep)
    return title, prose


def leads_by_columns(draft: Draft, figures: Places, portraits: Places) -> list[tuple[int, bool]]:
    """The pictures between title and prose outside of asides and portraits, or their figures."""
    title, prose = head(draft)
    pictures = draft.of_tags(ILLUSTRATIONS)
    aside = draft.inside(draft.of_tags(TagSet("aside nav li footer button")))
    aside |= draft.inside(portraits)
    inside = draft.inside(figures)
    between = pictures[(pictures >= title) & (pictures < prose)]
    return [
        (int(figures[figures <= place][-1]), True) if inside[place] else (place, False)
        for place in between[~aside[between]].tolist()
    ]


def figures_by_columns(draft: Draft, captions: Places, *, only_kept: bool) -> Places:
    parents = draft.parent(captions)
    parents = np.unique(parents[parents >= 0])
    other = np.where(draft.keep & ~draft.inside(captions), draft.ink, 0)
    is_around = FIGURES.mask(draft.tag)
    is_around[parents[sum_below(draft, other)[parents] <= 100]] = True
    around = np.flatnonzero(is_around)
    if only_kept:
        around = around[draft.kept_in(around) > 0]
    holds = sum_below(draft, ILLUSTRATIONS.mask(draft.tag))[around] > 0
    others = TagSet("table pre blockquote iframe audio").mask(draft.tag)
    units = around[holds & (sum_below(draft, others)[around] == 0) & (draft.ink_in(around) <= 600)]
    return units[np.maximum.accumulate(np.append(0, draft.end[units]))[:-1] <= units]


def among_by_columns(draft: Draft, figures: Places) -> tuple[Bools, Bools]:
    outside = ~draft.inside(figures)
    before, after = draft.kept_around(figures, (draft.ink > 0) & outside)
    prose = draft.kept_around(figures, (draft.ink >= LEAST_PARAGRAPH) & outside)
    beside = before | after
    return (before & after) | (beside & prose[0] & prose[1]), beside


def shown_by_columns(draft: Draft, figures: Places, captions: Places) -> Bools:
    captions = np.union1d(draft.of_tags(TagSet("figcaption")), captions)
    marked = np.zeros(len(draft), bool)
    marked[captions] = True
    has_caption = sum_below(draft, marked)[figures] > 0
    caption = draft.inside(captions) | (draft.tag != int(Tag.TEXT))
    return (draft.inside(figures[has_caption]) & caption) | draft.inside(figures[~has_caption])


FIGURES = TagSet("figure")
RULES = {
    "empty_headings": no_empty_headings,
    "labels": no_labels,
    "code": only_code,
    "verse": whole_verse,
    "pointers": no_pointers,
}


def assert_idle(draft: Draft, name: str, rule: Callable[[Draft], None]) -> None:
    """A rule that is told that there may be something to do finds nothing."""
    seen = {field: getattr(draft.look, field) for field in dir(draft.look) if field[0] != "_"}
    vars(draft)["look"] = SimpleNamespace(**{**seen, name: True})
    rule(draft)
    assert not draft._changes


def lone_lines(draft: Draft) -> NDArray[np.intp]:
    """The kept texts of some length that have a block of their own."""
    places = np.flatnonzero(draft.keep)
    ink, holder = draft.ink[places], draft.holder[places]
    short = (ink > 0) & (ink <= LONGEST_LINE) & (holder >= 0)
    places, ink, holder = places[short], ink[short], holder[short]
    lone = places[draft.ink_in(holder) == ink]
    return lone[~draft.inside(draft.of_tags(LABELLESS))[lone]]


def announced_lists(draft: Draft) -> list[int]:
    """The lists that a kept text stands before, with a colon at its end."""
    texts = np.flatnonzero(draft.ink > 0)
    before = [(place, texts[texts < place]) for place in draft.of_tags(LISTS).tolist()]
    return [
        place
        for place, earlier in before
        if len(earlier)
        and draft.keep[earlier[-1]]
        and draft.text(int(earlier[-1])).strip("\u200b").endswith((":", "："))
    ]


@pytest.mark.parametrize("golden", golden_pages(), ids=lambda golden: golden.name)
def test_the_look_misses_nothing(golden: GoldenPage) -> None:
    page = golden.page
    chance = np.random.default_rng(len(page))
    leaves = np.flatnonzero(page.leaves & ~page.is_inert)
    for share in (0.02, 0.3, 0.7, 0.95, 1.0):
        keep = np.zeros(len(page), bool)
        keep[leaves[chance.random(len(leaves)) < share]] = True
        if keep.any():
            check_look(page, keep)


def test_headings_that_may_be_empty_are_seen() -> None:
    for html, is_possible in (
        ("<h1>Tea</h1><p>Boil.</p><h2>Pots</h2><p>Blue.</p>", False),
        ("<h1>Tea</h1><h2>Pots</h2><p>Blue.</p>", True),
        ("<h1>Tea</h1><p>Boil.</p><h2>Pots</h2>", True),
        ("<p>Boil.</p><p>Wait.</p>", False),
    ):
        page = parse(html)
        assert draft_of(page).look.empty_headings is is_possible


def test_tables_and_lists_are_seen() -> None:
    page = parse(
        "<p>Tea:&nbsp;</p><ul><li>Green</li></ul><table><tr><td>Pot</td></tr></table><p>Boil.</p>"
        "<p>Not this:</p><ol><li>Coffee</li></ol><p>茶：</p><dl><dd>Oolong</dl><ul></ul><p>Wait.</p>"
    )
    kept = page.is_text & (page.text_bytes[page.text_start] != ord("N"))
    draft = Draft(page, Selection.of_leaves(page, kept, reason="it says so"))
    tags = [page.tag_name(row + draft.start) for row in (*draft.look.lists, *draft.look.tables)]
    assert tags == ["ul", "dl", "table"]


def test_lines_that_may_be_labels_are_seen() -> None:
    for lines, is_possible in (
        (("Tea is green.", "Coffee is black."), False),
        (("Advertisement", "Tea is green.", " Advertisement "), True),
        (("Picture 1 of 5",), True),
        (("Picture \u0661 of \u0665",), True),
        (("In 1999 and 2001",), False),
        (("“Tea” – 茶",), False),
        (("{{ a template }}",), True),
        (("a" * 41, "a" * 41), False),
    ):
        page = parse("<h1>Tea</h1>" + "".join(f"<p>{line}</p>" for line in lines))
        assert draft_of(page).look.labels is is_possible, lines


def test_digits_of_all_scripts_are_seen() -> None:
    for code in range(0x110000):
        if unicodedata.category(chr(code)) == "Nd":
            page = parse(f"<h1>Tea</h1><p>Picture {chr(code)} of {chr(code)} h</p>")
            assert draft_of(page).look.labels, hex(code)
            assert may_tell_dates(page, 60)[np.flatnonzero(page.is_text)[-1]], hex(code)


def test_verse_and_pointers_and_code_are_seen() -> None:
    poem = "<p>One<br>two<br>three</p>" * 3
    pointer = "<p>Read: <a href=x>A headline that is long enough</a></p>"
    for html, name, is_possible in (
        (poem, "verse", False),
        (f"{poem}<p><i>Unkept</i><br>two<br>three</p>", "verse", True),
        (pointer + pointer, "pointers", True),
        (pointer, "pointers", False),
        (pointer + pointer.replace("Read", "See"), "pointers", False),
        (pointer.replace(":", ".") * 2, "pointers", False),
        (pointer.replace(":", " »&nbsp;") * 2, "pointers", True),
        ("<pre>x</pre>", "code", True),
        ("<code>x</code>", "code", False),
        ("<code>x<br>y<br>z</code>", "code", True),
    ):
        page = parse(f"<h1>Tea</h1>{html}")
        kept = page.is_text & (page.text_bytes[page.text_start] != ord("U"))
        draft = Draft(page, Selection.of_leaves(page, kept, reason="it says so"))
        assert getattr(draft.look, name) is is_possible, html


# What is away, and ink outside of the window


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
    np.testing.assert_array_equal(shut_away(page, _ROLES), expected)


@given(st.lists(st.sampled_from(["<div>", "</div>", "<p>", "x"]), max_size=20), st.integers(0))
def test_what_is_inside(parts: list[str], chosen: int) -> None:
    page = parse("".join(parts))
    mask = np.array([chosen >> row & 1 for row in range(len(page))], bool)
    np.testing.assert_array_equal(inside(page, mask), page.inside(mask))


@given(st.text(st.sampled_from("0129./-: \u00a0hdwmosmin\u0665年日é"), max_size=12))
def test_no_date_is_missed(text: str) -> None:
    page = parse(f"<p>{text}x")
    for row in np.flatnonzero(page.is_text):
        if _DATE_FORM.search(page.text_of(row)):
            assert may_tell_dates(page, 60)[row]


def test_short_texts_may_tell_dates() -> None:
    for text, may in (
        ("5 May", False),
        ("5 May 2019", True),
        ("\u0665 May", True),
        ("今日", True),
        ("今天", False),
        ("yesterday", False),
        ("5/6", True),
        ("12 h", True),
        ("5d", True),
        ("10:30", True),
        ("10:30" + 56 * "x", False),
    ):
        assert bool(may_tell_dates(parse(f"<p>{text}</p>"), 60).any()) is may, text
