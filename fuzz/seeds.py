"""Write the seeds of a target: `python fuzz/seeds.py TARGET FOLDER`.

A target has its own; those that read HTML begin with our golden pages, the families of hostile input,
each small, and the inputs of html5lib's tests if they are here.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tarfile
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ROOT.parent / "shared" / "data" / "html5lib-tests.tar.xz"


def golden_pages() -> Iterator[bytes]:
    """Our own pages."""
    for path in sorted((ROOT / "tests" / "pages").glob("*/page.html")):
        yield path.read_bytes()


def hostile_pages() -> Iterator[bytes]:
    """What is quadratic in careless code, and holds what outputs other than text are made of."""
    from tests.families import FAMILIES

    for family in FAMILIES.values():
        yield family.page(1024).encode("utf-8", "surrogatepass")


def html5lib_inputs() -> Iterator[bytes]:
    """What html5lib's tests of tokens and trees parse."""
    if not TESTS.exists():
        return
    with tarfile.open(TESTS) as archive:
        for member in archive:
            content = archive.extractfile(member)
            if content is None:
                continue
            if member.name.endswith(".dat") and "tree-construction" in member.name:
                yield from re.findall(rb"(?:\A|\n)#data\n(.*?)\n#errors", content.read(), re.DOTALL)
            elif member.name.endswith(".test") and "tokenizer" in member.name:
                for test in json.loads(content.read()).get("tests", []):
                    yield test["input"].encode("utf-8", "surrogatepass")


def html_seeds(one_in: int = 1) -> Iterator[bytes]:
    """All of these; of html5lib's inputs, thousands, one in so many."""
    yield from golden_pages()
    yield from hostile_pages()
    yield from islice(html5lib_inputs(), 0, None, one_in)


def main(target: str, folder: Path) -> None:
    """Write each seed of a target to a file named by its content."""
    sys.path.insert(0, str(ROOT))
    seeds = html_seeds() if target == "parse" else import_module(f"fuzz.{target}").seeds()
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (folder / hashlib.sha1(seed, usedforsecurity=False).hexdigest()).write_bytes(seed)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
