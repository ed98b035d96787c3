"""What a batch can read, and that each input can be read from any record on."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

import pyarrow as pa
import pyarrow.parquet as pq

from dehusk.batch import Names, Record, find_inputs, record_at
from dehusk.errors import BatchError
from tests.batch.crawl import archive, packed, page

LINES = [
    json.dumps({"id": f"n{n}", "url": f"https://example.org/{n}", "html": page(n).decode()})
    for n in range(5)
]


def jsonl(folder: Path, suffix: str = "") -> Path:
    path = folder / f"pages.jsonl{suffix}"
    path.write_bytes(packed("\n".join(LINES).encode(), suffix.lstrip(".")))
    return path


def parquet(folder: Path, count: int = 5) -> Path:
    path = folder / "pages.parquet"
    rows = {"id": [f"n{n}" for n in range(count)], "html": [page(n) for n in range(count)]}
    pq.write_table(pa.table(rows), path, row_group_size=2)
    return path


def tar(folder: Path, suffix: str) -> Path:
    path = folder / f"pages.tar{suffix}"
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as made:
        for number in range(5):
            for name, body in (
                (f"html/{number}.html", page(number)),
                (f"{number}.png", b"\x89PNG"),
            ):
                member = tarfile.TarInfo(name)
                member.size = len(body)
                made.addfile(member, io.BytesIO(body))
    if suffix == ".xz":
        import lzma

        path.write_bytes(lzma.compress(out.getvalue()))
    else:
        path.write_bytes(packed(out.getvalue(), suffix.lstrip(".")))
    return path


def folder_of_pages(folder: Path) -> Path:
    made = folder / "pages"
    (made / "deeper").mkdir(parents=True)
    for number in range(4):
        (made / f"{number}.html").write_bytes(page(number))
    (made / "deeper" / "4.html.gz").write_bytes(gzip.compress(page(4)))
    return made


MAKERS = {
    "warc": lambda folder: archive(folder, 5),
    "jsonl": jsonl,
    "jsonl.gz": lambda folder: jsonl(folder, ".gz"),
    "jsonl.zst": lambda folder: jsonl(folder, ".zst"),
    "parquet": parquet,
    "tar": lambda folder: tar(folder, ""),
    "tar.gz": lambda folder: tar(folder, ".gz"),
    "tar.xz": lambda folder: tar(folder, ".xz"),
    "tar.zst": lambda folder: tar(folder, ".zst"),
    "folder": folder_of_pages,
}


def read(path: Path, after: int = -1) -> list[Record]:
    (found,) = find_inputs([path])
    return list(found.records(after))


def as_bytes(record: Record) -> bytes:
    return record.page.encode() if isinstance(record.page, str) else record.page


@pytest.mark.parametrize("kind", MAKERS)
def test_an_input_gives_its_pages_and_can_be_entered_anywhere(kind: str, tmp_path: Path) -> None:
    path = MAKERS[kind](tmp_path)
    records = read(path)
    assert sorted(map(as_bytes, records)) == sorted(page(number) for number in range(5))
    offsets = [record.offset for record in records]
    assert offsets == sorted(set(offsets))  # type: ignore[type-var]
    assert {record.source for record in records} == {str(path)}
    assert 0 <= records[0].reached <= records[-1].reached <= 1
    for place, record in enumerate(records):
        assert record.offset is not None
        rest = read(path, record.offset)
        assert [one.offset for one in rest] == offsets[place + 1 :]
        assert record_at(str(path), record.offset) == record


def test_a_list_of_urls_is_read_and_not_fetched(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# mine\nhttps://example.org/a\n\n  https://example.org/b \n")
    assert [(one.html, one.url) for one in read(path)] == [
        (None, "https://example.org/a"),
        (None, "https://example.org/b"),
    ]


def test_columns_can_have_other_names(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps({"raw": "<p>Tea", "where": "https://example.org/"}))
    (found,) = find_inputs([path])
    (told,) = found.records()
    assert "name the one with the pages with --html-column" in (told.error or "")
    (record,) = found.records(names=Names(html="raw", url="where"))
    assert (record.page, record.url) == ("<p>Tea", "https://example.org/")


def test_a_line_or_a_row_without_a_page_is_told_of_and_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text("\n".join([LINES[0], "{", "[1]", json.dumps({"html": None}), LINES[1]]))
    assert [one.error is None for one in read(path)] == [True, False, False, False, True]


def test_an_input_that_breaks_off_says_so_last_and_without_an_offset(tmp_path: Path) -> None:
    for path in (
        jsonl(tmp_path, ".gz"),
        jsonl(tmp_path, ".zst"),
        tar(tmp_path, ".gz"),
        parquet(tmp_path),
    ):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        last = read(path)[-1]
        assert last.offset is None
        assert (last.error or "").startswith("The rest of the input cannot be read")


def test_a_folder_stands_for_all_that_is_in_it(tmp_path: Path) -> None:
    archive(tmp_path, 1)
    jsonl(tmp_path)
    (tmp_path / "page.html").write_bytes(page(7))
    (tmp_path / "notes.txt").write_text("no list of URLs\n")
    found = find_inputs([tmp_path])
    assert [one.kind for one in found] == ["warc", "jsonl", "pages"]


def test_kinds_are_told_by_content_where_the_name_says_nothing(tmp_path: Path) -> None:
    archive(tmp_path, 1).rename(tmp_path / "crawl")
    parquet(tmp_path).rename(tmp_path / "table")
    found = find_inputs([tmp_path / "crawl", tmp_path / "table"])
    assert [one.kind for one in found] == ["warc", "parquet"]


def test_what_is_no_input_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("Bread")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BatchError, match="There is no input"):
        find_inputs([tmp_path / "nothing"])
    with pytest.raises(BatchError, match="none of the inputs that are known"):
        find_inputs([tmp_path / "notes"])
    with pytest.raises(BatchError, match="has no archive, no table and no HTML file"):
        find_inputs([tmp_path / "empty"])
    path = archive(tmp_path, 1)
    with pytest.raises(BatchError, match="is named twice"):
        find_inputs([path, path])
    with pytest.raises(BatchError, match="has no record at 5"):
        record_at(str(path), 5)
