from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from .conftest import PAGE, adapter

scrapy = adapter("scrapy")
from scrapy.http import HtmlResponse  # noqa: E402

SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Tea(scrapy.Spider):
    name = "tea"
    start_urls = sys.argv[1:2]

    def parse(self, response):
        yield {"url": response.url, "response": response}
        yield {"url": "none"}

process = CrawlerProcess({
    "ITEM_PIPELINES": {"dehusk.integrations.scrapy.DehuskPipeline": 300},
    "FEEDS": {sys.argv[2]: {"format": "json"}},
    "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False,
})
process.crawl(Tea)
process.start()
"""


@pytest.fixture
def site() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=iso-8859-1")
            self.end_headers()
            self.wfile.write(PAGE.replace("little", "köstliche").encode("latin-1"))

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/tea"
    server.shutdown()
    server.server_close()


def test_a_response_is_extracted_with_its_address_and_charset() -> None:
    body = PAGE.replace("little", "köstliche").encode("latin-1")
    headers = {"Content-Type": "text/html; charset=ISO-8859-1"}
    response = HtmlResponse("https://example.org/tea", headers=headers, body=body)
    document = scrapy.extract(response)
    assert "köstliche" in document.text
    assert "(https://example.org/water)" in document.markdown


def test_a_crawl_with_the_pipeline(site: str, tmp_path: Path) -> None:
    out = tmp_path / "items.json"
    subprocess.run([sys.executable, "-c", SPIDER, site, str(out)], check=True, timeout=60)
    tea, none = sorted(json.loads(out.read_text()), key=len, reverse=True)
    assert none == {"url": "none"}
    assert tea["url"] == site
    assert tea["title"] == "Green tea"
    assert tea["markdown"].startswith("# Green tea")
    assert "köstliche" in tea["markdown"]
    assert "response" not in tea
