"""The pages of a site, from what it says of itself: feeds, sitemaps, robots.txt.

>>> from dehusk.sites import read_feed
>>> feed = b"<rss><channel><item><title>Tea</title><link>/tea</link></item></channel></rss>"
>>> [(link.url, link.title) for link in read_feed(feed, "https://example.org/feed").links]
[('https://example.org/tea', 'Tea')]

`read_feed` and `read_sitemap` read bytes that you have, `discover` fetches what it needs, and a
`Crawler` visits the pages and stores them.
"""

from __future__ import annotations

from dehusk.errors import MissingExtra

try:
    from dehusk.sites.crawl import Crawler, Manners, Visit
    from dehusk.sites.discover import Wanted, discover
    from dehusk.sites.feeds import read_feed
    from dehusk.sites.links import Link, Listing
    from dehusk.sites.robots import Robots
    from dehusk.sites.sitemaps import read_sitemap
except ModuleNotFoundError as error:
    raise MissingExtra(
        f"The pages of a site need {error.name}; install it with: pip install 'dehusk[crawl]'"
    ) from error

__all__ = [
    "Crawler",
    "Link",
    "Listing",
    "Manners",
    "Robots",
    "Visit",
    "Wanted",
    "discover",
    "read_feed",
    "read_sitemap",
]
