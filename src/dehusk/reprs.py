"""How things show themselves in a session: on one line, with what tells them apart."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, NamedTuple

MOST = 110
_MOST_OF_A_VALUE = 60


class Fact(NamedTuple):
    """A field of a dataclass."""

    name: str
    value: Any


def short_repr(thing: Any) -> str:
    """The `repr` of a dataclass without the fields that have their default, at most a line long.

    >>> from dehusk import Metadata
    >>> Metadata(title="Tea", authors=("Ann Leaf",))
    Metadata(title='Tea', authors=('Ann Leaf',))
    """
    told = ", ".join(f"{name}={shortened(repr(value))}" for name, value in said(thing))
    return f"{type(thing).__name__}({shortened(told, MOST)})"


def shortened(text: str, most: int = _MOST_OF_A_VALUE) -> str:
    """A text, or its beginning where it is longer than `most` characters.

    >>> shortened("Tea needs boiling water.", 12)
    'Tea needs b…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def said(thing: Any) -> list[Fact]:
    """The fields of a dataclass that do not have their default."""
    facts = [(one, getattr(thing, one.name)) for one in fields(thing)]
    return [Fact(one.name, value) for one, value in facts if value != _default(one)]


def _default(one: Any) -> Any:
    return one.default_factory() if one.default_factory is not MISSING else one.default
