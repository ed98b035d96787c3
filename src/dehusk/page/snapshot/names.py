"""The names of elements, in Chromium's way and in ours.

>>> node_name("div"), node_name("svg:path")
('DIV', 'path')
>>> row_name("path", parent="svg:g")
'svg:path'
"""

from __future__ import annotations

_UPPER = {lower: lower - 32 for lower in range(ord("a"), ord("z") + 1)}
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_INTEGRATION_POINTS = frozenset(
    "svg:foreignObject svg:desc svg:title math:mi math:mo math:mn math:ms math:mtext"
    " math:annotation-xml".split()
)


def node_name(name: str) -> str:
    """What Chromium calls an element of a page."""
    if name == "#text" or name in ("svg", "math"):
        return name
    prefix, colon, local = name.partition(":")
    return local if colon and prefix in ("svg", "math") else name.translate(_UPPER)


def html_name(node_name: str) -> str | None:
    """The name of an HTML element, None for one of SVG or MathML: only those have small letters."""
    return node_name.translate(_LOWER) if node_name == node_name.translate(_UPPER) else None


def row_name(node_name: str, parent: str) -> str:
    """The name of an element of SVG or MathML; to which of them it belongs its parent tells."""
    namespace = parent.partition(":")[0]
    foreign = namespace in ("svg", "math")
    if node_name in ("svg", "math") and (not foreign or parent in _INTEGRATION_POINTS):
        return node_name
    return f"{namespace}:{node_name}" if foreign and node_name != namespace else node_name
