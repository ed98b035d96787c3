"""Small pieces of HTML that every part of the report uses."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from math import isfinite
from pathlib import Path

_CONTROLS = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n\r"}

_QUOTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f&<>\"']")
"""What most short texts have none of."""


def quoted(text: str) -> str:
    """Text as HTML shows it, in an element or a quoted attribute; control characters as pictures.

    >>> quoted("<b>")
    '&lt;b&gt;'
    """
    return escape(text.translate(_CONTROLS)) if _QUOTED.search(text) else text


def number(value: float) -> str:
    """A number of any size, short enough for a column.

    >>> number(1234567.0), number(0.12345), number(12.0), number(float("nan"))
    ('1,234,567', '0.123', '12', '–')
    """
    if not isfinite(value):
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def share(part: float, whole: float) -> str:
    """A part of a whole as a percentage.

    >>> share(1, 3), share(1, 1000), share(0, 0)
    ('33 %', 'under 1 %', '0 %')
    """
    ratio = part / whole if whole else 0.0
    return "under 1 %" if 0 < ratio < 0.01 else f"{100 * ratio:.0f} %"


def figure(name: str, value: str, remark: str) -> str:
    """A number with its name above it and a remark beside it."""
    return f"<div><dt>{name}</dt><dd>{value} <small>{remark}</small></dd></div>"


@cache
def asset(name: str) -> str:
    """A style sheet or a script of our pages."""
    return "\n" + (Path(__file__).parent / "static" / name).read_text("utf-8")


def document(
    title: str, body: str, *, command: str, style: str, script: str = "", policy: str = ""
) -> str:
    """A page whose policy admits our own style and script by their hashes, and what `policy` says."""
    style = asset("base.css") + style
    admitted = f"default-src 'none'; {policy}style-src '{_hash(style)}';"
    if script:
        admitted += f" script-src '{_hash(script)}'; form-action 'none';"
        body += f"\n<script>{script}</script>"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{admitted} base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>{title} · dehusk {command}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
