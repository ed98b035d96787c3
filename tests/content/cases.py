"""Small pages with the content that they give, for any implementation of these rules."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dehusk import Selection, parse
from dehusk.content.assemble import assemble
from dehusk.writers.json import blocks_of

FOLDER = Path(__file__).parent / "cases"
URL = "https://example.org/tea/"


@dataclass(frozen=True)
class Case:
    """A page and its content."""

    name: str

    @property
    def expected_file(self) -> Path:
        return FOLDER / f"{self.name}.json"

    @property
    def expected(self) -> list[Any]:
        content: list[Any] = json.loads(self.expected_file.read_text())
        return content

    def content(self) -> list[Any]:
        """What the page gives now."""
        page = parse((FOLDER / f"{self.name}.html").read_bytes(), url=URL)
        everything = Selection.of_subtrees(page, [0], reason="all of it")
        return blocks_of(assemble(page, everything))


def cases() -> list[Case]:
    return [Case(path.stem) for path in sorted(FOLDER.glob("*.html"))]


def write_all() -> None:
    """Expect what comes out now."""
    for case in cases():
        blocks = [json.dumps(block, ensure_ascii=False) for block in case.content()]
        case.expected_file.write_text("[" + ",\n ".join(blocks) + "]\n")
