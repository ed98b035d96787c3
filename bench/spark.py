"""Spark with two threads beside a batch with two processes: `python -m bench.spark [RECORDS]`.

An archive of raw pages as in `bench.batch`, 4,000 without a number, becomes a table of text: by `dehusk
batch --jobs 2`, and by Spark's `local[2]` from the data source `warc` to Parquet: extracted where it is
read, and as pages that Spark hands on to `dehusk.spark.extract`. They take turns, and of two times the
shorter counts. Spark is started, and has extracted the pages of a small archive,
before its clock runs: start-up is not what a long run is about. Needs PySpark and Java.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.spark.session import make_session

from bench.batch import make_archive, run
from bench.report import Table, write_results

COLUMNS = ("id", "url", "text")
WARM_UP_RECORDS = 200
SPLITS = 16
TURNS = 2


WAYS = ("where it is read", "as pages")


def spark_seconds(way: str, small: str, source: str, out: str) -> float:
    """How long a session takes for an archive, once it has done another one."""
    from dehusk import spark as dehusk_spark

    session = make_session("local[2]")
    dehusk_spark.register(session)

    def extract(path: str, into: str) -> None:
        size = max(1, Path(path).stat().st_size // SPLITS)
        reader = session.read.format("warc").option("splitSize", size)
        if way == WAYS[0]:
            texts = reader.option("columns", ",".join(COLUMNS)).load(path)
        else:
            texts = dehusk_spark.extract(reader.load(path), encoding="encoding", columns=["text"])
        texts.select(*COLUMNS).write.parquet(into)

    extract(small, f"{out}-small")
    begin = time.perf_counter()
    extract(source, out)
    seconds = time.perf_counter() - begin
    session.stop()
    return seconds


def in_a_process(*arguments: str) -> float:
    command = [sys.executable, "-m", "bench.spark", "--measured", *arguments]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    seconds: float = json.loads(done.stdout.splitlines()[-1])
    return seconds


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000
    batches: list[float] = []
    sparks: dict[str, list[float]] = {way: [] for way in WAYS}
    with tempfile.TemporaryDirectory() as name:
        source, small = f"{name}/crawl.warc.gz", f"{name}/small.warc.gz"
        make_archive(Path(source), count)
        make_archive(Path(small), WARM_UP_RECORDS)
        for turn in range(TURNS):
            figures = run("batch", ",".join(COLUMNS), source, f"{name}/batch-{turn}", "2")
            batches.append(figures["seconds"])
            for number, (way, times) in enumerate(sparks.items()):
                times.append(in_a_process(way, small, source, f"{name}/spark-{turn}-{number}"))
    batch = min(batches)
    spark = {f"Spark, local[2], {way}": min(times) for way, times in sparks.items()}
    write_results(
        "spark",
        command=f"python -m bench.spark {count}",
        data={"records": count, "seconds": {"batch": batches, **sparks}},
        table=Table(
            ["what", "seconds", "pages/s", "of the batch"],
            [
                [what, f"{seconds:.1f}", f"{count / seconds:.0f}", f"{seconds / batch:.2f}"]
                for what, seconds in {"dehusk batch --jobs 2": batch, **spark}.items()
            ],
        ),
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measured"]:
        print(json.dumps(spark_seconds(*sys.argv[2:])))
    else:
        main()
