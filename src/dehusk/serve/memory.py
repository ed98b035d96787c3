"""Memory that the service and its workers share, for pages on their way.

    regions = Regions(4)
    region = regions.take()
    region.memory[:3] = b"Tea"              # a worker that was started with `regions.numbers` sees it
    regions.give(region)

A page goes from the connection to here, and from here into the worker that reads it: nothing copies it
in between, and nobody waits until a pipe of 64 kB has room again. It is there on Linux only.
"""

from __future__ import annotations

import mmap
import os
import sys
from dataclasses import dataclass

REGION_BYTES = 4 * 1024 * 1024
"""Pages up to this size lie in shared memory, larger ones take the pipe."""


@dataclass(frozen=True)
class Region:
    """A piece of shared memory, and its place among the others."""

    index: int
    memory: mmap.mmap


class Regions:
    """So many regions, each of which one request has at a time."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._free: list[Region] = []
        self.numbers: tuple[int, ...] = ()

    def open(self) -> None:
        """Make them, if they are not yet; a file in memory takes what is written to it, no more."""
        if self.numbers or sys.platform != "linux":
            return
        self.numbers = tuple(_file() for _ in range(self._count))
        for index, number in enumerate(self.numbers):
            self._free.append(Region(index, mmap.mmap(number, REGION_BYTES)))
            _seal(number)

    def close(self) -> None:
        """Let go of them."""
        for number in self.numbers:
            os.close(number)
        self.numbers = ()
        self._free.clear()

    def take(self, size: int) -> Region | None:
        """A region for so many bytes, None where there is none, or none so large."""
        return self._free.pop() if self._free and size <= REGION_BYTES else None

    def give(self, region: Region) -> None:
        """Nobody looks at a region any more: the next may have it."""
        if self.numbers:
            self._free.append(region)


class Seen:
    """The regions in a worker, which may look at them and change nothing."""

    def __init__(self, numbers: list[int]) -> None:
        self._memories = [
            mmap.mmap(number, REGION_BYTES, access=mmap.ACCESS_READ) for number in numbers
        ]
        for number in numbers:
            os.close(number)

    def page(self, index: int, size: int) -> bytes:
        """A copy of what lies at the beginning of a region."""
        return self._memories[index][:size]


def _file() -> int:
    assert sys.platform == "linux"
    number = os.memfd_create("dehusk", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(number, REGION_BYTES)
    return number


_SEAL_FUTURE_WRITE = 0x10
"""`F_SEAL_FUTURE_WRITE` of Linux 5.1, which Python's fcntl does not name before 3.15."""


def _seal(number: int) -> None:
    """Let nobody change its size, which would kill who looks beyond its end, and no worker write."""
    assert sys.platform == "linux"
    import fcntl

    size = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW
    try:
        fcntl.fcntl(number, fcntl.F_ADD_SEALS, size | _SEAL_FUTURE_WRITE | fcntl.F_SEAL_SEAL)
    except OSError:  # an older Linux
        fcntl.fcntl(number, fcntl.F_ADD_SEALS, size | fcntl.F_SEAL_SEAL)
