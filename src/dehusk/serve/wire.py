"""Pages come in whole: reads requests as uvicorn does, without a look at every piece of a page.

uvicorn has a parser look at each piece of a body, copies it three times, and wakes the application for
it. Of a page that comes with its length nothing is to be parsed: its pieces are put aside until all are
there. What comes in any other way goes uvicorn's way.

uvicorn.Config(app, http=page_protocol(most=16 * 1024 * 1024))
"""

from __future__ import annotations

from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dehusk.serve.body import BODY, Body

PATHS = frozenset((b"/extract", b"/explain", b"/compare", b"/render"))
"""Where pages come to."""


def page_protocol(most: int) -> type[HttpToolsProtocol]:
    """The protocol of a service whose pages have at most so many bytes."""
    return type("Pages", (_Pages,), {"most": most})


class _Pages(HttpToolsProtocol):
    most = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._coming: Body | None = None

    def on_headers_complete(self) -> None:
        """A request begins; the application gets it when this turn of the loop is over."""
        super().on_headers_complete()
        size = self._size()
        if size:
            self._coming = Body(size)
            self.cycle.scope[BODY] = self._coming  # type: ignore[literal-required]

    def _size(self) -> int:
        """How long the body is, 0 where it goes uvicorn's way."""
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
        return int(size) if size.isdigit() and int(size) <= self.most else 0

    def on_body(self, body: bytes) -> None:
        """A piece that came with the head; those that follow go past the parser."""
        if self._coming is None:
            super().on_body(body)
        else:
            self._coming.add(body)

    def on_message_complete(self) -> None:
        """A request has ended."""
        self._coming = None
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Bytes came: of a page, or to be parsed."""
        if self._coming is None:
            super().data_received(data)
        else:
            self._page_received(self._coming, data)

    def _page_received(self, coming: Body, data: bytes) -> None:
        self._unset_keepalive_if_required()
        rest = data[coming.missing :]
        if self.cycle.response_complete:  # nobody wants it any more
            coming.skip(len(data) - len(rest))
        else:
            coming.add(data[: coming.missing] if rest else data)
        if coming.missing:
            return
        self.on_message_complete()
        # The parser still waits for the page: another one takes what follows.
        self.parser = _parser(self)
        if rest:
            super().data_received(rest)

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone."""
        if self._coming is not None:
            self._coming.lose()
            self._coming = None
        super().connection_lost(exc)


def _parser(protocol: HttpToolsProtocol) -> httptools.HttpRequestParser:
    """A parser as uvicorn makes it."""
    parser = httptools.HttpRequestParser(protocol)
    if hasattr(parser, "set_dangerous_leniencies"):  # from httptools 0.6.3
        parser.set_dangerous_leniencies(lenient_data_after_close=True)
    return parser
