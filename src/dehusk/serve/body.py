"""The body of a request: all of it, and not more than may be."""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect, Request

from dehusk.errors import DehuskError

BODY_SECONDS = 60.0
"""How long a body may take to come."""


class Refused(DehuskError):
    """A request that ends with a status, a reason for the metrics, and a sentence."""

    def __init__(self, status: int, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.reason = status, reason


class Disconnected(DehuskError):
    """Whoever asked is gone."""


async def whole_body(request: Request, most: int) -> bytes:
    """The body, of at most so many bytes. Raises `Refused` and `Disconnected`.

    One that is too large is refused as soon as that is known.
    """
    told = request.headers.get("content-length", "")
    if told.isdigit() and int(told) > most:
        raise _too_large(most)
    pieces, size = list[bytes](), 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                pieces.append(piece)
                size += len(piece)
                if size > most:
                    raise _too_large(most)
    except TimeoutError:
        raise Refused(408, "slow", f"The body took longer than {BODY_SECONDS:g} s.") from None
    except ClientDisconnect:
        raise Disconnected("The request broke off.") from None
    return b"".join(pieces)


def _too_large(most: int) -> Refused:
    return Refused(413, "too-large", f"The body has more than {most:,} bytes.")
