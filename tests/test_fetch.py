"""`dehusk.fetch` against a server on this machine: every answer, good or bad, in one sentence."""

from __future__ import annotations

import gzip
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

httpx = pytest.importorskip("httpx")

import httpcore  # noqa: E402

from dehusk import parse  # noqa: E402
from dehusk.errors import FetchError, MissingExtra  # noqa: E402
from dehusk.fetch import Fetched, client, fetch  # noqa: E402
from dehusk.fetch.addresses import is_public  # noqa: E402
from dehusk.fetch.compression import decompress  # noqa: E402

PAGE = b"<title>Tea</title><p>Boil water, then wait."
Answer = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A web server whose answers are functions by path."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.answers: dict[str, Answer] = {}
        self.headers: list[dict[str, str]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.headers.append({name.lower(): value for name, value in self.headers.items()})
                try:
                    server.answers[self.path](self)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        class Http(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                pass

        self._http = Http(("127.0.0.1", 0), Handler)
        self.port = self._http.server_address[1]
        self.scheme = "http"
        if context is not None:
            self._http.socket = context.wrap_socket(self._http.socket, server_side=True)
            self.scheme = "https"
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


def answer(
    body: bytes = PAGE, status: int = 200, type: str | None = "text/html", **headers: str
) -> Answer:
    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        if type is not None:
            handler.send_header("Content-Type", type)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return write


def redirect(location: str, status: int = 302) -> Answer:
    return answer(b"", status, Location=location)


def local(url: str, **options: Any) -> Fetched:
    return fetch(url, allow_private=True, **{"timeout": 5.0, **options})


# What arrives


def test_a_page(server: Server) -> None:
    server.answers["/"] = answer(type="text/html; charset=ISO-8859-1")
    fetched = local(server.url())
    assert fetched == Fetched(PAGE, server.url(), "iso-8859-1", 200, "text/html")


def test_a_page_without_charset_or_type(server: Server) -> None:
    server.answers["/"] = answer()
    assert local(server.url()).encoding is None
    server.answers["/"] = answer(type=None)
    assert local(server.url()).content_type == ""


def test_the_server_learns_who_asks(server: Server) -> None:
    server.answers["/"] = answer()
    local(server.url())
    local(server.url(), user_agent="tea-bot/2")
    assert server.headers[0]["user-agent"].startswith("dehusk")
    assert server.headers[1]["user-agent"] == "tea-bot/2"


def test_redirects_are_followed_and_the_last_url_told(server: Server) -> None:
    server.answers["/a"] = redirect("/b", 301)
    server.answers["/b"] = redirect(server.url("/c"), 307)
    server.answers["/c"] = answer()
    assert local(server.url("/a")).url == server.url("/c")


def test_a_password_in_the_url_is_used_but_not_told(server: Server) -> None:
    server.answers["/"] = answer(status=401)
    with pytest.raises(FetchError) as caught:
        local(f"http://me:secret@127.0.0.1:{server.port}/")
    assert "authorization" in server.headers[0]
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(PAGE, mtime=0)),
        ("gzip", gzip.compress(PAGE[:9], mtime=0) + gzip.compress(PAGE[9:], mtime=0)),
        ("gzip", gzip.compress(PAGE, mtime=0) + b"\0\0padding"),
        ("x-gzip", gzip.compress(PAGE, mtime=0)),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)[2:-4]),
        ("identity", PAGE),
    ],
)
def test_compression(server: Server, encoding: str, body: bytes) -> None:
    server.answers["/"] = answer(body, Content_Encoding=encoding)
    assert local(server.url()).body == PAGE


@pytest.mark.parametrize(
    ("type", "encoding"),
    [("application/gzip", "identity"), ("application/x-gzip", "gzip"), ("text/html", "identity")],
)
def test_a_page_that_is_a_gzip_file(server: Server, type: str, encoding: str) -> None:
    body = gzip.compress(PAGE, mtime=0)
    sent = gzip.compress(body, mtime=0) if encoding == "gzip" else body
    server.answers["/page.html.gz"] = answer(sent, type=type, Content_Encoding=encoding)
    assert local(server.url("/page.html.gz")).body == PAGE


def test_a_web_archive(server: Server) -> None:
    archive = b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>Tea\n--b--"
    server.answers["/"] = answer(archive, type="multipart/related; boundary=b")
    assert parse(local(server.url()).body).text_of(0) == "Tea"


# What goes wrong


def refused(url: str, **options: Any) -> str:
    with pytest.raises(FetchError) as caught:
        local(url, **options)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "example.org",
        "http://",
        "http:///path",
        "http://127.0.0.1:99999/",
        "http://[::1",
        "http://127.0.0.1:6666\\@1.1.1.1/",
        "http://exa mple.org/",
        "http://example.org\n.evil.org/",
        "http://" + "a" * 300 + ".org/",
        "http://" + "a" * 100_000,
    ],
)
def test_not_a_web_address(url: str) -> None:
    refused(url)


def test_unknown_host() -> None:
    assert "No address is known for the host nowhere.invalid" in refused("http://nowhere.invalid/")


def test_refused_connection() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert refused(f"http://127.0.0.1:{port}/") == (
        f"127.0.0.1 refused the connection on port {port}."
    )


@pytest.mark.parametrize(("status", "name"), [(404, "Not Found"), (503, "Service Unavailable")])
def test_status(server: Server, status: int, name: str) -> None:
    server.answers["/"] = answer(status=status)
    assert refused(server.url()) == f"{server.url()} answered {status} {name}."


RUDE = "\x1b[2J\x07 \x9b31m \x7f\x85 done. \x08\x08ok"


def rude(reason: str = "OK", **headers: str) -> Answer:
    """An answer whose words are commands to a terminal."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        lines = [f"HTTP/1.1 500 {reason}", *(f"{name}: {value}" for name, value in headers.items())]
        handler.wfile.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        handler.close_connection = True

    return write


@pytest.mark.parametrize(
    "answered",
    [
        rude(RUDE),
        rude("word " * 10_000),
        answer(type="text/\x9b31m\x85evil"),
        answer(type="text/" + "x" * 50_000),
        answer(Content_Encoding="\x9b31m\x85evil" + "x" * 50_000),
        redirect("http://a\x85\x9b31mb.invalid/"),
        redirect("http://127.0.0.1:1\x9b/"),
        redirect("x\x9b31m:evil"),
    ],
)
def test_what_a_server_says_commands_no_terminal(server: Server, answered: Answer) -> None:
    server.answers["/"] = answered
    message = refused(server.url())
    assert message.isprintable()
    assert len(message) < 500


def test_redirect_without_an_address(server: Server) -> None:
    server.answers["/"] = answer(status=302)
    assert "answered 302" in refused(server.url())


@pytest.mark.parametrize("type", ["application/pdf", "image/png", "application/json"])
def test_not_html(server: Server, type: str) -> None:
    server.answers["/"] = answer(type=type)
    assert refused(server.url()) == f"{server.url()} is {type}, not HTML."


def test_too_many_redirects(server: Server) -> None:
    server.answers["/"] = redirect("/")
    assert refused(server.url(), max_redirects=3) == f"{server.url()} redirects more than 3 times."
    assert len(server.headers) == 4


@pytest.mark.parametrize("location", ["ftp://example.org/", "file:///etc/passwd", "javascript:1"])
def test_redirect_to_what_is_not_the_web(server: Server, location: str) -> None:
    server.answers["/"] = redirect(location)
    refused(server.url())


def test_redirect_to_an_invalid_url(server: Server) -> None:
    server.answers["/"] = redirect("http://[::1")
    refused(server.url())


def test_too_large(server: Server) -> None:
    server.answers["/"] = answer(b"x" * 200_000)
    assert refused(server.url(), max_bytes=100_000) == (
        f"{server.url()} is too large: it has more than 100,000 bytes."
    )
    assert len(local(server.url(), max_bytes=200_000).body) == 200_000


def test_too_large_without_a_length(server: Server) -> None:
    def forever(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(b"x" * 65536)

    server.answers["/"] = forever
    assert "more than" in refused(server.url(), max_bytes=1_000_000)


@pytest.mark.timed
def test_many_streams_in_a_row_are_no_danger() -> None:
    empty = gzip.compress(b"", mtime=0)
    start = time.process_time()
    with pytest.raises(ValueError, match="too many pieces"):
        decompress([empty * 1_000_000], "gzip", max_bytes=64_000_000)
    assert time.process_time() - start < 2


def test_a_bomb_that_would_fit(server: Server) -> None:
    server.answers["/"] = answer(gzip.compress(bytes(4_000_000)), Content_Encoding="gzip")
    assert refused(server.url(), max_bytes=50_000_000) == (
        f"{server.url()} is too large: it has more than 200 times its packed size."
    )


def test_a_gzip_file_that_is_a_bomb(server: Server) -> None:
    bomb = gzip.compress(bytes(2_000_000))
    server.answers["/"] = answer(bomb, type="application/gzip")
    assert "more than 1,000,000 bytes" in refused(server.url(), max_bytes=1_000_000)


@pytest.mark.timed
@pytest.mark.parametrize("compress", [gzip.compress, zlib.compress])
def test_a_compression_bomb(server: Server, compress: Callable[[bytes], bytes]) -> None:
    bomb = compress(bytes(200_000_000))
    encoding = "gzip" if compress is gzip.compress else "deflate"
    server.answers["/"] = answer(bomb, Content_Encoding=encoding)
    start = time.monotonic()
    assert "more than" in refused(server.url(), max_bytes=5_000_000)
    assert time.monotonic() - start < 1


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", b"not gzip"),
        ("gzip", gzip.compress(PAGE, mtime=0)[:20]),
        ("br", b"\x0b"),
        ("gzip, br", b""),
    ],
)
def test_bad_compression(server: Server, encoding: str, body: bytes) -> None:
    server.answers["/"] = answer(body, Content_Encoding=encoding)
    assert "badly compressed" in refused(server.url())


def test_a_body_that_breaks_off(server: Server) -> None:
    def cut(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b"short")

    server.answers["/"] = cut
    refused(server.url())


def test_no_http_at_all(server: Server) -> None:
    server.answers["/"] = lambda handler: void(handler.wfile.write(b"SSH-2.0-OpenSSH_9.6\r\n\r\n"))
    assert "proper HTTP" in refused(server.url())


def void(_: object) -> None:
    pass


def slow_start(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(3)


def slow_head(handler: BaseHTTPRequestHandler) -> None:
    for sign in b"HTTP/1.1 200 OK\r\nX-Slow: 1234567890123456789012345678901234567890":
        handler.wfile.write(bytes([sign]))
        time.sleep(0.05)


def slow_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(60):
        handler.wfile.write(b"x")
        time.sleep(0.05)


@pytest.mark.timed
@pytest.mark.parametrize("drip", [slow_start, slow_head, slow_body])
def test_time_out_of_the_whole(server: Server, drip: Answer) -> None:
    server.answers["/"] = drip
    start = time.monotonic()
    assert "within 0.4 seconds" in refused(server.url(), timeout=0.4)
    assert time.monotonic() - start < 1


def test_time_out_of_the_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def asleep(*_: Any, **__: Any) -> list[Any]:
        time.sleep(1)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", asleep)
    assert "within 0.2 seconds" in refused("http://example.org/", timeout=0.2)


@pytest.mark.parametrize("options", [{"timeout": 0}, {"max_bytes": 0}, {"max_redirects": -1}])
def test_senseless_limits(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        local("http://127.0.0.1/", **options)


def test_without_httpx(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    monkeypatch.delitem(sys.modules, "dehusk.fetch.client")
    with pytest.raises(MissingExtra, match=r"pip install 'dehusk\[cli\]'"):
        fetch("https://example.org/")


# TLS


@pytest.fixture
def tls_server(tmp_path: Path) -> Iterator[tuple[Server, Path]]:
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *request.split(), *names, *files], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = Server(context)
    server.answers["/"] = answer()
    yield server, certificate
    server.close()


def test_an_untrusted_certificate(tls_server: tuple[Server, Path]) -> None:
    message = refused(tls_server[0].url(host="localhost"))
    assert message.startswith("The certificate of localhost is not valid: self")


def test_a_trusted_certificate(
    tls_server: tuple[Server, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, certificate = tls_server
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert local(server.url(host="localhost")).body == PAGE
    assert "certificate of 127.0.0.1 is not valid" in refused(server.url())


def test_https_where_there_is_none(server: Server) -> None:
    message = refused(server.url().replace("http:", "https:"))
    assert "TLS" in message


# Addresses


LOCAL = """
127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 0177.0.0.1 017700000001
127.0.0.1. 0x7f.0.01 localhost LOCALHOST localhost. 0 0.0.0.0 127。0。0。1 127．0．0．1 127｡0｡0｡1
%31%32%37.0.0.1 127.0.0.1%00 ①②⑦.⓪.⓪.① ⓛocalhost user:pass@127.0.0.1 1.1.1.1@127.0.0.1
[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::127.0.0.1]
[64:ff9b:1::127.0.0.1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1%1] [fe80::1%25lo] [::1%25lo]
10.0.0.1 100.64.0.1 169.254.169.254 192.168.0.1 224.0.0.1 255.255.255.255
""".split()
"""Ways to write addresses that are not of the public internet."""


@pytest.mark.parametrize("host", LOCAL)
def test_private_addresses_are_refused(server: Server, host: str) -> None:
    server.answers["/"] = answer()
    with pytest.raises(FetchError):
        fetch(f"http://{host}:{server.port}/", timeout=5)
    assert not server.headers


@pytest.mark.parametrize("host", LOCAL)
def test_nor_is_a_redirect_to_them_followed(
    server: Server, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    asked: list[str] = []

    def all_but_the_first(address: str) -> bool:
        asked.append(address)
        return len(asked) == 1 or is_public(address)

    monkeypatch.setattr(client, "is_public", all_but_the_first)
    server.answers["/inside"] = answer()

    def lead(handler: BaseHTTPRequestHandler) -> None:
        place = f"http://{host}:{server.port}/inside".encode()
        head = b"HTTP/1.1 302 Found\r\nLocation: " + place + b"\r\nContent-Length: 0\r\n\r\n"
        handler.wfile.write(head)
        handler.close_connection = True

    server.answers["/"] = lead
    with pytest.raises(FetchError):
        fetch(server.url(), timeout=5)
    assert len(server.headers) == 1


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/\ud800", "http://\ud800@example.org/", "http://[::1%\ud800]/"),
        *("http://example.org:65536/", "http://example.org:9999999999999999999999/"),
        *(
            "http://xn--a/",
            "http://a\x00b/",
            "http://[::1",
            "http://a]b:c/",
            "http://" + "a/" * 10**6,
        ),
        *(b"http://example.org/", 7, None),
    ],
)
def test_what_can_be_no_address_is_told_in_our_words(url: Any) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(url, timeout=5)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "to", [b"http://xn--a/", b"http://a:65536/", b"http://[::1", b"http://\xff:b/"]
)
def test_a_redirect_to_what_can_be_no_address(server: Server, to: bytes) -> None:
    def lead(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 302 Found\r\nLocation: " + to + b"\r\n\r\n")
        handler.close_connection = True

    server.answers["/"] = lead
    refused(server.url())


@pytest.mark.parametrize("label", ["rot13", "zlib_codec", "unicode_escape", "idna", "nonsense"])
def test_a_charset_that_is_none_is_not_believed(server: Server, label: str) -> None:
    server.answers["/"] = answer(type=f"text/html; charset={label}")
    fetched = local(server.url())
    assert fetched.encoding is None
    assert parse(fetched.body, encoding=fetched.encoding).text_of(0).startswith("Tea")


def test_the_refusal_says_how_to_allow(server: Server) -> None:
    with pytest.raises(FetchError, match=r"127\.0\.0\.1 is not on the public internet; allow"):
        fetch(server.url())


def test_the_refusal_names_the_address(server: Server) -> None:
    with pytest.raises(FetchError, match=r"^localhost, (127\.0\.0\.1|::1), is not on the public"):
        fetch(server.url(host="localhost"))


def test_every_hop_is_checked(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "is_public", lambda address: address == "127.0.0.1")
    server.answers["/"] = redirect(f"http://127.0.0.2:{server.port}/inside")
    with pytest.raises(FetchError, match=r"127\.0\.0\.2 is not on"):
        fetch(server.url(), timeout=5)
    assert len(server.headers) == 1


def test_the_checked_address_is_the_one_dialled(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is public when checked and local when asked again gets nowhere."""
    asked: list[str] = []
    dialled: list[str] = []
    connect = httpcore.SyncBackend.connect_tcp

    def rebinding(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        address = "93.184.215.14" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def record(self: httpcore.SyncBackend, host: str, *rest: Any) -> httpcore.NetworkStream:
        dialled.append(host)
        monkeypatch.undo()
        return connect(self, "127.0.0.1", *rest)

    server.answers["/"] = answer()
    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", record)
    fetched = fetch(f"http://rebind.example:{server.port}/", timeout=5)
    assert asked == ["rebind.example"]
    assert dialled == ["93.184.215.14"]
    assert server.headers[0]["host"] == f"rebind.example:{server.port}"
    assert fetched.url == f"http://rebind.example:{server.port}/"


def test_a_dead_address_leaves_time_for_the_next(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    lookup = socket.getaddrinfo

    def two(host: str, port: int, *rest: Any, **named: Any) -> list[Any]:
        if host != "two.example":
            return list(lookup(host, port, *rest, **named))
        addresses = [("127.0.0.77", port), ("127.0.0.1", port)]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in addresses]

    server.answers["/"] = answer()
    monkeypatch.setattr(socket, "getaddrinfo", two)
    assert local(f"http://two.example:{server.port}/").body == PAGE


def test_the_environments_proxy_is_not_asked(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    server.answers["/"] = answer()
    assert local(server.url()).body == PAGE
