"""What is no page is told by name; what may be one is never refused."""

from __future__ import annotations

import gzip
import io
import random
import struct
import tarfile
import time
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import NotHtml, extract, parse
from dehusk.page.sniff import begins_as_page, not_a_page, not_a_page_but_text
from tests.conftest import DATA
from tests.page.test_encoding import CASES, TEXTS, encoded


def zip_of(name: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(name, "application/epub+zip")
    return target.getvalue()


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (b"\n  %PDF-1.4", "a PDF"),
        (b"{\\rtf1\\ansi", "an RTF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"GIF89a\x01\0\x01\0", "a GIF image"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP image"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "an audio file"),
        (b"RIFF\x24\0\0\0AVI LIST", "a video"),
        (b"\0\0\0 ftypavif\0\0\0\0", "an AVIF image"),
        (b"\0\0\0 ftypheic\0\0\0\0", "a HEIF image"),
        (b"\0\0\0 ftypM4A \0\0\0\0", "an audio file"),
        (b"\0\0\0 ftypisom\0\0\2\0", "a video"),
        (b"\x1aE\xdf\xa3\x9fB\x86\x81\x01", "a video"),
        (b"BM" + struct.pack("<IHHII", 1078, 0, 0, 54, 40), "a BMP image"),
        (b"\0\0\1\0\1\0\x10\x10", "an icon"),
        (b"ID3\x03\0\0\0", "an audio file"),
        (b"\xff\xfb\x90\x44\0\0", "an audio file"),
        (b"OggS\0\2" + bytes(22) + b"\x01vorbis", "an audio file"),
        (b"OggS\0\2" + bytes(22) + b"\x80theora", "a video"),
        (b"wOF2\0\1\0\0", "a font"),
        (b"\0\1\0\0\0\x0f\0\x80", "a font"),
        (zip_of("notes.txt"), "a ZIP archive"),
        (zip_of("mimetype"), "an EPUB book"),
        (zip_of("word/document.xml"), "an Office document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "a gzip file"),
        (b"BZh91AY&SY\0\1", "a bzip2 file"),
        (b"Rar!\x1a\x07\x01\0", "a RAR archive"),
        (b"\x7fELF\x02\x01\x01\0", "an ELF program"),
        (b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff" + bytes(50), "a Windows program"),
        (b"SQLite format 3\0\x10\0", "a SQLite database"),
        (b"\0asm\1\0\0\0", "a WebAssembly module"),
    ],
)
def test_files_are_named(source: bytes, kind: str) -> None:
    told = not_a_page(source)
    assert told is not None
    assert told.startswith(f"{kind}, not HTML; ")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!DOCTYPE html><p>Hello",
        "  \n<html>",
        "GIF89a is the name of a format.",
        "BM is a bicycle maker.",
        "MZ began the file, and Mark Zbikowski was his name: " + "x" * 99,
        "PK and RIFF and OggS",
        "ID3 tags for beginners",
        "true love, OTTO, wOFF, fLaC",
        "0123free and mdat",
        "Rar! 7z BZh9 ustar",
    ],
)
def test_text_is_text(text: str) -> None:
    for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        assert not_a_page(text.encode(codec)) is None


@pytest.mark.parametrize(("language", "name"), CASES)
def test_no_language_is_noise(language: str, name: str) -> None:
    text = " ".join(TEXTS[language])
    assert not_a_page(encoded(name, text)) is None
    assert not_a_page(encoded(name, f"<p>{text}</p>")) is None
    assert not_a_page(text.encode("utf-16")) is None
    assert not_a_page(text.encode("utf-16-le"), "utf-16le") is None
    assert not_a_page(b"<p>\0" + encoded(name, text)) is None


# Noise


def noise(seed: int) -> bytes:
    chance = random.Random(seed)
    return chance.randbytes(chance.randint(100, 10_000))


def test_random_bytes_are_refused() -> None:
    for seed in range(1_000):
        assert not_a_page(noise(seed)) is not None, seed
    with pytest.raises(NotHtml, match="The input is binary data, not HTML; give dehusk the page"):
        extract(noise(3))


@pytest.mark.parametrize("declared", [None, "utf-8", "iso-8859-1", "gbk", "no-such-encoding"])
def test_noise_is_noise_whatever_was_declared(declared: str | None) -> None:
    with pytest.raises(NotHtml, match="binary data"):
        parse(noise(1), encoding=declared)


@pytest.mark.parametrize("encoding", ["utf-16le", "UTF-16BE", "utf-16"])
def test_a_declared_utf_16_is_believed(encoding: str) -> None:
    text = "面包需要面粉、水、盐和时间。城市图书馆昨天晚上开放。" * 20
    codec = "utf-16-be" if "BE" in encoding else "utf-16-le"
    assert "面包需要" in parse(text.encode(codec), encoding=encoding).text_of(0)


@pytest.mark.parametrize(
    "source",
    [
        b"<p>a\0b\x01c\x02d</p>" + b"Bread needs flour, water and salt. " * 20,
        b"<!doctype html><title>x</title>" + bytes(range(32)) * 4 + b"<p>Bread",
        b"\x01\x02\x03\x04\x05\x06<html><body><p>Bread",
        b"\0" * 40 + b"<div>Bread needs flour</div>",
        b"\x1b[1mBread\x1b[0m needs \x1b[4mflour\x1b[0m and water",
        b"",
        b"\0",
        b"Bread\0\0\0",
    ],
)
def test_a_few_control_characters_are_no_noise(source: bytes) -> None:
    assert not_a_page(source) is None


# XML

ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
CONTENT = "<title>Bread</title><description><![CDATA[<p>Flour, water.</p>]]></description>"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f'{DECLARATION}<rss version="2.0"><channel>{CONTENT}</channel></rss>', "an RSS feed"),
        (f'<rss version="2.0"><channel>{CONTENT}</channel></rss>', "an RSS feed"),
        (f"\n {DECLARATION}\n<!-- made today -->\n<feed {ATOM}>{CONTENT}</feed>", "an Atom feed"),
        (f"<feed {ATOM}>{CONTENT}</feed>", "an Atom feed"),
        (f'{DECLARATION}<?xml-stylesheet href="a.xsl"?><feed>{CONTENT}</feed>', "an Atom feed"),
        (
            '<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-'
            f'syntax-ns#">{CONTENT}</rdf:RDF>',
            "an RSS feed",
        ),
        ('<?xml version="1.0"?><rdf:RDF xmlns:rdf="x"><rdf:Bag/></rdf:RDF>', "RDF"),
        (f"{DECLARATION}<urlset xmlns='x'><url><loc>a</loc></url></urlset>", "a sitemap"),
        (f"{DECLARATION}<opml version='2.0'><head/></opml>", "an OPML file"),
        (f"{DECLARATION}<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG image"),
        (f"{DECLARATION}<!DOCTYPE svg PUBLIC 'a' 'b' [<!ENTITY a 'b'>]><svg/>", "an SVG image"),
        (f"{DECLARATION}<book><chapter>Bread</chapter></book>", "XML"),
        (f"{DECLARATION}<soap:Envelope xmlns:soap='x'><soap:Body/></soap:Envelope>", "XML"),
    ],
)
def test_xml_that_is_no_page(text: str, kind: str) -> None:
    for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        told = not_a_page(text.encode(codec))
        assert told is not None, codec
        assert told.startswith(f"{kind}, not HTML; give dehusk ")
    with pytest.raises(NotHtml, match=f"The input is {kind}, not HTML"):
        extract(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{DECLARATION}\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'a.dtd'>\n<html>",
        f"{DECLARATION}<html xmlns='http://www.w3.org/1999/xhtml'>",
        f"{DECLARATION}<h:html xmlns:h='http://www.w3.org/1999/xhtml'>",
        f"{DECLARATION}<div>A fragment</div>",
        f"{DECLARATION}Only text.",
        f"{DECLARATION}<cms-page><html><body>Bread</body></html></cms-page>",
        f"{DECLARATION}<!-- {'x' * 9_000} --><p>Bread",
        DECLARATION,
        '<?xml version="1.0" encoding="ilashack, necessarily<html><p>Bread',
        "<!-- first a comment --><!doctype html><p>Bread",
        "garbage ?><!doctype html><p>Bread",
        "ï»¿<html><p>Bread",
        "<feed>An unknown element</feed>",
        "<rss>An unknown element</rss>",
        "<svg xmlns='http://www.w3.org/2000/svg'><text>A</text></svg><p>Bread",
        "<custom-element version=2><p>Bread</p></custom-element>",
        "<?php echo 1 ?><p>Bread",
        "<![if IE]><p>Bread<![endif]>",
        "<p>How to write <rss version='2.0'></p>",
        "<",
        "<?xml",
        "<?xml ",
        "<!--",
    ],
)
def test_pages_that_begin_strangely(text: str) -> None:
    for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        assert not_a_page(text.encode(codec)) is None, codec
    parse(text)


# JSON


@pytest.mark.parametrize(
    "text",
    [
        '{"title": "Bread", "html": "<p>Flour.</p>"}',
        ' \n[ {"title": "Bread"},\n {"title": "Tea"} ]\n',
        '{"title": "Bread"}\n{"title": "Tea"}\n',
        '{"with \\"quotes\\"" : 1}',
        '{"cut": ["off in the mid',
    ],
)
def test_json(text: str) -> None:
    with pytest.raises(NotHtml, match="The input is JSON, not HTML; give dehusk the HTML"):
        extract(text.encode())
    assert not_a_page_but_text(text.encode()) is not None


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}<!doctype html><p>Bread</p>',
        "{curly} braces at the start of a text",
        "[1] A note. [2] Another [3]",
        '["Bread"] is a list in JSON',
        "{}",
        "[]",
        '{"quoted"} words',
    ],
)
def test_text_that_looks_like_json(text: str) -> None:
    parse(text.encode())
    parse(text)


# What it costs


@given(st.binary(max_size=400))
def test_any_bytes(source: bytes) -> None:
    not_a_page(source)
    not_a_page_but_text(source)


@pytest.mark.timed
@pytest.mark.parametrize(
    "piece",
    [
        b"<",
        b"<!--",
        b"<?xml ",
        b"<!doctype [",
        b'{"',
        b'{"a\\',
        b" ",
        b"\0",
        b"\xef\xbb\xbf",
        b"a:\n ",
    ],
)
def test_large_input_is_no_trouble(piece: bytes) -> None:
    for start in (b"", b"<?xml version='1.0'?>", b'{"a":'):
        source = start + piece * (8_000_000 // len(piece))
        begun = time.process_time()
        not_a_page(source)
        assert time.process_time() - begun < 0.2


def test_gzip_is_told_what_to_do() -> None:
    with pytest.raises(NotHtml, match="a gzip file, not HTML; decompress it first"):
        extract(gzip.compress(b"<p>Bread"))


@pytest.mark.data
@pytest.mark.parametrize("name", ["cn-web", "mercury", "structure", "cleaneval", "l3s-gn1"])
def test_no_page_of_the_labelled_sets_is_refused(name: str) -> None:
    pages = 0
    with tarfile.open(DATA / f"{name}.tar.xz") as archive:
        for member in archive:
            if member.isfile() and member.name.split("/")[-2:-1] == ["html"]:
                file = archive.extractfile(member)
                assert file is not None
                assert not_a_page(file.read()) is None, member.name
                pages += 1
    assert pages > 50


# Names of pages instead of pages

ADDRESSES = ("https://example.org/", "HTTP://example.org/tea?x=1 ", "\nhttps://example.org/tea\n")
PATHS = (
    "tea.html",
    "my pages/green tea.HTM",
    "pages/tea.html.gz",
    "/srv/pages/tea",
    "./tea",
    "../tea.php",
    "~/tea",
    r"C:\pages\tea",
    "file:///srv/tea.html",
    "tea.mhtml",
)
PLAIN_TEXTS = (
    "",
    "Tea.",
    "/",
    "...",
    "1/2",
    "Tea is at https://example.org/tea",
    "https://example.org/ has tea",
    "First line\ntea.html",
    "<p>tea.html",
    "tea.txt",
    "and/or",
    "html",
)


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_is_no_page(text: str) -> None:
    with pytest.raises(NotHtml, match=r"a URL, not HTML; read it with dehusk\.read"):
        extract(text)


@pytest.mark.parametrize("text", PATHS)
def test_a_path_is_no_page(text: str) -> None:
    with pytest.raises(NotHtml, match=r"a path, not HTML; .*pathlib\.Path\(path\)"):
        extract(text)


@pytest.mark.parametrize("text", PLAIN_TEXTS)
def test_any_other_text_is_a_page(text: str) -> None:
    assert parse(text) is not None


def test_only_strings_name_pages() -> None:
    """A file that holds nothing but an address is what it is."""
    assert parse(b"https://example.org/").text_of(0) == "https://example.org/"


@pytest.mark.parametrize(
    ("head", "is_page"),
    [
        (b"<!DOCTYPE html><p>", True),
        (b"\xef\xbb\xbf <HTML>", True),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>", True),
        (b"<!-- saved --><!doctype html><div>", True),
        (b"<meta charset=utf-8><p>", True),
        ("<html><p>Tea".encode("utf-16"), True),
        (b"<p>A fragment", False),
        (b"<svg><title>Tea</title></svg>", False),
        (b"var page = '<html>'", False),
        (b"<?xml version='1.0'?><rss>", False),
        (b"plain text", False),
        (b"", False),
    ],
)
def test_what_can_only_be_a_page(head: bytes, is_page: bool) -> None:
    assert begins_as_page(head) is is_page
