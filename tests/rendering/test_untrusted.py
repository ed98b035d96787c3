"""Pages that want more than to be looked at."""

from __future__ import annotations

import http.server
import os
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from dehusk import FetchError, Page
from dehusk import fetch as fetching
from dehusk.page.tags import Tag
from dehusk.rendering import Renderer, gate, tab
from tests.rendering.processes import browsers
from tests.rendering.servers import Listener, listener

pytestmark = pytest.mark.browser


@pytest.fixture
def machine() -> Iterator[Listener]:
    """What a page must not reach."""
    with listener() as server:
        yield server


def hosts(port: int) -> list[str]:
    own = socket.gethostbyname(socket.gethostname())
    names = ("127.0.0.1", "localhost", "a.localhost", "0.0.0.0", "127.1", "2130706433", own)
    return [f"{name}:{port}" for name in dict.fromkeys(names)]


MARKUP = """<img src=http://{host}/img><link rel=stylesheet href=http://{host}/css>
<link rel=preconnect href=http://{host}/><link rel=prefetch href=http://{host}/prefetch>
<iframe src=http://{host}/frame></iframe><object data=http://{host}/object></object>
<script src=http://{host}/script></script><video src=http://{host}/video autoplay></video>
<link rel=icon href=http://{host}/icon><style>@import "http://{host}/import";</style>
<form action=http://{host}/form><input type=image src=http://{host}/input></form>
<meta http-equiv=refresh content="0; url=http://{host}/refresh">"""

SCRIPT = """
for (const host of HOSTS) {
  const attempts = [
    () => fetch(`http://${host}/fetch`, {mode: 'no-cors'}).catch(() => 0),
    () => new WebSocket(`ws://${host}/socket`),
    () => navigator.sendBeacon(`http://${host}/beacon`, 'x'),
    () => new EventSource(`http://${host}/events`),
    () => open(`http://${host}/popup`),
    () => { const rules = document.createElement('script'); rules.type = 'speculationrules';
            const urls = [`http://${host}/guess`];
            rules.textContent = JSON.stringify({prefetch: [{source: 'list', urls}],
                                                prerender: [{source: 'list', urls}]});
            document.head.append(rules) },
    () => new Worker(URL.createObjectURL(new Blob([
            `fetch('http://${host}/worker', {mode: 'no-cors'}).catch(() => 0);
             new WebSocket('ws://${host}/worker')`]))),
    () => new SharedWorker(URL.createObjectURL(new Blob([
            `fetch('http://${host}/shared', {mode: 'no-cors'}).catch(() => 0)`]))),
    () => { for (const transport of ['udp', 'tcp']) {
              const servers = [{urls: [`turn:${host}?transport=${transport}`], username: 'u',
                                credential: 'c'}];
              const peers = new RTCPeerConnection({iceServers: servers});
              peers.createDataChannel('x');
              peers.createOffer().then(offer => peers.setLocalDescription(offer)) } },
  ];
  for (const attempt of attempts) try { attempt() } catch (error) {}
}
setTimeout(() => document.title = 'done', 1500);
fetch('/keep-busy').catch(() => 0);
"""


def hostile(machine: Listener) -> str:
    http_hosts = hosts(machine.port)
    script = SCRIPT.replace("HOSTS", str(http_hosts + hosts(machine.udp_port)))
    return "".join(MARKUP.format(host=host) for host in http_hosts) + f"<script>{script}</script>"


def test_without_scripts_and_network_nothing_gets_out(
    renderer: Renderer, machine: Listener
) -> None:
    page = renderer.render(hostile(machine), url="http://a.example/")
    assert page.layout is not None
    time.sleep(1)
    assert machine.calls == []


def test_refused_one_by_one_by_browsers_that_cannot_block(
    renderer: Renderer, machine: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tab, "NETWORK", ())
    assert renderer.render(hostile(machine), url="http://a.example/").layout is not None
    time.sleep(1)
    assert machine.calls == []


@pytest.mark.parametrize("offline", [True, False])
def test_with_scripts_this_machine_cannot_be_reached(machine: Listener, offline: bool) -> None:
    with Renderer(javascript=True, offline=offline, timeout=60) as pool:
        pool.render(hostile(machine), url="http://a.example/")
        time.sleep(2)
    assert machine.calls == []


def test_files_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("a secret")
    (tmp_path / "secret.css").write_text("p { width: 77px }")
    where = tmp_path.as_uri()
    html = (
        f"<p>x<link rel=stylesheet href={where}/secret.css><iframe src={where}/secret.txt></iframe>"
        f"<script>fetch('{where}/secret.txt').then(r => r.text()).then(t => document.title = t)"
        "</script>"
    )
    for url in (None, f"{where}/page.html"):
        with Renderer(javascript=True, timeout=60) as pool:
            page = pool.render(html, url=url)
        assert "a secret" not in page.text_of(0)
        assert page.layout is not None
        assert page.layout.box[page.rows_with_tag(Tag.P)[0]][2] != 77


def test_pages_leave_nothing_for_the_next() -> None:
    store = "localStorage.x = 'kept'; document.cookie = 'x=kept'; caches && caches.open('kept')"
    tell = "document.body.append(`${localStorage.x} ${document.cookie}`)"
    with Renderer(javascript=True, timeout=60) as pool:
        pool.render(f"<script>{store}</script>", url="https://a.example/")
        page = pool.render(f"<body><script>{tell}</script>", url="https://a.example/")
    assert page.text_of(0).endswith("undefined ")


def test_downloads_and_permissions_are_denied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    script = """
      link.click();
      Notification.requestPermission().then(answer => document.body.append(answer + '.'));
      navigator.geolocation.getCurrentPosition(
        () => document.body.append('here'), () => document.body.append('nowhere.'))"""
    html = f"<a id=link download=x href='data:,x'></a><p>.</p><script>{script}</script>"
    with Renderer(javascript=True, timeout=60) as pool:
        page = pool.render(html, url="https://a.example/")
    texts = {page.text_of(row) for row in range(len(page)) if page.is_text[row]}
    assert {"denied.", "nowhere."} <= texts
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/proc").exists(), reason="there is no /proc")
def test_the_sandbox_is_on_unless_for_root(renderer: Renderer) -> None:
    renderer.render("<p>x")
    lines = [Path(f"/proc/{process}/cmdline").read_bytes() for process in browsers()]
    assert lines
    assert all((b"--no-sandbox" in line) == (os.geteuid() == 0) for line in lines)


# With a network, of which this machine plays the public part


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that the gate takes for a public one."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/away":
                self.send_response(302)
                self.send_header("Location", f"http://private.test:{self.server.server_port}/")  # type: ignore[attr-defined]
                self.end_headers()
                return
            if self.path == "/slow.css":
                time.sleep(30)
            self.send_response(200)
            kind = "text/css" if self.path.endswith(".css") else "text/html"
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(b"p { width: 123px }" if kind == "text/css" else b"<p>loaded</p>" * 3)

        def log_message(self, *arguments: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(gate, "is_public", lambda address: address == "127.0.0.1")
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def width_of_first_paragraph(page: Page) -> float:
    assert page.layout is not None
    return float(page.layout.box[page.rows_with_tag(Tag.P)[0]][2])


def test_online_pages_load_what_they_need(web: str) -> None:
    html = f"<link rel=stylesheet href=/style.css><p>x<iframe src={web}/frame></iframe>"
    with Renderer(offline=False, timeout=60) as pool:
        page = pool.render(html, url=f"{web}/page.html")
    assert width_of_first_paragraph(page) == 123
    assert page.text_of(0) == "x" + "loaded" * 3


def test_the_password_opens_the_gate_for_all_kinds_of_requests_and_stays_there(
    machine: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "is_public", lambda address: address == "127.0.0.1")
    kinds = {
        "socket": "new WebSocket('ws://{host}/socket')",
        "worker": "new Worker(URL.createObjectURL(new Blob([`fetch('http://{host}/worker')`])))",
        "image": "new Image().src = 'http://{host}/image'",
    }
    with Renderer(javascript=True, offline=False, timeout=60) as pool:
        for kind, script in kinds.items():
            script = script.replace("{host}", f"127.0.0.1:{machine.port}")
            pool.render(f"<script>{script}</script>", url="http://a.example/")
            assert any(f"GET /{kind} ".encode() in call for call in machine.calls)
    assert not any(b"proxy-authorization" in call.lower() for call in machine.calls)


def test_online_pages_are_not_redirected_into_the_machine(
    web: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def is_public(address: str) -> bool:
        asked.append(address)
        return len(asked) == 1  # the first is the server itself, the second where it points to

    monkeypatch.setattr(gate, "is_public", is_public)
    with Renderer(offline=False, timeout=60) as pool:
        page = pool.render(f"<p>x<iframe src={web}/away></iframe>", url="http://a.example/")
    assert "loaded" not in page.text_of(0)


def test_offline_pages_do_not_ask(web: str, renderer: Renderer) -> None:
    page = renderer.render(f"<link rel=stylesheet href={web}/style.css><p>x", url=f"{web}/")
    assert width_of_first_paragraph(page) != 123


def test_a_page_that_never_finishes_loading(web: str) -> None:
    from dehusk import RenderError

    with Renderer(offline=False, timeout=3) as pool:
        with pytest.raises(RenderError, match="did not finish loading"):
            pool.render(f"<link rel=stylesheet href={web}/slow.css><p>x", url="http://a.example/")
        assert pool.render("<p>next").text_of(0) == "next"


def test_a_page_is_rendered_from_its_address(
    web: str, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "fetch", partial(fetching.fetch, allow_private=True))
    page = renderer.render(f"{web}/page")
    assert page.url == f"{web}/page"
    assert page.text_of(0) == "loaded" * 3
    assert page.layout is not None


def test_urls_are_fetched_from_public_servers_only(renderer: Renderer) -> None:
    with pytest.raises(FetchError, match="not on the public internet"):
        renderer.render("http://127.0.0.1:9/")
