"""What stands around every endpoint: the door, the head of every answer, and the log."""

from __future__ import annotations

import secrets
from itertools import count
from time import perf_counter
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dehusk.serve.door import STATIC, Door
from dehusk.serve.journal import Journal
from dehusk.serve.measures import Measures
from dehusk.serve.settings import Settings

HEADERS = "dehusk.headers"
"""The name in a request's scope under which its headers are, by their names; of two the first."""


class Guards:
    """An ASGI application around another one."""

    def __init__(
        self, app: ASGIApp, settings: Settings, measures: Measures, journal: Journal
    ) -> None:
        self._app = app
        self._journal = journal
        self._measures = measures
        self._door = Door(settings)
        self._first, self._next = secrets.token_hex(5), count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it; log it either way."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        start = perf_counter()
        number = scope["dehusk.id"] = f"{self._first}{next(self._next):06x}"
        scope[HEADERS] = dict(reversed(scope["headers"]))
        told: dict[str, Any] = {"status": 0, "bytes": 0}

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
                message["headers"] = [
                    *message.get("headers", ()),
                    *(_STATIC_HEAD if is_static(scope) else _HEAD),
                    (b"x-request-id", number.encode()),
                ]
            elif message["type"] == "http.response.body":
                told["bytes"] += len(message.get("body", b""))
            await send(message)

        refused = self._refusal(scope)
        try:
            await (refused or self._app)(scope, receive, note)
        except Exception as error:
            if told["status"]:
                raise  # an answer has begun: the server closes the connection
            self._journal.tell("failed", id=number, exception=type(error).__name__)
            failed = self._refused(scope, 500, "internal", "Something went wrong here.")
            await failed(scope, receive, note)
        finally:
            seconds = perf_counter() - start
            self._measures.request(seconds)
            self._journal.tell(
                "request",
                id=number,
                method=scope["method"],
                path=_route(scope["path"]),
                **told,
                ms=round(1000 * seconds, 2),
                **scope.get("dehusk.told", {}),
            )
        return None

    def _refusal(self, scope: Scope) -> Response | None:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        found = self._door.refusal(scope["method"], scope["path"], hosts, scope[HEADERS])
        if found is None:
            return None
        refused = self._refused(scope, *found)
        if found.status == 401:
            refused.headers["www-authenticate"] = "Bearer"
        return refused

    def _refused(self, scope: Scope, status: int, reason: str, sentence: str) -> Response:
        self._measures.error(reason)
        scope["dehusk.told"] = {"error": reason}
        return problem(scope, status, reason, sentence)


_STATIC_HEAD = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
_HEAD = (*_STATIC_HEAD, (b"cross-origin-resource-policy", b"same-origin"))


def is_static(scope: Scope) -> bool:
    """Whether a file of the playground is asked for: frames without an origin load its style."""
    return bool(scope["path"].startswith(STATIC))


def problem(scope: Scope, status: int, reason: str, sentence: str) -> Response:
    """An answer that says what is wrong, with the number under which the log has it."""
    told = {"error": reason, "message": sentence, "id": scope["dehusk.id"]}
    return JSONResponse(told, status)


def _route(path: str) -> str:
    """The path for the log: addresses of pages are nobody's business."""
    return "/{url}" if path.startswith(("/http:", "/https:")) else path[:100]
