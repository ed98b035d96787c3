"""What has to be known to read a table: pages that a method has learned from, scores of 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dehusk.evaluate.run import Results
from dehusk.evaluate.summary import leading

_MANY = 0.5


def notes(results: Results) -> list[str]:
    """A sentence on each, for people; none where there is nothing to say."""
    return [*_learned(results), *_nothing_found(results)]


def _learned(results: Results) -> Iterator[str]:
    for method in results.learned:
        yield (
            f"{method} was trained on a dataset called {results.dataset}: if it is this one, the figures"
            " flatter it;"
            " docs/results.md has those of models that had not seen the site of a page"
        )


def _nothing_found(results: Results) -> Iterator[str]:
    """Methods that found nothing on many pages that have something, with the reason they gave most."""
    metric = leading(results)
    for method in results.methods:
        pages = [one for one in results.pages if one.method == method and metric in one.scores]
        wanted = [one for one in pages if one.scores[metric].wanted and one.error is None]
        empty = [one for one in wanted if not one.scores[metric].found]
        if empty and len(empty) >= _MANY * len(wanted):
            reasons = Counter(one.reason for one in empty if one.reason)
            why = f": {reasons.most_common(1)[0][0].rstrip('.')}" if reasons else ""
            yield f"{method} found nothing on {len(empty)} of {len(wanted)} pages{why}"
