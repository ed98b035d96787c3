"""The command where only dehusk and NumPy are installed: `extract`, with the standard library.

>>> extra_for("serve")
'serve'
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from dehusk import __version__
from dehusk.errors import DehuskError
from dehusk.writers.formats import FORMATS, SHORT_NAMES

_EXTRAS = {
    "batch": "cli,batch",
    "crawl": "crawl",
    "evaluate": "cli,evaluate",
    "label": "serve",
    "mcp": "mcp",
    "render": "cli,render",
    "serve": "serve",
    "urls": "crawl",
}
_DONE, _FAILED, _USAGE, _NOTHING_FOUND = 0, 1, 2, 3  # as in dehusk.cli.failures


def extra_for(command: str) -> str:
    """The extra of the package that a command needs."""
    return _EXTRAS.get(command, "cli")


def main(arguments: Sequence[str]) -> int:
    """Extract the pages of a command line, and say how that went."""
    parser = _parser()
    if not arguments or arguments[0].startswith("-"):
        parser.parse_args(arguments)
        parser.print_help()
        return _DONE
    if arguments[0] != "extract":
        return _misused(_needs(f"'dehusk {arguments[0]}'", extra_for(arguments[0])))
    given, others = parser.parse_known_args(arguments[1:])
    if others or any("://" in page for page in given.pages):
        return _misused(_needs("the rest of 'dehusk extract', such as URLs,", "cli"))
    codes = [_extract(page, given) for page in given.pages]
    return next((code for code in (_FAILED, _NOTHING_FOUND) if code in codes), _DONE)


def _extract(name: str, given: argparse.Namespace) -> int:
    from dehusk.files import page_of, read_body
    from dehusk.pipeline import extract

    try:
        body = sys.stdin.buffer.read() if name == "-" else read_body(Path(name))
        document = extract(page_of(body, url=given.url), method=given.method)
        form = FORMATS[SHORT_NAMES.get(given.format, given.format)]
        written = form.write(document, source=name)
    except (DehuskError, OSError) as error:
        print(f"dehusk: {name}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return _FAILED
    sys.stdout.buffer.write(f"{written.rstrip(chr(10))}\n".encode() if written else b"")
    if document:
        return _DONE
    print(f"dehusk: {name}: nothing found: {document.reason}", file=sys.stderr)
    return _NOTHING_FOUND


def _misused(sentence: str) -> int:
    print(f"dehusk: {sentence}", file=sys.stderr)
    return _USAGE


def _needs(what: str, extra: str) -> str:
    return f"{what} needs more packages; install them with: pip install 'dehusk[{extra}]'"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "dehusk",
        usage="dehusk extract [-f FORMAT] [--url URL] [--method NAME] FILE...",
        description="Take web pages and return their main content.",
        epilog=_needs("Every other command and option", "cli"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"dehusk {__version__}")
    parser.add_argument(
        "pages", nargs="*", default=["-"], metavar="FILE", help="- is standard input"
    )
    parser.add_argument(
        "-f",
        "--format",
        choices=[*FORMATS, *SHORT_NAMES],
        default="markdown",
        metavar="FORMAT",
        help=", ".join(FORMATS),
    )
    for name in ("markdown", "text", "html", "json"):
        parser.add_argument(f"--{name}", dest="format", action="store_const", const=name)
    parser.add_argument("--url", help="the page's address, for its links")
    parser.add_argument(
        "--method", default="default", metavar="NAME", help="how to find the content"
    )
    return parser
