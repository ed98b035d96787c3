"""Runs the tests of adapters and shims, each in an environment of its own with the newest releases.

`python -m tests.environments` runs the light ones, `python -m tests.environments NAME ...` those of
that name; `make integrations` is the first. Environments stay in build/environments; what they hold is
printed beside the result.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOME = ROOT / "build" / "environments"
TOGETHER = 2


@dataclass(frozen=True)
class Environment:
    """What to install beside dehusk, and whether that is quick enough for every run."""

    packages: tuple[str, ...]
    light: bool = True
    tests: str = ""


ENVIRONMENTS = {
    "langchain": Environment(("langchain-core",)),
    "markitdown": Environment(("markitdown",)),
    "scrapy": Environment(("scrapy",)),
    "sklearn": Environment(("scikit-learn",)),
    "frames": Environment(("pyarrow", "pandas", "polars", "duckdb")),
    "haystack": Environment(("haystack-ai",), light=False),
    "llamaindex": Environment(("llama-index-core",), light=False),
    "crawl4ai": Environment(("crawl4ai",), light=False),
    # Its reader of WARC, which the example of the document has, wants three more.
    "datatrove": Environment(
        ("datatrove", "warcio", "python-magic", "faust-cchardet"), light=False
    ),
    "compat": Environment(
        (
            *("trafilatura", "readability-lxml", "lxml_html_clean", "justext"),
            *("resiliparse", "newspaper4k", "goose3"),
        ),
        tests="tests/compat",
    ),
    "nemo_curator": Environment(("nemo-curator[text]",), light=False),
}


def check(name: str) -> tuple[bool, str]:
    """Build the environment and run its tests: whether they passed, and what they printed."""
    environment = ENVIRONMENTS[name]
    try:
        python = make(name, environment.packages)
    except subprocess.CalledProcessError as error:
        return False, str(error.stderr)
    # The versions that count, and no test that skips itself for want of its package.
    tests = environment.tests or f"tests/integrations/test_{name}.py"
    run = [python, "-m", "pytest", "-q", "-W", "default", "-p", "no:cacheprovider", "-rs", tests]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, env=_variables())
    said = done.stdout + done.stderr
    if done.returncode:
        return False, said
    return "skipped" not in said, f"{said}{_versions(python, environment.packages)}"


def make(name: str, packages: tuple[str, ...]) -> Path:
    """An environment with dehusk and the newest releases of packages; returns its Python."""
    home = HOME / name
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        # Older versions of pip stumble over extras that are asked for twice.
        _install(python, "pip")
    _install(python, "pytest", "hypothesis", *packages, f"dehusk[cli] @ {wheel().as_uri()}")
    return python


@cache
def wheel() -> Path:
    """dehusk as users install it, built once for all environments."""
    folder = HOME / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    build = [
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"),
        "--no-build-isolation",
    ]
    subprocess.run([*build, "--wheel-dir", folder, ROOT], check=True, env=_variables())
    return next(folder.glob("*.whl"))


def _install(python: Path, *packages: str) -> None:
    install = [python, "-m", "pip", "install", "--quiet", "--no-compile", "--upgrade", *packages]
    subprocess.run(install, cwd=ROOT, capture_output=True, text=True, env=_variables(), check=True)


def _variables() -> dict[str, str]:
    """Those of this process, but for what would lead to another dehusk than the installed one."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _versions(python: Path, packages: tuple[str, ...]) -> str:
    names = [package.partition("[")[0] for package in packages]
    code = f"from importlib.metadata import version; print({{n: version(n) for n in {names!r}}})"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout


def main() -> int:
    names = sys.argv[1:] or [name for name, one in ENVIRONMENTS.items() if one.light]
    if unknown := set(names) - set(ENVIRONMENTS):
        print(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(ENVIRONMENTS)}.")
        return 2
    wheel()
    with ThreadPoolExecutor(TOGETHER) as pool:
        results = dict(zip(names, pool.map(check, names), strict=True))
    for name, (passed, said) in results.items():
        print(f"{'ok    ' if passed else 'FAILED'} {name}\n{said}")
    return int(not all(passed for passed, _ in results.values()))


if __name__ == "__main__":
    sys.exit(main())
