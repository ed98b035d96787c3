"""Results as JSON for machines and as a Markdown table for people, in `bench/results`."""

from __future__ import annotations

import json
import platform
from dataclasses import dataclass
from typing import Any

from bench.pages import RESULTS


@dataclass(frozen=True)
class Table:
    """A head and lines of strings."""

    head: list[str]
    lines: list[list[str]]

    def markdown(self) -> str:
        rule = ["---", *["---:"] * (len(self.head) - 1)]
        return "\n".join("| " + " | ".join(line) + " |" for line in [self.head, rule, *self.lines])


def write_results(name: str, *, command: str, data: dict[str, Any], table: Table) -> None:
    """Write `bench/results/NAME.json` and `NAME.md`, and print the table."""
    RESULTS.mkdir(exist_ok=True)
    record = {"command": command, "python": platform.python_version(), **data}
    (RESULTS / f"{name}.json").write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    notes = "\n".join(
        f"- {key}: {_short(value)}" for key, value in record.items() if not isinstance(value, list)
    )
    (RESULTS / f"{name}.md").write_text(f"# {name}\n\n{table.markdown()}\n\n{notes}\n")
    print(table.markdown())
    print(notes)


def _short(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_short(item)}" for key, item in value.items())
    return str(value)
