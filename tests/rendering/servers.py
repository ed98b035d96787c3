"""Servers of this machine that remember who called: none of them may ever hear from a page."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Listener:
    """Listens on one TCP and one UDP port, on all addresses, and answers with a page."""

    def __init__(self, answer: bytes = b"<p>private") -> None:
        self.calls: list[bytes] = []
        self._answer = answer
        self._tcp = socket.create_server(("0.0.0.0", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("0.0.0.0", 0))
        self.port: int = self._tcp.getsockname()[1]
        self.udp_port: int = self._udp.getsockname()[1]
        for listen in (self._listen_tcp, self._listen_udp):
            threading.Thread(target=listen, daemon=True).start()

    def _listen_tcp(self) -> None:
        while True:
            try:
                connection, _ = self._tcp.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(2)
                try:
                    self.calls.append(connection.recv(4096) or b"a connection")
                    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(self._answer)}\r\n\r\n"
                    connection.sendall(head.encode() + self._answer)
                except OSError:
                    self.calls.append(b"a connection")

    def _listen_udp(self) -> None:
        while True:
            try:
                call = self._udp.recv(2048)
            except OSError:
                return
            if not call:
                return
            self.calls.append(call)

    def close(self) -> None:
        for listening in (self._tcp, self._udp):
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
            listening.close()


@contextmanager
def listener(answer: bytes = b"<p>private") -> Iterator[Listener]:
    server = Listener(answer)
    try:
        yield server
    finally:
        server.close()
