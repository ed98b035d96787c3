"""What a service may do, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from dehusk.workers import processors


@dataclass(frozen=True)
class Settings:
    """How the service runs. What reaches out, or lets others in, is off.

    >>> Settings(seconds=5).body_bytes
    16777216

    `workers` processes extract, `renderers` drive a browser each, once somebody asks for it.
    `seconds` is what the work on a page may take, `memory` the megabytes that a worker may have,
    `waiting` how many requests may wait for a worker. `token` has to be sent by whoever asks,
    `origins` are the web sites whose scripts may ask (`*` for all), `hosts` the names under which
    the service is known besides this machine's own. With `fetch` it
    reads addresses, `fetches` at a time; `allow_private` are also those of the local network.
    `labels` is the file to which corrections are appended, `folder` the pages to correct.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = field(default_factory=processors)
    renderers: int = 1
    seconds: float = 10.0
    body_bytes: int = 16 * 1024 * 1024
    output_bytes: int = 64 * 1024 * 1024
    memory: int = 2048
    waiting: int = 64
    token: str | None = None
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    fetch: bool = False
    fetches: int = 8
    allow_private: bool = False
    labels: Path | None = None
    folder: Path | None = None
    person: str = ""

    def __post_init__(self) -> None:
        for name in ("workers", "seconds", "body_bytes", "output_bytes", "memory", "fetches"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0.")
        for name in ("renderers", "waiting"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be below 0.")

    @property
    def netloc(self) -> str:
        """The address that it listens on, as it stands in a URL.

        >>> Settings(host="::1").netloc
        '[::1]'
        """
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"
