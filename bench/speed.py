"""How long `marrow.extract(...).text` takes, beside the peers, in one run.

`python -m bench.speed [PAGES]`: raw pages of `news` and `snippets`, one process, one core. The systems
take turns on every page, three rounds, and the best of the three counts, so that a busy machine hurts
all alike. Importing, and for each system the first page, are not counted. At the end one and two
threads extract the same pages, the best of three again.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

from bench.pages import raw_pages
from bench.report import Table, write_results

ROUNDS = 3
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


def best_times(
    pages: dict[str, bytes], extractors: dict[str, Callable[[bytes], object]]
) -> dict[str, dict[str, float]]:
    best: dict[str, dict[str, float]] = {name: {} for name in extractors}
    for _ in range(ROUNDS):
        for page, html in pages.items():
            for name, extract in extractors.items():
                start = time.perf_counter()
                extract(html)
                seconds = time.perf_counter() - start
                best[name][page] = min(seconds, best[name].get(page, seconds))
    return best


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


def gain_of_two_threads(pages: list[bytes]) -> float:
    """How many times faster two threads extract the pages than one."""
    import marrow

    def run(threads: int) -> float:
        times = []
        with ThreadPoolExecutor(threads) as pool:
            for _ in range(ROUNDS):
                start = time.perf_counter()
                list(pool.map(lambda html: marrow.extract(html).text, pages))
                times.append(time.perf_counter() - start)
        return min(times)

    return run(1) / run(2)


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    pages = raw_pages("news", limit) | raw_pages("snippets", limit)
    extractors = systems()
    first = next(iter(pages.values()))
    for extract in extractors.values():
        extract(first)
    best = best_times(pages, extractors)
    mean = {name: 1000 * sum(times.values()) / len(times) for name, times in best.items()}
    table = Table(
        ["system", "ms/page", *(f"of {peer}" for peer in PEERS)],
        [
            [
                name,
                f"{milliseconds:.2f}",
                *(f"{milliseconds / mean[peer]:.3f}" for peer in PEERS),
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
            "import_ms": import_milliseconds(),
            "two_threads_against_one": gain_of_two_threads(list(pages.values())),
            "versions": {name: version(name) for name in PEERS},
        },
        table=table,
    )


if __name__ == "__main__":
    main()
