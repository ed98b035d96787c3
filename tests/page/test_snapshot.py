from __future__ import annotations

import gzip
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk import Layout, Page, SnapshotError, parse
from dehusk.page.snapshot import (
    from_snapshot,
    looks_like_snapshot,
    read_snapshot,
    to_snapshot,
    write_snapshot,
)


def described(page: Page) -> list[object]:
    return [
        (page.tag_name(row), int(page.parent[row]), page.text_of(row), page.attributes(row))
        for row in range(len(page))
    ]


def assert_same(one: Page, two: Page) -> None:
    assert described(one) == described(two)
    for name in ("end", "depth", "text_start", "text_end", "source_start", "source_end"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert (one.url, one.encoding, one.source) == (two.url, two.encoding, two.source)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p id=x class='a b'>Hello <b>you</b></p>",
        "<svg viewBox='0 0 1 1'><linearGradient/><foreignObject><p>x<svg/></p></foreignObject>"
        "<math/><svg><g><desc><math><mi>x</mi></math></desc></g></svg></svg>",
        "<math><mi>x<svg/></mi><annotation-xml><svg><a/></svg></annotation-xml><mtext>t</math>",
        "<x-card data-a>&lt;é漢\U0001f600</x-card><template><p>t</p></template>",
    ],
)
def test_there_and_back_is_lossless(html: str) -> None:
    page = parse(html, url="https://example.org/")
    assert_same(page, from_snapshot(json.loads(json.dumps(to_snapshot(page)))))


@given(st.text(alphabet="<>/apbdivsgmathulr ='\"x&;\n", max_size=60))
def test_any_markup_survives(html: str) -> None:
    page = parse(f"<p>{html}")  # or it may look like a path
    assert_same(page, from_snapshot(to_snapshot(page)))


def test_layout_survives() -> None:
    page = parse("<p>Hello")
    count = len(page)
    rng = np.random.default_rng(0)
    layout = Layout(
        box=rng.random((count, 4)).astype(np.float32) * 1000,
        rendered=np.ones(count, bool),
        display=np.array([1] * count, np.uint8),
        visibility=np.array([2] * count, np.uint8),
        white_space=np.array([3] * count, np.uint8),
        opacity=rng.random(count).astype(np.float32),
        font_size=np.full(count, 13.3333, np.float32),
        keywords=("", "block", "visible", "normal"),
        window=(1920, 1080),
        document=(1920, 3000),
    )
    rendered = Page(**{f.name: getattr(page, f.name) for f in fields(page)} | {"layout": layout})
    copy = from_snapshot(json.loads(json.dumps(to_snapshot(rendered)))).layout
    assert copy is not None
    for name in ("box", "rendered", "opacity", "font_size"):
        assert (getattr(copy, name) == getattr(layout, name)).all()
    texts = page.is_text
    assert {copy.keywords[code] for code in copy.display[~texts]} == {"block"}
    assert {copy.keywords[code] for code in copy.display[texts]} == {"inline"}
    assert (copy.window, copy.document) == ((1920, 1080), (1920, 3000))


def test_files_compressed_and_not(tmp_path: Path) -> None:
    page = parse("<p>Hello", url="https://example.org/")
    for name in ("page.json", "page.json.gz"):
        write_snapshot(page, tmp_path / name)
        data = (tmp_path / name).read_bytes()
        assert looks_like_snapshot(data)
        assert_same(page, read_snapshot(data))


def chromium_like() -> dict[str, Any]:
    strings = ["#document", "HTML", "BODY", "#text", "Hi", "#comment", "::before", "user-agent"]
    strings += ["INPUT", "X-BOX", "open", "Shadow", "#document-fragment"]
    return {
        "documents": [
            {
                "documentURL": -1,
                "nodes": {
                    "parentIndex": [-1, 0, 1, 2, 2, 2, 2, 6, 7, 2, 9, 10],
                    "nodeType": [9, 1, 1, 3, 8, 1, 1, 11, 3, 1, 11, 3],
                    "nodeName": [0, 1, 2, 3, 5, 6, 8, 12, 3, 9, 12, 3],
                    "nodeValue": [-1, -1, -1, 4, 4, -1, -1, -1, 4, -1, -1, 11],
                    "attributes": [[] for _ in range(12)],
                    "pseudoType": {"index": [5], "value": [6]},
                    "shadowRootType": {"index": [7, 10], "value": [7, 10]},
                },
            }
        ],
        "strings": strings,
    }


def test_chromium_snapshots_lose_comments_pseudo_elements_and_inner_shadows() -> None:
    page = from_snapshot(chromium_like())
    names = [page.tag_name(row) for row in range(len(page))]
    assert names == ["html", "body", "#text", "input", "x-box", "#text"]
    assert page.text_of(0) == "HiShadow"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"documents":[]}',
        b"\x1f\x8bnot gzip",
        b'{"documents":[{}],"strings":[]}',
    ],
)
def test_broken_snapshots_are_told_apart(data: bytes) -> None:
    with pytest.raises(SnapshotError, match=r"snapshot"):
        read_snapshot(data)


def test_another_version_is_refused() -> None:
    snapshot = to_snapshot(parse("x")) | {"dehusk": {"version": 99}}
    with pytest.raises(SnapshotError, match="version 99"):
        from_snapshot(snapshot)


def test_other_gzip_files_are_no_snapshots() -> None:
    assert not looks_like_snapshot(gzip.compress(b"<p>Bread"))
    assert not looks_like_snapshot(gzip.compress(b'{"title": "Bread"}'))
    assert not looks_like_snapshot(b"\x1f\x8b")
    assert looks_like_snapshot(gzip.compress(b'{"documents": []}'))
