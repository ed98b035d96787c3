"""The tools over standard input and output, or over HTTP at `/mcp`, by the SDK of the protocol.

>>> from mcp import Client
>>> async def names() -> list[str]:
...     async with Client(server_of(Reader())) as client:
...         return [tool.name for tool in (await client.list_tools()).tools]
>>> asyncio.run(names())
['fetch', 'extract', 'explain']
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from dehusk import __version__
from dehusk.errors import DehuskError, MissingExtra
from dehusk.mcp.tools import INSTRUCTIONS, Reader, checked, described

try:
    import anyio
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from mcp.server.transport_security import TransportSecuritySettings
    from mcp.shared.exceptions import MCPError
    from mcp.shared.message import SessionMessage
    from mcp_types import (
        INVALID_PARAMS,
        CallToolRequestParams,
        CallToolResult,
        JSONRPCError,
        JSONRPCNotification,
        JSONRPCRequest,
        JSONRPCResponse,
        ListToolsResult,
        TextContent,
        Tool,
    )
    from starlette.responses import JSONResponse
    from starlette.types import ASGIApp, Receive, Scope, Send

    from dehusk.serve.door import Door
    from dehusk.serve.settings import Settings
except ImportError as error:
    raise MissingExtra(
        f"Tools for agents need {error.name}; install it with: pip install 'dehusk[mcp]'"
    ) from error


def server_of(reader: Reader) -> Server[None]:
    """A server with the tools of a reader, whose processes end with it."""

    @asynccontextmanager
    async def lifespan(_: Server[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await reader.stop()

    async def list_tools(*_: object) -> ListToolsResult:
        tools = [described(name, tool) for name, tool in reader.tools.items()]
        return ListToolsResult(tools=[Tool.model_validate(tool) for tool in tools])

    async def call_tool(_: object, params: CallToolRequestParams) -> CallToolResult:
        """What a tool says; what went wrong is for the agent to read."""
        tool = reader.tools.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"The tools are {', '.join(reader.tools)}.")
        try:
            text, is_error = await tool(**checked(tool, params.arguments or {})), False
        except DehuskError as error:
            text, is_error = str(error), True
        return CallToolResult(content=[TextContent(text=text)], is_error=is_error)

    return Server(
        "dehusk",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def run(server: Server[None]) -> None:
    """Answer what comes by standard input until it ends."""
    # Python would wait for the next line: the processes that work on pages notice that we are gone.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    asyncio.run(_answering(server))


async def _answering(server: Server[None]) -> None:
    """Hand on what comes in and what goes out.

    The SDK drops what it is working on where its input ends: it is told of the end when all is answered.
    """
    incoming, received = anyio.create_memory_object_stream[SessionMessage | Exception]()
    sent, outgoing = anyio.create_memory_object_stream[SessionMessage]()
    unanswered: set[object] = set()
    answered = asyncio.Event()
    async with stdio_server() as (coming, going), asyncio.TaskGroup() as tasks:

        async def hand_in() -> None:
            async with incoming:
                async for item in coming:
                    message = None if isinstance(item, Exception) else item.message
                    if isinstance(message, JSONRPCRequest):
                        unanswered.add(message.id)
                    elif isinstance(message, JSONRPCNotification) and message.params:
                        unanswered.discard(message.params.get("requestId"))  # it is called off
                    await incoming.send(item)
                while unanswered:
                    answered.clear()
                    await answered.wait()

        async def hand_out() -> None:
            async with going:
                async for item in outgoing:
                    await going.send(item)
                    if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                        unanswered.discard(item.message.id)
                        answered.set()

        tasks.create_task(hand_in())
        tasks.create_task(hand_out())
        await server.run(received, sent, server.create_initialization_options())


def run_over_http(server: Server[None], settings: Settings) -> None:
    """Answer at `/mcp` until SIGINT or SIGTERM; without sessions, servers can stand side by side."""
    import uvicorn

    app = at_the_door(application(server, settings.body_bytes), settings)
    uvicorn.run(app, host=settings.host, port=settings.port, log_level="warning", ws="none")


def application(server: Server[Any], most_bytes: int) -> ASGIApp:
    """An ASGI application that answers messages of at most so many bytes, in JSON."""
    return server.streamable_http_app(
        json_response=True,
        stateless_http=True,
        max_request_body_size=most_bytes,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


def at_the_door(app: ASGIApp, settings: Settings) -> ASGIApp:
    """An ASGI application, for those only whom the door lets in."""
    door = Door(settings)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        found = door.refusal(scope) if scope["type"] == "http" else None
        if found is not None:
            told = {"error": found.name, "message": str(found)}
            await JSONResponse(told, found.status)(scope, receive, send)
        else:
            await app(scope, receive, send)

    return guarded
