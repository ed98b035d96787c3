"""What the service costs beside direct calls, and whether it stands hostile pages.

`python -m bench.serve [--pages N] [--rounds N] [--minutes M]`, on Linux. Raw news pages, text:

1. Direct calls and the service with one connection take turns over the same pages; the processor time
   of the service and its workers (from /proc), less that of the direct calls, is what a request costs.
   Of either the best round counts: a busy machine hurts both, and each in its own way. Beside it stands
   what uvicorn takes with an application that reads the page and answers with nothing of its own.
2. Latency at 1, 8 and 64 connections.
3. A campaign: 64 connections, every tenth page hostile (tests/families.py, and what is no page), for so
   many minutes. Every request has to be answered; memory and the times of honest pages are told.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.families import FAMILIES

import dehusk
from bench.pages import raw_pages
from bench.report import Table, write_results
from bench.resident import megabytes

WORKERS = 2
CONNECTIONS = (1, 8, 64)
MOST_CPU_MS = 0.7
PAUSE_SECONDS = 0.003
HOSTILE_BYTES = 256 * 1024
NO_PAGES = (b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"\0" * 5000, b"")


@dataclass
class Service:
    """A running `dehusk serve`, and what its processes have used."""

    process: subprocess.Popen[str]
    port: int

    def _processes(self) -> list[int]:
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def cpu(self) -> float:
        """Seconds of processor time, of all threads of all processes that are there."""
        return sum(
            int(path.read_text().split()[0]) / 1e9
            for number in self._processes()
            for path in Path(f"/proc/{number}/task").glob("*/schedstat")
        )

    def megabytes(self) -> float:
        """Memory that is resident, of all processes together."""
        return sum(map(megabytes, self._processes()))


async def bare(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An application that does nothing."""
    if scope["type"] == "http":
        while (await receive()).get("more_body"):
            pass
        head = [(b"content-length", b"3000")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": bytes(3000)})


DEHUSK = ("dehusk", "serve", "--port", "0", "--renderers", "0")
BARE = ("uvicorn", "bench.serve:bare", "--port", "0", "--no-access-log", "--lifespan", "off")


@contextmanager
def service(*arguments: str) -> Iterator[Service]:
    command = [sys.executable, "-m", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port = 0
    for line in process.stderr:
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        port = int(found[1]) if found else port
        if "Uvicorn running" in line or ("startup complete" in line and port):
            break
    drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
    try:
        yield Service(process, port)
    finally:
        process.terminate()
        process.wait()
        drain.wait()


class Connection:
    """One connection that is kept, with as little of its own work as can be."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def extract(self, page: bytes) -> int:
        """The status of an answer, once all of it is there."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(
            b"POST /extract?format=text HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            b"content-type: text/html\r\ncontent-length: %d\r\n\r\n" % len(page)
        )
        writer.write(page)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        await reader.readexactly(length)
        if b"connection: close" in head.lower():
            self.close()
        return status

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


def direct_ms(pages: list[bytes], pause: float = 0.0) -> float:
    """Processor time of a direct call, on average over the pages.

    With a pause before each others have the processor meanwhile, and its caches, as between requests.
    """
    start = time.process_time()
    for page in pages:
        if pause:
            time.sleep(pause)
        assert dehusk.extract(page).text is not None
    return 1000 * (time.process_time() - start) / len(pages)


async def served_ms(running: Service, pages: list[bytes]) -> float:
    """Processor time of a request, over one connection."""
    connection = Connection(running.port)
    start = running.cpu()
    for page in pages:
        assert await connection.extract(page) == 200
    spent = running.cpu() - start
    connection.close()
    return 1000 * spent / len(pages)


async def latencies(running: Service, pages: list[bytes], connections: int) -> list[float]:
    """Milliseconds of each page, with so many connections at once."""
    todo = iter(pages)
    found: list[float] = []

    async def work() -> None:
        connection = Connection(running.port)
        for page in todo:
            start = time.perf_counter()
            assert await connection.extract(page) == 200
            found.append(1000 * (time.perf_counter() - start))
        connection.close()

    await asyncio.gather(*(work() for _ in range(connections)))
    return found


@dataclass
class Campaign:
    """What came of a campaign."""

    seconds: float = 0.0
    statuses: Counter[str] = field(default_factory=Counter)
    honest: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    sent: int = 0
    lost: int = 0


async def campaign(running: Service, pages: list[bytes], minutes: float) -> Campaign:
    """Honest pages, and every tenth hostile, as fast as 64 connections can."""
    told = Campaign()
    hostile = [family.page(HOSTILE_BYTES).encode() for family in FAMILIES.values()]
    strange = cycle([*hostile, *NO_PAGES])
    chosen = random.Random(7)
    start = time.monotonic()
    end = start + 60 * minutes

    async def work() -> None:
        connection = Connection(running.port)
        while time.monotonic() < end:
            is_hostile = chosen.random() < 0.1
            page = next(strange) if is_hostile else chosen.choice(pages)
            told.sent += 1
            began = time.perf_counter()
            try:
                status = await connection.extract(page)
            except (OSError, asyncio.IncompleteReadError):
                told.lost += 1
                connection.close()
                continue
            told.statuses[f"{'hostile' if is_hostile else 'honest'} {status}"] += 1
            if not is_hostile and status == 200:
                told.honest.append(1000 * (time.perf_counter() - began))
            if status == 429:
                await asyncio.sleep(0.5)
        connection.close()

    async def watch() -> None:
        while time.monotonic() < end:
            told.memory.append(running.megabytes())
            await asyncio.sleep(max(0.5, minutes))

    await asyncio.gather(watch(), *(work() for _ in range(64)))
    told.seconds = time.monotonic() - start
    return told


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.serve", description=__doc__)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=0.5)
    asked = parser.parse_args()
    pages = list(raw_pages("news", asked.pages).values())
    with service(*BARE) as running:
        floor = min(asyncio.run(served_ms(running, pages)) for _ in range(asked.rounds))
    with service(*DEHUSK, "--workers", str(WORKERS), "--waiting", "128") as running:
        asyncio.run(latencies(running, pages[:40], WORKERS))  # every worker has seen some
        direct_ms(pages)
        rounds = [
            (
                direct_ms(pages),
                direct_ms(pages, pause=PAUSE_SECONDS),
                asyncio.run(served_ms(running, pages)),
            )
            for _ in range(asked.rounds)
        ]
        lines, data = [], {}
        for connections in CONNECTIONS:
            start = time.perf_counter()
            repeated = pages * (1 if connections == 1 else 3)
            found = asyncio.run(latencies(running, repeated, connections))
            rate = len(found) / (time.perf_counter() - start)
            middle, last = median(found), quantiles(found, n=100)[98]
            lines.append(
                [str(connections), f"{middle:.1f}", f"{last:.1f}", f"{rate:.0f}", str(len(found))]
            )
            data[f"{connections} connections"] = {"p50_ms": middle, "p99_ms": last, "rate": rate}
        told = asyncio.run(campaign(running, pages, asked.minutes))
    direct, paused, whole = (min(one) for one in zip(*rounds, strict=True))
    honest = quantiles(told.honest, n=100)
    part = max(1, len(told.memory) // 4)
    quarters = [median(told.memory[at * part : (at + 1) * part] or told.memory) for at in range(4)]
    write_results(
        "serve",
        command=f"python -m bench.serve --pages {asked.pages} --rounds {asked.rounds}"
        f" --minutes {asked.minutes:g}",
        data={
            "direct_ms": direct,
            "direct_with_pauses_ms": paused,
            "served_ms": whole,
            "over_direct_ms": whole - direct,
            "over_direct_with_pauses_ms": whole - paused,
            "wanted_ms": MOST_CPU_MS,
            "bare_uvicorn_ms": floor,
            "page_kb": sum(map(len, pages)) / len(pages) / 1000,
            **data,
            "campaign": {
                "seconds": told.seconds,
                "sent": told.sent,
                "lost": told.lost,
                "honest_p50_ms": honest[49],
                "honest_p99_ms": honest[98],
                "p99_to_p50": honest[98] / honest[49],
                "mb_by_quarters": " ".join(f"{one:.0f}" for one in quarters),
                **dict(sorted(told.statuses.items())),
            },
        },
        table=Table(["connections", "p50 ms", "p99 ms", "pages/s", "requests"], lines),
    )


if __name__ == "__main__":
    main()
