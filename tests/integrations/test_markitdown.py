from __future__ import annotations

import io
from importlib.metadata import entry_points

import pytest

from .conftest import PAGE, adapter

adapter("markitdown")
from markitdown import MarkItDown  # noqa: E402

installed = pytest.mark.skipif(
    "dehusk" not in entry_points(group="markitdown.plugin").names,
    reason="dehusk is not installed with its entry points",
)


@installed
def test_the_plugin_is_found_and_converts() -> None:
    converted = MarkItDown(enable_plugins=True).convert_stream(
        io.BytesIO(PAGE.encode()), file_extension=".html", url="https://example.org/tea"
    )
    assert converted.title == "Green tea"
    assert "[our guide](https://example.org/water)" in converted.markdown
    assert "Imprint" not in converted.markdown


def test_without_plugins_it_stays_away() -> None:
    converted = MarkItDown().convert_stream(io.BytesIO(PAGE.encode()), file_extension=".html")
    assert "Imprint" in converted.markdown


@installed
def test_other_files_are_left_to_others() -> None:
    csv = io.BytesIO(b"tea,water\n1,2\n")
    converted = MarkItDown(enable_plugins=True).convert_stream(csv, file_extension=".csv")
    assert "| tea | water |" in converted.markdown
