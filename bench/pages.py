"""The labelled pages that the benchmarks run on: `../shared/data/NAME.tar.xz`."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parent.parent.parent / "shared" / "data"
RESULTS = Path(__file__).parent / "results"


def raw_pages(name: str, limit: int | None = None) -> dict[str, bytes]:
    """The bytes of the pages of a dataset by their id, in the order of the ids."""
    return dict(sorted(each_page(name))[:limit])


def each_page(name: str) -> Iterator[tuple[str, bytes]]:
    """The id and the bytes of each page of a dataset in the order of its archive, as it is read."""
    archive = DATA / f"{name}.tar.xz"
    if not archive.exists():
        raise SystemExit(f"The benchmark needs {archive}, which is not here.")
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and member.name.endswith(".html") and "html/" in member.name:
                file = tar.extractfile(member)
                assert file is not None
                yield Path(member.name).stem, file.read()
