"""How much memory a browser may take, whatever its pages ask for.

    with MemoryGuard(browser_process, megabytes=1024, workers=2) as guard:
        ...                                  # a page takes more: its process is ended
        guard.ended                          # 1

Two means, for which nobody has to be root. A thread looks at the processes of the browser ten times
a second and ends what takes too much. In between the kernel refuses each process private memory past
a limit of its own (RLIMIT_DATA). Both are Linux's; elsewhere the guard does nothing.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

IS_BOUNDED = sys.platform == "linux"
"""Whether the system has the means."""

MEGABYTE = 1024 * 1024
SECONDS_BETWEEN = 0.1
ROOM = 1024
"""Megabytes that a process may reserve besides those it fills: threads alone have reserved 600."""

PROCESSES = Path("/proc")


class MemoryGuard:
    """Ends the processes of one browser that take too much.

    A page has `megabytes` in the process that shows it, all such processes together have
    `workers` times that, and the browser's other processes `megabytes` between them.
    """

    def __init__(self, browser: int, *, megabytes: int, workers: int) -> None:
        self.megabytes = megabytes
        self.ended = 0
        self.ended_browser = False
        self._browser = browser
        self._birth = _birth(browser)
        self._workers = workers
        self._seen_ending: set[int] = set()
        self._is_over = threading.Event()
        self._pages = 0
        self._has_pages = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="dehusk-memory", daemon=True)

    def __enter__(self) -> MemoryGuard:
        if IS_BOUNDED:
            for process in processes_below(self._browser):
                _limit(process, self.megabytes + ROOM)  # those that it starts will inherit it
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._has_pages.set()
        if self._thread.is_alive():
            self._thread.join()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """A page is being rendered: only then can the browser grow."""
        self._pages += 1
        self._has_pages.set()
        try:
            yield
        finally:
            self._pages -= 1
            if not self._pages and not self._is_over.is_set():
                self._has_pages.clear()

    def _watch(self) -> None:
        while not self._is_over.wait(SECONDS_BETWEEN):
            self._look()
            self._has_pages.wait()

    def _look(self) -> None:
        if _birth(self._browser) != self._birth:
            return  # it has died, and the number may be another's by now
        processes = processes_below(self._browser)
        taken = {process: taken_bytes(process) for process in processes}
        pages = {process: taken[process] for process in processes if _shows_pages(process)}
        most = self.megabytes * MEGABYTE
        if sum(taken.values()) - sum(pages.values()) > most:
            self.ended_browser = True
            self._end(*reversed(processes))  # the first would start to tidy up after the others
            return
        self._end(*(process for process, size in pages.items() if size > most))
        if sum(pages.values()) > self._workers * most:
            self._end(max(pages, key=pages.__getitem__))

    def _end(self, *processes: int) -> None:
        for process in processes:
            if process not in self._seen_ending:  # a large one is still there for a while
                self._seen_ending.add(process)
                self.ended += 1
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)


def processes_below(root: int) -> list[int]:
    """A process and all that it has started, directly or not."""
    found = [root]
    for process in found:
        with suppress(OSError):
            for thread in os.listdir(PROCESSES / f"{process}/task"):
                children = PROCESSES / f"{process}/task/{thread}/children"
                found += map(int, children.read_text().split())
    return found


def taken_bytes(process: int) -> int:
    """The memory that nobody can have before the process gives it back: not that of mapped files.

    >>> taken_bytes(os.getpid()) > MEGABYTE or not IS_BOUNDED
    True
    """
    lines = _said(process, "status").splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    whole, files, swapped = (
        int(fields.get(name, "0 kB").split()[0]) for name in ("VmRSS", "RssFile", "VmSwap")
    )
    return (whole - files + swapped) * 1024


def _birth(process: int) -> str:
    """When a process was started, in the system's own count."""
    return "".join(_said(process, "stat").rpartition(")")[2].split()[19:20])


def _shows_pages(process: int) -> bool:
    return "--type=renderer" in _said(process, "cmdline")


def _said(process: int, name: str) -> str:
    """What the system says of a process, nothing of one that has ended."""
    try:
        return (PROCESSES / f"{process}/{name}").read_text(errors="replace")
    except OSError:
        return ""


def _limit(process: int, megabytes: int) -> None:
    """Have the kernel refuse a process private memory past a limit."""
    if sys.platform == "linux":
        from resource import RLIM_INFINITY, RLIMIT_DATA, prlimit

        with suppress(OSError):
            _, most = prlimit(process, RLIMIT_DATA)
            limit = megabytes * MEGABYTE
            limit = limit if most == RLIM_INFINITY else min(limit, most)
            prlimit(process, RLIMIT_DATA, (limit, limit))
