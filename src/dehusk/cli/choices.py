"""Options of which one can be given, and formats under the names that people give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dehusk.writers.formats import SHORT_NAMES

if TYPE_CHECKING:
    Choice = click.Choice[str]
else:
    Choice = click.Choice  # takes no type before click 8.2

Value = TypeVar("Value")


class FormatChoice(Choice):
    """A choice of formats that takes `md` for `markdown` and `txt` for `text`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the format."""
        return super().convert(SHORT_NAMES.get(value, value), param, ctx)


def the_one(given: Mapping[str, Value | None]) -> Value | None:
    """What options ask for, by their names; None where none was given.

    >>> the_one({"--text": None, "--json": "json"})
    'json'

    Raises `UsageError` where two ask for different things.
    """
    wanted = {name: value for name, value in given.items() if value is not None}
    if len(set(wanted.values())) > 1:
        raise click.UsageError(f"{' and '.join(wanted)} contradict each other; give one of them.")
    return next(iter(wanted.values()), None)
