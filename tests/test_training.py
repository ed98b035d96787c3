"""From labelled pages to a model that the package loads."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from dehusk import extract, parse
from dehusk.evaluate import Example
from dehusk.evaluate.tokens import tokens
from dehusk.extractors.default.features import NAMES, block_features
from dehusk.extractors.default.method import Default
from dehusk.extractors.forest import load_model, read_model
from tests.conftest import ROOT

lightgbm = pytest.importorskip("lightgbm", reason="training needs the extra: pip install .[train]")

sys.path.insert(0, str(ROOT))

from training import default, forests  # noqa: E402
from training.audit import reason_to_drop  # noqa: E402
from training.domains import registered_domain, site_of_links  # noqa: E402
from training.forests import PARAMETERS, folds_by_site, to_forest  # noqa: E402
from training.samples import make_sample, phrase_labels, text_labels  # noqa: E402
from training.sets import SOURCES, Source, source_of  # noqa: E402


def test_the_forest_says_what_lightgbm_says() -> None:
    random = np.random.default_rng(1)
    features = random.normal(size=(4_000, 12)).astype(np.float32).round(2)
    labels = features[:, 0] * features[:, 1] + 0.3 * random.normal(size=4_000) > 0
    data = lightgbm.Dataset(features, labels)
    booster = lightgbm.train({**PARAMETERS, "num_threads": 1}, data, 60)
    forest = to_forest(booster)
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
    monkeypatch.setattr(forests, "TREES", 5)
    arguments = ["training", "--data", str(data), "--folds", "2", "--runs", "2"]
    monkeypatch.setattr(sys, "argv", [*arguments, "--output", str(tmp_path)])
    default.main()
    assert "24 pages" in capsys.readouterr().out
    first = (tmp_path / "default.npz").read_bytes()
    default.main()
    assert (tmp_path / "default.npz").read_bytes() == first
    model = read_model(tmp_path, "default")
    assert 0 < len(model.forest.roots) <= 5
    figures = model.card["out_of_fold_by_site"]
    assert figures["runs"] == 2
    for metric in ("words", "lines"):
        assert figures[metric]["mine"]["pages"] == 24
        assert figures["mean_of_sets"][metric]["mean"] == figures[metric]["mine"]["mean"]
        assert sum(each["pages"] for each in figures["reliability"][metric]) == 24
    assert model.card["trained_on"][0]["licence"] == "that of mine"
    mine = Default(model=str(tmp_path / "default"))
    last = json.loads(data.read_text().splitlines()[-1])
    assert last["text"] in extract(last["html"], method=mine).text


def test_the_shipped_model_is_small_and_knows_its_features() -> None:
    assert load_model("default", NAMES).features == NAMES
    assert (ROOT / "src/dehusk/extractors/models/default.npz").stat().st_size < 500_000


def test_a_card_names_every_set_with_its_licence() -> None:
    named = load_model("default", NAMES).card["trained_on"]
    assert {each["set"] for each in named} == {source.name for source in SOURCES if source.weight}
    assert all(each["licence"] and each["pages"] > 0 for each in named)
    assert {each["set"] for each in named}.isdisjoint({"cn-news", "cleaneval", "l3s-gn1"})


def test_sources_on_the_command_line() -> None:
    assert source_of("a/mine.jsonl:2.5") == Source("a/mine.jsonl", 2.5)
    assert source_of("C:/mine.tar.xz") == Source("C:/mine.tar.xz")
    assert source_of("mine.tar.xz").name == "mine"
    assert source_of("mine.tar.xz").licence == "that of mine"


def test_the_site_of_a_page_without_an_address() -> None:
    links = (
        "<a href=https://www.a.example.org/1></a><a href=//b.example.org/2></a><a href=//x.y/></a>"
    )
    assert site_of_links(parse(links), "own") == "example.org"
    assert site_of_links(parse("<a href=/1></a>"), "own") == "own"


def test_rows_that_a_person_labelled_are_exact() -> None:
    html = b"<p>Boil some water.<p>Boil some water.<p>And wait."
    gold = {"rows": [6], "page_rows": len(parse(html))}
    example = Example("1", html, text="Boil some water.", fields=gold)
    assert make_sample(Source("mine"), example).labels.tolist() == [False, True, False]
    changed = Example("1", html, text="And wait.", fields={**gold, "page_rows": 99})
    assert make_sample(Source("mine"), changed).labels.tolist() == [False, False, True]


def test_only_blocks_that_hold_a_phrase_are_known() -> None:
    example = Example(
        "1", b"<p>Boil some water.<p>Menu<p>And wait.", has=("water",), lacks=("Menu",)
    )
    sample = make_sample(Source("mine"), example)
    assert sample.labels.tolist() == [True, False, False]
    assert sample.known.tolist() == [True, True, False]
    right, both = (sample.scores(np.array([True, menu, False])).words for menu in (False, True))
    assert both < right == 1.0
    assert phrase_labels(["Menu with water"], ("water",), ("Menu",))[0].tolist() == [True]


def test_of_parts_only_what_holds_them_is_known() -> None:
    html = b"<h2>You need</h2><ul><li>2 eggs<li>some salt</ul><p>Boil them.<p>Our newsletter"
    sample = make_sample(
        Source("mine"), Example("1", html, has=("2 eggs", "some salt", "Boil them."))
    )
    assert sample.labels.tolist() == sample.known.tolist() == [False, True, True, True, False]
    assert sample.scores(np.array([True, True, False, True, True])).parts == pytest.approx(2 / 3)


def test_scores_in_words_and_in_lines() -> None:
    html = b"<h2>Tea</h2><p>Boil some water, and wait until it is hot.<p>Share"
    gold = "Tea\nBoil some water, and wait until it is hot."
    scores = make_sample(Source("mine"), Example("1", html, text=gold)).scores(np.arange(3) == 1)
    assert scores.words > 0.9
    assert scores.lines == pytest.approx(2 / 3)
    assert scores.short_lines == 0.0


def test_folds_keep_the_pages_of_a_site_together_over_all_sets() -> None:
    def sample(origin: str, site: int):
        return make_sample(
            Source(origin), Example("1", b"<p>Tea", f"https://{site}.example/", "Tea")
        )

    samples = [sample(origin, site) for origin in ("a", "b") for site in range(6)]
    for train, test in folds_by_site(samples, 3, 0):
        sites = [{samples[number].site for number in numbers} for numbers in (train, test)]
        assert sites[0].isdisjoint(sites[1])


PARAGRAPH = "<p>{}, a paragraph of more than ten words, as those of a story are, and one more.</p>"


def dropped(gold: list[str], page: list[str]) -> str | None:
    counts, _ = block_features(parse("".join(map(PARAGRAPH.format, page))))
    text = parse("".join(map(PARAGRAPH.format, gold))).text_of(0)
    labels = text_labels(counts.page, counts, text)
    return reason_to_drop(counts, labels, Counter(tokens(text)))


def test_pages_whose_gold_is_not_to_be_believed() -> None:
    names = "alpha beta gamma delta epsilon zeta eta theta iota kappa".split()
    assert dropped(names, names) is None
    assert dropped(names[:9], names) is None
    early = dropped(names[:4], names)
    assert early is not None
    assert early.startswith("early")
    counts, _ = block_features(parse("<p>Nothing of it is here."))
    missing = reason_to_drop(counts, np.zeros(1, bool), Counter(["other", "words"]))
    assert missing is not None
    assert missing.startswith("missing")


def test_strictness_is_for_what_an_article_leaves_out() -> None:
    source = Source("mine", strictness=3)
    html = b"<p>Bread needs flour, water and salt.<p>And here is another thing to read."
    text = "Bread needs flour, water and salt."
    for kind, factor in (("article", 3.0), ("listing", 1.0)):
        sample = make_sample(source, Example("1", html, text=text, fields={"type": kind}))
        assert sample.labels.tolist() == [True, False]
        assert (forests.weights_of(sample) / sample.words).tolist() == [1.0, factor]
