"""The service as an ASGI application: routes, and the way of a request to a worker.

uvicorn.run(create_app(Settings()))                # or any other ASGI server
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
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
from dehusk.errors import DehuskError, FetchError, MissingExtra
from dehusk.fetch import Fetched, fetch
from dehusk.methods import list_methods
from dehusk.serve.guards import Guards, problem
from dehusk.serve.journal import Journal
from dehusk.serve.labels import Labels
from dehusk.serve.measures import Measures
from dehusk.serve.openapi import openapi
from dehusk.serve.playground import playground, policy, static_file
from dehusk.serve.pool import Pool, QueueFull, Room, WorkerDied, WorkerTimeout
from dehusk.serve.settings import Settings

Reply = tuple[dict[str, Any], bytes]

BODY_SECONDS = 60.0
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


class Refused(DehuskError):
    """A request that ends with a status, a reason for the metrics, and a sentence."""

    def __init__(self, status: int, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.reason = status, reason


@dataclass(frozen=True)
class Service:
    """What the endpoints share: workers, counters, settings, and the labels."""

    settings: Settings
    pool: Pool
    renderers: Pool
    measures: Measures
    fetching: asyncio.Semaphore
    labels: Labels
    journal: Journal
    room: Room

    @classmethod
    def of(cls, settings: Settings) -> Service:
        """The service of some settings; nothing is started."""
        shared = {
            "waiting": settings.waiting,
            "memory": settings.memory,
            "output_bytes": settings.output_bytes + 1024 * 1024,
        }
        pool = Pool(workers=settings.workers, seconds=settings.seconds, **shared)
        # A browser may take its time to start.
        renderers = Pool(workers=settings.renderers, seconds=settings.seconds + 20, **shared)
        return cls(
            settings,
            pool,
            renderers,
            Measures(pool),
            asyncio.Semaphore(settings.fetches),
            Labels(settings),
            Journal(),
            Room(settings.waiting + settings.workers + settings.renderers + settings.fetches),
        )

    # The way of a page

    async def work(self, header: dict[str, Any], *body: bytes) -> Reply:
        """What a worker makes of a request; what it wants for that is brought first."""
        header["output_bytes"] = self.settings.output_bytes
        reply = await self.pool.ask(header, *body)
        if reply[0].get("wanted") == "fetch":
            given = reply[0]["given"]
            fetched = await self.fetched(given["url"])
            given |= {"url": fetched.url, "encoding": given.get("encoding") or fetched.encoding}
            header = _with_given(header, given)
            if given["render"]:
                return await self.rendered(header, fetched.body)
            return await self.pool.ask(header, fetched.body)
        if reply[0].get("wanted") == "render":
            again = _with_given(header, reply[0]["given"])
            return await self.rendered(again, reply[1])
        return reply

    async def rendered(self, header: dict[str, Any], body: bytes) -> Reply:
        """What a worker with a browser makes of a request."""
        if not self.settings.renderers:
            raise Refused(403, "rendering-off", "Rendering is off; start with --renderers 1.")
        await self.renderers.start()
        told = {"can_render": True, "online": self.settings.fetch}
        return await self.renderers.ask({**header, **told}, body)

    async def fetched(self, url: str) -> Fetched:
        """The page at an address, through the guarded client, which waits in a thread."""
        if not self.settings.fetch:
            raise Refused(403, "fetching-off", "Fetching is off; start with dehusk serve --fetch.")
        if self.fetching.locked() and self.pool.waiting >= self.settings.waiting:
            raise QueueFull(self.settings.seconds)
        async with self.fetching:
            return await asyncio.to_thread(
                fetch,
                url,
                timeout=self.settings.seconds,
                max_bytes=self.settings.body_bytes,
                allow_private=self.settings.allow_private,
            )


def _with_given(header: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The request once more, as a worker has read it, for its page to be sent as the body."""
    known = {name: value for name, value in given.items() if value is not None}
    return {**header, "query": {}, "given": known, "json": False, "charset": None}


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
            refused = _refused(service, request, status, header["error"], header["message"])
            return await refused(scope, receive, send)
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


def tell(service: Service, request: Request, error: Exception) -> Response:
    """The answer to a request that did not come to its end."""
    if isinstance(error, Refused):
        return _refused(service, request, error.status, error.reason, str(error))
    if isinstance(error, QueueFull):
        answer = _refused(service, request, 429, "busy", str(error))
        answer.headers["retry-after"] = str(max(1, round(error.seconds)))
        return answer
    if isinstance(error, WorkerTimeout):
        return _refused(service, request, 504, "out-of-time", str(error))
    if isinstance(error, WorkerDied):
        service.journal.tell("worker died", id=request.scope["dehusk.id"])
        return _refused(service, request, 500, "worker-died", str(error))
    if isinstance(error, FetchError):
        return _refused(service, request, 502, "not-fetched", str(error))
    if isinstance(error, MissingExtra):
        return _refused(service, request, 501, "missing-extra", str(error))
    return _refused(service, request, 400, "bad-request", str(error) or "The request broke off.")


def _refused(
    service: Service, request: Request, status: int, reason: str, sentence: str
) -> Response:
    service.measures.error(reason)
    request.scope["dehusk.told"] = {"error": reason}
    return problem(request.scope, status, reason, sentence)


async def read_body(request: Request, most: int) -> list[bytes]:
    """The body of a request, in pieces; `Refused` as soon as it is known to be too large."""
    too_large = Refused(413, "too-large", f"The body has more than {most:,} bytes.")
    told = request.headers.get("content-length", "")
    if told.isdigit() and int(told) > most:
        raise too_large
    pieces: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size > most:
                    raise too_large
                pieces.append(piece)
    except TimeoutError:
        raise Refused(408, "slow", f"The body took longer than {BODY_SECONDS:g} s.") from None
    return pieces


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
    from dehusk.serve.label_routes import label_routes

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
                expose_headers=["x-dehusk-confidence", "x-dehusk-reason", "x-request-id"],
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
