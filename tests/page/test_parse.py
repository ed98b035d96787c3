from __future__ import annotations

import pytest

from dehusk import Limits, NotHtml, Page, PageError, PageTooLarge, parse


def names(page: Page) -> list[str]:
    return [page.tag_name(row) for row in range(len(page))]


def test_every_page_has_html_head_and_body() -> None:
    for source in ("", b"", "text", "<html></html>", "<!-- only a comment -->"):
        assert names(parse(source))[:3] == ["html", "head", "body"]


def test_comments_and_doctypes_make_no_rows() -> None:
    page = parse("<!doctype html><p>a<!-- no -->b</p>")
    assert names(page) == ["html", "head", "body", "p", "#text", "#text"]


def test_noscript_content_is_elements() -> None:
    page = parse("<body><noscript><p>Hello</p></noscript>")
    assert names(page)[3:] == ["noscript", "p", "#text"]


def test_tables_get_their_bodies_and_stray_text_moves_out() -> None:
    page = parse("<table>stray<tr><td>cell</table>")
    assert names(page)[3:] == ["#text", "table", "tbody", "tr", "td", "#text"]


def test_misnested_formatting_is_repaired() -> None:
    page = parse("<p><b>one<i>two</b>three</i>")
    assert page.text_of(0) == "onetwothree"
    assert names(page)[3:] == ["p", "b", "#text", "i", "#text", "i", "#text"]


def test_references_are_resolved() -> None:
    page = parse("<p title='a &amp; b'>&lt;caf&eacute;&gt; &#x4e2d;")
    assert page.text_of(3) == "<café> 中"
    assert page.attribute(3, "title") == "a & b"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "windows-1251", "koi8-r"])
def test_the_declared_charset_decides(encoding: str) -> None:
    html = "<p>Хлеб — всему голова. Мука, вода, соль и время.</p>".replace("—", "-")
    page = parse(html.encode(encoding), encoding=encoding)
    assert "всему голова" in page.text_of(0)


def test_a_wrong_declaration_is_recognised() -> None:
    html = '<meta charset="iso-8859-1"><p>Käse, Brötchen und Äpfel — “süß”</p>'
    page = parse(html.encode())
    assert page.encoding == "utf-8"
    assert "Brötchen" in page.text_of(0)


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    page = parse("<p title='\udc00'>a\ud800b")
    assert page.text_of(3) == "a\ufffdb"
    assert page.attribute(3, "title") == "\ufffd"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "PNG"),
        (b"\x7fELF\x02\x01\x01" + bytes(20), "program"),
        (b"PK\x03\x04\x14\x00\x06\x00", "ZIP"),
    ],
)
def test_what_is_not_html_is_named(source: bytes, kind: str) -> None:
    with pytest.raises(NotHtml, match=kind):
        parse(source)


@pytest.mark.parametrize(
    ("html", "limits", "named"),
    [
        ("x" * 101, Limits(bytes=100), "Limits.bytes"),
        ("<p>" * 50, Limits(rows=20), "Limits.rows"),
        ("<div>" * 50, Limits(depth=20), "Limits.depth"),
        ("<p title=" + "x" * 50 + ">", Limits(attribute_length=20), "Limits.attribute_length"),
    ],
)
def test_past_a_limit_the_error_names_it(html: str, limits: Limits, named: str) -> None:
    with pytest.raises(PageTooLarge, match=named):
        parse(html, limits=limits)


def test_limits_check_themselves() -> None:
    with pytest.raises(ValueError, match="rows"):
        Limits(rows=0)


def test_other_types_are_refused() -> None:
    with pytest.raises(PageError, match="and not None"):
        parse(None)  # type: ignore[arg-type]
