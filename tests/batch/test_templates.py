"""Templates in a batch: two passes, the second with what the first has learned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

import pyarrow.parquet as pq

from dehusk.batch import Output, Settings, run_batch
from dehusk.batch.templates import host_of, template_name
from dehusk.errors import BatchError, MethodError
from tests.extractors.default.test_templates import BAKING, NAMES, NOTICE


def site(folder: Path, hosts: tuple[str, ...] = ("bread.example",)) -> Path:
    path = folder / "pages.jsonl"
    page = "<div class=text><p>{}</p><p>{}</p></div><div class=text><p>{}</p></div>"
    lines = [
        {
            "url": f"https://{host}/{name}",
            "html": page.format(BAKING.format(name, name), BAKING.format("other", name), NOTICE),
        }
        for name in NAMES
        for host in hosts
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def run(path: Path, out: Path, **options: Any) -> list[str]:
    settings = options.pop("settings", Settings(columns=("url", "text")))
    run_batch([path], out, jobs=0, settings=settings, output=Output(part_records=5), **options)
    return list(pq.read_table(out).column("text").to_pylist())


def test_the_second_pass_uses_what_the_first_has_learned(tmp_path: Path) -> None:
    path = site(tmp_path, ("a.example", "b.example:8080"))
    assert all(NOTICE in text for text in run(path, tmp_path / "without"))
    learned = run(path, tmp_path / "with", learn=True)
    assert not any(NOTICE in text for text in learned)
    files = sorted(file.name for file in (tmp_path / "with" / "_templates").iterdir())
    assert files == ["a.example.json", "b.example%3A8080.json"]
    used = Settings(columns=("url", "text"), templates=str(tmp_path / "with" / "_templates"))
    assert run(path, tmp_path / "used", settings=used) == learned


def test_a_run_that_goes_on_needs_the_same_templates(tmp_path: Path) -> None:
    path = site(tmp_path)
    run(path, tmp_path / "out", learn=True)
    again = run(path, tmp_path / "out", learn=True)
    assert len(again) == len(NAMES)
    (tmp_path / "out" / "_templates" / "bread.example.json").unlink()
    with pytest.raises(BatchError, match="holds a batch with other settings"):
        run(path, tmp_path / "out", learn=True)


def test_methods_that_do_not_listen_say_so(tmp_path: Path) -> None:
    settings = Settings(method="cnr", templates=str(tmp_path))
    with pytest.raises(MethodError, match="does not listen to templates"):
        run(site(tmp_path), tmp_path / "out", settings=settings)


def test_hosts_and_the_names_of_their_files() -> None:
    assert host_of("https://me:secret@WWW.Example.org:8080/a") == "www.example.org:8080"
    assert host_of("https://[::1") is None
    assert host_of(None) is None
    assert "/" not in template_name("../../etc/passwd")
