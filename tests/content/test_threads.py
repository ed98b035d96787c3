"""Threads share nothing: eight of them extract a thousand real pages as one does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dehusk import extract
from tests.extractors.default.test_features import labelled_pages


@pytest.mark.data
@pytest.mark.slow
def test_eight_threads_give_what_one_gives(data: Path) -> None:
    pages = list(labelled_pages(data / "wcxb-dev.tar.xz", step=1, count=1_000))
    assert len(pages) == 1_000
    alone = [extract(page).text for page in pages]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda page: extract(page).text, pages))
    assert together == alone
