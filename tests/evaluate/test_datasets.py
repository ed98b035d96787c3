"""Datasets: archives, folders and files of one's own, and everything that can be wrong with them."""

from __future__ import annotations

import gzip
import json
import tarfile
from pathlib import Path

import pytest

from dehusk import DatasetError
from dehusk.evaluate import Dataset, Example, Problem
from tests.evaluate.conftest import GOLD, gold_lines, pack, page, write_gold


def split(dataset: Dataset) -> tuple[dict[str, Example], list[str]]:
    """The examples by id, and the problems as lines."""
    items = list(dataset)
    examples = {item.id: item for item in items if isinstance(item, Example)}
    problems = [f"{item.where}: {item.message}" for item in items if isinstance(item, Problem)]
    return examples, problems


@pytest.fixture(params=["folder", "archive", "gold"])
def path(request: pytest.FixtureRequest, folder: Path) -> Path:
    """The same dataset in three shapes."""
    return {"folder": folder, "archive": pack(folder), "gold": folder / "gold.jsonl"}[request.param]


def test_every_shape_gives_the_same(path: Path) -> None:
    dataset = Dataset(path)
    examples, problems = split(dataset)
    assert problems == []
    assert dataset.name == "recipes"
    assert len(dataset) == 3
    assert repr(dataset) == "<Dataset recipes of 3 pages>"
    assert {name: example.text for name, example in examples.items()} == GOLD
    assert examples["tea"].html == page(GOLD["tea"])
    assert examples["tea"].group("type") == "recipe"
    assert examples["tea"].group("site") == "none"
    assert examples["tea"].url is None


def test_it_can_be_read_twice(path: Path) -> None:
    dataset = Dataset(path)
    assert list(dataset) == list(dataset)


def test_limit(path: Path) -> None:
    examples, problems = split(Dataset(path, limit=2))
    assert sorted(examples) == ["bread", "tea"]
    assert problems == []


def test_packed_pages_are_unpacked(folder: Path) -> None:
    place = folder / "html" / "tea.html"
    place.with_name("tea.html.gz").write_bytes(gzip.compress(place.read_bytes()))
    place.unlink()
    for path in (folder, pack(folder)):
        examples, problems = split(Dataset(path))
        assert problems == []
        assert examples["tea"].html == page(GOLD["tea"])
    place.with_name("tea.html.gz").write_bytes(gzip.compress(b"<p>Tea")[:12])
    [problem] = split(Dataset(folder))[1]
    assert "the page 'tea' cannot be read: The gzip file is broken" in problem


def test_bytes_are_left_alone(folder: Path) -> None:
    odd = b"\xff\xfe<p>\x00\r\n\xe9"
    (folder / "html" / "tea.html").write_bytes(odd)
    assert split(Dataset(folder))[0]["tea"].html == odd
    assert split(Dataset(pack(folder)))[0]["tea"].html == odd


# What can be wrong


@pytest.mark.parametrize("shape", ["folder", "archive"])
def test_a_missing_page(folder: Path, shape: str) -> None:
    (folder / "html" / "tea.html").unlink()
    examples, problems = split(Dataset(folder if shape == "folder" else pack(folder)))
    assert sorted(examples) == ["bread", "empty"]
    assert len(problems) == 1
    assert problems[0].startswith("gold.jsonl line 1: the page 'tea' is missing")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"id": "x", "text": ', "the line is not JSON"),
        (b'["x"]', "the line is not a JSON object"),
        (b"null", "the line is not a JSON object"),
        (b'{"id": "\xff", "text": ""}', "the line is not UTF-8"),
        (b"[" * 100_000, "the line is not JSON"),
        (b'{"id": "x", "text": 5}', "text is not a string"),
        (b'{"id": "x", "has": "phrase"}', "has is not a list of strings"),
        (b'{"id": "x", "lacks": [1]}', "lacks is not a list of strings"),
        (b'{"id": ["x"], "text": ""}', "id is neither a string nor a number"),
        (b'{"id": "../../x", "text": ""}', "id leads out of the dataset"),
        (b'{"text": "Tea"}', "the line names no page: it has neither id nor path nor html"),
        (b'{"id": "tea", "text": "again"}', "the id 'tea' is already that of gold.jsonl line 1"),
    ],
)
def test_a_broken_line(folder: Path, line: bytes, message: str) -> None:
    gold = folder / "gold.jsonl"
    gold.write_bytes(gold.read_bytes() + b"\n" + line + b"\n")
    examples, problems = split(Dataset(folder))
    assert sorted(examples) == sorted(GOLD)
    assert len(problems) == 1
    assert problems[0].startswith(f"gold.jsonl line 5: {message}")


def test_a_page_without_gold(folder: Path) -> None:
    write_gold(folder / "gold.jsonl", [*gold_lines()[:2], {"id": "empty"}])
    for path in (folder, pack(folder)):
        examples, problems = split(Dataset(path))
        assert sorted(examples) == ["bread", "tea"]
        assert problems == [
            "gold.jsonl line 3: the page 'empty' has no gold: neither text nor has nor lacks"
        ]


def test_partial_gold(folder: Path) -> None:
    """Phrases of the content, or what a product costs: enough to be evaluated."""
    recipe = {"id": "tea", "has": ["Boil some water"], "ingredients": ["water"], "steps": []}
    product = {"id": "bread", "price": ["3.50", "3,50"], "availability": ["InStock"]}
    write_gold(folder / "gold.jsonl", [recipe, product, {"id": "empty", "price": 3.5}])
    for path in (folder, pack(folder)):
        examples, problems = split(Dataset(path))
        assert examples["tea"].parts == [("Boil some water",)]
        assert examples["bread"].parts == [("3.50", "3,50")]
        assert examples["bread"].text is None
        assert len(problems) == 1


def test_a_damaged_archive(folder: Path) -> None:
    for number in range(40):
        text = f"Page {number}\n" + "".join(f"{number * word} " for word in range(2000))
        (folder / "html" / f"{number}.html").write_bytes(page(text))
    lines = [{"id": str(number), "text": "x"} for number in range(40)]
    write_gold(folder / "gold.jsonl", lines)
    path = pack(folder)
    dataset = Dataset(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    examples, problems = split(dataset)
    assert problems[0].startswith("recipes.tar.xz: the archive is damaged")
    assert len(examples) + len(problems) - 1 == 40


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nothing", None, "There is no dataset at"),
        ("empty.jsonl", b"", "has no page to evaluate"),
        (
            "broken.jsonl",
            b"{",
            "has no page to evaluate: broken.jsonl line 1: the line is not JSON",
        ),
        ("junk.tar.xz", b"junk", "cannot be read"),
        ("page.html", b"<p>Tea</p>", "has no page to evaluate: page.html line 1"),
    ],
)
def test_no_dataset(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(DatasetError, match=message):
        Dataset(tmp_path / name)


def test_no_gold_in_a_folder_or_an_archive(folder: Path) -> None:
    (folder / "gold.jsonl").unlink()
    with pytest.raises(DatasetError, match=r"has no gold\.jsonl"):
        Dataset(folder)
    with pytest.raises(DatasetError, match=r"has no gold\.jsonl"):
        Dataset(pack(folder))


# A file of one's own


def test_lines_that_hold_or_name_their_page(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "tea.htm").write_bytes(b"<p>Tea</p>")
    lines = [
        {"html": "<meta charset=windows-1251><p>Чай</p>", "text": "Чай"},
        {"path": "sub/tea.htm", "has": ["Tea"], "url": "https://example.org/tea"},
        {"path": "sub/none.htm", "text": "x"},
        {"id": 7, "html": "<p>x</p>", "lacks": ["menu"]},
        {"html": "<p>x</p>"},
    ]
    write_gold(tmp_path / "own.jsonl", lines)
    examples, problems = split(Dataset(tmp_path / "own.jsonl"))
    assert list(examples) == ["own.jsonl line 1", "sub/tea.htm", "7"]
    assert examples["sub/tea.htm"].has == ("Tea",)
    assert examples["sub/tea.htm"].text is None
    assert examples["sub/tea.htm"].url == "https://example.org/tea"
    assert len(problems) == 2
    assert problems[0].startswith("own.jsonl line 3: the page 'sub/none.htm' is missing")
    assert "has no gold" in problems[1]


def test_html_in_a_line_is_never_decoded_by_what_it_declares(tmp_path: Path) -> None:
    from dehusk import parse

    html = "<meta charset=windows-1251><p>Чай</p>"
    (tmp_path / "own.jsonl").write_text(json.dumps({"html": html, "text": "Чай"}))
    [example] = split(Dataset(tmp_path / "own.jsonl"))[0].values()
    assert parse(example.html).text_of(0) == "Чай"


# Gold that stands in the page


def test_annotated_pages(folder: Path) -> None:
    (folder / "annotated").mkdir()
    (folder / "annotated" / "tea.html").write_text(
        "<p><span class='x-nc-sel1'>Tea</span></p><p><span class='x-nc-sel0'>Menu</span></p>"
        "<p><span class='a x-nc-sel2 b'>Boil <b>water</b>.</span></p>"
        "<p><span class='x-nc-sel2'>Wait. <span class='x-nc-sel5'>Nice!</span></span></p>"
        "<p><span class='x-nc-sel3'>By Ann</span></p><p><span class='x-nc-sel4'>Coffee</span></p>"
    )
    write_gold(folder / "gold.jsonl", [{"id": "tea"}, {"id": "bread", "text": "Bread"}])
    for path in (folder, pack(folder)):
        examples, problems = split(Dataset(path))
        assert problems == []
        assert examples["tea"].text == "Tea\nBoil water.\nWait.\nBy Ann"
        assert examples["tea"].html == page(GOLD["tea"])
        assert examples["bread"].text == "Bread"


def test_of_labels_by_people_the_last_counts(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    lines = [
        {"id": "tea", "html": "<p>Tea", "text": "Te", "by": "Ann"},
        {"id": "soup", "html": "<p>Soup", "text": "Soup", "by": "Ann"},
        {"id": "tea", "html": "<p>Tea", "text": "Tea", "by": "Bo"},
        {"id": "soup", "html": "<p>Soup", "text": "Soup"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = list(Dataset(path))
    assert [item.text for item in found if isinstance(item, Example)] == ["Tea", "Soup"]
    assert [item.message for item in found if isinstance(item, Problem)] == [
        "the id 'soup' is already that of labels.jsonl line 2"
    ]
    assert len(Dataset(path, limit=1)) == 1


def test_a_line_that_says_a_fact_and_no_text_is_gold(tmp_path: Path) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "tea.html").write_text("<title>Tea</title>")
    (tmp_path / "gold.jsonl").write_text('{"id": "tea", "title": "Tea"}\n{"id": "pot"}\n')
    found = list(Dataset(tmp_path))
    assert [type(item).__name__ for item in found] == ["Example", "Problem"]
    archive = tmp_path / "facts.tar.xz"
    with tarfile.open(archive, "w:xz") as packed:
        packed.add(tmp_path / "gold.jsonl", "gold.jsonl")
        packed.add(tmp_path / "html", "html")
    assert [type(item).__name__ for item in Dataset(archive)] == ["Example", "Problem"]
