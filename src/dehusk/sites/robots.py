"""robots.txt, read by protego as RFC 9309 says.

>>> robots = Robots(b"User-agent: *\\nDisallow: /tea\\nAllow: /tea/green\\nCrawl-delay: 2")
>>> robots.allows("https://example.org/tea/black"), robots.allows("https://example.org/tea/green")
(False, True)
"""

from __future__ import annotations

from protego import Protego

MOST_BYTES = 512 * 1024
"""How much of a file is read: RFC 9309 asks for at least 500 KiB."""
NOTHING = b"User-agent: *\nDisallow: /"
"""What a site says that allows nothing."""


class Robots:
    """What a site asks of robots; an empty file allows everything."""

    def __init__(self, body: bytes = b"", agent: str = "dehusk") -> None:
        self._agent = agent
        self._rules = Protego.parse(body[:MOST_BYTES].decode("utf-8-sig", "replace"))
        self.delay = self._rules.crawl_delay(agent)
        self.sitemaps = tuple(self._rules.sitemaps)

    def allows(self, url: str) -> bool:
        """Whether a page may be fetched."""
        return self._rules.can_fetch(url, self._agent)
