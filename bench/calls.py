"""How many Python functions an output calls, and in how many modules.

`python -m bench.calls` runs each output once on the golden page of a blog, when all is imported, and
counts what `sys.setprofile` sees: what lies between a page and its output, on any machine alike.
`--page NAME` takes another golden page; `--most 20` names what one Markdown calls most.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import dehusk
from bench.report import Table, write_results
from dehusk import extract, parse
from dehusk.metadata import read_metadata

GOLDEN = Path(__file__).parent.parent / "tests" / "pages"
SOURCES = str(Path(dehusk.__file__).parent)

OUTPUTS: dict[str, Callable[[bytes], object]] = {
    "text": lambda html: extract(html).text,
    "markdown": lambda html: extract(html).markdown,
    "metadata": lambda html: read_metadata(parse(html)),
    "json": lambda html: extract(html).json,
}

Calls = Counter[tuple[str, str]]
"""How often each function was called, by its file and its name."""


def calls_of(make: Callable[[bytes], object], html: bytes) -> Calls:
    """The functions written in Python that are called when everything is loaded."""
    calls: Calls = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            calls[code.co_filename, code.co_qualname] += 1

    make(html)
    sys.setprofile(count)
    try:
        make(html)
    finally:
        sys.setprofile(None)
    return calls


def own(calls: Calls) -> Calls:
    """Those of the package itself."""
    return Counter({key: times for key, times in calls.items() if key[0].startswith(SOURCES)})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--page", default="blog", help="a golden page")
    parser.add_argument("--most", type=int, default=0, help="name the functions called most")
    asked = parser.parse_args()
    html = (GOLDEN / asked.page / "page.html").read_bytes()
    counted = {name: calls_of(make, html) for name, make in OUTPUTS.items()}
    for (file, name), times in own(counted["markdown"]).most_common(asked.most):
        print(times, file.removeprefix(SOURCES), name)
    rows = {
        name: (own(calls).total(), len({file for file, _ in own(calls)}), calls.total())
        for name, calls in counted.items()
    }
    write_results(
        "calls",
        command=f"python -m bench.calls --page {asked.page}",
        data={"outputs": [[name, *row] for name, row in rows.items()]},
        table=Table(
            ["output", "calls", "modules", "calls with libraries"],
            [[name, *map(str, row)] for name, row in rows.items()],
        ),
    )


if __name__ == "__main__":
    main()
