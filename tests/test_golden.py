"""Golden pages through the whole pipeline."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from dehusk import PlainText, extract
from tests.conftest import PAGES as FOLDER
from tests.golden import GoldenPage, arabic_script, golden_pages

PAGES = golden_pages()
by_name = pytest.mark.parametrize("golden", PAGES, ids=lambda golden: golden.name)


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_the_kinds_of_page_that_we_promise_are_there() -> None:
    names = {golden.name for golden in PAGES}
    assert names >= set(
        "news blog docs forum product listing recipe wiki br-text table-layout deep broken arabic"
        " persian urdu chinese japanese korean hindi thai russian polish hebrew".split()
    )


def test_the_pages_in_arabic_script_are_a_set_of_their_own() -> None:
    assert (FOLDER / "arabic-script.jsonl").read_text() == arabic_script()


@by_name
def test_the_marked_content_is_written_as_expected(golden: GoldenPage) -> None:
    assert golden.document.markdown == golden.markdown_file.read_text()


@by_name
def test_every_output_is_as_it_was(golden: GoldenPage) -> None:
    assert [file.name for file, written in golden.outputs() if file.read_text() != written] == [], (
        "read `git diff` after `make golden`"
    )


@by_name
def test_the_marked_content_has_and_lacks_what_it_should(golden: GoldenPage) -> None:
    text = plain(golden.document.to_text(PlainText(captions=True)))
    assert [snippet for snippet in golden.expected["has"] if plain(snippet) not in text] == []
    assert [snippet for snippet in golden.expected["lacks"] if plain(snippet) in text] == []


@by_name
def test_no_long_text_comes_out_twice(golden: GoldenPage) -> None:
    lines = [line for line in golden.document.text.splitlines() if len(line) > 60]
    source = plain(golden.page.text_of(0))
    repeated = [
        line for line, times in Counter(lines).items() if times > max(1, source.count(line))
    ]
    assert repeated == []


@pytest.mark.parametrize("method", ["cnr"])
def test_methods_find_most_of_an_article(method: str) -> None:
    scores = {
        golden.name: word_f1(extract(golden.page, method=method).text, golden.document.text)
        for golden in PAGES
        if golden.expected["type"] == "article"
    }
    assert sum(scores.values()) / len(scores) > 0.9, sorted(
        scores.items(), key=lambda item: item[1]
    )


def word_f1(text: str, gold: str) -> float:
    one, two = Counter(re.findall(r"\w+", text)), Counter(re.findall(r"\w+", gold))
    shared = (one & two).total()
    return 2 * shared / max(one.total() + two.total(), 1)
