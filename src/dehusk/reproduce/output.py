"""Exhibits in a folder: Markdown, LaTeX, CSV and SVG, an index of all, and a manifest."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter

import dehusk
from dehusk.evaluate.paired import PERMUTATIONS
from dehusk.evaluate.summary import RESAMPLES, SEED
from dehusk.reproduce import PAPERS
from dehusk.reproduce.study import Exhibit, Source

_PACKAGES = ("numpy", "rapidfuzz", "scikit-learn", "playwright")


def reproduce(names: Sequence[str], source: Source, folder: Path, command: str) -> str:
    """Write the exhibits of papers into a folder; the index, which is returned, has all tables."""
    folder.mkdir(parents=True, exist_ok=True)
    index, seconds = ["# The papers, reproduced\n"], {}
    for name in names:
        paper = PAPERS[name]
        start = perf_counter()
        index.append(f"## {name}\n\n{paper.cited}\n")
        index += [write(exhibit, folder) for exhibit in paper.exhibits(source)]
        seconds[name] = round(perf_counter() - start, 1)
    text = "\n".join(index)
    (folder / "README.md").write_text(text, encoding="utf-8")
    manifest = {
        "command": command,
        "dehusk": dehusk.__version__,
        "commit": _commit(),
        "python": platform.python_version(),
        "packages": {name: found for name in _PACKAGES if (found := _version(name))},
        "seconds": seconds,
        "one page in": source.every,
        "bootstrap": {"resamples": RESAMPLES, "permutations": PERMUTATIONS, "seed": SEED},
        "sha256": source.checksums,
        "fetched, with the pages of our figures": source.fetched,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return text


def write(exhibit: Exhibit, folder: Path) -> str:
    """The files of one exhibit; what the index says of it is returned."""
    lines = []
    if exhibit.table is not None:
        table = exhibit.table
        for suffix, text in {"md": table.markdown, "tex": table.latex, "csv": table.csv}.items():
            (folder / f"{exhibit.name}.{suffix}").write_text(text, encoding="utf-8")
        lines.append(table.markdown.replace("## ", "### ", 1))
    if exhibit.svg:
        (folder / f"{exhibit.name}.svg").write_text(exhibit.svg, encoding="utf-8")
        lines.append(f"![{exhibit.name}]({exhibit.name}.svg)\n")
    if exhibit.note:
        lines.append(f"{exhibit.note}\n")
    return "\n".join(lines)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _commit() -> str | None:
    """The commit of the checkout that the package runs from, None where it was installed."""
    root = Path(dehusk.__file__).parents[2]
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "rev-parse", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None
