"""López, Silva and Insa 2012: Table 1, Figures 1 and 2, and the number that the paper leaves open."""

from __future__ import annotations

from collections.abc import Iterator

from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.reproduce.cnr_figures import figures
from dehusk.reproduce.figures import curves
from dehusk.reproduce.study import (
    Exhibit,
    Reported,
    Source,
    beside,
    in_settings,
    sweep,
    sweep_table,
    with_parameter,
)

THEIRS = [Reported("López et al., 47 start pages and articles", 0.741, 0.944, None)]
SHARES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
SWEPT = 5


def exhibits(source: Source) -> Iterator[Exhibit]:
    """Nodes of the main block on articles, the figures, then how many nodes count as top rated."""
    articles = source.pages("wcxb-dev", "article")
    _, table, differences = beside(
        source,
        articles,
        in_settings("cnr"),
        "block-nodes",
        THEIRS,
        "Table 1: nodes of the main block",
    )
    note = (
        "Their pages are no longer there; ours are articles of wcxb-dev, whose gold is the smallest"
        " element that holds the text."
    )
    yield Exhibit("cnr-table-1", table, note=note)
    yield Exhibit("cnr-table-1-paired", differences)
    yield from figures()
    some = articles.sample(SWEPT)
    lines = {
        "as published": with_parameter(CharsNodesRatio.as_published(), "share", SHARES),
        "our setting": with_parameter(CharsNodesRatio(), "share", SHARES),
    }
    found = sweep(source, some, lines, "words")
    title = f"Words by the share of top rated nodes, {len(some)} articles"
    yield Exhibit(
        "cnr-share", sweep_table(title, "share", found), note="The paper gives no number."
    )
    yield Exhibit("cnr-share-curve", svg=curves(found, title=title, across="share"))
