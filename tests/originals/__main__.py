"""`python -m tests.originals [NAME ...]`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tests.environments import HOME, ROOT, make
from tests.originals.reasons import reason

REPORT = ROOT / "bench" / "results" / "originals.md"
PLUGIN = "dehusk_originals"


@dataclass(frozen=True)
class Original:
    """A package whose tests are run: its name where it is imported, and which of its tests need no network."""

    package: str
    tests: tuple[str, ...] = ("tests",)
    options: tuple[str, ...] = ()


ORIGINALS = {
    "trafilatura": Original(
        "trafilatura",
        tuple(
            f"tests/{name}_tests.py"
            for name in "unit baseline metadata json_metadata xml_tei repeated_output".split()
        ),
        ("-o", "python_files=*_tests.py"),
    ),
    "justext": Original("justext"),
    "newspaper4k": Original(
        "newspaper",
        ("tests/unit",),
        ("--ignore=tests/unit/test_network.py", "--ignore=tests/unit/test_requests.py"),
    ),
    "goose3": Original("goose3"),
}
NONE = {
    "readability-lxml": "its source distribution has no tests",
    "resiliparse": "it has none either",
}
HELPERS = ("pytest-mock", "requests-mock", "pyyaml", "lxml_html_clean")

Outcomes = dict[str, dict[str, Any]]


def main() -> int:
    names = sys.argv[1:] or list(ORIGINALS)
    python = make("originals", (*ORIGINALS, *HELPERS))
    lines, details = [], []
    for name in names:
        folder = unpacked(name, python)
        before, after = (run(name, folder, python, replace=replace) for replace in (False, True))
        compared = [
            test
            for test, outcome in after.items()
            if outcome["called"] and before.get(test, {}).get("passed")
        ]
        failed = [test for test in compared if not after[test]["passed"]]
        passed = len(compared) - len(failed)
        lines.append(f"| {folder.name} | {len(before)} | {len(compared)} | {passed} |")
        details += told(name, failed)
        print(lines[-1], flush=True)
    REPORT.write_text(report(lines, details), "utf-8")
    return 0


def unpacked(name: str, python: Path) -> Path:
    """The newest source distribution of a package, unpacked."""
    home = HOME / "sources" / name
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    fetch = [python, "-m", "pip", "download", "--quiet", "--no-deps", f"--no-binary={name}", name]
    subprocess.run(fetch, cwd=home, check=True)
    with tarfile.open(next(home.glob("*.tar.gz"))) as archive:
        archive.extractall(home, filter="data")
    folder = next(path for path in home.iterdir() if path.is_dir())
    for tests in ORIGINALS[name].tests:
        # Tests that import each other relatively are a package only where they say so.
        if (folder / tests).is_dir():
            (folder / tests / "__init__.py").touch()
    return folder


def run(name: str, folder: Path, python: Path, *, replace: bool) -> Outcomes:
    """What becomes of every test; their own settings of pytest, which want more plugins, are left out."""
    original = ORIGINALS[name]
    plugins = HOME / "plugins"
    plugins.mkdir(exist_ok=True)
    shutil.copy(Path(__file__).with_name("plugin.py"), plugins / f"{PLUGIN}.py")
    outcomes = HOME / f"{name}-{int(replace)}.json"
    outcomes.unlink(missing_ok=True)
    variables = {
        **os.environ,
        "PYTHONPATH": str(plugins),
        "DEHUSK_ORIGINAL": original.package,
        "DEHUSK_REPLACE": str(int(replace)),
        "DEHUSK_OUTCOMES": str(outcomes),
    }
    command = [
        *(python, "-m", "pytest", "-q", "-p", PLUGIN, "-p", "no:cacheprovider", "-W", "ignore"),
        *("-c", os.devnull, "--rootdir=.", "--continue-on-collection-errors"),
        *original.options,
        *original.tests,
    ]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    if not outcomes.exists():
        raise SystemExit(f"The tests of {name} did not run:\n{done.stdout[-2000:]}{done.stderr}")
    found: Outcomes = json.loads(outcomes.read_text("utf-8"))
    return found


def told(name: str, failed: list[str]) -> list[str]:
    """A line for each reason, with the tests it is the reason of."""
    if not failed:
        return []
    functions = Counter(test.partition("[")[0].rpartition("::")[2] for test in failed)
    by_reason: dict[str, list[str]] = {}
    for test in dict.fromkeys(test.partition("[")[0] for test in failed):
        function = test.rpartition("::")[2]
        times = f" ({functions[function]})" if functions[function] > 1 else ""
        by_reason.setdefault(reason(name, test), []).append(f"`{function}`{times}")
    lines = [f"- {why}: {', '.join(tests)}" for why, tests in by_reason.items()]
    return [f"\n## {name}\n", *lines]


def report(lines: list[str], details: list[str]) -> str:
    missing = "\n".join(f"| {name} | – | – | {why} |" for name, why in NONE.items())
    table = "\n".join(lines)
    return f"""# The originals' own tests, with the replacements in place

`make originals`, {date.today():%-d %B %Y}. *Run*: tests that ran. *Compared*: those that pass as they are and call what is
replaced. *Pass*: those of them that pass with the replacement.

| source distribution | run | compared | pass |
| --- | ---: | ---: | ---: |
{table}
{missing}

What does not pass, by the reason:
{chr(10).join(details)}
"""


if __name__ == "__main__":
    sys.exit(main())
