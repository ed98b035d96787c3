"""Kill a batch before and after every step that writes something, and let another go on.

`python -m tests.batch.crashes INPUT FOLDER` tries every such moment in a process of its own, forked before
anything has threads, and prints how many there were. The parts have to be what an undisturbed run gives.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

from dehusk.batch import Output, Record, RowMaker, Settings, run_batch

SETTINGS = Settings(columns=("id", "text", "error"))
OUTPUT = Output(form="jsonl", dedupe=True, part_records=4)


def parts(folder: Path) -> dict[str, str]:
    return {
        path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("part-*"))
    }


def forked(work: Callable[[], object]) -> int:
    """How a process ended that did some work: 0, or the signal."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1]


def die_at(moment: int) -> None:
    """Let this process die at the so-manieth step that writes: before it or after it."""
    moments = count()

    def mortal(step: Callable[..., object]) -> Callable[..., object]:
        def either_side(*arguments: object, **options: object) -> object:
            if next(moments) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            done = step(*arguments, **options)
            if next(moments) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        return either_side

    os.fsync = mortal(os.fsync)
    os.replace = mortal(os.replace)


def crashes(source: str, folder: Path) -> Iterator[int]:
    """The moments at which a run was killed, each gone on from to the end."""
    RowMaker(SETTINGS)(Record(b"<p>Loads the model once, for all the processes to come."))
    whole = folder / "whole"
    assert forked(lambda: run_batch([source], whole, jobs=0, settings=SETTINGS, output=OUTPUT)) == 0
    expected = parts(whole)
    for moment in count():
        out = folder / str(moment)

        def run(out: Path = out, moment: int | None = None) -> None:
            if moment is not None:
                die_at(moment)
            run_batch([source], out, jobs=0, settings=SETTINGS, output=OUTPUT)

        if forked(lambda run=run, moment=moment: run(moment=moment)) == 0:
            return
        assert forked(run) == 0, moment
        assert parts(out) == expected, moment
        assert not list(out.rglob("*.tmp")), moment
        yield moment


if __name__ == "__main__":
    print(len(list(crashes(sys.argv[1], Path(sys.argv[2])))))
