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
from dehusk.evaluate.facts import FACTS
from dehusk.evaluate.gold import Example
from dehusk.evaluate.labels import example_leaves
from dehusk.evaluate.lines import has_short_lines, line_scores, whole_parts
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.posts import Matched, gold_posts, matched_posts
from dehusk.evaluate.structure import KINDS, expected_items, found_items, overlap
from dehusk.evaluate.written import Written
from dehusk.lazy import lazy
from dehusk.page import Bools, Page


@dataclass(frozen=True)
class Output:
    """What a method made of a page.

    `text` is all that most metrics need. `page` and `keep`, the leaves that were kept, let the
    metrics over nodes, blocks and labelled words be measured too, and `write`, which makes the
    Markdown and the metadata when they are asked for, those over structure and facts. `seconds`
    says how long each stage took, `reason` why there is no text.
    """

    text: str
    page: Page | None = None
    keep: Bools | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    reason: str | None = None
    write: Callable[[], Written] | None = None

    @lazy
    def written(self) -> Written | None:
        """The document with its Markdown and metadata, where the method has one."""
        return self.write() if self.write is not None else None


class Gold:
    """What is right for a page; the leaves are found once, whatever the number of methods."""

    def __init__(self, example: Example) -> None:
        self.example = example
        self._leaves: tuple[bytes, bytes, Bools] | None = None

    def leaves(self, page: Page) -> Bools:
        """The leaves of a page that are content; the page is the example's, parsed or rendered."""
        key = page.text, page.tag.tobytes()
        if self._leaves is None or self._leaves[:2] != key:
            self._leaves = (*key, example_leaves(page, self.example))
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


@dataclass(frozen=True)
class ShortLineMetric:
    """The short lines of the gold text that stand whole in the output."""

    title: str

    def applies_to(self, example: Example) -> bool:
        """Whether the gold text has a short line."""
        return example.text is not None and has_short_lines(example.text)

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """Each is there or not."""
        return line_scores(output.text, gold.example.text or "").short_lines


@dataclass(frozen=True)
class PartMetric:
    """The parts of the gold that stand whole in the output; what it does not name is unknown."""

    title: str

    def applies_to(self, example: Example) -> bool:
        """Whether there are parts to look for."""
        return bool(example.parts)

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """Each is there or not."""
        return whole_parts(output.text, gold.example.parts)


@dataclass(frozen=True)
class StructureMetric:
    """A metric over the items of one kind, of the Markdown and of the expected document."""

    title: str
    kind: str

    def applies_to(self, example: Example) -> bool:
        """Whether the gold says which items of this kind there should be."""
        return self.kind in expected_items(example)

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """The overlap of the items of both."""
        if output.written is None:
            return None
        found = found_items(output.written.markdown, gold.example)[self.kind]
        return overlap(found, expected_items(gold.example)[self.kind])


@dataclass(frozen=True)
class FactMetric:
    """Whether something that is said once about a page is right: 1 or 0."""

    title: str
    name: str

    def applies_to(self, example: Example) -> bool:
        """Whether the gold has that fact."""
        return FACTS[self.name].applies_to(example)

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """One for one, or nothing for one."""
        if output.written is None:
            return None
        return FACTS[self.name].score(output.written, gold.example)


@dataclass(frozen=True)
class PostMetric:
    """The posts of a thread: those in common, or of these what is right."""

    title: str
    read: Callable[[Matched], Overlap]
    is_told: bool = False
    """Whether it asks what is told of matched posts, so that nothing matched has no score."""

    def applies_to(self, example: Example) -> bool:
        """Whether the gold has posts."""
        return bool(gold_posts(example))

    def score(self, output: Output, gold: Gold) -> Overlap | None:
        """The posts of the document against those of the gold."""
        if output.written is None:
            return None
        overlap = self.read(matched_posts(output.written.posts, gold.example))
        return overlap if overlap.wanted or not self.is_told else None


METRICS: Final[Mapping[str, Metric]] = {
    "words": TextMetric("words in common, order aside", metrics.words),
    "lines": TextMetric(
        "lines that stand whole on the other side",
        lambda output, gold: line_scores(output, gold).lines,
    ),
    "short-lines": ShortLineMetric("short lines of the gold that stand whole in the text"),
    "parts": PartMetric("parts of the gold that stand whole in the text"),
    "lcs": TextMetric("longest common subsequence of tokens (DANA)", metrics.lcs),
    "lcs-characters": TextMetric(
        "longest common subsequence of characters (GCE)", metrics.lcs_characters
    ),
    "shingles": TextMetric("runs of four tokens in common", metrics.shingles),
    "snippets": SnippetMetric("phrases that must and must not be there"),
    "nodes": LeafMetric("DOM nodes with text", metrics.nodes),
    "block-nodes": LeafMetric("all DOM nodes of the block (CNR)", metrics.block_nodes),
    "text-nodes": LeafMetric("matched text blocks (GCE)", metrics.text_nodes),
    "blocks": LeafMetric("text blocks of the main-content class", metrics.text_blocks),
    "tag-blocks": LeafMetric(
        "blocks between tags of the main-content class (context)", metrics.tag_blocks
    ),
    "labelled-words": LeafMetric("words with the right label (zones)", metrics.labelled_words),
    **{kind: StructureMetric(f"{kind.replace('-', ' ')} of the document", kind) for kind in KINDS},
    **{name: FactMetric(fact.title, name) for name, fact in FACTS.items()},
    "post-texts": PostMetric("posts of a thread, by their text", lambda posts: posts.texts),
    "post-users": PostMetric(
        "matched posts by the right user", lambda posts: posts.users, is_told=True
    ),
    "post-days": PostMetric(
        "matched posts of the right day", lambda posts: posts.days, is_told=True
    ),
}
"""Every metric by its name."""

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "all": tuple(METRICS),
    "structure": tuple(KINDS),
    "facts": tuple(FACTS),
    "posts": ("post-texts", "post-users", "post-days"),
}
"""Names that stand for several metrics."""

SHARES: Final = frozenset(("short-lines", "parts", "post-users", "post-days"))
"""Those that ask only what is there of the gold: precision, recall and F1 are one number."""

DEFAULT_METRICS: Final = ("words", "lines", "short-lines", "parts", "lcs", "shingles", "snippets")
"""Those that look only at the text, and so score any system."""


def find_metrics(names: Sequence[str]) -> tuple[str, ...]:
    """Check names of metrics; `all`, `structure`, `facts` and `posts` stand for several.

    >>> find_metrics(["lcs", "lcs"])
    ('lcs',)
    """
    wanted = [each for name in names for each in GROUPS.get(name, (name,))]
    for name in wanted:
        if name not in METRICS:
            known = ", ".join([*METRICS, *GROUPS])
            raise MethodError(f"There is no metric {name!r}; the metrics are {known}.")
    return tuple(dict.fromkeys(wanted)) or DEFAULT_METRICS
