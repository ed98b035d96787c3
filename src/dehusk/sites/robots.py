"""robots.txt, as RFC 9309 says: the longest rule that fits decides, `Allow` where two are as long.

>>> robots = Robots.of(b"User-agent: *\\nDisallow: /tea\\nAllow: /tea/green\\nCrawl-delay: 2")
>>> robots.allows("https://example.org/tea/black"), robots.allows("https://example.org/tea/green")
(False, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

MOST_BYTES = 512 * 1024
"""How much of a file is read: RFC 9309 asks for at least 500 KiB."""


@dataclass(frozen=True, slots=True)
class Robots:
    """What a site asks of robots."""

    rules: tuple[tuple[str, bool], ...] = ()
    delay: float | None = None
    sitemaps: tuple[str, ...] = ()

    @classmethod
    def of(cls, body: bytes, agent: str = "dehusk") -> Robots:
        """The rules for an agent: those of its own group, or of the group for all."""
        groups: dict[str, list[tuple[str, str]]] = {}
        current: list[str] = []
        sitemaps = []
        is_heading = False
        for line in body[:MOST_BYTES].decode("utf-8", "replace").splitlines():
            name, _, value = line.partition("#")[0].partition(":")
            name, value = name.strip().lower(), value.strip()
            if name == "user-agent":
                current = [*current, value.lower()] if is_heading else [value.lower()]
                groups.setdefault(value.lower(), [])
                is_heading = True
                continue
            if name == "sitemap":
                sitemaps.append(value)
            elif name in ("allow", "disallow", "crawl-delay"):
                is_heading = False
                for group in current:
                    groups[group].append((name, value))
        said = groups.get(agent.lower(), groups.get("*", []))
        rules = [
            (_decoded(value), name == "allow") for name, value in said if name != "crawl-delay"
        ]
        delays = [_number(value) for name, value in said if name == "crawl-delay"]
        return cls(
            tuple((pattern, allowed) for pattern, allowed in rules if pattern),
            next((delay for delay in delays if delay is not None), None),
            tuple(sitemaps),
        )

    def allows(self, url: str) -> bool:
        """Whether a page may be fetched."""
        parts = urlsplit(url)
        path = _decoded(parts.path or "/") + (f"?{_decoded(parts.query)}" if parts.query else "")
        fitting = [
            (len(pattern), allowed) for pattern, allowed in self.rules if _fits(pattern, path)
        ]
        return max(fitting, default=(0, True))[1]


def _fits(pattern: str, path: str) -> bool:
    """Whether a rule is for a path; `*` is any run of characters and `$` the end.

    >>> _fits("/*.pdf$", "/tea.pdf"), _fits("/*.pdf$", "/tea.pdf?x"), _fits("/t*a", "/teapot")
    (True, False, True)
    """
    is_whole = pattern.endswith("$")
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    for index, part in enumerate(others):
        if is_whole and index == len(others) - 1:
            return len(path) - len(part) >= place and path.endswith(part)
        place = path.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return not is_whole or place == len(path)


def _decoded(text: str) -> str:
    return unquote(text)


def _number(text: str) -> float | None:
    try:
        return max(0.0, min(float(text), 3600.0))
    except ValueError:
        return None
