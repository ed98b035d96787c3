"""Decision trees from plain arrays: load, predict.

>>> tree = Forest(
...     feature=np.array([0, -1, -1]),
...     threshold=np.array([0.5, 0.0, 0.0]),
...     left=np.array([1, -1, -1]),
...     right=np.array([2, -1, -1]),
...     value=np.array([0.0, 0.2, 0.9]),
...     roots=np.array([0]),
... )
>>> tree.predict(np.array([[0.1], [0.7]])).tolist()
[0.2, 0.9]

A model is an `.npz` of such arrays with a `.json` card beside it: what it was trained on, under which
licence, when, and how good it was. No pickle, so models load in any version and can do no harm.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import ModelError
from dehusk.lazy import lazy
from dehusk.native.trees import LeafMasks, sum_of_leaves

_Columns = tuple[
    NDArray[np.int16],
    NDArray[np.float32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.float64],
    NDArray[np.int32],
]

_MANY_ROWS = 3
"""Fewer rows than this walk down the trees: to ask each question once is not worth while for them."""


@dataclass(frozen=True, eq=False)
class Forest:
    """Binary trees in parallel arrays, one entry a node.

    `feature` is the column that a node asks about, -1 in a leaf. A row goes `left` when its value is
    at most `threshold`, else `right`. `value` is what a leaf adds, and in an inner node, where the
    model knows it, the mean of what the training rows below it got; `roots` are the trees.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float64]
    roots: NDArray[np.int32]

    def predict(self, features: NDArray[Any]) -> NDArray[np.float64]:
        """For each row of `features` the sum of the leaves that it falls into."""
        rows = np.ascontiguousarray(features, np.float32)
        if len(rows) >= _MANY_ROWS and self._masks is not None:
            return self._masks.sum_of_leaves(rows)
        if rows.shape[1] < self._width:
            raise ValueError(f"The forest wants {self._width} columns.")
        return sum_of_leaves(rows, *self._columns)

    def contributions(self, features: NDArray[Any]) -> NDArray[np.float64]:
        """How much each column moved each row: the steps of the means on its way to the leaves.

        >>> tree = Forest(*map(np.array, ([0, -1, -1], [0.5, 0, 0], [1, -1, -1], [2, -1, -1])),
        ...     value=np.array([0.5, 0.2, 0.9]), roots=np.array([0]))
        >>> tree.contributions(np.array([[0.7, 3.0]])).round(2).tolist()
        [[0.4, 0.0]]
        """
        rows = np.asarray(features, np.float32)
        moved = np.zeros(rows.shape)
        for root in self.roots:
            node = np.full(len(rows), root)
            inner = np.flatnonzero(self.feature[node] >= 0)
            while len(inner):
                column = self.feature[node[inner]]
                goes_left = rows[inner, column] <= self.threshold[node[inner]]
                below = np.where(goes_left, self.left[node[inner]], self.right[node[inner]])
                moved[inner, column] += self.value[below] - self.value[node[inner]]
                node[inner] = below
                inner = inner[self.feature[below] >= 0]
        return moved

    @lazy
    def _width(self) -> int:
        return int(self.feature.max(initial=-1)) + 1

    @lazy
    def _masks(self) -> LeafMasks | None:
        """The quicker way through forests of small trees."""
        try:
            return LeafMasks(*self._columns)
        except ValueError:
            return None

    @lazy
    def _columns(self) -> _Columns:
        return (
            np.ascontiguousarray(self.feature, np.int16),
            np.ascontiguousarray(self.threshold, np.float32),
            np.ascontiguousarray(self.left, np.int32),
            np.ascontiguousarray(self.right, np.int32),
            np.ascontiguousarray(self.value, np.float64),
            np.ascontiguousarray(self.roots, np.int32),
        )


def rounded_down(thresholds: NDArray[np.float64]) -> NDArray[np.float32]:
    """Thresholds in 32 bits that decide every feature of 32 bits as the exact ones do."""
    nearest = thresholds.astype(np.float32)
    below = np.nextafter(nearest, np.float32(-np.inf))
    return np.where(nearest > thresholds, below, nearest).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Model:
    """A forest and its card."""

    forest: Forest
    card: dict[str, Any]

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that the forest wants, in order."""
        return tuple(self.card["features"])


@cache
def load_model(name: str, columns: tuple[str, ...]) -> Model:
    """The model of that name that ships with dehusk, or that of a path such as `mine/default`.

    `columns` are those that it will be asked with. It may know fewer of them, and in another order;
    a model that was trained on others is a `ModelError`.

    >>> from dehusk.extractors.boilerpipe import ATTRIBUTES
    >>> len(load_model("boilerpipe", ATTRIBUTES).forest.roots)
    1
    """
    from importlib.resources import files
    from pathlib import Path

    path = Path(name)
    folder = files("dehusk.extractors") / "models" if path.name == name else path.parent
    model = read_model(folder, path.name)
    unknown = [feature for feature in model.features if feature not in columns]
    if unknown:
        raise ModelError(
            f"The model {name!r} was trained on columns that this dehusk does not have"
            f" ({len(unknown)}, the first is {unknown[0]!r}); train it anew."
        )
    return model if model.features == columns else _asking(model, columns)


def _asking(model: Model, columns: tuple[str, ...]) -> Model:
    """A model that finds its columns among others."""
    places = np.array([columns.index(feature) for feature in model.features], np.int16)
    feature = model.forest.feature
    asked = np.where(feature >= 0, places[feature], -1).astype(np.int16)
    return replace(model, forest=replace(model.forest, feature=asked))


_OF_BROKEN_FILES = (
    *(OSError, EOFError, ValueError, KeyError, TypeError, RuntimeError, MemoryError),
    *(BadZipFile, zlib.error),
)
"""What NumPy, zipfile and zlib raise, between them, for a damaged file."""


def read_model(folder: Traversable, name: str) -> Model:
    """The model `NAME.npz` of a folder, with its card. Raises `ModelError`."""
    try:
        with (folder / f"{name}.npz").open("rb") as file, np.load(file, allow_pickle=False) as data:
            forest = Forest(**{field: data[field] for field in Forest.__dataclass_fields__})
        card = json.loads((folder / f"{name}.json").read_text("utf-8"))
        _check(forest, card)
    except _OF_BROKEN_FILES as error:
        raise ModelError(
            f"The model {name!r} cannot be read ({error}); install dehusk again, or train it anew."
        ) from error
    return Model(forest, card)


def _check(forest: Forest, card: dict[str, Any]) -> None:
    """Raise `ValueError` for arrays that do not go together, or with the card.

    Native code trusts them: it goes from node to node until a leaf, and looks up columns unasked.
    """
    places = (forest.feature, forest.left, forest.right, forest.roots)
    numbers = (forest.threshold, forest.value)
    if any(array.ndim != 1 for array in places + numbers):
        raise ValueError("its arrays are not columns")
    if any(array.dtype.kind != "i" for array in places):
        raise ValueError("its nodes are not whole numbers")
    if any(array.dtype.kind != "f" or not np.isfinite(array).all() for array in numbers):
        raise ValueError("its thresholds or values are not numbers")
    nodes = len(forest.feature)
    if any(len(array) != nodes for array in (forest.left, forest.right, *numbers)):
        raise ValueError("its columns are of different lengths")
    inner = np.flatnonzero(forest.feature >= 0)
    children = np.concatenate([forest.left[inner], forest.right[inner]])
    targets = np.concatenate([children, forest.roots])
    is_there = (targets >= 0) & (targets < nodes)
    if not is_there.all() or forest.feature.max(initial=-1) >= len(card["features"]):
        raise ValueError("it points to what is not there")
    if (children <= np.tile(inner, 2)).any():
        raise ValueError("its nodes go round in a circle")
