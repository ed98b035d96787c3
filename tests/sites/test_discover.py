"""The pages of a site that exists only here."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dehusk.errors import FetchError
from dehusk.fetch import Fetched
from dehusk.sites import Wanted, discover

HOME = "https://example.org/"


class Site:
    """Answers by path, and remembers what was asked."""

    def __init__(self, **answers: str) -> None:
        self.answers = {f"/{path.replace('_', '.')}": body for path, body in answers.items()}
        self.asked: list[str] = []
        self.notes: list[str] = []

    def get(self, url: str) -> Fetched:
        path = "/" + url.removeprefix(HOME)
        self.asked.append(path)
        if path not in self.answers:
            raise FetchError(f"{url} answered 404 Not Found.")
        return Fetched(self.answers[path].encode(), url, None, 200, "text/html")

    def urls(self, start: str = HOME, **wanted: object) -> list[str]:
        options = Wanted(**wanted)  # type: ignore[arg-type]
        found = discover(start, options, get=self.get, note=self.notes.append)
        return [link.url.removeprefix(HOME) for link in found]


def sitemap(*paths: str) -> str:
    return (
        "<urlset>" + "".join(f"<url><loc>{HOME}{path}</loc></url>" for path in paths) + "</urlset>"
    )


def index(*paths: str) -> str:
    inner = "".join(f"<sitemap><loc>{HOME}{path}</loc></sitemap>" for path in paths)
    return f"<sitemapindex>{inner}</sitemapindex>"


def test_sitemaps_of_robots_and_feeds_of_the_page() -> None:
    site = Site(
        robots_txt=f"Sitemap: {HOME}map.xml",
        map_xml=index("one.xml", "two.xml"),
        one_xml=sitemap("a", "b"),
        two_xml=sitemap("b", "c"),
        news_xml="<rss><channel><item><link>/d</link></item></channel></rss>",
    )
    site.answers["/"] = "<link rel=alternate type=application/rss+xml href=/news.xml><p>Tea"
    assert site.urls() == ["a", "b", "c", "d"]
    assert site.notes == []


def test_usual_places_are_tried_in_silence() -> None:
    site = Site(sitemap_xml=sitemap("a"))
    site.answers["/"] = "<p>Tea"
    assert site.urls() == ["a"]
    assert site.notes == []
    assert "/feed" in site.asked


def test_a_list_can_be_given_itself_and_a_broken_one_is_named() -> None:
    site = Site(map_xml=index("one.xml", "gone.xml"), one_xml=sitemap("a")[:-9])
    assert site.urls(f"{HOME}map.xml") == ["a"]
    assert len(site.notes) == 2
    assert "404" in site.notes[1]


def test_lists_that_name_each_other_end() -> None:
    site = Site(map_xml=index("map.xml", "one.xml"), one_xml=index("map.xml"))
    assert site.urls(f"{HOME}map.xml") == []


def test_pages_are_filtered() -> None:
    feed = (
        "<rss><channel><language>en</language>"
        "<item><link>/tea/old</link><pubDate>Fri, 01 Mar 2019 10:00:00 GMT</pubDate></item>"
        "<item><link>/tea/new</link><pubDate>Sun, 03 May 2020 10:00:00 GMT</pubDate></item>"
        "<item><link>/shop/new</link><pubDate>Sun, 03 May 2020 10:00:00 GMT</pubDate></item>"
        "<item><link>https://other.example/tea</link></item></channel></rss>"
    )
    site = Site(feed_xml=feed)
    start = f"{HOME}feed.xml"
    assert site.urls(start) == ["tea/old", "tea/new", "shop/new"]
    assert site.urls(start, since="2020-01-01") == ["tea/new", "shop/new"]
    assert site.urls(start, include=("/tea/",)) == ["tea/old", "tea/new"]
    assert site.urls(start, exclude=("shop",)) == ["tea/old", "tea/new"]
    assert site.urls(start, language="de") == []
    assert site.urls(start, other_hosts=True)[-1] == "https://other.example/tea"


def test_a_site_that_does_not_answer_is_an_error() -> None:
    with pytest.raises(FetchError):
        Site().urls()


def test_without_the_extra() -> None:
    code = "import sys; sys.modules['protego'] = None\nimport dehusk.sites"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingExtra: The pages of a site need protego" in done.stderr
    assert "pip install 'dehusk[crawl]'" in done.stderr
