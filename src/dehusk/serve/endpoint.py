"""Who brings a page, or its address: the way of such a request to a worker, and of the answer back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from email.message import Message
from typing import Any
from urllib.parse import quote

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from dehusk.serve.pool import Exchange
from dehusk.serve.refusals import Refused
from dehusk.serve.service import Service
from dehusk.writers.formats import FORMATS

BODY_SECONDS = 60.0
"""How long a body may take to come."""
_ACCEPTED = {one.media_type: name for name, one in FORMATS.items()}
_HTML_POLICY = (
    "default-src 'none'; img-src http: https: data:; base-uri 'none'; form-action 'none'; sandbox"
)
_REPORT_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'; sandbox allow-scripts"
)
"""Reports bring a policy of their own, which is stricter; ours takes their origin away."""
_IN_ADDRESSES = "%/:?#[]@!$&'()*+,;=~"

Endpoint = Callable[[Request], Awaitable[Response]]


async def whole_body(request: Request, most: int) -> bytes:
    """The body, of at most so many bytes; one that is too large is refused as soon as that is known."""
    too_large = Refused(413, "too-large", f"The body has more than {most:,} bytes.")
    stated = request.headers.get("content-length", "")
    if stated.isdigit() and int(stated) > most:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise too_large
    except TimeoutError:
        sentence = f"The body took longer than {BODY_SECONDS:g} s."
        raise Refused(408, "slow", sentence) from None
    except ClientDisconnect:
        raise Refused(400, "disconnected", "The request broke off.") from None
    return bytes(body)


def posted(do: str) -> Endpoint:
    """The endpoint to which pages are posted for something to be done with them."""

    async def endpoint(request: Request) -> Response:
        service: Service = request.app.state.service
        kind = Message()
        kind["content-type"] = request.headers.get("content-type", "")
        header = {
            "do": do,
            "query": dict(request.query_params),
            "json": kind.get_content_type() == "application/json",
            "charset": kind.get_content_charset(),
            "preferred": preferred_format(request),
        }
        with service.room:
            body = await whole_body(request, service.settings.body_bytes)
            return _response(request, do, *await service.work(header, body))

    return endpoint


async def read(request: Request) -> Response:
    """The endpoint for `GET /https://example.org/page?x=1`, as readers' services have it."""
    service: Service = request.app.state.service
    with service.room:
        fetched = await service.fetched(_address(request))
        form = preferred_format(request) or "markdown"
        given: dict[str, Any] = {"url": fetched.url, "format": form}
        if fetched.encoding:
            given["encoding"] = fetched.encoding
        if form == "html":
            given["options"] = {"page": True}
        if request.headers.get("x-engine", "").lower() == "browser":
            given["render"] = True
        answer: Exchange = await service.made({"do": "extract", "given": given}, fetched.body)
        return _response(request, "read", *answer)


def _address(request: Request) -> str:
    """The address behind the first slash, as it was sent."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    scheme, _, rest = raw.decode("latin-1").lstrip("/").partition(":")
    query = request.scope["query_string"].decode("latin-1")
    return f"{scheme}://{rest.lstrip('/')}{'?' if query else ''}{query}"


def preferred_format(request: Request) -> str | None:
    """The format that the headers of a request ask for."""
    wish = request.headers.get("x-respond-with", "").strip().lower()
    if wish:
        return wish
    parts = request.headers.get("accept", "").split(",", 8)[:8]
    accepted = (_ACCEPTED.get(part.partition(";")[0].strip().lower()) for part in parts)
    return next((form for form in accepted if form is not None), None)


def _response(request: Request, do: str, header: Mapping[str, Any], body: bytes) -> Response:
    service: Service = request.app.state.service
    seconds, confidence, reason = header["seconds"], header.get("confidence"), header.get("reason")
    service.measures.page(do, seconds, confidence, reason)
    request.scope["dehusk.facts"] = {"do": do, "work_ms": round(1000 * seconds, 2)}
    kind: str = header["type"]
    head = {"content-type": kind, "cache-control": "no-store"}
    if "html" in kind or "xml" in kind:
        is_report = do in ("explain", "compare")
        head["content-security-policy"] = _REPORT_POLICY if is_report else _HTML_POLICY
    if confidence is not None:
        head["x-dehusk-confidence"] = f"{confidence:.3f}"
    if header.get("url") is not None:
        head["x-dehusk-url"] = quote(header["url"], safe=_IN_ADDRESSES)
    if reason is not None:
        head["x-dehusk-reason"] = reason.encode("ascii", "replace").decode()
    return Response(body, headers=head)
