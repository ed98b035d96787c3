"""How long `marrow.extract(...).text` takes, beside the peers, in one run.

`python -m bench.speed [PAGES]`: raw pages of `news` and `snippets`, one process, one core. The systems
take turns, three rounds, and for each page the best of the three counts, so that a busy machine hurts
all alike. A turn is once through all pages, as those who extract many pages do. The last column has a
turn for each page instead: then each system finds the caches full of what the others left there.
Importing, and for each system the first page, are not counted.

At the end one thread, two threads and two processes extract the same pages, the best of several rounds:
processes share nothing but the machine, and show what it can give.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from importlib.metadata import version

from bench.pages import raw_pages
from bench.report import Table, write_results

ROUNDS = 3
ROUNDS_OF_THREADS = 8
PEERS = ("turbohtml", "resiliparse", "trafilatura", "readability-lxml")


def systems() -> dict[str, Callable[[bytes], object]]:
    import readability
    import trafilatura
    import turbohtml
    from resiliparse.extract.html2text import extract_plain_text

    import marrow

    return {
        "marrow default": lambda html: marrow.extract(html).text,
        "marrow cnr": lambda html: marrow.extract(html, method="cnr").text,
        "marrow cnr, markdown": lambda html: marrow.extract(html, method="cnr").markdown,
        "marrow parse alone": marrow.parse,
        "turbohtml": turbohtml_text,
        "turbohtml, parse alone": lambda html: turbohtml.parse(html.decode("utf-8", "replace")),
        "resiliparse": lambda html: extract_plain_text(
            html.decode("utf-8", "replace"), main_content=True
        ),
        "trafilatura": trafilatura.extract,
        "readability-lxml": lambda html: readability.Document(html).summary(html_partial=True),
    }


def turbohtml_text(html: bytes) -> str:
    import turbohtml

    content = turbohtml.parse(html.decode("utf-8", "replace")).main_content()
    return "" if content is None else content.to_text()


Times = dict[str, dict[str, float]]


def best_times(
    turns: list[dict[str, bytes]], extractors: dict[str, Callable[[bytes], object]]
) -> Times:
    """The best time of each system on each page; systems change after each of the sets of pages."""
    best: Times = {name: {} for name in extractors}
    for _ in range(ROUNDS):
        for pages in turns:
            for name, extract in extractors.items():
                for page, html in pages.items():
                    start = time.perf_counter()
                    extract(html)
                    seconds = time.perf_counter() - start
                    best[name][page] = min(seconds, best[name].get(page, seconds))
    return best


def mean_milliseconds(best: Times) -> dict[str, float]:
    return {name: 1000 * sum(times.values()) / len(times) for name, times in best.items()}


def import_milliseconds() -> float:
    """The best of five imports of marrow in a fresh interpreter, less the bare interpreter's start."""

    def run(code: str) -> float:
        times = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - start)
        return min(times)

    return 1000 * (run("import marrow") - run("pass"))


_pages: list[bytes] = []
"""Of the threads and processes, which so need not send pages to each other."""


def keep_pages(pages: list[bytes]) -> None:
    _pages[:] = pages


def extract_every(step: int, first: int) -> None:
    import marrow

    for html in _pages[first::step]:
        assert isinstance(marrow.extract(html).text, str)


def gains_of_two(pages: list[bytes]) -> dict[str, float]:
    """How many times faster two threads, and two processes, extract the pages than one thread."""
    keep_pages(pages)
    one, half = partial(extract_every, 1), partial(extract_every, 2)
    times: dict[str, list[float]] = {"one": [], "threads": [], "processes": []}
    with (
        ThreadPoolExecutor(2) as threads,
        ProcessPoolExecutor(2, initializer=keep_pages, initargs=(pages,)) as processes,
    ):
        for _ in range(ROUNDS_OF_THREADS):
            times["one"].append(seconds_of(lambda: list(threads.map(one, [0]))))
            times["threads"].append(seconds_of(lambda: list(threads.map(half, [0, 1]))))
            times["processes"].append(seconds_of(lambda: list(processes.map(half, [0, 1]))))
    best = {name: min(each) for name, each in times.items()}
    return {name: best["one"] / best[name] for name in ("threads", "processes")}


def seconds_of(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    pages = raw_pages("news", limit) | raw_pages("snippets", limit)
    extractors = systems()
    first = next(iter(pages.values()))
    for extract in extractors.values():
        extract(first)
    mean = mean_milliseconds(best_times([pages], extractors))
    mixed = mean_milliseconds(
        best_times([{page: html} for page, html in pages.items()], extractors)
    )
    gains = gains_of_two(list(pages.values()))
    table = Table(
        ["system", "ms/page", *(f"of {peer}" for peer in PEERS), "ms/page, turns at each page"],
        [
            [
                name,
                f"{milliseconds:.2f}",
                *(f"{milliseconds / mean[peer]:.3f}" for peer in PEERS),
                f"{mixed[name]:.2f}",
            ]
            for name, milliseconds in mean.items()
        ],
    )
    write_results(
        "speed",
        command=f"python -m bench.speed {limit}",
        data={
            "pages": len(pages),
            "mean_bytes": sum(map(len, pages.values())) / len(pages),
            "ms_per_page": mean,
            "ms_per_page_turns_at_each_page": mixed,
            "import_ms": import_milliseconds(),
            "two_threads_against_one": gains["threads"],
            "two_processes_against_one": gains["processes"],
            "versions": {name: version(name) for name in PEERS},
        },
        table=table,
    )


if __name__ == "__main__":
    main()
