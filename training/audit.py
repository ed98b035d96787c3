"""Leaves pages out whose gold cannot be learned from: it is not on the page, or it ends early.

The rule, for sets whose gold was collected by others and never checked:

- *missing*: fewer than nine in ten of the gold's words are on the page;
- *early*: after the last block of the gold, blocks of good text follow that are of the same make as
  most of the gold, with more than a tenth of the gold's words and more than 60 of them; and they stand
  in the same elements as the gold, or begin with the very next block of good text. A teaser, or the
  first of several parts, was taken for the whole.

`python -m training.audit` lists the pages that the rule drops.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from dehusk.evaluate.tokens import tokens
from dehusk.extractors.default.features import BlockCounts
from dehusk.page import Bools

LEAST_FOUND = 0.9
MOST_AFTER = 0.1
MOST_WORDS_AFTER = 60
SHORT = 5
"""Shorter blocks do not say where the gold ends: they stand on a page more than once."""


def reason_to_drop(counts: BlockCounts, labels: Bools, gold: Counter[str]) -> str | None:
    """Why the gold of a page is not to be believed, None where it is."""
    found = _share_found(counts, gold)
    if found < LEAST_FOUND:
        return f"missing: {found:.2f} of the gold's words are on the page"
    if not labels.any():
        return None
    after = words_after(counts, labels)
    wanted = float(counts.words[labels].sum())
    if after > max(MOST_AFTER * wanted, MOST_WORDS_AFTER):
        return f"early: {after:.0f} words like the {wanted:.0f} of the gold follow it"
    return None


def words_after(counts: BlockCounts, labels: Bools) -> float:
    """The words of good text after the gold's last block that go on as the gold does."""
    gold = np.flatnonzero(labels)
    long = gold[counts.words[gold] >= SHORT]
    last = int(long[-1] if len(long) else gold[-1])
    make = int(np.bincount(counts.template_id[gold], counts.words[gold]).argmax())
    after = np.flatnonzero(counts.good & (np.arange(len(counts)) > last) & ~labels)
    same_make = after[counts.template_id[after] == make]
    if len(same_make) and same_make[0] != after[0]:
        parent = counts.page.parent[counts.enclosing_block]
        parents = parent[gold[counts.template_id[gold] == make]]
        same_make = same_make[np.isin(parent[same_make], parents)]
    return float(counts.words[same_make].sum())


def _share_found(counts: BlockCounts, gold: Counter[str]) -> float:
    page: Counter[str] = Counter()
    for number in range(len(counts)):
        page.update(tokens(counts.blocks.text(number)))
    return (page & gold).total() / max(gold.total(), 1)


def main() -> None:
    from training.samples import read_samples
    from training.sets import SOURCES

    for source in SOURCES:
        samples = read_samples(source)
        dropped = [sample for sample in samples if sample.dropped]
        print(f"{source.name}: {len(dropped)} of {len(samples)}")
        for sample in dropped:
            print(f"- {sample.id}: {sample.dropped}")


if __name__ == "__main__":
    main()
