"""Images: where their real source is, which of them nobody sees, and which stand there twice."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping

from dehusk.content import Image
from dehusk.content.assemble.classifier import Classifier, Handler
from dehusk.content.assemble.formulas import add_latex_image
from dehusk.content.assemble.urls import Addresses
from dehusk.content.assemble.vocabulary import ElementKind
from dehusk.content.kept_rows import KeptRows
from dehusk.content.schemes import image_url
from dehusk.page.tags import Tag

MAX_DATA_URL = 2_000
LAZY = (
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-actualsrc",
    "data-hi-res-src",
    "data-full-src",
    "data-img-src",
    "data-image-src",
    "data-echo",
    "data-url",
    "data-srcs",
    "nitro-lazy-src",
)
LAZY_SETS = ("data-srcset", "data-lazy-srcset", "data-original-set", "nitro-lazy-srcset", "srcset")
_LAZY, _SETS = frozenset(LAZY), frozenset(LAZY_SETS)
_OF_SOURCES = (*LAZY_SETS, "data-src", "src")
_PLACEHOLDER = re.compile(
    r"(?:(?:blank|spacer|pixel|transparent|placeholder|loading|loader|lazy|lazyload|clear|grey|gray|empty"
    r"|trans|dot|shim|[stpb1])(?:[-_.]?(?:\d++(?:x\d++)?|image|img|pixel|bg|gif|placeholder))*"
    r"|\d+x\d+)\.(?:gif|png|svg)",
    re.IGNORECASE,
)
_OF_PLACEHOLDERS = frozenset((".gif", ".png", ".svg"))
_LONGEST_PLACEHOLDER = 40
_MOST_SOURCES = 20
_TINY_STYLE = re.compile(r"(?:^|;)\s*(?:width|height)\s*:\s*[01]px")
_IMAGE_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|bmp)$", re.IGNORECASE)
_SIZE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)[wx](?:,(.*))?", re.DOTALL)
_PICTURE = int(Tag.PICTURE)
_LONGEST_SET = 50_000
_LONGEST_SIDE = 6


def _image(classifier: Classifier, position: int) -> int:
    kept = classifier.kept
    attributes = kept.attributes(position)
    alt = " ".join(attributes.get("alt", "").split())
    if alt and kept.kind(position) is ElementKind.EMOJI:
        classifier.words(alt)
        return position + 1
    if add_latex_image(classifier, position, alt, attributes.get("src", "")):
        return position + 1
    width, height = _side(attributes, "width"), _side(attributes, "height")
    is_tiny = _is_tiny(attributes, width, height)
    # Only beside what is shown without JavaScript may a picture stand twice.
    most = sys.maxsize if classifier.has_noscript else 2 if is_tiny else 1
    sources = _sources(classifier, attributes, _picture_around(classifier, position), most)
    if not sources:
        if alt and _is_long_data(attributes):
            classifier.words(alt)
    elif not is_tiny or len(sources) > 1:
        title = " ".join(attributes["title"].split()) if "title" in attributes else ""
        image = Image(sources[0], alt, title or None, _pixels(width), _pixels(height))
        classifier.image(image, map(_without_query, sources) if classifier.has_noscript else ())
    return position + 1


def _picture_around(classifier: Classifier, position: int) -> int:
    """The row of the `picture` whose sources an image shows, -1 without one: its first image does."""
    above = classifier.kept.parents[position]
    if classifier.kept.tag(above) != _PICTURE or classifier.last_picture == above:
        return -1
    classifier.last_picture = above
    return classifier.kept.rows[above]


def _sources(
    classifier: Classifier, attributes: Mapping[str, str], picture: int, most: int
) -> list[str]:
    """The addresses of an image that lead to a picture, the best first, up to so many."""
    found: dict[str, None] = {}
    known = classifier.usable
    for address in _named_sources(classifier.kept, attributes, picture):
        if address not in known:
            known[address] = _usable(address, classifier.addresses)
        url = known[address]
        if url is not None:
            found[url] = None
            if len(found) == most:
                break
    return list(found)


def _named_sources(kept: KeptRows, attributes: Mapping[str, str], picture: int) -> Iterator[str]:
    for name in LAZY if not _LAZY.isdisjoint(attributes) else ():
        if name in attributes:
            yield attributes[name]
    for name in LAZY_SETS if not _SETS.isdisjoint(attributes) else ():
        if name in attributes:
            yield from best_of_set(attributes[name])
    if "src" in attributes:
        yield attributes["src"]
    for row in kept.page.first_children(picture, _MOST_SOURCES) if picture >= 0 else ():
        if kept.page.tag_name(row) == "source":
            told = kept.reading.attributes_of_row(row)
            for name in _OF_SOURCES:
                if name in told:
                    yield from best_of_set(told[name])


def best_of_set(srcset: str) -> list[str]:
    """The candidates of a `srcset`, the largest first.

    >>> best_of_set("small.jpg 480w, large.jpg 1200w")
    ['large.jpg', 'small.jpg']
    """
    words = srcset[:_LONGEST_SET].split()
    if len(words) == 1:
        return [address] if (address := words[0].strip(",")) else []
    sizes: dict[str, float] = {}
    address = ""
    for word in words:
        size = _SIZE.fullmatch(word) if address and word[0].isdecimal() else None
        if size:
            sizes[address] = float(size[1])
            word = size[2] or ""
        address = word.strip(",")
        if address and address not in sizes:
            sizes[address] = 1.0
    return sorted(sizes, key=sizes.__getitem__, reverse=True)


def _usable(address: str, addresses: Addresses) -> str | None:
    address = address.strip()
    if address[:2] == '{"':  # an object whose first name is an address
        address = address[2:].partition('"')[0]
    if not address or address[0] in "[#<" or "{" in address:
        return None
    path = address.partition("?")[0].partition("#")[0]
    if path[-4:].lower() in _OF_PLACEHOLDERS and _is_placeholder(path.rpartition("/")[2]):
        return None
    resolved = addresses.resolve(address)
    return None if resolved is None else image_url(resolved)


def _is_placeholder(file: str) -> bool:
    return len(file) < _LONGEST_PLACEHOLDER and _PLACEHOLDER.fullmatch(file) is not None


def _is_long_data(attributes: Mapping[str, str]) -> bool:
    source = attributes.get("src", "")
    return len(source) > MAX_DATA_URL and source[:5].lower() == "data:"


def _side(attributes: Mapping[str, str], name: str) -> str:
    return attributes[name].strip().lower().removesuffix("px") if name in attributes else ""


def _pixels(side: str) -> int | None:
    """A width or height that an image is given; one pixel is that of a placeholder."""
    if not side or len(side) > _LONGEST_SIDE or not side.isascii() or not side.isdecimal():
        return None
    pixels = int(side)
    return pixels if pixels > 1 else None


def _is_tiny(attributes: Mapping[str, str], width: str, height: str) -> bool:
    """A tracking pixel or a spacer: no wider or no higher than one pixel."""
    return (
        width in ("0", "1")
        or height in ("0", "1")
        or ("style" in attributes and bool(_TINY_STYLE.search(attributes["style"])))
    )


def _without_query(url: str) -> str:
    """What two addresses of one picture have in common."""
    path, mark, _ = url.partition("?")
    return path if mark and _IMAGE_FILE.search(path) else url


IMAGE_TAGS: dict[int, Handler] = {Tag.IMG: _image}
IMAGE_NAMES: dict[str, Handler] = {"amp-img": _image}
