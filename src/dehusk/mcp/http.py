"""The same messages over streamable HTTP, at `/mcp`, behind the door of the service.

A message is posted and its answer is the response, in JSON; nothing is streamed, and there are no
sessions, so that servers can stand side by side.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from dehusk.errors import MissingExtra
from dehusk.mcp.protocol import Server, failed, parsed

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
    from starlette.types import ASGIApp, Receive, Scope, Send

    from dehusk.serve.door import Door
    from dehusk.serve.settings import Settings
except ImportError as error:
    raise MissingExtra(
        f"Tools over HTTP need {error.name}; install it with: pip install 'dehusk[mcp]'"
    ) from error

PATH = "/mcp"


def serve_over_http(server: Server, settings: Settings, *, port: int) -> None:
    """Answer at `/mcp` until SIGINT or SIGTERM."""
    app = at_the_door(application(server, settings.body_bytes), settings)
    uvicorn.run(app, host=settings.host, port=port, log_level="warning", ws="none")


def application(server: Server, most_bytes: int) -> ASGIApp:
    """An ASGI application that answers messages of at most so many bytes."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await server.stop()

    async def answer(request: Request) -> Response:
        body = bytearray()
        async for piece in request.stream():
            body += piece
            if len(body) > most_bytes:
                return JSONResponse(failed(None, -32600, "The message is too large."), 413)
        found = await server.answer(parsed(bytes(body)))
        return Response(status_code=202) if found is None else JSONResponse(found)

    return Starlette(routes=[Route(PATH, answer, methods=["POST"])], lifespan=lifespan)


def at_the_door(app: ASGIApp, settings: Settings) -> ASGIApp:
    """An ASGI application, for those only whom the door lets in."""
    door = Door(settings)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        found = door.refusal(scope) if scope["type"] == "http" else None
        if found is not None:
            told = {"error": found.reason, "message": found.sentence}
            await JSONResponse(told, found.status)(scope, receive, send)
        else:
            await app(scope, receive, send)

    return guarded
