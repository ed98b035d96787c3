"""Environments for the systems: virtual ones below `bench/.venvs`, and a folder of Node modules."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from bench.peers.adapters import ADAPTERS

HERE = Path(__file__).parent
ENVIRONMENTS = HERE.parent / ".venvs"
READY = ".ready"


def command(name: str) -> list[str]:
    """What starts the worker of a system, once its environment is there."""
    environment = ADAPTERS[name].environment
    if environment == "dehusk":
        return [sys.executable, str(HERE / "worker.py"), name]
    folder = prepared(environment)
    if environment == "node":
        return ["node", str(HERE / "readability.mjs"), str(folder)]
    return [str(folder / "bin" / "python"), str(HERE / "worker.py"), name]


def prepared(environment: str) -> Path:
    """The folder of an environment; made and filled when it is not there, or wants other packages."""
    folder = ENVIRONMENTS / environment
    packages = sorted(
        {
            package
            for adapter in ADAPTERS.values()
            if adapter.environment == environment
            for package in adapter.packages
        }
    )
    wanted = "\n".join(packages)
    ready = folder / READY
    if ready.exists() and ready.read_text() == wanted:
        return folder
    print(f"Installing {', '.join(packages)} in {folder}", file=sys.stderr)
    folder.mkdir(parents=True, exist_ok=True)
    if environment == "node":
        _install_node(folder, packages)
    else:
        _install_python(folder, packages)
    ready.write_text(wanted)
    return folder


def _install_python(folder: Path, packages: list[str]) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    # Older versions of pip stumble over extras that are asked for twice.
    subprocess.run([*pip, "--upgrade", "pip", "setuptools"], check=True)
    subprocess.run([*pip, *packages], check=True)


def _install_node(folder: Path, packages: list[str]) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("Mozilla's Readability needs Node and npm; leave it out with --without.")
    (folder / "package.json").write_text("{}\n")
    subprocess.run([npm, "install", "--silent", *packages], cwd=folder, check=True)
