"""The native parser against another one: the same rows on our own pages and on a thousand others."""

from __future__ import annotations

import random
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from turbohtml.treebuild import parse_into

from dehusk.native.page_columns import parse_columns
from tests.conftest import DATA, PAGES

Row = tuple[str, int, tuple[tuple[str, str], ...], str | None]
"""A row's name, parent, attributes, and text if it is one."""

SHADOW = "a declarative shadow root: rows here, taken out of the tree by the other parser"
HIDDEN = "the other parser puts a hidden input before its table if the page is not Latin-1"
NOSCRIPT = "the other parser puts the white space of a noscript in head into head"
COL = "the other parser lets a stray </col> close the column group"
DIFFERENCES = {
    "snippets/ekiba.de-trauer": HIDDEN,
    "snippets/elcolumbiano.com-alcaldia": NOSCRIPT,
    "snippets/leichtathletik-ostalbkreis.de.1952007": COL,
    "wcxb-dev/0616": SHADOW,
    "wcxb-dev/0617": SHADOW,
    "wcxb-dev/0671": SHADOW,
    "wcxb-dev/0672": SHADOW,
    "wcxb-dev/0673": SHADOW,
    "wcxb-dev/0691": SHADOW,
    "wcxb-dev/2020": COL,
    "wcxb-dev/2853": SHADOW,
    "wcxb-dev/2854": SHADOW,
    "wcxb-dev/2855": SHADOW,
    "wcxb-dev/2856": SHADOW,
    "wcxb-dev/4178": SHADOW,
}
"""Pages on which the two differ: all of those in the data. A browser shows the content of a shadow
root, so it is worth having as rows; in the other cases the native parser follows the standard, and
lexbor, a third parser, agrees with it."""

_PREFIXES = {"http://www.w3.org/2000/svg": "svg", "http://www.w3.org/1998/Math/MathML": "math"}


class Oracle:
    """What turbohtml's tree builder drives: it collects rows."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def create_document(self) -> int:
        return -1

    def create_doctype(self, *_: object) -> int:
        return -2

    create_comment = create_pi = create_doctype

    def create_element(
        self, name: str, namespace: str, attrs: tuple[tuple[str, str | None], ...]
    ) -> int:
        prefix = _PREFIXES.get(namespace)
        shown = name if prefix in (None, name) else f"{prefix}:{name}"
        self.rows.append((shown, -2, tuple((key, value or "") for key, value in attrs), None))
        return len(self.rows) - 1

    def create_text(self, data: str) -> int:
        self.rows.append(("#text", -2, (), data))
        return len(self.rows) - 1

    def append(self, parent: int, child: int) -> None:
        if child >= 0:
            name, _, attrs, text = self.rows[child]
            self.rows[child] = (name, parent, attrs, text)


def oracle_rows(source: bytes) -> list[Row]:
    oracle = Oracle()
    parse_into(source.decode(), oracle)
    return oracle.rows


def native_rows(source: bytes) -> list[Row]:
    most = 1 << 30
    columns = parse_columns(source, max_rows=most, max_depth=most, max_attr_length=most).columns
    attrs: list[list[tuple[str, str]]] = [[] for _ in range(len(columns.tag))]
    for row, name, start, end in zip(
        columns.attr_row, columns.attr_name, columns.attr_start, columns.attr_end, strict=True
    ):
        attrs[row].append((columns.attr_names[name], columns.attr_text[start:end].decode()))
    return [
        (
            columns.tag_names[tag],
            parent,
            tuple(attrs[row]),
            columns.text[columns.text_start[row] : columns.text_end[row]].decode()
            if tag == 0
            else None,
        )
        for row, (tag, parent) in enumerate(
            zip(columns.tag.tolist(), columns.parent.tolist(), strict=True)
        )
    ]


def first_difference(source: bytes) -> str:
    """Where two parsers begin to differ, "" where they agree."""
    native, oracle = native_rows(source), oracle_rows(source)
    for row, (ours, theirs) in enumerate(zip(native, oracle, strict=False)):
        if ours != theirs:
            return f"row {row}: {ours} is not {theirs}"
    return "" if len(native) == len(oracle) else f"{len(native)} rows, not {len(oracle)}"


@pytest.mark.parametrize("path", sorted(PAGES.glob("*/page.html")), ids=lambda p: p.parent.name)
def test_golden_pages_have_the_same_rows(path: Path) -> None:
    source = path.read_bytes().decode("utf-8", "replace").encode()
    assert first_difference(source) == ""


SOUP_TAGS = (
    "a b i em nobr font p div span center h1 h2 ul li dl dd dt pre form button object marquee br hr img"
    " input table caption tbody thead tr td th svg path foreignObject desc title math mi mtext"
    " annotation-xml ruby rb rt rtc rp script style textarea iframe xmp x-y body html image"
).split()
SOUP_ATTRIBUTES = ["", "", "", " a=1", " a=2", ' b="x&amp;y"', " color=red", "/", " viewbox=1"]
SOUP_TEXTS = ["x", " ", "\n", "\r\n", "\r", "é", "&amp;", "&nbsp", "&#x80;", "&notit;", "<", "</"]
SOUP_TEXTS += ["<!-- c -->", "<!doctype html>", "<![CDATA[q]]>", "<?pi>"]


def soup(chance: random.Random) -> str:
    """Tags in no order, from a handful of names, so that they meet in every way."""
    names = chance.sample(SOUP_TAGS, 8)
    parts = []
    for _ in range(chance.randint(1, 40)):
        kind = chance.random()
        if kind < 0.5:
            parts.append(f"<{chance.choice(names)}{chance.choice(SOUP_ATTRIBUTES)}>")
        elif kind < 0.8:
            parts.append(f"</{chance.choice(names)}>")
        else:
            parts.append(chance.choice(SOUP_TEXTS))
    return "".join(parts)


@pytest.mark.parametrize("seed", range(8))
def test_tag_soup_has_the_same_rows(seed: int) -> None:
    chance = random.Random(seed)
    for source in (soup(chance) for _ in range(1_000)):
        assert first_difference(source.encode()) == "", source


def pages(dataset: str) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(DATA / f"{dataset}.tar.xz") as archive:
        for member in archive:
            if member.name.endswith(".html"):
                content = archive.extractfile(member)
                assert content is not None
                yield f"{dataset}/{Path(member.name).stem}", content.read()


@pytest.mark.data
@pytest.mark.slow
def test_a_thousand_pages_have_the_same_rows(capsys: pytest.CaptureFixture[str]) -> None:
    missing = [
        name for name in ("news", "snippets", "wcxb-dev") if not (DATA / f"{name}.tar.xz").exists()
    ]
    if missing:
        pytest.skip(f"needs {', '.join(missing)} in ../shared/data")
    sources = {
        name: source
        for dataset in ("news", "snippets", "wcxb-dev")
        for name, source in pages(dataset)
    }
    sample = random.Random(0).sample(sorted(sources), 1_000)
    differing = {}
    for name in sample:
        found = first_difference(sources[name].decode("utf-8", "replace").encode())
        if found:
            differing[name] = found
    with capsys.disabled():
        print(f"\n{len(sample) - len(differing)} of {len(sample)} pages have the same rows")
        for name in sorted(differing):
            print(f"  {name}: {DIFFERENCES.get(name, 'unexplained')}")
    unexplained = {name: found for name, found in differing.items() if name not in DIFFERENCES}
    assert not unexplained
