"""The way out for pages that may use the network: a proxy that lets them reach public servers only.

Chromium sends everything through it and looks up no name itself, so there is no way around. The
gate looks a name up, checks the addresses, and connects to one that passed: redirections, frames,
web sockets and names that change their mind between two look-ups are all the same to it. It serves
its own browser only: every request has to bring the gate's password.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
import socket
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from urllib.parse import urlsplit

from dehusk.fetch.addresses import is_public

NAME = "gate.invalid"
"""What Chromium takes for its proxy. It finds the gate there, or nothing at all when offline."""

USER = "dehusk"

LONGEST_HEAD = 64 * 1024
CONNECT_SECONDS = 15.0
PIECE = 64 * 1024


class Gate:
    """A proxy on a port of this machine, for one browser."""

    def __init__(self, *, allow_private: bool = False) -> None:
        self.password = secrets.token_urlsafe()
        self._allow_private = allow_private
        self._server: asyncio.Server | None = None
        self._visits: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        """Start to listen; the port is returned."""
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0, limit=LONGEST_HEAD)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Stop to listen, and end every connection."""
        if self._server is not None:
            self._server.close()
        for visit in self._visits:
            visit.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)

    def _meet(self, reader: StreamReader, writer: StreamWriter) -> None:
        # In a task of our own: asyncio complains of those it has made itself when they are cancelled.
        task = asyncio.create_task(self._visit(reader, writer))
        self._visits.add(task)
        task.add_done_callback(self._visits.discard)

    async def _visit(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            try:
                await self._serve(reader, writer)
            except (OSError, EOFError, ValueError, asyncio.LimitOverrunError, TimeoutError):
                writer.write(REFUSAL)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        finally:
            writer.transport.abort()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One request: a tunnel for TLS and web sockets, or a plain http request passed on."""
        head = await reader.readuntil(b"\r\n\r\n")
        line, _, headers = head.partition(b"\r\n")
        method, target, version = line.decode("ascii").split(" ")
        if not self._is_ours(headers):
            writer.write(WHO_IS_IT)
            return
        if target.startswith(f"http://{NAME}/"):
            writer.write(WELCOME)
            return
        if method == "CONNECT":
            host, port = _host_and_port(f"//{target}", 443)
            opening, answer = b"", b"HTTP/1.1 200 Connected\r\n\r\n"
        else:
            host, port = _host_and_port(target, 80)
            opening, answer = _as_server_expects(method, target, version, headers), b""
        async with asyncio.timeout(CONNECT_SECONDS):
            far_reader, far_writer = await self._connect(host, port)
        try:
            writer.write(answer)
            far_writer.write(opening)
            with suppress(OSError):  # it broke off: there is no place any more to say so
                await _join(reader, writer, far_reader, far_writer)
        finally:
            far_writer.transport.abort()

    def _is_ours(self, headers: bytes) -> bool:
        """Whether it is our browser that asks."""
        expected = base64.b64encode(f"{USER}:{self.password}".encode())
        name, given = b"proxy-authorization:", b""
        for line in headers.split(b"\r\n"):
            if line.lower().startswith(name):
                given = line[len(name) :].strip()
        return hmac.compare_digest(given, b"Basic " + expected)

    async def _connect(self, host: str, port: int) -> tuple[StreamReader, StreamWriter]:
        loop = asyncio.get_running_loop()
        answers = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        failure: OSError = PermissionError(f"{host} is not on the public internet")
        for address in dict.fromkeys(str(answer[4][0]) for answer in answers):
            if not self._allow_private and not is_public(address):
                continue
            try:
                return await asyncio.open_connection(address, port)
            except OSError as error:
                failure = error
        raise failure


_END = b"Content-Length: 0\r\nConnection: close\r\n\r\n"
REFUSAL = b"HTTP/1.1 403 Forbidden\r\n" + _END
WELCOME = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
WHO_IS_IT = (
    b"HTTP/1.1 407 Proxy Authentication Required\r\n"
    b'Proxy-Authenticate: Basic realm="gate"\r\n' + _END
)


def _host_and_port(url: str, default_port: int) -> tuple[str, int]:
    parts = urlsplit(url)
    if parts.scheme not in ("", "http") or not parts.hostname:
        raise ValueError(f"{url!r} is nothing to connect to")
    return parts.hostname, parts.port or default_port


def _as_server_expects(method: str, target: str, version: str, headers: bytes) -> bytes:
    """The head of a request as a server wants it: a path in place of the whole URL.

    >>> _as_server_expects("GET", "http://example.org/a?b", "HTTP/1.1", b"Host: example.org\\r\\n\\r\\n")
    b'GET /a?b HTTP/1.1\\r\\nConnection: close\\r\\nHost: example.org\\r\\n\\r\\n'

    The connection is good for one request, as the next may be for another host.
    """
    parts = urlsplit(target)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    kept = [
        line
        for line in headers.split(b"\r\n")
        if not line.lower().startswith((b"connection:", b"proxy-"))
    ]
    first = f"{method} {path} {version}\r\nConnection: close\r\n".encode("ascii")
    return first + b"\r\n".join(kept)


async def _join(
    near_reader: StreamReader,
    near_writer: StreamWriter,
    far_reader: StreamReader,
    far_writer: StreamWriter,
) -> None:
    """Carry bytes both ways until the far side has no more."""
    up = asyncio.create_task(_carry(near_reader, far_writer))
    try:
        await _carry(far_reader, near_writer)
    finally:
        up.cancel()
        await asyncio.gather(up, return_exceptions=True)


async def _carry(reader: StreamReader, writer: StreamWriter) -> None:
    while piece := await reader.read(PIECE):
        writer.write(piece)
        await writer.drain()
