from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import ModelError, extract, parse
from dehusk.extractors.boilerpipe import Boilerpipe
from dehusk.extractors.context import TextBlockContext
from dehusk.extractors.default import method, page_types
from dehusk.extractors.default.method import Default
from dehusk.extractors.forest import Forest, load_model, read_model
from dehusk.views.blocks import Blocks
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


def grown(random: np.random.Generator, trees: int, leaves: int, columns: int) -> Forest:
    """A forest of trees with so many leaves each, split at random."""
    feature, threshold, left, right, roots = [], [], [], [], []
    for _ in range(trees):
        roots.append(len(feature))
        ends = [len(feature)]
        for arrays in (feature, left, right):
            arrays.append(-1)
        threshold.append(0.0)
        while len(ends) < leaves:
            node = ends.pop(random.integers(len(ends)))
            feature[node] = int(random.integers(columns))
            threshold[node] = float(np.round(random.normal(), 1))
            left[node], right[node] = len(feature), len(feature) + 1
            ends += [left[node], right[node]]
            for arrays in (feature, left, right):
                arrays += [-1, -1]
            threshold += [0.0, 0.0]
    value = random.normal(size=len(feature))
    return Forest(*map(np.array, (feature, threshold, left, right, value, roots)))


@pytest.mark.parametrize("leaves", [1, 2, 31, 32, 33])
@pytest.mark.parametrize("rows", [1, 15, 16, 17, 100])
def test_masks_and_walks_give_the_same(leaves: int, rows: int) -> None:
    random = np.random.default_rng(leaves * rows)
    forest = grown(random, trees=20, leaves=leaves, columns=7)
    features = np.round(random.normal(size=(rows, 7)), 1).astype(np.float32)
    features[:, 3] = 0.5
    features[0, :3] = np.nan, np.inf, -np.inf
    walked = forest._trees.sum_of_leaves(features)
    np.testing.assert_array_equal(forest.predict(features), walked)
    assert (forest._masks is None) == (leaves > 32)


def test_too_few_columns_are_an_error() -> None:
    with pytest.raises(ValueError, match="wants 2 columns"):
        Forest(**stump()).predict(np.zeros((3, 1)))


def test_threads_give_what_one_thread_gives() -> None:
    random = np.random.default_rng(0)
    forest = grown(random, trees=50, leaves=31, columns=7)
    features = random.normal(size=(300, 7))
    alone = forest.predict(features)
    with ThreadPoolExecutor(8) as pool:
        for together in pool.map(forest.predict, [features] * 50):
            np.testing.assert_array_equal(together, alone)


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
    models = sorted(path.stem for path in (ROOT / "src/dehusk/extractors/models").glob("*.npz"))
    assert {"boilerpipe", "context"} <= set(models)
    for name in ("boilerpipe", "context"):
        card = read_model(ROOT / "src/dehusk/extractors/models", name).card
        assert {"trained_on", "date", "command", "cross_validation"} <= set(card)
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
        assert message.endswith("); install dehusk again, or train it anew.")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"left": np.array([7, -1, -1], np.int32)}, "points to what is not there"),
        ({"feature": np.array([2, -1, -1], np.int16)}, "points to what is not there"),
        ({"right": np.array([-1, -1, -1], np.int32)}, "points to what is not there"),
        ({"roots": np.array([3], np.int32)}, "points to what is not there"),
        ({"roots": np.array([-1], np.int32)}, "points to what is not there"),
        ({"left": np.array([2**40, -1, -1])}, "points to what is not there"),
        ({"left": np.array([0, -1, -1], np.int32)}, "go round in a circle"),
        ({"roots": np.array([[0]], np.int32)}, "not columns"),
        ({"left": np.array([1.0, -1, -1])}, "not whole numbers"),
        ({"feature": np.array(["1", "", ""])}, "not whole numbers"),
        ({"threshold": np.array([np.nan, 0, 0])}, "not numbers"),
        ({"value": np.array([0, np.inf, 0])}, "not numbers"),
        ({"value": np.zeros(2)}, "different lengths"),
        ({"value": np.array([{}, {}, {}])}, "hold objects"),
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
        load_model("no-such-model", ())


def test_a_walk_too_wants_its_columns() -> None:
    forest = grown(np.random.default_rng(0), trees=1, leaves=40, columns=7)
    with pytest.raises(ValueError, match="wants 7 columns"):
        forest.predict(np.zeros((3, 6)))


# Files that somebody damaged


def test_trees_made_by_hand_are_checked_too() -> None:
    """A walk would go from node to node outside of its arrays."""
    with pytest.raises(ModelError, match="points to what is not there"):
        Forest(**stump() | {"left": np.array([10**6, -1, -1])})
    with pytest.raises(ModelError, match="points to what is not there"):
        replace(Forest(**stump()), roots=np.array([99]))
    with pytest.raises(ModelError, match="points to what is not there"):
        Forest(**stump() | {"feature": np.array([2**16 + 1, -1, -1])})


def test_nobody_changes_trees_once_they_are_checked() -> None:
    arrays = stump()
    forest = Forest(**arrays)
    arrays["left"][0] = arrays["roots"][0] = 10**6
    assert forest.predict(np.zeros((1, 2))).tolist() == [0.25]
    assert forest.predict(np.zeros((9, 2))).tolist() == [0.25] * 9


def test_a_file_that_unpacks_to_a_lot_is_refused_unread(tmp_path: Path) -> None:
    write(tmp_path, stump())
    with zipfile.ZipFile(tmp_path / "m.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in stump().items():
            stream = io.BytesIO()
            np.save(stream, array)
            archive.writestr(f"{name}.npy", stream.getvalue() + bytes(12_000_000))
    with pytest.raises(ModelError, match="more than 67,108,864 bytes"):
        read_model(tmp_path, "m")


def test_an_array_has_as_many_numbers_as_it_says(tmp_path: Path) -> None:
    write(tmp_path, stump())
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as archive:
        for name, array in stump().items():
            stream = io.BytesIO()
            np.save(stream, array)
            archive.writestr(
                f"{name}.npy", stream.getvalue().replace(b"(3,)", b"(9" + b"9" * 9 + b",)")
            )
    with pytest.raises(ModelError):
        read_model(tmp_path, "m")


@pytest.mark.parametrize(
    "card", [None, 7, [], {}, {"features": None}, {"features": "ab"}, {"features": [1, 2]}]
)
def test_a_card_names_its_columns(tmp_path: Path, card: object) -> None:
    write(tmp_path, stump(), card)
    with pytest.raises(ModelError):
        read_model(tmp_path, "m")


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_files_are_a_model_or_an_error(data: st.DataObject, damaged: Path) -> None:
    """Bytes of the archive, of its card and of the arrays in it are changed, added and taken away."""
    arrays = stump()
    for name in data.draw(st.lists(st.sampled_from(sorted(arrays)), max_size=2)):
        place = data.draw(st.integers(0, len(arrays[name]) - 1))
        arrays[name][place] = data.draw(st.sampled_from([-1, 0, 1, 2, 3, 127, 32_767]))
    write(damaged, arrays)
    path = damaged / data.draw(st.sampled_from(["m.npz", "m.npz", "m.json"]))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        part = data.draw(st.binary(max_size=8))
        content[place : place + data.draw(st.integers(0, 8))] = part or b"\0"
    path.write_bytes(content)
    try:
        model = read_model(damaged, "m")
    except ModelError:
        return
    model.forest.predict(np.ones((1, len(model.features))))
    model.forest.predict(np.ones((9, len(model.features))))


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


# Models that are not those of the code

METHODS = {
    "default": lambda name: Default(model=name),
    "boilerpipe": lambda _: Boilerpipe(),
    "context": lambda _: TextBlockContext(),
}
PAGE = "<h1>Tea</h1>" + "<p>Boil water, then wait for a while, and drink it hot.</p>" * 9


def shipped(name: str) -> tuple[dict[str, np.ndarray], dict[str, object]]:
    model = read_model(ROOT / "src/dehusk/extractors/models", name)
    return {field: getattr(model.forest, field) for field in stump()}, model.card


@pytest.fixture
def other_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose models are used in place of those that ship."""
    monkeypatch.setattr("dehusk.extractors.forest.MODELS", tmp_path)
    forget_models()
    yield tmp_path
    forget_models()


def forget_models() -> None:
    for cached in (load_model, method._forest, page_types._forests):
        cached.cache_clear()


def put(folder: Path, name: str, arrays: dict[str, np.ndarray], card: dict[str, object]) -> None:
    np.savez(folder / f"{name}.npz", **arrays)
    (folder / f"{name}.json").write_text(json.dumps(card))


@pytest.mark.parametrize("name", METHODS)
def test_a_model_finds_its_columns_in_any_order(other_models: Path, name: str) -> None:
    arrays, card = shipped(name)
    put(other_models, name, arrays, card)
    as_shipped = extract(PAGE, method=METHODS[name](name)).selection
    forget_models()
    features = card["features"]
    assert isinstance(features, list)
    turned = np.where(arrays["feature"] >= 0, len(features) - 1 - arrays["feature"], -1)
    turned = turned.astype(arrays["feature"].dtype)
    put(other_models, name, arrays | {"feature": turned}, card | {"features": features[::-1]})
    again = extract(PAGE, method=METHODS[name](name)).selection
    assert np.array_equal(again.keep, as_shipped.keep)
    assert np.array_equal(again.score, as_shipped.score)


@pytest.mark.parametrize("name", METHODS)
def test_the_trees_of_another_method_are_an_error(other_models: Path, name: str) -> None:
    put(other_models, name, *shipped("context" if name == "default" else "default"))
    with pytest.raises(
        ModelError, match=r"trained on columns that .* does not have \(\d+, the first"
    ):
        extract(PAGE, method=METHODS[name](name))


def test_a_report_of_a_wrong_model_is_the_same_error(tmp_path: Path) -> None:
    put(tmp_path, "mine", *shipped("context"))
    with pytest.raises(ModelError, match="train it anew"):
        Default(model=str(tmp_path / "mine")).explain_blocks(Blocks.of(parse(PAGE)))


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("features", lambda names: [*names[:-1], "another"]),
        ("types", lambda _: []),
        ("types", lambda _: ["a"] * 3),
    ],
    ids=["another column", "no types", "types that do not fit"],
)
def test_the_model_of_page_types_is_checked_too(other_models: Path, field: str, change) -> None:
    arrays, card = shipped("page_types")
    put(other_models, "page_types", arrays, card | {field: change(card[field])})
    with pytest.raises(ModelError):
        page_types.type_probabilities(parse(PAGE))


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_an_error_or_a_model(tmp_path: Path, seed: int) -> None:
    write(tmp_path, stump())
    random = np.random.default_rng(seed)
    damaged = bytearray((tmp_path / "m.npz").read_bytes())
    for place in random.integers(len(damaged), size=3):
        damaged[place] = random.integers(256)
    (tmp_path / "m.npz").write_bytes(damaged)
    try:
        model = read_model(tmp_path, "m")
    except ModelError:
        return
    assert np.isfinite(model.forest.predict(np.zeros((2, 2)))).all()
