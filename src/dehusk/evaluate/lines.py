"""The lines of a text that stand whole in another, wherever that one breaks its lines.

>>> scores = line_scores("Tea\\nBoil water.\\nShare this", gold="Tea\\nBoil water. Wait.")
>>> round(scores.precision, 2), scores.recall, round(scores.f1, 2), scores.short
(0.67, 0.5, 0.57, 0.5)

Word F1 hardly sees that a subhead, a price or an answer is gone: it is a few words of many. Here it is a
line like any other. The rule:

1. A line has a letter or a digit; all others are none. Lines are compared by their tokens, and a mark
   that counts them (`1.`, `b)`) is no part of them. Bullets are no tokens anyway.
2. A line stands whole in a text where its tokens follow each other there. Breaks between lines are set
   aside, so that a paragraph that one side has joined or split is no error.
3. A line that one side has three times and the other twice stands there twice.
4. A line is short with up to eight words. A letter of a script without spaces is half a word.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dehusk.evaluate.overlap import NOTHING, Overlap
from dehusk.evaluate.tokens import is_spaceless, tokens

Line = tuple[str, ...]

SHORT = 8
_MARK = re.compile(r"[\W_]*(?:\d{1,3}|[^\W\d_])(?:[.)](?:\s+|$)|、)")


@dataclass(frozen=True, slots=True)
class LineScores:
    """How the lines of an output and of the gold agree.

    `lines` has both sides: `matched` of the gold's lines stand in the output, and `right` of the
    output's in the gold. `short_lines` are the gold's short ones alone, each there or not.
    """

    lines: Overlap
    short_lines: Overlap

    @property
    def precision(self) -> float:
        """The share of the output's lines that stand whole in the gold."""
        return self.lines.precision

    @property
    def recall(self) -> float:
        """The share of the gold's lines that stand whole in the output."""
        return self.lines.recall

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return self.lines.f1

    @property
    def short(self) -> float | None:
        """The share of the gold's short lines that stand whole in the output; None if it has none."""
        return self.short_lines.recall if self.short_lines != NOTHING else None


def line_scores(output: str, gold: str) -> LineScores:
    """What the lines of an output score against those of the gold.

    >>> line_scores("1. Mix flour.\\n2. Bake.", "Mix flour. Bake.").f1
    1.0
    """
    found, wanted = cut_lines(output), cut_lines(gold)
    there, right = found.times(wanted.lines), wanted.times(found.lines)
    whole = {line: min(count, there[line]) for line, count in wanted.lines.items()}
    short = [line for line in wanted.lines if is_short(line)]
    return LineScores(
        lines=Overlap(
            sum(whole.values()),
            found.lines.total(),
            wanted.lines.total(),
            right=sum(min(count, right[line]) for line, count in found.lines.items()),
        ),
        short_lines=Overlap.of_share(
            sum(whole[line] for line in short), sum(wanted.lines[line] for line in short)
        ),
    )


def whole_parts(output: str, parts: Iterable[Sequence[str]]) -> Overlap:
    """The parts that stand whole in a text, however often: each is there or not.

    >>> whole_parts("2 eggs\\nBoil them for £5.", [["2 Eggs"], ["5", "five"], ["salt"]]).recall
    0.6666666666666666

    A part is what a text must have, by any of some strings.
    """
    cut = [[line for _, line in map(_line, part) if line] for part in parts]
    wanted = [lines for lines in cut if lines]
    there = cut_lines(output).times({line for lines in wanted for line in lines})
    return Overlap.of_share(
        sum(any(there[line] for line in lines) for lines in wanted), len(wanted)
    )


def has_short_lines(text: str) -> bool:
    """Whether a text has a short line.

    >>> has_short_lines("Boil some water, and wait until it is hot."), has_short_lines("Tea")
    (False, True)
    """
    return any(map(is_short, cut_lines(text).lines))


def is_short(line: Line) -> bool:
    """Whether a line has up to eight words, or sixteen letters where there are no spaces.

    >>> is_short(tuple("面包需要面粉")), is_short(tuple("面包需要面粉") * 3)
    (True, False)
    """
    if len(line) <= SHORT:
        return True
    return (
        len(line) <= 2 * SHORT and sum(0.5 if is_spaceless(token) else 1 for token in line) <= SHORT
    )


@dataclass(frozen=True)
class CutText:
    """A text as lines, each with how often it is one, and as a run of tokens without breaks.

    A number that starts a line may be a mark of one side and a part of a sentence of the other, so
    there are two such runs, with and without marks.
    """

    lines: Counter[Line]
    runs: tuple[list[str], ...]

    def times(self, lines: Iterable[Line]) -> dict[Line, int]:
        """How often each line stands whole in this text."""
        wanted = list(lines)
        counts = [_occurrences(wanted, run) for run in self.runs]
        return dict(zip(wanted, map(max, *counts, [0] * len(wanted)), strict=True))


@lru_cache(maxsize=8)
def cut_lines(text: str) -> CutText:
    """Cut a text; the last ones are kept for the next metric that looks at them."""
    cut = [_line(line) for line in text.splitlines()]
    marked = [token for mark, line in cut for token in (*mark, *line)]
    plain = [token for _, line in cut for token in line]
    runs = (marked,) if len(marked) == len(plain) else (marked, plain)
    return CutText(Counter(line for _, line in cut if line), runs)


def _line(text: str) -> tuple[Line, Line]:
    """The tokens of the mark that counts a line, and those of the line."""
    mark = _MARK.match(text)
    if mark is None:
        return (), tuple(tokens(text))
    return tuple(tokens(mark.group())), tuple(tokens(text[mark.end() :]))


def _occurrences(lines: Sequence[Line], run: Sequence[str]) -> list[int]:
    """How often each line stands in a run of tokens, in time linear in both (Aho and Corasick 1975).

    >>> _occurrences([("a",), ("a", "b"), ("c",)], ["a", "b", "a"])
    [2, 1, 0]
    """
    steps: list[dict[str, int]] = [{}]
    ends = [_added(steps, line) for line in lines]
    shorter, order = _shorter(steps)
    seen = [0] * len(steps)
    node = 0
    for token in run:
        while node and token not in steps[node]:
            node = shorter[node]
        node = steps[node].get(token, 0)
        seen[node] += 1
    for node in reversed(order):
        seen[shorter[node]] += seen[node]
    return [seen[end] for end in ends]


def _added(steps: list[dict[str, int]], line: Line) -> int:
    """The node of a line in the tree of all lines, which grows by what it lacks."""
    node = 0
    for token in line:
        following = steps[node].get(token)
        if following is None:
            following = steps[node][token] = len(steps)
            steps.append({})
        node = following
    return node


def _shorter(steps: list[dict[str, int]]) -> tuple[list[int], list[int]]:
    """For each node that of its longest end that is one too; and all nodes, the least deep first."""
    shorter = [0] * len(steps)
    order: list[int] = []
    waiting = deque(steps[0].values())
    while waiting:
        node = waiting.popleft()
        order.append(node)
        for token, following in steps[node].items():
            end = shorter[node]
            while end and token not in steps[end]:
                end = shorter[end]
            shorter[following] = steps[end].get(token, 0)
            waiting.append(following)
    return shorter, order
