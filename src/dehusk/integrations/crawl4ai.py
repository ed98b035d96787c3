"""crawl4ai: Markdown of the main content instead of the whole page.

    from crawl4ai import AsyncWebCrawler, CrawlerRunConfig
    from dehusk.integrations.crawl4ai import DehuskMarkdown

    run = CrawlerRunConfig(markdown_generator=DehuskMarkdown())
    async with AsyncWebCrawler() as crawler:
        result = await crawler.arun("https://example.org/", config=run)
    result.markdown.raw_markdown

The generator asks for the raw page: what crawl4ai has cleaned before lacks what the method looks at.
"""

from __future__ import annotations

from typing import Any

from dehusk.integrations._shared import Reader, needs

with needs("crawl4ai"):
    from crawl4ai.markdown_generation_strategy import MarkdownGenerationStrategy
    from crawl4ai.models import MarkdownGenerationResult


class DehuskMarkdown(MarkdownGenerationStrategy):
    """Writes the main content as Markdown; options as those of `Reader`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(content_source="raw_html")
        self._reader = Reader(**options)

    def generate_markdown(
        self, input_html: str, base_url: str = "", **kwargs: Any
    ) -> MarkdownGenerationResult:
        """The main content of a page, in every field that crawl4ai has for Markdown."""
        url = base_url if base_url.startswith(("http://", "https://")) else None
        document = self._reader.document(input_html, url)
        markdown = self._reader.write(document)
        return MarkdownGenerationResult(
            raw_markdown=markdown,
            markdown_with_citations=markdown,
            references_markdown="",
            fit_markdown=markdown,
            fit_html=document.html,
        )
