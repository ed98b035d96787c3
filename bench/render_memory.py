"""How much memory pages get that take what they can, and whether the next page is rendered.

`python -m bench.render_memory [MEGABYTES]`: each page in a browser of its own, with scripts. The peak
is that of all processes together, the browser's and its driver's, with shared memory counted once
(PSS, fifty times a second): Linux only.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

from tests.rendering.processes import descendants

from bench.report import Table, write_results
from dehusk import DehuskError
from dehusk.rendering import Renderer, Settings

TIMEOUT = 120.0

BUSY = "setInterval(() => fetch('/' + Math.random()).catch(() => 0), 50); "
"""Keeps a page loading that has no loop without end."""

WORKER = "const worker = code => new Worker(URL.createObjectURL(new Blob([code]))); "
MUCH = "const much = new Uint8Array(1e7).fill(1); "

SCRIPTS = {
    "typed arrays": "for (;;) kept.push(new Float64Array(4e6).fill(1.5))",
    "arrays": "for (;;) kept.push(new Array(1e6).fill(1.5))",
    "strings": """for (let i = 0; ; i++)
        kept.push(new TextDecoder().decode(new Uint8Array(3e7).fill(65 + i % 20)))""",
    "WebAssembly memories": """for (;;) { const memory = new WebAssembly.Memory({initial: 1000});
        new Uint8Array(memory.buffer).fill(1); kept.push(memory) }""",
    "shared memories": """for (;;) {
        const memory = new WebAssembly.Memory({initial: 1000, maximum: 1000, shared: true});
        new Uint8Array(memory.buffer).fill(1); kept.push(memory) }""",
    "canvases": """for (;;) { const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 4000;
        canvas.getContext('2d').fillRect(0, 0, 4000, 4000); kept.push(canvas) }""",
    "canvases off the page": """for (;;) { const canvas = new OffscreenCanvas(4000, 4000);
        canvas.getContext('2d').fillRect(0, 0, 4000, 4000); kept.push(canvas) }""",
    "image bitmaps": BUSY
    + """const pixels = new ImageData(4000, 4000); pixels.data.fill(255);
        (async () => { for (;;) kept.push(await createImageBitmap(pixels)) })()""",
    "elements": """for (;;) { const part = document.createDocumentFragment();
        for (let i = 0; i < 1e5; i++) { const element = document.createElement('div');
          element.textContent = 'word ' + i; part.append(element) }
        document.body.append(part) }""",
    "texts": """const words = 'word '.repeat(4e6);
        for (let i = 0; ; i++) document.body.append(document.createTextNode(words + i))""",
    "frames": """for (let i = 0; i < 500; i++) { const frame = document.createElement('iframe');
        frame.srcdoc = '<script>kept = new Uint8Array(8e6).fill(1)<\\/script>';
        document.body.append(frame) }""",
    "workers": BUSY
    + WORKER
    + """for (let i = 0; i < 40; i++) worker(`const kept = [];
        for (;;) kept.push(new Uint8Array(4e6).fill(1))`)""",
    "messages to a worker that does not read": BUSY
    + WORKER
    + MUCH
    + """const deaf = worker('for (;;);');
        setInterval(() => { for (let i = 0; i < 20; i++) deaf.postMessage(much) }, 1)""",
    "array buffers handed on": BUSY
    + """const channel = new MessageChannel();
        const send = () => { const {buffer} = new Uint8Array(3e7).fill(1);
          channel.port1.postMessage(buffer, [buffer]) };
        channel.port2.onmessage = event => { kept.push(event.data); send() }; send()""",
    "blobs": MUCH + "for (let i = 0; ; i++) { much[0] = i; kept.push(new Blob([much])) }",
    "a database": BUSY
    + """const asked = indexedDB.open('all'); const text = 'x'.repeat(2e6); let number = 0;
        asked.onupgradeneeded = () => asked.result.createObjectStore('all');
        asked.onsuccess = () => setInterval(() => {
          const store = asked.result.transaction('all', 'readwrite').objectStore('all');
          for (let i = 0; i < 20; i++) store.put(text + number, number++) }, 20)""",
    "the console": BUSY
    + """const text = 'x'.repeat(3e7);
        setInterval(() => { for (let i = 0; i < 10; i++) console.log(text + Math.random()) }, 10)""",
}

PARAGRAPH = "<div class=c><p>Some words <b>in</b> a row, with <a href=/x>a link</a>.</p></div>\n"

PAGES = {
    "an honest page, 1 MB and 120,000 rows": PARAGRAPH * 12_800,
    **{
        name: f"<body><script>const kept = []; {script}</script>"
        for name, script in SCRIPTS.items()
    },
}


class Peak(threading.Thread):
    """The most memory that the processes below this one take together, in megabytes."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.megabytes = 0.0
        self._is_over = threading.Event()

    def __enter__(self) -> Peak:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()

    def run(self) -> None:
        while not self._is_over.wait(0.02):
            taken = sum(proportional_kilobytes(process) for process in descendants())
            self.megabytes = max(self.megabytes, taken / 1024)


def proportional_kilobytes(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def measure(html: str, memory: int) -> dict[str, object]:
    """What comes of one page, and of a small one after it."""
    with Renderer(javascript=True, timeout=TIMEOUT, memory=memory) as renderer:
        renderer.render("<p>warm")
        start = time.perf_counter()
        with Peak() as peak:
            try:
                outcome = f"{len(renderer.render(html)):,} rows"
            except DehuskError as error:
                outcome = str(error).removeprefix("the page ")
        seconds = time.perf_counter() - start
        has_next = renderer.render("<p>next").text_of(0) == "next"
    return {"peak": peak.megabytes, "seconds": seconds, "outcome": outcome, "next": has_next}


def main() -> None:
    memory = int(sys.argv[1]) if sys.argv[1:] else Settings.memory
    results = {}
    for name, html in PAGES.items():
        results[name] = measure(html, memory)
        print(name, results[name], file=sys.stderr)
    lines = [
        [name, f"{found['peak']:,.0f}", f"{found['seconds']:.0f}", str(found["outcome"])]
        for name, found in results.items()
    ]
    after = sum(bool(found["next"]) for found in results.values())
    write_results(
        "render_memory",
        command=f"python -m bench.render_memory {memory}",
        data={
            "memory": memory,
            "pages_after_which_the_next_was_rendered": f"{after} of {len(results)}",
            "pages": list(results.items()),
        },
        table=Table(["what the page takes", "peak, MB", "s", "what comes of it"], lines),
    )


if __name__ == "__main__":
    main()
