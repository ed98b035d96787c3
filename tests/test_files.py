"""Pages in files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import dehusk
from dehusk.page.snapshot import write_snapshot

PAGE = "<title>Tea</title><main><p>Boil <a href=w>water</a>, and then wait for a while.</p></main>"


@pytest.mark.parametrize("name", ["tea.html", "tea.html.gz", "tea", "tea.json", "tea.json.gz"])
def test_extract_reads_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if "json" in name:
        write_snapshot(dehusk.parse(PAGE), path)
    else:
        path.write_bytes(gzip.compress(PAGE.encode()) if name.endswith(".gz") else PAGE.encode())
    document = dehusk.extract(path, url="https://example.org/", method="semantic")
    assert document.title == "Tea"
    assert "(https://example.org/w)" in str(document)


def test_files_that_are_not_there_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        dehusk.extract(tmp_path / "tea.html")
    limits = dehusk.Limits(bytes=1_000)
    for name, body in (("a.html", b"<p>" * 1_000), ("b.html.gz", gzip.compress(b"<p>" * 1_000))):
        (tmp_path / name).write_bytes(body)
        with pytest.raises(dehusk.PageTooLarge):
            dehusk.extract(tmp_path / name, limits=limits)
    (tmp_path / "c.gz").write_bytes(gzip.compress(PAGE.encode())[:40])
    with pytest.raises(dehusk.NotHtml, match="The gzip file is broken"):
        dehusk.extract(tmp_path / "c.gz")
