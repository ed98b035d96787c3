"""The files of the playground, and the policy that holds them to loading nothing else."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/plain",  # an example: read by a script, and never opened as a page
    ".svg": "image/svg+xml",
}
_SCRIPTS = (
    "playground.js",
    "asking.js",
    "gallery.js",
    "keep.js",
    "labels.js",
    "view.js",
)
_OF_THE_EXTENSION = ("walk.js", "settings.js")
EXAMPLES = ("news", "thread", "product", "recipe", "documentation")
_FILES = (
    *_SCRIPTS,
    *(f"example-{name}.html" for name in EXAMPLES),
    *("playground.css", "frame.css", "icon.svg"),
)
_HASHES = re.compile(r"style-src ('sha256-[^']{43,44}')")


_RUN = b'<meta name="dehusk-run" content="%s">\n'


def playground(token: str = "") -> bytes:
    """The page at `/`, with the token of a run that keeps labels."""
    told = _RUN % token.encode() if token else b""
    return _content("index.html").replace(b"<title>", told + b"<title>", 1)


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
    if name == "picture.css":
        from dehusk.explain.markup import asset

        return asset(name).encode(), "text/css"
    if name in _OF_THE_EXTENSION:
        return (files("dehusk.serve") / "extension" / name).read_bytes(), _TYPES[".js"]
    if name not in _FILES:
        return None
    return _content(name), _TYPES["." + name.rpartition(".")[2]]


@cache
def _content(name: str) -> bytes:
    return (files("dehusk.serve") / "static" / name).read_bytes()
