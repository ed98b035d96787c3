"""What there is to know about the methods before using them.

>>> [method.name for method in list_methods()][0]
'default'
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any

from dehusk.extractors import EXTRACTORS
from dehusk.selection import Extractor


@dataclass(frozen=True)
class Method:
    """A method: its name, what it looks at, its parameters and their defaults."""

    name: str
    description: str
    needs_browser: bool
    parameters: dict[str, object]

    @property
    def plain(self) -> dict[str, Any]:
        """The same as an object that JSON knows; `amount` says whether it can show more or less."""
        plain = (bool, int, float, str, type(None))
        told = {
            name: value if isinstance(value, plain) else repr(value)
            for name, value in self.parameters.items()
        }
        return {**vars(self), "parameters": told, "amount": "amount" in told}


def list_methods() -> list[Method]:
    """All methods of `dehusk.EXTRACTORS`."""
    return [
        Method(name, _description(name, kind), kind.needs_layout, _parameters(kind))
        for name, kind in EXTRACTORS.items()
    ]


def _parameters(kind: type[Extractor]) -> dict[str, object]:
    if not is_dataclass(kind):
        return {}
    return {field.name: field.default for field in fields(kind) if field.default is not MISSING}


def _description(name: str, kind: type[Extractor]) -> str:
    """The first line of its documentation; of a second name for a method, the first name."""
    twins = [other for other, known in EXTRACTORS.items() if known is kind and other != name]
    if name == "default" and twins:
        return f"What is taken when no method is named: {twins[0]}."
    return (kind.__doc__ or "").strip().partition("\n")[0]
