"""What is rendered: HTML, files, web archives; no browser needed but for the last."""

from __future__ import annotations

import base64
import quopri
from pathlib import Path

import pytest

from dehusk import NotHtml, PageTooLarge
from dehusk.page.mhtml import looks_like_mhtml
from dehusk.page.tags import Tag
from dehusk.rendering import Renderer, Source
from dehusk.rendering import original as originals
from dehusk.rendering.mhtml import read_mhtml
from dehusk.rendering.original import NO_ADDRESS, Original, canonical_url, read_original

PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
HTML = """<!doctype html><link rel=stylesheet href="cid:css-1@mhtml.blink">
<p>Grüße</p><img src="https://a.example/pixel.gif"><iframe src="cid:frame-2@mhtml.blink"></iframe>"""


def archive(html: str = HTML) -> bytes:
    """A web archive as Chromium saves it."""

    def part(headers: str, body: bytes) -> bytes:
        return (
            b"------b\r\n" + headers.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body + b"\r\n"
        )

    return b"".join(
        [
            b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a.example/page\r\n"
            b"Subject: A page\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n"
            b'\ttype="text/html";\r\n\tboundary="----b"\r\n\r\n\r\n',
            part(
                "Content-Type: text/html; charset=windows-1252\nContent-ID: <frame-0@mhtml.blink>\n"
                "Content-Transfer-Encoding: quoted-printable\nContent-Location: https://a.example/page",
                quopri.encodestring(html.encode("windows-1252")),
            ),
            part(
                "Content-Type: text/css\nContent-Transfer-Encoding: quoted-printable\n"
                "Content-Location: cid:css-1@mhtml.blink",
                b"p { width: 321px; margin: 0 }",
            ),
            part(
                "Content-Type: image/gif\nContent-Transfer-Encoding: base64\n"
                "Content-Location: https://a.example/pixel.gif",
                base64.encodebytes(PIXEL),
            ),
            part(
                "Content-Type: text/html\nContent-ID: <frame-2@mhtml.blink>\n"
                "Content-Transfer-Encoding: binary\nContent-Location: https://b.example/frame",
                b"<p>in the frame</p>",
            ),
            b"------b--\r\n",
        ]
    )


def original(source: bytes | str | Path, **known: str) -> Original:
    return read_original(Source(source, **known), 5)


def test_html_files_and_archives(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>Tea")
    (tmp_path / "page.mhtml").write_bytes(archive())
    assert original("<p>Tea", url="https://a.example/").address == "https://a.example/"
    assert original(tmp_path / "page.html").address == NO_ADDRESS
    assert original(tmp_path / "page.mhtml").address == "https://a.example/page"
    assert original(archive()).page.encoding == "windows-1252"
    assert "Grüße" in original(archive()).page.text_of(0)


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("https://a.example", "https://a.example/"),
        ("HTTP://A.Example:80/x/../y z?q='1'#part", "http://a.example/y%20z?q=%271%27"),
        ("https://a.example:8443/ü", "https://a.example:8443/%C3%BC"),
        ("https://user:word@a.example/", "https://a.example/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("file:///etc/passwd", None),
        ("https://", None),
        ("http://[", None),
        ("http://a.example:port/", None),
        ("http://" + "a" * 70 + ".example/", None),
        ("", None),
    ],
)
def test_addresses_are_written_as_browsers_write_them(url: str, canonical: str | None) -> None:
    assert canonical_url(url) == canonical


def test_a_string_is_a_url_or_html() -> None:
    assert Source("https://a.example/").address == "https://a.example/"
    assert Source("https://a.example/ is a <b>link</b>").address is None
    assert Source("<p>https://a.example/").address is None
    assert Source(b"https://a.example/").address is None
    assert repr(Source("<p>x")) == "<Source the page>"


def test_an_archive_s_parts_by_all_their_names() -> None:
    main, url, resources = read_mhtml(archive())
    assert (url, main.charset) == ("https://a.example/page", "windows-1252")
    assert set(resources) == {
        "cid:css-1@mhtml.blink",
        "https://cid.invalid/css-1@mhtml.blink",
        "https://a.example/pixel.gif",
        "https://b.example/frame",
        "https://cid.invalid/frame-2@mhtml.blink",
    }
    assert resources["https://a.example/pixel.gif"].body == PIXEL


def test_the_part_that_start_names_is_the_page() -> None:
    data = archive().replace(b'type="text/html";', b'start="<frame-2@mhtml.blink>";')
    assert read_mhtml(data)[0].body == b"<p>in the frame</p>"


def test_a_cut_archive_is_read_as_far_as_it_goes() -> None:
    data = archive()
    assert b"<p>" in read_mhtml(data[: data.index(b"Content-Type: image/gif")])[0].body


@pytest.mark.parametrize(
    "data",
    [
        b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n",
        b"Content-Type: multipart/related\r\n\r\n<p>no boundary",
        b"Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n\r\n--b--",
        b"Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: image/gif\r\n\r\nx\r\n--b--",
    ],
)
def test_broken_archives_get_one_sentence(data: bytes) -> None:
    assert looks_like_mhtml(data)
    with pytest.raises(NotHtml, match="web archive is broken"):
        original(data)


def test_bad_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError):
        original(tmp_path / "nowhere.html")
    (tmp_path / "large.html").write_bytes(b"x" * 100)
    monkeypatch.setattr(originals, "MOST_BYTES", 99)
    with pytest.raises(PageTooLarge, match="more than 99 bytes"):
        original(tmp_path / "large.html")


@pytest.mark.browser
def test_an_archive_is_rendered_with_its_parts(renderer: Renderer) -> None:
    page = renderer.render(archive())
    assert page.layout is not None
    assert page.url == "https://a.example/page"
    first, framed = page.rows_with_tag(Tag.P).tolist()
    assert page.layout.box[first][2] == 321
    assert page.text_of(framed) == "in the frame"
    assert page.layout.box[page.rows_with_tag(Tag.IMG)[0]].tolist()[2:] == [1, 1]
    assert page.attribute(int(page.rows_with_tag(Tag.LINK)[0]), "href") == "cid:css-1@mhtml.blink"
    assert b"cid:css-1" in page.source


@pytest.mark.browser
def test_what_chromium_saves_comes_back(renderer: Renderer) -> None:
    """A page saved by Chromium itself looks the same when it is rendered from the archive."""
    html = "<style>p { width: 234px }</style><p>Tea</p><iframe srcdoc='<p>framed'></iframe>"

    async def save() -> bytes:
        tab = await renderer._async._new_tab(await renderer._async._running_engine())
        try:
            await tab.capture(Original(original(html).page, "page"), screenshot=False)
            saved = await tab._session.send("Page.captureSnapshot", {"format": "mhtml"})
            return str(saved["data"]).encode()
        finally:
            await tab.close()

    page = renderer.render(renderer._submit(save()).result())
    assert page.layout is not None
    assert page.layout.box[page.rows_with_tag(Tag.P)[0]][2] == 234
    assert "framed" in page.text_of(0)
