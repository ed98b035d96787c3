"""Hold what a method gave against what is right, by any metric.

>>> example = Example("tea", b"<p>Boil water.</p>", text="Boil water.")
>>> METRICS["words"].score(Output("Boil water, then wait."), Gold(example)).recall
1.0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from dehusk.errors import MethodError
from dehusk.evaluate import metrics
from dehusk.evaluate.gold import Example
from dehusk.evaluate.labels import gold_leaves
from dehusk.evaluate.overlap import Overlap
from dehusk.page import Bools, Page


@dataclass(frozen=True)
class Output:
    """What a method made of a page.

    `text` is all that most metrics need. `page` and `keep`, the leaves that were kept, let the
    metrics over nodes, blocks and labelled words be measured too. `seconds` says how long each
    stage took.
    """

    text: str
    page: Page | None = None
    keep: Bools | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)


class Gold:
    """What is right for a page; the leaves are found once, whatever the number of methods."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self._leaves: tuple[bytes, bytes, Bools] | None = None

    def leaves(self, page: Page) -> Bools:
        """The leaves of a page that are content; the page is the example's, parsed or rendered."""
        key = page.text, page.tag.tobytes()
        if self._leaves is None or self._leaves[:2] != key:
            self._leaves = (*key, gold_leaves(page, self.example.text or ""))
        return self._leaves[2]


class Metric(Protocol):
    """A way to score an output; `score` gives None where the page has no gold of that kind."""

    @property
    def title(self) -> str:
        """What it measures, in a few words."""
        ...

    def applies_to(self, example: Example) -> bool:
        """Whether the example has the gold that this metric needs."""
        ...

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """The overlap of an output and the gold."""
        ...


@dataclass(frozen=True)
class TextMetric:
    """A metric over two texts."""

    title: str
    function: Callable[[str, str], Overlap]

    def applies_to(self, example: Example) -> bool:
        """Whether there is a gold text, which may be empty."""
        return example.text is not None

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """The overlap of the output's text and the gold text."""
        return self.function(output.text, gold.example.text or "")


@dataclass(frozen=True)
class LeafMetric:
    """A metric over the leaves of a page; outputs that are only text have no score."""

    title: str
    function: Callable[[Page, Bools, Bools], Overlap]

    def applies_to(self, example: Example) -> bool:
        """Whether there is a gold text to find the leaves by."""
        return example.text is not None

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """The overlap of the leaves that were kept and those that are content."""
        if output.page is None or output.keep is None:
            return None
        return self.function(output.page, output.keep, gold.leaves(output.page))


@dataclass(frozen=True)
class SnippetMetric:
    """A metric over phrases."""

    title: str

    def applies_to(self, example: Example) -> bool:
        """Whether there are phrases to look for."""
        return bool(example.has or example.lacks)

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """Phrases that are in the output, as they should be or not."""
        return metrics.snippets(output.text, gold.example.has, gold.example.lacks)


METRICS: Final[Mapping[str, Metric]] = {
    "words": TextMetric("words in common, order aside", metrics.words),
    "lcs": TextMetric("longest common subsequence of tokens (DANA, GCE)", metrics.lcs),
    "shingles": TextMetric("runs of four tokens in common", metrics.shingles),
    "snippets": SnippetMetric("phrases that must and must not be there"),
    "nodes": LeafMetric("DOM nodes (CNR)", metrics.nodes),
    "text-nodes": LeafMetric("matched text blocks (GCE)", metrics.text_nodes),
    "blocks": LeafMetric("text blocks of the main-content class (context)", metrics.text_blocks),
    "labelled-words": LeafMetric("words with the right label (zones)", metrics.labelled_words),
}
"""Every metric by its name."""

DEFAULT_METRICS: Final = ("words", "lcs", "shingles", "snippets")
"""Those that look only at the text, and so score any system."""


def find_metrics(names: Sequence[str]) -> tuple[str, ...]:
    """Check names of metrics; `all` stands for every one.

    >>> find_metrics(["lcs", "lcs"])
    ('lcs',)
    """
    wanted = [each for name in names for each in (METRICS if name == "all" else (name,))]
    for name in wanted:
        if name not in METRICS:
            raise MethodError(f"There is no metric {name!r}; the metrics are {', '.join(METRICS)}.")
    return tuple(dict.fromkeys(wanted)) or DEFAULT_METRICS
