"""What a worker makes of a request: a status, a type and bytes.

>>> request = {"do": "extract", "seconds": 10, "output_bytes": 1000}
>>> header, body = Handlers().handle(request, b"<p>Tea needs boiling water.</p>")
>>> header["status"], body
(200, b'Tea needs boiling water.\\n')
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from dehusk.budget import budget
from dehusk.document import Document
from dehusk.errors import DehuskError, LayoutRequired
from dehusk.files import page_of
from dehusk.page import Page
from dehusk.page.parse import Limits
from dehusk.page.snapshot import to_snapshot
from dehusk.pipeline import extract
from dehusk.serve.fields import BadRequest
from dehusk.serve.refusals import refused
from dehusk.serve.request import Header, PageRequest, media_type, read_request
from dehusk.views.blocks import Blocks
from dehusk.writers.formats import FORMATS

if TYPE_CHECKING:
    from dehusk.explain import Verdict
    from dehusk.rendering import Renderer

_MOST_LINES = 2_000
_MOST_WORDS = 160
VERSION = 1
"""Of the JSON of decisions; it grows when a field changes its meaning."""


class Handlers:
    """Handles requests one by one; the browser of one that wants it stays for the next."""

    def __init__(self) -> None:
        self._renderer: Renderer | None = None
        self._window = ""

    def close(self) -> None:
        """End the browser, if one was started."""
        if self._renderer is not None:
            self._renderer.close()

    def handle(self, header: Header, body: bytes) -> tuple[Header, bytes]:
        """The answer to a request. What is missing for it, a page or a browser, is `wanted`."""
        try:
            request = read_request(header, body)
            wanted = _wanted(request, bool(header.get("can_render")))
            if wanted is not None:
                return {"wanted": wanted, "given": _given(request)}, _rest(request)
            return self._answer(request, header)
        except DehuskError as error:
            told = refused(error)
            return {"status": told.status, "error": told.name, "message": str(told)}, b""

    def _answer(self, request: PageRequest, header: Header) -> tuple[Header, bytes]:
        limits = _limits(header["seconds"], header["output_bytes"])
        start = perf_counter()
        if request.render:
            page, screenshot = self._rendered(request, header)
        else:
            page, screenshot = None, None
        with budget(limits):
            if page is None:
                page = page_of(
                    request.source or b"", url=request.url, encoding=request.encoding, limits=limits
                )
            made = _MADE[request.do](request, page, screenshot, limits)
        told = {"status": 200, "type": media_type(request.format), **made[0]}
        return told | {"seconds": perf_counter() - start}, made[1].encode("utf-8", "replace")

    def _rendered(self, request: PageRequest, header: Header) -> tuple[Page, bytes | None]:
        """The page through the browser, which starts with the first, and anew for another window."""
        from dehusk.rendering import Renderer, Source
        from dehusk.rendering.settings import window_of

        if self._window != request.window:
            self.close()
            self._renderer, self._window = None, request.window
        if self._renderer is None:
            self._renderer = Renderer(
                window=window_of(request.window),
                timeout=header["seconds"],
                offline=not header["online"],
                javascript=bool(header.get("scripts")),
            )
        assert request.source is not None
        source = Source(request.source, request.url, request.encoding)
        if request.do == "render":
            rendering = self._renderer.render_with_screenshot(source)
            return rendering.page, rendering.screenshot
        return self._renderer.render(source), None


@lru_cache(maxsize=4)
def _limits(seconds: float, output_bytes: int) -> Limits:
    return Limits(seconds=seconds, output_bytes=output_bytes)


def _wanted(request: PageRequest, can_render: bool) -> str | None:
    """What is needed first that a worker does not have."""
    if request.source is None:
        if request.url is None:
            raise BadRequest("There is no page: send HTML, or JSON with html, snapshot or url.")
        return "fetch"
    return "render" if (request.render or request.do == "render") and not can_render else None


def _given(request: PageRequest) -> dict[str, Any]:
    """A request in JSON, without its page."""
    given = {
        one.name: getattr(request, one.name)
        for one in fields(PageRequest)
        if one.name not in ("do", "source", "keep_page")
    }
    return given | {"render": request.render or request.do == "render"}


def _rest(request: PageRequest) -> bytes:
    source = request.source or b""
    return source.encode("utf-8", "replace") if isinstance(source, str) else source


# What is made of a page: facts for the header, and the body

Made = tuple[dict[str, Any], str]


def _extracted(request: PageRequest, page: Page, _: bytes | None, limits: Limits) -> Made:
    document = _document(request, page, limits)
    if request.format in FORMATS:
        return _facts(document), FORMATS[request.format].write(document, request.options)
    if request.options:
        raise BadRequest(f"The format {request.format} has no options.")
    if request.format == "source":
        return _facts(document), document.page.source.decode()
    return _facts(document), _rows(document, request.method)


def _document(request: PageRequest, page: Page, limits: Limits) -> Document:
    from dehusk.serve.decisions import PERSON, person_selection

    if request.rows is not None:
        # A person says exactly what is content: nothing is completed, nothing is added.
        return Document(page, person_selection(page, request.rows), PERSON, limits).as_selected()
    document = extract(page, method=request.extractor, limits=limits)
    if request.setting != "ours":
        document = document.as_selected()
    return document.with_comments() if request.comments else document


def _facts(document: Document) -> dict[str, Any]:
    return {
        "confidence": document.confidence,
        "reason": document.reason,
        "url": document.page.url,
    }


def _rows(document: Document, method: str) -> str:
    """The leaves that are kept, by their rows, and the score of each row: for whoever has the page at
    hand. `cnr` finds menus, too."""
    from dehusk.extractors.cnr import CharsNodesRatio
    from dehusk.serve.decisions import title_rows

    return json.dumps(
        {
            "version": VERSION,
            "method": document.method,
            "url": document.page.url,
            "title": document.title,
            "confidence": document.confidence,
            "reason": document.reason,
            "page_rows": len(document.page),
            "rows": document.whole.rows.tolist(),
            "scores": np.round(np.nan_to_num(document.selection.score.astype(float)), 2).tolist(),
            "menus": CharsNodesRatio().menus(document.page) if method == "cnr" else [],
            "title_rows": title_rows(document),
        }
    )


def _explained(request: PageRequest, page: Page, _: bytes | None, limits: Limits) -> Made:
    if request.format == "page":
        from dehusk.serve.annotated_html import annotated_html

        return {}, annotated_html(page)
    document = _document(request, page, limits)
    if request.format == "json":
        from dehusk.serve.decisions import decisions

        return _facts(document), json.dumps({"version": VERSION, **decisions(document)})
    return _facts(document), _EXPLAINED[request.format](request, document)


def _report(request: PageRequest, document: Document) -> str:
    from dehusk.explain import explain

    if request.rows is not None:
        return explain(document.page, document.whole, method=document.method)
    return explain(document.page, document.whole, extractor=request.extractor)


def _picture(request: PageRequest, document: Document) -> str:
    from dehusk.explain.picture import Picture, layers_of

    if document.page.layout is None:
        raise LayoutRequired("A picture needs a rendered page; set render, or give a snapshot.")
    extractor = request.extractor
    layers = layers_of(document.method)
    return Picture.by(extractor, document.page, document.whole, layers=layers).section()


def _listed(_: PageRequest, document: Document) -> str:
    """Every block on a line: whether it was kept, its score, its beginning, and why."""
    from dehusk.explain import verdicts

    found = verdicts(Blocks.of(document.page), document.whole)
    lines = [
        f"{one.state}\t{one.score:.2f}\t{one.tag}\t{_short(one)}\t{'; '.join(one.reasons)}"
        for one in found[:_MOST_LINES]
    ]
    if len(found) > _MOST_LINES:
        lines.append(f"{len(found) - _MOST_LINES:,} more blocks are not listed.")
    return "\n".join([document.reason or "", *lines]).lstrip("\n")


def _short(verdict: Verdict) -> str:
    text = " ".join("".join(run.text for run in verdict.runs).split())
    return text if len(text) <= _MOST_WORDS else f"{text[:_MOST_WORDS]}…"


_EXPLAINED: Mapping[str, Callable[[PageRequest, Document], str]] = {
    "html": _report,
    "picture": _picture,
    "text": _listed,
}


def _compared(request: PageRequest, page: Page, _: bytes | None, __: Limits) -> Made:
    from dehusk.explain.compare import compare

    comparison = compare(page, request.methods)
    return {}, comparison.json if request.format == "json" else comparison.html


def _snapshot(_: PageRequest, page: Page, screenshot: bytes | None, __: Limits) -> Made:
    picture = b64encode(screenshot).decode() if screenshot is not None else None
    return {}, json.dumps({"snapshot": to_snapshot(page), "screenshot": picture})


def _labelled(request: PageRequest, page: Page, _: bytes | None, __: Limits) -> Made:
    """A line of gold; with the page, which has no source where a script made the snapshot."""
    from dehusk.serve.decisions import label
    from dehusk.serve.written import written_page

    told = label(page, request.rows or (), request.parts)
    if request.keep_page:
        told["html"] = page.source.decode() or written_page(page)
    return {}, json.dumps({"url": page.url, **told})


_MADE: Mapping[str, Callable[[PageRequest, Page, bytes | None, Limits], Made]] = {
    "extract": _extracted,
    "explain": _explained,
    "compare": _compared,
    "render": _snapshot,
    "label": _labelled,
}
