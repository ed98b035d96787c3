"""What the sources of a page say, before anybody believes it.

>>> said = Memo(lambda field: [(f"a {field}", "meta", False)])
>>> said["title"]
[('a title', 'meta', False)]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

Claim = tuple[str, str, bool]
"""A value as it stands in the page, where it stands, and whether it is weak: true, but it says little,
as an organisation does that is named as the author. Any other source is heard first.

A plain tuple: a page makes dozens."""

Said = dict[str, list[Claim]]
"""The claims of one source by field; every field may be asked for."""


class Memo(dict[str, T]):
    """Answers to names, each found when it is first asked for."""

    def __init__(self, answer: Callable[[str], T]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, name: str) -> T:
        value = self[name] = self._answer(name)
        return value
