"""From a snapshot to a page, columns to columns.

Nodes are joined to one table in the order of the page, the document of a frame right behind the
element that holds it. Comments and pseudo-elements are passed over; documents and shadow roots are
looked through: no row of their own, but their children are.

Anybody may have written a snapshot. Numbers have to be whole and to lie in their range where they are
read; that the columns fit together is checked where the page is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dehusk.lazy import lazy
from dehusk.page import Ints, Layout, Page
from dehusk.page.address import usable_url
from dehusk.page.encoding import encoding_of_label
from dehusk.page.rows import depths, subtree_ends, to_utf8
from dehusk.page.snapshot.names import html_name, row_name
from dehusk.page.table import FURTHEST
from dehusk.page.tags import TAG_IDS, Tag

ELEMENT, TEXT, DOCUMENT, FRAGMENT = 1, 3, 9, 11
LAST_NAME = 65_535
"""Names are numbered with 16 bits: past that many on one page, all the rest share the last."""
INT32_MAX = 2**31 - 1
SHARED = 16 * 1024 * 1024
"""So many bytes of text a snapshot of any size may have."""
MOST_KEYWORDS = 256
"""Words for styles are numbered with 8 bits; CSS does not have as many."""

Snapshot = Mapping[str, Any]
Box = NDArray[np.float64]


def read_page(snapshot: Snapshot, own: Snapshot) -> Page:
    """The page of a snapshot, with what is our `own` in it.

    A broken one raises PageError, ValueError, TypeError or LookupError.
    """
    return _Reader(snapshot).page(own)


class _Document:
    """One document of a snapshot, its columns as arrays."""

    def __init__(self, document: Snapshot, strings: list[str], documents: int) -> None:
        nodes = document["nodes"]
        self.parent = _integers(nodes["parentIndex"])
        self.kind = _integers(nodes["nodeType"])
        self.name = _integers(nodes["nodeName"], 0, len(strings))
        self.value = _integers(nodes["nodeValue"], -1, len(strings))
        self.attributes: list[list[int]] = nodes["attributes"]
        columns = (self.kind, self.name, self.value, self.attributes)
        if any(len(column) != len(self.parent) for column in columns):
            raise ValueError("its columns differ in length")
        if (self.parent >= np.arange(len(self.parent))).any():
            raise ValueError("a node stands before its parent")
        count = len(self.parent)
        self.frames = _sparse(nodes, "contentDocumentIndex", count, documents)
        self.skipped = ~np.isin(self.kind, (ELEMENT, TEXT, DOCUMENT, FRAGMENT))
        self.skipped[list(_sparse(nodes, "pseudoType", count, len(strings)))] = True
        # Shadow roots of the browser's own making: the insides of inputs and players.
        shadows = _sparse(nodes, "shadowRootType", count, len(strings)).items()
        self.skipped[[node for node, kind in shadows if strings[kind] == "user-agent"]] = True
        layout = document.get("layout", {"nodeIndex": [], "bounds": [], "styles": []})
        self.boxed = _integers(layout["nodeIndex"], 0, count)
        self.boxes = np.fromiter(chain.from_iterable(layout["bounds"]), float).reshape(-1, 4)
        self.styles: list[list[int]] = layout["styles"]
        if not len(self.boxed) == len(self.boxes) == len(self.styles):
            raise ValueError("its layout differs in length")
        if not (np.abs(self.boxes) <= FURTHEST).all():
            raise ValueError("a box is where no browser puts one")

    def box_of(self, node: int) -> Box | None:
        """The first box of a node."""
        entry = self._entries.get(node)
        return None if entry is None else self.boxes[entry]

    @lazy
    def _entries(self) -> dict[int, int]:
        """Where the first box of each node stands."""
        return dict(zip(self.boxed[::-1].tolist(), range(len(self.boxed))[::-1], strict=True))

    @property
    def is_loaded(self) -> bool:
        """Whether there is more than the html, head and body of a frame that loaded nothing."""
        return len(self.parent) > 4


class _Frame:
    """A document at its place in the page: whose row holds it, and where its top left corner is."""

    def __init__(self, document: _Document, first: int, owner: int, corner: Box) -> None:
        self.document = document
        self.first = first  # the number of its first node among the nodes of all frames
        self.owner = owner  # the number of the element that holds it
        self.corner = corner
        self.todo = iter(sorted(document.frames.items()))


class _Reader:
    def __init__(self, snapshot: Snapshot) -> None:
        self._strings: list[str] = snapshot["strings"]
        if not all(isinstance(string, str) for string in self._strings):
            raise TypeError("one of its strings is none")
        documents: list[Snapshot] = snapshot["documents"]
        self._main = documents[0]
        self._documents = [_Document(part, self._strings, len(documents)) for part in documents]
        self._frames: list[_Frame] = []
        self._order = np.concatenate(list(self._stretches()))
        self._choose_rows()

    def page(self, own: Snapshot) -> Page:
        """The page of the first document, the main frame, and of the frames in it."""
        if not len(self._rows):
            raise ValueError("it has no nodes")
        parent = self._parents()
        end = subtree_ends(parent)
        is_text = self._column("kind")[self._rows] == TEXT
        text, lengths = self._joined(self._column("value")[self._rows[is_text]])
        position = np.zeros(len(parent) + 1, np.int32)
        position[np.flatnonzero(is_text) + 1] = lengths
        np.cumsum(position, out=position)
        tag, tag_names = self._tags(parent, is_text)
        unknown = [-1] * len(parent)
        return Page(
            tag=tag,
            parent=parent,
            end=end,
            depth=depths(end),
            text=text,
            text_start=position[:-1].copy(),
            text_end=position[end],
            tag_names=tag_names,
            **self._attributes(),
            source=to_utf8(own.get("source", "")),
            source_start=_integers(own.get("sourceStart", unknown)),
            source_end=_integers(own.get("sourceEnd", unknown)),
            url=usable_url(self._as_it_is(self._main.get("documentURL", -1))),
            encoding=encoding_of_label(self._string(self._main.get("encodingName", -1)) or "")
            or "utf-8",
            layout=self._layout(is_text) if "layout" in self._main else None,
        )

    # The order of the nodes

    def _stretches(self) -> Iterator[NDArray[np.intp]]:
        """The numbers of all nodes in the order of the page: documents, broken where a frame is."""
        total = len(self._documents[0].parent)
        entered = {0}
        stack = [(self._add_frame(0, 0, -1, np.zeros(2)), 0)]
        while stack:
            frame, start = stack.pop()
            for node, number in frame.todo:
                corner = self._corner(frame, node, number)
                if corner is None or number in entered:
                    continue
                entered.add(number)
                yield np.arange(frame.first + start, frame.first + node + 1)
                stack.append((frame, node + 1))
                stack.append((self._add_frame(number, total, frame.first + node, corner), 0))
                total += len(self._documents[number].parent)
                break
            else:
                yield np.arange(frame.first + start, frame.first + len(frame.document.parent))

    def _add_frame(self, number: int, first: int, owner: int, corner: Box) -> _Frame:
        self._frames.append(_Frame(self._documents[number], first, owner, corner))
        return self._frames[-1]

    def _corner(self, frame: _Frame, node: int, number: int) -> Box | None:
        """Where the document in a frame begins, None where nothing is to be seen of it."""
        inner, outer = self._documents[number], frame.document.box_of(node)
        if outer is None or not inner.is_loaded:
            return None
        window = inner.box_of(0)
        border = (outer[2:] - window[2:]) / 2 if window is not None else np.zeros(2)
        corner: Box = frame.corner + outer[:2] + border
        return corner

    def _column(self, name: str) -> NDArray[Any]:
        """A column over the nodes of all frames, in the order in which they were found."""
        return np.concatenate([getattr(frame.document, name) for frame in self._frames])

    # From nodes to rows

    def _choose_rows(self) -> None:
        """Find the nodes that become rows, in the order of the page, and the row of every node."""
        kind, skipped = self._column("kind"), self._column("skipped")
        parts = []
        for frame in self._frames:
            parent = frame.document.parent
            parts.append(np.where(parent >= 0, parent + frame.first, frame.owner))
        self._above = np.concatenate(parts)
        _spread(skipped, self._above)
        is_row = ((kind == ELEMENT) | (kind == TEXT)) & ~skipped
        self._rows = self._order[is_row[self._order]]
        self._row_of = np.full(len(kind) + 1, -1, np.int32)  # the last stands for "no parent"
        self._row_of[self._rows] = np.arange(len(self._rows))
        self._is_through = np.append((kind == DOCUMENT) | (kind == FRAGMENT), False)

    def _parents(self) -> Ints:
        above = self._above.copy()
        while (through := self._is_through[above]).any():  # in steps that double in length
            above[through] = above[above[through]]
        parent: Ints = self._row_of[above[self._rows]]
        if (parent[1:] < 0).any():
            raise ValueError("it has more than one root")
        return parent

    def _tags(self, parent: Ints, is_text: NDArray[np.bool_]) -> tuple[Any, tuple[str, ...]]:
        names, inverse = np.unique(self._column("name")[self._rows], return_inverse=True)
        numbers = dict(TAG_IDS)
        known = [self._html_tag(name, numbers) for name in names.tolist()]
        tag = np.array(known, np.int32)[inverse]
        tag[is_text] = Tag.TEXT
        # What is left is of SVG or MathML: named after its parent, which comes before it.
        labels = list(numbers)
        for row in np.flatnonzero(tag < 0).tolist():
            above = labels[tag[parent[row]]] if row else ""
            label = row_name(_repaired(self._strings[names[inverse[row]]]), above)
            if label not in numbers:
                numbers[label] = min(len(labels), LAST_NAME)
                labels.append(label)
            tag[row] = numbers[label]
        return tag.astype(np.uint16), tuple(labels[: LAST_NAME + 1])

    def _html_tag(self, name: int, numbers: dict[str, int]) -> int:
        label = html_name(_repaired(self._strings[name]))
        return -1 if label is None else numbers.setdefault(label, min(len(numbers), LAST_NAME))

    def _attributes(self) -> dict[str, Any]:
        lists = list(chain.from_iterable(frame.document.attributes for frame in self._frames))
        kept = [lists[node] for node in self._rows.tolist()]
        counts = np.fromiter(map(len, kept), np.intp, len(kept))
        if (counts % 2).any():
            raise ValueError("an attribute has no value")
        pairs = _integers(list(chain.from_iterable(kept)), -1, len(self._strings)).reshape(-1, 2)
        if (pairs[:, 0] < 0).any():
            raise ValueError("an attribute has no name")
        names, inverse = np.unique(pairs[:, 0], return_inverse=True)
        text, lengths = self._joined(pairs[:, 1])
        spans = np.zeros(len(lengths) + 1, np.int32)
        np.cumsum(lengths, out=spans[1:])
        return {
            "attr_row": np.repeat(np.arange(len(kept), dtype=np.int32), counts // 2),
            "attr_name": np.minimum(inverse, LAST_NAME).astype(np.uint16),
            "attr_names": tuple(
                _repaired(self._strings[name]) for name in names.tolist()[: LAST_NAME + 1]
            ),
            "attr_start": spans[:-1].copy(),
            "attr_end": spans[1:].copy(),
            "attr_text": text,
        }

    def _string(self, number: int) -> str | None:
        string = self._as_it_is(number)
        return None if string is None else _repaired(string)

    def _as_it_is(self, number: int) -> str | None:
        """A string that may hold half a character."""
        return self._strings[number] if number >= 0 else None

    def _joined(self, numbers: Ints) -> tuple[bytes, Ints]:
        """Strings as one UTF-8 buffer, and how many bytes each of them has."""
        sizes = self._sizes[numbers]
        if (total := int(sizes.sum(dtype=np.int64))) > self._most(len(numbers)):
            raise ValueError(f"strings that its nodes share would make {total:,} bytes")
        parts = list(map([*self._strings, ""].__getitem__, numbers.tolist()))  # -1 is nothing
        try:
            joined = "".join(parts).encode()
        except UnicodeEncodeError:  # half a character somewhere: it must not meet its other half
            joined = b"".join(map(to_utf8, parts))
        return joined, sizes

    def _most(self, uses: int) -> int:
        """How many bytes strings may make that are used so often: a page is not much larger than its
        snapshot, and each of a million nodes may name the same megabyte."""
        strings = int(self._sizes.sum(dtype=np.int64))
        return min(SHARED + 8 * strings + 64 * uses, INT32_MAX)

    @lazy
    def _sizes(self) -> Ints:
        """How many bytes each string has in UTF-8, and one entry more for "no string"."""
        strings = self._strings
        sizes = [len(part) if part.isascii() else len(to_utf8(part)) for part in strings]
        return np.array([*sizes, 0], np.int32)

    # The layout

    def _layout(self, is_text: NDArray[np.bool_]) -> Layout:
        count = len(self._rows)
        box = np.zeros((count, 4), np.float32)
        rendered = np.zeros(count, bool)
        styles = np.full((count, 5), -1, np.int32)
        for frame in self._frames:
            self._place(frame, box, rendered, styles)
        keywords = {"": 0, "inline": 1}
        codes = [self._keywords(styles[:, column], keywords) for column in range(3)]
        # Chromium gives texts the styles of their parent; text itself is always in line.
        codes[0][is_text & rendered] = keywords["inline"]
        main = self._documents[0]
        seen = main.box_of(0)
        width, height = self._main.get("contentWidth", 0), self._main.get("contentHeight", 0)
        window = (width, height) if seen is None else seen[2:].tolist()
        return Layout(
            box=box,
            rendered=rendered,
            display=codes[0],
            visibility=codes[1],
            white_space=codes[2],
            opacity=self._numbers(styles[:, 3], 1.0),
            font_size=self._numbers(styles[:, 4], 0.0),
            keywords=tuple(keywords),
            window=(
                int(self._main.get("windowWidth", window[0])),
                int(self._main.get("windowHeight", window[1])),
            ),
            document=(int(width), int(height)),
        )

    def _place(
        self, frame: _Frame, box: NDArray[np.float32], rendered: NDArray[np.bool_], styles: Ints
    ) -> None:
        """Write the boxes and styles of a frame to the rows; the first box of a node counts."""
        document = frame.document
        rows = self._row_of[document.boxed + frame.first]
        found = np.flatnonzero(rows >= 0)[::-1]
        rendered[rows[found]] = True
        box[rows[found]] = document.boxes[found] + [*frame.corner, 0, 0]
        styled = [entry for entry in found.tolist() if document.styles[entry]]
        words = list(chain.from_iterable(document.styles[entry] for entry in styled))
        styles[rows[styled]] = _integers(words, -1, len(self._strings)).reshape(-1, 5)

    def _keywords(self, column: Ints, keywords: dict[str, int]) -> NDArray[np.uint8]:
        values, inverse = np.unique(column, return_inverse=True)
        codes = [
            keywords.setdefault(self._string(value) or "", len(keywords))
            for value in values.tolist()
        ]
        if len(keywords) > MOST_KEYWORDS:
            raise ValueError(f"it has more than {MOST_KEYWORDS} words for styles")
        return np.array(codes, np.uint8)[inverse]

    def _numbers(self, column: Ints, default: float) -> NDArray[np.float32]:
        values, inverse = np.unique(column, return_inverse=True)
        words = (self._string(value) for value in values.tolist())
        numbers = [default if word is None else float(word.removesuffix("px")) for word in words]
        column = np.clip(np.array(numbers, float), -2 * FURTHEST, 2 * FURTHEST)
        return column.astype(np.float32)[inverse]


def _integers(values: list[int], least: int = -INT32_MAX, most: int = INT32_MAX) -> Ints:
    """Whole numbers from `least` to less than `most`."""
    numbers = np.array(values) if len(values) else np.zeros(0, np.int32)
    if numbers.dtype.kind != "i" or numbers.ndim != 1:
        raise TypeError("something else stands where numbers should")
    if not ((numbers >= least) & (numbers < most)).all():
        raise ValueError("a number is out of its range")
    return numbers.astype(np.int32)


def _sparse(nodes: Snapshot, key: str, count: int, values: int) -> dict[int, int]:
    """Chromium's sparse columns: two lists, the nodes of so many and their values, below another."""
    column = nodes.get(key, {})
    indexes = _integers(column.get("index", []), 0, count).tolist()
    if "value" not in column:
        return dict.fromkeys(indexes, 0)
    return dict(zip(indexes, _integers(column["value"], 0, values).tolist(), strict=True))


def _repaired(name: str) -> str:
    """A string without half characters."""
    return name if name.isascii() else to_utf8(name).decode()


def _spread(marked: NDArray[np.bool_], above: NDArray[np.intp]) -> None:
    """Mark everything below what is marked, in steps that double in length."""
    above = above.copy()
    while (below := np.flatnonzero((above >= 0) & ~marked)).size:
        marked[below] = marked[above[below]]
        above[below] = above[above[below]]
