"""Hold what a method gave against what is right, by any metric.

>>> example = Example("tea", b"<p>Boil water.</p>", text="Boil water.")
>>> METRICS["words"].score(Output("Boil water, then wait."), Gold(example)).recall
1.0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dehusk.errors import MethodError
from dehusk.evaluate import metrics
from dehusk.evaluate.facts import FACTS
from dehusk.evaluate.gold import Example
from dehusk.evaluate.labels import example_leaves, part_leaves, part_rows
from dehusk.evaluate.lines import has_short_lines, line_scores, whole_parts
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.posts import Matched, gold_posts, matched_posts
from dehusk.evaluate.structure import KINDS, expected_items, found_items
from dehusk.evaluate.written import Written
from dehusk.lazy import lazy
from dehusk.page import Bools, Page


@dataclass(frozen=True)
class Output:
    """What a method made of a page.

    `text` is all that most metrics need. `page` and `keep`, the leaves that were kept, let the
    metrics over nodes, blocks and labelled words be measured too, and `write`, which makes the
    Markdown and the metadata when they are asked for, those over structure and facts. `menus` finds
    the leaves of the menus, of a method that looks for them. `seconds` says how long each stage took,
    `reason` why there is no text.
    """

    text: str
    page: Page | None = None
    keep: Bools | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    reason: str | None = None
    write: Callable[[], Written] | None = None
    menus: Callable[[], Bools] | None = None

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


@dataclass(frozen=True)
class Metric:
    """A way to score an output, where the gold of a page has what it needs.

    `score` gives None where the output has nothing to be scored: only a text, for one.
    """

    title: str
    applies_to: Callable[[Example], bool]
    score: Callable[[Output, Gold], Overlap | None]


def _has_text(example: Example) -> bool:
    return example.text is not None


def _of_texts(title: str, function: Callable[[str, str], Overlap]) -> Metric:
    """A metric over the text of the output and that of the gold."""
    return Metric(
        title, _has_text, lambda output, gold: function(output.text, gold.example.text or "")
    )


def _of_leaves(title: str, function: Callable[[Page, Bools, Bools], Overlap]) -> Metric:
    """A metric over the leaves that were kept and those that are content."""

    def score(output: Output, gold: Gold) -> Overlap | None:
        if output.page is None or output.keep is None:
            return None
        return function(output.page, output.keep, gold.leaves(output.page))

    return Metric(title, _has_text, score)


def _of_document(
    title: str,
    applies_to: Callable[[Example], bool],
    function: Callable[[Written, Example], Overlap | None],
) -> Metric:
    """A metric over the Markdown and the metadata of an output."""

    def score(output: Output, gold: Gold) -> Overlap | None:
        return None if output.written is None else function(output.written, gold.example)

    return Metric(title, applies_to, score)


def _of_menus(output: Output, gold: Gold) -> Overlap | None:
    if output.page is None or output.menus is None:
        return None
    labelled = part_leaves(output.page, gold.example, "navigation")
    return metrics.labelled_words(output.page, output.menus(), labelled)


def _of_structure(kind: str) -> Metric:
    """A metric over the items of one kind, of the Markdown and of the expected document."""
    return _of_document(
        f"{kind.replace('-', ' ')} of the document",
        lambda example: kind in expected_items(example),
        lambda written, example: Overlap.of_bags(
            found_items(written.markdown, example)[kind], expected_items(example)[kind]
        ),
    )


def _of_posts(title: str, read: Callable[[Matched], Overlap], *, of_matched: bool) -> Metric:
    """A metric over the posts of a thread; one of matched posts has no score where none matched."""

    def score(written: Written, example: Example) -> Overlap | None:
        found = read(matched_posts(written.posts, example))
        return found if found.wanted or not of_matched else None

    return _of_document(title, lambda example: bool(gold_posts(example)), score)


METRICS: Final[Mapping[str, Metric]] = {
    "words": _of_texts("words in common, order aside", metrics.words),
    "lines": _of_texts(
        "lines that stand whole on the other side",
        lambda output, gold: line_scores(output, gold).lines,
    ),
    "short-lines": Metric(
        "short lines of the gold that stand whole in the text",
        lambda example: example.text is not None and has_short_lines(example.text),
        lambda output, gold: line_scores(output.text, gold.example.text or "").short_lines,
    ),
    "parts": Metric(
        "parts of the gold that stand whole in the text",
        lambda example: bool(example.parts),
        lambda output, gold: whole_parts(output.text, gold.example.parts),
    ),
    "lcs": _of_texts("longest common subsequence of tokens (DANA)", metrics.lcs),
    "lcs-characters": _of_texts(
        "longest common subsequence of characters (GCE)", metrics.lcs_characters
    ),
    "shingles": _of_texts("runs of four tokens in common", metrics.shingles),
    "snippets": Metric(
        "phrases that must and must not be there",
        lambda example: bool(example.has or example.lacks),
        lambda output, gold: metrics.snippets(output.text, gold.example.has, gold.example.lacks),
    ),
    "nodes": _of_leaves("DOM nodes with text", metrics.nodes),
    "block-nodes": _of_leaves("all DOM nodes of the block (CNR)", metrics.block_nodes),
    "text-nodes": _of_leaves("matched text blocks (GCE)", metrics.text_nodes),
    "blocks": _of_leaves("text blocks of the main-content class", metrics.text_blocks),
    "tag-blocks": _of_leaves(
        "blocks between tags of the main-content class (context)", metrics.tag_blocks
    ),
    "labelled-words": _of_leaves("words with the right label (zones)", metrics.labelled_words),
    "menus": Metric(
        "words of the menus, of a method that finds them (CNR)",
        lambda example: bool(part_rows(example, "navigation")),
        _of_menus,
    ),
    **{kind: _of_structure(kind) for kind in KINDS},
    **{name: _of_document(fact.title, fact.applies_to, fact.score) for name, fact in FACTS.items()},
    "post-texts": _of_posts(
        "posts of a thread, by their text", lambda posts: posts.texts, of_matched=False
    ),
    "post-users": _of_posts(
        "matched posts by the right user", lambda posts: posts.users, of_matched=True
    ),
    "post-days": _of_posts(
        "matched posts of the right day", lambda posts: posts.days, of_matched=True
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
