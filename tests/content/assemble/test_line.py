from __future__ import annotations

import pytest

from dehusk.content import Code, Image, Link, Strong, Text
from tests.content.assemble import BR, b, code, content, i, kept, p


def test_white_space_collapses_across_elements():
    assert content("<p> One \n <b> two </b>\t three </p>") == [p("One ", b("two"), " three")]


def test_white_space_between_two_emphases_stands_outside():
    assert content("<b>one </b><i> two</i>") == [p(b("one"), " ", i("two"))]


def test_no_space_is_invented_inside_a_word():
    assert content("<p><b>w</b>ord and H<sub></sub>O") == [p(b("w"), "ord and HO")]


def test_things_that_are_set_apart_get_a_space():
    assert content("<span>3 May</span><time>10:00</time>") == [p("3 May 10:00")]


def test_chinese_gets_no_space():
    assert content("<p><span>中</span><span>文</span>，好\n  的</p>") == [p("中文，好的")]


def test_korean_keeps_its_spaces():
    assert content("<p>한국어\n문장</p>") == [p("한국어 문장")]


def test_nested_equal_emphasis_is_one():
    assert content("<b>one <strong>two</strong> <b><b>three</b></b></b>") == [p(b("one two three"))]


def test_adjacent_equal_emphasis_is_one():
    assert content("<b>one</b><b>two</b>") == [p(b("onetwo"))]


def test_emphasis_without_text_leaves_no_trace():
    assert content("<p>a<b></b><i> </i>b<em><br></em></p>") == [p("a b")]


def test_no_break_spaces_move_out_of_emphasis_and_stay():
    assert content("<p><b>Note:&nbsp;</b>text") == [p(b("Note:"), "\xa0text")]


def test_wide_spaces_at_the_edges_of_a_paragraph_go():
    assert content("<p>　　第一段&nbsp;</p>") == [p("第一段")]


def test_breaks_move_out_of_emphasis():
    assert content("<b>one<br></b>two") == [p(b("one"), BR, "two")]


def test_breaks_inside_emphasis_stay_inside():
    assert content("<b>one <br> two</b>") == [p(b("one", BR, "two"))]


def test_breaks_at_the_edges_of_a_paragraph_go():
    assert content("<p><br>one<br></p>") == [p("one")]


def test_two_breaks_part_paragraphs():
    assert content("one<br>\n<br>two<br>three") == [p("one"), p("two", BR, "three")]


def test_formats_of_one_stretch_are_nested_once():
    link = Link((Text("b"),), "https://example.org/x")
    assert content('<p><b>a <a href="/x">b</a> c</b>') == [p(b("a ", link, " c"))]


def test_two_links_side_by_side_stay_two():
    assert content('<a href="/1">a</a><a href="/1">b</a>') == [
        p(
            Link((Text("a"),), "https://example.org/1"),
            " ",
            Link((Text("b"),), "https://example.org/1"),
        )
    ]


def test_code_is_plain_text_and_adjacent_pieces_are_one():
    assert content("<p><code>a <span>b</span></code> c") == [p(code("a b"), " c")]


def test_emphasis_inside_code_is_no_matter():
    assert content("<code>f(<em>x</em><sub>1</sub>)</code>") == [p(code("f(x1)"))]


def test_code_inside_emphasis_and_links_inside_code():
    assert content('<b><code>f(<a href="/x">X</a>)</code></b>') == [
        p(Strong((Code("f("), Link((Code("X"),), "https://example.org/x"), Code(")"))))
    ]


def test_space_at_the_edge_of_code_stands_outside():
    assert content("<p>a<code> b </code>c") == [p("a ", code("b"), " c")]


def test_other_code_like_elements():
    assert content("<p><kbd>Ctrl</kbd> <samp>out</samp> <tt>x&nbsp;y</tt>") == [
        p(code("Ctrl"), " ", code("out"), " ", code("x y"))
    ]


def test_two_boxes_of_code_are_two_words():
    assert content("<p><kbd>Shift</kbd><kbd>Tab</kbd> <code>a</code><b><code>b</code></b>") == [
        p(code("Shift"), " ", code("Tab"), " ", code("a"), " ", b(code("b")))
    ]


def test_images_count_as_content():
    image = Image("https://example.org/x.png")
    assert content("<p><em><img src=/x.png></em><br>x") == [p(i(image), BR, "x")]


def test_nothing_visible_is_nothing():
    assert content("<p>\u200e\u200b &nbsp;</p>") == []


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("co\u00adoperate", "cooperate"),
        ("\ufeffa\u2060b", "ab"),
        ("long\u200bword", "longword"),
        ("ไทย\u200bไทย", "ไทย\u200bไทย"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("a\x07b\x1a", "ab"),
    ],
)
def test_characters_without_meaning_go(text, cleaned):
    assert content(f"<p>a {text}</p>") == [p(f"a {cleaned}")]


def test_all_kinds_of_line_ends_collapse():
    assert content("<p>a\r\n b\x0bc\u2028d") == [p("a b c d")]


def test_what_was_left_out_still_parts_words():
    assert kept("<p>one<span>LEFT</span>two</p>", "one", "two") == [p("one two")]
