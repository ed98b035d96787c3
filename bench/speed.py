"""How long `marrow.extract(...).text` takes, beside the peers, in one run.

`python -m bench.speed [PAGES]`: raw pages of `news`, one process, one core. The systems take turns
on every page, three rounds, and the best of the three counts, so that a busy machine hurts all
alike. Importing, and for each system the first page, are not counted.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

from bench.pages import raw_pages
from bench.report import Table, write_results

ROUNDS = 3


def systems() -> dict[str, Callable[[bytes], object]]:
    import readability
    import trafilatura

    import marrow

    return {
        "marrow default": lambda html: marrow.extract(html).text,
        "marrow cnr": lambda html: marrow.extract(html, method="cnr").text,
        "marrow cnr, markdown": lambda html: marrow.extract(html, method="cnr").markdown,
        "marrow parse alone": marrow.parse,
        "trafilatura": trafilatura.extract,
        "readability-lxml": lambda html: readability.Document(html).summary(html_partial=True),
    }


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


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    pages = raw_pages("news", limit)
    extractors = systems()
    first = next(iter(pages.values()))
    for extract in extractors.values():
        extract(first)
    best = best_times(pages, extractors)
    mean = {name: 1000 * sum(times.values()) / len(times) for name, times in best.items()}
    table = Table(
        ["system", "ms/page", "of trafilatura", "of readability-lxml"],
        [
            [
                name,
                f"{milliseconds:.2f}",
                f"{milliseconds / mean['trafilatura']:.3f}",
                f"{milliseconds / mean['readability-lxml']:.3f}",
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
            "versions": {name: version(name) for name in ("trafilatura", "readability-lxml")},
        },
        table=table,
    )


if __name__ == "__main__":
    main()
