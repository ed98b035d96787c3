"""Requests as they come over a connection: whole, in pieces, one after the other, or broken off."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.serve.conftest import Server

PAGE = b"<p>Tea needs boiling water, and some time to draw.</p>"
TEXT = b"Tea needs boiling water, and some time to draw."
OTHER = b"<p>Coffee needs water that is not quite boiling.</p>" + b" " * 300_000
OTHER_TEXT = b"Coffee needs water that is not quite boiling."


@dataclass
class Wire:
    """A connection of one's own."""

    socket: socket.socket
    left: bytes = b""

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.socket.sendall(piece)

    def answer(self) -> tuple[int, bytes]:
        """The status and the body of the next answer."""
        while b"\r\n\r\n" not in self.left:
            self._more()
        head, _, self.left = self.left.partition(b"\r\n\r\n")
        found = re.search(rb"(?i)content-length: (\d+)", head)
        assert found, head
        while len(self.left) < int(found[1]):
            self._more()
        body, self.left = self.left[: int(found[1])], self.left[int(found[1]) :]
        return int(head.split()[1]), body

    def _more(self) -> None:
        came = self.socket.recv(65536)
        assert came, "the connection was closed"
        self.left += came

    @property
    def is_closed(self) -> bool:
        return self.socket.recv(1) == b""


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connected:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield Wire(connected)


def head(size: int | None, *more: bytes, path: bytes = b"/extract?format=text") -> bytes:
    lines = [b"POST %b HTTP/1.1" % path, b"Host: 127.0.0.1", b"Content-Type: text/html", *more]
    if size is not None:
        lines.append(b"Content-Length: %d" % size)
    return b"\r\n".join([*lines, b"", b""])


def test_a_page_with_its_head_and_after_it(wire: Wire) -> None:
    wire.send(head(len(PAGE)) + PAGE)
    assert wire.answer() == (200, TEXT)
    wire.send(head(len(OTHER)), OTHER)
    assert wire.answer() == (200, OTHER_TEXT)
    wire.send(head(len(PAGE)) + PAGE[:10], PAGE[10:20], PAGE[20:])
    assert wire.answer() == (200, TEXT)


def test_requests_that_do_not_wait_for_their_answers(wire: Wire) -> None:
    last = b"GET /methods HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    first, second = head(len(PAGE)) + PAGE, head(len(OTHER)) + OTHER
    wire.send(first + second + first + last)
    assert [wire.answer() for _ in range(3)] == [(200, TEXT), (200, OTHER_TEXT), (200, TEXT)]
    assert wire.answer()[0] == 200


def test_the_end_of_a_page_and_the_next_request_in_one_piece(wire: Wire) -> None:
    wire.send(head(len(OTHER)) + OTHER[:1000], OTHER[1000:] + head(len(PAGE)) + PAGE)
    assert [wire.answer(), wire.answer()] == [(200, OTHER_TEXT), (200, TEXT)]


def test_a_page_in_chunks_goes_the_other_way(wire: Wire) -> None:
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(PAGE), PAGE)
    wire.send(head(None, b"Transfer-Encoding: chunked"), chunks)
    assert wire.answer() == (200, TEXT)
    wire.send(head(len(PAGE)) + PAGE)
    assert wire.answer() == (200, TEXT)


def test_more_pages_at_once_than_there_are_places(server: Server, wire: Wire) -> None:
    port = wire.socket.getpeername()[1]
    wires = [Wire(socket.create_connection(("127.0.0.1", port), timeout=20)) for _ in range(12)]
    try:
        for one in wires:
            one.send(head(len(OTHER)), OTHER[:200_000])
        for one in wires:
            one.send(OTHER[200_000:])
        assert [one.answer() for one in wires] == [(200, OTHER_TEXT)] * 12
    finally:
        for one in wires:
            one.socket.close()


def test_who_expects_to_be_told_to_go_on_is_told(wire: Wire) -> None:
    wire.send(head(len(PAGE), b"Expect: 100-continue"))
    while b"\r\n\r\n" not in wire.left:
        wire._more()
    said, _, wire.left = wire.left.partition(b"\r\n\r\n")
    assert said == b"HTTP/1.1 100 Continue"
    wire.send(PAGE)
    assert wire.answer() == (200, TEXT)


def test_the_connection_is_closed_on_request(wire: Wire) -> None:
    wire.send(head(len(OTHER), b"Connection: close"), OTHER)
    assert wire.answer() == (200, OTHER_TEXT)
    assert wire.is_closed


@pytest.mark.parametrize("size", [b"-5", b"5x", b"5\r\nContent-Length: 6", b""])
def test_a_length_that_is_none(wire: Wire, size: bytes) -> None:
    wire.send(head(None, b"Content-Length: " + size) + b"<p>Tea")
    status = int(wire.socket.recv(100).split()[1])
    assert status == 400


def test_a_page_that_is_too_large_is_refused_before_it_has_come(wire: Wire) -> None:
    wire.send(head(5_000_000), b"<p>")
    assert wire.answer()[0] == 413


def test_who_breaks_off_costs_nobody_anything(server: Server, wire: Wire) -> None:
    wire.send(head(len(OTHER)), OTHER[:1000])
    wire.socket.close()
    assert server.extract(PAGE, format="text").content == TEXT


def test_a_page_whose_answer_comes_first_is_read_to_its_end(wire: Wire) -> None:
    asked = head(len(OTHER), b"Origin: https://evil.example")
    wire.send(asked, OTHER[:1000])
    assert wire.answer()[0] == 403
    wire.send(OTHER[1000:] + head(len(PAGE)) + PAGE)
    assert wire.answer() == (200, TEXT)
