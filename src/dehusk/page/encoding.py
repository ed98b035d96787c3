"""From the bytes of a page to its text.

    >>> decode("Grüße".encode("latin-1"))
    Decoded(text='Grüße', encoding='windows-1252', origin='content')

Who is believed, in this order: a byte order mark, the caller (who has read the HTTP header), the
page's own `<meta>` or XML declaration, and last the bytes themselves. A declaration that the bytes
contradict is not believed: pages that say latin-1 and are UTF-8 are the commonest error of the web.
Names and labels are those of https://encoding.spec.whatwg.org; no input raises.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

import numpy as np

from dehusk.budget import check
from dehusk.native.page_columns import is_valid_utf8
from dehusk.page.labels import encoding_of_label

__all__ = ["Decoded", "decode", "encoding_of_label", "is_utf8_already", "utf16_order"]

Origin = Literal["bom", "caller", "meta", "content", "fallback"]

FALLBACK: Final = "windows-1252"
PRESCAN_BYTES: Final = 1024  # what the standard reads in search of a <meta>
_HEADS: Final = (8_192, 65_536)  # and what we read: 1 page in 12 has its <meta charset> past 1024


@dataclass(frozen=True)
class Decoded:
    """The text of a page, the WHATWG name of its encoding in lower case, and who told us.

    `origin` is "content" also where a declaration was found to be wrong.
    """

    text: str
    encoding: str
    origin: Origin


def decode(source: bytes, declared: str | None = None) -> Decoded:
    """Read bytes as text; `declared` is the charset label of the HTTP header, if there was one.

        >>> decode(b"<p>caf\\xe9", declared="iso-8859-1").text
        '<p>café'
        >>> decode(b"<meta charset=latin1><p>caf\\xc3\\xa9")     # it is UTF-8 all the same
        Decoded(text='<meta charset=latin1><p>café', encoding='utf-8', origin='content')

    Bytes that mean nothing become U+FFFD. An unknown label is ignored.
    """
    return (
        _by_mark(source)
        or _as_declared(source, encoding_of_label(declared or ""), "caller")
        or _as_declared(source, _declared_inside(source), "meta")
        or _by_content(source)
    )


def is_utf8_already(source: bytes, declared: str | None = None) -> bool:
    """Whether `decode` would find UTF-8 without a mark and without a fault.

        >>> is_utf8_already("<meta charset=utf-8><p>café".encode())
        True

    Most pages are that, and those who want UTF-8 need not go through a `str` to get it.
    """
    if source.startswith(_MARK_BYTES):
        return False
    name = encoding_of_label(declared or "") or _declared_inside(source)
    return (
        name in (None, "utf-8")
        and utf16_order(source) is None
        and (name is not None or not source.isascii())
        and is_valid_utf8(source)
    )


def _by_mark(source: bytes) -> Decoded | None:
    for mark, name in _MARKS.items():
        if source.startswith(mark):
            return Decoded(_read(source[len(mark) :], name), name, "bom")
    return None


def _as_declared(source: bytes, name: str | None, origin: Origin) -> Decoded | None:
    text = None if name is None else _read_if_true(source, name)
    return None if name is None or text is None else Decoded(text, name, origin)


def _by_content(source: bytes) -> Decoded:
    name = _shape(source)
    if name is not None:
        return Decoded(_read(source, name), name, "content")
    if source.isascii():
        return Decoded(source.decode("ascii"), FALLBACK, "fallback")
    from dehusk.page.encoding_models import likeliest  # tables that few pages need

    name = likeliest(source, _read)
    if name is None:
        return Decoded(_read(source, FALLBACK), FALLBACK, "fallback")
    return Decoded(_read(source, name), name, "content")


# --- Codecs ---------------------------------------------------------------------------------------

_MARKS: Final = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16le", b"\xfe\xff": "utf-16be"}
_MARK_BYTES: Final = tuple(_MARKS)
_UTF_16: Final = {"utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}

# Python has no codec that is quite what a browser means by these names, so the one of several that
# leaves the fewest bytes unread is taken: cp949 is euc-kr with all its extensions, and so on.
_CODECS: Final = {
    "gbk": ("gb18030",),
    "gb18030": ("gb18030",),
    "big5": ("big5hkscs", "cp950"),
    "shift_jis": ("cp932",),
    "euc-jp": ("euc_jp", "euc_jis_2004"),
    "iso-2022-jp": ("iso2022_jp_ext", "iso2022_jp_2004"),
    "euc-kr": ("cp949",),
}
_SINGLE_BYTE_CODECS: Final = {
    "iso-8859-8-i": "iso-8859-8",
    "macintosh": "mac_roman",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
}
_PATCHES: Final = {
    "koi8-u": {0xAE: "ў", 0xBE: "Ў"},  # the standard's koi8-u is koi8-ru
    "windows-1255": {0xCA: "\u05ba"},
}


def _read(source: bytes, name: str) -> str:
    """`source` in an encoding that we have settled on."""
    if name == "utf-8" or name in _UTF_16:
        return source.decode(_UTF_16.get(name, name), "replace")
    if name in _CODECS:
        texts = (_read_slowly(source, codec) for codec in _CODECS[name])
        return min(texts, key=lambda text: text.count("\ufffd"))
    return codecs.charmap_decode(source, "replace", _single_byte_table(name))[0]


_PIECE_BYTES: Final = 1 << 20  # Python's codecs read some tens of megabytes a second


def _read_slowly(source: bytes, codec: str) -> str:
    """`source` piece by piece, so that a deadline or Ctrl-C in between is noticed."""
    decoder = codecs.getincrementaldecoder(codec)("replace")
    texts = []
    for start in range(0, len(source), _PIECE_BYTES):
        check("parsing")
        texts.append(decoder.decode(source[start : start + _PIECE_BYTES]))
    return "".join(texts) + decoder.decode(b"", final=True)


@cache
def _single_byte_table(name: str) -> str:
    """The 256 characters of an encoding, as browsers have them.

    A byte that the encoding leaves out is a C1 control if it lies among those, else U+FFFD.
    """
    if name == "x-user-defined":
        return "".join(map(chr, [*range(0x80), *range(0xF780, 0xF800)]))
    codec = _SINGLE_BYTE_CODECS.get(name, name)
    characters = [bytes([byte]).decode(codec, "replace") for byte in range(256)]
    for byte, character in enumerate(characters):
        if character == "\ufffd" and 0x80 <= byte < 0xA0:
            characters[byte] = chr(byte)
    for byte, character in _PATCHES.get(name, {}).items():
        characters[byte] = character
    return "".join(characters)


# --- Declarations: found, and held against the bytes ---------------------------------------------

_ATTRIBUTE_PATTERN: Final = rb"""
    (?P<name>[^\t\n\f\r\ />][^\t\n\f\r\ />=]*+) [\t\n\f\r\ ]*+ (?:
        (?=[^=])
      | = [\t\n\f\r\ ]*+ (?: "(?P<double>[^"]*+)" | '(?P<single>[^']*+)' | (?=>)
                           | (?P<bare>[^\t\n\f\r\ >"'][^\t\n\f\r\ >]*+) (?=[\t\n\f\r\ >]) ))
"""
_ATTRIBUTE: Final = re.compile(
    rb"[\t\n\f\r\ /]*+ (?: (?P<end>>) | " + _ATTRIBUTE_PATTERN + rb")", re.VERBOSE
)
_SILENT_PATTERN: Final = (  # the rest of a `meta` that declares nothing
    rb"(?: [\t\n\f\r\ /]*+ (?!charset|http-equiv)"
    + _ATTRIBUTE_PATTERN.replace(b"?P<", b"?P<silent_")
    + rb")*+ [\t\n\f\r\ /]*+ >"
)
_SILENT: Final = re.compile(_SILENT_PATTERN, re.VERBOSE)
_NO_META: Final = re.compile(  # text, tags and comments, one after the other, that declare nothing
    rb"""(?: [^<]++
      | < (?: (?!meta[\t\n\f\r\ /]) /? [a-z][^\t\n\f\r\ >]*+
              (?: [\t\n\f\r\ /]*+"""
    + _ATTRIBUTE_PATTERN
    + rb""")*+ [\t\n\f\r\ /]*+ >
            | meta (?=[\t\n\f\r\ /])"""
    + _SILENT_PATTERN
    + rb"""
            | !(?=--) .*? -->
            | (?: !(?!--) | \? | /(?![a-z]) ) [^>]*+ >
            | (?![a-z!/?]) ) )*+""",
    re.VERBOSE | re.DOTALL,
)
_META: Final = re.compile(rb"<meta[\t\n\f\r /]")
_WORD: Final = b"charset"
"""Without it no `meta` declares anything, and its tags need not be told apart."""
_CHARSET: Final = re.compile(
    rb"""charset[\t\n\f\r\ ]*=[\t\n\f\r\ ]*
         (?: "([^"]*)" | '([^']*)' | ([^\t\n\f\r\ ;"'][^\t\n\f\r\ ;]*) )""",
    re.VERBOSE,
)
_LANDMARK: Final = re.compile(rb"<(!--|script|style|title|noscript|meta[\t\n\f\r /]|body|/head)")
_XML: Final = re.compile(rb"""<\?xml[^>]*?encoding[\0-\ ]*=[\0-\ ]*(?:"([^"]*)"|'([^']*)')""")


def _declared_inside(source: bytes) -> str | None:
    """What the page says of itself: the standard's prescan, then the rest of the head."""
    start = source[:PRESCAN_BYTES].lower()
    name = _prescan(start) if _WORD in start else None
    if name is not None:
        return name
    for size in _HEADS:
        head = source[:size].lower()
        name = _xml_encoding(head) or (_late_meta(head) if _WORD in head else None)
        if name is not None or size >= len(source):
            return name
    return None


def _prescan(head: bytes) -> str | None:
    """https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding

    `<meta charset=gb2312>` -> `"gbk"`. A tag cut off by the end of `head` ends the search.
    """
    at = 0
    while meta := _META.match(head, _past(_NO_META, head, at)):
        attributes, at = _attributes(head, meta.end())
        if at < 0:
            return None
        name = _meta_encoding(attributes)
        if name is not None:
            return name
    return None


def _past(pattern: re.Pattern[bytes], head: bytes, at: int) -> int:
    found = pattern.match(head, at)
    return at if found is None else found.end()


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """A tag's attributes, the first of each name, and where it ends: -1 if `head` ends before."""
    attributes: dict[bytes, bytes] = {}
    while found := _ATTRIBUTE.match(head, at):
        if found["end"]:
            return attributes, found.end()
        value = found["double"] or found["single"] or found["bare"] or b""
        attributes.setdefault(found["name"], value)
        at = found.end()
    return attributes, -1


def _meta_encoding(attributes: dict[bytes, bytes]) -> str | None:
    if b"charset" in attributes:
        return _as_declared_in_bytes(attributes[b"charset"])
    if attributes.get(b"http-equiv") == b"content-type":
        found = _CHARSET.search(attributes.get(b"content", b""))
        return _as_declared_in_bytes(b"".join(found.groups(b""))) if found else None
    return None


def _as_declared_in_bytes(label: bytes) -> str | None:
    """A declaration that we could read as ASCII cannot mean UTF-16: the standard makes it UTF-8."""
    name = encoding_of_label(label.decode("latin-1"))
    if name in _UTF_16:
        return "utf-8"
    return "windows-1252" if name == "x-user-defined" else name


def _xml_encoding(head: bytes) -> str | None:
    found = _XML.match(head)
    return _as_declared_in_bytes(b"".join(found.groups(b""))) if found else None


def _late_meta(head: bytes) -> str | None:
    """A `<meta charset>` anywhere in the head, but not in a script, a comment or the like."""
    at = 0
    while landmark := _LANDMARK.search(head, at):
        kind, at = landmark[1], landmark.end()
        if kind in (b"body", b"/head"):
            return None
        if kind.startswith(b"meta"):
            if silent := _SILENT.match(head, at):
                at = silent.end()
                continue
            attributes, at = _attributes(head, at)
            name = _meta_encoding(attributes)
            if name is not None and at >= 0:
                return name
        else:
            at = head.find(b"-->" if kind == b"!--" else b"</" + kind, at)
        if at < 0:
            return None
    return None


def _read_if_true(source: bytes, name: str) -> str | None:
    """`source` as it is declared, or None where the bytes are plainly something else."""
    shape = _shape(source, name)
    if shape not in (None, name) or (shape is None and not _can_be(source, name)):
        return None
    text = _read(source, name)
    return text if name not in _CODECS or _mostly_read(text) else None


def _can_be(source: bytes, name: str) -> bool:
    """Could bytes that show no shape be `name`? UTF-8 and UTF-16 would have shown theirs."""
    if name == "utf-8":
        return source.isascii()
    return name not in _UTF_16 or b"\0" in source[:_UTF_16_BYTES]


def _mostly_read(text: str) -> bool:
    """Few enough bytes left unread; software that cuts text by bytes leaves some on good pages."""
    wrong = text.count("\ufffd")
    return wrong < 2 or wrong * 10 < len(text) - len(text.encode("ascii", "ignore"))


# --- Encodings that show by their shape ----------------------------------------------------------

_UTF_16_BYTES: Final = 4096
_ISO_2022_JP: Final = re.compile(rb"\x1b(?:\$[@B]|\(I)")
_UTF_8_BYTES: Final = 1 << 19  # how much of malformed UTF-8 we look at, to see how bad it is
_FREQUENT_LEAD: Final = re.compile(rb"[\xc2\xc3\xe2]")  # of accents and quotes: Â©, Ã©, â€œ


def _shape(source: bytes, declared: str | None = None) -> str | None:
    """UTF-8, UTF-16 or ISO-2022-JP, when the bytes cannot well be `declared` or anything else."""
    order = utf16_order(source)
    if order is not None:
        return order
    if source.isascii():
        return "iso-2022-jp" if declared is None and _ISO_2022_JP.search(source) else None
    return "utf-8" if _is_utf8(source, declared) else None


def utf16_order(source: bytes) -> str | None:
    """Which UTF-16 it is, without a mark: markup gives it a NUL in every other byte."""
    head = source[:_UTF_16_BYTES]
    if 0 not in head:
        return None
    first, second = head[0::2].count(0), head[1::2].count(0)
    enough = max(1, len(head) // 8)
    if second > max(enough, 8 * first):
        return "utf-16le"
    if first > max(enough, 8 * second):
        return "utf-16be"
    return None


def _is_utf8(source: bytes, declared: str | None) -> bool:
    """UTF-8, and more of it than chance puts into text that is in truth `declared`.

    "CAFÉ»" in latin-1 is one well-formed sequence, and one Chinese character in seven is in GBK.
    """
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        return declared in (None, "utf-8") and _mostly_utf8(source, error, declared)
    if declared in (None, "utf-8"):
        return True
    sequences = _beyond_ascii(source, text)
    if declared in _CODECS:
        return sequences > 8
    return sequences > 2 or _FREQUENT_LEAD.search(source) is not None


def _mostly_utf8(source: bytes, error: UnicodeDecodeError, declared: str | None) -> bool:
    """UTF-8 but for a truncated last character or a few bad bytes."""
    if declared == "utf-8" and error.reason == "unexpected end of data":
        return True
    start = max(0, error.start - _UTF_8_BYTES // 2)
    window = source[start : start + _UTF_8_BYTES]
    text = window.decode("utf-8", "replace")
    return text.count("\ufffd") * 3 <= _beyond_ascii(window, text)


def _beyond_ascii(source: bytes, text: str) -> int:
    """How many characters of `text` are not ASCII, without looking at each."""
    return len(text) - int(np.count_nonzero(np.frombuffer(source, np.uint8) < 0x80))
