"""The safety contract of docs/security.md in Chromium: what we write runs nothing and loads nothing.

The vectors of `tests/vectors.py`, as our HTML, as our Markdown after renderers with raw HTML, and as
both reports, are parsed and run by a browser without any policy. Payloads call `pwn()`; every
request is seen and none is answered; elements are counted from inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, Route, sync_playwright

from dehusk import Document, Markdown, extract
from dehusk.compare import compare
from dehusk.explain import explain
from dehusk.render.chromium import find_chromium
from dehusk.writers.html import ATTRIBUTES, ELEMENTS
from tests.vectors import PAYLOADS, PLACES, page_of, page_with_metadata
from tests.writers.rendering import ELEMENTS as RENDERED
from tests.writers.rendering import Meant, renderers

pytestmark = pytest.mark.browser

HOME = "http://home.test/"
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
# Counts what runs, and after the page has loaded tries everything that a hasty reader would.
_WATCH = """
window.pwned = 0;
window.pwn = () => { window.pwned += 1 };
for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) window[name] = window.pwn;
"""
_TOUCH = """() => {
  for (const link of document.querySelectorAll('a, area, button, summary, [tabindex]')) {
    for (const kind of ['mouseover', 'focus', 'pointerenter']) link.dispatchEvent(new Event(kind));
    if (/^\\s*(javascript|vbscript|data):/i.test(link.href || '')) window.pwn();
  }
}"""
_SHAPES = """() => [...new Set([...document.querySelectorAll('body *')].map(element =>
  [element.localName, ...element.getAttributeNames().sort()].join(' ')))]"""


@dataclass
class Visit:
    """What a page did in the browser."""

    pwned: int
    shapes: list[str]
    asked: set[str]
    dialogs: list[str] = field(default_factory=list)


@cache
def document_of(place: str) -> Document:
    return extract(page_of(place), method="semantic", url="https://a.example/page")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@contextmanager
def _tab(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_init_script(_WATCH)
    yield page
    page.close()


def visit(browser: Browser, html: str) -> Visit:
    """Load a document, with every request but its own refused and noted."""
    asked: set[str] = set()
    dialogs: list[str] = []

    def answer(route: Route) -> None:
        if route.request.url == HOME:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            asked.add(route.request.url)
            route.abort()

    with _tab(browser) as page:
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page.route("**/*", answer)
        page.goto(HOME)
        page.evaluate(_TOUCH)
        page.wait_for_timeout(50)
        assert page.url == HOME
        return Visit(page.evaluate("window.pwned"), page.evaluate(_SHAPES), asked, dialogs)


def whole(body: str) -> str:
    return f"<!doctype html><meta charset=utf-8><title>x</title><body>{body}</body>"


def check(found: Visit, shapes: dict[str, frozenset[str]], images: set[str]) -> None:
    assert found.pwned == 0
    assert found.dialogs == []
    for shape in found.shapes:
        name, *attributes = shape.split(" ")
        assert name in shapes, shape
        assert shapes[name].issuperset(attributes), shape
    assert {url for url in found.asked if not _is_meant(url, images)} == set()


def _is_meant(url: str, images: set[str]) -> bool:
    return url in images or url == f"{HOME}favicon.ico"


def images_of(browser: Browser, documents: list[Document]) -> set[str]:
    """The addresses of the images that were meant, as the browser asks for them."""
    meant = {url for document in documents for url in Meant(document.blocks).images}
    with _tab(browser) as page:
        page.route("**/*", lambda route: route.fulfill(body=""))
        page.goto(HOME)
        script = "urls => urls.map(url => new URL(url, location).href.replace(/#.*/, ''))"
        return set(page.evaluate(script, sorted(meant)))


def test_the_browser_sees_what_gets_through(browser: Browser) -> None:
    """Without a writer in between most payloads run: the test can fail."""
    ran = sum(bool(visit(browser, whole(payload)).pwned) for payload in PAYLOADS[:16])
    assert ran >= 8
    assert visit(browser, whole("<img src=//evil.example/x>")).asked == {"http://evil.example/x"}


def test_html(browser: Browser) -> None:
    documents = [document_of(place) for place in PLACES]
    shapes = {name: frozenset(ATTRIBUTES.get(name, ())) for name in ELEMENTS}
    body = "\n".join(document.html for document in documents)
    check(visit(browser, whole(body)), shapes, images_of(browser, documents))


@pytest.mark.parametrize("name", renderers())
def test_markdown(browser: Browser, name: str) -> None:
    documents = [document_of(place) for place in PLACES]
    body = "\n".join(renderers()[name].render(document.markdown) for document in documents)
    check(visit(browser, whole(body)), RENDERED, images_of(browser, documents))


@pytest.mark.parametrize("name", ["plain", "everything"])
def test_front_matter(browser: Browser, name: str) -> None:
    documents = [extract(page_with_metadata(payload), method="semantic") for payload in PAYLOADS]
    body = "\n".join(
        renderers()[name].render(document.to_markdown(Markdown(front_matter=True)))
        for document in documents
    )
    check(visit(browser, whole(body)), RENDERED, images_of(browser, documents))


@pytest.mark.parametrize("kind", ["explain", "compare"])
def test_reports(browser: Browser, kind: str) -> None:
    """The reports without the policy that they bring along, which would hide what escaping missed."""
    honest = visit(
        browser, report(kind, "<article><h2>Words</h2><p>a <b>b</b><pre>c</pre></article>")
    )
    for html in (*map(page_of, PLACES), page_with_metadata("".join(PAYLOADS))):
        found = visit(browser, report(kind, html))
        assert (found.pwned, found.dialogs, found.asked - {f"{HOME}favicon.ico"}) == (0, [], set())
        assert {_name(shape) for shape in found.shapes} <= {
            _name(shape) for shape in honest.shapes
        } | {*("s", "a", "details", "summary", "option", "p")}
        assert not any(" on" in shape for shape in found.shapes)


def _name(shape: str) -> str:
    return shape.split(" ")[0]


def report(kind: str, html: str) -> str:
    """A report with its policy taken out."""
    document: Any = extract(
        html, method="semantic", url="https://a.example/'\"><img src=x onerror=pwn()>"
    )
    if kind == "explain":
        written = explain(document.page, document.selection, method="<svg onload=pwn()>")
    else:
        written = compare(document.page, methods=["semantic", "cnr"]).html
    bare, count = _POLICY.subn("", written)
    assert count == 1
    return bare
