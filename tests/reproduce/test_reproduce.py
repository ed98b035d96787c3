"""`dehusk reproduce` on a few pages of ours, packed as the sets of the papers."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("click")
pytest.importorskip("rapidfuzz")

from click.testing import CliRunner, Result

from dehusk.cli import group
from dehusk.cli.reproduce import PAPERS as NAMED
from dehusk.errors import DatasetError
from dehusk.evaluate.gold import Example
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.run import PageResult, Results
from dehusk.evaluate.tables import Table
from dehusk.reproduce import PAPERS
from dehusk.reproduce.context import Unmarked, annotated_pages, labelled_blocks
from dehusk.reproduce.dana import holds_gold
from dehusk.reproduce.figures import curves
from dehusk.reproduce.study import Source, sweep_table
from dehusk.reproduce.zones import METRIC, TAGS, best_of_each_page
from tests.golden import golden_pages


def pack(path: Path, files: dict[str, bytes]) -> None:
    with tarfile.open(path, "w:xz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    pages = [
        page for page in golden_pages() if page.name in ("arabic", "persian", "urdu", "chinese")
    ]
    lines = [
        {"id": page.name, "text": page.document.text, "type": "article", "url": None}
        for page in pages
    ]
    files = {f"html/{page.name}.html": page.page.source for page in pages}
    gold = "".join(json.dumps(line) + "\n" for line in lines).encode()
    for name in ("wcxb-dev", "cn-news"):
        pack(folder / f"{name}.tar.xz", {**files, "gold.jsonl": gold})
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(group.dehusk, ("reproduce", *map(str, arguments)))


def test_the_command_knows_the_papers_without_importing_them() -> None:
    assert tuple(PAPERS) == NAMED


def test_tables_and_figures_of_two_papers(data: Path, tmp_path: Path) -> None:
    result = run("cnr", "dana", "--data", data, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "README.md").read_text() == result.stdout
    for stem in ("cnr-table-1", "cnr-share", "dana-table-2", "dana-gap"):
        for suffix in ("md", "tex", "csv"):
            assert (tmp_path / f"{stem}.{suffix}").read_text().strip()
    drawn = ("cnr-figure-2", "cnr-share-curve", "dana-figure-2", "dana-figure-3", "dana-gap-curve")
    for stem in drawn:
        ElementTree.fromstring((tmp_path / f"{stem}.svg").read_text())
    table = (tmp_path / "dana-table-2.csv").read_text().splitlines()
    assert table[1].startswith('"Mohammadzadeh et al., lowest of nine news sites",,,,0.935')
    assert [line.split(",")[0].strip('"') for line in table[4:]] == ["dana", "dana"]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert set(manifest["seconds"]) == {"cnr", "dana"}
    assert set(manifest["sha256"]) == {"wcxb-dev.tar.xz", "cn-news.tar.xz"}
    told = {"resamples": 2_000, "permutations": 10_000, "seed": 20240501}
    assert manifest["bootstrap"] == told, "docs/evaluate.md"


def test_a_page_holds_its_gold_where_nine_in_ten_of_its_tokens_are_there() -> None:
    page = b"<p>one two three four five six seven eight nine"
    text = "one two three four five six seven eight nine"
    assert holds_gold(Example("1", page, text=f"{text} ten"))
    assert not holds_gold(Example("1", page, text=f"{text} ten eleven"))
    assert not holds_gold(Example("1", b"<script>" + page, text=text)), "nobody reads it"


def test_a_set_that_is_not_there(tmp_path: Path) -> None:
    result = run("context", "--data", tmp_path, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "There is no l3s-gn1.tar.xz in" in result.stderr
    assert "--data, or have it fetched with --fetch." in result.stderr
    without = run("dana", "--fetch", "--data", tmp_path, "-o", tmp_path / "out")
    assert without.stderr.endswith("Name the folder that has it with --data.\n"), "it is not public"
    with pytest.raises(DatasetError, match="cn-news"):
        Source(tmp_path).pages("cn-news")


ANNOTATED = (
    b"<body><div><span class='x-nc-sel0'>Home News</span></div><h1><span class='x-nc-sel1'>Tea</span></h1>"
    b"<p><span class='x-nc-sel2'>Boil <span class='plain'>some</span> water.</span></p></body>"
)


def test_marks_of_the_annotation_are_taken_out_and_remembered(tmp_path: Path) -> None:
    page = Unmarked.of(ANNOTATED)
    assert b"x-nc-sel" not in page.html
    assert b"<span class='plain'>some</span>" in page.html
    pack(tmp_path / "l3s-gn1.tar.xz", {"annotated/1.html": ANNOTATED})
    (found,) = labelled_blocks(annotated_pages(tmp_path / "l3s-gn1.tar.xz"))
    blocks, classes, name = found
    assert name == "1"
    assert len(blocks) == len(classes)
    assert [int(one) for one in classes][:2] == [0, 1]
    assert set(classes[2:].tolist()) == {2}


def test_the_best_of_each_page_is_the_upper_bound() -> None:
    scores = {
        ("a", "1"): (1, 2, 2),
        ("a", "2"): (2, 2, 2),
        ("b", "1"): (2, 2, 2),
        ("b", "2"): (0, 2, 2),
    }
    pages = [
        PageResult(page, method, "all", {METRIC: Overlap(*overlap)}, {})
        for (method, page), overlap in scores.items()
    ]
    results = Results("x", ("a", "b"), (METRIC,), None, pages)
    assert best_of_each_page(results)[4] == "1.000"
    assert best_of_each_page(results, "a or b")[0] == "a or b"


def test_the_tags_of_the_upper_bound_are_asked_alone() -> None:
    assert [method.extractor.tags for method in TAGS] == [("article",), ("main",)]
    assert not any(method.is_completed for method in TAGS)


def test_tables_in_latex_and_csv() -> None:
    table = Table("Tea & more", ("kind", "cups"), [("green_tea", "1"), ("50 %", "2")])
    assert "green\\_tea & 1 \\\\" in table.latex
    assert "\\caption{Tea \\& more}" in table.latex
    assert table.csv.splitlines() == ["kind,cups", "green_tea,1", "50 %,2"]


def test_a_sweep_has_a_line_for_each_value_and_a_column_for_each_curve() -> None:
    lines = {"ours": [(0.2, 0.7), (0.1, 0.5)], "theirs": [(0.1, 0.25)]}
    assert sweep_table("x", "share", lines).rows == [
        ("0.1", "0.500", "0.250"),
        ("0.2", "0.700", ""),
    ]
    drawing = ElementTree.fromstring(curves(lines, title="a < b", across="share"))
    curve = [one for one in drawing.iter() if one.get("class") == "line"]
    assert len(curve) == 2
    starts = [float(one.get("d", "")[1:].split(" ")[0]) for one in curve]
    assert starts[0] == starts[1], "both begin at the smallest value"


@pytest.mark.data
@pytest.mark.slow
def test_trees_are_learned_in_folds(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    result = run("context", "--every", 60, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    figures = np.genfromtxt(
        tmp_path / "context-table-3.csv", delimiter=",", skip_header=4, usecols=-2
    )
    assert (figures > 0.6).all()
