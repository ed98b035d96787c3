"""Bodies in all kinds of wrappings."""

from __future__ import annotations

import gzip
import zlib

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")

from dehusk.batch.http import unpacked
from dehusk.errors import NotHtml, PageTooLarge

BODY = b"<p>Bread needs time.</p>" * 20


def chunked(body: bytes) -> bytes:
    pieces = [body[start : start + 100] for start in range(0, len(body), 100)]
    return b"".join(b"%x;x=y\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def brotli(body: bytes) -> bytes:
    return bytes(pytest.importorskip("brotli").compress(body))


def zstandard(body: bytes) -> bytes:
    from pyarrow import Codec

    return bytes(Codec("zstd").compress(body, asbytes=True))


@pytest.mark.parametrize(
    ("encoding", "wrap"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("br", brotli),
        ("zstd", zstandard),
        ("chunked", chunked),
    ],
)
def test_encodings_are_undone_and_lies_about_them_are_forgiven(encoding: str, wrap: object) -> None:
    wrapped = wrap(BODY)  # type: ignore[operator]
    assert unpacked(wrapped, (encoding,), max_bytes=10_000) == BODY
    assert unpacked(BODY, (encoding,), max_bytes=10_000) == BODY


def test_one_encoding_around_another() -> None:
    assert unpacked(chunked(gzip.compress(BODY)), ("gzip", "chunked"), max_bytes=10_000) == BODY


def test_a_body_that_breaks_off() -> None:
    assert unpacked(chunked(BODY)[:150], ("chunked",), max_bytes=10_000) == BODY[:132]
    with pytest.raises(NotHtml, match="gzip encoding is broken"):
        unpacked(gzip.compress(BODY)[:-12], ("gzip",), max_bytes=10_000)
    with pytest.raises(NotHtml, match="dehusk does not know it"):
        unpacked(BODY, ("compress",), max_bytes=10_000)


@pytest.mark.parametrize(
    ("encoding", "wrap"), [("gzip", gzip.compress), ("br", brotli), ("zstd", zstandard)]
)
def test_what_unpacks_to_too_much_is_refused(encoding: str, wrap: object) -> None:
    bomb = wrap(bytes(5_000_000))  # type: ignore[operator]
    with pytest.raises(PageTooLarge, match="more than 1,000 bytes"):
        unpacked(bomb, (encoding,), max_bytes=1_000)
