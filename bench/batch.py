"""A batch beside the same pipeline with its peers: pages a second, processor time, memory.

`python -m bench.batch [RECORDS]`, 20,000 without it. An archive is made of the raw pages of
`../shared/data`, over and over with other addresses, in a temporary folder. Then, each in a process of
its own:

- FastWARC to Parquet in one process with a bare call of dehusk, resiliparse and trafilatura for each
  page. The last is given a tenth of the records: it takes as long.
- `dehusk batch` for text, with one and with two processes, and on a fifth of the records for the usual
  columns and for Markdown.

With fewer than 10,000 records all take turns, twice, and of each the run with the least processor time
counts: that of all processes together, and beside it that of the one which hands out and writes. Memory
is the largest resident size. Every system is given the same bytes by the same reader, and decodes them
itself. resiliparse and trafilatura have to be installed: `pip install resiliparse trafilatura`.
"""

from __future__ import annotations

import gzip
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from operator import itemgetter
from pathlib import Path
from uuid import UUID

from bench.pages import each_page
from bench.report import Table, write_results
from bench.resident import megabytes

DATASETS = ("news", "fundus", "mercury", "cn-web", "snippets")
LARGEST = 512 * 1024
SLOW = {"trafilatura": 10, "usual columns": 5, "markdown": 5}
"""How many times fewer records the slow ones are given."""

MANY = 10_000
"""So many records are long enough to be run once."""

USUAL = ""
BATCHES = {"text": "id,url,text", "usual columns": USUAL, "markdown": "id,url,markdown"}


def pages() -> list[bytes]:
    return [page for name in DATASETS for _, page in each_page(name) if len(page) <= LARGEST]


def record(number: int, page: bytes) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = (
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Date: 2024-03-14T00:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{UUID(int=number)}>\r\n"
        f"WARC-Target-URI: https://host-{number % 500}.example/{number}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def make_archive(path: Path, count: int) -> None:
    with path.open("wb") as file:
        for number, page in enumerate(islice(cycle(pages()), count)):
            file.write(gzip.compress(record(number, page), 6, mtime=0))


def dehusk_text() -> Callable[[bytes], str]:
    import dehusk

    return lambda html: dehusk.extract(html).text


def resiliparse_text() -> Callable[[bytes], str]:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return lambda html: extract_plain_text(
        bytes_to_str(html, detect_encoding(html)), main_content=True
    )


def trafilatura_text() -> Callable[[bytes], str]:
    from trafilatura import extract

    return lambda html: extract(html) or ""


BARE = {"dehusk": dehusk_text, "resiliparse": resiliparse_text, "trafilatura": trafilatura_text}


def bare(system: str, source: str, out: str, count: int) -> int:
    """FastWARC to Parquet with a call of one system for each page."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    extract = BARE[system]()
    rows: list[tuple[str, str, str]] = []

    def found() -> Iterator[tuple[str, str, str]]:
        with open(source, "rb") as file:
            archive = ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True)
            for one in islice(archive, count):
                html = bytes(one.reader.read())
                try:
                    text = extract(html)
                except Exception:
                    text = ""
                yield one.record_id, one.headers["WARC-Target-URI"], text

    rows = list(found())
    columns = dict(zip(("id", "url", "text"), map(list, zip(*rows, strict=True)), strict=True))
    pq.write_table(pa.table(columns), out, compression="zstd")
    return len(rows)


def batch(columns: str, jobs: int, source: str, out: str) -> int:
    from dehusk.batch import Settings, run_batch
    from dehusk.batch.rows import choose_columns

    settings = Settings(columns=choose_columns(columns))
    return run_batch([source], out, jobs=jobs, settings=settings).tally.records


def measured(arguments: list[str]) -> None:
    """Do one thing and print what it took; runs in a process of its own."""
    begin = time.perf_counter()
    if arguments[0] == "bare":
        records = bare(arguments[1], arguments[2], arguments[3], int(arguments[4]))
    else:
        records = batch(arguments[1], int(arguments[4]), arguments[2], arguments[3])
    seconds = time.perf_counter() - begin
    own, workers = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    cpu = sum(usage.ru_utime + usage.ru_stime for usage in (own, workers))
    print(
        json.dumps(
            {
                "records": records,
                "seconds": seconds,
                "cpu": cpu,
                "reader cpu": own.ru_utime + own.ru_stime,
                "reader MB": megabytes(field="VmHWM"),
                "worker MB": workers.ru_maxrss / 1024,
            }
        )
    )


def run(*arguments: str) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.batch", "--measured", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def line(name: str, figures: dict[str, float], beside: float) -> list[str]:
    records = figures["records"]
    return [
        name,
        f"{records:,.0f}",
        f"{records / figures['seconds']:,.0f}",
        f"{1000 * figures['cpu'] / records:.2f}",
        f"{1000 * figures['reader cpu'] / records:.2f}" if figures["worker MB"] else "–",
        f"{figures['cpu'] / records / beside:.2f}",
        f"{figures['reader MB']:.0f}",
        f"{figures['worker MB']:.0f}" if figures["worker MB"] else "–",
    ]


def ratios(results: dict[str, dict[str, float]]) -> dict[str, float]:
    """What the figures are measured for."""
    rate = {what: found["records"] / found["seconds"] for what, found in results.items()}
    cost = {what: found["cpu"] / found["records"] for what, found in results.items()}
    return {
        "pages/s, text, of resiliparse": rate["bare dehusk"] / rate["bare resiliparse"],
        "pages/s, two jobs of one": rate["batch, text, 2 jobs"] / rate["batch, text, 1 jobs"],
        "CPU of a batch, of bare dehusk": cost["batch, text, 1 jobs"] / cost["bare dehusk"],
    }


def everything(folder: Path, count: int) -> Iterator[tuple[str, dict[str, float]]]:
    """What is measured, one after the other, in one turn."""
    out = tempfile.mkdtemp(dir=folder)
    whole = str(folder / f"crawl-{count}.warc.gz")
    for system in BARE:
        few = str(count // SLOW.get(system, 1))
        yield f"bare {system}", run("bare", system, whole, f"{out}/{system}", few)
    for what, columns in BATCHES.items():
        source = str(folder / f"crawl-{count // SLOW.get(what, 1)}.warc.gz")
        for jobs in (1, 2):
            figures = run("batch", columns, source, f"{out}/{what}-{jobs}", str(jobs))
            yield f"batch, {what}, {jobs} jobs", figures


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    results: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for few in {count // SLOW.get(what, 1) for what in BATCHES}:
            make_archive(folder / f"crawl-{few}.warc.gz", few)
        size = (folder / f"crawl-{count}.warc.gz").stat().st_size
        for _ in range(1 if count >= MANY else 2):
            for what, figures in everything(folder, count):
                results[what] = min(results.get(what, figures), figures, key=itemgetter("cpu"))
    beside = results["bare dehusk"]["cpu"] / results["bare dehusk"]["records"]
    head = "what|records|pages/s|CPU ms a page|of the writer|of bare dehusk|MB|MB a worker"
    write_results(
        "batch",
        command=f"python -m bench.batch {count}",
        data={
            "records": count,
            "archive_mb": size / 1e6,
            "ratios": ratios(results),
            "figures": results,
        },
        table=Table(
            head.split("|"), [line(what, figures, beside) for what, figures in results.items()]
        ),
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measured"]:
        measured(sys.argv[2:])
    else:
        main()
