"""The service as an ASGI application: its routes, and what stands before them.

uvicorn.run(create_app(Settings()))                # or any other ASGI server
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

import dehusk
from dehusk.errors import DehuskError
from dehusk.explain.methods import list_methods
from dehusk.serve.door import is_own
from dehusk.serve.endpoint import posted, read
from dehusk.serve.guards import Guards, problem
from dehusk.serve.journal import log
from dehusk.serve.label_routes import label_routes
from dehusk.serve.openapi import openapi
from dehusk.serve.playground import playground, policy, static_file
from dehusk.serve.pool import QueueFull
from dehusk.serve.refusals import Refused, refused
from dehusk.serve.service import Service
from dehusk.serve.settings import Settings


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


async def _playground(request: Request) -> Response:
    """The page itself; the token of the run is for those only who read it as our own."""
    labels = request.app.state.service.labels
    token = labels.token if labels.is_open and is_own(request.headers) else ""
    head = {"content-security-policy": policy(), "cache-control": "no-store"}
    return Response(playground(token), media_type="text/html", headers=head)


async def _static(request: Request) -> Response:
    found = static_file(request.path_params["name"])
    if found is None:
        raise Refused(404, "not-found", "There is no such file.")
    content, kind = found
    return Response(content, media_type=kind, headers={"cache-control": "no-cache"})


_BY_STATUS = {
    404: Refused(404, "not-found", "There is nothing here; see /openapi.json."),
    405: Refused(405, "wrong-method", "This is asked in another way; see /openapi.json."),
}


async def _refused(request: Request, error: Exception) -> Response:
    """The answer to a request that did not come to its end."""
    if isinstance(error, HTTPException):
        return problem(request.scope, _BY_STATUS[error.status_code])
    assert isinstance(error, DehuskError)
    answer = problem(request.scope, refused(error))
    if isinstance(error, QueueFull):
        answer.headers["retry-after"] = str(max(1, round(error.seconds)))
    return answer


_EXPOSED = ("x-dehusk-confidence", "x-dehusk-reason", "x-dehusk-url", "x-request-id")


def create_app(settings: Settings | None = None) -> ASGIApp:
    """The application of a service; its workers start and end with it."""
    settings = settings or Settings()
    service = Service(settings)
    app: ASGIApp = _routed(service)
    if settings.origins:
        app = CORSMiddleware(
            app,
            allow_origins=list(settings.origins),
            allow_methods=["GET", "POST"],
            allow_headers=["authorization", "content-type", "x-respond-with", "x-engine"],
            expose_headers=_EXPOSED,
        )
    return Guards(app, settings=settings, measures=service.measures)


class _Routed(Starlette):
    """Without Starlette's own catcher of errors: `Guards` tells them, without a word of the page."""

    def build_middleware_stack(self) -> ASGIApp:
        return ExceptionMiddleware(self.router, handlers=self.exception_handlers)


def _routed(service: Service) -> Starlette:
    """The application without its guards: everything that is there, by its path."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.pool.start()
        log("started", workers=service.pool.alive)
        try:
            yield
        finally:
            await service.pool.stop()
            await service.renderers.stop()
            log("stopped", workers=0)

    app = _Routed(
        routes=_routes(),
        lifespan=lifespan,
        exception_handlers=dict.fromkeys((*_BY_STATUS, DehuskError), _refused),
    )
    app.state.service = service
    return app


def _routes() -> list[BaseRoute]:
    asked = ("extract", "explain", "compare", "render")
    return [
        *(Route(f"/{do}", posted(do), methods=["POST"]) for do in asked),
        Route("/", _playground),
        Route("/static/{name}", _static),
        Route("/methods", _methods),
        Route("/healthz", _health),
        Route("/metrics", _metrics),
        Route("/openapi.json", _openapi),
        *label_routes(),
        Route("/http:{address:path}", read),
        Route("/https:{address:path}", read),
    ]
