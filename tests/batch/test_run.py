"""A batch from its inputs to its parts: the same bytes every time, nothing lost, nothing twice."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

import pyarrow.parquet as pq

from dehusk.batch import Output, Settings, Summary, run_batch
from dehusk.batch.shapes import LIKE
from dehusk.batch.writing import Whole
from dehusk.errors import BatchError
from tests.batch.crawl import archive, http, packed, page, record
from tests.conftest import ROOT

COLUMNS = Settings(columns=("id", "url", "text", "error", "offset"))


def run(folder: Path, *inputs: Path, settings: Settings = COLUMNS, **output: Any) -> Summary:
    given = Output(**{"part_records": 4, **output})
    return run_batch(inputs, folder, jobs=0, settings=settings, output=given)


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("part-*"))
    }


def rows(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder).to_pylist()
    return found


def test_every_record_has_a_row_in_order(tmp_path: Path) -> None:
    path = archive(tmp_path, 10)
    summary = run(tmp_path / "out", path)
    assert [row["url"] for row in rows(tmp_path / "out")] == [
        f"https://example.org/{n}" for n in range(10)
    ]
    assert summary.parts == ("part-00000.parquet", "part-00001.parquet", "part-00002.parquet")
    assert (summary.tally.records, summary.tally.rows, summary.resumed) == (10, 10, 0)
    assert summary.tally.characters == sum(len(row["text"]) for row in rows(tmp_path / "out"))


@pytest.mark.parametrize("form", ["parquet", "jsonl", "jsonl.gz", "jsonl.zst"])
def test_the_same_input_gives_the_same_bytes(tmp_path: Path, form: str) -> None:
    path = archive(tmp_path, 9)
    run(tmp_path / "one", path, form=form)
    run(tmp_path / "two", path, form=form)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")
    assert len(digests(tmp_path / "one")) == 3


@pytest.mark.slow
def test_processes_make_no_difference(tmp_path: Path) -> None:
    path = archive(tmp_path, 100)
    run(tmp_path / "one", path)
    run_batch([path], tmp_path / "two", jobs=2, settings=COLUMNS, output=Output(part_records=4))
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


class Stopped(Exception):
    """What ends a run in the tests."""


@pytest.mark.parametrize("moment", [1, 4, 5, 11, 12])
def test_a_run_goes_on_where_another_ended(tmp_path: Path, moment: int) -> None:
    inputs = [archive(tmp_path, 7, name="a"), archive(tmp_path, 6, "", name="b")]
    whole = run(tmp_path / "whole", *inputs)

    def stop(share: float, done: int, errors: int) -> None:
        assert 0 <= share <= 1
        if done == moment:
            raise Stopped

    out = tmp_path / "out"
    output = Output(part_records=4)
    with pytest.raises(Stopped):
        run_batch(inputs, out, jobs=0, settings=COLUMNS, output=output, progress=stop)
    assert not list(out.glob("*.tmp"))
    summary = run_batch(inputs, out, jobs=0, settings=COLUMNS, output=output)
    assert summary.resumed == moment // 4 * 4
    assert digests(out) == digests(tmp_path / "whole")
    assert summary.tally.records == whole.tally.records == 13
    again = run_batch(inputs, out, jobs=0, settings=COLUMNS, output=output)
    assert again.resumed == 13


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="processes are not forked here")
def test_a_run_killed_at_any_moment_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    numbers = [0, 1, 2, 1, 3, 4, 0]
    pieces = [
        packed(record(place, http(page(number))), "gz") for place, number in enumerate(numbers)
    ]
    pieces[4] = b"\xff" * 9 + pieces[4][9:]
    path.write_bytes(b"".join(pieces)[:-7])
    command = [sys.executable, "-m", "tests.batch.crashes", str(path), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 20


def test_a_full_disk_ends_the_run_and_the_next_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = archive(tmp_path, 10)
    run(tmp_path / "whole", path)

    class Full:
        def __init__(self, file: BinaryIO) -> None:
            self._file = file
            self._room = 500

        def write(self, data: bytes) -> int:
            self._room -= len(data)
            if self._room < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            return self._file.write(data)

        def __getattr__(self, name: str) -> object:
            return getattr(self._file, name)

    def opened(whole: Whole, path: Path, own: Any = Whole.__init__) -> None:
        own(whole, path)
        if path.name.startswith("part-00001"):
            whole.file = Full(whole.file)  # type: ignore[assignment]

    with monkeypatch.context() as patched:
        patched.setattr(Whole, "__init__", opened)
        with pytest.raises(OSError, match="No space left"):
            run(tmp_path / "out", path)
    assert sorted(digests(tmp_path / "out")) == ["part-00000.parquet"]
    assert not list((tmp_path / "out").glob("*.tmp"))
    assert run(tmp_path / "out", path).resumed == 4
    assert digests(tmp_path / "out") == digests(tmp_path / "whole")


def test_damage_and_cut_off_ends_have_rows_that_say_so(tmp_path: Path) -> None:
    path = archive(tmp_path, 6)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data[:-9]))
    summary = run(tmp_path / "out", path)
    errors = [row["error"] for row in rows(tmp_path / "out") if row["error"] is not None]
    assert len(errors) == summary.tally.errors == 2
    assert "damaged" in errors[0]
    assert "cut off" in errors[1]
    assert set(summary.tally.error_kinds) == {"The file is damaged here", "The file is cut off"}


def test_duplicates_are_left_out_also_across_parts_and_runs(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    numbers = [1, 2, 1, 3, 2, 4, 1, 5, 5]
    path.write_bytes(b"".join(record(place, http(page(n))) for place, n in enumerate(numbers)))
    summary = run(tmp_path / "out", path, dedupe=True, part_records=2)
    assert [row["url"][-1] for row in rows(tmp_path / "out")] == ["0", "1", "3", "5", "7"]
    assert (summary.tally.rows, summary.tally.duplicates) == (5, 4)

    def stop(share: float, done: int, errors: int) -> None:
        if done == 5:
            raise Stopped

    output = Output(dedupe=True, part_records=2)
    with pytest.raises(Stopped):
        run_batch([path], tmp_path / "two", jobs=0, settings=COLUMNS, output=output, progress=stop)
    run_batch([path], tmp_path / "two", jobs=0, settings=COLUMNS, output=output)
    assert digests(tmp_path / "two") == digests(tmp_path / "out")


def test_the_records_of_other_projects(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(record(0) + record(1, http(b"<title>Empty")) + record(2, http(b"%PDF-1.7 ")))
    for like in LIKE:
        run(tmp_path / like, path, like=like, form="jsonl")
    first = json.loads((tmp_path / "datatrove" / "part-00000.jsonl").read_text())
    assert list(first) == ["text", "id", "metadata"]
    assert first["metadata"] == {
        "url": "https://example.org/0",
        "date": "2024-03-14T00:00:00Z",
        "file_path": str(path),
    }
    other = json.loads((tmp_path / "nemo" / "part-00000.jsonl").read_text())
    assert list(other) == ["url", "warc_id", "source_id", "language", "text"]
    assert other["warc_id"] == "urn:uuid:00000000"
    lines = (tmp_path / "nemo" / "_errors" / "part-00000.jsonl").read_text().splitlines()
    failed = [json.loads(line) for line in lines]
    assert [one["url"][-1] for one in failed] == ["1", "2"]
    assert failed[0]["reason"]
    assert failed[1]["error"].startswith("NotHtml")


def test_markdown_in_place_of_text(tmp_path: Path) -> None:
    path = archive(tmp_path, 1)
    run(tmp_path / "own", path, markdown=True)
    assert rows(tmp_path / "own")[0]["markdown"].startswith("# Page 0")
    assert "text" not in rows(tmp_path / "own")[0]
    run(tmp_path / "like", path, markdown=True, like="datatrove")
    assert rows(tmp_path / "like")[0]["text"].startswith("# Page 0")


def test_half_a_character_in_a_name_does_not_end_the_run(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(
        '{"html": "<p>Tea needs water, leaves and some time.</p>", "url": "x\\ud800y"}\n'
    )
    run(tmp_path / "out", path)
    assert rows(tmp_path / "out")[0]["url"] == "x?y"
    run(tmp_path / "lines", path, form="jsonl")
    assert '"x?y"' in (tmp_path / "lines" / "part-00000.jsonl").read_text()


def test_a_folder_with_another_batch_is_left_alone(tmp_path: Path) -> None:
    path = archive(tmp_path, 3)
    run(tmp_path / "out", path)
    with pytest.raises(BatchError, match="holds a batch with other output"):
        run(tmp_path / "out", path, form="jsonl")
    archive(tmp_path, 4)
    with pytest.raises(BatchError, match="holds a batch with other inputs"):
        run(tmp_path / "out", path)
    (tmp_path / "out" / "_manifest.jsonl").unlink()
    with pytest.raises(BatchError, match="has parts but no _manifest"):
        run(tmp_path / "out", path)


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = archive(tmp_path, 3)

    def meanwhile(share: float, done: int, errors: int) -> None:
        with pytest.raises(BatchError, match="Another run writes to"):
            run(tmp_path / "out", path)

    run_batch([path], tmp_path / "out", jobs=0, settings=COLUMNS, progress=meanwhile)


def test_a_manifest_with_half_a_line_is_as_good_as_without(tmp_path: Path) -> None:
    path = archive(tmp_path, 10)
    run(tmp_path / "out", path)
    before = digests(tmp_path / "out")
    manifest = tmp_path / "out" / "_manifest.jsonl"
    lines = manifest.read_bytes().splitlines(keepends=True)
    for kept in range(len(lines)):
        manifest.write_bytes(b"".join(lines[:kept]) + lines[kept][:9])
        if kept == 0:
            for part in (tmp_path / "out").glob("part-*"):
                part.unlink()
        run(tmp_path / "out", path)
        assert digests(tmp_path / "out") == before


def test_no_record_no_part(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"")
    summary = run(tmp_path / "out", path)
    assert (summary.parts, summary.tally.records) == ((), 0)


@pytest.mark.parametrize("wrong", [{"form": "csv"}, {"part_records": 0}, {"like": "nobody"}])
def test_what_cannot_be_written_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(BatchError):
        run(tmp_path / "out", archive(tmp_path, 1), **wrong)
