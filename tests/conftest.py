"""What the tests share: where the labelled pages are, and the golden pages."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from dehusk.rendering.chromium import NAMES

# How long an example takes says more of what else the machine does; tests of time are apart. Where a change
# is judged it sees the same examples each time, elsewhere new ones.
settings.register_profile("dehusk", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("dehusk")

ROOT = Path(__file__).parent.parent
PAGES = Path(__file__).parent / "pages"
DATA = ROOT.parent / "shared" / "data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with a word why, what needs data or a browser that this machine does not have, and look up to
    three times at what takes too long: another program may have had the processor."""
    no_data = pytest.mark.skip(reason="the labelled pages (../shared/data) are not here")
    no_browser = pytest.mark.skip(reason="Chromium is not installed (apt-get install chromium)")
    browser = os.environ.get("DEHUSK_CHROMIUM") or any(map(shutil.which, NAMES))
    for item in items:
        if item.get_closest_marker("data") and not DATA.is_dir():
            item.add_marker(no_data)
        if item.get_closest_marker("browser") and not browser:
            item.add_marker(no_browser)
        if item.get_closest_marker("timed"):
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of labelled pages."""
    return DATA
