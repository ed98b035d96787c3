"""What is done of a batch: a line a part, behind a line that says what the batch is.

A part counts when its line is there. What was written of others is written again, with the same bytes.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dehusk.batch.tally import Tally
from dehusk.batch.writing import sync_folder
from dehusk.errors import BatchError

NAME = "_manifest.jsonl"
_LOCK = "_lock"
_FORMAT = 1


@dataclass(frozen=True)
class Position:
    """How far inputs are done: the number of one, and the offset in it; None where it is over."""

    input: int = 0
    offset: int | None = -1


@dataclass
class Manifest:
    """The parts that are done."""

    folder: Path
    parts: list[str] = field(default_factory=list)
    until: Position = field(default_factory=Position)
    tally: Tally = field(default_factory=Tally)
    is_done: bool = False

    @classmethod
    def open(cls, folder: Path, plan: dict[str, Any]) -> Manifest:
        """The manifest of a folder, a new one if it has none.

        Raises `BatchError` where the folder holds something else, or a batch with another plan.
        """
        lines = _whole_lines(folder / NAME)
        manifest, plan = cls(folder), {"format": _FORMAT, **plan}
        if not lines:
            if any(folder.glob("part-*")):
                raise BatchError(f"{folder} has parts but no {NAME}; choose another folder.")
            manifest._append(plan)
            return manifest
        _check_plan(lines[0], plan, folder)
        for line in lines[1:]:
            manifest._read(line)
        return manifest

    def _read(self, line: dict[str, Any]) -> None:
        if line.get("done"):
            self.is_done = True
            return
        self.parts.append(line["part"])
        self.until = Position(line["input"], line["offset"])
        self.tally.add(Tally.of_plain(line["tally"]))

    def add(self, part: str, until: Position, tally: Tally) -> None:
        """Write down that a part is done."""
        told = {"part": part, "input": until.input, "offset": until.offset}
        self._append({**told, "tally": tally.plain()})
        self.parts.append(part)
        self.until = until
        self.tally.add(tally)

    def finish(self) -> None:
        """Write down that all is done."""
        self._append({"done": True})
        self.is_done = True

    def _append(self, line: dict[str, Any]) -> None:
        written = json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        with (self.folder / NAME).open("ab", buffering=0) as file:
            end = file.tell()
            try:
                if file.write(written) < len(written):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.folder / NAME))
                os.fsync(file.fileno())
            except OSError:
                file.truncate(end)
                raise
        sync_folder(self.folder)


def _whole_lines(path: Path) -> list[dict[str, Any]]:
    """The lines that were written to their end; what a killed run left of another is taken away."""
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        os.truncate(path, len(whole))
    try:
        return [json.loads(line) for line in whole.splitlines()]
    except ValueError as error:
        raise BatchError(f"{path} is damaged: {error}; choose another folder.") from error


def _check_plan(found: dict[str, Any], wanted: dict[str, Any], folder: Path) -> None:
    plain = json.loads(json.dumps(wanted))
    for name in plain:
        if found.get(name) != plain[name]:
            raise BatchError(
                f"{folder} holds a batch with other {name}: {_short(found.get(name))} and not"
                f" {_short(plain[name])}; go on with the same, or choose another folder."
            )


def _short(value: object) -> str:
    words = json.dumps(value, ensure_ascii=False)
    return words if len(words) <= 120 else words[:120] + "…"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder; a run that is killed keeps nobody out."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    with (folder / _LOCK).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BatchError(
                f"Another run writes to {folder}; wait for it to end, or choose another folder."
            ) from None
        except OSError as error:
            raise BatchError(
                f"{folder} cannot be kept from other runs ({error.strerror}); choose a folder"
                " on a file system that has locks."
            ) from error
        yield
