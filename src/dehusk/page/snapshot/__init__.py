"""A page as JSON and back, in the shape of Chromium's `DOMSnapshot.captureSnapshot`.

>>> from dehusk import parse
>>> page = from_snapshot(to_snapshot(parse("<p>Hello", url="https://example.org/")))
>>> page.text_of(0), page.url
('Hello', 'https://example.org/')

One wire format serves the renderer, test fixtures, services and browser extensions: parent indexes,
one table of shared strings, a layout table beside the nodes. As in Chromium the names of HTML
elements are in upper case, those of SVG and MathML as they are. Chromium's own snapshots load too:
comments and pseudo-elements are passed over, open shadow roots and frames are entered. What the
shape has no place for (source and spans) stands under the key `dehusk`, so nothing is lost.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from dehusk.errors import PageError, SnapshotError
from dehusk.page import Layout, Page
from dehusk.page.snapshot.names import node_name
from dehusk.page.snapshot.reading import DOCUMENT, ELEMENT, TEXT, read_page

VERSION = 1
STYLES = ("display", "visibility", "white-space", "opacity", "font-size")
"""The computed styles that a layout needs, in the order in which snapshots list them."""

Snapshot = dict[str, Any]


def to_snapshot(page: Page) -> Snapshot:
    """The page as a JSON-ready dictionary."""
    strings = _Strings()
    document: Snapshot = {
        "documentURL": strings.number(page.url) if page.url is not None else -1,
        "encodingName": strings.number(page.encoding),
        "nodes": _nodes(page, strings),
    }
    if page.layout is not None:
        document |= _layout(page.layout, strings)
    own = {"version": VERSION, "source": page.source.decode()}
    if (page.source_start >= 0).any():
        own["sourceStart"] = page.source_start.tolist()
        own["sourceEnd"] = page.source_end.tolist()
    return {"documents": [document], "strings": strings.table, "dehusk": own}


def from_snapshot(snapshot: Snapshot) -> Page:
    """The page of a snapshot, Chromium's or our own."""
    own = snapshot.get("dehusk", {}) if isinstance(snapshot, dict) else {}
    version = own.get("version", VERSION) if isinstance(own, dict) else "none"
    if version != VERSION:
        raise SnapshotError(
            f"The snapshot is of version {version}, this dehusk reads version {VERSION};"
            " render or parse the page again."
        )
    try:
        return read_page(snapshot, own)
    except PageError as error:
        told = str(error).removesuffix(".")
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        told = f"{type(error).__name__}: {error}"
    raise SnapshotError(
        f"The snapshot is broken ({told}); write it again with dehusk.page.snapshot.write_snapshot."
    )


def snapshot_bytes(page: Page) -> bytes:
    """The page as a snapshot file."""
    return json.dumps(to_snapshot(page), ensure_ascii=True, separators=(",", ":")).encode()


def write_snapshot(page: Page, path: str | Path) -> None:
    """Write a page to a file; a name that ends in `.gz` is compressed."""
    data = snapshot_bytes(page)
    Path(path).write_bytes(gzip.compress(data, mtime=0) if str(path).endswith(".gz") else data)


def read_snapshot(data: bytes) -> Page:
    """The page of a snapshot file's bytes, compressed or not."""
    try:
        snapshot = json.loads(_decompressed(data) if data[:2] == _GZIP else data)
    except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
        raise SnapshotError(f"The snapshot cannot be read ({error}); write it again.") from error
    return from_snapshot(snapshot)


_GZIP = b"\x1f\x8b"
_MOST_BYTES = 1024 * 1024 * 1024
_GLANCE = 200


def _decompressed(data: bytes) -> bytes:
    """The contents of a gzip file, unless there is absurdly much in it."""
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
        contents = file.read(_MOST_BYTES + 1)
    if len(contents) > _MOST_BYTES:
        raise ValueError(f"it has more than {_MOST_BYTES:,} bytes")
    return contents


def looks_like_snapshot(data: bytes) -> bool:
    """Whether bytes are a snapshot, compressed or not, rather than HTML.

    >>> looks_like_snapshot(b'{"documents":[]}'), looks_like_snapshot(b"<p>{")
    (True, False)
    """
    head = _first_of_gzip(data) if data[:2] == _GZIP else data[:_GLANCE]
    return head[:1] == b"{" and b'"documents"' in head


def _first_of_gzip(data: bytes) -> bytes:
    try:
        return zlib.decompressobj(wbits=31).decompress(data[: 64 * _GLANCE], _GLANCE)
    except zlib.error:
        return b""


class _Strings:
    """The table of strings that a snapshot's parts share."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def table(self) -> list[str]:
        return list(self._numbers)

    def number(self, string: str) -> int:
        return self._numbers.setdefault(string, len(self._numbers))


def _nodes(page: Page, strings: _Strings) -> Snapshot:
    texts = page.is_text.tolist()
    names = [strings.number(node_name(name)) for name in page.tag_names]
    attributes: list[list[int]] = [[] for _ in range(len(page))]
    for row in np.unique(page.attr_row).tolist():
        pairs = page.attributes(row).items()
        attributes[row] = [strings.number(string) for pair in pairs for string in pair]
    return {
        "parentIndex": [-1, *(page.parent + 1).tolist()],
        "nodeType": [DOCUMENT, *(TEXT if text else ELEMENT for text in texts)],
        "nodeName": [strings.number("#document"), *(names[tag] for tag in page.tag.tolist())],
        "nodeValue": [
            -1,
            *(strings.number(page.text_of(row)) if text else -1 for row, text in enumerate(texts)),
        ],
        "attributes": [[], *attributes],
    }


def _layout(layout: Layout, strings: _Strings) -> Snapshot:
    rows = np.flatnonzero(layout.rendered)
    keywords = [strings.number(word) for word in layout.keywords]
    return {
        "contentWidth": layout.document[0],
        "contentHeight": layout.document[1],
        "windowWidth": layout.window[0],
        "windowHeight": layout.window[1],
        "layout": {
            "nodeIndex": (rows + 1).tolist(),
            "styles": [
                [
                    keywords[layout.display[row]],
                    keywords[layout.visibility[row]],
                    keywords[layout.white_space[row]],
                    strings.number(repr(float(layout.opacity[row]))),
                    strings.number(f"{float(layout.font_size[row])!r}px"),
                ]
                for row in rows.tolist()
            ],
            "bounds": layout.box[rows].astype(float).tolist(),
        },
    }
