"""`dehusk mcp`: tools for agents over the Model Context Protocol."""

from __future__ import annotations

import click


@click.command()
@click.option("--http", is_flag=True, help="Speak streamable HTTP, at /mcp; stdio without it.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8001,
    show_default=True,
    help="The port to listen on.",
)
@click.option(
    "--token",
    envvar="DEHUSK_TOKEN",
    metavar="TEXT",
    help="What those who ask over HTTP have to send; better as DEHUSK_TOKEN.",
)
@click.option(
    "--host-name",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name under which the server is known; can be repeated.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="How long fetching a page, and the work on it, may take each.",
)
@click.option("--allow-private", is_flag=True, help="Fetch from private and local addresses too.")
def command(
    http: bool,
    host: str,
    port: int,
    token: str | None,
    hosts: tuple[str, ...],
    seconds: float,
    allow_private: bool,
) -> None:
    """Give agents tools that read pages, over the Model Context Protocol.

    The tools are fetch, extract and explain. Agents start the command themselves, and speak to it by its
    standard input and output:

    \b
      {"mcpServers": {"dehusk": {"command": "dehusk", "args": ["mcp"]}}}
    """
    from dehusk.mcp import Reader, Server

    server = Server(Reader(allow_private=allow_private, seconds=seconds))
    if not http:
        server.run()
        return
    from dehusk.mcp.http import serve_over_http
    from dehusk.serve.settings import Settings

    settings = Settings(host=host, token=token or None, hosts=hosts)
    serve_over_http(server, settings, port=port)
