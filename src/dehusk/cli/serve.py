"""`dehusk serve`: extraction over HTTP, and the playground."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dehusk.errors import MissingExtra

if TYPE_CHECKING:
    from dehusk.serve import Settings


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on, 0 for any that is free.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that extract; as many as processors without it.",
)
@click.option(
    "--renderers",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="Browsers for pages to be rendered; 0 for none.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="How long the work on a page may take.",
)
@click.option(
    "--body",
    "megabytes",
    type=click.IntRange(min=1),
    default=16,
    show_default=True,
    metavar="MB",
    help="How large a page may be.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=256),
    default=2048,
    show_default=True,
    metavar="MB",
    help="How much memory a worker may take.",
)
@click.option(
    "--waiting",
    type=click.IntRange(min=0),
    default=64,
    show_default=True,
    metavar="N",
    help="How many requests may wait for a worker.",
)
@click.option(
    "--token",
    envvar="DEHUSK_TOKEN",
    metavar="TEXT",
    help="What those who ask have to send; better as DEHUSK_TOKEN.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="A web site whose scripts may ask (CORS), or *; can be repeated.",
)
@click.option(
    "--host-name",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name under which the service is known; can be repeated.",
)
@click.option("--fetch", is_flag=True, help="Read pages from the public internet on request.")
@click.option("--allow-private", is_flag=True, help="Fetch from private and local addresses too.")
@click.option(
    "--labels",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Append corrections to this file, .jsonl.",
)
def command(
    host: str,
    port: int,
    workers: int | None,
    renderers: int,
    seconds: float,
    megabytes: int,
    memory: int,
    waiting: int,
    token: str | None,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    fetch: bool,
    allow_private: bool,
    labels: Path | None,
) -> None:
    """Serve extraction over HTTP, with a playground.

    \b
      dehusk serve                              # then open http://127.0.0.1:8000/
      curl --data-binary @page.html http://127.0.0.1:8000/extract

    It listens on this machine only, reads no address and lets no web site ask, until told otherwise.
    """
    from dehusk.serve.settings import Settings, processors

    run(
        Settings(
            host=host,
            port=port,
            workers=workers or processors(),
            renderers=renderers,
            seconds=seconds,
            body_bytes=megabytes * 1024 * 1024,
            memory=memory,
            waiting=waiting,
            token=token or None,
            origins=origins,
            hosts=tuple(name.lower() for name in hosts),
            fetch=fetch,
            allow_private=allow_private,
            labels=labels,
        )
    )


def run(settings: Settings, *, opened: bool = False) -> None:
    """Run the service until it is told to stop; `opened` shows it in the user's browser."""
    try:
        from dehusk.serve.running import serve
    except ImportError as error:
        raise MissingExtra(
            f"The service needs {error.name}; install it with: pip install 'dehusk[serve]'"
        ) from error
    serve(settings, opened=opened)
