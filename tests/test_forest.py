from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from marrow import ModelError
from marrow.forest import Forest, load_model, read_model
from tests.conftest import ROOT

CARD = {"features": ["a", "b"]}


def stump() -> dict[str, np.ndarray]:
    return {
        "feature": np.array([1, -1, -1], np.int16),
        "threshold": np.array([0.5, 0.0, 0.0]),
        "left": np.array([1, -1, -1], np.int32),
        "right": np.array([2, -1, -1], np.int32),
        "value": np.array([0.0, 0.25, 0.75]),
        "roots": np.array([0], np.int32),
    }


def write(folder: Path, arrays: dict[str, np.ndarray], card: object = CARD) -> None:
    np.savez(folder / "m.npz", **arrays)
    (folder / "m.json").write_text(json.dumps(card))


def test_a_value_at_the_threshold_goes_left() -> None:
    forest = Forest(**stump())
    assert forest.predict(np.array([[9.0, 0.5], [9.0, 0.51]])).tolist() == [0.25, 0.75]
    assert forest.predict(np.zeros((0, 2))).tolist() == []


def test_trees_add_up() -> None:
    arrays = stump() | {"roots": np.array([0, 2], np.int32)}
    assert Forest(**arrays).predict(np.array([[0.0, 0.0]])).tolist() == [1.0]


@pytest.mark.parametrize("seed", range(3))
def test_the_same_as_scikit_learn(seed: int) -> None:
    tree = pytest.importorskip("sklearn.tree")
    from training.export import tree_to_forest

    random = np.random.default_rng(seed)
    features = np.round(random.normal(size=(2_000, 7)), 2).astype(np.float32)
    labels = (features[:, 0] * features[:, 1] + random.normal(size=2_000) > 0.3).astype(int)
    fitted = tree.DecisionTreeClassifier(criterion="entropy", min_samples_leaf=3, random_state=0)
    fitted.fit(features, labels)
    unseen = np.round(random.normal(size=(2_000, 7)), 2).astype(np.float32)
    ours = tree_to_forest(fitted).predict(unseen)
    np.testing.assert_allclose(ours, fitted.predict_proba(unseen)[:, 1], rtol=0, atol=1e-12)


def test_a_model_is_read_with_its_card(tmp_path: Path) -> None:
    write(tmp_path, stump())
    model = read_model(tmp_path, "m")
    assert model.features == ("a", "b")
    assert model.forest.predict(np.array([[0.0, 1.0]])).tolist() == [0.75]


def test_every_model_that_ships_says_where_it_comes_from() -> None:
    models = sorted(path.stem for path in (ROOT / "src/marrow/models").glob("*.npz"))
    assert {"boilerpipe", "context"} <= set(models)
    for name in ("boilerpipe", "context"):
        card = load_model(name).card
        assert {"trained_on", "licence_of_data", "date", "command", "cross_validation"} <= set(card)
        assert "L3S" not in json.dumps(card), "research data trains no model that ships"


def broken_files(folder: Path) -> list[str]:
    """The message of each way in which a model can be broken."""
    write(folder, stump())
    whole = (folder / "m.npz").read_bytes()
    messages = []
    for content in (b"", b"garbage", whole[: len(whole) // 2], b"PK\x03\x04" + bytes(40)):
        (folder / "m.npz").write_bytes(content)
        with pytest.raises(ModelError) as caught:
            read_model(folder, "m")
        messages.append(str(caught.value))
    return messages


def test_broken_files_are_told_in_one_sentence(tmp_path: Path) -> None:
    for message in broken_files(tmp_path):
        assert message.startswith("The model 'm' cannot be read (")
        assert message.endswith("); install marrow again.")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"left": np.array([7, -1, -1], np.int32)}, "points to what is not there"),
        ({"feature": np.array([2, -1, -1], np.int16)}, "points to what is not there"),
        ({"value": np.zeros(2)}, "different lengths"),
        ({"value": np.array([{}, {}, {}])}, "Object arrays cannot be loaded"),
    ],
)
def test_arrays_that_do_not_go_together(
    tmp_path: Path, change: dict[str, np.ndarray], message: str
) -> None:
    write(tmp_path, stump() | change)
    with pytest.raises(ModelError, match=message):
        read_model(tmp_path, "m")


def test_a_missing_column_card_or_model(tmp_path: Path) -> None:
    arrays = stump()
    del arrays["roots"]
    write(tmp_path, arrays)
    with pytest.raises(ModelError, match="roots"):
        read_model(tmp_path, "m")
    write(tmp_path, stump())
    (tmp_path / "m.json").write_text("{")
    with pytest.raises(ModelError):
        read_model(tmp_path, "m")
    (tmp_path / "m.json").write_text("[]")
    with pytest.raises(ModelError):
        read_model(tmp_path, "m")
    with pytest.raises(ModelError, match="No such file"):
        load_model("no-such-model")
