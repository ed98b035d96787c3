"""The tools for agents, asked by the SDK's own client over stdio, and over HTTP."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

pytest.importorskip("mcp")
pytest.importorskip("httpx")

import httpx
from mcp import Client, StdioServerParameters

import dehusk
from dehusk.mcp import at_the_door
from dehusk.serve import Settings
from tests.cli.conftest import subprocess_environment
from tests.conftest import PAGES

NEWS = (PAGES / "news" / "page.html").read_bytes()


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(PAGES))

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{pages.server_address[1]}"
        pages.shutdown()


def talk(work: Callable[[Client], Awaitable[Any]], *arguments: str) -> Any:
    """What comes of a talk with `dehusk mcp`, a child process."""

    async def talking() -> Any:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "dehusk", "mcp", *arguments],
            env=subprocess_environment(),
        )
        async with Client(server) as client:
            return await work(client)

    return asyncio.run(talking())


async def say(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    text: str = result.content[0].text  # type: ignore[union-attr]
    return f"error: {text}" if result.is_error else text


def test_the_tools_over_stdio(site: str) -> None:
    url = f"{site}/news/page.html"

    async def work(client: Client) -> dict[str, Any]:
        tools = (await client.list_tools()).tools
        return {
            "names": [tool.name for tool in tools],
            "fields": {tool.name: list(tool.input_schema["properties"]) for tool in tools},
            "first": await say(client, "fetch", url=url, max_length=500),
            "second": await say(client, "fetch", url=url, max_length=500, start_index=500),
            "past": await say(client, "fetch", url=url, start_index=10**6),
            "raw": await say(client, "fetch", url=url, raw=True, max_length=10**6),
            "text": await say(client, "extract", url=url, format="text", amount=-1),
            "html": await say(client, "extract", html=NEWS.decode(), method="cnr"),
            "nothing": await say(client, "extract"),
            "pdf": await say(client, "extract", html="%PDF-1.7"),
            "magic": await say(client, "extract", html="<p>Tea", method="magic"),
            "explained": await say(client, "explain", url=url),
            "missing": await say(client, "fetch", url=f"{site}/nothing"),
        }

    told = talk(work, "--allow-private")
    assert told["names"] == ["fetch", "extract", "explain"]
    assert told["fields"]["fetch"] == ["url", "max_length", "start_index", "raw"]
    assert told["fields"]["extract"] == ["html", "url", "format", "method", "amount"]
    assert told["first"].startswith(f"Contents of {url}:\n---\ntitle: ")
    assert "call the fetch tool with a start_index of 500 to get more" in told["first"]
    assert told["second"].startswith(f"Contents of {url}:\n")
    whole = dehusk.extract(NEWS, url=url).to_markdown(dehusk.Markdown(front_matter=True))
    assert whole[500:1000] in told["second"]
    assert "No more content available" in told["past"]
    assert told["raw"] == f"Contents of {url}:\n{NEWS.decode()}"
    assert told["text"] == dehusk.extract(NEWS, url=url, amount=-1).text
    assert told["html"] == dehusk.extract(NEWS.decode(), method="cnr").markdown
    assert told["nothing"].startswith("error: ")
    assert "Give html, or the url of a page." in told["nothing"]
    assert "The input is a PDF" in told["pdf"]
    assert "There is no method 'magic'" in told["magic"]
    assert "kept\t" in told["explained"]
    assert "dropped\t" in told["explained"]
    assert "error: " in told["missing"]
    assert "404" in told["missing"]


def test_private_addresses_are_off(site: str) -> None:
    async def work(client: Client) -> str:
        return await say(client, "fetch", url=f"{site}/news/page.html")

    assert "not on the public internet" in talk(work)


def test_over_http() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "dehusk", "mcp", "--http", "--port", str(port)]
    process = subprocess.Popen(
        command, env=subprocess_environment(), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with socket.socket() as trying:
                if trying.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)

        async def work() -> str:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                return await say(client, "extract", html="<p>Tea needs boiling water.</p>")

        assert asyncio.run(work()) == "Tea needs boiling water.\n"
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        for told in (
            {"host": f"evil.example:{port}"},
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": f"http://127.0.0.1:{port + 1}"},
            {"origin": "http://127.0.0.1", "sec-fetch-site": "same-site"},
        ):
            heads = {**told, "accept": "application/json, text/event-stream"}
            address = f"http://127.0.0.1:{port}/mcp"
            assert (
                httpx.post(address, json=asked, headers=heads, trust_env=False).status_code == 403
            )
    finally:
        process.terminate()
        process.wait(30)


def status(settings: Settings, **headers: str) -> int:
    """What a guarded application answers that lets everybody in."""

    async def app(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def asking() -> int:
        transport = httpx.ASGITransport(at_the_door(app, settings))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8001") as http:
            return (await http.post("/mcp", json={}, headers=headers)).status_code

    return asyncio.run(asking())


def test_the_door_is_that_of_the_service() -> None:
    beyond = Settings(host="0.0.0.0")
    assert status(Settings()) == status(beyond) == status(beyond, host="192.168.1.5:8001") == 200
    assert status(beyond, host="evil.example") == 403
    assert status(beyond, origin="https://evil.example") == 403
    named = Settings(host="0.0.0.0", hosts=("tools.example.org",), token="tea")
    assert status(named, host="tools.example.org") == 401
    assert status(named, host="tools.example.org", authorization="Bearer tea") == 200
    assert status(named, host="evil.example", authorization="Bearer tea") == 403


def test_without_the_sdk_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from dehusk.mcp import create_server

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(dehusk.MissingExtra, match=r"pip install 'dehusk\[mcp\]'"):
        create_server()
