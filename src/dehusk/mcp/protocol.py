"""The messages of the Model Context Protocol, over standard input and output.

>>> server = Server(Reader())
>>> asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
>>> answer = asyncio.run(server.answer(asked))
>>> [tool["name"] for tool in answer["result"]["tools"]]
['fetch', 'extract', 'explain']

Both kinds of clients are answered: those that begin with `initialize`, and those of 2026-07-28 that
ask for `server/discover` or begin with the tools at once. Every answer has what either wants in it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from dehusk import __version__
from dehusk.errors import DehuskError
from dehusk.mcp.tools import INSTRUCTIONS, Reader, checked, described

HANDSHAKES = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""The versions that begin with `initialize`, the newest first."""
STATELESS = "2026-07-28"

NOT_JSON, NO_REQUEST, NO_METHOD, BAD_PARAMETERS, BROKEN = -32700, -32600, -32601, -32602, -32603

Message = dict[str, Any]


class ProtocolError(DehuskError):
    """A request that is none, with the number that the protocol has for it."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Server:
    """Answers messages, with the tools of a `Reader`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._tools = reader.tools

    def run(self) -> None:
        """Answer what comes by standard input until it ends."""
        with suppress(KeyboardInterrupt):
            asyncio.run(self._over_stdio())

    async def stop(self) -> None:
        """End the processes that worked on pages."""
        await self._reader.stop()

    async def answer(self, message: object) -> Message | None:
        """The answer to a message; None where it wants none."""
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            code = NOT_JSON if message is None else NO_REQUEST
            return failed(None, code, "This is no request: send an object with a method in JSON.")
        if "id" not in message:
            return None
        params = message.get("params") or {}
        try:
            if not isinstance(params, dict):
                raise ProtocolError(BAD_PARAMETERS, "params is no object.")
            result = await self._result(message["method"], params)
        except ProtocolError as error:
            return failed(message["id"], error.code, str(error))
        except Exception as error:  # a client that gets no answer waits for ever
            print(f"dehusk mcp: {type(error).__name__}", file=sys.stderr, flush=True)
            return failed(message["id"], BROKEN, "Something went wrong here.")
        return {"jsonrpc": "2.0", "id": message["id"], "result": result}

    async def _result(self, method: str, params: Mapping[str, Any]) -> Message:
        if method == "tools/call":
            return _complete(**await self._called(params))
        if method == "tools/list":
            tools = [described(name, tool) for name, tool in self._tools.items()]
            return _complete(tools=tools, **_CACHED)
        if method == "initialize":
            wanted = params.get("protocolVersion")
            version = wanted if wanted in HANDSHAKES else HANDSHAKES[0]
            return {"protocolVersion": version, "serverInfo": _SERVER, **_ABOUT}
        if method == "server/discover":
            return _complete(supportedVersions=[STATELESS], **_ABOUT, **_CACHED)
        if method == "ping":
            return {}
        raise ProtocolError(NO_METHOD, f"There is no method {method!r:.60}.")

    async def _called(self, params: Mapping[str, Any]) -> Message:
        """What a tool says; what went wrong is for the agent to read."""
        arguments = params.get("arguments") or {}
        tool = self._tools.get(str(params.get("name")))
        if tool is None or not isinstance(arguments, dict):
            raise ProtocolError(BAD_PARAMETERS, f"The tools are {', '.join(self._tools)}.")
        try:
            text, is_error = await tool(**checked(tool, arguments)), False
        except DehuskError as error:
            text, is_error = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": is_error}

    async def _over_stdio(self) -> None:
        """A line a message; each is answered in a task of its own, which the client may cancel."""
        tasks: dict[str, asyncio.Task[None]] = {}
        lines = _lines()
        try:
            while line := await lines.get():
                message = parsed(line)
                fields = message if isinstance(message, dict) else {}
                if fields.get("method") == "notifications/cancelled":
                    _cancel(tasks, fields.get("params"))
                    continue
                key = repr(fields.get("id"))
                tasks[key] = task = asyncio.create_task(self._reply(message))
                task.add_done_callback(partial(_forget, tasks, key))
            await asyncio.gather(*tasks.values(), return_exceptions=True)
        finally:
            await self.stop()

    async def _reply(self, message: object) -> None:
        answer = await self.answer(message)
        if answer is not None:
            with suppress(BrokenPipeError):
                sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
                sys.stdout.buffer.flush()


_SERVER = {"name": "dehusk", "version": __version__}
_ABOUT: Message = {"capabilities": {"tools": {"listChanged": False}}, "instructions": INSTRUCTIONS}
_CACHED = {"ttlMs": 0, "cacheScope": "private"}


def _complete(**result: Any) -> Message:
    stamp = {"io.modelcontextprotocol/serverInfo": _SERVER}
    return {**result, "resultType": "complete", "_meta": stamp}


def failed(number: object, code: int, sentence: str) -> Message:
    """An error, as the protocol tells it."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": sentence}}


def parsed(body: bytes) -> object:
    """What a message says; None where it is no JSON."""
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value


def _cancel(tasks: Mapping[str, asyncio.Task[None]], params: object) -> None:
    number = params.get("requestId") if isinstance(params, dict) else None
    task = tasks.get(repr(number))
    if task is not None:
        task.cancel()


def _forget(tasks: dict[str, asyncio.Task[None]], key: str, task: asyncio.Task[None]) -> None:
    if tasks.get(key) is task:
        del tasks[key]


def _lines() -> asyncio.Queue[bytes]:
    """The lines of standard input as they come, and an empty one at its end.

    A thread waits for them that nobody waits for: Ctrl-C ends the server though no line comes.
    """
    loop, lines = asyncio.get_running_loop(), asyncio.Queue[bytes]()
    stream = os.fdopen(os.dup(0), "rb")

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended
            while line := stream.readline():
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, b"")

    threading.Thread(target=read, daemon=True).start()
    return lines
