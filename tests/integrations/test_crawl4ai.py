from __future__ import annotations

import asyncio

from .conftest import PAGE, adapter

crawl4ai = adapter("crawl4ai")


def test_markdown_is_made_of_the_main_content() -> None:
    made = crawl4ai.DehuskMarkdown().generate_markdown(PAGE, base_url="https://example.org/tea")
    assert made.raw_markdown.startswith("# Green tea")
    assert "(https://example.org/water)" in made.raw_markdown
    assert "Imprint" not in made.raw_markdown
    assert "<h1>" in made.fit_html


def test_a_crawl_of_a_raw_page_uses_it() -> None:
    from crawl4ai import AsyncWebCrawler, CacheMode, CrawlerRunConfig
    from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy

    async def crawl() -> str:
        run = CrawlerRunConfig(
            markdown_generator=crawl4ai.DehuskMarkdown(), cache_mode=CacheMode.BYPASS
        )
        async with AsyncWebCrawler(AsyncHTTPCrawlerStrategy()) as crawler:
            result = await crawler.arun(f"raw:{PAGE}", config=run)
        return str(result.markdown.raw_markdown)

    markdown = asyncio.run(crawl())
    assert markdown.startswith("# Green tea")
    assert "Imprint" not in markdown
