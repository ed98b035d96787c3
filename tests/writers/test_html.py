"""HTML holds nothing that a sanitizer with the same allowlist would take out."""

from __future__ import annotations

from typing import Any

import nh3
import pytest
from hypothesis import HealthCheck, given, settings

from dehusk.content import (
    Block,
    Break,
    Cell,
    Code,
    CodeBlock,
    Definition,
    DefinitionList,
    Embed,
    Emphasis,
    Figure,
    Footnote,
    FootnoteReference,
    Heading,
    Image,
    Link,
    List,
    ListItem,
    Math,
    MathBlock,
    Paragraph,
    Quote,
    Rule,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Table,
    Text,
)
from dehusk.content.schemes import image_url, link_url
from dehusk.writers.html import ATTRIBUTES, ELEMENTS, Html, html_of, whole_page
from tests.writers import trees
from tests.writers.letters import letters
from tests.writers.outline import Builder, Element

ROWS = (0, 1)
SCHEMES = {"http", "https", "mailto", "tel"}


def p(*content: Any) -> Paragraph:
    return Paragraph(tuple(Text(c) if isinstance(c, str) else c for c in content), ROWS)


def parsed(html: str) -> Any:
    builder = Builder()
    builder.feed(html)
    builder.close()
    return _form(builder.open[0])


def _form(element: Element) -> Any:
    children: list[Any] = []
    for child in element.children:
        if isinstance(child, str) and children and isinstance(children[-1], str):
            children[-1] += child
        else:
            children.append(child if isinstance(child, str) else _form(child))
    attributes = {name: value or "" for name, value in element.attributes.items()}
    return element.tag, attributes, children


def check(*blocks: Block, **options: bool) -> str:
    """The HTML of blocks, after making sure that a sanitizer has nothing to do."""
    html = html_of(blocks, Html(**options))
    clean = nh3.clean(
        html,
        tags=set(ELEMENTS),
        attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        url_schemes=SCHEMES,
        link_rel=None,
    )
    assert parsed(clean) == parsed(html)
    return html


HOSTILE_URLS = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\x01javascript:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "java\r\nscript:alert(1)",
    "javascript\t:alert(1)",
    "javascript&#58;alert(1)",
    "javascript&colon;alert(1)",
    "java&#115;cript:alert(1)",
    "java&Tab;script:alert(1)",
    "java\x00script:alert(1)",
    "\u00a0javascript:alert(1)",
    "\u2028javascript:alert(1)",
    "\ufeffjavascript:alert(1)",
    "java\u200bscript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "DATA:image/png;base64,AAAA",
    "blob:https://example.org/1",
    "file:///etc/passwd",
    "view-source:javascript:alert(1)",
    "feed:javascript:alert(1)",
    "jar:javascript:alert(1)",
    "intent://x#Intent;scheme=javascript;end",
    "",
    " \n",
)


@pytest.mark.parametrize("url", HOSTILE_URLS)
def test_hostile_addresses(url: str) -> None:
    html = check(p(Link((Text("a"),), url), Image(url, "b")), Embed(url, ROWS, "c"))
    assert html == "<p>a</p>\n<p>c</p>"


SAFE_URLS = (
    "https://example.org/",
    "HTTP://example.org/",
    "//example.org/",
    "/a/b",
    "../a:b/c",
    "./a:b",
    "?a=javascript:b",
    "#javascript:a",
    "a/b:c",
)


@pytest.mark.parametrize("url", SAFE_URLS)
def test_safe_addresses(url: str) -> None:
    assert link_url(url) == url
    assert f'href="{url}"' in check(p(Link((Text("a"),), url)))


def test_mail_and_telephone_are_for_links_only() -> None:
    assert link_url("mailto:a@example.org") == "mailto:a@example.org"
    assert link_url("tel:+49301234") == "tel:+49301234"
    assert image_url("mailto:a@example.org") is None


def test_attributes_cannot_be_left() -> None:
    attack = '"><script>alert(1)</script><img src=x onerror="alert(1)'
    html = check(
        p(
            Link((Text(attack),), "https://example.org/" + attack, attack),
            Image("https://example.org/" + attack, attack, attack),
            Code(attack),
            Math(attack),
            FootnoteReference(attack),
        ),
        CodeBlock(attack, ROWS, attack),
        MathBlock(attack, ROWS),
        Embed("https://example.org/" + attack, ROWS, attack),
        Footnote(attack, (p(attack),)),
        Heading(99, (Text(attack),), ROWS),
    )
    assert "<script" not in html
    assert "<img src=x" not in html
    assert html.count("<h6>") == 1


def test_every_kind_of_block() -> None:
    cells = (Cell((p("h"),), True, 2), Cell((p("c"), p("d")), lines=3))
    html = check(
        Heading(2, (Text("A & B"),), ROWS),
        p(Emphasis((Text("a"),)), Strong((Text("b"),)), Strikethrough((Text("c"),)), Break()),
        p("x", Superscript((Text("2"),)), Subscript((Text("i"),)), Code("<c>"), Math("y")),
        List(
            False,
            (
                ListItem((p("a"), List(True, (ListItem((p("b"),), ROWS),), ROWS, 3)), ROWS),
                ListItem((p("c"), p("d")), ROWS, checked=True),
            ),
            ROWS,
        ),
        DefinitionList((Definition(((Text("t"),),), ((p("m"),),)),), ROWS),
        Table((cells, cells), ROWS, 1, (Text("cap"),)),
        CodeBlock("a\n<b>", ROWS, "c++"),
        Quote((p("q"),), ROWS),
        Figure((p(Image("https://example.org/a.png", "alt")),), ROWS, (Text("cap"),)),
        MathBlock("z", ROWS),
        Embed("https://example.org/v", ROWS),
        Rule(ROWS),
        p("n", FootnoteReference("1"), FootnoteReference("2")),
        Footnote("1", (p("note"),)),
    )
    assert html.split("\n") == [
        "<h2>A &amp; B</h2>",
        "<p><em>a</em><strong>b</strong><del>c</del><br></p>",
        "<p>x<sup>2</sup><sub>i</sub><code>&lt;c&gt;</code>"
        '<code class="language-math math-inline">y</code></p>',
        '<ul><li>a<ol start="3"><li>b</li></ol></li>'
        '<li><input type="checkbox" checked disabled> <p>c</p><p>d</p></li></ul>',
        "<dl><dt>t</dt><dd>m</dd></dl>",
        "<table><caption>cap</caption>"
        '<thead><tr><th colspan="2">h</th><td rowspan="3"><p>c</p><p>d</p></td></tr></thead>'
        '<tbody><tr><th colspan="2">h</th><td rowspan="3"><p>c</p><p>d</p></td></tr></tbody></table>',
        '<pre><code class="language-c++">a',
        "&lt;b&gt;</code></pre>",
        "<blockquote><p>q</p></blockquote>",
        '<figure><p><img src="https://example.org/a.png" alt="alt"></p>'
        "<figcaption>cap</figcaption></figure>",
        '<pre><code class="language-math math-display">z</code></pre>',
        '<p><a href="https://example.org/v">https://example.org/v</a></p>',
        "<hr>",
        '<p>n<sup><a href="#fn-1">1</a></sup><sup>2</sup></p>',
        '<section class="footnotes"><dl><dt id="fn-1">1</dt><dd>note</dd></dl></section>',
    ]


def test_links_do_not_nest() -> None:
    inner = Link((Text("b"), FootnoteReference("1")), "https://example.org/b")
    html = check(p(Link((Text("a"), inner), "https://example.org/a")), Footnote("1", (p("n"),)))
    assert html.startswith('<p><a href="https://example.org/a">ab<sup>1</sup></a></p>')


def test_ids_are_ours() -> None:
    """No label can make an id that scripts or styles of a page around it know."""
    html = check(
        p(FootnoteReference("a b<")), Footnote("a b<", (p("n"),)), Footnote("a b<", (p("m"),))
    )
    assert html.count('id="fn-a_20_b_3c_"') == 1


def test_empty_content_has_no_tags() -> None:
    assert html_of((p(), p(Emphasis(()), Link((), "https://example.org/")), Quote((), ROWS))) == ""
    assert html_of((Table((), ROWS), List(True, (), ROWS), CodeBlock("", ROWS))) == ""


def test_options() -> None:
    blocks = (p(Link((Text("a"),), "https://example.org/"), Image("https://example.org/b.png")),)
    assert check(*blocks, links=False, images=False) == "<p>a</p>"


def test_a_whole_page() -> None:
    page = whole_page("<p>a</p>", "</title><script>", 'en"><script>')
    assert "<script" not in page
    assert "<title>&lt;/title&gt;&lt;script&gt;</title>" in page
    assert '<html lang="he" dir="rtl">' in whole_page("", None, "he")
    assert '<html lang="en-GB">' in whole_page("", None, "en-GB")
    assert '<meta charset="utf-8">' in page


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees.trees)
def test_any_tree_is_safe_and_complete(blocks: tuple[Block, ...]) -> None:
    html = check(*blocks)
    assert letters(_words(parsed(html))) == letters(blocks, html=True)


def _words(form: Any) -> str:
    return form if isinstance(form, str) else "".join(map(_words, form[2]))


def test_boxes_have_a_class_of_few() -> None:
    box = (Paragraph((Text("Hot"),), (0, 1)),)
    assert (
        html_of((Quote(box, (0, 1), "tip"),))
        == '<blockquote class="callout-tip"><p>Hot</p></blockquote>'
    )
    assert html_of((Quote(box, (0, 1), '"x'),)) == "<blockquote><p>Hot</p></blockquote>"
