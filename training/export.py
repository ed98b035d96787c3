"""Models as plain arrays with a card: what `dehusk.extractors.forest` loads."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from dehusk.extractors.forest import Forest, rounded_down
from training.samples import Sample
from training.sets import Source

MODELS = Path(__file__).parent.parent / "src" / "dehusk" / "extractors" / "models"


def tree_to_forest(classifier: DecisionTreeClassifier) -> Forest:
    """A fitted tree of scikit-learn, its leaves the probability of the second class."""
    tree = classifier.tree_
    leaf = tree.children_left < 0
    values = tree.value[:, 0, :]
    return Forest(
        feature=np.where(leaf, -1, tree.feature).astype(np.int16),
        threshold=rounded_down(np.where(leaf, 0.0, tree.threshold)),
        left=tree.children_left.astype(np.int32),
        right=tree.children_right.astype(np.int32),
        value=np.where(leaf, values[:, 1] / values.sum(axis=1), 0.0),
        roots=np.zeros(1, np.int32),
    )


def origin(sources: Iterable[Source], samples: Sequence[Sample]) -> dict[str, Any]:
    """What a card says of the pages that a model was trained on, and when."""
    return {
        "trained_on": [
            {
                "set": source.name,
                "licence": source.licence,
                "weight": source.weight,
                "strictness": source.strictness,
                **_pages(source, samples),
            }
            for source in sources
            if source.weight
        ],
        "date": date.today().isoformat(),
    }


def _pages(source: Source, samples: Sequence[Sample]) -> dict[str, Any]:
    own = [sample for sample in samples if sample.origin == source.name]
    dropped = [sample.id for sample in own if sample.dropped]
    return {"pages": len(own) - len(dropped), **({"left_out": dropped} if dropped else {})}


def save_model(name: str, forest: Forest, card: dict[str, Any], folder: Path = MODELS) -> None:
    """Write the arrays and the card; the same model gives the same bytes."""
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for field in Forest.__dataclass_fields__:
            buffer = io.BytesIO()
            np.save(buffer, getattr(forest, field), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{field}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, buffer.getvalue())
    text = json.dumps(card, indent=2, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
