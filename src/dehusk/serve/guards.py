"""Who may ask: the door in front of every endpoint, and the head of every answer.

A service on one's own machine can be reached by every web site that one's browser shows. What keeps
them out: the name that they ask for (one of theirs that leads here is refused), the origin that
browsers tell, and, where it is set, the token.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hmac import compare_digest
from itertools import count
from time import perf_counter
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dehusk.serve.journal import Journal
from dehusk.serve.measures import Measures
from dehusk.serve.settings import Settings

OPEN = ("/", "/healthz", "/openapi.json")
"""What needs no token: nothing of a page is there."""
_EXTENSIONS = (b"chrome-extension://", b"moz-extension://")
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
        self._hosts = frozenset(host.encode() for host in settings.known_hosts)
        self._origins = frozenset(origin.encode() for origin in settings.origins)
        self._first, self._next = secrets.token_hex(5), count()
        self._token = settings.token.encode() if settings.token is not None else None

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
        headers = scope[HEADERS]
        if not self._knows_host(headers.get(b"host", b"")):
            return self._refused(
                scope, 403, "host", "The service is not known by this name; see --host-name."
            )
        if not is_static(scope) and not self._trusts_origin(headers):
            return self._refused(
                scope, 403, "origin", "Scripts of this web site may not ask; see --origin."
            )
        if self._token is not None and not self._has_token(scope, headers):
            sentence = "Send the token of this service: Authorization: Bearer …"
            refused = self._refused(scope, 401, "token", sentence)
            refused.headers["www-authenticate"] = "Bearer"
            return refused
        return None

    def _refused(self, scope: Scope, status: int, reason: str, sentence: str) -> Response:
        self._measures.error(reason)
        scope["dehusk.told"] = {"error": reason}
        return problem(scope, status, reason, sentence)

    def _knows_host(self, host: bytes) -> bool:
        name, _, port = host.rpartition(b":")
        return not self._hosts or (name if port.isdigit() else host).lower() in self._hosts

    def _trusts_origin(self, headers: Mapping[bytes, bytes]) -> bool:
        """Whether the script that asks is our own, or one that may.

        Browsers name the origin of a script, and tell of requests without a name, as for pictures,
        whether they come from another site. Who follows a link asks for himself.
        """
        origin = headers.get(b"origin")
        if origin is None:
            strange = headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site")
            return not strange or headers.get(b"sec-fetch-mode") == b"navigate"
        allowed = self._origins
        # Not the scheme: whoever speaks TLS for us asks without.
        is_own = origin.partition(b"://")[2] == headers.get(b"host")
        return is_own or origin in allowed or b"*" in allowed or origin.startswith(_EXTENSIONS)

    def _has_token(self, scope: Scope, headers: Mapping[bytes, bytes]) -> bool:
        assert self._token is not None
        if scope["path"] in OPEN or is_static(scope):
            return True
        if scope["method"] == "OPTIONS" and b"access-control-request-method" in headers:
            return True
        kind, _, sent = headers.get(b"authorization", b"").partition(b" ")
        return kind.lower() == b"bearer" and compare_digest(sent.strip(), self._token)


_STATIC_HEAD = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
_HEAD = (*_STATIC_HEAD, (b"cross-origin-resource-policy", b"same-origin"))


def is_static(scope: Scope) -> bool:
    """Whether a file of the playground is asked for: frames without an origin load its style."""
    return bool(scope["path"].startswith("/static/"))


def problem(scope: Scope, status: int, reason: str, sentence: str) -> Response:
    """An answer that says what is wrong, with the number under which the log has it."""
    told = {"error": reason, "message": sentence, "id": scope["dehusk.id"]}
    return JSONResponse(told, status)


def _route(path: str) -> str:
    """The path for the log: addresses of pages are nobody's business."""
    return "/{url}" if path.startswith(("/http:", "/https:")) else path[:100]
