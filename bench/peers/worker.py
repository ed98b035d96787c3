"""Runs one system in an environment of its own: pages in, texts out, over a pipe.

`python worker.py NAME`. A message is its length in four bytes, then JSON in UTF-8. The first that is
sent says which versions are installed. Each that comes has `html` (base64) and `url`; each answer has
`text` and `seconds`, the processor's time that the system took, or `error`.
"""

from __future__ import annotations

import base64
import json
import os
import struct
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, BinaryIO

sys.path.insert(0, str(Path(__file__).parent))
sys.path[:] = [path for path in sys.path if path != ""]


def main() -> None:
    # Systems may print: what they print must not come between the messages.
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    from adapters import ADAPTERS  # type: ignore[import-not-found]

    adapter = ADAPTERS[sys.argv[1]]
    extract = adapter.load()
    send(pipe, {"versions": versions(adapter.packages)})
    for message in messages(sys.stdin.buffer):
        send(pipe, answer(adapter, extract, message))


def answer(adapter: Any, extract: Any, message: dict[str, Any]) -> dict[str, Any]:
    html = base64.b64decode(message["html"])
    start = time.process_time()
    try:
        output = extract(html, message["url"])
        seconds = time.process_time() - start
        return {"text": adapter.as_text(output), "seconds": seconds}
    except Exception as error:
        return {"error": " ".join(f"{type(error).__name__}: {error}".split())[:300]}


def messages(pipe: BinaryIO) -> Any:
    while True:
        head = pipe.read(4)
        if len(head) < 4:
            return
        yield json.loads(pipe.read(struct.unpack(">I", head)[0]))


def send(pipe: BinaryIO, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode()
    pipe.write(struct.pack(">I", len(data)) + data)
    pipe.flush()


def versions(packages: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


if __name__ == "__main__":
    main()
