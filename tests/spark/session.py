"""A session of Spark for tests, in this process or on a cluster."""

from __future__ import annotations

from typing import Any


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
