"""The content of each case is what its JSON says."""

from __future__ import annotations

import pytest

from tests.content.cases import FOLDER, Case, cases


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_content(case: Case) -> None:
    assert case.content() == case.expected


def test_every_page_has_its_content() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {case.name for case in cases()}
