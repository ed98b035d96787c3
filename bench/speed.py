"""How long `dehusk.extract(...)` takes to text, Markdown and the rest, beside the peers, in one run.

`python -m bench.speed [PAGES]`: raw pages of `news` and `snippets`, one core. The systems take turns,
each in a process of its own that it keeps, several rounds, and for each page the best of them counts: a
busy machine hurts all alike, and nobody works in a memory that another has cut to pieces. A turn is once
through all pages, as for those who extract many. The last column has a turn for each page, all in one
process: there each system finds the caches full of what the others left. Importing, and for each system
the first page, are not counted.

At the end one thread, two threads and two processes extract the same pages, the best of several rounds:
processes share nothing but the machine, and show what it can give.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version

from bench.pages import raw_pages
from bench.report import Table, write_results

ROUNDS = 5
ROUNDS_OF_THREADS = 8
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
FIRST_TEXT = "import dehusk; dehusk.extract('<p>Bread needs flour, water and time.</p>').text"
PEERS = ("turbohtml", "resiliparse", "trafilatura", "readability-lxml")


def systems() -> dict[str, Callable[[bytes], object]]:
    import readability
    import trafilatura
    import turbohtml
    from resiliparse.extract.html2text import extract_plain_text

    import dehusk
    from dehusk.content.header import NO_FRONT

    return {
        "dehusk default": lambda html: dehusk.extract(html).text,
        "dehusk default, Markdown": lambda html: dehusk.extract(html).markdown,
        "dehusk default, Markdown without front": lambda html: dehusk.extract(html).to_markdown(
            dehusk.Markdown(front=NO_FRONT)
        ),
        "dehusk default, HTML": lambda html: dehusk.extract(html).html,
        "dehusk default, HTML without front": lambda html: dehusk.extract(html).to_html(
            dehusk.Html(front=NO_FRONT)
        ),
        "dehusk default, JSON": lambda html: dehusk.extract(html).json,
        "dehusk default, JSON without metadata": lambda html: dehusk.extract(html).to_json(
            dehusk.Json(metadata=False)
        ),
        "dehusk default, text and metadata": lambda html: with_text(html, "metadata"),
        "dehusk default, text and comments": lambda html: with_text(html, "comments"),
        "dehusk default, text and page type": lambda html: with_text(html, "page_type"),
        "dehusk cnr": lambda html: dehusk.extract(html, method="cnr").text,
        "dehusk parse alone": dehusk.parse,
        "turbohtml": turbohtml_text,
        "turbohtml, parse alone": lambda html: turbohtml.parse(html.decode("utf-8", "replace")),
        "resiliparse": lambda html: extract_plain_text(
            html.decode("utf-8", "replace"), main_content=True
        ),
        "trafilatura": trafilatura.extract,
        "trafilatura, Markdown": lambda html: trafilatura.extract(html, output_format="markdown"),
        "readability-lxml": lambda html: readability.Document(html).summary(html_partial=True),
    }


def with_text(html: bytes, part: str) -> object:
    """The text of a page and another part of its document."""
    import dehusk

    document = dehusk.extract(html)
    return document.text, getattr(document, part)


def turbohtml_text(html: bytes) -> str:
    import turbohtml

    content = turbohtml.parse(html.decode("utf-8", "replace")).main_content()
    return "" if content is None else content.to_text()


Times = dict[str, list[float]]
"""For each system the best seconds on each page."""

_pages: list[bytes] = []
"""Of each process, so that no pages need to be sent to it."""


def keep_pages(pages: list[bytes]) -> None:
    _pages[:] = pages


def seconds_of_pages(name: str) -> list[float]:
    """One turn of a system."""
    extract = systems()[name]
    extract(_pages[0])
    return [seconds_of(partial(extract, html)) for html in _pages]


def seconds_of(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def best_in_turns_over_all(names: list[str], pages: list[bytes]) -> Times:
    """Systems take turns, each once through all pages, in processes of their own."""
    with ExitStack() as stack:
        workers = {
            name: stack.enter_context(
                ProcessPoolExecutor(1, initializer=keep_pages, initargs=(pages,))
            )
            for name in names
        }
        rounds = [
            {
                name: worker.submit(seconds_of_pages, name).result()
                for name, worker in workers.items()
            }
            for _ in range(ROUNDS)
        ]
    return {name: list(map(min, *(turn[name] for turn in rounds))) for name in names}


def best_in_turns_at_each(names: list[str], pages: list[bytes]) -> Times:
    """Systems take turns on each page, in this process."""
    extractors = {name: systems()[name] for name in names}
    best: Times = {name: [math.inf] * len(pages) for name in names}
    for _ in range(ROUNDS):
        for number, html in enumerate(pages):
            for name, extract in extractors.items():
                seconds = seconds_of(partial(extract, html))
                best[name][number] = min(best[name][number], seconds)
    return best


def mean_milliseconds(best: Times) -> dict[str, float]:
    return {name: 1000 * sum(times) / len(times) for name, times in best.items()}


def start_milliseconds(code: str) -> float:
    """The best of seven runs of some code in a fresh interpreter, less the bare interpreter's start.

    Bytecode is kept from run to run, as it is where packages are installed.
    """
    environment = {key: value for key, value in os.environ.items() if key != NO_BYTECODE}

    def run(code: str) -> float:
        command = [sys.executable, "-c", code]
        runs = (
            seconds_of(partial(subprocess.run, command, check=True, env=environment))
            for _ in range(7)
        )
        return min(runs)

    return 1000 * (run(code) - run("pass"))


def extract_every(form: str, step: int, first: int) -> None:
    import dehusk

    for html in _pages[first::step]:
        assert isinstance(getattr(dehusk.extract(html), form), str)


def gains_of_two(pages: list[bytes], form: str) -> dict[str, float]:
    """How many times faster two threads, and two processes, extract the pages than one thread."""
    keep_pages(pages)
    one, half = partial(extract_every, form, 1), partial(extract_every, form, 2)
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


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    pages = [*raw_pages("news", limit).values(), *raw_pages("snippets", limit).values()]
    names = list(systems())
    mean = mean_milliseconds(best_in_turns_over_all(names, pages))
    gains = {form: gains_of_two(pages, form) for form in ("text", "markdown")}
    mixed = mean_milliseconds(best_in_turns_at_each(names, pages))
    table = Table(
        [
            "system",
            "ms/page",
            "of its text",
            *(f"of {peer}" for peer in PEERS),
            "ms/page, turns at each page",
        ],
        [
            [
                name,
                f"{milliseconds:.2f}",
                f"{milliseconds / mean[name.partition(',')[0]]:.2f}" if "," in name else "",
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
            "mean_bytes": sum(map(len, pages)) / len(pages),
            "ms_per_page": mean,
            "ms_per_page_turns_at_each_page": mixed,
            "import_ms": start_milliseconds("import dehusk"),
            "import_numpy_ms": start_milliseconds("import numpy"),
            "first_text_ms": start_milliseconds(FIRST_TEXT),
            "two_against_one": gains,
            "versions": {name: version(name) for name in PEERS},
        },
        table=table,
    )


if __name__ == "__main__":
    main()
