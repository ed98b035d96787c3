"""Features of where a block stands: tags around it, position on the page, headings before it. In NumPy."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.place import AROUND, HOLDERS
from dehusk.page.tags import HEADINGS, TAG_IDS, Tag
from dehusk.views.hidden import hidden
from tests.extractors.default.reference.counts import Column, ColumnsByName, ReferenceCounts


def place_features(counts: ReferenceCounts) -> ColumnsByName:
    """The columns named in `MEANINGS`."""
    page, holder = counts.page, counts.holder
    columns: ColumnsByName = {
        f"held by {name}": tags.mask(page.tag[holder]) for name, tags in HOLDERS.items()
    }
    for tag in AROUND:
        columns[f"in {tag}"] = page.inside(page.tag == TAG_IDS[tag])[counts.first]
    level = heading_levels(counts)
    depth = page.depth[holder].astype(float)
    mean_depth = np.average(depth, weights=np.maximum(counts.words, 1)) if len(counts) else 1
    index = np.arange(len(counts))
    count = max(len(counts), 1)
    return {
        **columns,
        "heading level": level,
        "hidden": hidden(page)[counts.first],
        "depth": depth,
        "relative depth": depth / max(float(mean_depth), 1),
        "index": np.log1p(index),
        "place by blocks": index / count,
        "place by words": share_before(counts.words),
        "blocks to the end": np.log1p(count - index),
        **_heading_features(counts, level),
        "since good": np.minimum(since(counts.good), 50),
        "until good": np.minimum(since(counts.good[::-1])[::-1], 50),
        "good before": share_before(np.where(counts.good, counts.words, 0)),
    }


def heading_levels(counts: ReferenceCounts) -> Column:
    """For each block the level of the heading that it stands in, 0 for none."""
    page = counts.page
    own = np.where(HEADINGS.mask(page.tag), page.tag.astype(int) - Tag.H1 + 1, 0)
    above = page.nearest_ancestor(own > 0)
    return np.where(above >= 0, own[above], 0)[counts.first]


def _heading_features(counts: ReferenceCounts, level: Column) -> ColumnsByName:
    is_heading, is_top = level > 0, level == 1
    last = _last_marked(is_heading)
    words_before = np.concatenate([[0.0], np.cumsum(counts.words)])[:-1]
    since_top = since(is_top)
    tops_before = np.cumsum(is_top)
    return {
        "since heading": np.minimum(since(is_heading), 50),
        "last heading": np.where(last >= 0, level[last], 7) if len(level) else level,
        "words since heading": np.log1p(
            words_before - np.where(last >= 0, words_before[last], 0) if len(level) else level
        ),
        "since h1": np.where(tops_before > 0, np.minimum(since_top, 200), -1),
        "before h1": (tops_before == 0) & is_top.any(),
        "headings before": share_before(is_heading.astype(float)),
    }


def since(marks: Column) -> Column:
    """For each block how many blocks ago the last marked one was, 1000 where there is none.

    >>> since(np.array([False, True, False, False])).tolist()
    [1000, 0, 1, 2]
    """
    last = _last_marked(marks)
    return np.where(last >= 0, np.arange(len(marks)) - last, 1000)


def _last_marked(marks: Column) -> Column:
    if not len(marks):
        return np.zeros(0, int)
    return np.maximum.accumulate(np.where(marks, np.arange(len(marks)), -1))


def share_before(values: Column) -> Column:
    """For each block the share of the page's total that stands before it."""
    before = np.concatenate([[0.0], np.cumsum(values)])
    return before[:-1] / max(float(before[-1]), 1.0)
