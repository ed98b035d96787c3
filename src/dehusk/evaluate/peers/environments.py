"""Where the other systems are installed: beside dehusk, or in a folder that is filled on request.

>>> missing(["turbohtml"], Folder("peers"))                             # doctest: +SKIP
[]
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from dehusk.errors import DatasetError
from dehusk.evaluate.peers.systems import NODE, PYTHON, SYSTEMS
from dehusk.evaluate.peers.worker import OURS

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Folder:
    """A folder with a virtual environment and Node modules for systems that are not beside dehusk."""

    path: Path

    @property
    def python(self) -> Path:
        """The interpreter of the virtual environment."""
        bin_folder = "Scripts" if sys.platform == "win32" else "bin"
        return self.path / PYTHON / bin_folder / "python"

    @property
    def node(self) -> Path:
        """The folder that has `node_modules`."""
        return self.path / NODE

    def has(self, name: str) -> bool:
        """Whether a system has been installed here."""
        return (self.path / f".{_plain(name)}").exists()

    def install(self, names: Sequence[str], failed: Callable[[str], object]) -> list[str]:
        """Install systems by pip and npm; those that fail are returned, `failed` is told why."""
        self.path.mkdir(parents=True, exist_ok=True)
        absent = []
        for name in names:
            install = _install_python if SYSTEMS[name].runs_in == PYTHON else _install_node
            try:
                install(self, SYSTEMS[name].packages)
                (self.path / f".{_plain(name)}").touch()
            except DatasetError as error:
                failed(str(error))
                absent.append(name)
        return absent


def missing(names: Sequence[str], folder: Folder | None) -> list[str]:
    """Those of the systems that are neither beside dehusk nor in the folder."""
    return [name for name in names if not _is_here(name, folder)]


def command(name: str, folder: Folder | None) -> list[str]:
    """What starts the worker of a system."""
    if name.startswith(OURS):
        return [sys.executable, str(HERE / "worker.py"), name]
    system = SYSTEMS[name]
    if system.runs_in == NODE:
        assert folder is not None
        worker = str(HERE / "worker.mjs")
        return ["node", worker, str(folder.node.resolve()), system.module, *system.packages]
    inside = folder is not None and folder.has(name)
    python = str(folder.python) if folder is not None and inside else sys.executable
    return [python, str(HERE / "worker.py"), name]


def _is_here(name: str, folder: Folder | None) -> bool:
    if name.startswith(OURS) or (folder is not None and folder.has(name)):
        return True
    return SYSTEMS[name].runs_in == PYTHON and find_spec(SYSTEMS[name].module) is not None


def _plain(name: str) -> str:
    return name.lower().replace(" ", "-")


def _install_python(folder: Folder, packages: Sequence[str]) -> None:
    install = [str(folder.python), "-m", "pip", "install", "--quiet"]
    if not folder.python.exists():
        _run([sys.executable, "-m", "venv", str(folder.path / PYTHON)])
        _run([*install, "--upgrade", "pip", "setuptools"])
    _run([*install, *packages])


def _install_node(folder: Folder, packages: Sequence[str]) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise DatasetError(f"{packages[0]} needs Node and npm, which are not here; leave it out.")
    folder.node.mkdir(exist_ok=True)
    described = folder.node / "package.json"
    if not described.exists():
        described.write_text("{}\n")
    _run([npm, "install", "--silent", "--no-fund", "--no-audit", *packages], folder.node)


def _run(command: list[str], where: Path | None = None) -> None:
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise DatasetError(f"Installing {command[-1]} failed: {last}")
