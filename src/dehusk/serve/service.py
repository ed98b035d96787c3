"""What the endpoints share: workers, counters, labels, and the way of a page through them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response
from starlette.types import Scope

from dehusk.errors import FetchError, MissingExtra
from dehusk.fetch import Fetched, fetch
from dehusk.serve.body import Refused
from dehusk.serve.guards import problem
from dehusk.serve.journal import Journal
from dehusk.serve.labels import Labels
from dehusk.serve.measures import Measures
from dehusk.serve.pool import Pool, QueueFull, Room, WorkerDied, WorkerTimeout
from dehusk.serve.settings import Settings

Reply = tuple[dict[str, Any], bytes]


@dataclass(frozen=True)
class Service:
    """What the endpoints share: workers, counters, settings, and the labels."""

    settings: Settings
    pool: Pool
    renderers: Pool
    measures: Measures
    fetching: asyncio.Semaphore
    labels: Labels
    journal: Journal
    room: Room

    @classmethod
    def of(cls, settings: Settings) -> Service:
        """The service of some settings; nothing is started."""
        shared: dict[str, Any] = {
            "waiting": settings.waiting,
            "memory": settings.memory,
            "output_bytes": settings.output_bytes,
        }
        pool = Pool(workers=settings.workers, seconds=settings.seconds, **shared)
        # A browser may take its time to start.
        renderers = Pool(workers=settings.renderers, seconds=settings.seconds + 20, **shared)
        return cls(
            settings,
            pool,
            renderers,
            Measures(pool),
            asyncio.Semaphore(settings.fetches),
            Labels(settings),
            Journal(),
            Room(settings.waiting + settings.workers + settings.renderers + settings.fetches),
        )

    # The way of a page

    async def work(self, header: dict[str, Any], body: bytes) -> Reply:
        """What a worker makes of a request; what it wants for that is brought first."""
        reply = await self.pool.ask(header, body)
        if reply[0].get("wanted") == "fetch":
            given = reply[0]["given"]
            fetched = await self.fetched(given["url"])
            given |= {"url": fetched.url, "encoding": given.get("encoding") or fetched.encoding}
            header = _with_given(header, given)
            if given["render"]:
                return await self.rendered(header, fetched.body)
            return await self.pool.ask(header, fetched.body)
        if reply[0].get("wanted") == "render":
            again = _with_given(header, reply[0]["given"])
            return await self.rendered(again, reply[1])
        return reply

    async def rendered(self, header: dict[str, Any], body: bytes) -> Reply:
        """What a worker with a browser makes of a request."""
        if not self.settings.renderers:
            raise Refused(403, "rendering-off", "Rendering is off; start with --renderers 1.")
        await self.renderers.start()
        told = {"can_render": True, "online": self.settings.fetch}
        return await self.renderers.ask({**header, **told}, body)

    async def fetched(self, url: str) -> Fetched:
        """The page at an address, through the guarded client, which waits in a thread."""
        if not self.settings.fetch:
            raise Refused(403, "fetching-off", "Fetching is off; start with dehusk serve --fetch.")
        if self.fetching.locked() and self.pool.waiting >= self.settings.waiting:
            raise QueueFull(self.settings.seconds)
        async with self.fetching:
            return await asyncio.to_thread(
                fetch,
                url,
                timeout=self.settings.seconds,
                max_bytes=self.settings.body_bytes,
                allow_private=self.settings.allow_private,
            )


def _with_given(header: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """The request once more, as a worker has read it, for its page to be sent as the body."""
    known = {name: value for name, value in given.items() if value is not None}
    return {**header, "query": {}, "given": known, "json": False, "charset": None}


def tell(service: Service, scope: Scope, error: Exception) -> Response:
    """The answer to a request that did not come to its end."""
    if isinstance(error, Refused):
        return refused(service, scope, error.status, error.reason, str(error))
    if isinstance(error, QueueFull):
        answer = refused(service, scope, 429, "busy", str(error))
        answer.headers["retry-after"] = str(max(1, round(error.seconds)))
        return answer
    if isinstance(error, WorkerTimeout):
        return refused(service, scope, 504, "out-of-time", str(error))
    if isinstance(error, WorkerDied):
        service.journal.tell("worker died", id=scope["dehusk.id"])
        return refused(service, scope, 500, "worker-died", str(error))
    if isinstance(error, FetchError):
        return refused(service, scope, 502, "not-fetched", str(error))
    if isinstance(error, MissingExtra):
        return refused(service, scope, 501, "missing-extra", str(error))
    return refused(service, scope, 400, "bad-request", str(error))


def refused(service: Service, scope: Scope, status: int, reason: str, sentence: str) -> Response:
    """An answer that says what is wrong; it is counted, and the log has the reason."""
    service.measures.error(reason)
    scope["dehusk.told"] = {"error": reason}
    return problem(scope, status, reason, sentence)
