"""Chunks: whole things stay whole, nothing is lost, each knows where it stood."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

import dehusk
from dehusk import Document, Selection
from dehusk.content import Block
from dehusk.views.wording import count_words
from dehusk.writers.chunks import Chunk, _parts
from dehusk.writers.text import text_of
from tests.writers.trees import trees


def document_of(html: str) -> Document:
    page = dehusk.parse(html, url="https://example.org/")
    return Document(page, Selection.of_subtrees(page, [0], reason="all of it"))


def sentences(count: int, start: int = 0) -> str:
    return " ".join(f"Sentence number {start + index} is here." for index in range(count))


def texts(chunks: tuple[Chunk, ...]) -> list[str]:
    return [chunk.text for chunk in chunks]


def test_a_chunk_begins_at_every_heading_and_knows_those_above() -> None:
    chunks = document_of(
        "<h1>Tea</h1><p>Hot.</p><h2>Green</h2><p>Mild.</p><h2>Black</h2><h3>Assam</h3><p>Strong.</p>"
    ).chunks()
    assert [chunk.headings for chunk in chunks] == [
        ("Tea",),
        ("Tea", "Green"),
        ("Tea", "Black", "Assam"),
    ]
    assert chunks[2].text == "## Black\n\n### Assam\n\nStrong.\n"


def test_the_title_of_the_page_leads_the_way() -> None:
    chunks = document_of(
        "<title>All about tea</title><h2>Green</h2><p>Mild.</p><h2>Black</h2><p>Strong.</p>"
    ).chunks(format="text")
    assert [chunk.headings[0] for chunk in chunks] == ["All about tea", "All about tea"]


def test_by_size_chunks_are_filled_across_headings() -> None:
    html = "<h1>Tea</h1><p>Hot.</p><h2>Green</h2><p>Mild.</p><h2>Black</h2><p>Strong.</p>"
    (chunk,) = document_of(html).chunks(by="size")
    assert chunk.headings == ("Tea",)
    assert chunk.text.count("#") == 5


def test_a_long_section_is_cut_between_its_paragraphs() -> None:
    html = f"<h1>Tea</h1><p>{sentences(10)}</p><p>{sentences(10, 10)}</p>"
    chunks = document_of(html).chunks(60, format="text")
    assert texts(chunks) == [f"Tea\n\n{sentences(10)}", sentences(10, 10)]
    assert all(chunk.headings == ("Tea",) for chunk in chunks)


def test_a_long_paragraph_is_cut_between_its_sentences() -> None:
    chunks = document_of(f"<p>{sentences(100)}</p>").chunks(60, format="text")
    assert max(chunk.words for chunk in chunks) <= 60
    assert " ".join(texts(chunks)) == sentences(100)


def test_the_heading_counts_as_words_of_its_chunk() -> None:
    chunks = document_of(f"<h1>All about tea</h1><p>{sentences(12)}</p>").chunks(60)
    assert [chunk.words for chunk in chunks] == [58, 5]


def test_sentences_without_spaces_between_them_are_cut_too() -> None:
    chunks = document_of("<p>" + "今天下了很大的雨。" * 30).chunks(20, format="text")
    assert set(texts(chunks)) == {"今天下了很大的雨。" * 2}


def test_links_and_emphasis_are_never_cut() -> None:
    html = f"<p>One. <a href=/x>{sentences(30)}</a> Two. Three.</p>"
    chunks = document_of(html).chunks(10)
    assert sum("](https://example.org/x)" in text for text in texts(chunks)) == 1


@pytest.mark.parametrize(
    "whole",
    [
        "<table>" + "<tr><th>Name<td>Some value here" * 40 + "</table>",
        "<pre><code>" + "print('a line of code')\n" * 60 + "</code></pre>",
        "<ul><li>" + sentences(40) + "</ul>",
        "<figure><img src=a.png alt=Tea><figcaption>" + sentences(40) + "</figcaption></figure>",
    ],
)
def test_tables_items_code_and_figures_are_never_cut(whole: str) -> None:
    document = document_of(f"<p>Before.</p>{whole}<p>After.</p>")
    chunks = document.chunks(20)
    assert len(chunks) == 3
    assert chunks[1].text == document_of(whole).markdown


def test_a_long_list_is_cut_between_items_and_numbers_go_on() -> None:
    items = "".join(f"<li>Step {number} of the long recipe" for number in range(1, 21))
    chunks = document_of(f"<ol>{items}</ol>").chunks(24)
    assert [text.split()[0] for text in texts(chunks)] == ["1.", "5.", "9.", "13.", "17."]


def test_long_quotes_and_definitions_are_cut_between_their_parts() -> None:
    quote = document_of(f"<blockquote><p>{sentences(10)}<p>{sentences(10)}</blockquote>")
    assert [text[:2] for text in texts(quote.chunks(50))] == ["> ", "> "]
    terms = "".join(f"<dt>Term {n}<dd>{sentences(4)}" for n in range(3))
    assert len(document_of(f"<dl>{terms}</dl>").chunks(25)) == 3


def test_a_note_stands_with_what_points_to_it() -> None:
    html = (
        f"<p>{sentences(8)}</p><p>Tea<sup><a href=#fn1 id=fnref1>1</a></sup> is hot.</p>"
        f"<p>{sentences(8)}</p>"
        "<section class=footnotes><ol><li id=fn1>A drink. <a href=#fnref1>↩</a></ol></section>"
    )
    marked = [text for text in texts(document_of(html).chunks(40)) if "[^1]" in text]
    assert len(marked) == 1
    assert "[^1]: A drink." in marked[0]


def test_every_chunk_knows_where_it_stood() -> None:
    html = "<h1>Tea</h1><p>Hot.</p><h2>Green</h2><p>Mild.</p>"
    first, second = document_of(html).chunks()
    assert first.xpath == "/html/body/h1"
    assert second.xpath == "/html/body/h2"
    assert second.source is not None
    assert html[slice(*second.source)].startswith("<h2>Green</h2><p>Mild.")


def test_nothing_is_lost_whatever_the_size() -> None:
    words = random.Random(3)
    blocks = ["<p>{}</p>", "<h2>{}</h2>", "<ul><li>{}<li>x</ul>", "<blockquote>{}</blockquote>"]
    html = "".join(words.choice(blocks).format(sentences(words.randint(1, 9))) for _ in range(60))
    document = document_of(html)
    everything = document.to_text().split()
    for most in (1, 7, 50, 10_000):
        for by in ("heading", "size"):
            chunks = document.chunks(most, by=by, format="text")  # type: ignore[arg-type]
            assert " ".join(texts(chunks)).split() == everything
            assert sum(chunk.words for chunk in chunks) == len(everything)


def test_an_empty_document_has_no_chunks() -> None:
    assert document_of("").chunks() == ()


@pytest.mark.parametrize(
    "wrong", [{"max_words": 0}, {"by": "page"}, {"format": "html"}], ids=lambda it: next(iter(it))
)
def test_wrong_options_are_named(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        document_of("<p>Tea").chunks(**wrong)  # type: ignore[arg-type]


def test_a_long_thread_is_cut_between_its_posts() -> None:
    head = "<a class=author>{}</a> <time>2024-05-01</time><div class=text>{}</div>"
    reply = f"<li class=reply>{head.format('Bo', sentences(4, 10))}</li>"
    html = f"<ul><li class=reply>{head.format('Ann', sentences(8))}<ul>{reply}</ul></li></ul>"
    chunks = document_of(html).chunks(max_words=20)
    assert [chunk.text.splitlines()[0] for chunk in chunks] == [
        "**Ann** · 2024-05-01",
        "**Ann** · 2024-05-01",
        "**Bo** · 2024-05-01",
    ]
    assert all(chunk.words == 20 for chunk in chunks)


@given(trees)
@settings(max_examples=200, deadline=None)
def test_what_is_measured_is_what_the_text_has(blocks: tuple[Block, ...]) -> None:
    for block in blocks:
        assert _parts(block, 10**9) == [(block, count_words(text_of((block,))))]
