"""Make what authors and templates wrote into values: white space, entities, addresses.

>>> clean("  Fish &amp;amp; chips\\u00ad \\n")
'Fish & chips'
>>> absolute("/tea", "https://example.org/shop/")
'https://example.org/tea'
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from urllib.parse import urljoin, urlsplit

from dehusk.page.loose_json import unescape
from dehusk.page.punctuation import ASCII_SIGNS

TITLE_LIMIT = 1_000
TEXT_LIMIT = 5_000
NAME_LIMIT = 150
URL_LIMIT = 4_000
_READ_LIMIT = 20_000
GAP = r"(?<!\s)\s++"
r"""Spaces, as a part of patterns that search: a match begins at the first of them or nowhere, so that
a long gap is gone through once, where `\s+` would go through it from each of its spaces.
"""

_INLINE_TAG = re.compile(
    r"</?(?:a|abbr|b|bdi|br|cite|em|font|i|mark|p|q|small|span|strong|sub|sup|u|wbr)"
    r"(?: [^<>]*)?/?>",
    re.IGNORECASE,
)
_SPACES = re.compile(r"[^\S\u3000]+")
"""Ideographic spaces stay: they are part of Japanese and Chinese titles."""
_SURROGATES = re.compile("[\ud800-\udfff]")
_INVISIBLE = dict.fromkeys(
    (*range(9), *range(14, 28), 0x7F, 0xAD, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F))
) | dict.fromkeys((*range(0x2060, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFE)))
"""Characters without ink. Joiners stay between letters: Persian and Hindi spelling needs them."""
_JOINERS = "\u200c\u200d"
_UNSEEN = re.compile(f"[{''.join(map(chr, _INVISIBLE))}]")


def clean(value: str, limit: int = TEXT_LIMIT) -> str | None:
    """One line of text, None where nothing is left or it is longer than `limit`.

    >>> clean("A<br>B &#8220;C&#8221;")
    'A B “C”'

    Entities are decoded twice at most: templates often escape what was escaped already.
    """
    text = value[:_READ_LIMIT]
    if (  # most texts need no cleaning; of white space only spaces are printable
        text.isprintable()
        and "&" not in text
        and "<" not in text
        and "  " not in text
        and text[:1] not in ("", " ")
        and text[-1] != " "
    ):
        return text if len(text) <= limit else None
    if "&" in text:
        text = unescape(unescape(text))
    if "<" in text:
        text = _INLINE_TAG.sub(_space_for_break, text)
    if not text.isascii():
        text = _SURROGATES.sub("", text)
    text = without_invisible(text)
    text = _SPACES.sub(" ", text).strip() if "\u3000" in text else " ".join(text.split())
    return text if text and len(text) <= limit else None


def without_invisible(text: str) -> str:
    """A text without characters that have no ink.

    >>> without_invisible("Tea\\u200b"), without_invisible("Tea\\u200d")
    ('Tea', 'Tea')
    """
    if text.isascii() and text.isprintable():
        return text
    if _UNSEEN.search(text):
        text = text.translate(_INVISIBLE)
    return text.strip(_JOINERS)


def _space_for_break(match: re.Match[str]) -> str:
    return " " if match[0].lower().startswith(("<br", "<p", "</p")) else ""


def absolute(value: str, base: str | None) -> str | None:
    """A web address made absolute, None where it is not one.

    >>> absolute("data:image/png;base64,AAAA", None) is None
    True
    >>> absolute("//cdn.example.org/a.png", "https://example.org/")
    'https://cdn.example.org/a.png'
    """
    if is_plain_address(value):
        return value
    address = _INVISIBLE_IN_URL.sub("", value[: URL_LIMIT + 1].strip()).replace("&amp;", "&")
    if not address or len(address) > URL_LIMIT or _SURROGATES.search(address):
        return None
    try:
        joined = address
        if base and not address.startswith(("http://", "https://")):
            joined = urljoin(base, address)
        if joined.startswith("//"):
            joined = "https:" + joined
        parts = urlsplit(joined)
        if address.startswith("//") and not urlsplit(address).netloc:
            return None
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or " " in parts.netloc:
        return None
    return joined.replace(" ", "%20")


_INVISIBLE_IN_URL = re.compile(r"[\x00-\x1f\x7f]")
_PLAIN_ADDRESS = re.compile(r"https?://([A-Za-z0-9.-]++)(?:[/?#][!-~]*+)?")
"""Most addresses: absolute, of a host without a port, and in ASCII."""


def is_plain_address(value: str) -> bool:
    """Whether a value is an absolute web address that needs no mending.

    >>> is_plain_address("https://example.org/tea"), is_plain_address("/tea")
    (True, False)
    """
    if len(value) > URL_LIMIT or "&amp;" in value:
        return False
    return _PLAIN_ADDRESS.fullmatch(value) is not None


def host_of(address: str) -> str:
    """The host in an address, in lower case; nothing where there is none.

    >>> host_of("https://www.Example.org:80/tea"), host_of("/tea")
    ('www.example.org', '')
    """
    if match := _PLAIN_ADDRESS.fullmatch(address):
        return match[1].lower()
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def pixels(value: str) -> int | None:
    """A width or height in pixels, None where it is none.

    >>> pixels("1200"), pixels("1200px"), pixels("630.0"), pixels("100%"), pixels("0")
    (1200, 1200, 630, None, None)
    """
    match = _PIXELS.fullmatch(value.strip())
    return int(match[1]) or None if match else None


_PIXELS = re.compile(r"([0-9]{1,6})(?:\.0*)?\s?(?:px)?")


def language_tag(value: str) -> str | None:
    """A language as BCP 47 writes it, None where it is no such tag.

    >>> language_tag("en_us"), language_tag("ZH-hant-tw"), language_tag("utf-8")
    ('en-US', 'zh-Hant-TW', None)
    """
    match = _LANGUAGE.fullmatch(value.strip().partition(".")[0].replace("_", "-").lower())
    if match is None or match["language"] in _NO_LANGUAGES:
        return None
    script, region = match["script"] or "", match["region"] or ""
    return f"{match['language']}{script.title()}{region.upper()}{match['rest']}"


_LANGUAGE = re.compile(
    r"(?P<language>[a-z]{2,3}(?:-[a-z]{3})?)(?P<script>-[a-z]{4})?(?P<region>-(?:[a-z]{2}|[0-9]{3}))?"
    r"(?P<rest>(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})){0,3}(?:-[a-z0-9](?:-[a-z0-9]{2,8}){1,3})?)",
    re.ASCII,
)
_NO_LANGUAGES = frozenset("und mul mis zxx".split())


def key(text: str) -> str:
    """What two spellings of the same words have in common: letters and digits, in one case.

    >>> key("Crumb & Kettle") == key("crumb-kettle")
    True
    """
    return _short_key(text) if len(text) <= TITLE_LIMIT else "".join(_words(text))


def words(text: str) -> tuple[str, ...]:
    """The words of a text in one case and one Unicode form.

    >>> words("The ﬁne Print!")
    ('the', 'fine', 'print')
    """
    return _short_words(text) if len(text) <= TITLE_LIMIT else _words(text)


def _words(text: str) -> tuple[str, ...]:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return tuple(_WORD.findall(text.casefold()))


# A page asks for its few titles and names again and again; long texts are not worth the memory.
_short_words = lru_cache(maxsize=512)(_words)


@lru_cache(maxsize=512)
def _short_key(text: str) -> str:
    if text.isascii():
        return text.lower().encode().translate(None, ASCII_SIGNS).decode()
    return "".join(_short_words(text))


_WORD = re.compile(r"[^\W_]+")


def likeness(one: str, other: str) -> float:
    """How much two titles share: 1 for the same words, 0 for none.

    >>> likeness("Tea is back", "Tea is back again")
    0.75
    """
    first, second = words(one), words(other)
    if len(first) < 3 and not one.isascii():
        # Scripts without spaces between words: compare characters.
        first, second = tuple("".join(first)), tuple("".join(second))
    shared = len(set(first) & set(second))
    return shared / max(len(set(first)), len(set(second)), 1)
