"""A page as JSON and back, in the shape of Chromium's `DOMSnapshot.captureSnapshot`.

>>> from marrow import parse
>>> page = from_snapshot(to_snapshot(parse("<p>Hello", url="https://example.org/")))
>>> page.text_of(0), page.url
('Hello', 'https://example.org/')

One wire format serves the renderer, test fixtures, services and browser extensions: parent indexes,
one table of shared strings, a layout table beside the nodes. As in Chromium the names of HTML
elements are in upper case, those of SVG and MathML as they are. Chromium's own snapshots load too:
comments and pseudo-elements are passed over, open shadow roots and frames are entered. What the
shape has no place for (source and spans) stands under the key `marrow`, so nothing is lost.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from marrow.errors import SnapshotError
from marrow.page import Layout, Page
from marrow.rows import Attributes, RowWriter

VERSION = 1
STYLES = ("display", "visibility", "white-space", "opacity", "font-size")
"""The computed styles that a layout needs, in the order in which snapshots list them."""

_ELEMENT, _TEXT, _DOCUMENT = 1, 3, 9
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
    return {"documents": [document], "strings": strings.table, "marrow": own}


def from_snapshot(snapshot: Snapshot) -> Page:
    """The page of a snapshot, Chromium's or our own."""
    own = snapshot.get("marrow", {}) if isinstance(snapshot, dict) else {}
    version = own.get("version", VERSION)
    if version != VERSION:
        raise SnapshotError(
            f"The snapshot is of version {version}, this marrow reads version {VERSION};"
            " render or parse the page again."
        )
    try:
        return _with_source(_Reader(snapshot).page(own.get("source", "")), own)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise SnapshotError(
            f"The snapshot is broken ({type(error).__name__}: {error});"
            " write it again with marrow.snapshot.write_snapshot."
        ) from error


def write_snapshot(page: Page, path: str | Path) -> None:
    """Write a page to a file; a name that ends in `.gz` is compressed."""
    data = json.dumps(to_snapshot(page), ensure_ascii=True, separators=(",", ":")).encode()
    Path(path).write_bytes(gzip.compress(data, mtime=0) if str(path).endswith(".gz") else data)


def read_snapshot(data: bytes) -> Page:
    """The page of a snapshot file's bytes, compressed or not."""
    try:
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        snapshot = json.loads(data)
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise SnapshotError(f"The snapshot cannot be read ({error}); write it again.") from error
    return from_snapshot(snapshot)


def looks_like_snapshot(data: bytes) -> bool:
    """Whether bytes are a snapshot rather than HTML.

    >>> looks_like_snapshot(b'{"documents":[]}'), looks_like_snapshot(b"<p>{")
    (True, False)
    """
    return data[:2] == b"\x1f\x8b" or (data[:1] == b"{" and b'"documents"' in data[:200])


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
    names = [strings.number(_node_name(name)) for name in page.tag_names]
    attributes: list[list[int]] = [[] for _ in range(len(page))]
    for row in np.unique(page.attr_row).tolist():
        pairs = page.attributes(row).items()
        attributes[row] = [strings.number(string) for pair in pairs for string in pair]
    return {
        "parentIndex": [-1, *(page.parent + 1).tolist()],
        "nodeType": [_DOCUMENT, *(_TEXT if text else _ELEMENT for text in texts)],
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


def _with_source(page: Page, own: Snapshot) -> Page:
    if "sourceStart" not in own:
        return page
    starts = np.array(own["sourceStart"], np.int32)
    ends = np.array(own["sourceEnd"], np.int32)
    if len(starts) != len(page) or len(ends) != len(page):
        raise ValueError("the source spans do not match the rows")
    return replace(page, source_start=starts, source_end=ends)


_UPPER = {lower: lower - 32 for lower in range(ord("a"), ord("z") + 1)}
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_INTEGRATION_POINTS = frozenset(
    "svg:foreignObject svg:desc svg:title math:mi math:mo math:mn math:ms math:mtext"
    " math:annotation-xml".split()
)


def _node_name(name: str) -> str:
    """`DIV` for `div`, `path` for `svg:path`: Chromium's node names."""
    if name == "#text" or name in ("svg", "math"):
        return name
    prefix, colon, local = name.partition(":")
    return local if colon and prefix in ("svg", "math") else name.translate(_UPPER)


def _row_name(node_name: str, parent: str) -> str:
    """The other way round; to what an SVG or MathML name belongs is told by its parent."""
    if node_name == node_name.translate(_UPPER):
        return node_name.translate(_LOWER)
    namespace = parent.partition(":")[0]
    foreign = namespace in ("svg", "math")
    if node_name in ("svg", "math") and (not foreign or parent in _INTEGRATION_POINTS):
        return node_name
    return f"{namespace}:{node_name}" if foreign and node_name != namespace else node_name


_NOT_A_ROW = -2


class _Reader:
    """Reads the documents of a snapshot into rows, frames inside the frame that holds them."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._strings: list[str] = snapshot["strings"]
        self._documents: list[Snapshot] = snapshot["documents"]
        self._rows = RowWriter()
        self._names: list[str] = []
        self._boxes: list[tuple[int, list[float], list[int]]] = []

    def page(self, source: str) -> Page:
        """The page of the first document, the main frame."""
        main = self._documents[0]
        self._read(0, -1, (0.0, 0.0))
        if not self._names:
            raise ValueError("it has no nodes")
        return self._rows.page(
            source=source,
            url=self._string(main.get("documentURL", -1)),
            encoding=self._string(main.get("encodingName", -1)) or "utf-8",
            layout=self._layout(main),
        )

    def _string(self, number: int) -> str | None:
        return self._strings[number] if number >= 0 else None

    def _read(self, document_number: int, frame: int, offset: tuple[float, float]) -> None:
        document = self._documents[document_number]
        nodes = document["nodes"]
        skipped = {*_indexes(nodes, "pseudoType"), *self._closed_shadows(nodes)}
        frames = _sparse(nodes, "contentDocumentIndex")
        bounds = self._bounds(document)
        rows: list[int] = []
        for index, parent in enumerate(nodes["parentIndex"]):
            above = rows[parent] if parent >= 0 else frame
            row = _NOT_A_ROW
            if above != _NOT_A_ROW and index not in skipped:
                row = self._add(nodes, index, above)
            rows.append(row)
            if row >= 0 and index in bounds:
                (x, y, width, height), styles = bounds[index]
                box = [x + offset[0], y + offset[1], width, height]
                self._boxes.append((row, box, styles))
                if index in frames:
                    self._read(frames[index], row, (box[0], box[1]))

    def _add(self, nodes: Snapshot, index: int, above: int) -> int:
        kind = nodes["nodeType"][index]
        if kind == _ELEMENT:
            parent_name = self._names[above] if above >= 0 else ""
            name = _row_name(self._strings[nodes["nodeName"][index]], parent_name)
            row = self._rows.add_element(name, self._attributes(nodes["attributes"][index]))
        elif kind == _TEXT:
            name = "#text"
            row = self._rows.add_text(self._string(nodes["nodeValue"][index]) or "")
        else:
            return above if kind in _TRANSPARENT else _NOT_A_ROW
        if above < 0 and row > 0:
            raise ValueError("it has more than one root")
        self._rows.attach(above)
        self._names.append(name)
        return row

    def _attributes(self, numbers: list[int]) -> Attributes:
        values = [self._string(number) or "" for number in numbers]
        return list(zip(values[::2], values[1::2], strict=True))

    def _closed_shadows(self, nodes: Snapshot) -> Iterator[int]:
        """Shadow roots of the browser's own making: the insides of inputs and players."""
        for index, kind in _sparse(nodes, "shadowRootType").items():
            if self._strings[kind] == "user-agent":
                yield index

    def _bounds(self, document: Snapshot) -> dict[int, tuple[list[float], list[int]]]:
        layout = document.get("layout", {"nodeIndex": [], "bounds": [], "styles": []})
        parts = zip(layout["nodeIndex"], layout["bounds"], layout["styles"], strict=True)
        boxes: dict[int, tuple[list[float], list[int]]] = {}
        for index, box, styles in parts:
            boxes.setdefault(index, (box, styles))
        return boxes

    def _layout(self, main: Snapshot) -> Layout | None:
        if "layout" not in main:
            return None
        count = len(self._names)
        keywords: dict[str, int] = {"": 0}
        codes = np.zeros((count, 3), np.uint8)
        box = np.zeros((count, 4), np.float32)
        rendered = np.zeros(count, bool)
        opacity = np.ones(count, np.float32)
        font_size = np.zeros(count, np.float32)
        for row, bounds, styles in self._boxes:
            rendered[row] = True
            box[row] = bounds
            words = [self._strings[number] for number in styles]
            if not words:
                continue
            codes[row] = [keywords.setdefault(word, len(keywords)) for word in words[:3]]
            opacity[row] = float(words[3])
            font_size[row] = float(words[4].removesuffix("px"))
        width, height = int(main.get("contentWidth", 0)), int(main.get("contentHeight", 0))
        return Layout(
            box=box,
            rendered=rendered,
            display=codes[:, 0].copy(),
            visibility=codes[:, 1].copy(),
            white_space=codes[:, 2].copy(),
            opacity=opacity,
            font_size=font_size,
            keywords=tuple(keywords),
            window=(int(main.get("windowWidth", width)), int(main.get("windowHeight", height))),
            document=(width, height),
        )


_TRANSPARENT = (_DOCUMENT, 11)
"""Documents and shadow roots: no row of their own, but their children are."""


def _sparse(nodes: Snapshot, key: str) -> dict[int, int]:
    """Chromium's sparse columns: two lists, the nodes and their values."""
    column = nodes.get(key, {"index": [], "value": []})
    return dict(zip(column["index"], column["value"], strict=True))


def _indexes(nodes: Snapshot, key: str) -> list[int]:
    indexes: list[int] = nodes.get(key, {"index": []})["index"]
    return indexes
