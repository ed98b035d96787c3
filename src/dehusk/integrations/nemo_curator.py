"""NeMo Curator: an algorithm for its Common Crawl extractors.

from nemo_curator.stages.text.download import CommonCrawlDownloadExtractStage
from dehusk.integrations.nemo_curator import DehuskExtractor

CommonCrawlDownloadExtractStage("2024-30", "2024-30", "out/", html_extraction=DehuskExtractor())
"""

from __future__ import annotations

from typing import Any

from dehusk.integrations._shared import Reader, needs

with needs("nemo-curator"):
    from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm


class DehuskExtractor(HTMLExtractorAlgorithm):
    """Extracts the paragraphs of the main content; it needs no stop words and no language."""

    def __init__(self, **options: Any) -> None:
        self._reader = Reader(**{"format": "text", **options})

    def extract_text(
        self, html: str, stop_words: frozenset[str] | None = None, language: str | None = None
    ) -> list[str] | None:
        """The paragraphs, None where the page has none or is no HTML."""
        text = self._reader.text(html)
        return text.split("\n\n") if text else None
