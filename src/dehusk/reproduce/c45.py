"""C4.5 as Weka's J48 has it: gain ratio, a branch for each value of a nominal attribute, pruning.

>>> import numpy as np
>>> rows = np.array([[1.0, 0], [2.0, 1], [3.0, 0], [4.0, 1]] * 10)
>>> forest = J48(fewest=5).fit(rows, rows[:, 0] > 2, nominal=(1,))
>>> forest.predict(np.array([[1.5, 0], [3.5, 1]])).tolist()
[0.0, 1.0]

J. R. Quinlan, "C4.5: Programs for Machine Learning", 1993, for two classes and without missing values.
Where J48 differs from the book it is followed: a split needs 10 % of the mean class size, between
`fewest` and 25, on either side; the gain of a numeric split is less by log2 of the thresholds tried over
the rows; of the attributes with at least the mean gain the best ratio wins; a threshold is a value of
the data; a tree is collapsed, then pruned by its estimated errors with subtree raising. Above .5 the
confidence adds nothing to the errors that are counted, as in J48, which says so in a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log2, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.extractors.forest import Forest, rounded_down

Rows = NDArray[np.intp]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass
class Node:
    """Training rows, and how they are parted: `children` by threshold or by value, none in a leaf."""

    rows: Rows
    content: int
    column: int = -1
    threshold: float | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """The rows of the smaller class."""
        return min(self.content, len(self.rows) - self.content)

    @property
    def share(self) -> float:
        """The part of its rows that is content."""
        return self.content / len(self.rows) if len(self.rows) else 0.0


@dataclass(frozen=True)
class J48:
    """The learner: `fewest` rows in at least two branches of a split, and J48's confidence factor."""

    fewest: int = 2
    confidence: float = 0.25

    def fit(self, rows: NDArray[np.floating], labels: Bools, nominal: Sequence[int] = ()) -> Forest:
        """A tree that tells the labels; nominal columns hold whole numbers from 0."""
        table, content = np.asfortranarray(rows, np.float32), np.asarray(labels, bool)
        grower = _Grower(table, content, tuple(nominal), self)
        return _Flat().forest(grower.tree())


@dataclass
class _Split:
    column: int
    gain: float
    ratio: float
    threshold: float | None = None


class _Grower:
    def __init__(
        self, table: NDArray[np.float32], labels: Bools, nominal: tuple[int, ...], how: J48
    ) -> None:
        self.table, self.labels, self.how = table, labels, how
        self.nominal = nominal
        self.numeric = [column for column in range(table.shape[1]) if column not in nominal]
        self.values = {column: int(table[:, column].max(initial=0)) + 1 for column in nominal}
        self.sorted = {column: np.unique(table[:, column]) for column in self.numeric}

    def tree(self) -> Node:
        root = self._node(np.arange(len(self.labels)))
        waiting = [root]
        while waiting:
            node = waiting.pop()
            self._part(node)
            waiting.extend(node.children)
        _collapse(root)
        self._prune(root)
        return root

    def _node(self, rows: Rows) -> Node:
        return Node(rows, int(self.labels[rows].sum()))

    def _part(self, node: Node) -> None:
        split = self._best_split(node)
        if split is not None:
            node.column, node.threshold = split.column, split.threshold
            node.children = [self._node(rows) for rows in self._parted(node, node.rows)]

    def _parted(self, node: Node, rows: Rows) -> list[Rows]:
        values = self.table[rows, node.column]
        if node.threshold is not None:
            below = values <= node.threshold
            return [rows[below], rows[~below]]
        order = np.argsort(values, kind="stable")
        edges = np.searchsorted(values[order], np.arange(1, self.values[node.column]))
        return np.split(rows[order], edges)

    # Choosing a split

    def _best_split(self, node: Node) -> _Split | None:
        count = len(node.rows)
        if count < 2 * self.how.fewest or not 0 < node.content < count:
            return None
        splits = [*self._numeric_splits(node), *self._nominal_splits(node)]
        if not splits:
            return None
        least = sum(split.gain for split in splits) / len(splits) - 1e-3
        best = max((split for split in splits if split.gain >= least), key=lambda one: one.ratio)
        return best if best.ratio > 0 else None

    def _numeric_splits(self, node: Node) -> Iterator[_Split]:
        """The best threshold of each numeric column that has one."""
        count = len(node.rows)
        tenth = 0.1 * count / 2
        least = self.how.fewest if tenth <= self.how.fewest else min(tenth, 25)
        labels = self.labels[node.rows]
        whole = _entropy(np.array(count), np.array(node.content))
        for column in self.numeric:
            values = self.table[node.rows, column]
            order = np.argsort(values)
            values = values[order]
            left = np.flatnonzero(values[:-1] + 1e-5 < values[1:]) + 1
            left = left[(left >= least) & (count - left >= least)]
            if not len(left):
                continue
            content = np.cumsum(labels[order])[left - 1]
            parts = _entropy(left, content) + _entropy(count - left, node.content - content)
            at = int(parts.argmin())
            gain = float(whole - parts[at]) / count - log2(len(left)) / count
            if gain > 0:
                place = int(left[at])
                middle = (values[place - 1] + values[place]) / 2
                ratio = _ratio(gain, np.array([place, count - place]))
                yield _Split(column, gain, ratio, self._value_below(column, middle))

    def _value_below(self, column: int, middle: float) -> float:
        known = self.sorted[column]
        return float(known[np.searchsorted(known, middle, side="right") - 1])

    def _nominal_splits(self, node: Node) -> Iterator[_Split]:
        """A branch a value, for each nominal column with two values that are common enough."""
        whole = _entropy(np.array(len(node.rows)), np.array(node.content))
        for column, values in self.values.items():
            codes = self.table[node.rows, column].astype(np.intp)
            sizes = np.bincount(codes, minlength=values)
            if (sizes >= self.how.fewest).sum() < 2:
                continue
            content = np.bincount(codes[self.labels[node.rows]], minlength=values)
            gain = float((whole - _entropy(sizes, content).sum()) / len(node.rows))
            yield _Split(column, gain, _ratio(gain, sizes))

    # Pruning

    def _prune(self, root: Node) -> None:
        """A leaf, or its largest branch, in the place of a node that is no better than that."""
        for node in _bottom_up(root):
            self._prune_one(node)

    def _prune_one(self, node: Node) -> None:
        if not node.children:
            return
        largest = max(node.children, key=lambda child: len(child.rows))
        as_leaf, as_tree = self._estimate(node), self._estimate_below(node)
        as_branch = self._estimate_for(largest, node.rows)
        if as_leaf <= min(as_tree, as_branch) + 0.1:
            node.children = []
        elif as_branch <= as_tree + 0.1:
            self._raise(node, largest)

    def _raise(self, node: Node, branch: Node) -> None:
        node.column, node.threshold, node.children = (
            branch.column,
            branch.threshold,
            branch.children,
        )
        self._redistribute(node, node.rows)
        self._prune(node)

    def _redistribute(self, node: Node, rows: Rows) -> None:
        node.rows, node.content = rows, int(self.labels[rows].sum())
        if node.children:
            for child, part in zip(node.children, self._parted(node, rows), strict=True):
                self._redistribute(child, part)

    def _estimate(self, node: Node) -> float:
        return node.errors + added_errors(len(node.rows), node.errors, self.how.confidence)

    def _estimate_below(self, node: Node) -> float:
        if not node.children:
            return self._estimate(node)
        return sum(self._estimate_below(child) for child in node.children)

    def _estimate_for(self, branch: Node, rows: Rows) -> float:
        """What a branch would get wrong if all of these rows went its way."""
        if not branch.children:
            return self._estimate(self._node(rows))
        parts = zip(branch.children, self._parted(branch, rows), strict=True)
        return sum(self._estimate_for(child, part) for child, part in parts if len(part))


def added_errors(count: int, errors: int, confidence: float) -> float:
    """How many errors more are to be expected, by the upper limit of the binomial distribution.

    >>> round(added_errors(6, 0, 0.25), 3), added_errors(6, 0, 0.7)
    (1.238, 0.0)
    """
    if confidence > 0.5 or not count:
        return 0.0
    if errors < 1:
        return float(count * (1 - confidence ** (1 / count)))
    if errors + 0.5 >= count:
        return max(count - errors, 0.0)
    z = NormalDist().inv_cdf(1 - confidence)
    share = (errors + 0.5) / count
    spread = sqrt(share / count - share**2 / count + z * z / (4 * count * count))
    limit = (share + z * z / (2 * count) + z * spread) / (1 + z * z / count)
    return limit * count - errors


def _collapse(root: Node) -> None:
    """Leaves in the place of subtrees that get no training row more right."""
    below: dict[int, int] = {}
    for node in _bottom_up(root):
        inside = sum(below[id(child)] for child in node.children)
        if node.children and inside >= node.errors:
            node.children = []
        below[id(node)] = inside if node.children else node.errors


def _bottom_up(root: Node) -> list[Node]:
    """All nodes, children before their parents."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(node.children)
    return found[::-1]


def _entropy(count: NDArray[Any], content: NDArray[Any]) -> Floats:
    """The information of groups with so many rows of which so many are content, times their rows."""
    return _x_log_x(count) - _x_log_x(content) - _x_log_x(count - content)


def _x_log_x(numbers: NDArray[Any]) -> Floats:
    logs: Floats = numbers * np.log2(np.maximum(numbers, 1))
    return logs


def _ratio(gain: float, sizes: NDArray[np.integer]) -> float:
    count = int(sizes.sum())
    information = float(_x_log_x(np.array(count)) - _x_log_x(sizes).sum()) / count
    return gain / information if information > 0 else 0.0


class _Flat:
    """A tree in parallel arrays, parents before children, nominal branches as steps of thresholds."""

    def __init__(self) -> None:
        self.columns: list[tuple[int, float, float]] = []
        self.children: list[tuple[int, int]] = []

    def forest(self, root: Node) -> Forest:
        self._add(root, root.share)
        feature, threshold, value = zip(*self.columns, strict=True)
        left, right = zip(*self.children, strict=True)
        return Forest(
            feature=np.array(feature, np.int16),
            threshold=rounded_down(np.array(threshold)),
            left=np.array(left, np.int32),
            right=np.array(right, np.int32),
            value=np.array(value),
            roots=np.zeros(1, np.int32),
        )

    def _add(self, node: Node, share: float) -> int:
        """The number of a node; one that no training row came to says what its parent says."""
        own = node.share if len(node.rows) else share
        if not node.children:
            return self._new(-1, 0.0, own)
        if node.threshold is None:
            return self._branches(node.column, 0, node.children, own)
        number = self._new(node.column, node.threshold, own)
        left = self._add(node.children[0], own)
        self.children[number] = left, self._add(node.children[1], own)
        return number

    def _branches(self, column: int, first: int, nodes: list[Node], share: float) -> int:
        """A node that leads to that of each value, from `first` on, in as few steps as can be."""
        answers = {node.share if len(node.rows) else share for node in nodes}
        if len(nodes) == 1 or (len(answers) == 1 and not any(node.children for node in nodes)):
            return self._add(nodes[0], share)
        half = len(nodes) // 2
        number = self._new(column, first + half - 0.5, share)
        left = self._branches(column, first, nodes[:half], share)
        self.children[number] = left, self._branches(column, first + half, nodes[half:], share)
        return number

    def _new(self, column: int, threshold: float, value: float) -> int:
        self.columns.append((column, threshold, value))
        self.children.append((-1, -1))
        return len(self.columns) - 1
