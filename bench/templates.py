"""What templates of sites are worth: F1 of words with and without, by the number of pages a host.

`python -m bench.templates [PAGES]`: of every host with several pages, PAGES pages are judged (40 without
it), each with a template of other pages of its host, so many as the table says: it never sees itself.
Only pages that hold their gold count. Hosts with fewer than ten pages get a template here that
`learn_templates` would refuse to make: to see whether it is right to.

The last columns have the pages whose gold has no holes: of the good text that stands in one element
with most of the gold, it leaves out words of at most a twentieth of its own.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray
from training.samples import leaf_labels

from bench.pages import DATA
from bench.report import Table, write_results
from dehusk import DehuskError, Page, extract, parse
from dehusk.evaluate import Dataset
from dehusk.evaluate.gold import Example
from dehusk.evaluate.labels import gold_leaves
from dehusk.evaluate.metrics import words
from dehusk.extractors.default.features import block_features
from dehusk.extractors.default.templates import Evidence, evidence_of, template_of

SIZES = {
    "cn-news": (5, 10, 30, 100),
    "wcxb-dev": (2, 4, 8),
    "cleaneval": (2, 4),
    "news": (1,),
}
"""How many other pages of a host a template is made of."""

LEAST_HELD = 0.9
MOST_LEFT_OUT = 0.05


@dataclass(frozen=True)
class Judged:
    """A page of a host, its gold, and what it says to others."""

    page: Page
    gold: str
    evidence: Evidence
    is_whole: bool


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
            yield Judged(page, gold, evidence_of(page), left_out(page, gold) <= MOST_LEFT_OUT)


def left_out(page: Page, gold: str) -> float:
    """How many words of good text beside the gold it leaves out, for each of its own."""
    counts, _ = block_features(page)
    labels = leaf_labels(counts, gold_leaves(page, gold))
    _, element = np.unique(page.parent[counts.holder], return_inverse=True)
    inside = np.bincount(element, np.where(labels, counts.words, 0), minlength=1)
    beside = (element == inside.argmax()) & ~labels & counts.good
    return float(counts.words[beside].sum() / max(counts.words[labels].sum(), 1))


def scores(pages: list[Judged], size: int, most: int, chance: random.Random) -> NDArray[np.float64]:
    """The F1 of pages of a host without and with a template of so many others, and if they are whole."""
    measured = []
    for place, one_page in enumerate(pages[:most]):
        others = [one.evidence for number, one in enumerate(pages) if number != place]
        template = template_of(chance.sample(others, size), least_pages=1)
        without = words(extract(one_page.page).text, one_page.gold).f1
        with_it = words(extract(one_page.page, template=template).text, one_page.gold).f1
        measured.append((without, with_it, one_page.is_whole))
    return np.array(measured, np.float64)


def means_of(by_host: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The means over hosts of what was measured without and with a template."""
    return np.array([measured[:, :2].mean(axis=0) for measured in by_host if len(measured)])


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
            means = means_of(by_host)
            without, with_it = means.mean(axis=0)
            whole = [measured[measured[:, 2] > 0] for measured in by_host]
            whole_without, whole_with = means_of(whole).mean(axis=0)
            better = int((means[:, 1] > means[:, 0] + 0.001).sum())
            worse = int((means[:, 1] < means[:, 0] - 0.001).sum())
            pages = sum(map(len, by_host))
            lines.append(
                [
                    *(name, str(size), str(len(by_host)), str(pages)),
                    *(f"{without:.3f}", f"{with_it:.3f}", f"{with_it - without:+.3f}"),
                    *(str(better), str(worse), str(sum(map(len, whole)))),
                    *(f"{whole_without:.3f}", f"{whole_with:.3f}"),
                ]
            )
            figures = {"without": without, "with": with_it}
            whole_figures = {"whole, without": whole_without, "whole, with": whole_with}
            data.append({"data": name, "size": size, **figures, **whole_figures})
            print(lines[-1], flush=True)
    head = "data,other pages,hosts,pages,without,with,gain,hosts better,hosts worse"
    head += ",pages with whole gold,without,with"
    write_results(
        "templates",
        command=f"python -m bench.templates {most}",
        data={"figures": data},
        table=Table(head.split(","), lines),
    )


if __name__ == "__main__":
    main()
