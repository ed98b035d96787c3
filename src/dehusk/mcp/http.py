"""The same messages over streamable HTTP, at `/mcp`, behind the door of the service.

A message is posted and its answer is the response, in JSON; nothing is streamed, and there are no
sessions, so that servers can stand side by side.
"""

from __future__ import annotations

import json
from typing import Any

from dehusk.errors import MissingExtra
from dehusk.mcp.protocol import Server, failed, parsed
from dehusk.serve.door import Door
from dehusk.serve.settings import Settings

PATH = "/mcp"


def serve_over_http(server: Server, settings: Settings, *, port: int) -> None:
    """Answer at `/mcp` until SIGINT or SIGTERM. Raises `MissingExtra` without uvicorn."""
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtra(
            "Tools over HTTP need uvicorn; install it with: pip install 'dehusk[mcp]'"
        ) from error
    app = at_the_door(application(server, settings.body_bytes), settings)
    uvicorn.run(app, host=settings.host, port=port, log_level="warning", ws="none")


def application(server: Server, most_bytes: int) -> Any:
    """An ASGI application that answers messages of at most so many bytes."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await _live(server, receive, send)
        elif scope["path"] != PATH:
            await _send(send, 404, {"error": "not-found", "message": f"The tools are at {PATH}."})
        elif scope["method"] != "POST":
            told = {"error": "bad-method", "message": "Post a message; nothing is streamed."}
            await _send(send, 405, told, (b"allow", b"POST"))
        else:
            body = await _body(receive, most_bytes)
            if body is None:
                await _send(send, 413, failed(None, -32600, "The message is too large."))
                return
            answer = await server.answer(parsed(body))
            await _send(send, 202 if answer is None else 200, answer)

    return app


async def _live(server: Server, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await server.stop()
    await send({"type": "lifespan.shutdown.complete"})


async def _body(receive: Any, most: int) -> bytes | None:
    """What was posted; None where it is more than that."""
    body = bytearray()
    while True:
        event = await receive()
        body += event.get("body", b"")
        if len(body) > most:
            return None
        if not event.get("more_body"):
            return bytes(body)


async def _send(send: Any, status: int, told: object, *more: tuple[bytes, bytes]) -> None:
    body = b"" if told is None else json.dumps(told).encode()
    head = [(b"content-type", b"application/json"), *more]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


def at_the_door(app: Any, settings: Settings) -> Any:
    """An ASGI application, for those only whom the door lets in."""
    door = Door(settings)

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            headers = dict(reversed(scope["headers"]))
            hosts = [value for name, value in scope["headers"] if name == b"host"]
            found = door.refusal(scope["method"], scope["path"], hosts, headers)
            if found is not None:
                await _send(send, found.status, {"error": found.reason, "message": found.sentence})
                return
        await app(scope, receive, send)

    return guarded
