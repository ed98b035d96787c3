"""What a method has to show of its work on a page: tables and plots, as plain data.

>>> Table("Candidates", ("XPath", "density"), [("/html/body/main", 0.6)]).header
('XPath', 'density')

A method makes them (`explain_page`), `dehusk.explain` draws them. Neither knows the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray


@dataclass(frozen=True)
class Table:
    """Lines of cells; `note` says in a sentence what they are."""

    title: str
    header: tuple[str, ...]
    lines: Sequence[Sequence[object]]
    note: str = ""


@dataclass(frozen=True, eq=False)
class Bars:
    """Two values for each of many places, one drawn upwards and one downwards.

    `marked` are stretches from one place up to another that stand out.
    """

    title: str
    up: NDArray[Any]
    down: NDArray[Any]
    marked: Sequence[tuple[int, int]] = ()
    note: str = ""


Exhibit = Table | Bars
