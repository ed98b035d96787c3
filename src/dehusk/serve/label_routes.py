"""The endpoints of labelling: the pages of a folder, one of them, and saving what a person says."""

from __future__ import annotations

import asyncio
import json
from hmac import compare_digest
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dehusk.errors import DehuskError
from dehusk.files import read_body
from dehusk.serve.endpoint import whole_body
from dehusk.serve.refusals import Refused
from dehusk.serve.service import Service

_RAW_POLICY = "default-src 'none'; sandbox"
_LONGEST_NAME = 60
RUN = "x-dehusk-run"
"""The header with the token of the run: pages of other origins cannot send it without being asked."""


def label_routes() -> list[Route]:
    """The routes; without a file for labels they say so."""
    return [
        Route("/pages", _pages),
        Route("/pages/{name:path}", _page),
        Route("/labels", _saved_labels),
        Route("/labels", _save, methods=["POST"]),
    ]


async def _pages(request: Request) -> Response:
    service: Service = request.app.state.service
    if not service.labels.has_pages:
        raise Refused(404, "no-folder", "No folder is open; see dehusk label.")
    await _judge(service)
    return JSONResponse(await asyncio.to_thread(service.labels.listed))


async def _judge(service: Service) -> None:
    """Ask the method how sure it is of each page, as many at a time as there are workers."""
    turn = asyncio.Semaphore(service.settings.workers)
    labels = service.labels

    async def ask(name: str) -> None:
        async with turn:
            try:
                body = await asyncio.to_thread(read_body, labels.path(name))
                header, _ = await service.pool.ask({"do": "extract"}, body)
                labels.confidence[name] = header.get("confidence")
            except DehuskError:
                labels.confidence[name] = None

    await asyncio.gather(*(ask(name) for name in labels.names() if name not in labels.confidence))


async def _page(request: Request) -> Response:
    """A page of the folder as it is: bytes, and no document for a browser."""
    service: Service = request.app.state.service
    path = service.labels.path(request.path_params["name"])
    head = {"content-security-policy": _RAW_POLICY, "cache-control": "no-store"}
    content = await asyncio.to_thread(read_body, path)
    return Response(content, media_type="application/octet-stream", headers=head)


async def _saved_labels(request: Request) -> Response:
    """Every label of a page of the folder, the last one first."""
    labels = request.app.state.service.labels
    name = request.query_params.get("page", "")
    labels.path(name)
    return JSONResponse({"labels": await asyncio.to_thread(labels.saved, name)})


async def _save(request: Request) -> Response:
    service: Service = request.app.state.service
    if not service.labels.is_open:
        sentence = "Labels are not kept; start with dehusk serve --labels labels.jsonl."
        raise Refused(403, "labels-off", sentence)
    if not compare_digest(request.headers.get(RUN, "").encode(), service.labels.token.encode()):
        sentence = "Labels are saved by the playground of this run; open it anew."
        raise Refused(403, "labels-token", sentence)
    by = request.query_params.get("by", "").strip()[:_LONGEST_NAME]
    if not by:
        raise Refused(400, "bad-request", "Say who you are: by=NAME.")
    return await _saved(service, request, by)


async def _saved(service: Service, request: Request, by: str) -> Response:
    name = request.query_params.get("page")
    body = await whole_body(request, service.settings.body_bytes)
    header: dict[str, Any] = {"do": "label", "json": True, "keep_page": name is None}
    if name is not None:
        header |= {"json": False, "given": _said(body)}
        body = await asyncio.to_thread(read_body, service.labels.path(name))
    _, label = await service.made({"given": {}, **header}, body)
    told = json.loads(label)
    url = told.pop("url", None)
    await asyncio.to_thread(service.labels.append, told, page=name, url=url, by=by)
    return JSONResponse({"saved": name or "page", "words": len(told["text"].split()), "by": by})


def _said(body: bytes) -> dict[str, Any]:
    """The rows in a body, of the content and of its parts; what is none of it a worker refuses."""
    try:
        told = json.loads(body)
        return {"rows": list(told["rows"]), "parts": dict(told.get("parts") or {})}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {"rows": [-1]}
