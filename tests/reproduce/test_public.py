"""Sets that are fetched: what a server gives becomes an archive that `dehusk evaluate` reads, or nothing."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from dehusk.errors import DatasetError, FetchError
from dehusk.evaluate import Dataset, Example
from dehusk.reproduce import public
from dehusk.reproduce.context import annotated_pages
from dehusk.reproduce.public import PUBLIC, digest, fetch_set
from dehusk.reproduce.study import Source
from tests.test_fetch import Server, answer, server

__all__ = ["server"]

TEA = b"<h1>Tea</h1><p>Boil water.</p>"
NOISE = b"".join(sha256(bytes([number])).digest() for number in range(100))
TRUTH = {
    "url": "https://example.org/tea",
    "file_id": "0001",
    "_internal": {"page_type": {"primary": "article"}},
    "ground_truth": {"title": "Tea", "main_content": "Boil water."},
}
NEWS_ID = f"{next(iter(public.NEWS))}0123456789abcdef01234567"
TOLD = {"html_file": NEWS_ID, "link": "https://example.org/", "title": "Tea", "text": "Boil water."}
OTHER = TOLD | {"html_file": "x" * 32}
UPSTREAM: dict[str, dict[str, bytes]] = {
    "wcxb-dev": {
        "wcxb-62ff/dev/html/0001.html.gz": gzip.compress(TEA),
        "wcxb-62ff/dev/ground-truth/0001.json": json.dumps(TRUTH).encode(),
        "wcxb-62ff/test/html/0002.html.gz": gzip.compress(b"no page of this split"),
    },
    "news": {
        f"{PUBLIC['news'].wanted}html/{NEWS_ID}.html": TEA,
        f"{PUBLIC['news'].wanted}html/{'x' * 32}.html": b"not one of ours",
        f"{PUBLIC['news'].wanted}news_articles.json": json.dumps([TOLD, OTHER]).encode(),
    },
    "l3s-gn1": {
        "raw/l3s-gn1/annotated/tea.html": b"<p><span class=x-nc-sel2>Boil water.</span>",
        "raw/l3s-gn1/original/tea.html": TEA,
    },
}


def packed(files: dict[str, bytes]) -> bytes:
    body = io.BytesIO()
    with tarfile.open(fileobj=body, mode="w:xz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return body.getvalue()


Publish = Callable[..., None]


@pytest.fixture
def publish(server: Server, monkeypatch: pytest.MonkeyPatch) -> Publish:
    def at(name: str, body: bytes, **changed: str | None) -> None:
        server.answers[f"/{name}"] = answer(body, type="application/x-xz")
        told = {"address": server.url(f"/{name}"), "sha256": None, **changed}
        monkeypatch.setitem(PUBLIC, name, replace(PUBLIC[name], **told))

    return at


@pytest.mark.parametrize("name", ["wcxb-dev", "news"])
def test_a_set_becomes_an_archive(name: str, publish: Publish, tmp_path: Path) -> None:
    publish(name, packed(UPSTREAM[name]))
    path, is_ours = fetch_set(name, tmp_path / "data", allow_private=True)
    (example,) = Dataset(path)
    assert isinstance(example, Example)
    assert (example.html, example.text, example.group("type")) == (TEA, "Boil water.", "article")
    assert not is_ours, "these are not the pages of our figures"
    assert [one.name for one in path.parent.iterdir()] == [f"{name}.tar.xz"]


def test_annotated_pages(publish: Publish, tmp_path: Path) -> None:
    publish("l3s-gn1", packed(UPSTREAM["l3s-gn1"]))
    path, _ = fetch_set("l3s-gn1", tmp_path, allow_private=True)
    assert [name for name, _ in annotated_pages(path)] == ["tea"]
    assert [one.text for one in Dataset(path) if isinstance(one, Example)] == ["Boil water."]


def test_the_pages_of_our_figures_are_known(publish: Publish, tmp_path: Path) -> None:
    files = {"annotated/tea.html": UPSTREAM["l3s-gn1"]["raw/l3s-gn1/annotated/tea.html"]}
    pages = digest({**files, "gold.jsonl": b'{"id": "tea"}'})
    body = packed(UPSTREAM["l3s-gn1"])
    publish("l3s-gn1", body, pages=pages, sha256=sha256(body).hexdigest())
    assert fetch_set("l3s-gn1", tmp_path, allow_private=True)[1]


@pytest.mark.parametrize(
    ("body", "stated", "said"),
    [
        (packed(UPSTREAM["l3s-gn1"]), "0" * 64, "has the checksum"),
        (b"<html>Not found", None, "cannot be read"),
        (packed({"raw/l3s-gn1/annotated/tea.html": NOISE})[:1000], None, "cannot be read"),
        (packed({"other/tea.html": TEA}), None, "holds no page"),
    ],
)
def test_what_is_none_of_it_leaves_nothing(
    body: bytes, stated: str | None, said: str, publish: Publish, tmp_path: Path
) -> None:
    publish("l3s-gn1", body, sha256=stated)
    with pytest.raises(DatasetError, match=said):
        fetch_set("l3s-gn1", tmp_path, allow_private=True)
    assert not list(tmp_path.iterdir())


def test_it_is_bounded(publish: Publish, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish("l3s-gn1", packed({"raw/l3s-gn1/annotated/tea.html": b" " * 100_000}))
    monkeypatch.setattr(public, "MOST_BYTES", 50_000)
    with pytest.raises(DatasetError, match="holds more than 50,000 bytes"):
        fetch_set("l3s-gn1", tmp_path, allow_private=True)


def test_private_addresses_are_refused(publish: Publish, tmp_path: Path) -> None:
    publish("news", packed(UPSTREAM["news"]))
    with pytest.raises(FetchError):
        fetch_set("news", tmp_path)


def test_a_source_fetches_what_is_missing_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fetched(name: str, folder: Path) -> tuple[Path, bool]:
        asked.append(name)
        (folder / f"{name}.tar.xz").write_bytes(packed({"gold.jsonl": b"{}"}))
        return folder / f"{name}.tar.xz", True

    monkeypatch.setattr("dehusk.reproduce.study.fetch_set", fetched)
    source = Source(tmp_path, fetches=True)
    assert source.path("news") == source.path("news") == tmp_path / "news.tar.xz"
    assert asked == ["news"]
    assert source.fetched == {"news": True}
    assert "news.tar.xz" in source.checksums
