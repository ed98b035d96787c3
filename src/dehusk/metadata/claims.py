"""What one source says about one field, before anybody believes it.

>>> claims = Claims({"meta": lambda: [Claim("title", "meta", "Tea")]})
>>> [claim.value for claim in claims.about("title", "json-ld meta")]
['Tea']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from dehusk.budget import check


class Claim(NamedTuple):
    """A value as it stands in the page, the field it is for, and where it stands.

    `weak` marks a value that is true but says little, such as an organisation as author: any
    other source is heard first.
    """

    field: str
    source: str
    value: str
    weak: bool = False


class Claims:
    """The claims of a page, each source read when it is first asked for."""

    def __init__(self, readers: Mapping[str, Callable[[], Iterable[Claim]]]) -> None:
        self._readers = readers
        self._read: dict[str, dict[str, list[Claim]]] = {}

    def of(self, reader: str) -> dict[str, list[Claim]]:
        """All that one reader finds, by field."""
        known = self._read.get(reader)
        return self._first_read(reader) if known is None else known

    def _first_read(self, reader: str) -> dict[str, list[Claim]]:
        check("reading metadata")
        found: dict[str, list[Claim]] = {}
        for claim in self._readers[reader]() if reader in self._readers else ():
            found.setdefault(claim.field, []).append(claim)
        self._read[reader] = found
        return found

    def about(self, field: str, order: str) -> Iterator[Claim]:
        """The claims about a field, in the order of the readers' names in `order`."""
        for reader in order.split():
            yield from self.of(reader).get(field, ())
