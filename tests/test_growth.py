"""Time grows with the page and not faster: every output on every family of hostile input.

`make growth` measures the same up to a megabyte, with memory; docs/growth.md has its figures.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from dehusk import EXTRACTORS, Page, parse
from tests.families import COMBINED, FAMILIES, Family
from tests.outputs import OUTPUTS, Output, size_of

pytestmark = pytest.mark.timed

SMALL, LARGE, LARGER = 3_000, 24_000, 96_000
DOUBLINGS = 3
PER_DOUBLING = 2.6
NEVER_SLOW = 0.04
NUMPY_SECONDS = 0.02
NEXT_TO_NOTHING = 0.03
SECONDS_PER_MB = 2.0
SLOW_MACHINE = 4.0

# What the others have as a part of them is not measured again: JSON holds text and metadata, a
# comparison every method for which a page need not be rendered.
PARTS = {"extract", "text", "blocks", "metadata", "text blocks"}
STATIC = {f"select by {name}" for name, method in EXTRACTORS.items() if not method.needs_layout}
MEASURED = [name for name in OUTPUTS if name not in PARTS | STATIC]


def seconds(output: Output, page: Page) -> tuple[float, int]:
    """The processor's time for one output of a page that nothing was computed of before, its size."""
    fresh = replace(page)
    gc.disable()  # its pauses come in steps, which look like growth
    try:
        start = time.process_time()
        made = output(fresh)
        return time.process_time() - start, size_of(made)
    finally:
        gc.enable()


def pages(family: Family, *sizes: int) -> list[Page]:
    return [parse(family.page(size), url="https://example.org/a/b") for size in sizes]


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_no_output_grows_faster_than_the_page(family: Family) -> None:
    small, large = pages(family, SMALL, LARGE)
    for name in MEASURED:
        taken, size = seconds(OUTPUTS[name], large)
        if taken < NEVER_SLOW:
            continue
        megabytes = (len(large.source) + size) / 1e6
        assert taken < NEVER_SLOW + SLOW_MACHINE * SECONDS_PER_MB * megabytes, name
        if taken > PER_DOUBLING**DOUBLINGS * seconds(OUTPUTS[name], small)[0]:
            assert_linear(name, family)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_the_main_path_does_not_grow_faster_at_the_speed_of_numpy(family: Family) -> None:
    """A quadratic step over columns takes a millisecond of a small page: only a larger one tells."""
    assert_no_quadratic("markdown", family)


def assert_no_quadratic(name: str, family: Family) -> None:
    small, large = pages(family, LARGER >> DOUBLINGS, LARGER)
    taken = seconds(OUTPUTS[name], large)[0]
    if taken > max(NUMPY_SECONDS, PER_DOUBLING**DOUBLINGS * seconds(OUTPUTS[name], small)[0]):
        assert_linear(name, family, LARGER)


def assert_linear(name: str, family: Family, size: int = 2 * LARGE) -> None:
    """Looked at again, two doublings further and in turns: once may have been the machine.

    Where it takes next to no time, caches that overflow look like growth: then still further.
    """
    once, later = growth(name, family, size)
    if later >= PER_DOUBLING**2 * once and once < NEXT_TO_NOTHING:
        once, later = growth(name, family, 8 * LARGE)
    assert later < PER_DOUBLING**2 * once, (
        f"{name}: {once:.3f} s, and {later:.3f} s for four times the page"
    )


def growth(name: str, family: Family, size: int) -> tuple[float, float]:
    """The time for a page of a size, and for one of four times that."""
    page, larger = pages(family, size, 4 * size)
    times = [[seconds(OUTPUTS[name], each)[0] for each in (page, larger)] for _ in range(3)]
    once, later = map(min, zip(*times, strict=True))
    return once, later


@pytest.mark.parametrize("name", ["markdown", "json", "metadata"])
@pytest.mark.parametrize("family", COMBINED.values(), ids=COMBINED)
def test_what_is_asked_for_each_of_many_stays_linear(family: Family, name: str) -> None:
    """The price of one question is small, so that only larger pages tell."""
    assert_linear(name, family)


def quadratic(page: Page) -> str:
    count = len(page.source) // 120
    return "".join("x" for one in range(count) for other in range(count) if one == other)


def quadratic_in_numpy(page: Page) -> str:
    places = np.arange(len(page) // 2)
    return "x" * sum(np.count_nonzero(places == one) for one in places)


@pytest.mark.parametrize(
    ("output", "check"), [(quadratic, assert_linear), (quadratic_in_numpy, assert_no_quadratic)]
)
def test_it_would_notice(
    output: Output, check: Callable[[str, Family], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OUTPUTS, "quadratic", output)
    with pytest.raises(AssertionError, match="four times the page"):
        check("quadratic", FAMILIES["paragraphs"])
