"""The parser and the browser build the same tree of the same bytes."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from dehusk import parse
from dehusk.rendering import Renderer
from tests.conftest import DATA, PAGES
from tests.rendering.agreement import agreement, seen_by_browser

pytestmark = pytest.mark.browser

NEWS_PAGES = 50


@pytest.mark.parametrize("name", sorted(path.parent.name for path in PAGES.glob("*/page.html")))
def test_golden_pages(renderer: Renderer, name: str) -> None:
    parsed = parse((PAGES / name / "page.html").read_bytes())
    found = agreement(parsed, seen_by_browser(renderer, parsed))
    assert found, found.difference


@pytest.mark.parametrize(
    "html",
    [
        "",
        "text",
        "<!doctype html><p>a<!-- c -->b<p>",
        "<table><p>foster<tr><td>x<table>y",
        "<b><p>x</b>y</p><a>1<a>2<i><b></i></b>",
        "<noscript><p>read</p><style>x</style></noscript>",
        "<head><noscript><link href=x></noscript><title>t</title>",
        "<svg viewBox='0 0 1 1' xlink:href=q><foreignObject><p>x</p></foreignObject><title>s</svg>",
        "<math><mi mathvariant=bold>x</mi><annotation-xml><svg/></math><x-y z>custom</x-y>",
        "<template><td>cell</td></template><p>a<template>b<template>c</template></template>d",
        "<select><option>a<option>b<hr></select><textarea>\n\nx</textarea><pre>\n\ny</pre>",
        "<iframe><p>raw</p></iframe><noembed><b></noembed><plaintext><b>",
        "<p title='a&amp;b &notin; &#0; &#x80; \r\n'>\0 &lt;&nbsp;é漢😀\ufffe",
        "<form><form><input type=hidden><button><button>",
        "<frameset><frame src=x></frameset>",
        "<body a=1><body b=2 a=3><html c=4>",
    ],
)
def test_strange_markup(renderer: Renderer, html: str) -> None:
    parsed = parse(html)
    found = agreement(parsed, seen_by_browser(renderer, parsed))
    assert found, found.difference


@pytest.mark.data
@pytest.mark.slow
def test_news_pages(renderer: Renderer) -> None:
    differences = {}
    for name, html in news_pages():
        parsed = parse(html)
        found = agreement(parsed, seen_by_browser(renderer, parsed))
        if not found:
            differences[name] = found.difference
    assert not differences


def news_pages() -> list[tuple[str, bytes]]:
    with tarfile.open(DATA / "news.tar.xz") as archive:
        members = [member for member in archive if member.name.endswith(".html")]
        members = sorted(members, key=lambda member: member.name)[:NEWS_PAGES]
        return [(Path(m.name).stem, archive.extractfile(m).read()) for m in members]  # type: ignore[union-attr]


# Where they must differ


def test_the_browser_stops_at_512_levels_and_the_parser_does_not(renderer: Renderer) -> None:
    parsed = parse("<div>" * 600 + "x")
    seen = seen_by_browser(renderer, parsed)
    assert seen.depth.max() < 520 < parsed.depth.max()
    assert renderer.render(parsed.source).text_of(0) == "x"


def test_frames_and_shadow_trees_are_in_the_browser_s_page_only(renderer: Renderer) -> None:
    page = renderer.render(
        "<iframe srcdoc='<p>framed'></iframe>"
        "<div><template shadowrootmode=open><b>shadow <slot></slot></b></template>light</div>"
    )
    assert page.text_of(0) == "framedshadow light"
    assert "shadow" in page.source.decode()
