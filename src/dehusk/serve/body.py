"""The body of a request: all of it, and not more than may be.

Our own server collects it (`Body`), in shared memory as soon as somebody wants it; from other servers it
is received piece by piece.
"""

from __future__ import annotations

import asyncio

from starlette.types import Receive, Scope

from dehusk.errors import DehuskError
from dehusk.serve.guards import HEADERS
from dehusk.serve.memory import Region, Regions
from dehusk.serve.process import Page, Shared

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
    """A body of a known size that is still coming.

    >>> body = Body(3)
    >>> body.add(b"Tea")
    >>> asyncio.run(body.whole(Regions(0)))
    [bytearray(b'Tea')]

    Until somebody wants it the few pieces that have come are kept as they are. Then there is a place for
    all of it, `room` is what is left of that, and `came` tells that so much of it was filled.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self.missing = size
        self._pieces: list[bytes] = []
        self._region: Region | None = None
        self._own: bytearray | None = None
        self._view: memoryview | None = None
        self._whole: asyncio.Future[None] | None = None
        self._is_lost = False

    # For the server

    @property
    def room(self) -> memoryview | None:
        """Where the rest belongs, None while nobody wants it."""
        return self._view[self._size - self.missing :] if self._view is not None else None

    def came(self, size: int) -> None:
        """So many bytes of `room` are filled."""
        self.missing -= size
        if not self.missing and self._whole is not None and not self._whole.done():
            self._whole.set_result(None)

    def add(self, piece: bytes) -> None:
        """Another piece, of not more than is missing."""
        room = self.room
        if room is not None:
            room[: len(piece)] = piece
        else:
            self._pieces.append(piece)
        self.came(len(piece))

    def skip(self, size: int) -> None:
        """So many bytes came that nobody wants."""
        self._pieces.clear()
        self.missing -= size

    def lose(self) -> None:
        """The rest will not come."""
        self._is_lost = True
        self._fail(Disconnected("The request broke off."))

    # For the application

    async def whole(self, regions: Regions) -> Page:
        """All of it, once it is there. Raises `Disconnected` or `TimeoutError`."""
        self._make_room(regions)
        if self.missing:
            await self._rest()
        if self._region is not None:
            return Shared(self._region.index, self._size)
        assert self._own is not None
        return [self._own]

    def _make_room(self, regions: Regions) -> None:
        self._region = regions.take(self._size)
        if self._region is not None:
            self._view = memoryview(self._region.memory)[: self._size]
        else:
            self._own = bytearray(self._size)
            self._view = memoryview(self._own)
        start = 0
        for piece in self._pieces:
            self._view[start : start + len(piece)] = piece
            start += len(piece)
        self._pieces.clear()

    async def _rest(self) -> None:
        loop = asyncio.get_running_loop()
        self._whole = loop.create_future()
        if self._is_lost:
            self.lose()
        timer = loop.call_later(BODY_SECONDS, self._fail, TimeoutError())
        try:
            await self._whole
        finally:
            timer.cancel()

    def release(self, regions: Regions) -> None:
        """Nobody wants it any more."""
        if self._view is not None:
            self._view.release()
            self._view = None
        if self._region is not None:
            regions.give(self._region)
            self._region = None

    def _fail(self, error: Exception) -> None:
        if self._whole is not None and not self._whole.done():
            self._whole.set_exception(error)


class PageOf:
    """The page that somebody sends, for a while: `async with PageOf(scope, receive, most, regions)`.

    Raises `Refused` as soon as it is known to be too large, or takes too long, and `Disconnected`.
    """

    def __init__(self, scope: Scope, receive: Receive, most: int, regions: Regions) -> None:
        self._scope, self._receive, self._most, self._regions = scope, receive, most, regions
        self._coming: Body | None = scope.get(BODY)

    async def __aenter__(self) -> Page:
        if self._coming is None:
            return await received(self._scope, self._receive, self._most)
        try:
            return await self._coming.whole(self._regions)
        except BaseException as error:
            self._coming.release(self._regions)
            if isinstance(error, TimeoutError):
                raise _slow() from None
            raise

    async def __aexit__(self, *_: object) -> None:
        if self._coming is not None:
            self._coming.release(self._regions)


async def received(scope: Scope, receive: Receive, most: int) -> list[bytes]:
    """The pieces of a body, as a server hands them over. Raises `Refused` and `Disconnected`."""
    told = scope[HEADERS].get(b"content-length", b"")
    if told.isdigit() and int(told) > most:
        raise _too_large(most)
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _pieces(receive, most)
    except TimeoutError:
        raise _slow() from None


async def _pieces(receive: Receive, most: int) -> list[bytes]:
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


def _slow() -> Refused:
    return Refused(408, "slow", f"The body took longer than {BODY_SECONDS:g} s.")
