"""Native code numbers the kinds of rows as Python does."""

from __future__ import annotations

import re
from pathlib import Path

import dehusk
from dehusk.content.table import Kind


def test_kinds_have_the_same_numbers() -> None:
    text = (Path(dehusk.__file__).parent / "native" / "writing.pxd").read_text()
    numbers = {name: int(number) for name, number in re.findall(r"(\w+)_ROW = (\d+)", text)}
    assert numbers == {kind.name: kind.value for kind in Kind}
