"""How whole documents are: items and facts of the Markdown against what is expected.

    python -m bench.structure [--peers] [--methods default] DATASET...

Pooled over all pages of a dataset: of each kind of item the precision and the recall, of each fact
how often it is right. Beside them what no gold is needed for: headings with nothing below them,
tables of the page that are kept in part, and the time of the Markdown.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from time import process_time

import numpy as np

import dehusk
from dehusk.content import Block, Heading
from dehusk.evaluate import Dataset, DehuskMethod, Example, MarkdownMethod, Overlap, Written
from dehusk.evaluate.facts import FACTS
from dehusk.evaluate.run import Scorer
from dehusk.evaluate.structure import KINDS
from dehusk.page.tags import Tag

DATA = ("../shared/data/structure.tar.xz", "../shared/data/fundus.tar.xz")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("datasets", nargs="*", default=DATA)
    arguments.add_argument("--methods", nargs="*", default=["default"])
    arguments.add_argument("--peers", action="store_true", help="also run trafilatura")
    arguments.add_argument("--json", type=Path, help="write the figures to this file")
    options = arguments.parse_args()
    methods = [DehuskMethod.of(name) for name in options.methods]
    if options.peers and find_spec("trafilatura") is None:
        raise SystemExit("--peers needs trafilatura; install it with: pip install trafilatura")
    peers = [MarkdownMethod("trafilatura", by_trafilatura)] if options.peers else []
    figures = {}
    for dataset in options.datasets:
        examples = [item for item in Dataset(dataset) if isinstance(item, Example)]
        name = Path(dataset).name.split(".")[0]
        figures[name] = pooled(examples, [*methods, *peers]) | {
            "complaints": {method: complaints(examples, method) for method in options.methods}
        }
        show(name, figures[name])
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


def pooled(examples: list[Example], methods: list) -> dict:
    scorer = Scorer(tuple(methods), (*KINDS, *FACTS))
    sums: dict[str, dict[str, Overlap]] = defaultdict(lambda: defaultdict(lambda: Overlap(0, 0, 0)))
    for example in examples:
        for result in scorer(example):
            for metric, overlap in result.scores.items():
                sums[metric][result.method] += overlap
    return {
        metric: {
            method: {
                "precision": round(overlap.precision, 3),
                "recall": round(overlap.recall, 3),
                "wanted": overlap.wanted,
            }
            for method, overlap in by_method.items()
        }
        for metric, by_method in sums.items()
    }


def complaints(examples: list[Example], method: str) -> dict[str, float]:
    """What can be counted without gold."""
    counts: Counter[str] = Counter(dict.fromkeys(("empty headings", "tables", "partly kept"), 0))
    seconds = 0.0
    for example in examples:
        start = process_time()
        document = dehusk.extract(example.html, url=example.url, method=method)
        _ = document.markdown
        seconds += process_time() - start
        counts["empty headings"] += empty_headings(document.blocks)
        tables, partly = kept_tables(document)
        counts["tables"] += tables
        counts["partly kept"] += partly
    return {**counts, "ms/page": round(1000 * seconds / max(len(examples), 1), 2)}


def empty_headings(blocks: tuple[Block, ...]) -> int:
    """Headings that another one of the same or a higher level follows, or nothing."""
    levels = [block.level if isinstance(block, Heading) else 7 for block in blocks] + [0]
    return sum(this <= 6 and following <= this for this, following in pairwise(levels))


def kept_tables(document: dehusk.Document) -> tuple[int, int]:
    """The tables of data of which something is kept, and those of which not all is."""
    page, keep = document.page, document.whole.keep
    words = page.is_text & ~page.is_inert
    tables = partly = 0
    for row in np.flatnonzero(page.tag == Tag.TABLE).tolist():
        inside = slice(row, int(page.end[row]))
        cells = int(np.isin(page.tag[inside], (Tag.TD, Tag.TH)).sum())
        if cells < 4 or (page.tag[row + 1 : int(page.end[row])] == Tag.TABLE).any():
            continue
        inked = [r for r in range(row, int(page.end[row])) if words[r] and page.text_of(r).strip()]
        kept = sum(bool(keep[r]) for r in inked)
        tables += kept > 0
        partly += 0 < kept < len(inked)
    return tables, partly


def show(name: str, figures: dict) -> None:
    print(f"\n## {name}\n")
    methods = list(next(iter(figures.values())))
    print("| | wanted | " + " | ".join(f"{method} P / R" for method in methods) + " |")
    print("| --- | ---: |" + " ---: |" * len(methods))
    for metric, by_method in figures.items():
        if metric != "complaints":
            cells = [
                f"{each['precision']:.3f} / {each['recall']:.3f}" for each in by_method.values()
            ]
            wanted = next(iter(by_method.values()))["wanted"]
            print(f"| {metric} | {wanted} | " + " | ".join(cells) + " |")
    print("\n", figures["complaints"])


def by_trafilatura(source: bytes, url: str | None) -> Written:
    from trafilatura import bare_extraction, extract

    markdown = extract(
        source,
        url=url,
        output_format="markdown",
        include_links=True,
        include_images=True,
        include_comments=False,
    )
    facts = bare_extraction(source, url=url, with_metadata=True)
    values = facts.as_dict() if facts is not None else {}
    authors = tuple(filter(None, (values.get("author") or "").split("; ")))
    return Written(markdown or "", values.get("title"), authors, values.get("date"))


if __name__ == "__main__":
    main()
