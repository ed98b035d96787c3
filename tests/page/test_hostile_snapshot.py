"""A snapshot may be written by anybody: it gives a page or `SnapshotError`, and never more than that."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dehusk import SnapshotError, extract, parse
from dehusk.page.snapshot import from_snapshot, read_snapshot, to_snapshot
from tests.layouts import layout_pages

Snapshot = dict[str, Any]


def small(extra: int = 0) -> Snapshot:
    """document → html → (p → text), and as many more paragraphs."""
    strings = ["#document", "HTML", "P", "#text", "Some words of a text.", "B", "class"]
    parent, kind, name, value = [-1, 0], [9, 1], [0, 1], [-1, -1]
    for _ in range(1 + extra):
        parent += [1, len(parent)]
        kind += [1, 3]
        name += [2, 3]
        value += [-1, 4]
    nodes = {
        "parentIndex": parent,
        "nodeType": kind,
        "nodeName": name,
        "nodeValue": value,
        "attributes": [[] for _ in parent],
    }
    return {"documents": [{"nodes": nodes}], "strings": strings}


def with_node(snapshot: Snapshot, parent: int, kind: int, name: int, value: int = -1) -> Snapshot:
    nodes = snapshot["documents"][0]["nodes"]
    for column, number in zip(
        ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes"),
        (parent, kind, name, value, []),
        strict=True,
    ):
        nodes[column].append(number)
    return snapshot


@pytest.mark.parametrize("extra", [0, 1, 2, 9, 99, 999])
def test_a_text_with_something_below_it(extra: int) -> None:
    """It killed the process: the walk wrote past its arrays."""
    snapshot = small(extra)
    last = len(snapshot["documents"][0]["nodes"]["parentIndex"]) - 1
    with_node(snapshot, last, 1, 5)
    with pytest.raises(SnapshotError, match=rf"Row {last - 1} of the page is text and has rows"):
        extract(from_snapshot(snapshot)).text  # noqa: B018 -- to see that it is not reached


def test_nodes_that_are_not_in_document_order() -> None:
    with pytest.raises(SnapshotError, match="Row 2 of the page ends"):
        from_snapshot(with_node(small(1), 2, 1, 5))


NUMBERS = [1.0, 1.5, True, "1", None, [1], float("nan"), 10**6, 2**31, 2**63, 10**30, -2, -(10**9)]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("column", ["parentIndex", "nodeName", "nodeValue"])
def test_numbers_that_are_none_or_lead_nowhere(column: str, number: Any) -> None:
    snapshot = small()
    snapshot["documents"][0]["nodes"][column][3] = number
    if number is True:  # among whole numbers Python's lists make 1 of it
        from_snapshot(snapshot)
        return
    with pytest.raises(SnapshotError):
        from_snapshot(snapshot)


@pytest.mark.parametrize("number", [n for n in NUMBERS if n is not True])
def test_attributes_that_lead_nowhere(number: Any) -> None:
    for pair in ([number, 4], [6, number], [number]):
        snapshot = small()
        snapshot["documents"][0]["nodes"]["attributes"][2] = pair
        with pytest.raises(SnapshotError):
            from_snapshot(snapshot)


@pytest.mark.parametrize("key", ["contentDocumentIndex", "pseudoType", "shadowRootType"])
@pytest.mark.parametrize(
    "column",
    [
        {"index": [-1], "value": [0]},
        {"index": [99], "value": [0]},
        {"index": [2], "value": [-1]},
        {"index": [2], "value": [10**12]},
        {"index": [2], "value": []},
        {"index": [2.5], "value": [0]},
        {"index": [[2]], "value": [0]},
        {"index": "2", "value": [0]},
        [],
        None,
    ],
)
def test_sparse_columns_that_lead_nowhere(key: str, column: Any) -> None:
    snapshot = small()
    snapshot["documents"][0]["nodes"][key] = column
    with pytest.raises(SnapshotError):
        from_snapshot(snapshot)


def test_frames_that_hold_one_another_are_entered_once() -> None:
    snapshot = small(2)
    snapshot["documents"] += [small(2)["documents"][0] for _ in range(2)]
    for number, document in enumerate(snapshot["documents"]):
        document["nodes"]["contentDocumentIndex"] = {
            "index": [2, 4],
            "value": [0, (number + 1) % 3],
        }
        document["layout"] = {
            "nodeIndex": [2, 4],
            "bounds": [[0, 0, 10, 10]] * 2,
            "styles": [[], []],
        }
    assert len(from_snapshot(snapshot)) == 3 * 7


def test_strings_that_nodes_share_make_no_page_larger_than_its_snapshot() -> None:
    snapshot = small(3000)
    snapshot["strings"][4] = "word " * 20_000
    with pytest.raises(SnapshotError, match="would make 300,100,000 bytes"):
        from_snapshot(snapshot)


def test_a_thousand_fragments_in_each_other_take_no_time_of_their_own() -> None:
    snapshot: Snapshot = small()
    nodes = snapshot["documents"][0]["nodes"]
    first = len(nodes["parentIndex"])
    for depth in range(2000):
        with_node(snapshot, 1 if not depth else first + depth - 1, 11, 0)
    with_node(snapshot, first + 1999, 3, 3, 4)
    page = from_snapshot(snapshot)
    assert page.parent.tolist() == [-1, 0, 1, 0]


@pytest.mark.parametrize(
    "layout",
    [
        {"nodeIndex": [1], "bounds": [[0, 0, float("nan"), 1]], "styles": [[]]},
        {"nodeIndex": [1], "bounds": [[0, 0, float("inf"), 1]], "styles": [[]]},
        {"nodeIndex": [1], "bounds": [[0, 0, 1e300, 1]], "styles": [[]]},
        {"nodeIndex": [1], "bounds": [[0, 0]], "styles": [[]]},
        {"nodeIndex": [9], "bounds": [[0, 0, 1, 1]], "styles": [[]]},
        {"nodeIndex": [-1], "bounds": [[0, 0, 1, 1]], "styles": [[]]},
        {"nodeIndex": [1], "bounds": [[0, 0, 1, 1]], "styles": [[0, 0, 0, 7, 7]]},
        {"nodeIndex": [1], "bounds": [[0, 0, 1, 1]], "styles": [[0, 0, 0, 8, 8]]},
        {"nodeIndex": [1], "bounds": [[0, 0, 1, 1]], "styles": [[0, 0, 0, 99, 0]]},
        {"nodeIndex": [1], "bounds": [[0, 0, 1, 1]], "styles": [[0, 0, 0]]},
        {"nodeIndex": [1], "bounds": [[0, 0, 1, 1]], "styles": [[0, 0, 0, 0, -2]]},
    ],
)
def test_layouts_that_no_browser_gives(layout: Snapshot) -> None:
    snapshot = small()
    snapshot["strings"] += ["nan", "1e999"]
    snapshot["documents"][0]["layout"] = layout
    with pytest.raises(SnapshotError):
        from_snapshot(snapshot)


@pytest.mark.parametrize("width", [10**12, -(10**12), float("inf"), float("nan"), "wide", []])
def test_windows_that_no_browser_has(width: Any) -> None:
    snapshot = small()
    snapshot["documents"][0] |= {
        "layout": {"nodeIndex": [], "bounds": [], "styles": []},
        "contentWidth": width,
    }
    with pytest.raises(SnapshotError):
        from_snapshot(snapshot)


def test_more_words_for_styles_than_css_has() -> None:
    snapshot = small(300)
    count = len(snapshot["documents"][0]["nodes"]["parentIndex"])
    first = len(snapshot["strings"])
    snapshot["strings"] += [f"word-{number}" for number in range(count)] + ["1"]
    one = first + count
    snapshot["documents"][0]["layout"] = {
        "nodeIndex": list(range(count)),
        "bounds": [[0, 0, 1, 1]] * count,
        "styles": [[first + number, -1, -1, one, one] for number in range(count)],
    }
    with pytest.raises(SnapshotError, match="more than 256 words"):
        from_snapshot(snapshot)


@pytest.mark.parametrize(
    "own",
    [
        {"sourceStart": [0, 0, 0], "sourceEnd": [0, 0, 1]},
        {"sourceStart": [0], "sourceEnd": [0]},
        {"sourceStart": [0, 0, 0]},
        {"sourceStart": [-5, 0, 0], "sourceEnd": [0, 0, 0]},
        {"source": 7},
        {"version": 2},
    ],
)
def test_sources_that_do_not_fit(own: Snapshot) -> None:
    with pytest.raises(SnapshotError):
        from_snapshot(small() | {"dehusk": own})


@pytest.mark.parametrize("whole", [[], 7, None, "x", {}, {"dehusk": []}, {"dehusk": "x"}])
def test_json_that_is_no_snapshot(whole: Any) -> None:
    with pytest.raises(SnapshotError):
        read_snapshot(json.dumps(whole).encode())


@pytest.mark.parametrize("strings", [None, "abc", 7, [None] * 7, [1] * 7, [["#document"]] * 7, {}])
def test_strings_that_are_none(strings: Any) -> None:
    with pytest.raises(SnapshotError):
        from_snapshot(small() | {"strings": strings})


def test_half_characters_in_names_and_addresses() -> None:
    snapshot = small()
    snapshot["strings"][2] = "P\ud800"
    snapshot["strings"][6] = "cl\udfffss"
    snapshot["documents"][0]["documentURL"] = 6
    snapshot["documents"][0]["nodes"]["attributes"][2] = [6, 6]
    page = from_snapshot(snapshot)
    assert page.tag_name(1) == "p\ufffd"
    assert page.attributes(1) == {"cl\ufffdss": "cl\ufffdss"}
    assert page.url is None, "what holds half a character is no address"
    assert extract(page).json


BASES = [
    to_snapshot(parse("<p class=a>Tea <b>and</b><br>bread</p><ul><li>One<li>Two</ul>")),
    small(3),
]
BASES += [to_snapshot(min((page.snapshot for page in layout_pages()), key=len))]
ODD = st.sampled_from([-1, 0, 1, 2, 3, 5, 9, 2**31 - 1, 2**40, 1.5, "x", "", None, [], {}, True])


@given(st.integers(0, len(BASES) - 1), st.data())
@settings(max_examples=400, deadline=None)
def test_a_changed_snapshot_is_refused_or_a_page(number: int, data: st.DataObject) -> None:
    snapshot = json.loads(json.dumps(BASES[number]))
    for _ in range(data.draw(st.integers(1, 3))):
        place: Any = snapshot
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = data.draw(st.sampled_from(keys))
            inner = place[key]
            if not isinstance(inner, dict | list) or not inner or data.draw(st.integers(0, 9)) == 0:
                place[key] = data.draw(ODD)
                break
            place = inner
        if not isinstance(snapshot, dict) or not snapshot:
            break
    try:
        page = from_snapshot(snapshot)
    except SnapshotError:
        return
    document = extract(page)
    assert isinstance(document.text + document.markdown + document.html + document.json, str)
