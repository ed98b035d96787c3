"""The HTTP side of `fetch`: the only file that knows httpx and httpcore.

Sockets are opened by `Dialler`, which looks a name up once, checks the addresses and connects to
one that passed. Everything that touches the network asks one `Deadline` how long it may take, so
that a server which drips a byte a second cannot stretch the total.
"""

from __future__ import annotations

import os
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpcore
import httpx

from dehusk.errors import FetchError
from dehusk.fetch import Fetched, shortened
from dehusk.fetch.addresses import is_public
from dehusk.fetch.compression import TooLargeError, decompress, is_gzip
from dehusk.page.address import usable_url
from dehusk.page.labels import believed_label

READABLE_TYPES = (
    *("", "text/html", "application/xhtml+xml", "application/xml", "text/xml"),
    *("application/gzip", "application/x-gzip"),
    *("multipart/related", "application/x-mimearchive"),
)
_HEADERS = {
    "Accept": "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1",
    "Accept-Encoding": "gzip, deflate",
}


def get(
    url: str,
    headers: Mapping[str, str] | None,
    *,
    timeout: float,
    max_bytes: int,
    max_redirects: int,
    allow_private: bool,
    user_agent: str,
    any_type: bool,
) -> Fetched:
    """The page at a URL, through as many redirects as are allowed."""
    dialler = Dialler(Deadline(timeout), allow_private=allow_private)
    own = {**_HEADERS, "User-Agent": user_agent}
    with httpx.Client(
        transport=_Transport(dialler), timeout=None, trust_env=False, headers=own
    ) as http:
        request = _request(http, url, headers)
        for _ in range(max_redirects + 1):
            with _told_as_fetch_error(request.url):
                response = http.send(request, stream=True)
                try:
                    if response.next_request is None:
                        return _read(response, max_bytes, any_type)
                    request = _checked(response.next_request, response.url)
                finally:
                    response.close()
    raise FetchError(f"{url} redirects more than {max_redirects} times.")


def _request(http: httpx.Client, url: str, headers: Mapping[str, str] | None) -> httpx.Request:
    try:
        request = http.build_request("GET", url, headers=headers)
        if not request.url.host or "\\" in url:
            raise httpx.InvalidURL("it has no proper host")
    except (httpx.InvalidURL, UnicodeError) as error:
        told = shortened(repr(url))
        raise FetchError(f"{told} is not a valid URL: {_sentence(error)}") from error
    return request


def _read(response: httpx.Response, max_bytes: int, any_type: bool) -> Fetched:
    """The body of the final answer, once its head says that it is a page."""
    url = _shown(response.url)
    if not response.is_success:
        reason = shortened(response.reason_phrase)
        raise FetchError(
            f"{url} answered {response.status_code} {reason}.",
            response.status_code,
            _seconds(response.headers.get("retry-after", "")),
        )
    content_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not any_type and content_type not in READABLE_TYPES:
        raise FetchError(f"{url} is {shortened(content_type)}, not HTML.", response.status_code)
    return Fetched(
        body=_body(response, max_bytes),
        url=url,
        encoding=believed_label(response.charset_encoding),
        status=response.status_code,
        content_type=content_type,
        headers={name.lower(): value for name, value in response.headers.items()},
    )


def _body(response: httpx.Response, max_bytes: int) -> bytes:
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    try:
        body = decompress(response.iter_raw(), encoding, max_bytes=max_bytes)
        # A file such as page.html.gz is compressed itself, whether or not its transport was.
        return decompress([body], "gzip", max_bytes=max_bytes) if is_gzip(body) else body
    except TooLargeError as error:
        raise FetchError(
            f"{_shown(response.url)} is too large: it has {error}.", response.status_code
        ) from error
    except ValueError as error:
        raise FetchError(
            f"{_shown(response.url)} is badly compressed: {shortened(error)}."
        ) from error


def _seconds(text: str) -> float | None:
    """How long a server asks to wait, where it says so in seconds."""
    return float(text) if text.isascii() and text.isdigit() else None


def _checked(request: httpx.Request, origin: httpx.URL) -> httpx.Request:
    if usable_url(str(request.url)) is None or not request.url.host:
        raise httpx.InvalidURL("it is no address of a page")
    if request.url.scheme not in ("http", "https"):
        raise FetchError(
            f"{_shown(origin)} redirects to {_shown(request.url)}, which is not http or https."
        )
    return request


def _shown(url: httpx.URL) -> str:
    """A URL without the password that it may carry."""
    return str(url.copy_with(userinfo=b""))


@contextmanager
def _told_as_fetch_error(url: httpx.URL) -> Iterator[None]:
    """Turn what remains of httpx's and httpcore's own exceptions into our sentences."""
    try:
        yield
    except (httpx.ProtocolError, httpcore.ProtocolError) as error:
        raise FetchError(
            f"{url.host} does not answer in proper HTTP: {_sentence(error)}"
        ) from error
    except (httpx.TransportError, httpcore.NetworkError, httpcore.TimeoutException) as error:
        raise FetchError(f"The connection to {url.host} broke off: {_sentence(error)}") from error
    except (httpx.InvalidURL, UnicodeError) as error:
        raise FetchError(f"{url.host} redirects to an invalid URL: {_sentence(error)}") from error


def _sentence(error: Exception) -> str:
    """What somebody else's exception says, with one full stop."""
    return shortened(error).rstrip(".") + "."


class Deadline:
    """The moment at which everything must be done."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def remaining(self, host: str) -> float:
        """How many seconds are left; past the end, a `FetchError`."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.passed(host)
        return left

    def passed(self, host: str) -> FetchError:
        """The error that says so."""
        return FetchError(
            f"{host} did not deliver the page within {self.seconds:g} seconds;"
            " a longer time-out may help."
        )


class Dialler(httpcore.NetworkBackend):
    """Opens connections, and only to addresses that it has checked itself."""

    def __init__(self, deadline: Deadline, *, allow_private: bool) -> None:
        self._deadline = deadline
        self._allow_private = allow_private
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the first address of the host that takes one."""
        addresses = self._permitted(host, self._look_up(host, port))
        for position, address in enumerate(addresses):
            # A share of what is left for each, so that one dead address leaves time for the next.
            share = self._deadline.remaining(host) / (len(addresses) - position)
            try:
                stream = self._sockets.connect_tcp(address, port, share, None, socket_options or ())
                return _TimedStream(stream, host, self._deadline)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise self._unreachable(host, port, failure) from failure

    def _look_up(self, host: str, port: int) -> list[str]:
        """The addresses of a host. The system's look-up has no time-out, so a thread waits."""
        found: list[str] = []
        failures: list[Exception] = []

        def ask() -> None:
            try:
                answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                found.extend(dict.fromkeys(str(answer[4][0]) for answer in answers))
            except (OSError, UnicodeError) as error:
                failures.append(error)

        asker = threading.Thread(target=ask, daemon=True)
        asker.start()
        asker.join(self._deadline.remaining(host))
        if found:
            return found
        if not failures:
            raise self._deadline.passed(host)
        raise FetchError(
            f"No address is known for the host {host}; check its spelling and your network."
        ) from failures[0]

    def _permitted(self, host: str, addresses: list[str]) -> list[str]:
        if self._allow_private:
            return addresses
        public = [address for address in addresses if is_public(address)]
        if public:
            return public
        subject = f"{host}, {addresses[0]}," if host != addresses[0] else host
        raise FetchError(
            f"{subject} is not on the public internet; allow_private (--allow-private) permits it."
        )

    def _unreachable(self, host: str, port: int, error: Exception) -> FetchError:
        if isinstance(error, httpcore.ConnectTimeout):
            return self._deadline.passed(host)
        if isinstance(error.__context__, ConnectionRefusedError):
            return FetchError(f"{host} refused the connection on port {port}.")
        return FetchError(f"There is no connection to {host} on port {port}: {_cause(error)}.")


def _cause(error: BaseException) -> str:
    """The innermost reason, in the system's words and without its number."""
    while error.__context__ is not None:
        error = error.__context__
    return str(getattr(error, "strerror", None) or error).rstrip(".")


class _TimedStream(httpcore.NetworkStream):
    """A connection on which no single step outlasts the deadline of the whole."""

    def __init__(self, stream: httpcore.NetworkStream, host: str, deadline: Deadline) -> None:
        self._stream = stream
        self._host = host
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        with self._in_time() as left:
            return self._stream.read(max_bytes, left)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        with self._in_time() as left:
            self._stream.write(buffer, left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        try:
            with self._in_time() as left:
                stream = self._stream.start_tls(ssl_context, server_hostname, left)
        except httpcore.ConnectError as error:
            raise self._tls_failure(error) from error
        return _TimedStream(stream, self._host, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    @contextmanager
    def _in_time(self) -> Iterator[float]:
        try:
            yield self._deadline.remaining(self._host)
        except httpcore.TimeoutException as error:
            raise self._deadline.passed(self._host) from error

    def _tls_failure(self, error: Exception) -> FetchError:
        cause = error.__context__
        if isinstance(cause, ssl.SSLCertVerificationError):
            return FetchError(
                f"The certificate of {self._host} is not valid: {cause.verify_message}."
            )
        return FetchError(f"{self._host} and dehusk agree on no encryption (TLS): {_cause(error)}.")


@cache
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Whom to trust, as the environment says; reading it takes longer than many a request."""
    return httpx.create_ssl_context()


class _Transport(httpx.HTTPTransport):
    """httpx over a connection pool that uses our dialler."""

    def __init__(self, dialler: Dialler) -> None:
        trusted = _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
        self._pool = httpcore.ConnectionPool(ssl_context=trusted, network_backend=dialler)
