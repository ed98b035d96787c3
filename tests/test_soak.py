"""What the soak looks for would be seen: another output in a thread, an exception, a leak."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench import soak
from bench.soak import OneByOne, one_by_one, slope_of, together

PAGES = [
    f"<main><h1>Tea</h1><p>Cup {cup} needs boiling water.</p></main>".encode() for cup in range(9)
]


def test_threads_that_agree() -> None:
    result = together([*PAGES, b"%PDF-1.7 \x00\x01"], threads=4, seconds=0)
    assert result.differences == []
    assert result.extractions >= 4


def test_an_output_that_is_another_one_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(1_000_000))
    monkeypatch.setitem(soak.OUTPUTS, "text", lambda _: next(calls))
    result = together(PAGES, threads=2, seconds=0)
    assert result.differences
    assert all(difference.endswith(": text") for difference in result.differences)


def test_an_exception_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(len(PAGES)))
    monkeypatch.setitem(soak.OUTPUTS, "html", lambda _: next(calls) < 0)
    result = together(PAGES, threads=2, seconds=0)
    assert "StopIteration" in result.differences[0]


def test_sizes_are_those_after_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "STEP", 3)
    result = one_by_one(PAGES, extractions=18)
    assert len(result.resident_mb) == 6
    assert min(result.resident_mb) > 1


def test_a_leak_is_a_slope_that_is_large_and_sure() -> None:
    slope, error = slope_of([100, 101, 100, 101, 100, 101, 100, 101])
    assert abs(slope) < 3 * error
    none = OneByOne(1, 1, 1.0, slope=0.2, standard_error=0.01, resident_mb=[])
    assert not none.leaks
    assert not replace(none, slope=2.0, standard_error=1.0).leaks
    assert replace(none, slope=2.0).leaks
