"""The proxy between pages and the network, without a browser."""

from __future__ import annotations

import asyncio

import pytest

from dehusk.rendering.gate import Gate
from tests.rendering.servers import listener


def through(gate: Gate, request: bytes) -> bytes:
    """What comes back through the gate."""

    async def ask() -> bytes:
        port = await gate.open()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            writer.write_eof()
            async with asyncio.timeout(10):
                answer = await reader.read()
            writer.close()
            return answer
        finally:
            await gate.close()

    return asyncio.run(ask())


@pytest.mark.parametrize("form", ["CONNECT {0} HTTP/1.1", "GET http://{0}/ HTTP/1.1"])
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_this_machine_is_refused(form: str, host: str) -> None:
    with listener() as server:
        line = form.format(f"{host}:{server.port}")
        answer = through(Gate(), f"{line}\r\nHost: x\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 403")
        assert server.calls == []


def test_plain_requests_are_passed_on() -> None:
    with listener(b"hello") as server:
        target = f"http://127.0.0.1:{server.port}/a?b=c"
        request = (
            f"GET {target} HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\nA: b\r\n\r\n"
        )
        answer = through(Gate(allow_private=True), request.encode())
    assert answer.endswith(b"\r\n\r\nhello")
    assert server.calls == [b"GET /a?b=c HTTP/1.1\r\nConnection: close\r\nHost: x\r\nA: b\r\n\r\n"]


def test_tunnels_carry_anything() -> None:
    with listener(b"hello") as server:
        request = f"CONNECT 127.0.0.1:{server.port} HTTP/1.1\r\n\r\nraw bytes".encode()
        answer = through(Gate(allow_private=True), request)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"hello")
    assert server.calls == [b"raw bytes"]


@pytest.mark.parametrize(
    "request_",
    [
        b"",
        b"nonsense\r\n\r\n",
        b"GET ftp://a.example/ HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"CONNECT a.example:port HTTP/1.1\r\n\r\n",
        b"CONNECT :1 HTTP/1.1\r\n\r\n",
        b"GET http://\xff/ HTTP/1.1\r\n\r\n",
        b"GET http://no-such-host.invalid/ HTTP/1.1\r\n\r\n",
        b"GET http://" + b"a" * 100 + b".invalid/ HTTP/1.1\r\n\r\n",
        b"GET http://a.example/ HTTP/1.1\r\n" + b"X: y\r\n" * 20_000,
    ],
)
def test_nonsense_is_refused(request_: bytes) -> None:
    answer = through(Gate(), request_)
    assert answer.startswith(b"HTTP/1.1 403") or not answer
