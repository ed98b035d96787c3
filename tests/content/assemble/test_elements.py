from __future__ import annotations

import pytest

from dehusk.content import (
    Figure,
    Heading,
    Image,
    Paragraph,
    Rule,
    Strikethrough,
    Subscript,
    Superscript,
    Text,
)
from tests.content.assemble import (
    BR,
    R,
    a,
    b,
    code,
    content,
    dl,
    h,
    i,
    kept,
    li,
    ol,
    p,
    quote,
    ul,
)

# Text


def test_emphasis():
    html = "<em>a</em> <cite>b</cite> <dfn>c</dfn> <var>d</var> <s>e</s> <del>f</del> x<sup>2</sup><sub>1</sub>"
    assert content(html) == [
        p(
            i("a"), " ", i("b"), " ", i("c"), " ", i("d"), " ",
            Strikethrough((Text("e"),)), " ", Strikethrough((Text("f"),)), " x",
            Superscript((Text("2"),)), Subscript((Text("1"),)),
        )
    ]  # fmt: skip


def test_a_citation_of_wikipedia_is_not_stressed():
    assert content('<cite class="citation book">Smith, <i>Title</i></cite>') == [
        p("Smith, ", i("Title"))
    ]


def test_quotation_marks():
    assert content("<p>He said <q>I heard <q>no</q> twice</q>, <q>„so“</q>.") == [
        p("He said “I heard ‘no’ twice”, „so“.")
    ]


def test_ruby_follows_its_base_in_parentheses():
    assert content("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>") == [
        p("漢(かん)字(じ)")
    ]


def test_a_word_break_opportunity_is_nothing():
    assert content("<p>super<wbr>long&shy;word") == [p("superlongword")]


# Headings


def test_headings_have_levels():
    assert content("<h1>One</h1><h6>Six</h6>") == [h(1, "One"), h(6, "Six")]


def test_a_heading_without_a_word_is_the_picture_in_it():
    picture = "<img src=/pot.png alt=Pot width=400>"
    (paragraph,) = content(f"<h2><a href=/pot>{picture}</a></h2>")
    assert isinstance(paragraph, Paragraph)
    (heading,) = content(f"<h2>{picture} Pots</h2>")
    assert isinstance(heading, Heading)


def test_headings_by_role():
    assert content('<div role="heading" aria-level="4">A</div><p role="heading">B</p>') == [
        h(4, "A"),
        h(2, "B"),
    ]


def test_bold_says_nothing_in_a_heading_but_emphasis_does():
    assert content("<h2><b>A <i>b</i></b></h2><b><h3>C</h3></b>") == [h(2, "A ", i("b")), h(3, "C")]


def test_blocks_in_a_heading_are_parted_by_a_space():
    assert content("<h1><div>News</div><div>today</div></h1>") == [h(1, "News today")]


def test_a_heading_that_was_never_closed_does_not_swallow_the_page():
    assert content("<h2>Title<p>one<ul><li>two</ul>") == [h(2, "Title"), p("one"), ul("two")]


@pytest.mark.parametrize(
    "anchor",
    [
        '<a class="headerlink" href="#t">¶</a>',
        '<a href="#t">#</a>',
        '<a class="anchor" href="#t"></a>',
        '<a href="#t" aria-label="Permalink">🔗</a>',
        '<a href="/page#t">Permalink</a>',
        '<span class="mw-editsection"><span>[</span><a href="/e">edit</a><span>]</span></span>',
    ],
)
def test_marks_beside_a_heading_are_not_its_text(anchor):
    assert content(f"<h2>Title {anchor}</h2>") == [h(2, "Title")]


def test_a_heading_that_links_to_itself_is_its_text():
    assert content('<h2><a class="anchor" href="#t">Title</a></h2>') == [h(2, "Title")]


def test_other_links_in_headings_stay():
    assert content('<h2><a href="/x">Title</a></h2>') == [h(2, a("https://example.org/x", "Title"))]


# Lists


def test_nested_lists():
    assert content("<ol><li>a<ul><li>b<li>c</ul><li>d</ol>") == [ol(li("a", ul("b", "c")), "d")]


def test_items_with_several_paragraphs():
    assert content("<ul><li><p>a</p><p>b</p></li></ul>") == [ul(li("a", "b"))]


def test_a_list_directly_inside_a_list_belongs_to_the_item_before():
    assert content("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>") == [
        ul(li("a", ul("b")), "c")
    ]


def test_numbers():
    assert content('<ol start="3" reversed><li>a</ol>') == [ol("a", start=3)]
    assert content('<ol> <li value="7">a</ol>') == [ol("a", start=7)]
    assert content('<ol start="-2"><li>a</ol>') == [ol("a")]
    assert content('<ol start="99999999999999999999"><li>a</ol>') == [ol("a")]


def test_stray_items_are_a_list():
    assert content("<p>x</p><li>a</li><li>b</li><p>y</p>") == [p("x"), ul("a", "b"), p("y")]


def test_old_lists():
    assert content("<menu><li>a</menu><dir><li>b</dir>") == [ul("a"), ul("b")]


def test_a_list_without_items_is_an_indentation():
    assert content("<ul><p>a</p>b</ul>") == [p("a"), p("b")]


def test_headings_between_items_part_the_list():
    html = "<ol><li>a</li><h3>B</h3><li>c</li></ol>"
    assert content(html) == [ol("a"), h(3, "B"), ol("c", start=2)]


def test_empty_items_go():
    assert content("<ul><li> </li><li>a</li></ul>") == [ul("a")]


def test_task_lists():
    html = '<ul><li><input type="checkbox" checked> a</li><li><label><input type="checkbox">b</label></li></ul>'
    assert content(html) == [ul(li("a", checked=True), li("b", checked=False))]


def test_a_check_box_belongs_to_its_item_even_if_only_the_text_was_kept():
    assert kept('<ul><li><input type="checkbox" checked>a</ul>', "a") == [ul(li("a", checked=True))]


def test_a_check_box_within_the_text_is_none_of_the_item():
    assert content('<ul><li>a <input type="checkbox"></ul>') == [ul("a")]


def test_a_list_of_one_item_that_begins_with_the_title_is_an_article():
    assert content("<ul><li><h1>Tea</h1><p>x</ul>") == [h(1, "Tea"), p("x")]
    for other in (
        "<ul><li><h2>T</h2>x</ul>",
        "<ul><li><h1>T</h1>x<li>y</ul>",
        "<ol><li><h1>T</h1>x</ol>",
    ):
        assert len(content(other)) == 1


def test_a_list_of_pictures_is_a_gallery():
    assert content('<ul><li><img src="/1.jpg"></li><li><img src="/2.jpg"></li></ul>') == [
        p(Image("https://example.org/1.jpg")),
        p(Image("https://example.org/2.jpg")),
    ]


# Definition lists


def test_definitions():
    html = "<dl><div><dt>a</dt><dt>b</dt><dd>c</dd><dd><p>d</p><p>e</p></dd></div><dt>f</dt></dl>"
    assert content(html) == [dl((("a", "b"), ("c", (p("d"), p("e")))), (("f",), ()))]


def test_signatures_are_code():
    html = (
        '<dl><dt class="sig sig-object py"><span>list.</span><span>sort</span><span>(</span><em>key</em>)'
        '<a class="headerlink" href="#x">¶</a></dt><dd>Sort</dd></dl>'
    )
    (only,) = content(html)
    assert only.items[0].terms == ((code("list.sort(key)"),),)


def test_meanings_without_a_term_are_an_indentation():
    assert content("<dl><dd>a</dd><dd>b</dd></dl>") == [p("a"), p("b")]


def test_a_term_takes_blocks_as_lines():
    assert content("<dl><dt><h3>Q</h3><p>more</p></dt><dd>A</dd></dl>") == content(
        "<dl><dt>Q<br>more</dt><dd>A</dd></dl>"
    )


def test_terms_and_meanings_without_a_list():
    assert content("<div><dt>a</dt><dd>b</dd></div>") == [p("a"), p("b")]


# Quotes, rules, figures, details


def test_quotes():
    assert content("<blockquote>a<blockquote><p>b</p></blockquote></blockquote>") == [
        quote("a", quote("b"))
    ]


def test_a_quote_around_a_whole_long_text_is_a_margin():
    text = "word " * 300
    assert content(f"<h1>T</h1><blockquote><p>{text}</p></blockquote>") == [
        h(1, "T"),
        p(text.strip()),
    ]


def test_rules_part_something():
    assert content("<hr><p>a</p><hr><hr><p>b</p><hr>") == [p("a"), Rule(R), p("b")]


def test_figures():
    html = '<figure><a href="/big"><img src="/i.jpg" alt="I"></a><figcaption>A <b>b</b><p>c</p></figcaption></figure>'
    picture = a("https://example.org/big", Image("https://example.org/i.jpg", "I"))
    assert content(html) == [Figure((p(picture),), R, (Text("A "), b("b"), BR, Text("c")))]


def test_a_figure_without_a_caption_is_its_content():
    assert content('<figure><img src="/i.jpg"></figure>') == [p(Image("https://example.org/i.jpg"))]


def test_a_caption_without_its_figure_is_a_paragraph():
    assert kept("<figure><img src=/i.jpg><figcaption>cap</figcaption></figure>", "cap") == [
        p("cap")
    ]


def test_captions_by_class():
    html = '<div class="wp-caption"><img src="/i.jpg"><p class="wp-caption-text">cap</p></div>'
    assert content(html) == [Figure((p(Image("https://example.org/i.jpg")),), R, (Text("cap"),))]


def test_a_caption_in_a_line_with_its_picture_is_a_paragraph_of_its_own():
    html = '<div><img src="/i.jpg"><span class="caption">cap</span></div>'
    assert content(html) == [p(Image("https://example.org/i.jpg")), p("cap")]


def test_details():
    assert content("<details><summary>More</summary>text</details>") == [p(b("More")), p("text")]
    assert content("<details><summary><h3>More</h3></summary>text</details>") == [
        h(3, "More"),
        p("text"),
    ]


def test_addresses():
    assert content("<address>1 Mill Lane<br>Hessau</address>") == [p("1 Mill Lane", BR, "Hessau")]


# What is no prose


def test_form_controls_are_left_out():
    html = "<p>a</p><select><option>1<option>2</select><textarea>t</textarea><button>Go</button><label>Name <input></label>"
    assert content(html) == [p("a"), p("Name")]


def test_form_controls_stay_where_nothing_else_is_kept():
    assert content("<select><option>one<option>two</select>") == [p("one"), p("two")]


def test_a_button_in_a_heading_is_its_text():
    assert content("<h3><button>Q?</button></h3>") == [h(3, "Q?")]


def test_a_button_that_opens_a_panel_is_its_heading():
    html = '<button aria-expanded="false">How long does it take?</button><p>A</p>'
    assert content(html) == [p(b("How long does it take?")), p("A")]
    assert content("<p>A <button>Show more</button>") == [p("A")]


def test_text_in_pictures_is_left_out_unless_it_is_all():
    assert content("<p>a <svg><title>Icon</title><text>t</text></svg>") == [p("a")]
    assert content("<svg><text>chart</text></svg>") == [p("chart")]


def test_icons_set_in_letters_are_left_out():
    html = '<p><i class="material-icons">home</i> <i class="fa fa-x"></i><span class="material-symbols-outlined">menu</span>a'
    assert content(html) == [p("a")]


def test_scripts_and_styles_are_never_content():
    assert content("<p>a<script>x()</script><style>b{}</style><template>t</template>") == [p("a")]


def test_inline_elements_around_blocks():
    assert content("<b><p>a</p><ul><li>b</ul></b><code><p>c</p></code>") == [
        p(b("a")),
        ul(li(p(b("b")))),
        p(code("c")),
    ]
