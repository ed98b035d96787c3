"""The pages that we wrote, against what their authors meant them to say."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from dehusk.metadata import read_metadata
from dehusk.page.parse import parse

PAGES = sorted(Path(__file__).parents[1].glob("pages/*/expected.json"))


@pytest.mark.parametrize("expected_file", PAGES, ids=lambda path: path.parent.name)
def test_metadata_of_golden_page(expected_file: Path) -> None:
    expected = json.loads(expected_file.read_text(encoding="utf-8"))
    source = (expected_file.parent / "page.html").read_bytes()
    metadata = read_metadata(parse(source, url=expected["url"]))
    found = {name: _plain(name, getattr(metadata, name)) for name in expected["metadata"]}
    assert found == {name: _plain(name, value) for name, value in expected["metadata"].items()}


def _plain(name: str, value: object) -> object:
    """A value to compare: lists for tuples, and moments for dates, which the pages spell freely."""
    if name.startswith("date") and isinstance(value, str):
        return datetime.fromisoformat(value)
    return list(value) if isinstance(value, tuple) else value
