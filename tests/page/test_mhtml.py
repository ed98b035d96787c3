"""Web archives, as browsers and mail programs write them, and as nobody should."""

from __future__ import annotations

import time
from base64 import encodebytes
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from quopri import encodestring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import NotHtml, extract, parse
from dehusk.page.mhtml import looks_like_mhtml, take_apart
from dehusk.rendering.mhtml import read_mhtml

HTML = "<title>Brot</title><p>Brot braucht Mehl, Wasser, Salz = Zeit — und Grüße aus dem Ofen.</p>"


def archive(
    body: bytes, headers: str = "", *, newline: str = "\r\n", boundary: str = "----Boundary--x"
) -> bytes:
    """A page as Chromium saves it, with a picture before and after it."""
    picture = "Content-Type: image/png\nContent-Location: https://a.example/p.png\n\n\x01\x02\n"
    text = (
        "From: <Saved by a browser>\nSnapshot-Content-Location: https://a.example/bread\n"
        "Subject: =?utf-8?Q?Brot?=\nMIME-Version: 1.0\nContent-Type: multipart/related;\n"
        f'\ttype="text/html";\n\tboundary="{boundary}"\n\nPreamble.\n--{boundary}\n{picture}'
        f"--{boundary}\nContent-Type: text/html\n{headers}\nBODY\n--{boundary}\n{picture}"
        f"--{boundary}--\nEpilogue.\n--{boundary}\nContent-Type: text/html\n\nNot this.\n"
    )
    return text.replace("\n", newline).encode().replace(b"BODY", body)


QUOTED = "Content-Transfer-Encoding: quoted-printable\n"
BASE64 = "Content-Transfer-Encoding: BASE64\nContent-Location: https://a.example/other\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (HTML.encode(), ""),
        (encodestring(HTML.encode()), QUOTED),
        (encodebytes(HTML.encode()), BASE64),
        (HTML.encode(), "Content-Transfer-Encoding: 8bit\n"),
    ],
    ids=["plain", "quoted-printable", "base64", "8bit"],
)
def test_the_page_is_read(body: bytes, headers: str, newline: str) -> None:
    data = archive(body, headers, newline=newline)
    document = extract(data)
    assert document.text == parse(HTML).text_of(4)
    assert document.metadata.title == "Brot"
    assert document.page.url == f"https://a.example/{'other' if headers == BASE64 else 'bread'}"
    assert document.page.source == HTML.encode(), "bytes of blocks are those of the page itself"
    assert extract(data, url="https://b.example/").page.url == "https://b.example/"
    assert extract(data.decode()).text == document.text


def test_the_encoding_is_that_of_the_part() -> None:
    data = archive(HTML.replace("—", "-").encode("cp1252"), "Content-Type: x\n")
    data = data.replace(
        b"Content-Type: text/html", b"Content-Type: Text/HTML; CharSet=Windows-1252", 1
    )
    page = parse(data)
    assert page.encoding == "windows-1252"
    assert "Grüße" in page.text_of(0)


def test_parts_in_parts_and_the_one_that_start_names() -> None:
    data = (
        b'Content-Type: multipart/related; boundary=outer; start="<two>"\n\n--outer\n'
        b"Content-Type: multipart/alternative; boundary=inner\n\n--inner\nContent-Type: text/plain\n\n"
        b"Plain.\n--inner\nContent-Type: text/html\nContent-ID: <one>\n\n<p>One.\n--inner--\n--outer\n"
        b"Content-Type: application/xhtml+xml\nContent-ID: <two>\n\n<p>Two.\n--outer--"
    )
    assert take_apart(data).main.body == b"<p>Two."
    assert take_apart(data.replace(b"<two>", b"<none>", 1)).main.body == b"<p>One."


def test_what_is_cut_is_read_as_far_as_it_goes() -> None:
    body = encodebytes(HTML.encode() * 9)
    data = archive(body, BASE64)
    start = data.index(body[:20])
    for end in range(start + 100, start + 110):
        assert "Brot braucht Mehl" in parse(data[:end]).text_of(0)


def leaves(message: Message) -> list[tuple[str, bytes]]:
    parts = [part for part in message.walk() if not part.is_multipart()]
    return [(part.get_content_type(), part.get_payload(decode=True)) for part in parts]


def test_the_same_parts_as_the_standard_library() -> None:
    inner = EmailMessage()
    inner.set_content("Nur Text.\n")
    inner.add_alternative(HTML * 30, subtype="html", charset="utf-8", cte="quoted-printable")
    message = MIMEMultipart("related", _subparts=[inner])
    message["Subject"] = "Brot, " + "ein sehr langer Betreff, der gefaltet wird, " * 5
    picture = MIMEImage(bytes(range(256)) * 9, "png", name='a";b.png')
    message.attach(picture)
    data = message.as_bytes()
    ours = take_apart(data)
    parts = [ours.main, *ours.others]
    theirs = leaves(message_from_bytes(data))
    assert sorted((part.content_type, part.body) for part in parts) == sorted(theirs)
    assert ours.main.charset == "utf-8"


HEAD = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n"


@pytest.mark.timed
@pytest.mark.parametrize(
    "data",
    [
        b"Content-Type: multipart/related" + b";" * 2_000_000 + b"\n\n",
        b"Content-Type: multipart/related" + b';a="' * 500_000 + b"\n\n",
        b"Content-Type: multipart/related" + b'; " ;' * 400_000 + b"\n\n",
        b"Content-Type: multipart/related;\n" + b" a=b;\n" * 300_000 + b"\n",
        b"Content-Type: multipart/related\n" + b"a:b\n" * 500_000 + b"\n",
        HEAD + b"--b\n" * 500_000,
        HEAD + b"--b" * 600_000,
        HEAD + b"\n--b " * 400_000,
        HEAD
        + b"".join(
            b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1)
            for n in range(40_000)
        ).replace(b"--b0", b"--b"),
        HEAD + b"--b\nContent-Type: multipart/mixed; boundary=b\n\n" * 40_000,
        HEAD + b"--b\nContent-Type: text/html\n\n" * 60_000,
        HEAD
        + b"--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
        + b"=" * 2_000_000,
        HEAD + b"--b\nContent-Type: text/html\n" + QUOTED.encode() + b"\n" + b"=" * 2_000_000,
    ],
    ids=range(13),
)
def test_no_archive_takes_long(data: bytes) -> None:
    assert looks_like_mhtml(data)
    start = time.process_time()
    with suppress(NotHtml):
        parse(data)
    assert time.process_time() - start < 3


@given(
    st.lists(
        st.sampled_from(
            [
                b"--b",
                b"--",
                b"\n",
                b"\r\n",
                b" ",
                b"Content-Type: text/html\n",
                b"\n\n",
                b"Content-Transfer-Encoding: base64\n",
                b"QQ",
                b"=",
                b"<p>a",
                b"\xff",
                b"Content-Location: http://[\n",
                b"Content-Type: multipart/x; boundary=b\n",
            ]
        )
    )
)
def test_any_archive_is_a_page_or_not_html(pieces: list[bytes]) -> None:
    with suppress(NotHtml):
        read_mhtml(HEAD + b"".join(pieces))
