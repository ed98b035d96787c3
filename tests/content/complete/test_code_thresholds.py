"""Line numbers, tools and buttons, on either side of every threshold."""

from __future__ import annotations

import pytest

from tests.content.complete import PROSE, texts
from tests.content.complete.test_thresholds import ink

KEPT = f"<p>{PROSE}!</p>"


@pytest.mark.parametrize(
    ("numbers", "dropped"),
    [
        (("1", "2", "3"), True),
        (("1", "2"), False),
        (("7", "8", "9"), True),
        (("1", "2", "4"), False),
        (("3", "2", "1"), False),
        (("1:", "2:", "3:"), True),
        (("999998", "999999", "1000000"), False),
    ],
)
def test_numbers_of_lines(numbers: tuple[str, ...], dropped: bool) -> None:
    lines = "\n".join(f"<i>{number}</i> boil(the, water)!" for number in numbers)
    found = texts(f"{KEPT}<pre>{lines}</pre>{KEPT}")
    assert found.count("boil(the, water)") == len(numbers)
    assert (numbers[0] not in found) == dropped


@pytest.mark.parametrize(("length", "dropped"), [(40, True), (41, False)])
def test_how_long_a_tool_is(length: int, dropped: bool) -> None:
    bar = f"<div><button>Copy!</button>{ink(length - 5, kept=True)}</div>"
    html = f"{KEPT}<div>{bar}<pre>boil()!\nwait()!</pre></div>{KEPT}"
    assert (ink(length - 5, kept=True).rstrip("!") not in texts(html)) == dropped


@pytest.mark.parametrize(("name", "dropped"), [("python!", True), ("tea.py!", False)])
def test_the_name_of_a_file_is_no_label(name: str, dropped: bool) -> None:
    html = f"{KEPT}<div><div><span>{name}</span><button>Copy</button></div><pre>boil()!\nwait()!</pre></div>{KEPT}"
    assert (name.rstrip("!") not in texts(html)) == dropped


@pytest.mark.parametrize(("kept", "opens"), [(50, True), (49, False)])
def test_a_button_opens_what_is_half_kept(kept: int, opens: bool) -> None:
    panel = f"<div><p>{ink(kept, kept=True)}</p><p>{ink(100 - kept)}</p></div>"
    html = f"{KEPT}<div><h3><button aria-expanded=false>How long?</button></h3>{panel}</div>{KEPT}"
    assert ("How long?" in texts(html)) == opens


@pytest.mark.parametrize(("levels", "opens"), [(3, True), (4, False)])
def test_how_many_elements_are_around_a_button(levels: int, opens: bool) -> None:
    button = "<button aria-expanded=false>How long?</button>"
    head = "<div>" * levels + button + "</div>" * levels
    assert (
        "How long?" in texts(f"{KEPT}<section>{head}<p>Three minutes!</p></section>{KEPT}")
    ) == opens
