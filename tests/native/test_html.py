"""What HTML needs of the native side beyond what tests/writers ask for."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk.content import Footnote, Heading, Image, Link, Paragraph, Post, Quote, Text
from dehusk.content.table import Content, Kind, table_of
from dehusk.native.write import escaped
from dehusk.writers.html import html_of

ROWS = (0, 1)


def p(words: str) -> Paragraph:
    return Paragraph((Text(words),), ROWS)


def nested(kind: Kind, levels: int) -> Content:
    """So many rows of a kind, each inside the one before."""
    zeros, nowhere = np.zeros(levels, np.int32), np.full(levels, -1, np.int32)
    kinds, ends = np.full(levels, kind, np.uint8), np.full(levels, levels, np.int32)
    return Content(kinds, ends, zeros, zeros, zeros, zeros, zeros, nowhere, b"")


def test_text_means_only_itself() -> None:
    assert escaped('<a & "b">\x00\t\n\x7f\x85\u00a0\ud800é\ue000') == (
        '&lt;a &amp; "b"&gt;\t\n\u00a0é\ue000'
    )


def test_attributes_mean_only_themselves() -> None:
    link = Link((Text("x"),), 'https://e.org/"<&', '"a" & <b>')
    assert html_of((Paragraph((link,), ROWS),)) == (
        '<p><a href="https://e.org/&quot;&lt;&amp;" title="&quot;a&quot; &amp; &lt;b&gt;">x</a></p>'
    )
    picture = Image("https://e.org/a.png", "", "")
    assert (
        html_of((Paragraph((picture,), ROWS),)) == '<p><img src="https://e.org/a.png" alt=""></p>'
    )


@pytest.mark.parametrize("levels", [1_002, 100_000])
def test_content_of_any_depth_is_refused_in_peace(levels: int) -> None:
    with pytest.raises(ValueError, match="nested more than 1,000 levels"):
        html_of(nested(Kind.QUOTE, levels))
    with pytest.raises(ValueError, match="is no block"):
        html_of(nested(Kind.LINE, 1))


def test_posts_have_their_line_and_replies_are_quotations() -> None:
    reply = Post(None, "2024-05-02T10:00", (p("Yes."),), (), ROWS)
    post = Post("<Ann>", "2024-05-01", (p("Tea?"),), (reply, Post(None, None, (), (), ROWS)), ROWS)
    assert html_of((post,)) == (
        "<article><p><strong>&lt;Ann&gt;</strong> · 2024-05-01</p><p>Tea?</p>"
        "<blockquote><p>2024-05-02</p><p>Yes.</p></blockquote></article>"
    )


def test_notes_in_notes_come_last_and_one_of_a_label_has_its_name() -> None:
    inner = Footnote("1", (p("Inner."),))
    blocks = (
        Quote((Footnote("1", (p("One."), inner)),), ROWS),
        p("Tea"),
        Footnote("2", (p("Two."),)),
    )
    assert html_of(blocks) == (
        '<p>Tea</p>\n<section class="footnotes"><dl><dt id="fn-1">1</dt><dd><p>One.</p></dd>'
        '<dt id="fn-2">2</dt><dd>Two.</dd><dt>1</dt><dd>Inner.</dd></dl></section>'
    )


def test_a_heading_that_only_notes_follow_goes() -> None:
    heading = Heading(2, (Text("Notes"),), ROWS)
    assert "Notes" not in html_of((p("Tea"), heading, Footnote("1", (p("One."),))))
    assert "Notes" in html_of((heading, p("Tea"), Footnote("1", (p("One."),))))


def test_blocks_and_their_table_are_the_same() -> None:
    blocks = (p("Tea"), Quote((p("Bread"),), ROWS, "tip"))
    assert html_of(blocks) == html_of(table_of(blocks))
