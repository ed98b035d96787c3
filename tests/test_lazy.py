"""Lazy properties are computed once, and two objects at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from dehusk import Document
from dehusk.lazy import lazy


class Meeting:
    def __init__(self, barrier: Barrier) -> None:
        self.barrier = barrier
        self.times = 0

    @lazy
    def place(self) -> int:
        """Where to meet."""
        self.times += 1
        return self.barrier.wait(timeout=5)


def test_it_is_computed_once() -> None:
    meeting = Meeting(Barrier(1))
    assert [meeting.place, meeting.place] == [0, 0]
    assert meeting.times == 1


def test_two_threads_compute_for_two_objects_at_the_same_time() -> None:
    barrier = Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        places = pool.map(lambda _: Meeting(barrier).place, range(2))
        assert sorted(places) == [0, 1]


def test_it_has_the_words_of_its_function() -> None:
    assert Meeting.place.__doc__ == "Where to meet."
    assert Document.text.__doc__ == "The content as plain text."
