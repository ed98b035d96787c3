"""The names of a site, to know them again in titles and bylines.

>>> site = Site.of(["The Daily Leaf"], ["https://www.daily-leaf.example/tea"])
>>> site.is_named("Daily Leaf"), site.is_named("daily-leaf.example"), site.is_named("Leaf blowers")
(True, True, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dehusk.metadata.values import host_of, key, words

_FEW, _LONG = 6, 4
_NOT_NAMES = frozenset("com org net de co uk info edu gov io blog news online site www en".split())


class Site:
    """The keys of a site's names: declared ones and those of its domain."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._bare = [one.removeprefix("the") for one in keys]
        self._lines = "\n" + "\n".join(self._bare) + "\n"
        self._long = tuple([one for one in self._bare if len(one) >= _LONG])

    @classmethod
    def of(cls, names: Iterable[str], addresses: Iterable[str | None]) -> Site:
        """The site with some declared names and some addresses of its pages."""
        keys = [key(name) for name in names]
        for address in addresses:
            if address:
                keys.extend(_names_of_host(host_of(address)))
        return cls([one for one in dict.fromkeys(keys) if one])

    def is_named(self, text: str, *, loosely: bool = False) -> bool:
        """Whether a text is a name of the site; `loosely`, whether it starts or ends with one.

        >>> Site(["dailyleaf"]).is_named("The Daily Leaf Online", loosely=True)
        True
        >>> Site(["tdl"]).is_named("TDL Europe", loosely=True)
        True
        """
        own = words(text)
        if "the" in own or "www" in own:
            own = tuple([word for word in own if word != "the" and word != "www"])
        plain = "".join(own)
        if plain in self._bare:
            return True
        return loosely and self._is_loosely_named(text, own, plain)

    def _is_loosely_named(self, text: str, own: tuple[str, ...], plain: str) -> bool:
        first = text.partition(" ")[0]
        if first.isupper() and first.lower() in self._bare:
            return True
        if len(own) > 2 and "".join([word[0] for word in own]) in self._bare:
            return True
        if len(own) <= _FEW and (plain.startswith(self._long) or plain.endswith(self._long)):
            return True
        if len(plain) < _LONG:
            return False
        return f"\n{plain}" in self._lines or f"{plain}\n" in self._lines


@lru_cache(maxsize=256)
def _names_of_host(host: str) -> tuple[str, ...]:
    """The keys of the labels of a host that may be names, and of the host.

    >>> _names_of_host("www.daily-leaf.example")
    ('dailyleaf', 'dailyleafexample')
    """
    host = host.removeprefix("www.")
    labels = (key(label) for label in host.split(".")[:-1] if label not in _NOT_NAMES)
    return (*labels, key(host))
