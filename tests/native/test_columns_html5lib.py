"""The native parser against the conformance data of the html5lib project.

Every tokenizer test, and every tree-construction test that needs neither scripting nor a fragment.
Parse errors are not compared: the parser does not report them. Nor does it tell its tokens: the tree
of a source is to be that of the plainest markup of the tokens that are wanted.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dehusk.native.page_columns import PageColumns, parse_columns

ARCHIVE = Path(__file__).parents[2] / "shared" / "data" / "html5lib-tests.tar.xz"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not ARCHIVE.exists(), reason=f"needs {ARCHIVE.name} in ../shared/data"),
]

COPIED = "a browser keeps a copy of the selected option here; a page's text should have it once"
TREE_EXCEPTIONS = {
    "<select><button><selectedcontent></button><option>X": COPIED,
    "<select><button><selectedcontent></button><option>x<i>i<b>ib</i>b": COPIED,
    "<select><button><selectedcontent></button><option>X<option>Y": COPIED,
    "<select><button><selectedcontent></button><option>X<option selected>Y": COPIED,
}
"""The tree-construction tests, by their data, that the parser fails on purpose, and why."""

SURROGATES = re.compile("[\ud800-\udfff]")
"""UTF-8 has no lone surrogates: tests that have one are run with U+FFFD in its place."""


@cache
def files(folder: str) -> dict[str, bytes]:
    with tarfile.open(ARCHIVE) as archive:
        return {
            Path(member.name).name: archive.extractfile(member).read()  # type: ignore[union-attr]
            for member in archive.getmembers()
            if f"{folder}/" in member.name and member.isfile() and "scripted" not in member.name
        }


# Tokens


def unescape(value: object) -> object:
    """Resolve the escapes of a "doubleEscaped" test, in whatever holds them."""
    if isinstance(value, str):
        return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), value)
    if isinstance(value, list):
        return [unescape(item) for item in value]
    if isinstance(value, dict):
        return {unescape(key): unescape(item) for key, item in value.items()}
    return value


def without_surrogates(value: object) -> object:
    if isinstance(value, str):
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        return SURROGATES.sub("\ufffd", whole)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(key): without_surrogates(item) for key, item in value.items()}
    return value


def tokenizer_tests() -> Iterator[tuple[str, dict[str, object], str]]:
    for name, content in sorted(files("tokenizer").items()):
        if name.endswith(".test"):
            loaded = json.loads(content)
            for test in loaded.get("tests", loaded.get("xmlViolationTests", [])):
                for state in test.get("initialStates", ["Data state"]):
                    yield name, test, state


XML_VIOLATIONS = "xmlViolation.test"
"""Its tests ask for the changes that make a tree fit for XML: another algorithm, for other uses."""


ELEMENTS = {
    "RCDATA state": "title",
    "RAWTEXT state": "style",
    "Script data state": "script",
    "PLAINTEXT state": "plaintext",
    "CDATA section state": "svg",
}
"""Elements in which a page is read in a state other than that of data."""


def parsed(source: str) -> PageColumns:
    return parse_columns(
        source.encode(), max_rows=1 << 20, max_depth=1 << 20, max_attr_length=1 << 20
    ).columns


def texts(columns: PageColumns, element: str) -> list[str]:
    """The text in the first of some elements, and all other text."""
    found = ["", ""]
    for row, parent in enumerate(columns.parent.tolist()):
        if columns.tag[row] == 0:
            own = columns.text[columns.text_start[row] : columns.text_end[row]].decode()
            found[columns.tag_names[columns.tag[parent]] != element] += own
    return found


def markup(tokens: list[Any]) -> str:
    """Tokens as the plainest markup that stands for them."""
    parts = []
    for token in tokens:
        match token:
            case ["Character", text]:
                parts.append(escaped(text))
            case ["Comment", _]:
                parts.append("<!---->")
            case ["StartTag", name, attributes, *_]:
                pairs = [f' {key}="{escaped(value)}"' for key, value in attributes.items()]
                parts.append(f"<{name}{''.join(pairs)}>")
            case ["EndTag", name]:
                parts.append(f"</{name}>")
            case ["DOCTYPE", name, *_, is_correct]:
                parts.append(f"<!DOCTYPE {name or ''}{'' if is_correct else ' ?'}>")
    return "".join(parts)


def escaped(text: str) -> str:
    return re.sub('[&<>"\r]', lambda mark: f"&#{ord(mark[0])};", text)


def is_read_well(source: str, state: str, last: str | None, tokens: list[Any]) -> bool:
    """Whether a source is read as what the tokens stand for."""
    if state == "Data state":
        return outline(source.encode()) == outline(markup(tokens).encode())
    element = ELEMENTS[state]

    def renamed(text: str) -> str:
        cased = lambda name: element if name[0].islower() else element.upper()  # noqa: E731
        return re.sub(last, cased, text, flags=re.IGNORECASE) if last else text

    source = renamed(source)
    start = "<svg><![CDATA[" if element == "svg" else f"<{element}>"
    words = ["", ""]
    has_ended = False
    for token in tokens:
        if token[0] == "Character":
            # The body of a page drops NUL.
            words[has_ended] += renamed(token[1]).replace(
                "\0", "\ufffd" if element == "svg" else ""
            )
        has_ended |= token[0] == "EndTag"
    return texts(parsed(f"<body>{start}{source}"), element) == words


def test_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    passed, failures = 0, []
    for name, test, state in tokenizer_tests():
        if name == XML_VIOLATIONS:
            continue
        if test.get("doubleEscaped"):
            test = {key: unescape(value) for key, value in test.items()}
        source = str(without_surrogates(test["input"]))
        expected: Any = without_surrogates(test["output"])
        last: Any = test.get("lastStartTag")
        if is_read_well(source, state, last, expected):
            passed += 1
        else:
            failures.append(f"{name}, {state}: {test['description']}: {source!r} is not {expected}")
    with capsys.disabled():
        print(f"\nhtml5lib tokenizer: {passed} of {passed + len(failures)} pass")
    assert not failures, "\n".join(failures[:20])


# Trees

HEADINGS = "#data #errors #new-errors #document-fragment #script-on #script-off #document".split()


COMMENTS = re.compile(r"^\| *<!(?:--.*?-->|DOCTYPE.*?>)\n", re.MULTILINE | re.DOTALL)
"""What a page has no rows for: that comments keep texts apart is seen even so."""


def tree_tests() -> Iterator[tuple[str, dict[str, str]]]:
    for name, content in sorted(files("tree-construction").items()):
        if name.endswith(".dat"):
            for test in re.split(r"(?:\A|\n\n)(?=#data\n)", content.decode()):
                if test:
                    yield name, sections(test)


def sections(test: str) -> dict[str, str]:
    """The parts of a test by their headings."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in test.split("\n"):
        if line in HEADINGS:
            lines = found.setdefault(line, [])
        else:
            lines.append(line)
    return {heading: "\n".join(lines) for heading, lines in found.items()}


def outline(source: bytes) -> str:
    """A tree as html5lib's tests write it, without comments and doctypes."""
    columns = parsed(source.decode())
    lines = []
    levels: dict[int, int] = {-1: -1}
    attributes: dict[int, list[tuple[str, str]]] = {}
    for index, row in enumerate(columns.attr_row.tolist()):
        value = columns.attr_text[columns.attr_start[index] : columns.attr_end[index]].decode()
        attributes.setdefault(row, []).append((columns.attr_names[columns.attr_name[index]], value))
    for row, (tag, parent) in enumerate(
        zip(columns.tag.tolist(), columns.parent.tolist(), strict=True)
    ):
        name = columns.tag_names[tag]
        level = levels[parent] + 1
        indent = "| " + "  " * level
        text = columns.text[columns.text_start[row] : columns.text_end[row]].decode()
        if name == "#text":
            lines.append(f'{indent}"{text}"')
        else:
            foreign = name in ("svg", "math") or name.startswith(("svg:", "math:"))
            shown = name.replace(":", " ", 1) if foreign else name
            shown = f"{name} {name}" if name in ("svg", "math") else shown
            lines.append(f"{indent}<{shown}>")
            for key, value in sorted(shown_attributes(attributes.get(row, []), foreign)):
                lines.append(f'{indent}  {key}="{value}"')
            if name == "template":
                level += 1
                lines.append(f"{indent}  content")
        levels[row] = level
    return "\n".join(lines)


NAMESPACED = {
    f"{prefix}:{name}"
    for prefix, names in {
        "xlink": "actuate arcrole href role show title type",
        "xml": "lang space",
        "xmlns": "xlink",
    }.items()
    for name in names.split()
}


def shown_attributes(pairs: list[tuple[str, str]], foreign: bool) -> list[tuple[str, str]]:
    return [
        (name.replace(":", " ") if foreign and name in NAMESPACED else name, value)
        for name, value in pairs
    ]


def test_trees(capsys: pytest.CaptureFixture[str]) -> None:
    passed, failures, excepted, skipped = 0, [], [], 0
    for name, test in tree_tests():
        if "#script-on" in test or "#document-fragment" in test:
            skipped += 1
            continue
        data = test["#data"]
        found = outline(data.encode())
        expected = COMMENTS.sub("", test["#document"].rstrip("\n") + "\n").rstrip("\n")
        if found == expected:
            passed += 1
            assert data not in TREE_EXCEPTIONS, f"passes after all: {data}"
        elif data in TREE_EXCEPTIONS:
            excepted.append(data)
        else:
            failures.append(f"{name}:\n{data}\nexpected\n{expected}\nfound\n{found}\n")
    with capsys.disabled():
        total = passed + len(failures) + len(excepted)
        print(
            f"\nhtml5lib trees: {passed} of {total} pass, {len(excepted)} exceptions;"
            f" {skipped} with scripting or fragments not run"
        )
    assert not failures, f"{len(failures)} fail\n" + "\n".join(failures[:10])
    assert sorted(excepted) == sorted(TREE_EXCEPTIONS)
