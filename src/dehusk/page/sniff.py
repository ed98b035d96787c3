"""What is not a page: files of other kinds, feeds, data, noise.

>>> not_a_page(b"%PDF-1.7 ...")
'a PDF, not HTML; give dehusk the page itself'
>>> not_a_page(b"<p>Bread needs flour, water, salt and time.") is None
True

Pages are refused only on evidence: what may be a page, a fragment of one or plain text, in whatever
encoding and after whatever garbage, is one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from dehusk.page.encoding import encoding_of_label, utf16_order
from dehusk.page.tags import TAG_IDS

__all__ = [
    "GZIP_SUFFIX",
    "begins_as_page",
    "is_called_html",
    "names_a_page",
    "not_a_page",
    "not_a_page_but_text",
]

GZIP_SUFFIX: Final = ".gz"
_HTML_SUFFIXES: Final = (".html", ".htm", ".xhtml", ".mhtml", ".mht")

# How files begin that are no page. The first that matches names the kind.
_SIGNATURES: Final[tuple[tuple[str, bytes], ...]] = (
    ("a PDF", rb"(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-"),
    ("a PostScript file", rb"%!PS-Adobe|\xc5\xd0\xd3\xc6"),
    ("an RTF document", rb"[\t\n\f\r ]*\{\\rtf"),
    ("a WARC archive", rb"WARC/[01]\.\d"),
    ("a PNG image", rb"\x89PNG\r\n\x1a\n"),
    ("a JPEG image", rb"\xff\xd8\xff"),
    ("a GIF image", rb"GIF8[79]a"),
    ("a WebP image", rb"RIFF....WEBP"),
    ("an AVIF image", rb"\0...ftypavi[fs]"),
    ("a HEIF image", rb"\0...ftyp(?:hei[cfmsx]|hev[cx]|mif1|msf1)"),
    ("a BMP image", rb"BM....\0\0\0\0....[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0"),
    ("a TIFF image", rb"II\*\0|MM\0\*"),
    ("an icon", rb"\0\0[\x01\x02]\0[\x01-\xff]\0"),
    ("a Photoshop image", rb"8BPS\0\x01"),
    ("a JPEG 2000 image", rb"\0\0\0\x0cjP  \r\n"),
    ("a JPEG XL image", rb"\xff\x0a|\0\0\0\x0cJXL \r\n"),
    ("an audio file", rb"ID3[\x02-\x04]|fLaC\0|RIFF....WAVE|FORM....AIF[FC]|MThd\0\0\0\x06|#!AMR"),
    ("an audio file", rb"\xff[\xe3\xf1-\xf3\xf9-\xfb][\x10-\xee]|\0...ftypM4[AB]|\.snd\0\0\0"),
    ("an audio file", rb"OggS\0.{23}(?:\x01vorbis|OpusHead|\x7fFLAC|Speex)"),
    ("a video", rb"\0...(?:ftyp|moov|mdat|free|wide)|\x1aE\xdf\xa3|RIFF....AVI |FLV\x01"),
    ("a video", rb"\0\0\x01[\xb3\xba]|OggS\0|0&\xb2u\x8ef\xcf\x11|\x47.{187}\x47.{187}\x47"),
    (
        "a font",
        rb"wOF[F2]|OTTO\0|\0\x01\0\0\0[\x04-\x40]|ttcf\0|true\0|.{8}[\0-\x02]\0[\x01\x02]\0.{22}LP",
    ),
    ("an EPUB book", rb"PK\x03\x04.{26}mimetypeapplication/epub\+zip"),
    ("an OpenDocument file", rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis"),
    ("an Office document", rb"PK\x03\x04.{26}(?:\[Content_Types\]\.xml|_rels/|word/|xl/|ppt/)"),
    ("an old Office document", rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    ("a ZIP archive", rb"PK(?:\x03\x04|\x05\x06|\x07\x08)"),
    ("a gzip file", rb"\x1f\x8b\x08"),
    ("a bzip2 file", rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    ("an xz file", rb"\xfd7zXZ\0"),
    ("a Zstandard file", rb"\x28\xb5\x2f\xfd"),
    ("a 7-Zip archive", rb"7z\xbc\xaf\x27\x1c"),
    ("a RAR archive", rb"Rar!\x1a\x07"),
    ("a tar archive", rb".{257}ustar[\0 ]"),
    ("a cabinet archive", rb"MSCF\0\0\0\0"),
    ("an ELF program", rb"\x7fELF[\x01\x02]"),
    ("a Windows program", rb"MZ.{1,58}?\0\0\0"),
    ("a macOS program", rb"\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe"),
    ("a Java class", rb"\xca\xfe\xba\xbe\0"),
    ("a WebAssembly module", rb"\0asm\x01\0\0\0"),
    ("a Flash film", rb"[CFZ]WS[\x01-\x40]"),
    ("a SQLite database", rb"SQLite format 3\0"),
    ("a Parquet file", rb"PAR1"),
    ("an Apple property list", rb"bplist0\d"),
    ("a DjVu document", rb"AT&TFORM"),
)
# These are written in letters throughout; the others need control characters to be believed.
_TEXT_SIGNATURES: Final = frozenset(
    {"a PDF", "a PostScript file", "an RTF document", "a WARC archive", "a JPEG image"}
)

_SIGNED_BYTES: Final = 512
_GLANCE_BYTES: Final = 1024
_HEAD_BYTES: Final = 4096
_CONTROLS: Final = bytes([*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20)])
_LEAST_CONTROLS: Final = 4
_MOST_CONTROLS: Final = 0.02
"""The share of control characters that is noise: no page that we know has .005, random bytes have .1."""

_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_PACKED: Final = {"a gzip file", "a bzip2 file", "an xz file", "a Zstandard file"}
_CRAWL: Final = "a WARC archive"
_ARCHIVES: Final = {"a ZIP archive", "a 7-Zip archive", "a RAR archive", "a tar archive"}


def is_called_html(name: str) -> bool:
    """Whether a file is named as a page is: `tea.html`, `tea.mhtml`, `tea.html.gz`."""
    return name.lower().removesuffix(GZIP_SUFFIX).endswith(_HTML_SUFFIXES)


def not_a_page(source: bytes, declared: str | None = None) -> str | None:
    """What bytes are that are no page, and what to do about it; None for HTML and any text.

    >>> not_a_page(b"\\x1f\\x8b\\x08\\0\\0\\0\\0\\0")
    'a gzip file, not HTML; decompress it first'

    `declared` is the encoding that the caller knows: UTF-16 is not told from noise in every language.
    """
    if _PAGE.match(source) and not _controls(source[:_SIGNED_BYTES]):
        return None
    kind = _signed(source) or ("binary data" if _is_noise(source, declared) else None)
    if kind is None:
        return not_a_page_but_text(source)
    if kind in _PACKED:
        return f"{kind}, not HTML; decompress it first"
    if kind in _ARCHIVES:
        return f"{kind}, not HTML; unpack it first"
    if kind == _CRAWL:
        return f"{kind}, not HTML; read it with 'dehusk batch'"
    return f"{kind}, not HTML; give dehusk the page itself"


def not_a_page_but_text(source: bytes) -> str | None:
    """The same for what is text, and looks for XML and JSON only.

    >>> not_a_page_but_text(b'<rss version="2.0"><channel>')
    'an RSS feed, not HTML; give dehusk the pages that it links to'
    """
    head = _as_ascii(source[:_HEAD_BYTES])
    if _PAGE.match(head):
        return None
    kind = _kind_of_xml(head)
    if kind is not None:
        links = kind in _LISTS
        advice = "the pages that it links to" if links else "a page in HTML or XHTML"
        return f"{kind}, not HTML; give dehusk {advice}"
    if _JSON.match(head) and _ends_as_json(source):
        return "JSON, not HTML; give dehusk the HTML that is in it, if there is any"
    return None


def begins_as_page(head: bytes) -> bool:
    """Whether the first bytes of a file can only be those of a page: what it is called counts nothing.

    >>> begins_as_page(b"<!-- saved --><html><body>"), begins_as_page(b"p { color: red }")
    (True, False)
    """
    text = _as_ascii(head[:_HEAD_BYTES])
    if _PAGE.match(text):
        return True
    root = _ROOT.match(text)
    if root is None:
        return False
    return root["name"].lower() in _FIRST_OF_PAGES or bool(
        _DOCTYPE.search(text, 0, root.start("name"))
    )


def names_a_page(text: str) -> str | None:
    """What a string is that names a page instead of being one, and what to do; None for any other.

    >>> names_a_page("https://example.org/")
    'a URL, not HTML; read it with dehusk.read(url)'
    >>> names_a_page("pages/tea.html")
    'a path, not HTML; to read the file, give extract pathlib.Path(path)'
    >>> names_a_page("Tea.") is None
    True
    """
    if len(text) > _LONGEST_NAME or "<" in text:
        return None
    name = text.strip()
    if _ADDRESS.fullmatch(name):
        return "a URL, not HTML; read it with dehusk.read(url)"
    is_path = _ROOTED.fullmatch(name) or (is_called_html(name) and name.isprintable())
    is_path = is_path and any(map(str.isalnum, name))
    return (
        "a path, not HTML; to read the file, give extract pathlib.Path(path)" if is_path else None
    )


# --- Bytes ---------------------------------------------------------------------------------------


def _signed(source: bytes) -> str | None:
    """The kind of file that the first bytes are the signature of.

    Signatures made of letters only count when control characters follow: a text may begin alike.
    """
    head = source[:_SIGNED_BYTES]
    signatures = _signatures() if _controls(head) else _text_signatures()
    return next((kind for kind, signature in signatures if signature.match(head)), None)


def _is_noise(source: bytes, declared: str | None) -> bool:
    """Too many control characters for a text, and not one tag of a page."""
    if not _controls(source[:_GLANCE_BYTES]):
        return False
    head = source[:_HEAD_BYTES]
    controls = _controls(head)
    if controls < _LEAST_CONTROLS or controls <= _MOST_CONTROLS * len(head):
        return False
    is_utf16 = head.startswith(_UTF_16_MARKS) or utf16_order(head) is not None
    is_said_to_be = (encoding_of_label(declared or "") or "").startswith("utf-16")
    return not is_utf16 and not is_said_to_be and not _TAG.search(head)


def _controls(head: bytes) -> int:
    return len(head) - len(head.translate(None, _CONTROLS))


_TAG: Final = re.compile(
    rb"<(?:!doctype|html|head|body|meta|title|link|script|style|div|span|table|font|center)\b",
    re.IGNORECASE,
)
"""Tags of some length: those of one letter come up by chance."""


@cache
def _signatures() -> list[tuple[str, re.Pattern[bytes]]]:
    return [(kind, re.compile(pattern, re.DOTALL)) for kind, pattern in _SIGNATURES]


@cache
def _text_signatures() -> list[tuple[str, re.Pattern[bytes]]]:
    return [(kind, signature) for kind, signature in _signatures() if kind in _TEXT_SIGNATURES]


# --- Text ----------------------------------------------------------------------------------------

_SPACE: Final = rb"(?:\xef\xbb\xbf)?+[\t\n\f\r ]*+"
_PAGE: Final = re.compile(_SPACE + rb"<(?:!doctype[\t\n\f\r ]++html|html)\b", re.IGNORECASE)
"""How nearly all pages begin: nothing more needs to be looked at."""

_ROOT: Final = re.compile(
    _SPACE
    + rb"""(?P<xml> (?=<\?xml[\t\n\f\r ]) )?+
    (?: [\t\n\f\r ]++ | <\?[^>]*+> | <!--.*?--> | <!doctype[^>\[]*+(?:\[[^\[\]]*+\])?+[^>]*+> )*+
    < (?P<name>[a-z_][\w.:-]*+) (?P<attributes>[^>]*+)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_KINDS: Final = {
    b"rss": "an RSS feed",
    b"feed": "an Atom feed",
    b"urlset": "a sitemap",
    b"sitemapindex": "a sitemap",
    b"opml": "an OPML file",
}
_LISTS: Final = frozenset(_KINDS.values())
_ROOTS_OF_PAGES: Final = frozenset(name.encode() for name in TAG_IDS) - {b"svg", b"math"} | {b"wml"}
_FIRST_OF_PAGES: Final = frozenset(
    {b"html", b"head", b"body", b"frameset", b"title", b"meta", b"base"}
)
"""What stands at the top of a page and of nothing else: fragments may begin with any element."""

_DOCTYPE: Final = re.compile(rb"<!doctype[\t\n\f\r ]++html\b", re.IGNORECASE)
_LONGEST_NAME: Final = 4096
_ADDRESS: Final = re.compile(r"https?://[^\s<>]++", re.IGNORECASE)
_ROOTED: Final = re.compile(r"(?:file://|~?/|\.{1,2}[/\\]|[a-z]:[/\\])[^\s<>]*+", re.IGNORECASE)
_XML_ATTRIBUTE: Final = re.compile(rb"\b(?:xmlns|version)\b")
_PAGE_INSIDE: Final = re.compile(rb"<!doctype[\t\n\f\r ]++html\b|<(?:html|body)\b", re.IGNORECASE)
_JSON: Final = re.compile(
    _SPACE + rb"""(?:\[[\t\n\r ]*+)?+\{[\t\n\r ]*+"(?:[^"\\]|\\.)*+"[\t\n\r ]*+:""", re.DOTALL
)


def _kind_of_xml(head: bytes) -> str | None:
    """What XML that is no XHTML is. Without an XML declaration only what begins as a feed is."""
    root = _ROOT.match(head)
    if root is None:
        return None
    name = root["name"].lower().rpartition(b":")[2]
    if name in _KINDS and (root["xml"] is not None or _XML_ATTRIBUTE.search(root["attributes"])):
        return _KINDS[name]
    if name == b"rdf" and b"xmlns" in root["attributes"]:
        return "an RSS feed" if b"//purl.org/rss/" in root["attributes"] else "RDF"
    if root["xml"] is None or name in _ROOTS_OF_PAGES or _PAGE_INSIDE.search(head):
        return None
    return "an SVG image" if name == b"svg" else "XML"


def _ends_as_json(source: bytes) -> bool:
    """Whether nothing but JSON follows: a page may have some of it before its first tag."""
    return source[-_GLANCE_BYTES:].rstrip(b"\0\t\n\r ").endswith((b"}", b"]")) or b"<" not in source


def _as_ascii(head: bytes) -> bytes:
    """UTF-16 in single bytes, as far as its letters go."""
    if b"\0" not in head:
        return head
    order = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(head[:2]) or utf16_order(head)
    return head if order is None else head.decode(order, "ignore").encode("utf-8", "ignore")
