"""On how many pages the parser and Chromium build the same tree of the same bytes.

`python -m bench.agreement [PAGES]`: our own pages and raw pages of `news`, with scripts off, row for
row: tags, parents, texts and attributes. What differs is printed.
"""

from __future__ import annotations

import sys

from tests.conftest import PAGES
from tests.layouts import layout_pages
from tests.rendering.agreement import agreement, seen_by_browser

from bench.pages import raw_pages
from bench.report import Table, write_results
from dehusk import parse
from dehusk.rendering import Renderer


def sets_of_pages(limit: int | None) -> dict[str, dict[str, bytes]]:
    return {
        "golden pages": {str(path): path.read_bytes() for path in PAGES.glob("*/page.html")},
        "layouts": {page.name: page.html.read_bytes() for page in layout_pages()},
        "news": raw_pages("news", limit),
    }


def compare(renderer: Renderer, pages: dict[str, bytes]) -> dict[str, int]:
    agree = rows = 0
    for name, html in pages.items():
        parsed = parse(html)
        found = agreement(parsed, seen_by_browser(renderer, parsed))
        rows += found.rows
        agree += bool(found)
        if not found:
            print(f"{name}: {found.difference}")
    return {"pages": len(pages), "agree": agree, "rows": rows}


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else None
    with Renderer(timeout=120) as renderer:
        results = {name: compare(renderer, pages) for name, pages in sets_of_pages(limit).items()}
    write_results(
        "agreement",
        command=f"python -m bench.agreement{f' {limit}' if limit else ''}",
        data={"tables": [results]},
        table=Table(
            ["pages", "number", "agree", "share", "rows"],
            [
                [
                    name,
                    str(found["pages"]),
                    str(found["agree"]),
                    f"{100 * found['agree'] / found['pages']:.1f} %",
                    f"{found['rows']:,}",
                ]
                for name, found in results.items()
            ],
        ),
    )


if __name__ == "__main__":
    main()
