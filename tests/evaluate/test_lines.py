"""Lines that stand whole on the other side, with values worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.evaluate import Example, Output, Overlap, line_scores
from dehusk.evaluate.lines import _occurrences, has_short_lines, whole_parts
from dehusk.evaluate.scoring import METRICS, Gold


@pytest.mark.parametrize(
    ("output", "gold", "matched", "right", "found", "wanted"),
    [
        ("Tea\nBoil water.", "Tea\nBoil water.", 2, 2, 2, 2),
        ("Boil water.\nTea", "Tea\nBoil water.", 2, 2, 2, 2),
        ("Boil water.", "Tea\nBoil water.", 1, 1, 1, 2),
        ("Tea\nBoil water.\nShare", "Tea\nBoil water.", 2, 2, 3, 2),
        ("Tea\nBoil", "Tea\nBoil water.", 1, 2, 2, 2),
        # Paragraphs that one side has joined or split.
        ("Boil water. Wait.", "Boil water.\nWait.", 2, 1, 1, 2),
        ("Boil water.\nWait.", "Boil water. Wait.", 1, 2, 2, 1),
        ("Boil\n\nwater. Wait", "Boil water.\nWait.", 2, 2, 2, 2),
        ("Boil water. Share. Wait.", "Boil water. Wait.", 0, 0, 1, 1),
        # Words are whole.
        ("teapot", "tea", 0, 0, 1, 1),
        ("green tea", "tea", 1, 0, 1, 1),
        # As often as both sides have them.
        ("No\nYes", "Yes\nNo\nYes\nYes", 2, 2, 2, 4),
        ("Reply\nReply\nReply", "Reply", 1, 1, 3, 1),
        # What is no line, and what makes no difference.
        ("* * *\n\n—\nTea", "Tea\n•", 1, 1, 1, 1),
        ("TEA  and\u00a0cake!", "Tea, and cake", 1, 1, 1, 1),
        ("ﬁne co\u00adffee", "fine coffee", 1, 1, 1, 1),
        ("", "", 0, 0, 0, 0),
        ("Tea", "", 0, 0, 1, 0),
        ("", "Tea", 0, 0, 0, 1),
        # Scripts without spaces are compared by letter.
        ("面包需要面粉。\n水也要", "面包需要面粉。水也要", 1, 2, 2, 1),
        ("面包要面粉", "面包需要面粉", 0, 0, 1, 1),
        ("ชาเขียว\nต้มน้ำ", "ชาเขียว ต้มน้ำ", 1, 2, 2, 1),
        ("ชาเขียว", "ชาดำ\nชา", 1, 0, 1, 2),
        ("الشاي الأخضر، مغلي", "الشاي الأخضر\nمغلي", 2, 1, 1, 2),
        ("الشاي", "شاي", 0, 0, 1, 1),
    ],
)
def test_lines(output: str, gold: str, matched: int, right: int, found: int, wanted: int) -> None:
    assert line_scores(output, gold).lines == Overlap(matched, found, wanted, right)


@pytest.mark.parametrize("mark", ["- ", "• ", "1. ", "12) ", "(3) ", "b) ", "1、", "  * 2. "])
def test_marks_of_lists_are_no_part_of_a_line(mark: str) -> None:
    output = f"{mark}Mix the flour\n{mark}Bake"
    assert line_scores(output, "Mix the flour\nBake").f1 == 1
    assert line_scores("Mix the flour Bake", output).f1 == 1


def test_a_mark_alone_is_no_line() -> None:
    assert line_scores("1.\nMix", "Mix").lines == Overlap(1, 1, 1, 1)


@pytest.mark.parametrize(
    ("output", "gold"),
    [
        ("on the 5. May it rained", "on the\n5. May it rained"),
        ("3.5 km", "3.5 km"),
        ("5 eggs", "5 eggs"),
    ],
)
def test_numbers_that_are_no_marks(output: str, gold: str) -> None:
    assert line_scores(output, gold).f1 == line_scores(gold, output).f1 == 1
    assert line_scores(output, gold.replace("5", "6")).f1 < 1


def test_both_sides_of_the_shares() -> None:
    scores = line_scores("Tea\nBoil water.\nShare this", "Tea\nBoil water. Wait.")
    assert scores.precision == pytest.approx(2 / 3)
    assert scores.recall == pytest.approx(1 / 2)
    assert scores.f1 == pytest.approx(4 / 7)
    assert (line_scores("", "").f1, line_scores("a", "").f1, line_scores("", "a").f1) == (1, 0, 0)


@pytest.mark.parametrize(
    ("line", "is_short"),
    [
        ("one two three four five six seven eight", True),
        ("one two three four five six seven eight nine", False),
        ("面" * 16, True),
        ("面" * 17, False),
        ("one two three four " + "面" * 8, True),
        ("one two three four " + "面" * 9, False),
        ("ไท" * 8, True),
        ("ไท" * 8 + "ย", False),
        ("واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية", True),
        ("واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة", False),
        ("", False),
        ("***", False),
    ],
)
def test_short_lines(line: str, is_short: bool) -> None:
    assert has_short_lines(line) == is_short
    assert line_scores(line, line).short == (1 if is_short else None)
    assert line_scores("else", line).short == (0 if is_short else None)


def test_short_lines_are_those_of_the_gold() -> None:
    long = "A line of many words that nobody would call a short one."
    assert line_scores(f"Menu\n{long}", f"Tea\n{long}\nTea\nCake").short == 0
    assert line_scores(f"Tea\nMenu\n{long}", f"Tea\n{long}\nTea\nCake").short == pytest.approx(
        1 / 3
    )


def test_parts() -> None:
    text = "Tea\n2 spoons\nof leaves; boil the water: £1.50"
    phrases = [["2 spoons of leaves"], ["Boil the water."], ["cake"]]
    assert whole_parts(text, phrases) == Overlap(2, 3, 3)
    assert whole_parts(text, [["tea"], ["Tea"]]).recall == 1
    assert whole_parts(text, [["1,50", "9"], ["9", "€"]]) == Overlap(1, 2, 2)
    assert whole_parts(text, [["—"], []]) == whole_parts(text, []) == Overlap(0, 0, 0)
    assert whole_parts("", phrases) == Overlap(0, 3, 3)


def test_metrics_by_name() -> None:
    def scores(output: str, example: Example) -> dict[str, Overlap | None]:
        names = [
            name for name in ("lines", "short-lines", "parts") if METRICS[name].applies_to(example)
        ]
        return {name: METRICS[name].score(Output(output), Gold(example)) for name in names}

    long = "A line of many words that nobody would call a short one."
    assert scores("Tea", Example("tea", b"", text=f"Tea\n{long}")) == {
        "lines": Overlap(1, 1, 2, 1),
        "short-lines": Overlap(1, 1, 1),
    }
    assert set(scores(long, Example("tea", b"", text=long))) == {"lines"}
    assert scores("2 eggs", Example("eggs", b"", has=("2 eggs", "salt"))) == {
        "parts": Overlap(1, 2, 2)
    }
    assert scores("2 eggs", Example("eggs", b"", lacks=("Menu",))) == {}


def plain_occurrences(line: tuple[str, ...], run: list[str]) -> int:
    return sum(tuple(run[start : start + len(line)]) == line for start in range(len(run)))


_SOME = st.text("ab", min_size=1, max_size=5).map(tuple)


@given(st.lists(_SOME, max_size=8), st.text("abc", max_size=30).map(list))
def test_occurrences_as_by_looking_everywhere(lines: list[tuple[str, ...]], run: list[str]) -> None:
    assert _occurrences(lines, run) == [plain_occurrences(line, run) for line in lines]


@given(st.text(), st.text())
def test_a_text_stands_whole_in_itself_and_shares_are_shares(one: str, other: str) -> None:
    assert line_scores(one, one).f1 == 1
    scores = line_scores(one, other)
    assert 0 <= scores.precision <= 1
    assert 0 <= scores.recall <= 1
    assert scores.precision == line_scores(other, one).recall
