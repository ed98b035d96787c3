"""Scrapy: `extract(response)` for spiders, and an item pipeline.

    class Tea(scrapy.Spider):
        def parse(self, response):
            document = dehusk.integrations.scrapy.extract(response)
            yield {"url": response.url, "text": document.text}

Or leave it to the pipeline, with `ITEM_PIPELINES = {"dehusk.integrations.scrapy.DehuskPipeline": 300}`
and items that hold the response:

    yield {"url": response.url, "response": response}
"""

from __future__ import annotations

from typing import Any

from dehusk.document import Document
from dehusk.errors import DehuskError
from dehusk.integrations._shared import Reader, facts_of, needs

with needs("scrapy"):
    from itemadapter import ItemAdapter
    from scrapy.crawler import Crawler
    from scrapy.exceptions import DropItem
    from scrapy.http import Response


def extract(response: Response, **options: Any) -> Document:
    """The main content of a response, from its bytes, its address and its charset."""
    return Reader(**options).document(response.body, response.url, _charset(response))


def _charset(response: Response) -> str | None:
    """What the header says, in the name that it says it; what the page says is read there."""
    header = response.headers.get("Content-Type", b"").decode("latin-1")
    _, _, charset = header.partition("charset=")
    return charset.split(";")[0].strip(" \"'") or None


class DehuskPipeline:
    """Replaces the `response` of an item by its content and what is known of it.

    `DEHUSK_RESPONSE` names the field of the response, `DEHUSK_FIELD` that of the content
    (`"markdown"` or `"text"`, which is also its format), `DEHUSK_OPTIONS` are options of `Reader`.
    An item without a response passes as it is; one whose page cannot be read is dropped.
    """

    def __init__(self, response: str, field: str, options: dict[str, Any]) -> None:
        self._response, self._field = response, field
        self._reader = Reader(**{"format": field, **options})

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DehuskPipeline:
        """The pipeline as the settings say."""
        settings = crawler.settings
        return cls(
            settings.get("DEHUSK_RESPONSE", "response"),
            settings.get("DEHUSK_FIELD", "markdown"),
            settings.getdict("DEHUSK_OPTIONS"),
        )

    def process_item(self, item: Any) -> Any:
        """The item with its content."""
        adapter = ItemAdapter(item)
        response = adapter.get(self._response)
        if response is None:
            return item
        try:
            document = self._reader.document(response.body, response.url, _charset(response))
            made = {self._field: self._reader.write(document), **facts_of(document)}
        except DehuskError as error:
            raise DropItem(str(error)) from error
        del adapter[self._response]
        known = adapter.field_names() if not isinstance(item, dict) else made
        for name in set(made) & set(known):
            adapter[name] = made[name]
        return item
