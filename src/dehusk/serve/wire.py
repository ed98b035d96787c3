"""Pages come in whole: reads requests as uvicorn does, without a look at every piece of a page.

uvicorn has a parser look at each piece of a body, copies it three times, and wakes the application for
it. Of a page that comes with its length nothing is to be parsed: it goes to its place in one go, and the
application is told when it is there. What comes in any other way goes uvicorn's way.

uvicorn.Config(app, http=page_protocol(most=16 * 1024 * 1024))
"""

from __future__ import annotations

import asyncio
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dehusk.serve.body import BODY, Body

PATHS = frozenset((b"/extract", b"/explain", b"/compare", b"/render"))
"""Where pages come to."""
_HEAD_BYTES = 64 * 1024


def page_protocol(most: int) -> type[asyncio.Protocol]:
    """The protocol of a service whose pages have at most so many bytes."""
    # All connections of a loop read into it, one at a time, and take out at once what is there.
    shared = {"most": most, "scratch": memoryview(bytearray(_HEAD_BYTES))}
    return type("PageProtocol", (_PageProtocol,), shared)


class _PageProtocol(asyncio.BufferedProtocol):
    """What the event loop talks to: the bytes of a page go to its place, all others to uvicorn."""

    most = 0
    scratch = memoryview(b"")

    def __init__(self, *given: Any, **named: Any) -> None:
        self._http = _Requests(self.most, *given, **named)
        self._is_direct = False
        # What is not about reading is uvicorn's business.
        self.eof_received = self._http.eof_received  # type: ignore[method-assign]
        self.pause_writing = self._http.pause_writing  # type: ignore[method-assign]
        self.resume_writing = self._http.resume_writing  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        self._http.connection_made(transport)  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._http.connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the next bytes shall go."""
        coming = self._http.coming
        room = coming.room if coming is not None else None
        self._is_direct = room is not None
        return self.scratch if room is None else room

    def buffer_updated(self, nbytes: int) -> None:
        """So many bytes have come."""
        coming = self._http.coming
        if not self._is_direct:
            self._http.data_received(bytes(self.scratch[:nbytes]))
        elif coming is not None:
            coming.came(nbytes)
            if not coming.missing:
                self._http.page_complete()


class _Requests(HttpToolsProtocol):
    """uvicorn's protocol, which lets pages pass by."""

    def __init__(self, most: int, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._most = most
        self.coming: Body | None = None

    def on_headers_complete(self) -> None:
        """A request begins; the application gets it when this turn of the loop is over."""
        super().on_headers_complete()
        size = self._size()
        if size:
            self.coming = Body(size)
            self.cycle.scope[BODY] = self.coming  # type: ignore[literal-required]

    def _size(self) -> int:
        """How long the page is, 0 where it goes uvicorn's way."""
        if self.scope["method"] != "POST" or self.scope["raw_path"] not in PATHS:
            return 0
        if self.expect_100_continue or self.pipeline or self.parser.should_upgrade():
            return 0
        size = b""
        for name, value in self.headers:
            if name == b"content-length":
                size = value
            elif name == b"transfer-encoding":
                return 0
        return int(size) if size.isdigit() and int(size) <= self._most else 0

    def on_body(self, body: bytes) -> None:
        """What came of a body with its head."""
        if self.coming is None:
            super().on_body(body)
        else:
            self.coming.add(body)

    def on_message_complete(self) -> None:
        """A request has ended."""
        self.coming = None
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Bytes came that are to be parsed, or of a page that nobody wants yet, or any more."""
        coming = self.coming
        if coming is None:
            super().data_received(data)
            return
        self._unset_keepalive_if_required()
        rest = data[coming.missing :]
        if self.cycle.response_complete:
            coming.skip(len(data) - len(rest))
        else:
            coming.add(data[: coming.missing] if rest else data)
        if not coming.missing:
            self.page_complete()
            if rest:
                super().data_received(rest)

    def page_complete(self) -> None:
        """All of a page is there. The parser still waits for it: another one takes what follows."""
        self.on_message_complete()
        self.parser = httptools.HttpRequestParser(self)
        if hasattr(
            self.parser, "set_dangerous_leniencies"
        ):  # as uvicorn does, from httptools 0.6.3
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone."""
        if self.coming is not None:
            self.coming.lose()
            self.coming = None
        super().connection_lost(exc)
