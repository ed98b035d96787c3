"""Snapshots that anybody may send: JSON as it comes, or a tree from bytes with some places changed.

What begins with a brace is read as it stands. Else the first byte says how many places are changed and
whether there is a layout, and the rest are trees, one a document. A page is made or `SnapshotError`
raised; of a page all outputs are made, and what the methods keep that look at the layout.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from zlib import crc32

from fuzz import trees
from fuzz.extract import Steps, check_made, load, watched
from fuzz.methods import BY_LAYOUT, check_method

from dehusk import SnapshotError
from dehusk.page.snapshot import read_snapshot, snapshot_bytes
from dehusk.page.snapshot.names import node_name
from dehusk.page.snapshot.reading import DOCUMENT, ELEMENT, FRAGMENT, TEXT

__all__ = ["check", "load", "seeds"]

VALUES: tuple[Any, ...] = (
    *(-(2**31), -2, -1, 0, 1, 2, 3, 4, 9, 2**31 - 1, 2**31, 2**64, 10**30, 1.5, 1e9, 1e300),
    *(
        float("nan"),
        float("inf"),
        True,
        None,
        "",
        "x",
        "nan",
        "\ud800",
        [],
        [0],
        [[1]],
        {},
        {"index": [1]},
    ),
)
STYLES = (
    "block",
    "inline",
    "none",
    "visible",
    "hidden",
    "normal",
    "pre",
    "0",
    "1",
    "0.5",
    "16px",
    "nan",
)


def seeds() -> Iterator[bytes]:
    """Trees in every shape, snapshots of our own pages as JSON."""
    from dehusk import parse

    for number, tree in enumerate(trees.seeds()):
        yield bytes([number % 8 * 16]) + tree
        yield bytes([number % 8 * 16 + 1, number, number * 7 % 256, number % 29, 128]) + tree
    yield bytes([4 * 16]) + b"\0".join(list(trees.seeds())[:3])
    yield snapshot_bytes(parse("<title>Tea</title><p class=a>Boil <b>water</b>.<ul><li>One<li>Two"))


def check(data: bytes) -> None:
    """Read a snapshot, and make all of its outputs."""
    sent = data if data[:1] == b"{" else json.dumps(made(data)).encode("utf-8", "surrogatepass")
    steps = Steps(len(sent))
    with watched():
        try:
            page = steps.take("reading", lambda: read_snapshot(sent))
        except SnapshotError as error:
            assert str(error).endswith(".")  # noqa: PT017
            return
        check_made(page, crc32(data), steps)
        if page.layout is not None:
            for name in BY_LAYOUT:
                check_method(page, name, steps)


def made(data: bytes) -> dict[str, Any]:
    """The snapshot of some bytes."""
    head = data[0] if data else 0
    changes, has_layout, has_frames = head % 4, bool(head & 64), bool(head & 32)
    strings: dict[str, int] = {"": 0, "open": 1, "user-agent": 2}
    parts = data[1 + 4 * changes :].split(b"\0", 2) if has_frames else [data[1 + 4 * changes :]]
    documents = [document(part, strings, has_layout, len(parts)) for part in parts]
    whole = {"documents": documents, "strings": list(strings)}
    if head & 16:
        whole["dehusk"] = {"version": 1, "source": "<p>Tea"}
    for number in range(changes):
        change(whole, data[1 + 4 * number : 5 + 4 * number])
    return whole


def document(data: bytes, strings: dict[str, int], has_layout: bool, count: int) -> dict[str, Any]:
    """One document, its elements of some names standing for frames, fragments and pseudo-elements."""

    def number(string: str) -> int:
        return strings.setdefault(string, len(strings))

    nodes = trees.grown(data, 500)
    kinds = [DOCUMENT, *(kind_of(node) for node in nodes)]
    frames = [place for place, node in enumerate(nodes, 1) if node.name == "iframe"]
    pseudo = [place for place, node in enumerate(nodes, 1) if node.name == "rt"]
    roots = [place for place, kind in enumerate(kinds) if kind == FRAGMENT]
    written: dict[str, Any] = {
        "documentURL": number("https://example.org/a/b"),
        "encodingName": number("UTF-8"),
        "nodes": {
            "parentIndex": [-1, *(node.parent + 1 for node in nodes)],
            "nodeType": kinds,
            "nodeName": [
                number("#document"),
                *(number(node_name(n.name or "#text")) for n in nodes),
            ],
            "nodeValue": [-1, *(-1 if node.name else number(node.text) for node in nodes)],
            "attributes": [
                [],
                *([number(s) for pair in n.attributes for s in pair] for n in nodes),
            ],
            "contentDocumentIndex": {
                "index": frames,
                "value": [(place + 1) % count for place in range(len(frames))],
            },
            "pseudoType": {"index": pseudo, "value": [1] * len(pseudo)},
            "shadowRootType": {"index": roots, "value": [1 + place % 2 for place in roots]},
        },
    }
    if has_layout:
        written |= laid_out(data, len(kinds), number)
    return written


def kind_of(node: trees.Node) -> int:
    """What a node of a tree stands for."""
    if not node.name:
        return TEXT
    return {"template": FRAGMENT, "source": 8, "summary": DOCUMENT}.get(node.name, ELEMENT)


def laid_out(data: bytes, count: int, number: Any) -> dict[str, Any]:
    """Boxes by chance, most of them below each other, some of them anywhere."""
    chance = crc32(data)
    rows = [row for row in range(count) if (chance >> row % 31 & 3) or row < 3]
    words = [number(word) for word in STYLES]
    return {
        "contentWidth": 1000,
        "contentHeight": 20 * count,
        "layout": {
            "nodeIndex": rows,
            "bounds": [
                [
                    chance * row % 7 * 100,
                    row * 20,
                    (chance >> row % 13) % 1200,
                    (chance >> row % 17) % 400,
                ]
                for row in rows
            ],
            "styles": [
                [words[(chance >> row % 19) % 3], words[3], words[5], words[8], words[10]]
                for row in rows
            ],
        },
    }


def change(whole: Any, choices: bytes) -> None:
    """Put a value in a place that the bytes choose: one that is there, or the end of a list."""
    if len(choices) < 4:
        return
    place, number = whole, int.from_bytes(choices[:3])
    for _ in range(8):
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        number, at = divmod(number, len(keys))
        inner = place[keys[at]]
        if not isinstance(inner, dict | list) or not inner or number == 1:
            place[keys[at]] = deepcopy(VALUES[choices[3] % len(VALUES)])
            return
        place = inner
