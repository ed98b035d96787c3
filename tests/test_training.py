"""From labelled pages to a model that the package loads."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from dehusk import extract
from dehusk.extractors.default import Default
from dehusk.features import NAMES
from dehusk.forest import load_model, read_model
from tests.conftest import ROOT

lightgbm = pytest.importorskip("lightgbm", reason="training needs the extra: pip install .[train]")

sys.path.insert(0, str(ROOT))

from training import default  # noqa: E402
from training.domains import registered_domain  # noqa: E402
from training.export import origin  # noqa: E402


def test_the_forest_says_what_lightgbm_says() -> None:
    random = np.random.default_rng(1)
    features = random.normal(size=(4_000, 12)).astype(np.float32).round(2)
    labels = features[:, 0] * features[:, 1] + 0.3 * random.normal(size=4_000) > 0
    data = lightgbm.Dataset(features, labels)
    booster = lightgbm.train({**default.PARAMETERS, "num_threads": 1}, data, 60)
    forest = default.to_forest(booster)
    wanted = booster.predict(features, raw_score=True)
    np.testing.assert_allclose(forest.predict(features), wanted, atol=1e-6)
    start = sum(forest.value[forest.roots])
    moved = forest.contributions(features[:50]).sum(axis=1)
    np.testing.assert_allclose(start + moved, wanted[:50], atol=1e-6)


def test_sites() -> None:
    assert registered_domain("https://news.bbc.co.uk/1.html") == "bbc.co.uk"
    assert registered_domain("https://blog.example.org/") == "example.org"


def dataset(folder: Path, pages: int) -> Path:
    """Pages of our own making, with what is their content."""
    path = folder / "mine.jsonl"
    with path.open("w") as file:
        for number in range(pages):
            words = [f"word{number}{index}" for index in range(40)]
            text = f"{' '.join(words)}, and so it ends."
            html = (
                f"<nav><a href=/>Home</a> <a href=/b>More {number}</a></nav><p>{text}</p><footer>©"
            )
            url = f"https://site{number}.example/"
            file.write(
                json.dumps({"id": str(number), "url": url, "html": html, "text": text}) + "\n"
            )
    return path


def test_a_model_of_ones_own_pages(tmp_path, monkeypatch, capsys) -> None:
    data = dataset(tmp_path, 24)
    monkeypatch.setattr(default, "TREES", 5)
    arguments = ["training", "--data", str(data), "--folds", "2", "--output", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", arguments)
    default.main()
    assert "24 pages" in capsys.readouterr().out
    first = (tmp_path / "default.npz").read_bytes()
    default.main()
    assert (tmp_path / "default.npz").read_bytes() == first
    model = read_model(tmp_path, "default")
    assert 0 < len(model.forest.roots) <= 5
    assert model.card["out_of_fold_by_site"]["word_f1"]["all"]["pages"] == 24
    mine = Default(model=str(tmp_path / "default"))
    last = json.loads(data.read_text().splitlines()[-1])
    assert last["text"] in extract(last["html"], method=mine).text


def test_the_shipped_model_is_small_and_knows_its_features() -> None:
    assert load_model("default", NAMES).features == NAMES
    size = (ROOT / "src/dehusk/models/default.npz").stat().st_size
    assert size < 1_500_000


def test_a_card_names_the_licence_of_its_own_data() -> None:
    assert "WCXB" in origin("../shared/data/wcxb-dev.tar.xz", 3)["licence_of_data"]
    assert origin("mine.tar.xz", 3)["licence_of_data"] == "that of mine.tar.xz"
