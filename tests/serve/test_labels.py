"""From corrections to a model, and back: without a browser, as the playground asks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import dehusk
from dehusk.evaluate import Dataset, Example, evaluate
from dehusk.serve import Settings
from dehusk.serve.labels import Labels, agreement
from tests.conftest import ROOT
from tests.serve.conftest import Server, running

PAGES = 40


def page(number: int) -> str:
    words = " ".join(f"word{number}{index}" for index in range(40))
    more = " ".join(f"other{number}{index}" for index in range(30))
    return (
        f"<title>{number}</title><nav><a href=/>Home</a> <a href=/b>More {number}</a></nav>"
        f"<p>{words}, and so it ends.</p><div class=teaser>{more}, read on.</div><footer>©"
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for number in range(PAGES):
        (folder / f"{number}.html").write_text(page(number))
    (folder / "notes.txt").write_text("no page")
    return folder


@pytest.fixture(scope="module")
def labels(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody said of all pages: the first paragraph is content, and nothing else."""
    path = tmp_path_factory.mktemp("labels") / "labels.jsonl"
    arguments = (str(folder), "-o", str(path), "--no-open", "--by", "Ann")
    with running(*arguments, command="label") as server:
        server.http.headers["x-dehusk-run"] = server.run_token() or ""
        for number in range(PAGES):
            save(server, f"{number}.html", rows_of(number))
        refused(server)
        assert server.http.get("/healthz").json()["person"] == "Ann"
    return path


def rows_of(number: int) -> list[int]:
    parsed = dehusk.parse(page(number))
    paragraph = next(row for row in range(len(parsed)) if parsed.tag_name(row) == "p")
    return [paragraph + 1]


def save(server: Server, name: str, rows: list[int]) -> None:
    saved = server.http.post("/labels", params={"by": "Ann", "page": name}, json={"rows": rows})
    assert saved.status_code == 200, saved.text


def refused(server: Server) -> None:
    post = server.http.post
    assert post("/labels", params={"page": "0.html"}, json={"rows": []}).status_code == 400
    for name in ("../secret.html", "notes.txt", "/etc/passwd", "99.html"):
        asked = post("/labels", params={"by": "Bo", "page": name}, json={"rows": []})
        assert asked.status_code == 404, name
        assert server.http.get(f"/pages/{name}").status_code == 404
    for rows in ([999], ["a"], [-1], "all"):
        asked = post("/labels", params={"by": "Bo", "page": "0.html"}, json={"rows": rows})
        assert asked.status_code == 400, rows
    for parts in ({"footer": [1]}, {"title": 4}, {"title": ["a"]}, {"navigation": [999]}, [4]):
        asked = post(
            "/labels",
            params={"by": "Bo", "page": "0.html"},
            json={"rows": [], "parts": parts},
        )
        assert asked.status_code == 400, parts
    asked = post("/labels", params={"by": "Bo", "page": "0.html"}, content=b"nonsense")
    assert asked.status_code == 400
    other = {"origin": "https://evil.example"}
    asked = post("/labels", params={"by": "Bo"}, json={"html": "<p>x", "rows": []}, headers=other)
    assert asked.status_code == 403


def test_labels_are_gold(labels: Path) -> None:
    examples = [item for item in Dataset(labels) if isinstance(item, Example)]
    assert len(examples) == PAGES
    assert all(example.text and example.text.endswith("and so it ends.") for example in examples)
    results = evaluate(["semantic"], Dataset(labels), metrics=["nodes", "words"])
    assert not results.problems
    assert not results.failures


def test_labels_become_a_model_that_says_the_same(
    labels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("lightgbm", reason="training needs the extra: pip install .[train]")
    from dehusk.extractors.default.method import Default

    monkeypatch.syspath_prepend(str(ROOT))
    from training import default, forests

    monkeypatch.setattr(forests, "TREES", 8)
    arguments = ["training", "--data", str(labels), "--folds", "0", "--output", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", arguments)
    default.main()
    mine = Default(model=str(tmp_path / "default"))
    found = dehusk.extract(page(99), method=mine)
    assert "word9939, and so it ends." in found.text
    assert "read on" not in found.text


def test_every_label_of_a_page_is_there_to_be_shown(tmp_path: Path) -> None:
    (tmp_path / "tea.html.gz").write_bytes(b"")
    labels = Labels(Settings(labels=tmp_path / "labels.jsonl", folder=tmp_path))
    for rows, by in (([4], "Ann"), ([4, 6], "Ann"), ([6], "Bo")):
        said = {"text": "word " * len(rows), "rows": rows, "page_rows": 7}
        labels.append(said, page="tea.html.gz", url=None, by=by)
    told = labels.saved("tea.html.gz")
    assert [(one["by"], one["rows"], one["words"]) for one in told] == [
        ("Bo", [6], 1),
        ("Ann", [4, 6], 2),
        ("Ann", [4], 1),
    ]
    assert all(one["at"] and one["page_rows"] == 7 for one in told)
    assert labels.listed()["pages"][0]["people"] == ["Ann", "Bo"]


def test_lines_by_others_are_seen_and_broken_ones_left_out(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "tea.html").write_text("<p>Tea")
    path = tmp_path / "labels.jsonl"
    labels = Labels(Settings(labels=path, folder=tmp_path / "pages"))
    assert labels.listed()["pages"][0]["people"] == []
    lines = [
        json.dumps({"id": "tea.html", "by": "Ann", "text": "Boil water"}),
        "nonsense",
        json.dumps({"id": "tea.html", "by": "Bo", "text": "Boil"}),
    ]
    path.write_text("\n".join(lines))
    assert labels.listed()["pages"][0]["people"] == ["Ann"], "the last line is not whole"
    path.write_text("\n".join(lines) + "\n")
    [told] = labels.listed()["pages"]
    assert told["people"] == ["Ann", "Bo"]
    assert told["agreement"] == agreement(["Boil water", "Boil"])
