from __future__ import annotations

import numpy as np
import pytest

from dehusk import parse
from dehusk.views.blocks import Blocks, join_text
from dehusk.views.text_counts import visible_chars


def texts(html: str) -> list[str]:
    blocks = Blocks.of(parse(html))
    return [blocks.text(index) for index in range(len(blocks))]


def test_blocks_end_at_block_elements_and_double_breaks() -> None:
    assert texts("<p>One <b>two</b></p>three<br>still<br> <br>four<hr>five") == (
        ["One two", "three still", "four", "five"]
    )


def test_scripts_styles_and_blank_runs_make_no_block() -> None:
    assert texts("<script>x()</script><style>p{}</style><div> \n </div><p>\u3000\u00a0</p>y") == [
        "y"
    ]


def test_the_raw_text_of_a_frame_is_no_text() -> None:
    assert texts("<iframe src=x><p>old browsers</p></iframe><p>seen</p>") == ["seen"]


def test_noscript_is_text_as_any_other() -> None:
    assert texts("<noscript><p>Seen without JavaScript</p></noscript>") == [
        "Seen without JavaScript"
    ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<span>3 May</span><time>10:00</time>", "3 May 10:00"),
        ("<a href=1>Home</a><a href=2>News</a>", "Home News"),
        ("<a><b>Home</b></a><a><b>News</b></a>", "Home News"),
        ("<b>w</b>ord", "word"),
        ("<b>w</b><i>ord</i>", "word"),
        ("<span class=dropcap>W</span>hen", "When"),
        ("see <a href=1>this</a>, and", "see this, and"),
        ("a<br>b", "a b"),
        ("a<img src=x>b", "a b"),
        ("super<wbr>long", "superlong"),
        ("<label>Name</label><button>Go</button>", "Name Go"),
        ("<span>a</span><script>x</script><span>b</span>", "a b"),
        ("w<script>x</script>ord", "word"),
        ("<code><span>a</span>.<span>b</span></code>", "a.b"),
        ("漢<ruby>字<rt>じ</rt></ruby>", "漢字じ"),
    ],
)
def test_words_are_neither_glued_nor_split(html: str, text: str) -> None:
    assert texts(html) == [text]


def test_highlighted_code_in_pre_is_left_alone() -> None:
    assert texts("<pre><span>f</span><span>(</span><span>x</span></pre>") == ["f(x"]


def test_block_of_leads_back_to_rows() -> None:
    page = parse("<p>One <b>two</b></p><p>three</p>")
    blocks = Blocks.of(page)
    marked = blocks.on_rows(np.array([1.0, 2.0]), missing=-1.0)
    for row in np.flatnonzero(page.is_text).tolist():
        assert marked[row] == (2.0 if page.text_of(row) == "three" else 1.0)
    assert marked[0] == -1.0
    assert blocks.sum(visible_chars(page).astype(float)).tolist() == [6.0, 5.0]


def test_join_text_of_a_few_rows() -> None:
    page = parse("<p>One</p><p>two</p>")
    assert join_text(page, np.flatnonzero(page.is_text)) == "One two"


def test_a_page_without_text_has_no_blocks() -> None:
    blocks = Blocks.of(parse(""))
    assert len(blocks) == 0
    assert (blocks.block_of == -1).all()
