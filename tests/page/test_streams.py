"""Pages that Next.js and Nuxt send as streams of data."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dehusk import extract
from dehusk.content import Heading, Paragraph
from dehusk.page.streams import as_html, flat_values, next_rows

PROSE = "Tea needs boiling water. And then it needs a while before anybody drinks it. " * 4


def element(tag: str, children: Any, **properties: Any) -> list[Any]:
    return ["$", tag, None, {"children": children, **properties}]


def pushes(stream: str, size: int = 40) -> str:
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    made = (f"<script>self.__next_f.push({json.dumps([1, piece])})</script>" for piece in pieces)
    return "<title>Tea</title><div id=root></div>" + "".join(made)


def test_a_stream_in_pieces_has_headings_and_paragraphs() -> None:
    tree = element("article", [element("h2", "Water"), element("p", [PROSE, "$b"])])
    stream = f'a:{json.dumps(element("div", [element("nav", "Menu"), tree]))}\nb:"And milk."\n'
    blocks = extract(pushes(stream)).blocks
    assert [type(block) for block in blocks] == [Heading, Paragraph]
    assert blocks[1].content[0].text.endswith("drinks it. And milk.")


def test_rows_of_text_are_counted_in_bytes() -> None:
    script = "self.__next_f.push(" + json.dumps([1, '1:T4,né\n2:{"a": 1}\n3:I[no json]\n']) + ")"
    assert next_rows([script]) == {"1": "né\n", "2": {"a": 1}, "3": None}


def test_components_are_their_children_and_scripts_are_none() -> None:
    inner = [element("$L4", element("p", "Tea & milk")), element("script", "alert(1)")]
    assert as_html({"0": inner}) == "<p>Tea &amp; milk</p>"
    link = element("a", "Tea", href='/"tea', onclick="alert(1)")
    assert as_html({"0": link}) == '<a href="/&quot;tea">Tea</a>'


def test_a_row_that_many_refer_to_is_written_once() -> None:
    rows = {"0": element("p", ["$1", "$1"]), "1": ["Tea", "$0", "$1"]}
    assert as_html(rows) == "<p>Tea</p>"


def test_nuxt_lists_values_and_their_places() -> None:
    values = [["Reactive", 1], {"post": 2}, {"title": 3, "body": 4}, "Tea", [5, 5, 99, "x"], PROSE]
    assert flat_values(values)[2] == {"title": "Tea", "body": [PROSE, PROSE]}
    data = f"<script type=application/json id=__NUXT_DATA__>{json.dumps(values)}</script>"
    assert extract(f"<title>Tea</title><div></div>{data}").text == PROSE.strip()


@given(
    st.recursive(
        st.none() | st.integers() | st.sampled_from(["$", "$1", "p", "Tea", "$L2"]),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.just("children"), inner),
        max_leaves=30,
    )
)
def test_any_value_is_written(value: Any) -> None:
    assert isinstance(as_html({"0": value, "1": value}), str)
    assert isinstance(flat_values([value, {"a": 0}]), list)


def test_depth_is_no_danger() -> None:
    deep: Any = "Tea"
    for _ in range(5_000):
        deep = element("b", deep)
    assert as_html({"0": deep}).count("<b>") == 5_000
