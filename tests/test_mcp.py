"""The tools for agents, asked by the client of the protocol's SDK over stdio, and over HTTP."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

import pytest

pytest.importorskip("mcp")
pytest.importorskip("httpx")

import httpx
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

import dehusk
from dehusk.extractors.cnr import CharsNodesRatio
from dehusk.mcp import Reader
from dehusk.mcp.server import application, at_the_door, server_of
from dehusk.serve import Settings
from tests.cli.conftest import subprocess_environment
from tests.conftest import PAGES

NEWS = (PAGES / "news" / "page.html").read_bytes()
SHAKE = {
    "protocolVersion": "2025-03-26",
    "capabilities": {},
    "clientInfo": {"name": "tests", "version": "1"},
}
unix = pytest.mark.skipif(os.name != "posix", reason="signals are of Unix")


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


def talk(
    work: Callable[[Client], Awaitable[Any]],
    *arguments: str,
    mode: Literal["auto", "legacy"] = "auto",
) -> Any:
    """What comes of a talk with `dehusk mcp`, a child process."""

    async def talking() -> Any:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "dehusk", "mcp", *arguments],
            env=subprocess_environment(),
        )
        async with Client(server, mode=mode) as client:
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
            "narrow": await say(
                client, "extract", html=NEWS.decode(), method="cnr", parameters={"share": 0.02}
            ),
            "paper": await say(
                client, "explain", html=NEWS.decode(), method="cnr", setting="published"
            ),
            "nothing": await say(client, "extract"),
            "pdf": await say(client, "extract", html="%PDF-1.7"),
            "magic": await say(client, "extract", html="<p>Tea", method="magic"),
            "explained": await say(client, "explain", url=url, max_length=800),
            "metadata": await say(client, "fetch", url=url, metadata=True),
            "md": await say(client, "extract", url=url, format="md"),
            "json": await say(client, "extract", url=url, format="json"),
            "missing": await say(client, "fetch", url=f"{site}/nothing"),
        }

    told = talk(work, "--allow-private")
    assert told["names"] == ["fetch", "extract", "explain"]
    assert told["fields"]["fetch"] == [
        *("url", "max_length", "start_index", "metadata", "raw", "render")
    ]
    assert told["fields"]["extract"] == [
        *(
            "html",
            "url",
            "format",
            "method",
            "amount",
            "setting",
            "parameters",
            "metadata",
            "render",
        )
    ]
    document = dehusk.extract(NEWS, url=url)
    assert told["first"].startswith(f"Contents of {url}:\n{document.markdown[:100]}")
    assert told["metadata"].startswith(f"Contents of {url}:\n---\ntitle: ")
    assert told["md"] == document.markdown
    assert told["json"] == document.to_json(dehusk.Json(metadata=False))
    assert "call the fetch tool with a start_index of 500 to get more" in told["first"]
    assert told["second"].startswith(f"Contents of {url}:\n")
    assert document.markdown[500:1000] in told["second"]
    assert "No more content available" in told["past"]
    assert told["raw"] == f"Contents of {url}:\n{NEWS.decode()}"
    assert told["text"] == dehusk.extract(NEWS, url=url, amount=-1).text
    assert told["html"] == dehusk.extract(NEWS.decode(), method="cnr").markdown
    narrow = dehusk.extract(NEWS.decode(), method=CharsNodesRatio(share=0.02))
    assert told["narrow"] == narrow.markdown != told["html"]
    assert "in the main block" in told["paper"]
    assert told["nothing"].startswith("error: ")
    assert "Give html, or the url of a page." in told["nothing"]
    assert "The input is a PDF" in told["pdf"]
    assert "There is no method 'magic'" in told["magic"]
    assert told["explained"].startswith("dropped\t")
    assert len(told["explained"].partition("\n\n")[0]) <= 800
    assert "call the explain tool with a start_index of " in told["explained"]
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


def ask(work: Callable[[Client], Awaitable[Any]], mode: Literal["auto", "legacy"] = "auto") -> Any:
    """What comes of a talk with a server in this process."""

    async def talking() -> Any:
        async with Client(server_of(Reader()), mode=mode) as client:
            return await work(client)

    return asyncio.run(talking())


def test_every_parameter_and_tool_is_described() -> None:
    for tool in ask(Client.list_tools).tools:
        assert tool.annotations.read_only_hint is tool.annotations.open_world_hint is True
        assert tool.title
        for parameter in tool.input_schema["properties"].values():
            assert parameter["description"].endswith(".")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "Give html, or the url of a page."),
        ({"html": 3}, "html is text, not 3."),
        (
            {"html": "<p>", "format": "pdf"},
            "format is one of markdown, text, html, json, chunks, xml, tei, md",
        ),
        ({"html": "<p>", "amount": 3}, "amount must not be above 2."),
        ({"html": "<p>", "amount": True}, "amount is a whole number, not True."),
        ({"html": "<p>", "size": 3}, "There is no parameter 'size'; there are html, url"),
    ],
)
def test_arguments_that_a_tool_does_not_take(arguments: dict[str, Any], sentence: str) -> None:
    told = ask(lambda client: say(client, "extract", **arguments))
    assert told.startswith(f"error: {sentence}")


def test_a_tool_that_is_not_there() -> None:
    async def work(client: Client) -> None:
        with pytest.raises(MCPError, match="The tools are fetch, extract, explain"):
            await client.call_tool("magic", {})

    ask(work)


def test_clients_of_older_versions() -> None:
    async def work(client: Client) -> str:
        return (
            f"{client.protocol_version} {await say(client, 'extract', html='<p>Tea is ready.</p>')}"
        )

    assert talk(work, mode="legacy") == "2025-11-25 Tea is ready.\n"


@unix
def test_ctrl_c_ends_it_though_no_line_comes() -> None:
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "dehusk", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=subprocess_environment(),
    )
    signal.signal(signal.SIGINT, inherited)
    assert process.stdin is not None
    assert process.stdout is not None
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": SHAKE}
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    process.stdin.flush()
    assert b'"2025-03-26"' in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == -signal.SIGINT
    process.stdin.close()
    process.stdout.close()


def test_what_was_asked_before_the_input_ends_is_answered() -> None:
    def asks(number: int) -> dict[str, object]:
        arguments = {"html": f"<p>The tea of pot {number} is ready.</p>"}
        params = {"name": "extract", "arguments": arguments}
        return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}

    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": SHAKE},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        *(asks(number) for number in (2, 3, 4)),
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 4}},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "dehusk", "mcp"],
        input="\n".join(map(json.dumps, messages)).encode(),
        capture_output=True,
        env=subprocess_environment(),
        timeout=60,
        check=True,
    )
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    for number in (2, 3):
        assert (
            answers[number]["result"]["content"][0]["text"]
            == f"The tea of pot {number} is ready.\n"
        )


def test_the_start_imports_no_numpy() -> None:
    code = "import dehusk.mcp.server, sys; print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=subprocess_environment(), check=True
    )
    assert done.stdout.split() == [b"False"]


def test_http_answers_messages_only() -> None:
    async def asking() -> list[int]:
        server = server_of(Reader())
        transport = httpx.ASGITransport(application(server, most_bytes=100))
        heads = {"accept": "application/json"}
        async with (
            server.session_manager.run(),
            httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1", headers=heads
            ) as http,
        ):
            told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
            answers = [
                await http.post("/mcp", json=told),
                await http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}),
                await http.post("/mcp", content=b"x" * 101),
                await http.post("/"),
            ]
        return [one.status_code for one in answers]

    assert asyncio.run(asking()) == [202, 200, 413, 404]


@pytest.mark.browser
def test_rendering_on_request() -> None:
    html = "<p id=x></p><script>x.textContent = 'Tea is ready, and there is enough.'</script>"

    async def work(client: Client) -> list[str]:
        return [await say(client, "extract", html=html, render=one) for one in (False, True)]

    assert talk(work) == ["", "Tea is ready, and there is enough.\n"]


def test_without_the_sdk_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "dehusk.mcp.server")
    monkeypatch.setitem(sys.modules, "mcp.server.lowlevel", None)
    with pytest.raises(dehusk.MissingExtra, match=r"pip install 'dehusk\[mcp\]'"):
        importlib.import_module("dehusk.mcp.server")
