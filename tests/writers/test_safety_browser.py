"""The safety contract of docs/security.md in Chromium: what we write runs nothing and loads nothing.

The vectors of `tests/vectors.py`, as our HTML, as our Markdown after renderers with raw HTML, and as
both reports, are parsed and run by a browser without any policy. Payloads call `pwn()`; every
request is seen and none is answered; elements are counted from inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, sync_playwright

from dehusk import Document, Front, Markdown, extract
from dehusk.explain import explain
from dehusk.explain.compare import compare
from dehusk.rendering.chromium import find_chromium
from dehusk.writers.html import ATTRIBUTES, ELEMENTS
from tests.vectors import PAYLOADS, PLACES, page_of, page_with_metadata
from tests.writers.rendering import ELEMENTS as RENDERED
from tests.writers.rendering import Meant, renderers

pytestmark = pytest.mark.browser

HOME = "http://home.test/"
_TYPE = "text/html; charset=utf-8"
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
# What both reports are made of.
REPORTED = frozenset(
    "header main h1 p b s code small a dl dt dd div span svg title rect ol li form fieldset legend"
    " label input select option output table thead tbody tr th td details summary script".split()
)


@dataclass
class Visit:
    """What a page did in the browser."""

    pwned: int
    shapes: list[str]
    asked: set[str]
    dialogs: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=find_chromium(),
            args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"],
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    """A document for each place, with all payloads in it."""
    url = "https://a.example/page"
    return [extract(page_of(place), method="semantic", url=url) for place in PLACES]


@pytest.fixture(scope="module")
def images(browser: Browser, documents: list[Document]) -> set[str]:
    """The addresses of the images that were meant, as the browser asks for them."""
    meant = [Meant(document.blocks) for document in documents]
    urls = {url for each in meant for url in each.images | each.image_sources}
    script = "urls => urls.map(url => new URL(url, location).href.replace(/#.*/, ''))"
    with browser.new_context() as context:
        page = context.new_page()
        page.route(HOME, lambda route: route.fulfill(body=""))
        page.goto(HOME)
        return set(page.evaluate(script, sorted(urls)))


def visit(browser: Browser, html: str) -> Visit:
    """Load a document, and see what it does: no name has an address, so nothing is answered."""
    asked: set[str] = set()
    dialogs: list[str] = []
    with browser.new_context() as context:
        context.on("request", lambda request: asked.add(request.url))
        context.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.route(HOME, lambda route: route.fulfill(body=html, content_type=_TYPE))
        page.goto(HOME)
        page.evaluate(_TOUCH)
        page.wait_for_timeout(50)
        assert page.url == HOME
        pwned, shapes = page.evaluate("window.pwned"), page.evaluate(_SHAPES)
    return Visit(pwned, shapes, asked - {HOME, f"{HOME}favicon.ico"}, dialogs)


def whole(body: str) -> str:
    return f"<!doctype html><meta charset=utf-8><title>x</title><body>{body}</body>"


def check(found: Visit, shapes: dict[str, frozenset[str]], images: set[str]) -> None:
    assert found.pwned == 0
    assert found.dialogs == []
    for shape in found.shapes:
        name, *attributes = shape.split(" ")
        assert name in shapes, shape
        assert shapes[name].issuperset(attributes), shape
    assert found.asked - images == set()


def test_the_browser_sees_what_gets_through(browser: Browser) -> None:
    """Without a writer in between payloads run: the test can fail."""
    found = visit(browser, whole("".join(PAYLOADS[:16])))
    assert found.pwned >= 8
    assert "http://evil.example/pixel" in found.asked
    assert "img onerror src" in found.shapes


def test_html(browser: Browser, documents: list[Document], images: set[str]) -> None:
    shapes = {name: frozenset(ATTRIBUTES.get(name, ())) for name in ELEMENTS}
    body = "\n".join(document.html for document in documents)
    check(visit(browser, whole(body)), shapes, images)


@pytest.mark.parametrize("name", ["plain", "math", "everything", "github"])
def test_markdown(browser: Browser, documents: list[Document], images: set[str], name: str) -> None:
    body = "\n".join(renderers()[name].render(document.markdown) for document in documents)
    check(visit(browser, whole(body)), RENDERED, images)


@pytest.mark.parametrize("name", ["plain", "everything"])
def test_front_matter(browser: Browser, name: str) -> None:
    documents = [extract(page_with_metadata(payload), method="semantic") for payload in PAYLOADS]
    body = "\n".join(
        renderers()[name].render(
            document.to_markdown(Markdown(front_matter=True, front=Front(cover=False)))
        )
        for document in documents
    )
    check(visit(browser, whole(body)), RENDERED, set())


@pytest.mark.parametrize("kind", ["explain", "compare"])
def test_reports(browser: Browser, kind: str) -> None:
    """The reports without the policy that they bring along, which would hide what escaping missed."""
    places = list(PLACES)
    pages = ["".join(map(page_of, places[start::4])) for start in range(4)]
    for html in (*pages, page_with_metadata("".join(PAYLOADS))):
        found = visit(browser, report(kind, html))
        assert (found.pwned, found.dialogs, found.asked) == (0, [], set())
        assert {shape.split(" ")[0] for shape in found.shapes} <= REPORTED
        assert not any(re.search(r" (?:on|src)", shape) for shape in found.shapes)


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
