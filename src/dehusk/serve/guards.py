"""Who may ask: the door in front of every endpoint, and the head of every answer.

A service on one's own machine can be reached by every web site that one's browser shows. What keeps
them out: the name that they ask for (one of theirs that leads here is refused), the origin that
browsers tell, and, where it is set, the token.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from time import perf_counter

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dehusk.serve.journal import Journal
from dehusk.serve.measures import Measures
from dehusk.serve.settings import Settings

OPEN = ("/", "/healthz", "/openapi.json")
"""What needs no token: nothing of a page is there."""
_EXTENSIONS = ("chrome-extension://", "moz-extension://")


class Guards:
    """An ASGI application around another one."""

    def __init__(
        self, app: ASGIApp, settings: Settings, measures: Measures, journal: Journal
    ) -> None:
        self._app = app
        self._journal = journal
        self._settings = settings
        self._measures = measures
        self._hosts = frozenset(settings.known_hosts)
        self._token = settings.token.encode() if settings.token is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it; log it either way."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        start = perf_counter()
        number = secrets.token_hex(8)
        scope["dehusk.id"] = number
        told = {"status": 500, "bytes": 0}

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
        headers = Headers(scope=scope)
        if not self._knows_host(headers.get("host", "")):
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

    def _knows_host(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        return not self._hosts or (name if port.isdigit() else host).lower() in self._hosts

    def _trusts_origin(self, headers: Headers) -> bool:
        """Whether the script that asks is our own, or one that may.

        Browsers name the origin of a script, and tell of requests without a name, as for pictures,
        whether they come from another site. Who follows a link asks for himself.
        """
        origin = headers.get("origin")
        if origin is None:
            strange = headers.get("sec-fetch-site") in ("cross-site", "same-site")
            return not strange or headers.get("sec-fetch-mode") == "navigate"
        allowed = self._settings.origins
        # Not the scheme: whoever speaks TLS for us asks without.
        is_own = origin.partition("://")[2] == headers.get("host")
        return is_own or origin in allowed or "*" in allowed or origin.startswith(_EXTENSIONS)

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        assert self._token is not None
        if scope["path"] in OPEN or is_static(scope):
            return True
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            return True
        kind, _, sent = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and compare_digest(sent.strip().encode(), self._token)


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
