"""A small dataset that every test can spoil in its own way."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

GOLD = {
    "tea": "Tea\nBoil some water, pour it over the leaves, and wait for three minutes.",
    "bread": "Bread\nMix flour, water and salt, wait for a day, and bake it in a hot oven.",
    "empty": "",
}


def page(text: str) -> bytes:
    title, _, body = text.partition("\n")
    return f"<nav><a href=/>Home</a></nav><h1>{title}</h1><p>{body}</p>".encode()


def write_gold(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def gold_lines() -> list[dict[str, Any]]:
    return [
        {"id": name, "text": text, "type": "recipe" if text else "nothing", "url": None}
        for name, text in GOLD.items()
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A dataset as a folder."""
    root = tmp_path / "recipes"
    (root / "html").mkdir(parents=True)
    for name, text in GOLD.items():
        (root / "html" / f"{name}.html").write_bytes(page(text))
    write_gold(root / "gold.jsonl", gold_lines())
    return root


@pytest.fixture
def archive(folder: Path) -> Path:
    """The same dataset as an archive, the gold last, as most are."""
    return pack(folder)


def pack(folder: Path) -> Path:
    path = folder.with_suffix(".tar.xz")
    with tarfile.open(path, "w:xz") as archive:
        for part in ("html", "annotated", "gold.jsonl"):
            if (folder / part).exists():
                archive.add(folder / part, part)
    return path
