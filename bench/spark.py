"""Spark with two threads beside a batch with two processes: `python -m bench.spark [RECORDS]`.

An archive of raw pages as in `bench.batch`, 4,000 without a number, becomes a table of text: by `dehusk
batch --jobs 2`, and by Spark's `local[2]` from the data source `warc` to Parquet. They take turns, and
of two times the shorter counts. Spark is started, and has extracted the pages of a small archive,
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


def spark_seconds(small: str, source: str, out: str) -> float:
    """How long a session takes for an archive, once it has done another one."""
    from dehusk import spark as dehusk_spark

    session = make_session("local[2]")
    dehusk_spark.register(session)

    def extract(path: str, into: str) -> None:
        size = max(1, Path(path).stat().st_size // SPLITS)
        pages = session.read.format("warc").option("splitSize", size).load(path)
        texts = dehusk_spark.extract(pages, encoding="encoding", columns=["text"])
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
    batches, sparks = [], []
    with tempfile.TemporaryDirectory() as name:
        source, small = f"{name}/crawl.warc.gz", f"{name}/small.warc.gz"
        make_archive(Path(source), count)
        make_archive(Path(small), WARM_UP_RECORDS)
        for turn in range(TURNS):
            figures = run("batch", ",".join(COLUMNS), source, f"{name}/batch-{turn}", "2")
            batches.append(figures["seconds"])
            sparks.append(in_a_process(small, source, f"{name}/spark-{turn}"))
    batch, spark = min(batches), min(sparks)
    write_results(
        "spark",
        command=f"python -m bench.spark {count}",
        data={"records": count, "batches": {"all": batches}, "sparks": {"all": sparks}},
        table=Table(
            ["what", "seconds", "pages/s", "of the batch"],
            [
                ["dehusk batch --jobs 2", f"{batch:.1f}", f"{count / batch:.0f}", "1.00"],
                ["Spark, local[2]", f"{spark:.1f}", f"{count / spark:.0f}", f"{spark / batch:.2f}"],
            ],
        ),
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measured"]:
        print(json.dumps(spark_seconds(*sys.argv[2:])))
    else:
        main()
