"""Extraction in Spark: frames, WARC files, SQL, and a cluster of processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")
pytest.importorskip("pyspark", reason="pyspark is not installed (make spark-test installs it)")

import dehusk
from dehusk import spark as dehusk_spark
from dehusk.batch import Settings, find_inputs, run_batch
from dehusk.batch.warc import splits
from dehusk.extractors.default.templates import Template
from tests.batch.crawl import archive, page
from tests.batch.test_templates import site
from tests.conftest import ROOT
from tests.extractors.default.test_templates import NOTICE
from tests.spark.session import make_session

HAS_JAVA = shutil.which("java") is not None or "JAVA_HOME" in os.environ

pytestmark = [
    pytest.mark.skipif(
        not HAS_JAVA, reason="Java is missing (apt-get install default-jre-headless)"
    ),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = make_session("local[2]")
    yield session
    session.stop()


def frame(spark: Any, count: int) -> Any:
    rows = [(n, f"https://example.org/{n}", bytearray(page(n))) for n in range(count)]
    return spark.createDataFrame(rows, "number int, url string, html binary")


def test_a_frame_of_pages_becomes_a_frame_of_texts(spark: Any) -> None:
    found = dehusk_spark.extract(
        frame(spark, 5), columns=["text", "title", "authors", "confidence", "error"]
    )
    assert found.columns == ["number", "url", "text", "title", "authors", "confidence", "error"]
    rows = sorted(found.collect(), key=lambda row: row.number)
    assert [row.text for row in rows] == [dehusk.extract(page(n)).text for n in range(5)]
    assert [row.title for row in rows] == [f"Page {n}" for n in range(5)]
    assert rows[0].authors == []
    assert all(row.error is None for row in rows)


def test_pages_that_fail_and_pages_that_are_null_have_an_error(spark: Any) -> None:
    given = spark.createDataFrame([(bytearray(b"%PDF-1.7 "),), (None,)], "html binary")
    rows = dehusk_spark.extract(given, url=None).collect()
    assert {row.text for row in rows} == {None}
    assert sorted(row.error.partition(":")[0] for row in rows) == ["NotHtml", "The page is null."]


def test_warc_files_are_a_data_source_that_is_split(spark: Any, tmp_path: Path) -> None:
    path = archive(tmp_path, 40)
    dehusk_spark.register(spark)
    size = path.stat().st_size // 4
    pages = spark.read.format("warc").option("splitSize", size).load(str(tmp_path / "*.warc.gz"))
    assert pages.rdd.getNumPartitions() == len(splits(path, size)) >= 4
    rows = sorted(pages.collect(), key=lambda row: row.offset)
    own = list(find_inputs([path])[0].records())
    assert [(row.id, row.url, row.date, row.offset) for row in rows] == [
        (one.id, one.url, one.date, one.offset) for one in own
    ]
    assert [bytes(row.html) for row in rows] == [one.page for one in own]
    texts = dehusk_spark.extract(pages, encoding="encoding", columns=["text"])
    assert {row.text for row in texts.collect()} == {
        dehusk.extract(page(n)).text for n in range(40)
    }


def test_warc_files_can_be_extracted_where_they_are_read(spark: Any, tmp_path: Path) -> None:
    path = archive(tmp_path, 12)
    dehusk_spark.register(spark)
    source = spark.read.format("warc").option("splitSize", path.stat().st_size // 3)
    made = source.option("columns", "id,url,text,error").option("method", "cnr").load(str(path))
    assert made.columns == ["id", "url", "text", "error"]
    rows = {row.id: row for row in made.collect()}
    own = list(find_inputs([path])[0].records())
    assert {one.id: dehusk.extract(one.page, method="cnr").text for one in own} == {
        number: row.text for number, row in rows.items()
    }
    assert all(row.error is None for row in rows.values())


def test_a_damaged_file_has_a_row_that_says_so_in_one_split_only(
    spark: Any, tmp_path: Path
) -> None:
    path = archive(tmp_path, 30)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data[:-60]))
    dehusk_spark.register(spark)
    pages = spark.read.format("warc").option("splitSize", len(data) // 5).load(str(path))
    errors = sorted(row.error for row in pages.collect() if row.error is not None)
    assert len(errors) == 2
    assert "cut off" in errors[0]
    assert "damaged" in errors[1]
    assert pages.where("error is null").count() == 28


def test_templates_of_hosts_are_those_of_a_batch(spark: Any, tmp_path: Path) -> None:
    path = site(tmp_path, ("a.example", "b.example:8080"))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    few = [{"url": f"https://few.example/{n}", "html": "<p>Too few."} for n in range(9)]
    pages = spark.createDataFrame(
        [(row["url"], row["html"]) for row in rows + few], "url string, html string"
    ).repartition(2)
    learned = dehusk_spark.learn_templates(pages)
    assert dehusk_spark.save_templates(learned, tmp_path / "spark") == 2
    batch = Settings(columns=("url", "text"))
    run_batch([path], tmp_path / "batch", jobs=0, settings=batch, learn=True)
    for own in (tmp_path / "batch" / "_templates").iterdir():
        told, expected = (Template.load(one) for one in (tmp_path / "spark" / own.name, own))
        assert (told.host, told.pages, told.texts) == (
            expected.host,
            expected.pages,
            expected.texts,
        )
        assert told.places.keys() == expected.places.keys()
    using = Settings(templates=str(tmp_path / "spark"))
    texts = dehusk_spark.extract(pages, columns=["text"], settings=using).collect()
    assert len(texts) == len(rows + few)
    assert not any(NOTICE in (row.text or "") for row in texts)


def test_functions_for_sql(spark: Any) -> None:
    dehusk_spark.register(spark)
    frame(spark, 2).createOrReplaceTempView("pages")
    rows = spark.sql(
        "select number, dehusk_text(html, url) as text from pages order by number"
    ).collect()
    assert [row.text for row in rows] == [dehusk.extract(page(n)).text for n in range(2)]
    (row,) = spark.sql(
        "select dehusk_markdown(html, url) as it from pages where number = 1"
    ).collect()
    assert row.it.startswith("# Page 1")
    (row,) = spark.sql("select dehusk_text('<title>Empty', null) as it").collect()
    assert row.it is None


@contextmanager
def process(*arguments: str, words: str) -> Iterator[re.Match[str]]:
    """A process of Spark, once it has said some words, until the end of the block."""
    import pyspark

    home = Path(pyspark.__file__).parent
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_NO_DAEMONIZE": "1",
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), *sys.path])),
    }
    started = subprocess.Popen(
        [str(home / "bin" / "spark-class"), *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert started.stderr is not None
    said = []
    try:
        for line in started.stderr:
            said.append(line)
            if found := re.search(words, line):
                yield found
                return
        raise AssertionError("".join(said))
    finally:
        started.terminate()
        started.wait(30)
        started.stderr.close()


SCRIPT = """
import sys
from tests.spark.session import make_session
from dehusk import spark as dehusk_spark
session = make_session(sys.argv[1], **{"spark.executor.memory": "512m", "spark.cores.max": "2"})
dehusk_spark.register(session)
pages = session.read.format("warc").option("splitSize", sys.argv[3]).load(sys.argv[2])
rows = dehusk_spark.extract(pages, encoding="encoding", columns=["text", "error"]).collect()
print(session.sparkContext.master, len(rows), len({row.text for row in rows}), {row.error for row in rows})
session.stop()
"""


def test_a_cluster_of_a_master_and_a_worker(tmp_path: Path) -> None:
    path = archive(tmp_path, 60)
    master_class = "org.apache.spark.deploy.master.Master"
    worker_class = "org.apache.spark.deploy.worker.Worker"
    local = ("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
    with process(master_class, *local, words=r"Starting Spark master at (spark://\S+)") as said:
        address = said[1]
        worker = (
            worker_class,
            *local,
            "--cores",
            "2",
            "--memory",
            "1g",
            "--work-dir",
            str(tmp_path),
            address,
        )
        with process(*worker, words="Successfully registered with master"):
            done = subprocess.run(
                [sys.executable, "-c", SCRIPT, address, str(path), str(path.stat().st_size // 3)],
                cwd=ROOT,
                capture_output=True,
                text=True,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), *sys.path])),
                },
                timeout=300,
            )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == f"{address} 60 60 {{None}}"
