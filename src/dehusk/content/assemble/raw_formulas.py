r"""Formulas that stand in the text as they were written, for a script of the page to draw.

>>> from dehusk.content import Paragraph, Text
>>> with_raw_formulas((Paragraph((Text(r"Let \(x^2\) be it"),), rows=(3, 5)),), dollars=False)[0].content
(Text(text='Let '), Math(latex='x^2'), Text(text=' be it'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from dehusk.content import (
    Block,
    Cell,
    Definition,
    Inline,
    ListItem,
    Math,
    MathBlock,
    Paragraph,
    Text,
)
from dehusk.native.content import Reading

_INSIDE = r"(?:[^\\]|\\[^()\[\]])*+"
_RAW = re.compile(
    rf"(?<!\\)(?:\\\((?P<round>{_INSIDE})\\\)|\\\[(?P<square>{_INSIDE})\\\])"
    r"|\$\$(?P<double>[^$]++)\$\$"
)
_SINGLE = re.compile(r"\$(?<![\\$\w]\$)(?P<single>(?=[^\s$])[^$]++(?<=\S))\$(?!\d)")
_DOLLARS = re.compile(rf"{_RAW.pattern}|{_SINGLE.pattern}")
_RENDERERS = (b"athJax", b"mathjax", b"katex")
_IN_TEX = ("\\", "^", "_", "=")
_NODES = (*Block.__args__, *Inline.__args__, Cell, Definition, ListItem)


def raw_formulas(reading: Reading) -> bool | None:
    """Whether formulas may stand in the text of a page: True if also between single dollar signs,
    None where there are none."""
    if reading.dollars > 1 and _are_between_dollars(reading):
        return True
    return False if reading.delimiters else None


def _are_between_dollars(reading: Reading) -> bool:
    source = reading.page.source
    return bool(
        _SINGLE.search(reading.lines_of_text()) and any(name in source for name in _RENDERERS)
    )


def with_raw_formulas(blocks: tuple[Block, ...], *, dollars: bool) -> tuple[Block, ...]:
    """Content with the formulas in its text as formulas."""
    return tuple(_converted(block, _DOLLARS if dollars else _RAW) for block in blocks)


def _converted(node: Any, pattern: re.Pattern[str]) -> Any:
    """A node with all text below it split. Content is nested a few levels deep only."""
    if not isinstance(node, _NODES):
        return node
    if display := _display(node, pattern):
        return display
    parts = {
        field.name: _all_converted(value, pattern)
        for field in fields(node)
        if field.name != "rows" and isinstance(value := getattr(node, field.name), tuple) and value
    }
    node = replace(node, **parts) if parts else node
    return node


def _display(node: Any, pattern: re.Pattern[str]) -> MathBlock | None:
    """A paragraph that is one formula, in the delimiters of those that stand by themselves."""
    if (
        not isinstance(node, Paragraph)
        or len(node.content) != 1
        or type(node.content[0]) is not Text
    ):
        return None
    found = pattern.fullmatch(node.content[0].text.strip())
    if found is None or found.lastgroup not in ("square", "double"):
        return None
    return MathBlock(found[found.lastgroup].strip(), node.rows)


def _all_converted(nodes: tuple[Any, ...], pattern: re.Pattern[str]) -> tuple[Any, ...]:
    result: list[Any] = []
    for node in nodes:
        if isinstance(node, Text):
            result += _split(node.text, pattern)
        elif isinstance(node, tuple):
            result.append(_all_converted(node, pattern))
        else:
            result.append(_converted(node, pattern))
    return tuple(result)


def _split(text: str, pattern: re.Pattern[str]) -> Iterator[Inline]:
    end = 0
    for found in pattern.finditer(text):
        latex = next(group for group in found.groups() if group is not None).strip()
        if not latex or (
            found.lastgroup == "double" and not any(sign in latex for sign in _IN_TEX)
        ):
            continue
        if found.start() > end:
            yield Text(text[end : found.start()])
        yield Math(latex)
        end = found.end()
    if end < len(text):
        yield Text(text[end:])
