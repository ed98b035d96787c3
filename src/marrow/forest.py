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
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marrow.errors import ModelError


@dataclass(frozen=True, eq=False)
class Forest:
    """Binary trees in parallel arrays, one entry a node.

    `feature` is the column that a node asks about, -1 in a leaf. A row goes `left` when its value is
    at most `threshold`, else `right`. `value` is what a leaf adds; `roots` are the trees.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.floating[Any]]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float64]
    roots: NDArray[np.int32]

    def predict(self, features: NDArray[Any]) -> NDArray[np.float64]:
        """For each row of `features` the sum of the leaves that it falls into."""
        node = np.tile(self.roots, (len(features), 1))
        rows = np.arange(len(features))[:, None]
        while True:
            asked = self.feature[node]
            inner = asked >= 0
            if not inner.any():
                total: NDArray[np.float64] = self.value[node].sum(axis=1)
                return total
            goes_left = features[rows, asked] <= self.threshold[node]
            node = np.where(inner, np.where(goes_left, self.left[node], self.right[node]), node)


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
def load_model(name: str) -> Model:
    """The model of that name that ships with marrow.

    >>> len(load_model("boilerpipe").features)
    6
    """
    folder = files("marrow") / "models"
    try:
        with (folder / f"{name}.npz").open("rb") as file, np.load(file, allow_pickle=False) as data:
            forest = Forest(**{field: data[field] for field in Forest.__dataclass_fields__})
        card = json.loads((folder / f"{name}.json").read_text("utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"The model {name!r} cannot be read ({error}); install marrow again."
        ) from error
    return Model(forest, card)
