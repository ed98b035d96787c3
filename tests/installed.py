"""Does the dehusk that is installed here work, with nothing beside it but numpy?

`python tests/installed.py`, with the Python of the environment that has it: every output of every golden
page, by every method that needs no browser. Without pytest, so that the environment can be empty; the
builds of wheels run it on each system.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import dehusk

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "tests" / "pages"


def check_what_is_installed() -> None:
    """It is a dehusk of its own and not the one of the repository, with types and one version."""
    assert ROOT / "src" not in Path(dehusk.__file__).resolve().parents, (
        "this is not an installed one"
    )
    assert dehusk.__version__ == version("dehusk")
    assert files("dehusk").joinpath("py.typed").is_file()
    assert files("dehusk.native").joinpath("page_columns.pyi").is_file()
    russian = "Вчера открылась библиотека."  # told by the letter tables, which are a data file
    assert russian.encode() in dehusk.parse(f"<p>{russian}".encode("cp1251")).text


def check_page(folder: Path) -> None:
    """Every output is there, and the default finds what the page has to say."""
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    page = dehusk.parse((folder / "page.html").read_bytes(), url=expected["url"])
    for name, extractor in dehusk.EXTRACTORS.items():
        if extractor.needs_layout:
            continue
        document = dehusk.extract(page, method=name)
        outputs = (document.text, document.markdown, document.html, document.json)
        assert all(isinstance(output, str) for output in outputs), (folder.name, name)
        # A baseline may keep nothing of a thread but who wrote its posts, which is no running text.
        says = bool(document.blocks) and not document.posts
        assert bool(document.text) or not says, (folder.name, name)
        assert bool(document.blocks) or not document.text, (folder.name, name)
        assert document.metadata.title == expected["metadata"]["title"], (folder.name, name)


def check_command() -> None:
    """The command names its version, or says in one sentence what it needs."""
    command = [sys.executable, "-m", "dehusk", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == f"dehusk {dehusk.__version__}\n" or "dehusk[cli]" in done.stderr, done


if __name__ == "__main__":
    check_what_is_installed()
    check_command()
    folders = sorted(folder for folder in PAGES.iterdir() if folder.is_dir())
    for folder in folders:
        check_page(folder)
    print(f"dehusk {dehusk.__version__} in {Path(dehusk.__file__).parent}: {len(folders)} pages")
