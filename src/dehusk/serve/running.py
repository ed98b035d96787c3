"""The service under uvicorn: how it starts, tells where it is, and stops."""

from __future__ import annotations

import socket
import sys
import webbrowser
from contextlib import suppress

import uvicorn

from dehusk.errors import DehuskError
from dehusk.serve.app import create_app
from dehusk.serve.journal import server_to_stderr
from dehusk.serve.settings import Settings

STOP_SECONDS = 20
"""How long those who wait may still be answered, once the service is told to stop."""


def serve(settings: Settings, *, opened: bool = False) -> None:
    """Answer until SIGINT or SIGTERM, then finish what was begun."""
    listening = _listening(settings)
    server_to_stderr()
    config = uvicorn.Config(
        create_app(settings),
        http="httptools",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_keep_alive=30,
        limit_concurrency=None,
    )
    address = f"http://{settings.netloc}:{listening.getsockname()[1]}/"
    print(f"dehusk: listening on {address}", file=sys.stderr, flush=True)
    if opened:
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([listening])


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or error
        raise DehuskError(
            f"{settings.host}:{settings.port} cannot be listened on ({why}); choose another --port."
        ) from None
    listening.listen(512)
    return listening
