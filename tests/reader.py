"""A reader of the documentation who tries everything: files of the names that documents use, a web site at
example.org, and a shell that runs the commands of documents in this process."""

from __future__ import annotations

import glob
import gzip
import json
import re
import shlex
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import dehusk
from dehusk.errors import FetchError
from dehusk.fetch import Fetched
from tests.conftest import PAGES, ROOT
from tests.documents import blocks

SITE = "https://example.org"
NEWS = (PAGES / "news" / "page.html").read_text("utf-8")
TEA = (PAGES / "recipe" / "page.html").read_text("utf-8")
FEED = f"""<?xml version="1.0"?><rss version="2.0"><channel><title>Tea</title><item><title>Tea</title>
<link>{SITE}/blog/tea</link><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>"""
HOME = '<title>Home</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"><p>Tea, and more tea.'
WEB = {
    "/": ("text/html", HOME),
    "/tea": ("text/html", TEA),
    "/blog/tea": ("text/html", NEWS),
    "/feed.xml": ("application/rss+xml", FEED),
    "/robots.txt": ("text/plain", "User-agent: *\nAllow: /"),
}
SERVERS = ("serve", "label", "mcp")
"""Commands that run until they are stopped: they have tests of their own, and here their settings are made."""


def get(url: str, headers: Mapping[str, str] | None, **_: object) -> Fetched:
    """What the site at example.org answers, in the place of the client."""
    path = url.removeprefix(SITE)
    if not url.startswith(SITE) or path not in WEB:
        raise FetchError(f"There is nothing at {url}.", status=404)
    kind, body = WEB[path]
    return Fetched(body.encode(), url, "utf-8", 200, kind)


def furnish(folder: Path) -> None:
    """The files that documents speak of."""
    from dehusk.page.snapshot import write_snapshot
    from dehusk.sites.warc import WarcWriter

    (folder / "page.html").write_text(TEA, "utf-8")
    for name in ("pages", "src", "crawl", "warcs", "mine", "docs"):
        (folder / name).mkdir()
    for name in ("news", "recipe", "listing"):
        shutil.copy(PAGES / name / "page.html", folder / "pages" / f"{name}.html")
    (folder / "docs" / "gallery").symlink_to(ROOT / "docs" / "gallery")
    (folder / "tests").symlink_to(ROOT / "tests")
    (folder / "urls.txt").write_text(f"{SITE}/tea\n{SITE}/blog/tea\n")
    (folder / "src" / "old.py").write_text(
        "from trafilatura import extract\nextract('', favor_recall=True)\n"
    )
    snapshot = ROOT / "tests" / "layouts" / "chinese" / "snapshot.json.gz"
    (folder / "snapshot.json").write_bytes(gzip.decompress(snapshot.read_bytes()))
    (folder / "saved.mhtml").write_text(
        f"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Location: {SITE}/\n\n{NEWS}"
    )
    write_snapshot(dehusk.parse(NEWS), folder / "page.json.gz")
    for path in ("crawl.warc.gz", "crawl/one.warc.gz", "warcs/one.warc.gz"):
        crawl = WarcWriter(folder / path)
        for number, html in enumerate((NEWS, TEA, NEWS)):
            crawl.write(f"{SITE}/{number}", 200, {"content-type": "text/html"}, html.encode())
    if find_spec("pyarrow") is not None:
        _table(folder / "pages.parquet")
    _gold(folder)
    models = Path(dehusk.__file__).parent / "extractors" / "models"
    for suffix in ("npz", "json"):
        shutil.copy(models / f"default.{suffix}", folder / "mine")


def _table(path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    rows = {"id": ["news", "tea"], "url": [f"{SITE}/news", f"{SITE}/tea"], "html": [NEWS, TEA]}
    parquet.write_table(pyarrow.table(rows), path)


def _gold(folder: Path) -> None:
    lines = [
        {
            "id": name,
            "html": html,
            "text": dehusk.extract(html).text,
            "type": "article",
            "url": None,
        }
        for name, html in (("news", NEWS), ("tea", TEA))
    ]
    for name in ("pages.jsonl", "labels.jsonl", "my.jsonl"):
        (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "html").mkdir()
    for line in lines:
        (folder / "html" / f"{line['id']}.html").write_text(line["html"])
    short = [{key: value for key, value in line.items() if key != "html"} for line in lines]
    (folder / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in short))
    for name in ("wcxb-dev", "news"):
        with tarfile.open(folder / f"{name}.tar.xz", "w:xz") as archive:
            archive.add(folder / "html", "html")
            archive.add(folder / "gold.jsonl", "gold.jsonl")


@contextmanager
def in_a_furnished_place(folder: Path) -> Iterator[list[str]]:
    """The folder, the site and the servers; gives the names of servers that would have been started."""
    started: list[str] = []
    furnish(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("dehusk.fetch.client.get", get)
        patch.setattr("dehusk.cli.serve.run", lambda settings, **_: started.append("serve"))
        patch.setattr("dehusk.cli.label.run", lambda settings, **_: started.append("label"))
        yield started


def run_line(line: str, folder: Path) -> None:
    """Run a line of a shell: commands of dehusk, with pipes, redirects and patterns of files."""
    line = line.replace("crawl.warc.gz#1234567", f"crawl.warc.gz#{_a_record(folder)}")
    line, _, target = re.split(r"\s#(?:\s|$)", line)[0].partition(" > ")
    piped: str | None = None
    for part in line.split(" | "):
        words = [found for word in shlex.split(part) for found in sorted(glob.glob(word)) or [word]]
        piped = _run(words, piped)
    if target:
        (folder / target.strip()).write_text(piped or "", "utf-8")


def _a_record(folder: Path) -> int:
    """Where in the crawl a page is."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with (folder / "crawl.warc.gz").open("rb") as file:
        records = ArchiveIterator(file, record_types=WarcRecordType.response)
        return [record.stream_pos for record in records][1]


def _run(words: list[str], piped: str | None) -> str:
    from dehusk.cli.group import dehusk as command

    if words[0] == "curl":
        return get(words[-1], None).body.decode()
    if words[0] == "cut":
        return "\n".join(line.split("\t")[0] for line in (piped or "").splitlines())
    assert words[0] == "dehusk", words
    if words[1] == "crawl":
        words = [*words, "--delay", "0"]
    if words[1] == "batch":  # the same folder stands for another one each time
        shutil.rmtree(words[words.index("-o") + 1], ignore_errors=True)
        words = ["2" if before == "--jobs" else word for before, word in pairwise(["", *words])]
    done = CliRunner().invoke(command, words[1:], input=piped)
    if done.exit_code:
        raise AssertionError(f"{shlex.join(words)}\n{done.output}") from done.exception
    return done.stdout


def namespace() -> dict[str, Any]:
    """What examples take for granted."""
    from dehusk.extractors.default import Default

    given = {"html": NEWS, "url": f"{SITE}/", "pages": [(f"{SITE}/", NEWS)], "Path": Path}
    return {**given, "dehusk": dehusk, "Default": Default, "their_extract": their_extract}


def their_extract(page: bytes, url: str | None) -> str:
    """Another system: all words of a page."""
    return dehusk.parse(page, url=url).text_of(0)


def run_example_of(package: str, folder: Path) -> None:
    """Run the block about a package in the document about adapters; in a folder of its own."""
    document = ROOT / "docs" / "integrations.md"
    [block] = [one for one in blocks(document) if re.search(rf"\b{package}\b", one.code)]
    with in_a_furnished_place(folder):
        exec(compile(block.code, document, "exec"), namespace())
