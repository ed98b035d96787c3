"""The proxy between pages and the network, without a browser."""

from __future__ import annotations

import asyncio
import base64
import socket

import pytest

from dehusk.rendering.gate import USER, Gate
from tests.rendering.servers import listener


def with_password(gate: Gate, request: bytes) -> bytes:
    """The request as the browser that the gate is for sends it."""
    words = base64.b64encode(f"{USER}:{gate.password}".encode()).decode()
    line, rest = request.split(b"\r\n", 1)
    return line + f"\r\nProxy-Authorization: Basic {words}\r\n".encode() + rest


def through(gate: Gate, request: bytes, *, stranger: bool = False) -> bytes:
    """What comes back through the gate."""

    async def ask() -> bytes:
        nonlocal request
        if not stranger and b"\r\n" in request:
            request = with_password(gate, request)
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


# Whom it serves


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Proxy-Authorization:",
        "Proxy-Authorization: Basic",
        "Proxy-Authorization: Basic \xe9",
        "Proxy-Authorization: Basic " + base64.b64encode(b"dehusk:").decode(),
        "Proxy-Authorization: Basic " + base64.b64encode(b"dehusk:guess").decode(),
        "Authorization: Basic {password}",
    ],
)
@pytest.mark.parametrize("line", ["CONNECT {host} HTTP/1.1", "GET http://{host}/ HTTP/1.1"])
def test_strangers_are_asked_for_the_password(line: str, header: str) -> None:
    gate = Gate(allow_private=True)
    with listener() as server:
        line = line.format(host=f"127.0.0.1:{server.port}")
        header = header.format(password=base64.b64encode(f"{USER}:{gate.password}".encode()))
        request = f"{line}\r\n{header}\r\n\r\n".encode("latin-1")
        answer = through(gate, request, stranger=True)
        assert answer.startswith(b"HTTP/1.1 407")
        assert b"\r\nProxy-Authenticate: Basic" in answer
        assert server.calls == []


def test_each_gate_has_a_password_of_its_own() -> None:
    assert Gate().password != Gate().password
    assert len(Gate().password) > 40


# The end


@pytest.mark.parametrize("is_stuck", [False, True])
def test_closing_with_an_open_tunnel_is_quick_and_silent(
    is_stuck: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def close_with_tunnel() -> None:
        gate = Gate(allow_private=True)
        port = await gate.open()
        with socket.create_server(("127.0.0.1", 0)) as server:
            request = f"CONNECT 127.0.0.1:{server.getsockname()[1]} HTTP/1.1\r\n\r\n".encode()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(with_password(gate, request))
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            if is_stuck:  # a server that takes nothing of what it is sent
                writer.write(b"x" * 20_000_000)
                await asyncio.sleep(0.3)
            async with asyncio.timeout(5):
                await gate.close()
            writer.transport.abort()
        await asyncio.sleep(0)

    asyncio.run(close_with_tunnel())
    assert caplog.records == []
