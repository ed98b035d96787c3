"""Spark with two threads in this process, where it and Java are installed; `make spark-test` does that."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastwarc")
pytest.importorskip("pyarrow")
pytest.importorskip("pyspark", reason="pyspark is not installed (make spark-test installs it)")

JAVA = shutil.which("java") or os.environ.get("JAVA_HOME")
if JAVA is None:
    pytest.skip(
        "Java is not installed (apt-get install default-jre-headless)", allow_module_level=True
    )


def make_session(master: str, **more: str) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("dehusk tests")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        **more,
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = make_session("local[2]")
    yield session
    session.stop()
