"""Runs one system in a process of its own: pages in, texts out, over a pipe.

`python worker.py NAME`, where "dehusk METHOD" is one of our own. A message is its length in four bytes,
then JSON in UTF-8. The first that is sent says which versions are installed. Each that comes has `html`
(base64) and `url`; each answer has `text`, `seconds`, the processor's time that the system took, and
`bytes`, the most memory that the process has had, or `error`.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import time
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from multiprocessing.connection import Connection
from typing import Any

OURS = "dehusk "


def main() -> None:
    """Answer message after message until nobody is there."""
    # Systems may print: what they print must not come between the messages.
    there = Connection(os.dup(1), readable=False)
    os.dup2(2, 1)
    extract, as_text, packages = loaded(sys.argv[1])
    message: dict[str, Any] = {"versions": versions(packages)}
    pages = Connection(os.dup(0), writable=False)
    with suppress(EOFError):
        while True:
            there.send_bytes(json.dumps(message).encode())
            message = answer(extract, as_text, json.loads(pages.recv_bytes()))


def loaded(name: str) -> tuple[Any, Any, tuple[str, ...]]:
    """What extracts, what makes text of it, and the packages that are at work."""
    from systems import SYSTEMS  # type: ignore[import-not-found]

    sys.path.pop(0)  # this folder, whose files are no modules of anybody's
    if not name.startswith(OURS):
        system = SYSTEMS[name]
        return system.load(), system.as_text, system.packages
    import dehusk

    method = name.removeprefix(OURS)

    def extract(html: bytes, url: str | None) -> str:
        return dehusk.extract(html, url=url, method=method).text

    return extract, str, ("dehusk", "numpy")


def answer(extract: Any, as_text: Any, message: dict[str, Any]) -> dict[str, Any]:
    """What a system makes of one page."""
    html = base64.b64decode(message["html"])
    start = time.process_time()
    try:
        output = extract(html, message["url"])
        seconds = time.process_time() - start
        return {"text": as_text(output), "seconds": seconds, "bytes": peak()}
    except Exception as error:
        return {"error": " ".join(f"{type(error).__name__}: {error}".split())[:300]}


def peak() -> int:
    """The most memory that this process has had in bytes, 0 where the system does not tell.

    By Linux's own account first: what `getrusage` tells there began with the process that started this
    one.
    """
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            (told,) = (line for line in status if line.startswith("VmHWM:"))
        return int(told.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def versions(packages: tuple[str, ...]) -> dict[str, str]:
    """The versions that are installed."""
    found = {}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


if __name__ == "__main__":
    main()
