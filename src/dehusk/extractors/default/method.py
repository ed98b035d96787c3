"""default: dehusk's own method, learned from labelled pages.

See docs/default.md for how it works, how good it is, and how to train it on pages of your own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.default.features import NAMES, BlockCounts, described_blocks
from dehusk.extractors.default.stated_recipe import recipe_blocks
from dehusk.extractors.forest import Forest, load_model
from dehusk.native.features import BlockTable
from dehusk.native.forest import (
    best_set,
    in_runs,
    logistic,
    mean_length,
    mixed_with_group,
    near_next,
    rows_of_blocks,
    without_repeats,
)
from dehusk.native.scan import any_of
from dehusk.page import Bools, Page
from dehusk.selection import NOT_SELECTED, Selection, or_embedded
from dehusk.views.blocks import Blocks

if TYPE_CHECKING:
    from dehusk.extractors.default.templates import Template

Floats = NDArray[np.float64]

EVIDENCE = 4.0
"""So much, in log odds, speaks for a block that says what the page states as its recipe, and against one
in a footer or a menu."""

BOND = 0.7
"""What stands together belongs together: so much, in log odds, it costs to keep only one of two blocks
that follow each other in one parent."""

LOOSE_BOND = 0.5
LEVELS = 3
LONG = 3.4
"""Where long blocks are likely, as in an article (the mean logarithm of their words is above this), so
much also holds two together that share an element up to so many levels above the first."""

OWN_WEIGHT = 0.5
"""A block's probability is mixed with the mean of the blocks of the same make: this is its own part."""

FLOOR = 0.1
"""A block less probable than this is never kept, whatever is expected of it."""

SHARPNESS = 1.4
"""The errors of a page go together: in some scenarios all of its blocks are likelier than they seem, in
others less likely. This is the power of their odds in each, so that on average little changes."""

LEAST_EXPECTED = 0.2
"""Where even the best set is expected to be poorer than this, the page most likely has no content."""

REPEATED_WORDS = 8
"""Text of at least this many words is kept the first time that it stands on the page, and later only in
blocks of the same make."""


@dataclass(frozen=True)
class Default:
    """A forest of decision trees over the text blocks of a page, and the set of best expected F1.

    >>> import dehusk
    >>> page = dehusk.parse("<nav>Home</nav><p>Bread needs flour, water, salt and time.</p>")
    >>> Default().select(page).confidence is not None
    True

    Every block gets the probability of being main content, from features that know no language.
    Blocks that follow each other in one parent are judged together, and those of the same make, such as
    the posts of a thread, lend each other some of theirs. Then the page's set is chosen: sorted by
    probability, the prefix whose expected F1 in words and in lines is highest. `amount` shifts the
    balance, from precision (-2) to recall (+2): it is the exponent of the F measure's beta, a power of
    two. `model` is the path of a model that you trained yourself, without its suffix.
    `template` is what other pages of the same site say: see `dehusk.learn_templates`.
    """

    amount: int = 0
    model: str = "default"
    template: Template | None = None

    needs_layout: ClassVar[bool] = False

    @property
    def card(self) -> dict[str, Any]:
        """What its model was trained on, and how."""
        return load_model(self.model, NAMES).card

    def select(self, page: Page) -> Selection:
        """The blocks that together are most likely the main content, or the page's embedded text."""
        selection = self._select(page)
        if selection.problem is None:
            return selection
        return or_embedded(page, selection)

    def _select(self, page: Page) -> Selection:
        table = described_blocks(page)
        if not len(table.words):
            return Selection.nothing(page, "The page has no text.")
        logits = self._logits(page, table, recipe_blocks(page, table))
        decision = decide(logits, table, next_near(page, table), self.amount)
        return _selection(page, table, decision)

    def explain_blocks(self, blocks: Blocks) -> dict[str, list[object]]:
        """What speaks for or against each block, and the three features that moved it most."""
        from dehusk.extractors.default.features.reasons import reasons

        table = described_blocks(blocks.page)
        if not len(table.words):
            return {}
        moved = _forest(self.model).contributions(table.features)
        strongest = np.argsort(-np.abs(moved), axis=1)[:, :3]
        recipe = recipe_blocks(blocks.page, table)
        logits = self._logits(blocks.page, table, recipe)
        near = next_near(blocks.page, table)
        around = _said_of_runs(logistic(logits), decide(logits, table, near, self.amount))
        because = reasons(NAMES, table.features, moved)
        evidence = _said_of_evidence(recipe, _are_outside(table.features))
        return {
            "because": ["".join(said) for said in zip(because, evidence, around, strict=True)],
            "features": [
                ", ".join(f"{NAMES[column]} {moved[block, column]:+.2f}" for column in columns)
                for block, columns in enumerate(strongest.tolist())
            ],
        }

    def _logits(self, page: Page, table: BlockTable, recipe: Bools | None) -> Floats:
        own = _forest(self.model).predict(table.features)
        if self.template is not None:
            blocks = Blocks(page, table.block_of, table.first_row, table.end_row)
            own = self.template.moved(blocks, own)
        return with_evidence(own, table.features, recipe)


@cache
def _forest(model: str) -> Forest:
    return load_model(model, NAMES).forest


def probabilities(features: NDArray[np.float32], model: str = "default") -> Floats:
    """The probability of each block to be main content."""
    return logistic(_forest(model).predict(features))


class Described(Protocol):
    """The blocks of a page, as far as a decision looks at them."""

    @property
    def features(self) -> NDArray[np.float32]:
        """A row for each block, with the columns of `NAMES`."""

    @property
    def words(self) -> Floats:
        """Words of each."""

    @property
    def template_id(self) -> NDArray[np.int64]:
        """A number that those of the same make share."""

    @property
    def text_id(self) -> NDArray[np.int64]:
        """A number that those of the same text share."""


class Decision(NamedTuple):
    """The blocks to keep, how probable each is, and the F1 that is expected in words and in lines."""

    keep: Bools
    probability: Floats
    in_words: float
    in_lines: float


def with_evidence(logits: Floats, features: NDArray[np.float32], said: Bools | None) -> Floats:
    """What the forest says of each block, and what the page does; `said` are `recipe_blocks`."""
    weighed: Floats = logits - EVIDENCE * _are_outside(features)
    return weighed if said is None else weighed + EVIDENCE * said


def _are_outside(features: NDArray[np.float32]) -> Bools:
    """The blocks in a footer or a menu, but for the footers of quotations."""
    outside: Bools = features[:, _FOOTER] > features[:, _QUOTED]
    outside |= features[:, _MENU] > 0
    return outside


def decide(logits: Floats, table: Described, near: Bools, amount: int = 0) -> Decision:
    """What to keep of the blocks of a page, given what the forest says of each.

    `near` are those of `next_near`.
    """
    bonds = BOND * table.features[:, _SAME_PARENT].astype(np.float64)
    if mean_length(logits, table.words) > LONG:
        np.maximum(bonds, LOOSE_BOND * near, out=bonds)
    probability = lend_to_alike(in_runs(logits, bonds), table.words, table.template_id)
    keep, in_words, in_lines = best_expected(probability, table.words, beta=2.0**amount)
    once = without_repeats(keep, table.text_id, table.template_id, table.words, REPEATED_WORDS)
    return Decision(once, probability, in_words, in_lines)


def next_near(page: Page, table: BlockTable | BlockCounts) -> Bools:
    """The blocks that are near the next one in the tree of elements."""
    return near_next(table.enclosing_block, page.parent, page.end, LEVELS)


_SAME_PARENT = NAMES.index("+1 same parent")
_FOOTER, _MENU, _QUOTED = map(NAMES.index, ("in footer", "in nav", "in blockquote"))


def _said_of_evidence(said: Bools | None, outside: Bools) -> list[str]:
    """What the page itself says for or against each block."""
    stated = np.zeros(len(outside), bool) if said is None else said
    return [
        ", in the recipe that the page states" * own + ", set apart from the content" * apart
        for own, apart in zip(stated.tolist(), outside.tolist(), strict=True)
    ]


def _said_of_runs(own: Floats, decision: Decision) -> list[str]:
    """What is said of blocks that were decided against what they look like by themselves."""
    alone = own > 0.5
    return [
        ""
        if kept == likely
        else ", kept with what stands around it"
        if kept
        else ", left out with what stands around it"
        for kept, likely in zip(decision.keep.tolist(), alone.tolist(), strict=True)
    ]


def lend_to_alike(own: Floats, words: Floats, group: NDArray[np.intp]) -> Floats:
    """Mix each block's probability with the mean of its group, weighted by words."""
    return mixed_with_group(own, words, group, OWN_WEIGHT)


def best_expected(
    probability: Floats, words: Floats, beta: float = 1.0
) -> tuple[Bools, float, float]:
    """The blocks whose expected F measure is the highest, none if that is poor, and the measure itself.

    >>> keep, *expected = best_expected(np.array([0.9, 0.2, 0.8]), np.array([50.0, 10.0, 40.0]))
    >>> keep.tolist(), [round(f1, 2) for f1 in expected]
    ([True, False, True], [0.89, 0.85])
    """
    return best_set(probability, words, beta, FLOOR, LEAST_EXPECTED, SHARPNESS)


def _selection(page: Page, table: BlockTable, decision: Decision) -> Selection:
    rows, score = rows_of_blocks(
        table.block_of, table.shown_leaves, decision.keep, decision.probability
    )
    if not any_of(decision.keep):
        problem = "No text block looks like main content."
        return Selection.nothing(page, problem, score, described=table)
    return Selection(
        keep=rows,
        score=score,
        reason=rows.view(np.uint8),
        reasons=(NOT_SELECTED, "likely main content"),
        confidence=min(max(decision.in_words, 0.0), 1.0),
        described=table,
    )
