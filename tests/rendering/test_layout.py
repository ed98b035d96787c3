"""What Chromium makes of pages: boxes, styles, sizes."""

from __future__ import annotations

import numpy as np
import pytest

from dehusk import Layout, Page
from dehusk.page.snapshot import from_snapshot, to_snapshot
from dehusk.page.tags import Tag
from dehusk.rendering import Renderer, Source

pytestmark = pytest.mark.browser

PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
PLAIN = "<!doctype html><style>* { margin: 0; font: 20px/30px monospace }</style>"


def layout_of(page: Page) -> Layout:
    assert page.layout is not None
    return page.layout


def box(page: Page, row: int) -> list[float]:
    return [float(side) for side in layout_of(page).box[row]]


def row_of(page: Page, text: str) -> int:
    return next(row for row in np.flatnonzero(page.is_text).tolist() if page.text_of(row) == text)


def display(page: Page, row: int) -> str:
    layout = layout_of(page)
    return layout.keywords[layout.display[row]]


def test_boxes_are_in_pixels_of_the_document(renderer: Renderer) -> None:
    page = renderer.render(
        PLAIN + "<div style='height: 2000px'></div><p style='margin-left: 100px'>Text</p>"
    )
    layout = layout_of(page)
    paragraph = int(page.rows_with_tag(Tag.P)[0])
    assert box(page, paragraph) == [100, 2000, 1820, 30]
    x, y, width, height = box(page, paragraph + 1)
    assert (x, round(y)) == (100, 2003)
    assert 40 < width < 60
    assert 20 < height < 30
    assert layout.window == (1920, 1080)
    assert layout.document == (1920, 2030)


def test_text_keeps_its_own_box_and_is_in_line(renderer: Renderer) -> None:
    page = renderer.render(PLAIN + "<p>one <b>two</b> three</p>")
    one, two, three = (row_of(page, text) for text in ("one ", "two", " three"))
    assert box(page, one)[0] < box(page, two)[0] < box(page, three)[0]
    assert {display(page, row) for row in (one, two, three)} == {"inline"}
    assert display(page, int(page.parent[one])) == "block"


def test_styles(renderer: Renderer) -> None:
    page = renderer.render(
        PLAIN
        + "<p style='opacity: .5; visibility: hidden; white-space: pre; font-size: 11px'>a</p>"
        "<ul style='display: flex'><li>b</ul><table><td>c</table>"
    )
    layout = layout_of(page)
    row = row_of(page, "a")
    for styled in (row, int(page.parent[row])):
        assert layout.keywords[layout.visibility[styled]] == "hidden"
        assert layout.keywords[layout.white_space[styled]] == "pre"
        assert layout.opacity[styled] == 0.5
        assert layout.font_size[styled] == 11
    assert display(page, int(page.rows_with_tag(Tag.UL)[0])) == "flex"
    assert display(page, int(page.rows_with_tag(Tag.TD)[0])) == "table-cell"


def test_what_is_not_shown_is_not_rendered(renderer: Renderer) -> None:
    page = renderer.render(
        PLAIN + "<p hidden>no</p><details><summary>yes</summary>folded</details>"
        "<template>t</template><div style='display: contents'>through</div>"
    )
    rendered = layout_of(page).rendered
    assert not rendered[row_of(page, "no")]
    assert not rendered[row_of(page, "folded")]
    assert not rendered[row_of(page, "t")]
    assert rendered[row_of(page, "yes")]
    through = row_of(page, "through")
    assert rendered[through]
    assert not rendered[page.parent[through]]
    assert not layout_of(page).box[~rendered].any()


def test_rows_of_the_parser_and_where_they_came_from_are_kept(renderer: Renderer) -> None:
    html = "<p>Tea<template><b>in the template</b></template>"
    page = renderer.render(html, url="https://example.org/tea")
    bold = int(page.rows_with_tag(Tag.B)[0])
    assert page.source_span(bold) == (html.index("<b>"), html.index("</template>"))
    assert (page.url, page.encoding, page.source) == (
        "https://example.org/tea",
        "utf-8",
        html.encode(),
    )


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Übergröße Straße für alle", "windows-1252"),
        ("从前有座山，山里有座庙", "gbk"),
        ("русский текст здесь", "koi8-r"),
    ],
)
def test_encodings_come_through(renderer: Renderer, text: str, encoding: str) -> None:
    declared = f"<meta charset={encoding}><p>{text}".encode(encoding)
    told = Source(f"<p>{text}".encode(encoding), encoding=encoding)
    for source in (declared, told):
        page = renderer.render(source)
        assert page.text_of(int(page.rows_with_tag(Tag.P)[0])) == text
        assert page.encoding == encoding
        assert text in page.source.decode()


def test_frames_are_entered_where_they_stand(renderer: Renderer) -> None:
    page = renderer.render(
        PLAIN + "<iframe style='margin: 50px 0 0 40px; border: 6px solid; padding: 4px'"
        " srcdoc='<style>*{margin:0}</style><p>inside'></iframe><iframe src=/nowhere></iframe>"
    )
    paragraph = int(page.rows_with_tag(Tag.P)[0])
    assert box(page, paragraph)[:2] == [50, 60]
    first, second = page.rows_with_tag(Tag.IFRAME).tolist()
    assert first < paragraph < page.end[first]
    assert page.end[second] == second + 1


def test_pseudo_elements_and_insides_of_controls_make_no_rows(renderer: Renderer) -> None:
    html = "<style>p::before{content:'x'}</style><p>a<input value=v><video controls>"
    names = [renderer.render(html).tag_name(row) for row in range(9)]
    assert names == ["html", "head", "style", "#text", "body", "p", "#text", "input", "video"]


def test_the_window_decides_the_layout() -> None:
    html = PLAIN + "<style>@media (max-width: 500px) { p { width: 111px } }</style><p>x"
    with Renderer(window=(390, 844)) as narrow:
        page = narrow.render(html)
    assert layout_of(page).window == (390, 844)
    assert box(page, int(page.rows_with_tag(Tag.P)[0]))[2] == 111


@pytest.mark.parametrize("url", [None, "https://a.example/"])
def test_images_and_styles_within_the_page_need_no_network(
    renderer: Renderer, url: str | None
) -> None:
    drawing = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='37' height='41'/>"
    page = renderer.render(
        f'{PLAIN}<link rel=stylesheet href="data:text/css,p{{width:77px}}"><p>x</p>'
        f'<img src="{drawing}"><img src="data:image/gif;base64,{PIXEL}">'
        '<iframe src="data:text/html,<p>framed</p>"></iframe>',
        url=url,
    )
    first, second = page.rows_with_tag(Tag.IMG).tolist()
    assert box(page, first)[2:] == [37, 41]
    assert box(page, second)[2:] == [1, 1]
    assert box(page, int(page.rows_with_tag(Tag.P)[0]))[2] == 77
    assert "framed" in page.text_of(0)


def test_scripts_run_only_when_asked(renderer: Renderer) -> None:
    html = "<p>a<noscript>b</noscript><script>document.body.append('c')</script>"
    page = renderer.render(html)
    assert "c" not in [page.text_of(row) for row in np.flatnonzero(page.is_text)]
    assert layout_of(page).rendered[row_of(page, "b")]
    with Renderer(javascript=True) as lively:
        page = lively.render(html)
    assert layout_of(page).rendered[row_of(page, "c")]
    assert not layout_of(page).rendered[page.rows_with_tag(Tag.NOSCRIPT)].any()


def test_a_rendered_page_survives_as_a_snapshot(renderer: Renderer) -> None:
    page = renderer.render(
        PLAIN + "<p>a <i>b</i><svg><circle r=5 /></svg>", url="https://a.example/"
    )
    copy = from_snapshot(to_snapshot(page))
    ours, theirs = layout_of(page), layout_of(copy)
    assert (copy.tag == page.tag).all()
    assert (ours.box == theirs.box).all()
    assert (ours.rendered == theirs.rendered).all()
    assert [ours.keywords[code] for code in ours.display] == [
        theirs.keywords[code] for code in theirs.display
    ]
    assert (ours.window, ours.document) == (theirs.window, theirs.document)
    assert (copy.source, copy.url) == (page.source, page.url)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "HTTP://EXAMPLE.org:80/ä b/../c?q='x'#part",
        "https://bücher.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://[::1]:8080/",
        "http://",
    ],
)
def test_any_url_will_do(renderer: Renderer, url: str) -> None:
    page = renderer.render("<p>x", url=url)
    assert page.url == url
    assert page.layout is not None


def test_screenshots(renderer: Renderer) -> None:
    drawn = renderer.render_with_screenshot(PLAIN + "<div style='height: 1500px; background: red'>")
    assert drawn.screenshot is not None
    assert png_size(drawn.screenshot) == (1920, 1500)
    tall = renderer.render_with_screenshot(PLAIN + "<div style='height: 50000px; width: 5000px'>")
    assert tall.screenshot is not None
    assert png_size(tall.screenshot) == (4096, 9765)
    assert layout_of(tall.page).document == (5000, 50000)


def png_size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
