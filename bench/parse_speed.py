"""How long the native parser takes from bytes to columns, beside other parsers, in one run.

`python -m bench.parse_speed [PAGES]`: raw pages of `news`, one process, one core. The parsers take
turns on every page, and the best of several rounds counts, so that a busy machine hurts all alike.
In its turn each parses the page twice, and the second time counts: the first one tidies up the small
pieces of memory that the parser before it gave back, which is not its own work.
Each gets what it likes best: dehusk and lxml UTF-8, the others text. The others stop at a tree,
dehusk at columns.

The hostile pages are measured at two sizes by the processor's time: twice the page should take twice
as long.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import lxml.html
import turbohtml
from selectolax.lexbor import LexborHTMLParser

from bench.pages import RESULTS, raw_pages
from bench.report import Table, write_results
from dehusk.native.page_columns import PageColumns, parse_columns

ROUNDS = 5
PLENTY = 1 << 30

HOSTILE: dict[str, Callable[[int], bytes]] = {
    "100,000 nested elements": lambda k: b"<div>" * (100_000 * k),
    "a million <b>, all different": lambda k: b"".join(
        b"<b a=%d>" % number for number in range(1_000_000 * k)
    ),
    "4,000 misnested formatting elements over tables": lambda k: (
        b"<table><b><tr><i><td></b>x</i>" * (4_000 * k)
    ),
    "50,000 <p> that reopen 200 <b>": lambda k: (
        b"".join(b"<b a=%d>" % number for number in range(200)) + b"<p>x" * (50_000 * k)
    ),
    "64 <b> around 50,000 blocks, closed": lambda k: (
        b"".join(b"<b a=%d>" % number for number in range(64))
        + b"<div>" * (50_000 * k)
        + b"</b>" * (50_000 * k)
    ),
    "50,000 list items in 50,000 blocks": lambda k: (
        b"<div>" * (50_000 * k) + b"<li></li>" * (50_000 * k)
    ),
    "50,000 stray end tags in 50,000 SVG groups": lambda k: (
        b"<svg>" + b"<g>" * (50_000 * k) + b"</x>" * (50_000 * k)
    ),
    "an ordinary page of 50 MB": lambda k: (
        b'<p class="a">Text &amp; <a href="/x?a=1">link</a>.</p>\n' * (950_000 * k)
    ),
}


def native(source: bytes) -> PageColumns:
    return parse_columns(source, max_rows=PLENTY, max_depth=PLENTY, max_attr_length=PLENTY).columns


def parsers() -> dict[str, Callable[[bytes, str], object]]:
    return {
        "dehusk": lambda source, text: native(source),
        "turbohtml": lambda source, text: turbohtml.parse(text),
        "lexbor (selectolax)": lambda source, text: LexborHTMLParser(text),
        "lxml": lambda source, text: lxml.html.document_fromstring(source),
    }


def best_times(pages: list[bytes]) -> dict[str, float]:
    """For each parser the sum over the pages of its best time, in seconds."""
    both = [(page, page.decode()) for page in pages]
    parse = parsers()
    best = {name: [float("inf")] * len(pages) for name in parse}
    for _ in range(ROUNDS):
        for number, (source, text) in enumerate(both):
            for name, run in parse.items():
                result = run(source, text)
                del result
                start = time.perf_counter()
                result = run(source, text)
                seconds = time.perf_counter() - start
                del result
                best[name][number] = min(best[name][number], seconds)
    return {name: sum(times) for name, times in best.items()}


def two_threads(pages: list[bytes]) -> float:
    """How many times as fast two threads get through the pages as one; the best of several."""

    def run(threads: int) -> float:
        start = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda page: len(native(page).tag), pages * 4))
        return time.perf_counter() - start

    return min(run(1) for _ in range(ROUNDS)) / min(run(2) for _ in range(ROUNDS))


def hostile_times(source: bytes) -> float:
    def once() -> float:
        start = time.process_time()
        native(source)
        return time.process_time() - start

    return min(once() for _ in range(3))


def hostile_table() -> tuple[Table, list[dict[str, object]]]:
    lines, records = [], []
    for name, make in HOSTILE.items():
        once, twice = make(1), make(2)
        first, second = hostile_times(once), hostile_times(twice)
        lines.append(
            [
                name,
                f"{len(once) / 1e6:.2f}",
                f"{1000 * first:.1f}",
                f"{1000 * second:.1f}",
                f"{second / first:.2f}",
            ]
        )
        records.append({"page": name, "bytes": len(once), "seconds": [first, second]})
    return Table(["hostile page", "MB", "ms", "ms, twice the page", "ratio"], lines), records


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    pages = [page.decode("utf-8", "replace").encode() for page in raw_pages("news", limit).values()]
    size = sum(map(len, pages))
    seconds = best_times(pages)
    hostile, records = hostile_table()
    write_results(
        "parse",
        command=f"python -m bench.parse_speed {limit}",
        data={
            "pages": len(pages),
            "mean_bytes": size / len(pages),
            "ms_per_page": {name: 1000 * time / len(pages) for name, time in seconds.items()},
            "two_threads": two_threads(pages),
            "versions": {name: version(name) for name in ("turbohtml", "selectolax", "lxml")},
            "hostile": records,
        },
        table=Table(
            ["parser", "ms/page", "MB/s", "dehusk's time of it"],
            [
                [
                    name,
                    f"{1000 * time / len(pages):.3f}",
                    f"{size / time / 1e6:.0f}",
                    f"{seconds['dehusk'] / time:.2f}",
                ]
                for name, time in seconds.items()
            ],
        ),
    )
    with (RESULTS / "parse.md").open("a") as file:
        file.write(f"\n{hostile.markdown()}\n")
    print(hostile.markdown())


if __name__ == "__main__":
    main()
