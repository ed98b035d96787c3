"""Who may ask: the name that is asked for, the web site that asks, and the token.

A service on one's own machine can be reached by every web site that one's browser shows. What keeps
them out: the name that they ask for (one of theirs that leads here is refused), the origin that
browsers tell, and, where it is set, the token.
"""

from __future__ import annotations

import re
import socket
from hmac import compare_digest
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

from dehusk.serve.refusals import Refused
from dehusk.serve.settings import Settings

OPEN = ("/", "/healthz", "/openapi.json")
"""What needs no token: nothing of a page is there."""
STATIC = "/static/"
"""Where the files of the playground are: frames without an origin load its style."""
_HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9_.-]+))(?::[0-9]+)?")
_EXTENSIONS = ("chrome-extension://", "moz-extension://")
_OUR_SITES = (None, "same-origin", "none")
"""What browsers say of who asks, where it is our own page, or a person, or no browser at all."""

_NAME = Refused(403, "host", "The service is not known by this name; see --host-name.")
_ORIGIN = Refused(403, "origin", "Scripts of this web site may not ask; see --origin.")
_TOKEN = Refused(401, "token", "Send the token of this service: Authorization: Bearer …")


class Door:
    """Lets requests in, by the settings of a service."""

    def __init__(self, settings: Settings) -> None:
        self._names = frozenset(
            name_of(name)
            for name in ("localhost", socket.gethostname(), settings.netloc, *settings.hosts)
        )
        self._is_local = settings.is_local
        # Whoever has the token is no page of others, by whatever name it asks.
        self._any_name = bool(settings.token) and not settings.is_local and not settings.hosts
        self._origins = frozenset(settings.origins)
        self._token = settings.token.encode() if settings.token is not None else None
        self._links = OPEN if settings.allow_private else None

    def refusal(self, scope: Scope) -> Refused | None:
        """Why a request is not let in, None for one that is."""
        method, path, headers = scope["method"], scope["path"], Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._knows(hosts[0]):
            return _NAME
        if not path.startswith(STATIC) and not self._trusts(method, path, headers):
            return _ORIGIN
        if self._token is not None and not self._has_token(method, path, headers):
            return _TOKEN
        return None

    def _knows(self, host: str) -> bool:
        """Whether the service is called so; an address is what no web site can lead elsewhere."""
        name = name_of(host)
        if name in self._names or self._any_name:
            return name != ""
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self._is_local

    def _trusts(self, method: str, path: str, headers: Headers) -> bool:
        """Whether the script that asks is our own, or one that may.

        Browsers name the origin of a script, and tell of requests without a name, as for pictures,
        whether they come from another site. Who follows a link asks for himself, but not for what
        only this machine can read: a page can follow its own links.
        """
        origin = headers.get("origin")
        if origin is not None:
            allowed = self._origins
            return (
                is_own(headers)
                or origin in allowed
                or "*" in allowed
                or origin.startswith(_EXTENSIONS)
            )
        if headers.get("sec-fetch-site") in _OUR_SITES:
            return True
        is_link = (
            method in ("GET", "HEAD")
            and headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest", "document") == "document"
        )
        return is_link and (self._links is None or path in self._links)

    def _has_token(self, method: str, path: str, headers: Headers) -> bool:
        assert self._token is not None
        if path in OPEN or path.startswith(STATIC):
            return True
        if method == "OPTIONS" and "access-control-request-method" in headers:
            return True
        kind, _, sent = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and compare_digest(
            sent.strip().encode("latin-1"), self._token
        )


def is_own(headers: Headers) -> bool:
    """Whether no other origin than our own is named. Its scheme is not asked for: whoever speaks TLS
    for us asks without."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def name_of(host: str) -> str:
    """The name or the address in a `Host` header, one way to write it; empty where it is none.

    >>> name_of("Reader.example.org.:8000"), name_of("[0::1]:8000"), name_of("a:b")
    ('reader.example.org', '::1', '')
    """
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return ""
    if found["name"]:
        return found["name"].removesuffix(".")
    try:
        return str(ip_address(found["address"]))
    except ValueError:
        return ""
