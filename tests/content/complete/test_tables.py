from __future__ import annotations

import pytest

from dehusk import Selection
from dehusk.content import Table
from dehusk.content.options import RUNNING_TEXT, Completion
from dehusk.content.table import blocks_of
from dehusk.content.walk import content_of
from tests.content.complete import PROSE, completed, texts


def table(*lines: str, cell: str = "td") -> str:
    rows = "".join(
        "<tr>" + "".join(f"<{cell}>{word}</{cell}>" for word in line.split()) for line in lines
    )
    return f"<p>Before!</p><table>{rows}</table><p>After!</p>"


def test_a_table_that_is_mostly_kept_is_kept_whole() -> None:
    html = table("tea! 3!", "milk! 1", "sugar! 2")
    assert texts(html) == ["Before", "tea", "3", "milk", "1", "sugar", "2", "After"]


def test_a_table_of_which_little_is_kept_is_dropped() -> None:
    assert texts(table("tea! 3", "milk 1", "sugar 2")) == ["Before", "After"]


def test_what_a_frame_says_to_old_browsers_is_no_part_of_a_table() -> None:
    apology = "Your browser does not show frames, which is a pity. " * 5
    html = f"<table><tr><th>tea!<th>3!<tr><td>milk!<td>1!<tr><td><iframe>{apology}</iframe></table>"
    assert texts(html) == ["tea", "3", "milk", "1"]


def test_tables_that_are_kept_or_dropped_whole_stay_so() -> None:
    assert texts(table("tea 3", "milk 1")) == ["Before", "After"]
    assert texts(table("tea! 3!", "milk! 1!")) == ["Before", "tea", "3", "milk", "1", "After"]


def test_header_cells_make_a_table_of_one_column_data() -> None:
    assert "sugar" in texts(table("tea!", "milk!", "sugar", cell="th"))


def test_a_table_that_only_places_things_is_left_alone() -> None:
    column = "<p>Long!</p>" + "<p>Text.</p>" * 3
    html = f"<table><tr><td>{column}<td>{column}</table>"
    assert texts(html) == ["Long", "Long"]
    nested = "<table><tr><td>Outer!<td><table><tr><td>a!<td>b!<tr><td>c!<td>d</table><tr><td>x<td>y</table>"
    assert texts(nested) == ["Outer", "a", "b", "c", "d"]


def test_what_is_hidden_is_not_added() -> None:
    assert texts("<table><tr><th>a!<th>b!<tr><td>c!<td hidden>d</table>") == ["a", "b", "c"]


@pytest.mark.parametrize("role", ["presentation", "none", "PRESENTATION grid"])
def test_a_table_that_says_that_it_is_layout_is_no_table_of_data(role: str) -> None:
    cells = f"<table role='{role}'><tr><th>Tea<th>3<tr><td>Milk<td>1</table>"
    assert texts(f"<p>{PROSE}!</p>{cells}<p>{PROSE}!</p>") == [PROSE, PROSE]
    partly = cells.replace("Tea", "Tea!").replace("3", "3!").replace("Milk", "Milk!")
    assert texts(partly) == ["Tea", "3", "Milk"]
    more = partly.replace("</table>", "<tr><td>Sugar!<td>2!</table>")
    assert texts(more) == ["Tea", "3", "Milk", "1", "Sugar", "2"]


@pytest.mark.parametrize("inner", ["<menu><li>x</menu>", "<xmp>x</xmp>", "<p>x</p>"])
def test_completion_and_the_walk_agree_on_tables(inner: str) -> None:
    cells = f"<table><tr><td>{inner * 4}<td>Tea<td>Milk</table>"
    page, whole = completed(f"<p>{PROSE}!</p>{cells}<p>{PROSE}!</p>")
    assert len(whole.rows) == 2
    everything = Selection.of_subtrees(page, [0], reason="all of it")
    assert not any(isinstance(block, Table) for block in blocks_of(content_of(page, everything)))


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (table("tea! 3!", "milk! 1"), "the rest of a table that is content"),
        (table("tea! 3", "milk 1"), "a table of which little is content"),
    ],
)
def test_every_change_has_a_reason(html: str, reason: str) -> None:
    page, whole = completed(html)
    changed = [row for row in range(len(page)) if whole.reason_of(row) == reason]
    assert len(changed) == 1


def test_the_rule_can_be_switched_off() -> None:
    assert "1" not in texts(table("tea! 3!", "milk! 1"), Completion(tables=False))


def test_a_table_between_two_paragraphs_is_content_whatever_a_method_says() -> None:
    cells = "<table><tr><th>Tea<th>3<tr><td>Milk<td>1</table>"
    html = f"<p>{PROSE}!</p>{cells}<p>{PROSE}!</p>"
    assert texts(html) == [PROSE, "Tea", "3", "Milk", "1", PROSE]
    assert texts(html, RUNNING_TEXT) == [PROSE, PROSE]
    assert texts(f"<p>{PROSE}!</p><aside>{cells}</aside><p>{PROSE}!</p>") == [PROSE, PROSE]
    assert texts(f"<p>{PROSE}!</p>{cells}<p>{PROSE}</p>") == [PROSE]
    layout = "<table><tr><td>Tea</table>"
    assert texts(f"<p>{PROSE}!</p>{layout}<p>{PROSE}!</p>") == [PROSE, PROSE]


TEA = "<table><tr><th>Tea<th>3<tr><td>Milk<td>1</table>"


def test_what_only_holds_a_table_does_not_part_it_from_the_text() -> None:
    for depth, kept in ((1, True), (6, True), (7, False)):
        scrolling = "<div>" * depth + TEA + "</div>" * depth
        assert ("Tea" in texts(f"<p>{PROSE}!</p>{scrolling}<p>{PROSE}!</p>")) == kept
    captioned = f"<div><p>More</p>{TEA}</div>"
    assert texts(f"<p>{PROSE}!</p>{captioned}<p>{PROSE}!</p>") == [PROSE, PROSE]


def test_a_table_among_what_is_mostly_not_kept_is_not_content() -> None:
    for others, kept in ((1, True), (2, False)):
        rest = f"<ul>{f'<li>{PROSE}' * others}</ul>"
        assert ("Tea" in texts(f"<p>{PROSE}!</p>{rest}{TEA}<p>{PROSE}!</p>")) == kept
        assert ("Tea" in texts(f"<p>{PROSE}!</p>{TEA}{rest}<p>{PROSE}!</p>")) == kept
