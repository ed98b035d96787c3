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
from dataclasses import dataclass, fields, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import ModelError
from dehusk.lazy import lazy
from dehusk.native.forest import LeafMasks, Trees

MODELS = Path(__file__).parent / "models"
"""The models that ship with dehusk."""

_MANY_ROWS = 3
"""Fewer rows than this walk down the trees: to ask each question once is not worth while for them."""


@dataclass(frozen=True, eq=False)
class Forest:
    """Binary trees in parallel arrays, one entry a node.

    `feature` is the column that a node asks about, -1 in a leaf. A row goes `left` when its value is
    at most `threshold`, else `right`. `value` is what a leaf adds, and in an inner node, where the
    model knows it, the mean of what the training rows below it got; `roots` are the trees. A node comes
    before those below it. Native code believes all that, and `ModelError` is raised where it is not so.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float64]
    roots: NDArray[np.int32]

    def __post_init__(self) -> None:
        assert self._trees is not None  # made now, and so checked

    def predict(self, features: NDArray[Any]) -> NDArray[np.float64]:
        """For each row of `features` the sum of the leaves that it falls into."""
        rows = np.ascontiguousarray(features, np.float32)
        if len(rows) >= _MANY_ROWS and self._masks is not None:
            return self._masks.sum_of_leaves(rows)
        return self._trees.sum_of_leaves(rows)

    @property
    def columns(self) -> int:
        """How many columns of features it wants."""
        return self._trees.columns

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

    def paths(self, features: NDArray[Any], root: int = 0) -> list[list[tuple[int, bool, float]]]:
        """The way of each row down a tree: each column, whether it is above the threshold, and that.

        >>> tree = Forest(*map(np.array, ([0, -1, -1], [0.5, 0, 0], [1, -1, -1], [2, -1, -1])),
        ...     value=np.array([0.5, 0.2, 0.9]), roots=np.array([0]))
        >>> tree.paths(np.array([[0.7]]))
        [[(0, True, 0.5)]]
        """
        return [self._path(row, int(self.roots[root])) for row in np.asarray(features, np.float32)]

    def _path(self, row: NDArray[np.float32], node: int) -> list[tuple[int, bool, float]]:
        steps = []
        while (column := int(self.feature[node])) >= 0:
            above = bool(row[column] > self.threshold[node])
            steps.append((column, above, float(self.threshold[node])))
            node = int(self.right[node] if above else self.left[node])
        return steps

    @lazy
    def _masks(self) -> LeafMasks | None:
        """The quicker way through forests of small trees."""
        try:
            return LeafMasks(self._trees)
        except ValueError:
            return None

    @lazy
    def _trees(self) -> Trees:
        try:
            return Trees(*(getattr(self, field.name) for field in fields(self)))
        except ValueError as error:
            raise ModelError(
                f"The trees do not fit together ({error}); train them anew."
            ) from error


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
    path = Path(name)
    folder = MODELS if path.name == name else path.parent
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
    place_of = {column: place for place, column in enumerate(columns)}
    places = np.array([place_of[feature] for feature in model.features], np.int16)
    feature = model.forest.feature
    asked = np.where(feature >= 0, places[feature], -1).astype(np.int16)
    return replace(model, forest=replace(model.forest, feature=asked))


MOST_BYTES = 64 * 1024 * 1024
"""How large the arrays of a model, or its card, may be; those that ship have less than two megabytes."""


def read_model(folder: Path, name: str) -> Model:
    """The model `NAME.npz` of a folder, with its card. Raises `ModelError`, whatever the bytes are."""
    try:
        with (folder / f"{name}.npz").open("rb") as file:
            forest = Forest(**_arrays(file))
        with (folder / f"{name}.json").open("rb") as file:
            card = json.loads(file.read(MOST_BYTES))
        _check(forest, card)
    except Exception as error:  # what zipfile, NumPy and their friends raise has no name in common
        raise ModelError(
            f"The model {name!r} cannot be read ({error}); install dehusk again, or train it anew."
        ) from error
    return Model(forest, card)


def _arrays(file: IO[bytes]) -> dict[str, NDArray[Any]]:
    """The arrays of an `.npz` file. As many bytes are read as it may have, whatever it says."""
    with ZipFile(file) as archive:
        members = {field.name: archive.getinfo(f"{field.name}.npy") for field in fields(Forest)}
        if sum(member.file_size for member in members.values()) > MOST_BYTES:
            raise ValueError(f"its arrays have more than {MOST_BYTES:,} bytes")
        return {name: _array(archive.read(member)) for name, member in members.items()}


def _array(data: bytes) -> NDArray[Any]:
    """A column of numbers as NumPy saves it. Objects, which it would unpickle, are none."""
    stream = BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("its arrays are of another version")
    shape, _, kind = np.lib.format.read_array_header_1_0(stream)
    if kind.hasobject:
        raise ValueError("its arrays hold objects")
    array = np.frombuffer(data, kind, offset=stream.tell())
    if shape != array.shape:
        raise ValueError("its arrays are not columns")
    return array


def _check(forest: Forest, card: Any) -> None:
    """Raise `ValueError` where trees and card do not go together."""
    features = card["features"]
    if not isinstance(features, list) or not all(isinstance(name, str) for name in features):
        raise ValueError("its card does not name its columns")
    if forest.columns > len(features):
        raise ValueError("it points to what is not there")
