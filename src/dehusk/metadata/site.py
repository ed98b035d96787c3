"""The names of a site, to know them again in titles and bylines.

>>> site = Site.of(["The Daily Leaf"], ["https://www.daily-leaf.example/tea"])
>>> site.is_named("Daily Leaf"), site.is_named("daily-leaf.example"), site.is_named("Leaf blowers")
(True, True, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from dehusk.metadata.values import key, words

_NOT_NAMES = frozenset("com org net de co uk info edu gov io blog news online site www en".split())


class Site(NamedTuple):
    """The keys of a site's names: declared ones and those of its domain."""

    keys: list[str]

    @classmethod
    def of(cls, names: Iterable[str], addresses: Iterable[str | None]) -> Site:
        """The site with some declared names and some addresses of its pages."""
        keys = [key(name) for name in names]
        for address in addresses:
            host = _host(address).removeprefix("www.")
            keys.extend(key(label) for label in host.split(".")[:-1] if label not in _NOT_NAMES)
            keys.append(key(host))
        return cls([one for one in dict.fromkeys(keys) if one])

    def is_named(self, text: str, *, loosely: bool = False) -> bool:
        """Whether a text is a name of the site; `loosely`, whether it starts or ends with one.

        >>> Site(["dailyleaf"]).is_named("The Daily Leaf Online", loosely=True)
        True
        >>> Site(["tdl"]).is_named("TDL Europe", loosely=True)
        True
        """
        own = [word for word in words(text) if word not in ("the", "www")]
        plain = "".join(own)
        first = text.partition(" ")[0]
        acronym = first.lower() if first.isupper() else None
        bare = [one.removeprefix("the") for one in self.keys]
        if plain in bare:
            return True
        return loosely and any(acronym == one or _loosely(own, plain, one) for one in bare)


def _loosely(own: list[str], plain: str, bare: str) -> bool:
    if len(bare) >= 4 and len(own) <= 6 and (plain.startswith(bare) or plain.endswith(bare)):
        return True
    if len(plain) >= 4 and (bare.startswith(plain) or bare.endswith(plain)):
        return True
    return len(own) > 2 and "".join(word[0] for word in own) == bare


def _host(address: str | None) -> str:
    try:
        return (urlsplit(address or "").hostname or "").lower()
    except ValueError:
        return ""
