"""The tables that hold each method against its paper: the code that they name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRACTORS = ROOT / "src" / "dehusk" / "extractors"
PAPERS = ("cnr", "dana", "context", "zones", "gce")
CODED = ("zones", "gce")
"""Those whose authors published a program that differs."""
HEAD = "| step of the paper | as published |"


def steps(name: str) -> Iterator[list[str]]:
    """The lines of the table, cell by cell."""
    table = (ROOT / "docs" / f"{name}.md").read_text().partition(HEAD)[2]
    for line in table.splitlines()[2:]:
        if not line.startswith("|"):
            return
        yield [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


@pytest.mark.parametrize("name", PAPERS)
def test_every_step_has_its_line_of_code(name: str) -> None:
    found = list(steps(name))
    assert len(found) >= 8
    assert {len(step) for step in found} == {7 if name in CODED else 6}
    *coded, document = found
    assert document[0] == "the document"
    for step in coded:
        named = re.fullmatch(r"`([\w/.]+)`: `(.+)`", step[-1])
        assert named is not None, step[0]
        inside, whole = EXTRACTORS / named[1], ROOT / named[1]
        code = (inside if inside.exists() else whole).read_text()
        assert code.count(named[2]) == 1, f"{step[0]}: {named[2]}"


@pytest.mark.parametrize("name", PAPERS)
def test_a_step_that_differs_says_why(name: str) -> None:
    for step, *_, ours, _, why, _ in steps(name):
        assert ours in ("the same", "as coded", "as published") or why, step


@pytest.mark.parametrize("name", PAPERS)
def test_steps_of_the_rewrite_agree_on_every_page(name: str) -> None:
    told = [step[-3] for step in steps(name)]
    found = [re.fullmatch(r"(?:\d+ blocks of )?(\d+) of (\d+)", agreement) for agreement in told]
    assert all(
        one is not None or agreement == "–" for one, agreement in zip(found, told, strict=True)
    )
    known = [one for one in found if one is not None]
    assert len(known) >= 5
    assert all(one[1] == one[2] for one in known), (
        "a disagreement wants its reason beside the table"
    )
