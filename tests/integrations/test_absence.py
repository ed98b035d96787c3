"""Without the other package an adapter says which one to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dehusk

FOLDER = Path(dehusk.__file__).parent / "integrations"
ADAPTERS = {
    "langchain": "langchain-core",
    "llamaindex": "llama-index-core",
    "haystack": "haystack-ai",
    "markitdown": "markitdown",
    "crawl4ai": "crawl4ai",
    "scrapy": "scrapy",
    "datatrove": "datatrove",
    "nemo_curator": "nemo-curator",
    "sklearn": "scikit-learn",
}
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"langchain_core", "llama_index", "haystack", "markitdown", "crawl4ai",
                                  "scrapy", "itemadapter", "datatrove", "nemo_curator", "sklearn",
                                  "pyarrow", "pandas", "polars", "duckdb"}:
            raise ImportError(f"No module named {name!r}")
sys.meta_path.insert(0, Hidden())
from importlib import import_module
from dehusk import MissingExtra
"""


def without_packages(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", HIDE + code], capture_output=True, text=True, check=True
    ).stdout


def test_every_adapter_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("[a-z]*.py")} == {*ADAPTERS, "frames"}


def test_adapters_name_the_package_to_install() -> None:
    said = without_packages(
        f"for name in {list(ADAPTERS)}:\n"
        "    try: import_module(f'dehusk.integrations.{name}')\n"
        "    except MissingExtra as error: print(name, str(error).rpartition(' ')[2])\n"
    )
    assert said.split("\n")[:-1] == [f"{name} {package}" for name, package in ADAPTERS.items()]


@pytest.mark.parametrize(
    ("call", "package"),
    [
        ("extract_arrow(None)", "pyarrow"),
        ("extract_series(None)", "pandas"),
        ("extract_expression('html')", "polars"),
        ("register(None)", "duckdb"),
    ],
)
def test_frames_name_the_package_to_install(call: str, package: str) -> None:
    said = without_packages(
        "from dehusk.integrations.frames import *\n"
        f"try: {call}\nexcept MissingExtra as error: print(error)\n"
    )
    assert said == f"This adapter needs {package}; install it with: pip install {package}\n"
