"""A campaign: `python -m tests.writers.renderers 20000` renders that many hostile pages everywhere.

A second number is the seed of the first page. What nobody meant is printed, each kind once with the
shortest page of its kind.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from dehusk import extract
from tests.writers.elsewhere import faults
from tests.writers.fragments import page_of_fragments
from tests.writers.renderers import Renderers

_AT_ONCE = 50


def campaign(count: int, first: int = 0) -> int:
    """Render pages, print what is found, and say how many pages it was found in."""
    renderers, found, examples = Renderers(), Counter[str](), dict[str, str]()
    for package, reason in renderers.missing.items():
        print(f"without {package}: {reason}")
    for start in range(first, first + count, _AT_ONCE):
        seeds = range(start, min(start + _AT_ONCE, first + count))
        pages = [page_of_fragments(Random(seed)) for seed in seeds]
        documents = [extract(page, method="semantic", url="https://a.example/p") for page in pages]
        texts = [document.markdown for document in documents]
        for text, document, shown in zip(texts, documents, renderers.render(texts), strict=True):
            for fault in faults(shown, text, document.blocks):
                found[fault] += 1
                examples[fault] = min(examples.get(fault, text), text, key=len)
    renderers.close()
    for fault, times in found.most_common():
        print(f"\n{times} × {fault}\n{examples[fault]}")
    print(f"{count} pages, {found.total()} findings")
    return found.total()


if __name__ == "__main__":
    sys.exit(bool(campaign(*map(int, sys.argv[1:]))))
