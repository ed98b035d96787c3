"""`dehusk serve`: extraction over HTTP, and the playground."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.cli.options import COUNT, OUTPUT, SECONDS, Listening, option, options
from dehusk.errors import MissingExtra

if TYPE_CHECKING:
    from dehusk.serve import Settings


@dataclass(frozen=True)
class Service(Listening):
    """How the service runs."""

    port: int = option(
        8000, "The port to listen on, 0 for any that is free.", click.IntRange(0, 65535)
    )
    workers: int | None = option(
        None, "Processes that extract; as many as processors without it.", COUNT, "N"
    )
    renderers: int = option(
        1, "Browsers for pages to be rendered; 0 for none.", click.IntRange(min=0), "N"
    )
    seconds: float = option(10.0, "How long the work on a page may take.", SECONDS)
    megabytes: int = option(16, "How large a page may be.", COUNT, "MB", ("--body",))
    memory: int = option(2048, "How much memory a worker may take.", click.IntRange(min=256), "MB")
    waiting: int = option(
        64, "How many requests may wait for a worker.", click.IntRange(min=0), "N"
    )
    origins: tuple[str, ...] = option(
        (),
        "A web site whose scripts may ask (CORS), or *; can be repeated.",
        metavar="URL",
        names=("--origin",),
    )
    fetch: bool = option(False, "Read pages from the public internet on request.")
    labels: Path | None = option(
        None,
        "Append corrections to this file, .jsonl.",
        OUTPUT,
        "FILE",
    )


@click.command()
@options
def command(service: Service) -> None:
    """Serve extraction over HTTP, with a playground.

    \b
      dehusk serve                              # then open http://127.0.0.1:8000/
      curl --data-binary @page.html http://127.0.0.1:8000/extract

    It listens on this machine only, reads no address and lets no web site ask, until told otherwise.
    """
    from dehusk.serve.settings import Settings

    given = {name: value for name, value in vars(service).items() if value not in (None, "")}
    run(Settings(body_bytes=given.pop("megabytes") * 1024 * 1024, **given))


def run(settings: Settings, *, opened: bool = False) -> None:
    """Run the service until it is told to stop; `opened` shows it in the user's browser."""
    try:
        from dehusk.serve.running import serve
    except ImportError as error:
        raise MissingExtra(
            f"The service needs {error.name}; install it with: pip install 'dehusk[serve]'"
        ) from error
    serve(settings, opened=opened)
