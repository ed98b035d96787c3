"""What templates of sites are worth: F1 of words with and without, by the number of pages a host.

`python -m bench.templates [PAGES]`: of every host with several pages, PAGES pages are judged (40 without
it), each with a template of other pages of its host, so many as the table says: it never sees itself.
Only pages that hold their gold count. Hosts with fewer than ten pages get a template here that
`learn_templates` would refuse to make: to see whether it is right to.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import DehuskError, Page, extract, parse
from dehusk.evaluate import Dataset
from dehusk.evaluate.gold import Example
from dehusk.evaluate.metrics import words
from dehusk.extractors.default.templates import Evidence, evidence_of, template_of

SIZES = {
    "cn-news": (5, 10, 30, 100),
    "wcxb-dev": (2, 4, 8),
    "cleaneval": (2, 4),
    "news": (1,),
}
"""How many other pages of a host a template is made of."""

LEAST_HELD = 0.9


@dataclass(frozen=True)
class Judged:
    """A page of a host, its gold, and what it says to others."""

    page: Page
    gold: str
    evidence: Evidence


def hosts_of(name: str) -> dict[str, list[Judged]]:
    """The pages that hold their gold, of hosts that have several."""
    found: dict[str, list[Example]] = defaultdict(list)
    for example in Dataset(DATA / f"{name}.tar.xz"):
        if isinstance(example, Example) and example.text:
            host = urlsplit(example.url).hostname if example.url else example.id.rpartition("-")[0]
            found[host or ""].append(example)
    return {host: list(judged(examples)) for host, examples in found.items() if len(examples) > 1}


def judged(examples: list[Example]) -> Iterator[Judged]:
    for example in examples:
        try:
            page = parse(example.html, url=example.url)
        except DehuskError:
            continue
        gold = example.text or ""
        if words(page.text_of(0), gold).recall >= LEAST_HELD:
            yield Judged(page, gold, evidence_of(page))


def scores(
    pages: list[Judged], size: int, most: int, chance: random.Random
) -> list[tuple[float, float]]:
    """The F1 of pages of a host without and with a template of so many others."""
    measured = []
    for place, one_page in enumerate(pages[:most]):
        others = [one.evidence for number, one in enumerate(pages) if number != place]
        template = template_of(chance.sample(others, size), least_pages=1)
        without = words(extract(one_page.page).text, one_page.gold).f1
        with_it = words(extract(one_page.page, template=template).text, one_page.gold).f1
        measured.append((without, with_it))
    return measured


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    lines, data = [], []
    for name, sizes in SIZES.items():
        hosts = hosts_of(name)
        for size in sizes:
            chance = random.Random(7)
            able = {host: pages for host, pages in sorted(hosts.items()) if len(pages) > size}
            by_host = [scores(pages, size, most, chance) for pages in able.values()]
            if not by_host:
                continue
            means = np.array([np.mean(measured, axis=0) for measured in by_host])
            without, with_it = means.mean(axis=0)
            better = int((means[:, 1] > means[:, 0] + 0.001).sum())
            worse = int((means[:, 1] < means[:, 0] - 0.001).sum())
            pages = sum(map(len, by_host))
            lines.append(
                [
                    *(name, str(size), str(len(by_host)), str(pages)),
                    *(f"{without:.3f}", f"{with_it:.3f}", f"{with_it - without:+.3f}"),
                    *(str(better), str(worse)),
                ]
            )
            data.append({"data": name, "size": size, "without": without, "with": with_it})
            print(lines[-1], flush=True)
    head = "data,other pages,hosts,pages,without,with,gain,hosts better,hosts worse".split(",")
    write_results(
        "templates",
        command=f"python -m bench.templates {most}",
        data={"figures": data},
        table=Table(head, lines),
    )


if __name__ == "__main__":
    main()
