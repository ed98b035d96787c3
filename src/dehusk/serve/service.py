"""What the endpoints share: workers, counters, labels, and the way of a page through them."""

from __future__ import annotations

import asyncio
from typing import Any

from dehusk.fetch import Fetched, fetch
from dehusk.serve.labels import Labels
from dehusk.serve.measures import Measures
from dehusk.serve.pool import Exchange, Pool, QueueFull, Room
from dehusk.serve.refusals import Refused
from dehusk.serve.settings import Settings


class Service:
    """What the endpoints share. Nothing is started yet."""

    def __init__(self, settings: Settings) -> None:
        shared: dict[str, Any] = {
            "waiting": settings.waiting,
            "memory": settings.memory,
            "output_bytes": settings.output_bytes,
        }
        self.settings = settings
        self.pool = Pool(workers=settings.workers, seconds=settings.seconds, **shared)
        # A browser may take its time to start.
        self.renderers = Pool(workers=settings.renderers, seconds=settings.seconds + 20, **shared)
        self.measures = Measures(self.pool)
        self.fetching = asyncio.Semaphore(settings.fetches)
        self.labels = Labels(settings)
        self.room = Room(
            settings.waiting + settings.workers + settings.renderers + settings.fetches
        )

    # The way of a page

    async def work(self, header: dict[str, Any], body: bytes) -> Exchange:
        """What a worker makes of a request; what it wants for that is brought first."""
        answer, rest = await self.pool.ask(header, body)
        if answer.get("wanted") is None:
            return _good(answer, rest)
        given = answer["given"]
        if answer["wanted"] == "fetch":
            fetched = await self.fetched(given["url"])
            given |= {"url": fetched.url, "encoding": given.get("encoding") or fetched.encoding}
            rest = fetched.body
        known = {name: value for name, value in given.items() if value is not None}
        header = {**header, "query": {}, "given": known, "json": False, "charset": None}
        return await self.made(header, rest)

    async def made(self, header: dict[str, Any], body: bytes) -> Exchange:
        """What is made of a page that is there, through a browser where it is to be rendered."""
        if not header["given"].get("render"):
            return _good(*await self.pool.ask(header, body))
        if not self.settings.renderers:
            raise Refused(403, "rendering-off", "Rendering is off; start with --renderers 1.")
        await self.renderers.start()
        browser = {"can_render": True, "online": self.settings.fetch}
        return _good(*await self.renderers.ask({**header, **browser}, body))

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


def _good(header: dict[str, Any], body: bytes) -> Exchange:
    """An answer; one that tells an error is raised as that."""
    if header.get("status", 200) != 200:
        raise Refused(header["status"], header["error"], header["message"])
    return header, body
