"""`dehusk mcp`: tools for agents over the Model Context Protocol."""

from __future__ import annotations

from dataclasses import dataclass

import click

from dehusk.cli.options import SECONDS, Listening, option, options


@dataclass(frozen=True)
class Agents(Listening):
    """How the tools are offered."""

    http: bool = option(False, "Speak streamable HTTP, at /mcp; stdio without it.")
    port: int = option(8001, "The port to listen on.", click.IntRange(1, 65535))
    seconds: float = option(
        30.0, "How long fetching a page, and the work on it, may take each.", SECONDS
    )


@click.command()
@options
def command(agents: Agents) -> None:
    """Give agents tools that read pages, over the Model Context Protocol.

    The tools are fetch, extract and explain. Agents start the command themselves, and speak to it by its
    standard input and output:

    \b
      {"mcpServers": {"dehusk": {"command": "dehusk", "args": ["mcp"]}}}
    """
    from dehusk.mcp import Reader
    from dehusk.mcp.server import run, run_over_http, server_of

    server = server_of(Reader(allow_private=agents.allow_private, seconds=agents.seconds))
    if not agents.http:
        return run(server)
    from dehusk.serve.settings import Settings

    settings = Settings(agents.host, agents.port, token=agents.token or None, hosts=agents.hosts)
    return run_over_http(server, settings)
