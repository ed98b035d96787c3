"""XML that every parser reads, in the vocabulary of trafilatura's corpora and of TEI."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dehusk
from dehusk import Document, Selection
from dehusk.content import Paragraph, Post, Quote, Text
from dehusk.writers.xml import Xml, write_tei, write_xml, xml_of

ROWS = (0, 1)
PAGE = """<html lang=en><head><title>Tea</title><meta name=author content="Ann Leaf">
<meta property="og:site_name" content="Leaves & Co"><meta name=description content="How to.">
<meta name=keywords content="tea, water"></head><body><article><h1>Tea</h1>
<p>Boil <b>water</b>, <i>wait</i>, see <a href="/guide">our guide</a><br>and H<sub>2</sub>O <del>now</del>
<code>x < 1</code>.</p><ul><li>one</li><li>two<ul><li>three</li></ul></li></ul><ol><li>first</li></ol>
<blockquote><p>A quote</p></blockquote><pre><code class=language-python>def f():
    pass</code></pre><table><tr><th>A<th>B<tr><td>1<td>2</table><dl><dt>Term<dd>Meaning</dl>
<figure><img src=/p.jpg alt="A pot" width=600 height=400><figcaption>The pot</figcaption></figure>
</article></body></html>"""
BOX = '<div class="markdown-alert markdown-alert-tip"><p>Warm the pot.</div>'


def document_of(html: str) -> Document:
    page = dehusk.parse(html, url="https://example.org/tea")
    return Document(page, Selection.of_subtrees(page, [0], reason="all of it"))


def test_every_kind_of_block_has_its_element() -> None:
    main = ElementTree.fromstring(write_xml(document_of(PAGE))).find("main")
    assert main is not None
    assert [child.tag for child in main] == (
        ["head", "p", "list", "list", "quote", "code", "table", "list", "p", "p"]
    )
    assert main.find("head").attrib == {"rend": "h1"}  # type: ignore[union-attr]
    assert [mark.get("rend") for mark in main.iter("hi")] == ["#b", "#i", "#sub"]
    assert main.find("p/ref").get("target") == "https://example.org/guide"  # type: ignore[union-attr]
    assert [cell.get("role") for cell in main.iter("cell")] == ["head", "head", None, None]
    assert [item.get("rend") for item in main.findall("list")[2]] == ["dt-1", "dd-1"]
    assert main.find(".//graphic").get("alt") == "A pot"  # type: ignore[union-attr]


def test_the_page_is_described() -> None:
    attributes = ElementTree.fromstring(write_xml(document_of(PAGE), id="7")).attrib
    assert attributes["sitename"] == "Leaves & Co"
    assert attributes["author"] == "Ann Leaf"
    assert attributes["hostname"] == "example.org"
    assert attributes["id"] == "7"


def test_options_leave_things_out() -> None:
    bare = Xml(formatting=False, links=False, images=False, tables=False)
    root = ElementTree.fromstring(write_xml(document_of(PAGE), bare))
    assert not {"hi", "ref", "graphic", "table", "del"} & {element.tag for element in root.iter()}
    assert "Boil water, wait, see our guide" in "".join(root.itertext())


def test_a_footnote_and_its_mark_find_each_other() -> None:
    html = (
        "<p>Tea<sup><a href=#fn1 id=fnref1>1</a></sup> is hot.</p>"
        "<section class=footnotes><ol><li id=fn1>A drink. <a href=#fnref1>↩</a></ol></section>"
    )
    root = ElementTree.fromstring(write_tei(document_of(html)))
    space = {"t": "http://www.tei-c.org/ns/1.0"}
    note = root.find(".//t:note", space)
    mark = root.find(".//t:ref[@type='note']", space)
    assert note is not None
    assert mark is not None
    name = note.get("{http://www.w3.org/XML/1998/namespace}id")
    assert mark.get("target") == f"#{name}"


@given(st.text(st.characters(codec="utf-8")))
def test_whatever_the_text_the_xml_is_well_formed(text: str) -> None:
    html = f"<title>{text}</title><p class=x>{text}</p><a href='{text}'>{text}</a><pre>{text}</pre>"
    document = document_of(html)
    ElementTree.fromstring(write_xml(document))
    ElementTree.fromstring(write_tei(document))


def test_tei_is_valid_by_its_schema() -> None:
    etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
    spec = importlib.util.find_spec("trafilatura")
    if spec is None or spec.origin is None:
        pytest.skip("trafilatura, which brings the schema of TEI, is not installed")
    schema = etree.DTD(str(Path(spec.origin).parent / "data" / "tei_corpus.dtd"))
    # The schema is one of TEI's customisations, without the modules of tables and of code.
    page = re.sub("<(table|pre|code)\\b.*?</\\1>", "", PAGE, flags=re.DOTALL)
    for html in (page, BOX, "", "<p>Tea", "<p>Tea<sup><a href=#n1>1</a></sup><p id=n1>1. A note"):
        tree = etree.fromstring(write_tei(document_of(html)))
        etree.cleanup_namespaces(tree)
        text = etree.tostring(tree).replace(b' xmlns="http://www.tei-c.org/ns/1.0"', b"")
        assert schema.validate(etree.fromstring(text)), schema.error_log


def test_posts_are_paragraphs_and_replies_quotes() -> None:
    reply = Post("Bo", None, (Paragraph((Text("Three."),), ROWS),), (), ROWS)
    post = Post("Ann", "2024-05-01", (Paragraph((Text("How long?"),), ROWS),), (reply,), ROWS)
    assert xml_of((post,)).splitlines() == [
        '<p><hi rend="#b">Ann</hi> · 2024-05-01</p>',
        "<p>How long?</p>",
        "<quote>",
        '<p><hi rend="#b">Bo</hi></p>',
        "<p>Three.</p>",
        "</quote>",
    ]


def test_boxes_are_quotes_of_a_kind() -> None:
    assert '<quote type="tip">' in write_xml(document_of(BOX))
    box = Quote((Paragraph((Text("Hot."),), ROWS),), ROWS, "warning")
    assert xml_of((box,)).splitlines() == ['<quote type="warning">', "<p>Hot.</p>", "</quote>"]
    assert xml_of((Quote(box.content, ROWS),)).splitlines()[0] == "<quote>"
