"""Several pages as one document, and how they are read."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import dehusk
from dehusk import Document, FetchError
from dehusk.page.joined import joined_pages
from dehusk.series import Series
from tests.test_fetch import Server, answer, redirect
from tests.test_fetch import server as server

from dehusk.cli.group import dehusk as command  # isort: skip
from dehusk.fetch import Fetched, fetch, follow  # isort: skip

HEAD = (
    "<title>How tea is made</title><nav><a href=/>Home</a></nav><article><h1>How tea is made</h1>"
)
TEXTS = {
    1: "Boil water in a kettle of iron, and warm the pot with some of it before you begin.",
    2: "Put a spoon of leaves into the pot for each cup, and one more for the pot itself.",
    3: "Wait for four minutes, then pour the tea through a sieve, and drink it while it is hot.",
}


def page(number: int, following: str | None = None, picture: bool = False) -> str:
    image = f"<p><img src=cup.png alt='Cup {number}'></p>" if picture else ""
    link = f"<a href='{following}'>Next page</a>" if following else ""
    return f"{HEAD}<p>{TEXTS[number]}</p>{image}</article><div>{link}</div>"


def documents(*pages: str) -> list[Document]:
    return [
        dehusk.extract(html, url=f"https://example.org/{number}/tea", method="semantic")
        for number, html in enumerate(pages, 1)
    ]


def test_the_title_stands_once_and_each_block_knows_its_page() -> None:
    series = Series.of(documents(page(1), page(2), page(3)))
    assert series.markdown.count("How tea is made") == 1
    assert series.text.split("\n\n")[1:] == [TEXTS[1], TEXTS[2], f"{TEXTS[3]}"]
    assert [series.page_number(block) for block in series.blocks] == [1, 1, 2, 3]
    assert series.title == "How tea is made"


def test_addresses_are_those_of_their_page() -> None:
    series = Series.of(documents(page(1, picture=True), page(2, picture=True)))
    assert "](https://example.org/1/cup.png)" in series.markdown
    assert "](https://example.org/2/cup.png)" in series.markdown


def test_paths_and_addresses_in_json() -> None:
    record = json.loads(Series.of(documents(page(1), page(2))).json)
    assert record["pages"] == ["https://example.org/1/tea", "https://example.org/2/tea"]
    assert [block["xpath"].split("/")[1] for block in record["blocks"]] == ["html[1]"] * 2 + [
        "html[2]"
    ]


def test_footnotes_of_two_pages_are_apart() -> None:
    note = (
        f"{HEAD}<p>{TEXTS[1]} So says book %s.<sup><a href='#n1' id=r1>1</a></sup> {TEXTS[2]}</p>"
        "<ol><li id=n1>From the book of page %s. <a href='#r1'>↩</a></li></ol></article>"
    )
    markdown = Series.of(documents(note % ("one", "one"), note % ("two", "two"))).markdown
    assert "[^1]: From the book of page one." in markdown
    assert "[^2-1]: From the book of page two." in markdown


def test_every_output_and_every_variant_of_the_document() -> None:
    series = Series.of(documents(page(1, picture=True), page(2)))
    assert TEXTS[2] in series.html
    assert "cup.png" not in series.without(images=True).markdown
    assert TEXTS[2] in series.as_selected().markdown
    assert TEXTS[2] in series.with_comments().markdown
    assert TEXTS[2] in " ".join(chunk.text for chunk in series.chunks())
    assert series.whole.keep.sum() == sum(part.whole.keep.sum() for part in series.parts)
    assert series.page_type == series.parts[0].page_type
    assert series.comments == ()


def test_joined_pages_keep_names_text_and_source() -> None:
    parts = [dehusk.parse(f"<x-{name} data-{name}=1>Tea {name}</x-{name}>") for name in "abc"]
    joined = joined_pages(parts)
    row = 0
    for part in parts:
        for own in range(len(part)):
            assert joined.tag_name(row) == part.tag_name(own)
            assert joined.attributes(row) == part.attributes(own)
            assert joined.text_of(row) == part.text_of(own)
            row += 1
    start, end = joined.source_span(len(joined) - 2) or (0, 0)
    assert joined.source[start:end] == b"<x-c data-c=1>Tea c</x-c>"


# Reading them


def serve(server: Server, **pages: str) -> None:
    for name, html in pages.items():
        server.answers[f"/{name}"] = answer(html.encode())


def local(server: Server, path: str = "/tea", **options: object) -> Series:
    return follow(server.url(path), method="semantic", allow_private=True, **options)  # type: ignore[arg-type]


@pytest.fixture
def three(server: Server) -> Server:
    serve(server, tea=page(1, "?page=2"))
    server.answers["/tea?page=2"] = answer(page(2, "?page=3").encode())
    server.answers["/tea?page=3"] = answer(page(3).encode())
    return server


def test_pages_are_followed_to_the_last(three: Server) -> None:
    series = local(three)
    assert [url.rpartition("/")[2] for url in series.followed] == [
        "tea",
        "tea?page=2",
        "tea?page=3",
    ]
    assert all(text in series.text for text in TEXTS.values())
    assert series.problem is None
    assert series.next_page is None


def test_not_more_than_wanted(three: Server) -> None:
    series = local(three, most=2)
    assert len(series.followed) == 2
    assert series.problem == "Only 2 pages were to be read."
    assert series.next_page == three.url("/tea?page=3")


def test_a_later_page_that_fails_ends_the_document(three: Server) -> None:
    three.answers["/tea?page=3"] = answer(b"", 500)
    series = local(three)
    assert len(series.followed) == 2
    assert series.problem is not None
    assert series.problem.startswith("Page 3 was not read: ")
    assert "500" in series.problem


def test_the_first_page_that_fails_raises(server: Server) -> None:
    server.answers["/tea"] = answer(b"", 404)
    with pytest.raises(FetchError, match="404"):
        local(server)


def test_bytes_are_for_all_pages(three: Server) -> None:
    series = local(three, limits=dehusk.Limits(bytes=len(page(1, "?page=2")) + 20))
    assert len(series.followed) == 1
    assert "too large" in str(series.problem)


def test_time_is_for_all_pages(three: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    import dehusk.fetch.pages as pages

    def slow(url: str, *, timeout: float, **options: Any) -> Fetched:
        time.sleep(0.3)
        return fetch(url, timeout=timeout + 10, **options)

    monkeypatch.setattr(pages, "fetch", slow)
    series = local(three, timeout=0.2)
    assert len(series.followed) == 1
    assert "The time or the bytes" in str(series.problem)


def test_no_other_site_by_a_redirect(three: Server) -> None:
    three.answers["/tea?page=2"] = redirect(three.url("/cups", host="localhost"))
    serve(three, cups=page(2))
    series = local(three)
    assert len(series.followed) == 1
    assert "another site" in str(series.problem)


def test_circles_and_repetitions_end(server: Server) -> None:
    serve(server, tea=page(1, "?page=2"))
    server.answers["/tea?page=2"] = answer(page(2, "?page=1").encode())
    server.answers["/tea?page=1"] = answer(page(1, "?page=2").encode())
    assert len(local(server).followed) == 2
    server.answers["/tea?page=2"] = answer(page(1, "?page=3").encode())
    assert len(local(server).followed) == 1


def test_private_addresses_are_refused(server: Server) -> None:
    with pytest.raises(FetchError, match="public internet"):
        follow(server.url("/tea"))


def test_the_command(three: Server, tmp_path: Path) -> None:
    target = tmp_path / "tea.md"
    run = CliRunner().invoke(
        command, ["extract", three.url("/tea"), "--follow", "--allow-private", "-o", str(target)]
    )
    assert run.exit_code == 0, run.output
    assert all(text in target.read_text() for text in TEXTS.values())
    run = CliRunner().invoke(command, ["extract", str(target), "--follow"])
    assert run.exit_code == 2
    assert "--follow reads pages from the web" in run.output
