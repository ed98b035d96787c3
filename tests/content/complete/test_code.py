from __future__ import annotations

import time

import pytest

from dehusk import Selection, parse
from dehusk.content.complete import complete
from dehusk.content.options import RUNNING_TEXT, Completion
from tests.content.complete import texts


def test_code_between_texts_that_are_kept_is_content() -> None:
    html = "<p>We build it so!</p>{}<pre><code>make all</code></pre>{}<p>That is all!</p>"
    for box in (html.format("", ""), html.format("<div class=x><div>", "</div></div>")):
        assert texts(box) == ["We build it so", "make all", "That is all"]
        assert texts(box, RUNNING_TEXT) == ["We build it so", "That is all"]
        assert texts(box, Completion(code=False)) == ["We build it so", "That is all"]
        assert "make all" not in texts(box.replace("That is all!", "Not this"))
    aside = html.format("<aside><p>An example</p>", "</aside>")
    assert texts(aside) == ["We build it so", "That is all"]


def test_code_that_names_its_language_or_ends_a_section_is_content() -> None:
    code = "<div><div class=bar><span>{}</span></div><pre>make all</pre></div>"
    for label, kept in (("html", True), ("x" * 40, True), ("x" * 41, False)):
        html = f"<p>We build it so!</p>{code.format(label)}<p>That is all!</p>"
        assert ("make all" in texts(html)) == kept
    section = (
        f"<section><p>We build it so!</p>{{}}{code.format('html!') * 2}{{}}</section><p>All!</p>"
    )
    assert texts(section.format("", "")).count("make all") == 2
    assert "make all" not in texts(section.format("", "<p>More</p>"))
    assert "make all" not in texts(section.format("<div><p>An!</p></div>", ""))


def numbered(*lines: str, start: int = 1) -> str:
    spans = "".join(
        f"<span class=n>{number}</span>{line}\n" for number, line in enumerate(lines, start)
    )
    return f"<p>Run!</p><pre><code>{spans}</code></pre>"


@pytest.mark.parametrize("options", [Completion(), RUNNING_TEXT])
def test_numbers_that_count_the_lines_are_no_code(options: Completion) -> None:
    assert texts(numbered("a!", "b!", "c!", start=8), options) == ["Run", "a", "b", "c"]


def test_numbers_in_cells_and_lists_of_their_own() -> None:
    lines = "".join(f"<tr><td>{at}</td><td>{line}!</td></tr>" for at, line in enumerate("abc", 1))
    assert texts(f"<pre><table>{lines}</table></pre>") == ["a", "b", "c"]
    lines = "".join(f"<div><i>{at}.</i><b>{line}!</b></div>" for at, line in enumerate("abc", 1))
    assert texts(f"<pre>{lines}</pre>") == ["a", "b", "c"]


def test_numbers_that_are_code_stay() -> None:
    html = "<pre><i>1</i>, <i>2</i>, <i>3</i> in a line!</pre>"
    assert texts(html) == ["1", ",", "2", ",", "3", "in a line"]
    assert "5" in texts("<pre><i>1</i>a!\n<i>5</i>b!\n<i>2</i>c!</pre>")
    assert texts("<pre>x!<i>1</i>\n<i>2</i>\n<i>3</i></pre>", Completion(code=False)) == ["x"]
    assert texts("<pre>Counts!\n<i>1</i>\n<i>2</i>\n<i>3</i></pre>")[1:] == ["1", "2", "3"]


def column(numbers: str, code: str) -> list[str]:
    html = f"<table><tr><td><pre>{numbers}</pre><td><div><pre>{code}</pre></div></table>"
    page = parse(html)
    whole = complete(page, Selection.of_subtrees(page, [0], reason="all of it"))
    return [page.text_of(row) for row in whole.rows.tolist()]


def test_a_column_of_numbers_beside_code() -> None:
    assert column("7\n8\n9", "a\nb\nc") == ["a\nb\nc"]
    assert column("<b>1</b>\n<b>2</b>", "a\nb") == ["a\nb"]
    assert column("1\n5\n3", "a\nb\nc") == ["1\n5\n3", "a\nb\nc"]
    assert column("1\n2\n3", "a\nb") == ["1\n2\n3", "a\nb"]


BOX = "<p>Run this, with care and a cup of tea!</p><div class=box>{}<pre>a!\nb</pre></div>"


@pytest.mark.parametrize(
    "bar",
    [
        "<p>Code!: <a href='#'>Select all!</a></p>",
        "<p><a href='javascript:copy()'>Alles auswählen!</a></p>",
        "<span class=js-copy>Copy!</span>",
        "<div class=toolbar><span>Copier!</span></div>",
        "<span class=lang>ts!</span>",
        "<div><span>Terminal!</span><button>Copy</button></div>",
    ],
)
def test_tools_beside_code_go(bar: str) -> None:
    assert texts(BOX.format(bar))[1:] == ["a!\nb"]


def test_a_bar_inside_of_code_goes() -> None:
    bar = "<div><span>bash!</span><button>Copy</button></div>"
    assert texts(f"<pre><code>{bar}<div>make all tests!</div></code></pre>") == ["make all tests"]
    line = "<div>make!<button>Copy</button></div>"
    assert texts(f"<pre>{line}</pre>") == ["make"]
    assert texts(f"<pre>{line}{line}<div>make all tests!</div></pre>")[0] == "make"


def test_what_is_no_tool_stays() -> None:
    assert "app.py" in texts(BOX.format("<div class=code-lang>app.py!</div>"))
    assert "Then run" in texts(BOX.format("<p>Then run!</p>"))
    assert "a guide" in texts(BOX.format("<p><a href=/guide>a guide!</a></p>"))
    assert "Copy" in texts("<p class=copy>Copy!</p>" + BOX.format("") + "<p class=copy>Paste!</p>")
    html = "<p>Use <code>x</code>!</p><p class=langs>Old!</p>"
    assert "Old" in texts(html)


@pytest.mark.timed
def test_many_numbers_take_linear_time() -> None:
    def seconds(count: int) -> float:
        html = numbered(*["a!"] * count)
        start = time.process_time()
        texts(html)
        return time.process_time() - start

    small = min(seconds(1_000) for _ in range(3))
    assert seconds(8_000) < 24 * small + 0.2
