"""Who may ask."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from dehusk.serve import Settings
from dehusk.serve.app import create_app
from dehusk.serve.pool import QueueFull, Room


def ask(settings: Settings, path: str = "/methods", method: str = "GET", **more: Any) -> Any:
    """The answer of a service that is not started: what needs no worker."""

    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(settings))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
            return await http.request(method, path, **more)

    return asyncio.run(asking())


def status(settings: Settings, path: str = "/methods", **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return int(ask(settings, path, headers=named).status_code)


def test_names_of_ones_own_choice() -> None:
    named = Settings(host="0.0.0.0", hosts=("reader.example.org",))
    assert status(named, host="reader.example.org:8000") == 200
    assert status(named, host="evil.example") == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:9999", "null"])
def test_scripts_of_other_sites_are_refused(origin: str) -> None:
    assert status(Settings(), origin=origin) == 403


@pytest.mark.parametrize(
    "origin", ["http://127.0.0.1:8000", "https://127.0.0.1:8000", "chrome-extension://abcdef"]
)
def test_our_own_scripts_are_not(origin: str) -> None:
    assert status(Settings(), origin=origin) == 200


def test_pictures_and_the_like_of_other_sites_are_refused_and_links_are_not() -> None:
    assert status(Settings(), sec_fetch_site="cross-site", sec_fetch_mode="no-cors") == 403
    assert status(Settings(), sec_fetch_site="cross-site", sec_fetch_mode="navigate") == 200
    assert status(Settings(), sec_fetch_site="same-origin", sec_fetch_mode="cors") == 200


def test_cors_is_off_and_can_be_switched_on() -> None:
    preflight = {
        "origin": "https://app.example.org",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
    }
    assert ask(Settings(), "/extract", "OPTIONS", headers=preflight).status_code == 403
    allowed = Settings(origins=("https://app.example.org",), token="tea")
    answer = ask(allowed, "/extract", "OPTIONS", headers=preflight)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://app.example.org"
    other = ask(allowed, "/methods", headers={"origin": "https://evil.example"})
    assert other.status_code == 403
    assert "access-control-allow-origin" not in other.headers


def test_a_token_is_asked_for() -> None:
    settings = Settings(token="green tea")
    refused = ask(settings)
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == "Bearer"
    assert status(settings, authorization="Bearer black tea") == 401
    assert status(settings, authorization="Basic green tea") == 401
    assert status(settings, authorization="Bearer green tea") == 200
    assert status(settings, "/") == 200
    assert status(settings, "/metrics") == 401


def test_every_answer_has_its_head() -> None:
    for path in ("/methods", "/nothing", "/"):
        head = ask(Settings(), path).headers
        assert head["x-content-type-options"] == "nosniff"
        assert head["referrer-policy"] == "no-referrer"
        assert len(head["x-request-id"]) == 16


def test_the_playground_loads_nothing_from_elsewhere() -> None:
    policy = ask(Settings(), "/").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_without_labels_there_are_none() -> None:
    assert status(Settings(), "/pages") == 404
    saved = ask(Settings(), "/labels", "POST", json={"html": "<p>Tea", "rows": []})
    assert (saved.status_code, saved.json()["error"]) == (403, "labels-off")


def test_there_is_room_for_so_many() -> None:
    room = Room(1)
    with room, pytest.raises(QueueFull), room:
        pass
    with room:
        pass


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dehusk.serve.endpoint.BODY_SECONDS", 0.05)

    async def body() -> AsyncIterator[bytes]:
        yield b"<p>"
        await asyncio.sleep(5)

    answer = ask(Settings(), "/extract", "POST", content=body())
    assert (answer.status_code, answer.json()["error"]) == (408, "slow")


@pytest.mark.parametrize(
    ("where", "path", "method"),
    [("endpoint.whole_body", "/extract", "POST"), ("app.list_methods", "/methods", "GET")],
)
def test_what_goes_wrong_is_told_without_a_word_of_the_page(
    where: str,
    path: str,
    method: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object) -> None:
        raise LookupError("a word of the page")

    monkeypatch.setattr(f"dehusk.serve.{where}", broken)
    answer = ask(Settings(), path, method, content=b"<p>Tea")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal")
    assert answer.json()["id"] == answer.headers["x-request-id"]
    assert "a word of the page" not in answer.text + capsys.readouterr().err
