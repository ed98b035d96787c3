"""How often the next page of an article, a thread or a listing is found.

    python -m bench.series [--misses]

The gold of `series` are CSS selectors of the links to the next page and to the numbered ones. Right is
an address that such a link has, wrong any other, and one where the gold has none. Needs lxml and
cssselect.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import lxml.html

from dehusk import parse
from dehusk.evaluate import Dataset, Example, Overlap
from dehusk.views.pagination import pagination

DATA = "../shared/data/series.tar.xz"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("dataset", nargs="?", default=DATA)
    arguments.add_argument("--misses", action="store_true", help="print what was not right")
    options = arguments.parse_args()
    following = numbered = Overlap(0, 0, 0)
    examples = [item for item in Dataset(options.dataset) if isinstance(item, Example)]
    for example in examples:
        found = pagination(parse(example.html, url=example.url))
        wanted = set(addresses(example, "NEXT"))
        got = {found.next} - {None}
        following += Overlap(len(wanted & got), len(got), min(len(wanted), 1))
        if options.misses and (got - wanted or (wanted and not got)):
            print(f"{example.id}: {sorted(wanted)} / {found.next}")
        own = {plain(example.url or "")}
        pages, listed = set(found.pages) - own, set(addresses(example, "PAGE")) - own
        numbered += Overlap(len(pages & listed), len(pages), len(listed))
    print(
        f"| {Path(options.dataset).name.split('.')[0]} ({len(examples)} pages) | wanted | P | R |"
    )
    print("| --- | ---: | ---: | ---: |")
    for name, overlap in (("next page", following), ("numbered pages", numbered)):
        print(f"| {name} | {overlap.wanted} | {overlap.precision:.3f} | {overlap.recall:.3f} |")


def addresses(example: Example, kind: str) -> Iterator[str]:
    """The addresses of the links that a selector means, or that are around or in what it means."""
    selector = dict(example.fields.get("selectors") or {}).get(kind)
    if not selector:
        return
    tree = lxml.html.fromstring(example.html)
    bases = tree.xpath("//base/@href")
    base = urljoin(example.url or "", bases[0] if bases else "")
    for one in tree.cssselect(selector):
        near = (one, *one.iterancestors("a"), *one.iterdescendants("a"))
        link = next((each for each in near if each.get("href") is not None), None)
        address = plain(urljoin(base, link.get("href").strip())) if link is not None else None
        if address and (kind == "PAGE" or address != plain(base)):
            yield address


def plain(url: str) -> str:
    return url.partition("#")[0]


if __name__ == "__main__":
    main()
