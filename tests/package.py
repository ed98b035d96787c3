"""What users install: an sdist, a wheel built from it, and the wheel in an empty environment.

`python -m tests.package`, or `make package`: builds both as `pip install` would, with the build tools
from the package registry, looks at what is in them, and runs `tests/installed.py` in a new environment
that has the wheel and numpy. Leaves them in `dist/`. Where there is no registry or no C compiler
it says so and checks nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

from dehusk import __version__
from tests.conftest import ROOT

DIST = ROOT / "dist"
LARGEST_WHEEL = 3_200_000
SHIPPED = (".py", ".mjs", ".pyi", ".so", ".pyd", ".npz", ".json", "py.typed")
PLAYGROUND = "dehusk/serve/static/"
REPORTS = "dehusk/explain/static/"
EXTENSION = "dehusk/serve/extension/"
SHELL = f"dehusk-{__version__}.data/data/share/"
NOT_IN_SDIST = (".ci/", ".github/", ".gitignore")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        python = empty_environment(Path(folder))
        if not run(python, "-m", "pip", "install", "--quiet", "numpy", check=False):
            skip("no package registry answers")
        if os.name == "posix" and not any(map(shutil.which, ("cc", "gcc", "clang"))):
            skip("there is no C compiler")
        sdist, wheel = build()
        check_sdist(sdist)
        check_wheel(wheel)
        run(python, "-m", "pip", "install", "--quiet", "--no-index", str(wheel))
        run(python, "-m", "pip", "check")
        run(python, str(ROOT / "tests" / "installed.py"))
    for file in (sdist, wheel):
        print(f"{file.name}: {file.stat().st_size / 1e6:.2f} MB")


def skip(why: str) -> None:
    print(f"The package is not checked: {why}.")
    raise SystemExit


def run(python: Path, *arguments: str, check: bool = True) -> bool:
    """Whether Python can do this, outside of the repository and without its paths; heard if it cannot."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [python, *arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    if done.returncode and check:
        sys.exit(f"{done.stdout}\nThis failed: python {' '.join(arguments)}")
    return done.returncode == 0


def empty_environment(folder: Path) -> Path:
    """The Python of a new environment."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def build() -> tuple[Path, Path]:
    """The sdist of the repository, and the wheel that pip would build from it."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(Path(sys.executable), "-m", "build", "--outdir", str(DIST), str(ROOT))
    (sdist,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    return sdist, wheel


def check_sdist(sdist: Path) -> None:
    """All of the repository is there that is needed to build and to test, and nothing that was built."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    refuse("are in the sdist", (name for name in names if name.endswith((".so", ".pyd", ".pyc"))))
    refuse(
        "are in the sdist",
        names & {f"src/dehusk/native/{path.stem}.c" for path in native_sources()},
    )
    if (ROOT / ".git").exists():
        listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split("\n")
        tracked = {name for name in listed if name and not name.startswith(NOT_IN_SDIST)}
        refuse("are not in the sdist", tracked - names)


def check_wheel(wheel: Path) -> None:
    """It has the modules and what they need, nothing else, no debug symbols, and is small."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        native = [archive.read(name) for name in names if name.endswith((".so", ".pyd"))]
    refuse("are in the wheel", (name for name in names if not belongs_in_wheel(name)))
    needed = {"dehusk/py.typed", "dehusk/native/page_columns.pyi", "dehusk/page/spelling.json"}
    needed |= {f"{PLAYGROUND}index.html", f"{REPORTS}report.css"}
    needed |= {"dehusk/evaluate/peers/worker.mjs"}
    needed |= {f"{EXTENSION}manifest.json", f"{SHELL}man/man1/dehusk.1"}
    refuse("are not in the wheel", needed - {*names})
    assert len(native) == len(native_sources()), "native modules are missing"
    assert not any(b".debug_info" in module for module in native), (
        "native modules have debug symbols"
    )
    size = wheel.stat().st_size
    assert size < LARGEST_WHEEL, f"the wheel has {size:,} bytes, more than {LARGEST_WHEEL:,}"


def belongs_in_wheel(name: str) -> bool:
    in_package = name.startswith("dehusk/") and name.endswith(SHIPPED)
    return in_package or name.startswith(
        (PLAYGROUND, REPORTS, EXTENSION, SHELL, f"dehusk-{__version__}.dist-info/")
    )


def native_sources() -> list[Path]:
    return sorted((ROOT / "src" / "dehusk").glob("**/*.pyx"))


def refuse(what: str, names: Iterable[str]) -> None:
    """Fail where there are such names."""
    found = sorted(names)
    assert not found, f"{', '.join(found[:10])} {what}"


if __name__ == "__main__":
    main()
