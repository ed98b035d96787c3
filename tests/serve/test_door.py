"""A web site that would have a reader's browser ask in its place: every way that it could try."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from dehusk.serve import Settings
from dehusk.serve.door import name_of
from tests.serve.conftest import Server, running
from tests.serve.test_guards import ask, status

EVIL = "https://evil.example"
BEYOND = Settings(host="0.0.0.0")


@pytest.mark.parametrize(
    "host",
    [
        *(
            "localhost",
            "LocalHost:8000",
            "localhost.",
            "127.0.0.1",
            "127.0.0.1:8000",
            "127.8.9.1:80",
        ),
        *("[::1]", "[::1]:8000", "[0:0:0:0:0:0:0:1]:8000"),
    ],
)
def test_names_of_this_machine(host: str) -> None:
    assert status(Settings(), host=host) == 200
    assert status(BEYOND, host=host) == 200
    assert status(Settings(hosts=("reader.example.org",)), host=host) == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example"),
        *("evil.example.", "127.0.0.1@evil.example", "localhost:8000:evil", "localhost:80a", ""),
        *("::1", "[::1", "[::1].evil.example", "[::1%25eth0]:8000", "0.0.0.0:8000", "[::]:8000"),
        *("2130706433", "0x7f.1", "127.1", "localhost..", ".localhost", "a.localhost.evil.example"),
        *("localhost, evil.example", "evil.example#localhost", "localhost/evil"),
    ],
)
def test_names_that_lead_here_and_are_not_ours(host: str) -> None:
    assert status(Settings(), host=host) == 403


def test_beyond_this_machine_addresses_are_known_and_foreign_names_are_not() -> None:
    for host in ("192.168.1.5:8000", "[2001:db8::5]:8000", socket.gethostname()):
        assert status(BEYOND, host=host) == 200
        assert status(Settings(), host=host) == (200 if host == socket.gethostname() else 403)
    assert status(BEYOND, host="evil.example") == 403
    with_token = Settings(host="0.0.0.0", token="tea")  # which nobody's page has
    assert status(with_token, host="evil.example", authorization="Bearer tea") == 200
    assert status(with_token, host="evil.example") == 401


def test_the_address_that_it_listens_on_is_known() -> None:
    assert status(Settings(host="reader.example.org"), host="reader.example.org:8000") == 200
    assert status(Settings(host="fd00::5"), host="[fd00::5]:8000") == 200


@pytest.mark.parametrize("sent", [[], ["localhost", "localhost"], ["localhost", "evil.example"]])
def test_it_is_asked_by_one_name(server: Server, sent: list[str]) -> None:
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as line:
        named = "".join(f"Host: {host}\r\n" for host in sent)
        line.sendall(f"GET /healthz HTTP/1.1\r\n{named}Connection: close\r\n\r\n".encode())
        first = line.makefile("rb").readline()
    assert first.split()[1] in (b"400", b"403")


def test_a_name_is_read_without_its_port_and_its_dot() -> None:
    assert name_of("Example.ORG.:80") == "example.org"
    assert name_of("[FD00:0::5]:80") == name_of("[fd00::5]") == "fd00::5"


SIMPLE = [
    *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""),
    *("text/html", "application/json"),
]
"""The content types that a page may post anywhere without asking first, and two that it may not."""


@pytest.mark.parametrize("kind", SIMPLE)
@pytest.mark.parametrize(
    "told",
    [
        {"origin": EVIL},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://localhost:8000"},
        {"origin": "file://"},
        {"origin": "null", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "of-a-kind-to-come", "sec-fetch-mode": "no-cors"},
    ],
)
@pytest.mark.parametrize("path", ["/extract", "/labels?by=Eve", "/render"])
def test_what_pages_of_others_post_is_refused(kind: str, told: dict[str, str], path: str) -> None:
    headers = {**told, **({"content-type": kind} if kind else {})}
    answer = ask(Settings(), path, "POST", content=b'{"html": "<p>Tea"}', headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "origin")


def test_links_lead_here_and_frames_do_not() -> None:
    link = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
    assert status(Settings(), "/", **link, sec_fetch_dest="document") == 200
    assert status(Settings(), "/", **link, sec_fetch_dest="iframe") == 403
    reads = "/http://192.168.0.1/restart"
    private = Settings(fetch=True, allow_private=True)
    assert ask(Settings(), reads, headers=named(link)).json()["error"] == "fetching-off"
    assert ask(private, reads, headers=named(link)).json()["error"] == "origin"
    assert status(private, "/", **link) == 200


def named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def test_labels_are_saved_with_the_token_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    arguments = ("--workers", "1", "--renderers", "0", "--labels", str(path), "--origin", EVIL)
    body = {"html": "<p>Tea needs water.", "rows": []}
    with running(*arguments) as server:
        token = server.run_token()
        assert token is not None
        assert len(token) >= 40
        assert server.run_token(origin=EVIL) is None
        assert server.run_token(origin="chrome-extension://abc") is None

        def save(**headers: str) -> int:
            return server.http.post(
                "/labels", params={"by": "../../Eve\n"}, json=body, headers=headers
            ).status_code

        assert save() == 403
        assert save(**{"x-dehusk-run": "guess"}) == 403
        assert save(origin=EVIL) == save(origin="chrome-extension://abc") == 403
        assert not path.exists()
        assert save(**{"x-dehusk-run": token}) == 200
    assert [one.name for one in tmp_path.iterdir()] == ["labels.jsonl"]
    assert path.read_text().count("\n") == 1
    with running(*arguments) as server:
        assert server.run_token() not in (None, token)
