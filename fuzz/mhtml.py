"""Web archives that anybody may send: every part of one, and the page in it."""

from __future__ import annotations

from collections.abc import Iterator

from fuzz.extract import Steps, load, watched

from dehusk import DehuskError, extract
from dehusk.errors import NotHtml
from dehusk.page.mhtml import looks_like_mhtml, take_apart

__all__ = ["check", "load", "seeds"]

HEAD = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b; type=text/html\r\n\r\n"


def seeds() -> Iterator[bytes]:
    """Archives in the ways in which browsers write them."""
    page = b"<title>Tea</title><p>Boil water, and wait for a while.</p><img src=cid:1>"
    plain = b"--b\r\nContent-Type: text/html\r\nContent-Location: http://a.example/\r\n\r\n" + page
    yield HEAD + plain + b"\r\n--b--\r\n"
    yield HEAD + plain + b"\r\n--b\r\nContent-ID: <1>\r\nContent-Type: image/png\r\n\r\nxx\r\n--b--"
    for encoding, body in (
        (b"quoted-printable", b"<p>T=C3=A9, and=\r\n a while.=20</p>"),
        (b"base64", b"PHA+VGVhLCBhbmQgYSB3aGlsZS48L3A+"),
        (b"8bit", "<p>Té.</p>".encode()),
    ):
        yield HEAD + (
            b"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: "
            + encoding
            + b"\r\n\r\n"
            + body
            + b"\r\n--b--\r\n"
        )
    inner = (
        b'Content-Type: multipart/alternative; boundary="c c"\r\n\r\n--c c\r\n\r\nText\r\n--c c--'
    )
    yield HEAD + b"--b\r\n" + inner + b"\r\n" + plain + b"\r\n--b--"
    yield (
        b"From: <Saved by a browser>\nSubject: =?utf-8?Q?T=C3=A9?=\n"
        + HEAD.replace(b"\r", b"")
        + plain
    )


def check(data: bytes) -> None:
    """Take an archive apart, and extract its page."""
    steps = Steps(len(data))
    given = data if looks_like_mhtml(data) else HEAD + data
    with watched():
        try:
            archive = steps.take("take apart", lambda: take_apart(given))
            for part in (archive.main, *archive.others):
                steps.take("part", lambda part=part: (part.body, part.charset, part.content_type))
        except NotHtml:
            pass
        try:
            document = steps.take("extract", lambda: extract(given))
        except DehuskError:
            return
        steps.take("text", lambda: document.text)
        steps.take("metadata", lambda: document.metadata)
