"""Feeds, sitemaps and robots.txt as they are found on the web, broken ones too."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.sites import Link, Robots, read_feed, read_sitemap

BASE = "https://example.org/feed"


def test_rss() -> None:
    feed = """<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
    <title>Leaves</title><link>https://example.org/</link><language>en-GB</language>
    <item><title><![CDATA[Green & hot]]></title><link> /green </link><pubDate>Sun, 03 May 2020 10:00:00 +0200</pubDate></item>
    <item><title>Black</title><guid>https://example.org/black</guid><dc:date>2020-05-04</dc:date></item>
    <item><title>None</title><guid isPermaLink="false">urn:7</guid></item>
    <item><title>Mail</title><link>mailto:ann@example.org</link></item></channel></rss>"""
    assert read_feed(feed.encode(), BASE).links == (
        Link("https://example.org/green", "Green & hot", "2020-05-03T10:00:00+02:00", "en-GB"),
        Link("https://example.org/black", "Black", "2020-05-04", "en-GB"),
    )


def test_atom() -> None:
    feed = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Blätter</title>
    <link rel="self" href="/feed"/><entry><title>Tee</title><link rel="edit" href="/edit/1"/>
    <link href="tee#top"/><updated>2020-05-05T00:00:00Z</updated><published>2020-05-03T00:00:00Z</published>
    <author><name>Ann</name></author><source><title>Other</title></source></entry></feed>"""
    assert read_feed(feed.encode(), BASE).links == (
        Link("https://example.org/tee", "Tee", "2020-05-03T00:00:00+00:00", "de"),
    )


def test_old_rss_with_rdf() -> None:
    feed = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <item rdf:about="https://example.org/tea"><title>Tea</title></item></rdf:RDF>"""
    assert [link.url for link in read_feed(feed, BASE).links] == ["https://example.org/tea"]


def test_json_feed() -> None:
    feed = b"""{"version": "https://jsonfeed.org/version/1.1", "language": "en", "items": [
    {"id": "1", "url": "https://example.org/tea", "title": "Tea", "date_published": "2020-05-03"},
    {"id": "https://example.org/id"}, {"url": 7}, "tea"]}"""
    assert read_feed(feed, BASE).links == (
        Link("https://example.org/tea", "Tea", "2020-05-03", "en"),
        Link("https://example.org/id", None, None, "en"),
    )


def test_what_stands_before_the_damage_is_kept() -> None:
    feed = b"<rss><channel><item><link>/one</link></item><item><link>/two</lin"
    listing = read_feed(feed, BASE)
    assert [link.url for link in listing.links] == ["https://example.org/one"]
    assert listing.problem is not None
    assert "could not be read to its end" in listing.problem


@pytest.mark.parametrize(
    "hostile",
    [
        b'<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><rss><channel>&b;</channel></rss>',
        b'<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><channel>&a;</channel></rss>',
        b"<a>" * 100_000,
    ],
    ids=["bomb", "file", "depth"],
)
def test_hostile_xml_is_refused(hostile: bytes) -> None:
    assert read_feed(hostile, BASE).problem
    assert read_sitemap(hostile, BASE).problem


def test_sitemaps_of_pages_of_news_and_of_sitemaps() -> None:
    pages = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
    xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <url><loc>https://example.org/a</loc><lastmod>2020-05-03</lastmod><image:image><image:loc>https://example.org/p.jpg</image:loc></image:image></url>
    <url><loc>https://example.org/b</loc><news:news><news:publication><news:name>Leaves</news:name><news:language>en</news:language></news:publication>
    <news:publication_date>2020-05-04</news:publication_date><news:title>Black tea</news:title></news:news></url></urlset>"""
    assert read_sitemap(pages, BASE).links == (
        Link("https://example.org/a", None, "2020-05-03"),
        Link("https://example.org/b", "Black tea", "2020-05-04", "en"),
    )
    index = b"<sitemapindex><sitemap><loc>/one.xml.gz</loc></sitemap></sitemapindex>"
    assert read_sitemap(index, BASE).lists == ("https://example.org/one.xml.gz",)
    plain = read_sitemap(b"https://example.org/a\n\nhttps://example.org/b\n", BASE)
    assert len(plain.links) == 2
    assert read_sitemap(b"Not found", BASE).problem


def test_a_sitemap_with_a_prefix_that_nothing_declares() -> None:
    pages = b"<urlset><url><image:image><image:loc>/p.jpg</image:loc></image:image><loc>/a</loc></url></urlset>"
    assert read_sitemap(pages, BASE).links == (Link("https://example.org/a"),)
    assert read_sitemap(pages, BASE).problem is None


def test_a_body_that_looks_like_a_file_name_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "feed.xml"
    path.write_text("<rss><channel><item><link>/secret</link></item></channel></rss>")
    assert read_feed(str(path).encode(), BASE).links == ()


@given(st.binary(max_size=300))
def test_noise_is_no_exception(noise: bytes) -> None:
    for body in (noise, b"<rss>" + noise, b"<urlset><url>" + noise, b'{"items": [' + noise):
        read_feed(body, BASE)
        read_sitemap(body, BASE)
    Robots(noise).allows("https://example.org/tea")


ROBOTS = b"""# comment
User-agent: other
Disallow: /
User-agent: dehusk
User-agent: *
Disallow: /shop # not this
Allow: /shop/tea
Disallow: /*.pdf$
Disallow:
Crawl-delay: 2.5
Sitemap: https://example.org/map.xml
"""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/", True), ("/shop", False), ("/shop/tea", True), ("/a.pdf", False), ("/a.pdf?x=1", True)],
)
def test_the_longest_rule_decides(path: str, allowed: bool) -> None:
    assert Robots(ROBOTS).allows(f"https://example.org{path}") is allowed


def test_groups_delays_and_sitemaps() -> None:
    assert Robots(ROBOTS).delay == 2.5
    assert Robots(ROBOTS).sitemaps == ("https://example.org/map.xml",)
    assert not Robots(ROBOTS, "other").allows("https://example.org/")
    assert Robots(b"").allows("https://example.org/")


@pytest.mark.parametrize(
    ("rule", "path", "allowed"),
    [
        ("/a%2Fb", "/a/b", True),
        ("/a%2Fb", "/a%2fb", False),
        ("/a%2Ab", "/a-x-b", True),
        ("/caf%C3%A9", "/café", False),
        ("/a%7Eb", "/a~b", False),
    ],
)
def test_an_escaped_slash_or_star_stands_for_itself(rule: str, path: str, allowed: bool) -> None:
    robots = Robots(f"User-agent: *\nDisallow: {rule}".encode())
    assert robots.allows(f"https://example.org{path}") is allowed
