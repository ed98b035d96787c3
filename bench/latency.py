"""How late Ctrl-C and the end of a budget are noticed, on hostile pages of many megabytes.

    python -m bench.latency --times 5

For each page and each output a process of its own is interrupted at random moments, and given budgets
that end at random moments. The longest delay of each is printed, in seconds of processor time.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import dehusk
from dehusk import Document, Limits

MB = 1 << 20

PAGES: dict[str, Callable[[int], str]] = {
    "paragraphs": lambda size: "<p>Bread is good. " * (size // 18),
    "deep text": lambda size: "<div>word " * (size // 10),
    "marks": lambda size: "<p>" + "<b>x</b> and <i>y</i> " * (size // 22),
    "links": lambda size: "<a href=/x class=menu>words</a> " * (size // 32),
    "cells": lambda size: "<table>" + "<tr><td>x<td>y<td>z" * (size // 19),
    "items": lambda size: "<ul>" + "<li>Salt and flour" * (size // 18),
    "terms": lambda size: "<dl>" + "<dt>Salt<dd>and flour" * (size // 21),
    "one text": lambda size: "<p>" + "Bread needs flour. " * (size // 19),
    "references": lambda size: "<p>" + "&amp;&notin; x " * (size // 15),
    "code": lambda size: "<pre>" + "let x = <b>5</b>;\n" * (size // 18),
    "attributes": lambda size: "<p class='a menu nav' id=x data-x=1>t" * (size // 37),
    "names": lambda size: "".join(
        f"<p class=author{number}>By Ann Leaf, 3 May 2020" for number in range(size // 42)
    ),
    "scripts": lambda size: "<script>" + "<!--<" * (size // 5),
}
SIZES = {"one text": 48, "references": 48, "scripts": 60}
OUTPUTS: dict[str, Callable[[Document], object]] = {
    "selection": lambda document: dehusk.extract(document.page, limits=document.limits),
    "text": lambda document: document.text,
    "to_text": lambda document: document.to_text(),
    "markdown": lambda document: document.markdown,
    "html": lambda document: document.html,
    "json": lambda document: document.json,
    "metadata": lambda document: document.metadata,
    "comments": lambda document: document.comments,
    "page_type": lambda document: document.page_type,
}


def interrupted(work: Callable[[], object], after: float) -> float | None:
    """How long after a signal the work ended; None where it ended before."""
    sent: list[float] = []
    clock = time.process_time  # so that a busy machine makes nothing look late
    done = threading.Event()

    def send() -> None:
        if not done.wait(after):
            sent.append(clock())
            os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=send)
    try:
        sender.start()
        work()
        done.set()
        sender.join()
        return None
    except KeyboardInterrupt:
        return clock() - sent[0]


def overrun(work: Callable[[Limits], object], seconds: float) -> tuple[float, str]:
    """How long after the end of its budget the work ended, and in which stage."""
    ended = threading.Event()
    at_the_end: list[float] = []

    def note() -> None:
        if not ended.wait(seconds):
            at_the_end.append(time.process_time())

    watcher = threading.Thread(target=note)
    watcher.start()
    try:
        work(Limits(seconds=seconds))
        stage = "(finished)"
    except dehusk.OutOfTime as error:
        stage = error.stage
    done = time.process_time()
    ended.set()
    watcher.join()
    return done - at_the_end[0] if at_the_end else 0.0, stage


def measure(page: str, output: str, times: int) -> None:
    """Print the longest delays of one page and one output."""
    source = PAGES[page](SIZES.get(page, 3) * MB)
    make = OUTPUTS[output]

    def work(limits: Limits) -> None:
        parsed = dehusk.parse(source, url="https://example.org/", limits=limits)
        everything = dehusk.Selection.of_subtrees(parsed, [0], reason="all of it")
        make(Document(parsed, everything, limits=limits))

    gc.collect()
    start = time.perf_counter()
    with suppress(dehusk.OutOfTime, dehusk.OutputTooLarge):
        work(Limits(seconds=12))
    whole = time.perf_counter() - start
    moments = [random.uniform(0, whole) for _ in range(times)]
    delays = [interrupted(lambda: work(Limits()), moment) for moment in moments]
    overruns = [overrun(work, random.uniform(0.01, whole / 2)) for _ in range(times)]
    late, stage = max(overruns)
    longest = max((delay for delay in delays if delay is not None), default=0.0)
    print(f"| {page} | {output} | {whole:.1f} | {longest:.2f} | {late:.2f} | {stage} |", flush=True)


def main() -> None:
    """Measure what was asked for, each page and output in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--page", choices=PAGES)
    parser.add_argument("--output", choices=OUTPUTS)
    chosen = parser.parse_args()
    if chosen.page and chosen.output:
        measure(chosen.page, chosen.output, chosen.times)
        return
    print("| page | output | s | Ctrl-C after s | budget after s | stage |", flush=True)
    print("| --- | --- | ---: | ---: | ---: | --- |", flush=True)
    for page in [chosen.page] if chosen.page else PAGES:
        for output in [chosen.output] if chosen.output else OUTPUTS:
            command = [sys.executable, "-m", "bench.latency", "--page", page, "--output", output]
            subprocess.run([*command, "--times", str(chosen.times)], check=False)


if __name__ == "__main__":
    main()
