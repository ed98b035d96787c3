"""`dehusk extract`, through click's runner."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dehusk import EXTRACTORS, Page, Selection
from dehusk.cli.jobs import Outcome, Work
from dehusk.cli.sources import Input
from dehusk.cli.writing import base_name, choose_format
from dehusk.errors import DehuskError
from dehusk.files import read_body
from dehusk.workers import run_in_workers
from tests.cli.conftest import EMPTY, Run, article

# One page


def test_markdown_is_the_default(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html")
    assert result.exit_code == 0
    assert result.stdout.startswith("# Tea\n\nThe first paragraph of Tea")
    assert result.stdout.endswith("full stop.\n")
    assert "Imprint" not in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("option", ["--format", "--output-format"])
def test_text(folder: Path, run: Run, option: str) -> None:
    result = run("extract", "tea.html", option, "text")
    assert result.stdout.startswith("Tea\n\nThe first paragraph of Tea")
    assert result.stdout == run("extract", "tea.html", "--text").stdout


def test_html(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "--format", "html")
    assert "<h1>Tea</h1>" in result.stdout
    assert result.stdout == run("extract", "tea.html", "--html").stdout


def test_json(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "--format", "json")
    record = json.loads(result.stdout)
    assert record["source"] == "tea.html"
    assert record["metadata"]["title"] == "Tea"
    assert record["text"].startswith("Tea\n\nThe first paragraph of Tea")
    assert len(result.stdout.splitlines()) > 10
    assert result.stdout == run("extract", "tea.html", "--json").stdout


@pytest.mark.parametrize(
    "options",
    [
        ("--text", "--json"),
        ("--format", "json", "--markdown"),
        ("--precision", "--recall"),
        ("--amount", "2", "--recall"),
    ],
)
def test_options_that_contradict_each_other(
    folder: Path, run: Run, options: tuple[str, ...]
) -> None:
    result = run("extract", "tea.html", *options)
    assert result.exit_code == 2
    assert "contradict each other; give one of them" in result.stderr
    assert all(option in result.stderr for option in options if option.startswith("--"))


def test_formats_by_their_short_names(folder: Path, run: Run) -> None:
    assert run("extract", "tea.html", "-f", "md").stdout.startswith("# Tea")
    assert run("extract", "tea.html", "-f", "txt", "--text").stdout.startswith("Tea\n")


def test_an_output_of_no_known_format(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "-o", "out.docx")
    assert result.exit_code == 2
    assert "No format of dehusk ends in '.docx'" in result.stderr
    assert not (folder / "out.docx").exists()
    assert run("extract", "tea.html", "-o", "out.docx", "-f", "txt").exit_code == 0


def test_a_crawl_is_for_batch(folder: Path, run: Run) -> None:
    (folder / "crawl.warc.gz").write_bytes(gzip.compress(b"WARC/1.0\r\nWARC-Type: warcinfo\r\n"))
    assert "read it with 'dehusk batch'" in run("extract", "crawl.warc.gz").stderr


def test_front_matter(folder: Path, run: Run) -> None:
    for option in ("--front-matter", "--metadata"):
        assert run("extract", "tea.html", option).stdout.startswith("---\ntitle: ")
    result = run("extract", "tea.html", "--front-matter", "--text")
    assert result.exit_code == 2
    assert "--format text: There is no option 'front_matter'" in result.stderr


def test_options_of_a_format(folder: Path, run: Run) -> None:
    plain = run("extract", "tea.html", "--html", "--option", "page", "true").stdout
    assert plain.startswith("<!DOCTYPE html>")
    linkless = ("extract", "tea.html", "--option", "links", "none")
    assert "](" not in run(*linkless).stdout
    wrong = run("extract", "tea.html", "--option", "links", "3")
    assert (wrong.exit_code, "The option links cannot be 3." in wrong.stderr) == (2, True)
    assert run("extract", "tea.html", "--text", "--max-words", "40").exit_code == 2


@pytest.mark.parametrize("arguments", [("-",), ()])
def test_standard_input(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("extract", *arguments, input=article("Salt"))
    assert result.exit_code == 0
    assert result.stdout.startswith("# Salt")


def test_nobody_has_to_type_a_page(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.cli.sources._is_typed", lambda: True)
    result = run("extract")
    assert result.exit_code == 2
    assert "Give a file" in result.stderr


def test_a_snapshot(folder: Path, run: Run) -> None:
    from dehusk.page.parse import parse
    from dehusk.page.snapshot import write_snapshot

    write_snapshot(parse(article("Tea"), url="https://example.org/a/"), "tea.json")
    assert "(https://example.org/a/more.html)" in run("extract", "tea.json").stdout
    other = run("extract", "tea.json", "--url", "https://example.net/")
    assert "(https://example.net/more.html)" in other.stdout


def test_url_makes_links_absolute(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "--url", "https://example.org/a/tea")
    assert "[link](https://example.org/a/more.html)" in result.stdout


def test_encoding(folder: Path, run: Run) -> None:
    (folder / "old.html").write_bytes(article("Čaj").replace("—", "-").encode("cp1250"))
    assert run("extract", "old.html", "--encoding", "windows-1250").stdout.startswith("# Čaj")
    result = run("extract", "old.html", "--encoding", "klingon")
    assert result.exit_code == 2
    assert "there is no encoding 'klingon'" in result.stderr


def test_amount(folder: Path, run: Run) -> None:
    assert "Imprint" in run("extract", "tea.html", "--amount", "2", "--method", "cnr").stdout
    less = run("extract", "tea.html", "--amount", "-1", "--method", "cnr").stdout
    assert 0 < len(less) < len(run("extract", "tea.html", "--method", "cnr").stdout)
    assert run("extract", "tea.html", "--amount", "3").exit_code == 2


# Outputs


def test_into_a_file(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "-o", "tea.md")
    assert result.output == ""
    assert (folder / "tea.md").read_text().startswith("# Tea")


def test_the_name_of_the_output_decides(folder: Path, run: Run) -> None:
    run("extract", "tea.html", "-o", "tea.txt")
    assert (folder / "tea.txt").read_text().startswith("Tea\n\nThe first")
    run("extract", "tea.html", "-o", "tea.txt", "--format", "markdown")
    assert (folder / "tea.txt").read_text().startswith("# Tea\n")
    run("extract", "tea.html", "-o", "tea.jsonl")
    assert len((folder / "tea.jsonl").read_text().splitlines()) == 1


def test_one_page_into_a_folder(folder: Path, run: Run) -> None:
    assert run("extract", "tea.html", "-o", "new/").exit_code == 0
    assert (folder / "new" / "tea.md").exists()
    (folder / "old").mkdir()
    run("extract", "tea.html", "-o", "old", "--text")
    assert (folder / "old" / "tea.txt").exists()


def test_a_page_is_never_overwritten(folder: Path, run: Run) -> None:
    before = (folder / "tea.html").read_text()
    for target in ("tea.html", "."):
        result = run("extract", "tea.html", "--html", "-o", target)
        assert result.exit_code == 1
        assert "would overwrite the page itself" in result.stderr
    assert (folder / "tea.html").read_text() == before


def test_an_output_that_cannot_be_written(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "-o", "bread.html/tea.md")
    assert result.exit_code == 1
    assert result.stderr.startswith("dehusk: tea.html: bread.html")
    assert result.stderr.count("\n") == 1


def test_folders_of_an_output_are_made(folder: Path, run: Run) -> None:
    assert run("extract", "tea.html", "-o", "new/folder/tea.md").exit_code == 0
    assert (folder / "new" / "folder" / "tea.md").read_text().startswith("# Tea")
    assert run("explain", "tea.html", "-o", "reports/tea/report.html").exit_code == 0
    assert (folder / "reports" / "tea" / "report.html").exists()


def test_several_pages_into_a_folder(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "bread.html", "-o", "content")
    assert result.exit_code == 0
    assert result.output == "dehusk: 2 of 2 pages extracted to content\n"
    assert sorted(path.name for path in (folder / "content").iterdir()) == ["bread.md", "tea.md"]


def test_pages_of_one_name(folder: Path, run: Run) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "tea.html").write_text(article("Green tea"))
    run("extract", "tea.html", "other/tea.html", "-o", "content/")
    assert (folder / "content" / "tea.md").read_text().startswith("# Tea")
    assert (folder / "content" / "tea-2.md").read_text().startswith("# Green tea")


def test_several_pages_into_what_looks_like_a_file(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "bread.html", "-o", "all.md")
    assert result.exit_code == 2
    assert "names a folder" in result.stderr
    assert not (folder / "all.md").exists()


def test_several_pages_as_json_lines(folder: Path, run: Run) -> None:
    run("extract", "tea.html", "bread.html", "-o", "all.jsonl")
    printed = run("extract", "tea.html", "bread.html", "--json").stdout
    assert (folder / "all.jsonl").read_text() == printed
    assert [json.loads(line)["source"] for line in printed.splitlines()] == [
        "tea.html",
        "bread.html",
    ]


@pytest.mark.parametrize(
    ("format", "first", "second"),
    [
        ("markdown", "<!-- tea.html -->\n\n# Tea\n", "\n\n<!-- bread.html -->\n\n# Bread\n"),
        ("text", "==> tea.html <==\nTea\n\nThe first", "\n\n==> bread.html <==\nBread\n"),
        ("html", "<!-- tea.html -->\n<", "\n\n<!-- bread.html -->\n<"),
    ],
)
def test_several_pages_printed(
    folder: Path, run: Run, format: str, first: str, second: str
) -> None:
    printed = run("extract", "tea.html", "bread.html", "--format", format).stdout
    assert printed.startswith(first)
    assert second in printed


def test_names_cannot_break_out_of_their_comment(folder: Path, run: Run) -> None:
    (folder / "--><script>.html").write_text(article("Odd"))
    printed = run("extract", "tea.html", "--", "--><script>.html").stdout
    assert "<script>" not in printed


# Folders


def test_a_folder_stands_for_its_pages(folder: Path, run: Run) -> None:
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "one.html").write_text(article("One"))
    (folder / "a" / "b" / "two.HTM").write_text(article("Two"))
    (folder / "a" / "notes.txt").write_text("not a page")
    result = run("extract", "a", "-o", "content")
    assert result.exit_code == 0
    written = sorted(str(p.relative_to("content")) for p in Path("content").rglob("*.md"))
    assert written == ["b/two.md", "one.md"]
    assert run("extract", "a/", "--text").stdout.count("==> ") == 2


def test_a_folder_without_pages(folder: Path, run: Run) -> None:
    (folder / "none").mkdir()
    result = run("extract", "none")
    assert result.exit_code == 1
    assert result.stderr == "dehusk: none: No page is in this folder\n"


def test_a_folder_of_any_extensions(folder: Path, run: Run) -> None:
    """Saved pages are called anything; what was saved along with them is no page."""
    inside = folder / "in"
    inside.mkdir()
    (inside / "index.php").write_text(article("One"))
    (inside / "two").write_text("<!-- saved from -->\n" + article("Two"))
    (inside / "three.aspx.gz").write_bytes(gzip.compress(article("Three").encode()))
    (inside / "style.css").write_text("p { color: red }")
    (inside / "script.js").write_text("document.write('<html><p>No</p></html>')")
    (inside / "README.md").write_text("<p align=center>Not a page.</p>")
    (inside / "broken.gz").write_bytes(b"\x1f\x8b\x08 no gzip")
    result = run("extract", "in", "-o", "out")
    assert (result.exit_code, result.stderr) == (0, "dehusk: 3 of 3 pages extracted to out\n")
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "index.md",
        "three.md",
        "two.md",
    ]


def test_a_folder_of_snapshots(folder: Path, run: Run) -> None:
    from dehusk.page.parse import parse
    from dehusk.page.snapshot import write_snapshot

    (folder / "in").mkdir()
    write_snapshot(parse(article("Tea")), "in/tea.json.gz")
    (folder / "in" / "other.json").write_text('{"title": "Tea"}')
    assert run("extract", "in").stdout.count("# Tea") == 1


# Lists and addresses of files


def test_a_file_address(folder: Path, run: Run) -> None:
    (folder / "green tea.html").write_text(article("Green tea"))
    result = run("extract", (folder / "green tea.html").as_uri())
    assert result.stdout.startswith("# Green tea")
    assert run("extract", folder.as_uri(), "--text").stdout.count("==> ") == 3
    missing = run("extract", (folder / "coffee.html").as_uri())
    assert missing.exit_code == 1
    assert missing.stderr.count("\n") == 1


def test_a_list_of_pages(folder: Path, run: Run) -> None:
    (folder / "list.txt").write_text("\ufeff# my pages\n\ntea.html\n  bread.html \n", "utf-8")
    expected = run("extract", "empty.html", "tea.html", "bread.html", "--json").stdout
    assert run("extract", "empty.html", "-i", "list.txt", "--json").stdout == expected
    piped = run("extract", "empty.html", "-i", "-", "--json", input="tea.html\nbread.html")
    assert piped.stdout == expected


def test_lists_without_pages(folder: Path, run: Run) -> None:
    (folder / "list.txt").write_text("# nothing\n")
    result = run("extract", "-i", "list.txt")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "No page is named in list.txt" in result.stderr
    assert run("extract", "-i", "nowhere.txt").stderr == (
        "dehusk: nowhere.txt: No such file or directory\n"
    )
    assert run("extract", "-", "-i", "-", input="tea.html").exit_code == 2


# Several at a time


def test_jobs_change_nothing(folder: Path, run: Run) -> None:
    """Neither the order, nor what is said, nor the exit code."""
    names = ["paper.pdf", "tea.html", "coffee.html", "bread.html", "empty.html", "tea.html"]
    one = run("extract", *names, "--json")
    two = run("extract", *names, "--json", "--jobs", "2")
    assert (two.stdout, two.stderr, two.exit_code) == (one.stdout, one.stderr, 1)
    assert one.stderr.count("\n") == 3


def test_a_process_that_dies_costs_its_page(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mortal(work: Work, *rest: Any, **options: Any) -> Iterator[Outcome]:
        return run_in_workers(partial(_dying_on_tea, work), *rest, **options)

    monkeypatch.setattr("dehusk.workers.run_in_workers", mortal)
    result = run("extract", "tea.html", "bread.html", "empty.html", "-j", "2")
    assert result.exit_code == 1
    assert "# Bread" in result.stdout
    assert result.stderr.splitlines()[0] == ("dehusk: tea.html: the process died (exit code 9)")


def _dying_on_tea(work: Work, source: Input) -> Outcome:
    if source.name == "tea.html":
        os._exit(9)
    return work(source)


# What is left out, what is added, what is not said


def test_quiet(folder: Path, run: Run) -> None:
    result = run("extract", "paper.pdf", "tea.html", "empty.html", "--quiet")
    assert (result.exit_code, result.stderr) == (1, "")
    assert "# Tea" in result.stdout
    assert run("extract", "empty.html", "-q").exit_code == 3
    assert "no encoding" in run("extract", "tea.html", "-q", "--encoding", "x").stderr


RICH = (
    "<title>Tea</title><main><h1>Tea</h1><p>Boil <a href='https://example.org/w'>some water</a>.</p>"
    "<figure><img src='https://example.org/pot.jpg' alt='A pot' width=640 height=480>"
    "<figcaption>It is blue</figcaption></figure>"
    "<table><tr><th>Tea</th><th>Minutes</th></tr><tr><td>Green</td><td>2</td></tr></table></main>"
)


@pytest.mark.parametrize("form", ["markdown", "html", "json"])
def test_what_is_left_out(run: Run, form: str) -> None:
    def extracted(*options: str) -> str:
        arguments = ("extract", "-", "--method", "semantic", "--format", form, *options)
        return run(*arguments, input=RICH).stdout

    whole = extracted()
    for option, gone, stays in (
        ("--no-images", ("pot.jpg", "It is blue"), ("/w", "Green")),
        ("--no-links", ("example.org/w",), ("some water", "pot.jpg", "Green")),
        ("--no-tables", ("Green", "Minutes"), ("/w", "pot.jpg")),
    ):
        written = extracted(option)
        assert all(word in whole and word not in written for word in gone)
        assert all(word in written for word in stays)


def test_text_without_tables(run: Run) -> None:
    arguments = ("extract", "-", "--method", "semantic", "--text")
    assert "Green" in run(*arguments, input=RICH).stdout
    assert "Green" not in run(*arguments, "--no-tables", input=RICH).stdout


def test_pictures_and_markdown_in_json(folder: Path, run: Run) -> None:
    record = json.loads(run("extract", "-", "--json", "--method", "semantic", input=RICH).stdout)
    assert record["images"] == [
        {
            "url": "https://example.org/pot.jpg",
            "alt": "A pot",
            "caption": "It is blue",
            "width": 640,
            "height": 480,
        }
    ]
    assert "markdown" not in record
    record = json.loads(run("extract", "tea.html", "--json", "--with-markdown").stdout)
    assert record["markdown"] == run("extract", "tea.html").stdout
    assert run("extract", "tea.html", "--with-markdown").exit_code == 2


def test_roles_of_json_can_be_asked_for(folder: Path, run: Run) -> None:
    record = json.loads(run("extract", "tea.html", "--json", "--with-roles").stdout)
    assert record["roles"] == json.loads(run("blocks", "tea.html", "--roles", "--json").stdout)
    assert run("extract", "tea.html", "--with-roles").exit_code == 2


def test_metadata_of_json_can_be_asked_for(folder: Path, run: Run) -> None:
    plain = run("extract", "tea.html", "--json").stdout
    assert run("extract", "tea.html", "--json", "--with-metadata").stdout == plain


def test_precision_and_recall_are_amounts(folder: Path, run: Run) -> None:
    for name, amount in (("--precision", "-1"), ("--recall", "1")):
        same = run("extract", "tea.html", "--method", "cnr", "--amount", amount).stdout
        assert run("extract", "tea.html", "--method", "cnr", name).stdout == same
    plain = run("extract", "tea.html", "--method", "cnr").stdout
    assert run("extract", "tea.html", "--method", "cnr", "--precision").stdout != plain


# What to do is said in the words of the command line


@pytest.mark.parametrize("command", ["extract", "explain", "compare"])
def test_a_method_that_looks_at_the_page(folder: Path, run: Run, command: str) -> None:
    result = run(command, "tea.html", "--method", "zones")
    assert result.exit_code == 1
    assert "add --render, or give a snapshot that 'dehusk render' wrote" in result.stderr
    assert "dehusk.render()" not in result.stderr


class Whole:
    """Everything, always: there is no more and no less of it."""

    needs_layout = False

    def select(self, page: Page) -> Selection:
        return Selection.of_subtrees(page, [0], reason="everything")


def test_a_method_without_amounts(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRACTORS, "whole", Whole)
    result = run("extract", "tea.html", "--method", "whole", "--recall")
    assert result.exit_code == 2
    assert "leave out --amount" in result.stderr


@pytest.mark.parametrize("command", ["extract", "explain", "compare"])
def test_rendering_without_its_packages(
    folder: Path, run: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "playwright", None)
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    result = run(command, "tea.html", "--render")
    assert result.exit_code == 1
    assert "pip install 'dehusk[render]'" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_snapshot_is_rendered_already(folder: Path, run: Run) -> None:
    from dehusk.page.parse import parse
    from dehusk.page.snapshot import write_snapshot

    write_snapshot(parse(article("Tea")), "tea.json")
    result = run("extract", "tea.json", "--render")
    assert result.exit_code == 1
    assert "leave out --render" in result.stderr


@pytest.mark.browser
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_rendered_pages(folder: Path, run: Run, jobs: str) -> None:
    names = ("tea.html", "paper.pdf", "bread.html")
    result = run("extract", *names, "--render", "--method", "gce", "--jobs", jobs)
    assert result.exit_code == 1
    assert result.stderr.startswith("dehusk: paper.pdf: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout.index("tea.html") < result.stdout.index("bread.html")
    assert "first paragraph of Bread" in result.stdout


# Pages in other wrappings

ARCHIVE = (
    "From: <Saved>\r\nSnapshot-Content-Location: https://example.org/tea/\r\nContent-Type:"
    " multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    f"{article('Tea')}\r\n--b\r\nContent-Type: text/css\r\n\r\np {{}}\r\n--b--\r\n"
)


def test_compressed_pages_and_web_archives(folder: Path, run: Run) -> None:
    (folder / "a.html.gz").write_bytes(gzip.compress(article("Tea").encode()))
    (folder / "a.mhtml").write_text(ARCHIVE, newline="")
    (folder / "a.mht.gz").write_bytes(gzip.compress(ARCHIVE.encode()))
    plain = run("extract", "tea.html", "--text").stdout
    for name in ("a.html.gz", "a.mhtml", "a.mht.gz"):
        result = run("extract", name, "--text")
        assert result.stderr == ""
        assert result.stdout == plain
    assert "https://example.org/tea/more.html" in run("extract", "a.mhtml").stdout
    assert run("extract", "-", "--text", input=gzip.compress(ARCHIVE.encode())).stdout == plain
    for command in ("explain", "compare"):
        assert run(command, "a.html.gz").exit_code == 0
        assert run(command, "a.mhtml").exit_code == 0


def test_a_folder_of_wrapped_pages(folder: Path, run: Run) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "one.html.gz").write_bytes(gzip.compress(article("One").encode()))
    (folder / "in" / "two.MHTML").write_text(ARCHIVE, newline="")
    (folder / "in" / "notes.txt.gz").write_bytes(gzip.compress(b"notes"))
    assert run("extract", "in", "-o", "out").exit_code == 0
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["one.md", "two.md"]


def test_gzip_files_that_are_broken_or_too_large(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = gzip.compress(article("Tea").encode() * 100)
    (folder / "cut.html.gz").write_bytes(whole[:300])
    (folder / "large.html.gz").write_bytes(whole)
    assert "The gzip file is broken (it breaks off)" in run("extract", "cut.html.gz").stderr
    monkeypatch.setattr(read_body, "__defaults__", (9_000,))
    result = run("extract", "large.html.gz")
    assert result.exit_code == 1
    assert result.stderr == (
        "dehusk: large.html.gz: Unpacked, the page has more than 9,000 bytes.\n"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (random.Random(0).randbytes(3_000), "binary data"),
        (b'<?xml version="1.0"?><rss version="2.0"><channel/></rss>', "an RSS feed"),
        (b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "an Atom feed"),
        (b'{"title": "Tea", "html": "<p>Tea</p>"}', "JSON"),
        (gzip.compress(mtime=0, data=b'{"title": "Tea"}'), "JSON"),
    ],
)
@pytest.mark.parametrize("command", ["extract", "explain", "compare"])
def test_what_is_no_page_is_named(
    folder: Path, run: Run, command: str, content: bytes, said: str
) -> None:
    (folder / "thing").write_bytes(content)
    result = run(command, "thing")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"dehusk: thing: The input is {said}, not HTML; ")
    assert result.stderr.count("\n") == 1


# What goes wrong


def test_no_such_file(folder: Path, run: Run) -> None:
    result = run("extract", "coffee.html")
    assert result.exit_code == 1
    assert result.stderr == "dehusk: coffee.html: No such file or directory\n"
    assert result.stdout == ""


def test_an_address_without_its_scheme(folder: Path, run: Run) -> None:
    assert "http:// or https://" in run("extract", "www.example.org").stderr


def test_not_html(folder: Path, run: Run) -> None:
    result = run("extract", "paper.pdf")
    assert result.exit_code == 1
    assert result.stderr.startswith("dehusk: paper.pdf: The input is a PDF")
    assert result.stderr.count("\n") == 1


def test_one_failure_among_several(folder: Path, run: Run) -> None:
    result = run("extract", "paper.pdf", "tea.html", "coffee.html", "bread.html", "empty.html")
    assert result.exit_code == 1
    assert "# Tea" in result.stdout
    assert "# Bread" in result.stdout
    lines = result.stderr.splitlines()
    assert [line.split(":")[1].strip() for line in lines] == [
        "paper.pdf",
        "coffee.html",
        "empty.html",
    ]


def test_nothing_found(folder: Path, run: Run) -> None:
    result = run("extract", "empty.html", "-o", "empty.md")
    assert result.exit_code == 3
    assert result.stderr.startswith("dehusk: empty.html: nothing found: ")
    assert result.stderr.count("\n") == 1
    assert not (folder / "empty.md").exists()


def test_nothing_found_as_json(folder: Path, run: Run) -> None:
    result = run("extract", "empty.html", "tea.html", "--json")
    assert result.exit_code == 3
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert records[0]["reason"]
    assert records[1]["reason"] is None


def test_empty_input(run: Run) -> None:
    result = run("extract", "-", input="")
    assert result.exit_code in (1, 3)
    assert result.stderr.startswith("dehusk: -: ")


def test_unknown_method(folder: Path, run: Run) -> None:
    result = run("extract", "tea.html", "bread.html", "--method", "magic")
    assert result.exit_code == 2
    assert result.stderr.startswith("dehusk: There is no method 'magic'")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [("-", "-"), ("tea.html", "bread.html", "--url", "https://example.org/")],
)
def test_contradictions(folder: Path, run: Run, arguments: tuple[str, ...]) -> None:
    result = run("extract", *arguments, input=EMPTY)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_fault_of_our_own_stops_no_other_page(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dehusk import pipeline

    extract = pipeline.extract

    def faulty(page: object, **options: object) -> object:
        if "Tea" in page.text_of(0):  # type: ignore[attr-defined]
            raise KeyError("leaf")
        return extract(page, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "extract", faulty)
    result = run("extract", "tea.html", "bread.html")
    assert result.exit_code == 1
    assert "# Bread" in result.stdout
    assert result.stderr == (
        "dehusk: tea.html: unexpected KeyError('leaf'); please report it with what --debug shows\n"
    )


@pytest.mark.parametrize("arguments", [("--debug", "extract"), ("extract", "--debug")])
def test_debug(folder: Path, run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, "paper.pdf")
    assert isinstance(result.exception, DehuskError)


def test_interrupted(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dehusk.pipeline.extract", interrupt)
    result = run("extract", "tea.html", "bread.html")
    assert result.exit_code == 130
    assert result.stderr == "dehusk: interrupted\n"


def test_messages_cannot_steer_the_terminal(folder: Path, run: Run) -> None:
    result = run("extract", "\x1b[2Jevil\nname.html")
    assert "\x1b" not in result.stderr
    assert result.stderr.count("\n") == 1


# Names and progress


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (Input("pages/tea.html"), "tea"),
        (Input("pages/a/tea.html", folder="pages"), "a/tea"),
        (Input("-"), "stdin"),
        (Input("https://example.org/"), "example.org"),
        (
            Input("https://me:secret@example.org/a/../../b.html?q=1&r=/"),
            "example.org-a-..-..-b-q-1-r",
        ),
        (Input("https://example.org/茶"), "example.org-茶"),
        (Input("http://example.org/" + "x" * 500), "example.org-" + "x" * 108),
    ],
)
def test_what_outputs_are_called(source: Input, name: str) -> None:
    assert base_name(source) == name


def test_formats_by_name() -> None:
    assert choose_format("A.JSON") == "json"
    assert choose_format("content/") == "markdown"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from dehusk.cli.progress import with_progress

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(with_progress([1, 2, 3], 3)) == [1, 2, 3]
    assert "3/3" in terminal.getvalue()
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    assert list(with_progress([1, 2, 3], 3)) == [1, 2, 3]
    assert pipe.getvalue() == ""


def test_comments_of_readers(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    story = "<p>Bread needs flour, water, salt and time, and little else, to be sure.</p>"
    comment = "<li><b class=author>Ann</b> <time>3 May</time><p>I bake it with rye.</p></li>"
    page.write_text(f"<article><h1>Bread</h1>{story}</article><ol class=comments>{comment}</ol>")
    plain = run("extract", str(page), "--method", "semantic")
    assert "rye" not in plain.stdout
    assert "rye" in run("extract", str(page), "--method", "semantic", "--comments").stdout


def test_chunks_are_lines_of_json(run: Run, folder: Path) -> None:
    result = run("extract", "tea.html", "bread.html", "--format", "chunks", "--max-words", "40")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(lines) > 4
    assert {line["page"] for line in lines} == {"tea.html", "bread.html"}
    assert lines[0]["headings"] == ["Tea"]
    assert max(line["words"] for line in lines) <= 40


def test_xml_and_tei(run: Run, folder: Path) -> None:
    assert run("extract", "tea.html", "-o", "tea.xml").exit_code == 0
    assert (folder / "tea.xml").read_text().startswith('<doc title="Tea"')
    assert run("extract", "tea.html", "--format", "tei").stdout.startswith("<TEI ")
