"""The files of the playground, and the policy that holds them to loading nothing else."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/plain",  # an example: read by a script, and never opened as a page
    ".svg": "image/svg+xml",
}
_ELSEWHERE = {
    "picture.css": _HERE.parent / "explain" / "static",
    "walk.js": _HERE / "extension",
    "settings.js": _HERE / "extension",
}
"""Where files are that others have, too."""
_HASHES = re.compile(r"style-src ('sha256-[^']{43,44}')")
_RUN = b'<meta name="dehusk-run" content="%s">\n'


def playground(token: str = "") -> bytes:
    """The page at `/`, with the token of a run that keeps labels."""
    told = _RUN % token.encode() if token else b""
    return (_HERE / "static" / "index.html").read_bytes().replace(b"<title>", told + b"<title>", 1)


@cache
def policy() -> str:
    """Scripts and styles of our own, and the style of comparisons by its hash; nothing from elsewhere.

    Frames without an address inherit it, whatever is put into them.
    """
    from dehusk.explain.compare import compare

    known = " ".join(_HASHES.findall(compare("<p>Tea", ["semantic"]).html))
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' {known}; img-src 'self' data:;"
        " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    )


def static_file(name: str) -> tuple[bytes, str] | None:
    """A file below `/static/` and its type, None where there is none."""
    path = _ELSEWHERE.get(name, _HERE / "static") / name
    kind = _TYPES.get(path.suffix)
    if path.name != name or kind is None or not path.is_file():
        return None
    return path.read_bytes(), kind
