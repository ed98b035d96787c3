"""What stands around every endpoint: the door, the head of every answer, and the log."""

from __future__ import annotations

import secrets
from itertools import count
from time import perf_counter
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dehusk.serve.door import STATIC, Door
from dehusk.serve.journal import log
from dehusk.serve.measures import Measures
from dehusk.serve.refusals import Refused
from dehusk.serve.settings import Settings


class Guards:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, settings: Settings, measures: Measures) -> None:
        self._app = app
        self._measures = measures
        self._door = Door(settings)
        self._first, self._next = secrets.token_hex(5), count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it; log it either way."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        start, path = perf_counter(), scope["path"]
        number = scope["dehusk.id"] = f"{self._first}{next(self._next):06x}"
        told: dict[str, Any] = {"status": 0, "bytes": 0}

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
                message["headers"] = [
                    *message.get("headers", ()),
                    *(_STATIC_HEAD if path.startswith(STATIC) else _HEAD),
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
            log("failed", id=number, exception=type(error).__name__)
            failed = Refused(500, "internal", "Something went wrong here.")
            await problem(scope, failed)(scope, receive, note)
        finally:
            seconds = perf_counter() - start
            facts = scope.get("dehusk.facts", {})
            self._measures.seconds.observe(seconds)
            if "error" in facts:
                self._measures.error(facts["error"])
            log(
                "request",
                id=number,
                method=scope["method"],
                # Addresses of pages are nobody's business.
                path="/{url}" if path.startswith(("/http:", "/https:")) else path[:100],
                **told,
                ms=round(1000 * seconds, 2),
                **facts,
            )
        return None

    def _refusal(self, scope: Scope) -> Response | None:
        found = self._door.refusal(scope)
        if found is None:
            return None
        answer = problem(scope, found)
        if found.status == 401:
            answer.headers["www-authenticate"] = "Bearer"
        return answer


_STATIC_HEAD = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
_HEAD = (*_STATIC_HEAD, (b"cross-origin-resource-policy", b"same-origin"))


def problem(scope: Scope, refused: Refused) -> Response:
    """An answer that says what is wrong, with the number under which the log has it."""
    scope["dehusk.facts"] = {"error": refused.name}
    told = {"error": refused.name, "message": str(refused), "id": scope["dehusk.id"]}
    return JSONResponse(told, refused.status)
