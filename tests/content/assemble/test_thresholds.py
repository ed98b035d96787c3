"""How much of a name, a label or a formula is read: pages on either side of every threshold."""

from __future__ import annotations

import pytest

from dehusk.content.notes import find_notes
from dehusk.page.parse import parse
from tests.content.assemble import content
from tests.content.assemble.test_mathml import latex


def padded(names: str, length: int) -> str:
    """Class names that end at so many characters."""
    return "x" * (length - len(names) - 1) + " " + names


@pytest.mark.parametrize(("length", "read"), [(1_000, True), (1_008, False)])
def test_how_much_of_a_class_tells_the_kind_of_a_box(length: int, read: bool) -> None:
    html = f"<div class='admonition {padded('warning', length - 12)}'><p>Hot.</p></div>"
    assert ("warning" in repr(content(html))) == read


@pytest.mark.parametrize(("length", "read"), [(1_000, True), (1_016, False)])
def test_how_much_of_a_class_tells_the_language_of_code(length: int, read: bool) -> None:
    html = f"<pre class='{padded('language-python', length)}'>boil()\nwait()</pre>"
    assert ("'python'" in repr(content(html))) == read


@pytest.mark.parametrize(
    ("mathml", "expected"),
    [
        ("<msup><mrow><mi>a</mi></mrow><mn>2</mn></msup>", "a^2"),
        ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "{ab}^2"),
        ("<msup><mi>ab</mi><mn>2</mn></msup>", r"\mathrm{ab}^2"),
        ("<msup><mrow></mrow><mn>2</mn></msup>", "{}^2"),
        (
            "<mmultiscripts><mi>C</mi><mn>1</mn><mn>2</mn><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
            "{}_6^{14}C_1^2",
        ),
        (
            "<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
            "{}_6^{14}C",
        ),
    ],
)
def test_the_base_of_scripts(mathml: str, expected: str) -> None:
    assert latex(mathml) == expected


def raised(first: str, second: str = "Or none.") -> int:
    page = parse(
        "<p>Tea and milk<sup>1</sup> or<sup>2</sup>.</p><hr>"
        f"<p><sup>1</sup>{first}</p><p><sup>2</sup>{second}</p>"
    )
    return len(find_notes(page).notes)


@pytest.mark.parametrize(("length", "notes"), [(5_999, 2), (6_000, 0)])
def test_how_long_a_note_without_a_link_may_be(length: int, notes: int) -> None:
    assert raised("x" * length) == notes


@pytest.mark.parametrize(("mark", "notes"), [("1", 2), ("3", 0), ("x", 0)])
def test_notes_without_links_are_numbered_from_one(mark: str, notes: int) -> None:
    page = parse(
        f"<p>Tea and milk<sup>{mark}</sup> or<sup>2</sup>.</p><hr>"
        f"<p><sup>{mark}</sup> Or lemon.</p><p><sup>2</sup> Or none.</p>"
    )
    assert len(find_notes(page).notes) == notes
