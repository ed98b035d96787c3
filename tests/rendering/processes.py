"""What processes a program has started, for tests that check that none is left."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path


def descendants(root: int | None = None) -> list[int]:
    """The processes below one, this one unless told, that have not ended."""
    children = defaultdict(list)
    for process, parent in _processes():
        children[parent].append(process)
    found: list[int] = []
    todo = [root or os.getpid()]
    while todo:
        below = children[todo.pop()]
        found += below
        todo += below
    return found


def browsers() -> list[int]:
    """The main processes of the browsers that this process runs."""
    return [
        process
        for process in descendants()
        if b"--remote-debugging-pipe" in (line := _command_line(process)) and b"--type=" not in line
    ]


def _processes() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                yield int(folder.name), int(fields[1])


def _command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
