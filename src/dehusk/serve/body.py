"""The body of a request: all of it, in pieces, and not more than may be."""

from __future__ import annotations

import asyncio

from starlette.types import Receive, Scope

from dehusk.errors import DehuskError
from dehusk.serve.guards import HEADERS

BODY = "dehusk.body"
"""The name in a request's scope under which its `Body` is, where the server collects it."""
BODY_SECONDS = 60.0
"""How long a body may take to come."""


class Refused(DehuskError):
    """A request that ends with a status, a reason for the metrics, and a sentence."""

    def __init__(self, status: int, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.reason = status, reason


class Disconnected(DehuskError):
    """Whoever asked is gone."""


class Body:
    """The pieces of a body that is still coming.

    >>> body = Body(3)
    >>> body.add(b"Tea")
    >>> asyncio.run(body.whole())
    [b'Tea']
    """

    def __init__(self, size: int) -> None:
        self.missing = size
        self._pieces: list[bytes] = []
        self._whole: asyncio.Future[list[bytes]] | None = None
        self._is_lost = False

    def add(self, piece: bytes) -> None:
        """Another piece, of not more than is missing."""
        self._pieces.append(piece)
        self.missing -= len(piece)
        if not self.missing and self._whole is not None and not self._whole.done():
            self._whole.set_result(self._pieces)

    def skip(self, size: int) -> None:
        """So many bytes came that nobody wants."""
        self._pieces.clear()
        self.missing -= size

    def lose(self) -> None:
        """The rest will not come."""
        self._is_lost = True
        self._fail(Disconnected("The request broke off."))

    async def whole(self) -> list[bytes]:
        """All pieces, once they are there. Raises `Disconnected` or `TimeoutError`."""
        if not self.missing:
            return self._pieces
        loop = asyncio.get_running_loop()
        self._whole = loop.create_future()
        if self._is_lost:
            self.lose()
        timer = loop.call_later(BODY_SECONDS, self._fail, TimeoutError())
        try:
            return await self._whole
        finally:
            timer.cancel()

    def _fail(self, error: Exception) -> None:
        if self._whole is not None and not self._whole.done():
            self._whole.set_exception(error)


async def read_body(scope: Scope, receive: Receive, most: int) -> list[bytes]:
    """The body of a request, in pieces.

    Raises `Refused` as soon as it is known to be too large, or takes too long, and `Disconnected`.
    """
    try:
        coming: Body | None = scope.get(BODY)
        if coming is not None:
            return await coming.whole()
        told = scope[HEADERS].get(b"content-length", b"")
        if told.isdigit() and int(told) > most:
            raise _too_large(most)
        async with asyncio.timeout(BODY_SECONDS):
            return await _received(receive, most)
    except TimeoutError:
        raise Refused(408, "slow", f"The body took longer than {BODY_SECONDS:g} s.") from None


async def _received(receive: Receive, most: int) -> list[bytes]:
    pieces: list[bytes] = []
    size = 0
    is_more = True
    while is_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected("The request broke off.")
        piece = message.get("body", b"")
        size += len(piece)
        if size > most:
            raise _too_large(most)
        pieces.append(piece)
        is_more = message.get("more_body", False)
    return pieces


def _too_large(most: int) -> Refused:
    return Refused(413, "too-large", f"The body has more than {most:,} bytes.")
