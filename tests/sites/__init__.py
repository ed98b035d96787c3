import pytest

for package in ("httpx", "protego", "feedparser", "lxml", "fastwarc"):
    pytest.importorskip(package)
