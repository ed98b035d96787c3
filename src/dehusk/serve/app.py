"""The service as an ASGI application: routes, and the way of a request to a worker.

uvicorn.run(create_app(Settings()))                # or any other ASGI server
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

import dehusk
from dehusk.errors import DehuskError
from dehusk.explain.methods import list_methods
from dehusk.serve.guards import Guards, problem
from dehusk.serve.label_routes import label_routes
from dehusk.serve.openapi import openapi
from dehusk.serve.playground import playground, policy, static_file
from dehusk.serve.service import Reply, Service, read_body, refused, tell
from dehusk.serve.settings import Settings

_ACCEPTED = {
    "text/markdown": "markdown",
    "text/plain": "text",
    "text/html": "html",
    "application/json": "json",
}
_HTML_POLICY = (
    "default-src 'none'; img-src http: https: data:; base-uri 'none'; form-action 'none'; sandbox"
)
_REPORT_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'; sandbox allow-scripts"
)
"""Reports bring a policy of their own, which is stricter; ours takes their origin away."""


class Answered:
    """An endpoint that answers as a worker says, or tells why not: a small ASGI application.

    Most of what the service does goes through here, so it makes no object that it can do without.
    """

    def __init__(self, do: str, work: Callable[[Service, Request], Awaitable[Reply]]) -> None:
        self._do = do
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        service: Service = scope["app"].state.service
        request = Request(scope, receive)
        try:
            with service.room.place():
                header, body = await self._work(service, request)
        except (DehuskError, ClientDisconnect) as error:
            return await tell(service, request, error)(scope, receive, send)
        status = header["status"]
        if status != 200:
            told = refused(service, request, status, header["error"], header["message"])
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
    if kind.startswith("text/html"):
        is_report = do in ("explain", "compare")
        yield _POLICY, (_REPORT_POLICY if is_report else _HTML_POLICY).encode()
    if header.get("confidence") is not None:
        yield b"x-dehusk-confidence", f"{header['confidence']:.3f}".encode()
    if header.get("url") is not None:
        yield b"x-dehusk-url", quote(header["url"], safe=_IN_ADDRESSES).encode()
    if header.get("reason") is not None:
        yield b"x-dehusk-reason", header["reason"].encode("ascii", "replace")


# The endpoints


def _posted(do: str) -> Callable[[Service, Request], Awaitable[Reply]]:
    async def work(service: Service, request: Request) -> Reply:
        body = await read_body(request, service.settings.body_bytes)
        kind, _, rest = request.headers.get("content-type", "").partition(";")
        header = {
            "do": do,
            "query": dict(parse_qsl(request.scope["query_string"].decode("latin-1"), True)),
            "json": kind.strip().lower() == "application/json",
            "charset": _charset(rest),
            "preferred": preferred_format(request),
        }
        return await service.work(header, *body)

    return work


async def _read(service: Service, request: Request) -> Reply:
    """`GET /https://example.org/page?x=1`: the page at an address, as readers' services have it."""
    url = _address(request)
    fetched = await service.fetched(url)
    form = preferred_format(request) or "markdown"
    given: dict[str, Any] = {"url": fetched.url, "format": form}
    if fetched.encoding:
        given["encoding"] = fetched.encoding
    if form == "html":
        given["options"] = {"page": True}
    if request.headers.get("x-engine", "").lower() == "browser":
        given["render"] = True
        return await service.rendered({"do": "extract", "given": given}, fetched.body)
    return await service.pool.ask({"do": "extract", "given": given}, fetched.body)


def _address(request: Request) -> str:
    """The address behind the first slash, as it was sent."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    url = raw.decode("latin-1").lstrip("/")
    scheme, _, rest = url.partition(":")
    query = request.scope["query_string"].decode("latin-1")
    return f"{scheme}://{rest.lstrip('/')}{'?' if query else ''}{query}"


def preferred_format(request: Request) -> str | None:
    """The format that the headers of a request ask for."""
    wish = request.headers.get("x-respond-with", "").strip().lower()
    if wish:
        return wish
    for part in request.headers.get("accept", "").split(",", 8)[:8]:
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


async def _methods(_: Request) -> Response:
    return JSONResponse([method.plain for method in list_methods()])


async def _health(request: Request) -> Response:
    service: Service = request.app.state.service
    told = {
        "status": "ok" if service.pool.alive else "no workers",
        "version": dehusk.__version__,
        "workers": service.pool.alive,
        "waiting": service.pool.waiting,
        "replaced": service.pool.replaced,
        "fetch": service.settings.fetch,
        "render": bool(service.settings.renderers),
        "labels": service.labels.is_open,
        "pages": service.labels.has_pages,
        "person": service.settings.person,
    }
    return JSONResponse(told, 200 if service.pool.alive else 503)


async def _metrics(request: Request) -> Response:
    service: Service = request.app.state.service
    return Response(service.measures.text(), media_type="text/plain; version=0.0.4")


async def _openapi(_: Request) -> Response:
    return JSONResponse(openapi())


async def _playground(_: Request) -> Response:
    head = {"content-security-policy": policy(), "cache-control": "no-cache"}
    return Response(playground(), media_type="text/html", headers=head)


async def _static(request: Request) -> Response:
    found = static_file(request.path_params["name"])
    if found is None:
        return problem(request.scope, 404, "not-found", "There is no such file.")
    content, kind = found
    return Response(content, media_type=kind, headers={"cache-control": "no-cache"})


async def _missing(request: Request, _: Exception) -> Response:
    return problem(request.scope, 404, "not-found", "There is nothing here; see /openapi.json.")


async def _wrong_method(request: Request, _: Exception) -> Response:
    return problem(
        request.scope, 405, "wrong-method", "This is asked in another way; see /openapi.json."
    )


def _routes() -> list[BaseRoute]:
    return [
        *(
            Route(f"/{do}", Answered(do, _posted(do)), methods=["POST"])
            for do in ("extract", "explain", "compare", "render")
        ),
        Route("/", _playground),
        Route("/static/{name}", _static),
        Route("/methods", _methods),
        Route("/healthz", _health),
        Route("/metrics", _metrics),
        Route("/openapi.json", _openapi),
        *label_routes(),
        Route("/http:{address:path}", Answered("read", _read)),
        Route("/https:{address:path}", Answered("read", _read)),
    ]


def create_app(settings: Settings | None = None) -> Starlette:
    """The application of a service; its workers start and end with it."""
    settings = settings or Settings()
    service = Service.of(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.pool.start()
        service.journal.tell("started", workers=service.pool.alive)
        try:
            yield
        finally:
            await service.pool.stop()
            await service.renderers.stop()
            service.journal.tell("stopped", workers=0)
            service.journal.flush()

    guards = [
        Middleware(Guards, settings=settings, measures=service.measures, journal=service.journal)
    ]
    if settings.origins:
        guards.append(
            Middleware(
                CORSMiddleware,
                allow_origins=list(settings.origins),
                allow_methods=["GET", "POST"],
                allow_headers=["authorization", "content-type", "x-respond-with", "x-engine"],
                expose_headers=[
                    "x-dehusk-confidence",
                    "x-dehusk-reason",
                    "x-dehusk-url",
                    "x-request-id",
                ],
            )
        )
    app = Starlette(
        routes=_routes(),
        middleware=guards,
        lifespan=lifespan,
        exception_handlers={404: _missing, 405: _wrong_method},
    )
    app.state.service = service
    return app
