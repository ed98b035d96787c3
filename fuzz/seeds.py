"""Write the seeds of the fuzzer: our golden pages, and the inputs of html5lib's tests if they are here.

python fuzz/seeds.py FOLDER
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ROOT.parent / "shared" / "data" / "html5lib-tests.tar.xz"


def golden_pages() -> Iterator[bytes]:
    """Our own pages."""
    for path in sorted((ROOT / "tests" / "pages").glob("*/page.html")):
        yield path.read_bytes()


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


def main(folder: Path) -> None:
    """Write each seed to a file named by its content."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in (*golden_pages(), *html5lib_inputs()):
        (folder / hashlib.sha1(seed, usedforsecurity=False).hexdigest()).write_bytes(seed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
