"""Whether many threads, and many extractions one after another, do what one does.

`python -m bench.soak [SECONDS [EXTRACTIONS]]`, 300 and 20,000 without them, on real pages of several
datasets. Two processes, side by side:

- Threads: first every output of every page in one thread, as digests; then 64 threads extract pages
  in orders of their own for so many seconds. Any output that differs, and any exception, is a failure.
- Memory: so many extractions with every output, one after another, the resident size after every 200. A
  line is laid through the second half by least squares. It fails where the slope is more than
  `MOST_SLOPE` and more than three times its standard error: a leak has both.
"""

from __future__ import annotations

import gc
import hashlib
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing import get_context

import numpy as np

from bench.pages import each_page
from bench.report import Table, write_results
from bench.resident import megabytes
from dehusk import DehuskError, Document, extract

DATASETS = ("news", "fundus", "snippets", "wcxb-dev", "structure", "cn-web")
MOST_PAGES = 40
"""Of each dataset, so that none is most of it."""

LARGEST_TOGETHER, LARGEST_ALONE = 100 * 1024, 16 * 1024
"""The largest page, in bytes: 20,000 extractions of large pages take hours."""

THREADS, SECONDS = 64, 300
EXTRACTIONS, STEP = 20_000, 200
MOST_SLOPE = 0.25
"""Megabytes per 1,000 extractions: 256 bytes each."""

OUTPUTS: dict[str, Callable[[Document], object]] = {
    "text": lambda document: document.text,
    "blocks": lambda document: document.blocks,
    "markdown": lambda document: document.markdown,
    "html": lambda document: document.html,
    "json": lambda document: document.json,
    "metadata": lambda document: document.metadata,
    "page type": lambda document: document.page_type,
    "comments": lambda document: document.comments,
}

Digests = dict[str, str]


def soak_pages(largest: int) -> list[bytes]:
    """The first pages of every dataset that are not too large."""
    return [page for name in DATASETS for page in islice(_small(name, largest), MOST_PAGES)]


def _small(name: str, largest: int) -> Iterator[bytes]:
    return (page for _, page in each_page(name) if len(page) <= largest)


def outputs(source: bytes) -> dict[str, object]:
    """Every output of a page; of what is no page, the exception."""
    try:
        document = extract(source, url="https://example.org/a/b")
    except DehuskError as error:
        return {"error": error}
    return {name: output(document) for name, output in OUTPUTS.items()}


def digests(source: bytes) -> Digests:
    """Every output of a page, in few bytes."""
    return {name: _digest(made) for name, made in outputs(source).items()}


def _digest(made: object) -> str:
    return hashlib.blake2b(repr(made).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


# --- Threads -------------------------------------------------------------------------------------


@dataclass
class Together:
    """What threads did at the same time."""

    threads: int
    seconds: float
    pages: int
    extractions: int
    fewest_in_a_thread: int
    differences: list[str]


def together(pages: list[bytes], threads: int, seconds: float) -> Together:
    """Extract pages in many threads, and hold what each gives against what one thread gave.

    Each thread extracts at least one page, however few the seconds are.
    """
    alone = [digests(page) for page in pages]
    start = time.monotonic()
    counts, differences = [0] * threads, list[str]()

    def work(thread: int) -> None:
        for number in _endless(len(pages), seed=thread):
            differences.extend(_differences(pages[number], number, alone[number]))
            counts[thread] += 1
            if time.monotonic() - start > seconds:
                return

    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    took = time.monotonic() - start
    return Together(threads, took, len(pages), sum(counts), min(counts), differences)


def _differences(page: bytes, number: int, expected: Digests) -> list[str]:
    try:
        found = digests(page)
    except Exception as error:
        return [f"page {number}: {error!r}"]
    return [f"page {number}: {name}" for name in expected if found.get(name) != expected[name]]


def _endless(count: int, seed: int) -> Iterator[int]:
    """All numbers below a count in one order after another."""
    order, chance = list(range(count)), random.Random(seed)
    while True:
        chance.shuffle(order)
        yield from order


# --- Memory --------------------------------------------------------------------------------------


@dataclass
class OneByOne:
    """What the resident size did over many extractions, in megabytes per 1,000 of them."""

    extractions: int
    pages: int
    seconds: float
    slope: float
    standard_error: float
    resident_mb: list[float]

    @property
    def leaks(self) -> bool:
        return self.slope > MOST_SLOPE and self.slope > 3 * self.standard_error


def one_by_one(pages: list[bytes], extractions: int) -> OneByOne:
    """Extract page after page with every output, and look at the resident size on the way."""
    start, sizes = time.monotonic(), list[float]()
    for number in range(extractions):
        outputs(pages[number % len(pages)])
        if (number + 1) % STEP == 0:
            gc.collect()
            sizes.append(round(megabytes(), 2))
            print(f"{number + 1:,} extractions: {sizes[-1]} MB", file=sys.stderr, flush=True)
    slope, error = slope_of(sizes[len(sizes) // 2 :])
    return OneByOne(extractions, len(pages), time.monotonic() - start, slope, error, sizes)


def slope_of(sizes: list[float]) -> tuple[float, float]:
    """How a size grows per 1,000 extractions, and the standard error of that.

    >>> slope, error = slope_of([100.0, 101.0, 102.0, 103.0])
    >>> round(slope, 6), round(error, 6)
    (5.0, 0.0)
    """
    at = STEP / 1000 * np.arange(len(sizes))
    off = at - at.mean()
    slope = off @ np.array(sizes) / (off @ off)
    left = np.array(sizes) - np.mean(sizes) - slope * off
    return float(slope), float(np.sqrt(left @ left / (len(sizes) - 2) / (off @ off)))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    extractions = int(sys.argv[2]) if len(sys.argv) > 2 else EXTRACTIONS
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        first = pool.submit(together, soak_pages(LARGEST_TOGETHER), THREADS, seconds)
        second = pool.submit(one_by_one, soak_pages(LARGEST_ALONE), extractions)
        threads, memory = first.result(), second.result()
    figures = asdict(memory)
    sizes = figures.pop("resident_mb")
    write_results(
        "soak",
        command=" ".join(["python -m bench.soak", *sys.argv[1:]]),
        data={
            "threads": asdict(threads),
            "memory": figures,
            "leaks": memory.leaks,
            "resident_mb": sizes,
        },
        table=Table(
            ["extractions", "resident MB"],
            [
                [f"{STEP * (step + 1):,}", f"{size:.1f}"]
                for step, size in enumerate(sizes)
                if (step + 1) % 10 == 0
            ],
        ),
    )
    if threads.differences or memory.leaks:
        raise SystemExit("The soak failed.")


if __name__ == "__main__":
    main()
