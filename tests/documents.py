"""Runs the code of a document, block by block, as a reader would who copies each of them.

Blocks of `python` share one namespace, with prompts or without; blocks of `sh` are scripts of bash that end
at the first command that fails. Blocks in other languages are shown, not run.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

_BLOCK = re.compile(r"^```([a-z]*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code, and the line of the document on which it begins."""

    language: str
    code: str
    line: int


def blocks(path: Path) -> Iterator[Block]:
    text = path.read_text("utf-8")
    for found in _BLOCK.finditer(text):
        yield Block(found[1], found[2], text.count("\n", 0, found.start(2)) + 1)


def run_blocks(path: Path, folder: Path) -> int:
    """Run what can be run in a document, in a folder; returns how many blocks that were."""
    namespace: dict[str, Any] = {"__name__": path.stem}
    count = 0
    for block in blocks(path):
        if block.language == "sh":
            _run_shell(block, path, folder)
        elif block.language in ("python", "pycon"):
            _run_python(block, path, namespace)
        else:
            continue
        count += 1
    return count


def _run_python(block: Block, path: Path, namespace: dict[str, Any]) -> None:
    if ">>> " not in block.code:
        code = "\n" * (block.line - 1) + block.code
        exec(compile(code, path, "exec"), namespace)
        return
    test = doctest.DocTestParser().get_doctest(
        block.code, namespace, path.name, str(path), block.line
    )
    runner = doctest.DebugRunner()
    runner.run(test, clear_globs=False)
    namespace.update(test.globs)


def _run_shell(block: Block, path: Path, folder: Path) -> None:
    """Installing is left out: the packages are there."""
    lines = [line for line in block.code.splitlines() if not line.startswith("pip install ")]
    variables = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{path.name}, line {block.line}:\n{done.stdout}\n{done.stderr}"
