"""Who brings a page, or its address: the way of such a request to a worker, and of the answer back.

Most of what the service does goes through here, so it makes no object that it can do without.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from dehusk.errors import DehuskError
from dehusk.serve.body import whole_body
from dehusk.serve.guards import HEADERS
from dehusk.serve.service import Reply, Service, refused, tell
from dehusk.writers.formats import FORMATS

_ACCEPTED = {one.media_type: name for name, one in FORMATS.items()}
_HTML_POLICY = (
    "default-src 'none'; img-src http: https: data:; base-uri 'none'; form-action 'none'; sandbox"
)
_REPORT_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'; sandbox allow-scripts"
)
"""Reports bring a policy of their own, which is stricter; ours takes their origin away."""


Work = Callable[[Service, Scope, Receive], Awaitable[Reply]]


class Endpoint:
    """An endpoint that answers as a worker says, or tells why not: a small ASGI application."""

    def __init__(self, service: Service, do: str, work: Work) -> None:
        self._service = service
        self._do = do
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        service = self._service
        try:
            with service.room:
                header, body = await self._work(service, scope, receive)
        except DehuskError as error:
            return await tell(service, scope, error)(scope, receive, send)
        status = header["status"]
        if status != 200:
            told = refused(service, scope, status, header["error"], header["message"])
            return await told(scope, receive, send)
        seconds = header["seconds"]
        service.measures.page(self._do, seconds, header.get("confidence"), header.get("reason"))
        scope["dehusk.told"] = {"do": self._do, "work_ms": round(1000 * seconds, 2)}
        head = [*_head(self._do, header), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": head})
        await send({"type": "http.response.body", "body": body})
        return None


_IN_ADDRESSES = "%/:?#[]@!$&'()*+,;=~"
_PLAIN = (b"cache-control", b"no-store")
_POLICY = b"content-security-policy"


def _head(do: str, header: Mapping[str, Any]) -> Iterator[tuple[bytes, bytes]]:
    kind: str = header["type"]
    yield b"content-type", kind.encode()
    yield _PLAIN
    if "html" in kind or "xml" in kind:
        is_report = do in ("explain", "compare")
        yield _POLICY, (_REPORT_POLICY if is_report else _HTML_POLICY).encode()
    if header.get("confidence") is not None:
        yield b"x-dehusk-confidence", f"{header['confidence']:.3f}".encode()
    if header.get("url") is not None:
        yield b"x-dehusk-url", quote(header["url"], safe=_IN_ADDRESSES).encode()
    if header.get("reason") is not None:
        yield b"x-dehusk-reason", header["reason"].encode("ascii", "replace")


def posted(service: Service) -> Mapping[str, ASGIApp]:
    """The endpoints to which pages are posted, by their paths."""
    asked = ("extract", "explain", "compare", "render")
    return {f"/{do}": Endpoint(service, do, _posted(do)) for do in asked}


def read(service: Service) -> ASGIApp:
    """The endpoint for `GET /https://example.org/page?x=1`, as readers' services have it."""
    return Endpoint(service, "read", _read)


def _posted(do: str) -> Work:
    async def work(service: Service, scope: Scope, receive: Receive) -> Reply:
        request = Request(scope, receive)
        kind, _, rest = _header(scope, b"content-type").partition(";")
        header = {
            "do": do,
            "query": dict(request.query_params),
            "json": kind.strip().lower() == "application/json",
            "charset": _charset(rest),
            "preferred": preferred_format(scope),
        }
        return await service.work(header, await whole_body(request, service.settings.body_bytes))

    return work


def _header(scope: Scope, name: bytes) -> str:
    value: bytes = scope[HEADERS].get(name, b"")
    return value.decode("latin-1")


async def _read(service: Service, scope: Scope, _: Receive) -> Reply:
    fetched = await service.fetched(_address(scope))
    form = preferred_format(scope) or "markdown"
    given: dict[str, Any] = {"url": fetched.url, "format": form}
    if fetched.encoding:
        given["encoding"] = fetched.encoding
    if form == "html":
        given["options"] = {"page": True}
    if _header(scope, b"x-engine").lower() == "browser":
        given["render"] = True
        return await service.rendered({"do": "extract", "given": given}, fetched.body)
    return await service.pool.ask({"do": "extract", "given": given}, fetched.body)


def _address(scope: Scope) -> str:
    """The address behind the first slash, as it was sent."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    url = raw.decode("latin-1").lstrip("/")
    scheme, _, rest = url.partition(":")
    query = scope["query_string"].decode("latin-1")
    return f"{scheme}://{rest.lstrip('/')}{'?' if query else ''}{query}"


def preferred_format(scope: Scope) -> str | None:
    """The format that the headers of a request ask for."""
    wish = _header(scope, b"x-respond-with").strip().lower()
    if wish:
        return wish
    for part in _header(scope, b"accept").split(",", 8)[:8]:
        form = _ACCEPTED.get(part.partition(";")[0].strip().lower())
        if form is not None:
            return form
    return None


def _charset(parameters: str) -> str | None:
    for part in parameters.split(";"):
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'") or None
    return None
