"""datatrove: an extractor of pages for its pipelines.

    from datatrove.pipeline.readers import WarcReader
    from dehusk.integrations.datatrove import Dehusk

    pipeline = [WarcReader("warcs/"), Dehusk(), ...]

Unlike the extractors that come with it, this one knows the address of each page (links become
absolute) and can put what the page says of itself into the metadata of the document.
"""

from __future__ import annotations

from typing import Any

from dehusk.errors import DehuskError
from dehusk.integrations._shared import Reader, facts_of, needs

with needs("datatrove"):
    from datatrove.data import DocumentsPipeline
    from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
    from datatrove.utils.logging import logger
    from datatrove.utils.typeshelper import StatHints

_WARM_UP = ("<p>Bread needs flour, water, salt and time.</p>", None)
"""Loads the model before the clock of the first page starts."""


class Dehusk(BaseExtractor):
    """Extracts the main content in a process of its own, with a time-out for each page.

    `facts` adds title, authors, date, language and confidence to the metadata. The other options are
    those of `Reader`; the format is text unless told otherwise.
    """

    name = "🌾 dehusk"

    def __init__(self, timeout: float = 5, facts: bool = False, **options: Any) -> None:
        super().__init__(timeout)
        self._warned_error = False
        self._facts = facts
        self._reader = Reader(**{"format": "text", **options})

    def extract(self, text: str) -> str:
        """The main content of one page of which only the markup is known."""
        return self._read(text, None)[0]

    def _read(self, html: str, url: str | None) -> tuple[str, dict[str, Any]]:
        try:
            document = self._reader.document(html, url)
        except DehuskError:  # an exception would end the process, which pages after it need
            return "", {}
        return self._reader.write(document), facts_of(document) if self._facts else {}

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """The documents with their text in place of their markup; those without any are dropped."""
        with ExtractorSandbox(timeout=self.timeout, warmup_text=_WARM_UP) as sandbox:
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    page = (document.text, document.metadata.get("url"))
                    try:
                        document.text, facts = sandbox.process_document(page, self._read)
                    except Exception as error:  # the pipeline goes on whatever a page does
                        self._note(error)
                        continue
                    self.stat_update("extracted")
                    document.metadata.update(facts)
                if not document.text:
                    self.stat_update(StatHints.dropped)
                    continue
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document

    def _note(self, error: Exception) -> None:
        kinds = {TimeoutError: "timeout", EOFError: "broken_process"}
        self.stat_update(kinds.get(type(error), "clean_error"))
        if not self._warned_error:
            logger.warning(f"A page is left out: {error} (said once)")
            self._warned_error = True
