"""What there is to know about the methods before using them.

>>> [method.name for method in list_methods()][0]
'default'
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any

from dehusk.extractors import BASELINES, EXTRACTORS
from dehusk.parameters import form
from dehusk.selection import Coded, Extractor, Published

_WORDS = {
    "default": "Reads every block of text: how long it is, how much of it is links, what stands around"
    " it. Keeps what reads like content.",
    "semantic": "Believes the page: takes the part that its author marked as the article.",
    "dana": "Looks for the stretch of the source with the most text and the least markup, by the"
    " characters that are not Latin.",
    "cnr": "Takes the part of the page that has the most text for its elements.",
    "boilerpipe": "Compares each block of text with its neighbours: long blocks with few links stay.",
    "context": "Weighs each block of text with two on either side of it: where long ones stand"
    " together, they stay.",
    "zones": "Looks at the page as it is shown: takes the column with the most paragraphs.",
    "zones-semantic": "Looks at the page as it is shown: takes the area of what its author marked as"
    " the article.",
    "gce": "Looks at the first screens: starts from the text in the middle, and widens until the"
    " article is whole.",
}
"""What a method does, for somebody who has read no paper."""


@dataclass(frozen=True)
class Method:
    """A method: its name, what it looks at, its parameters and their defaults.

    A baseline is there for papers and tables to compare with, not for readers to choose.
    """

    name: str
    description: str
    needs_browser: bool
    is_baseline: bool
    parameters: dict[str, object]

    @property
    def words(self) -> str:
        """What it does, in plain words."""
        return _WORDS.get(self.name, self.description)

    @property
    def plain(self) -> dict[str, Any]:
        """The same as an object that JSON knows, with what a form needs to ask for parameters.

        `amount` says whether it can show more or less, `published` and `coded` which settings it has.
        """
        plain = (bool, int, float, str, type(None))
        told = {
            name: value if isinstance(value, plain) else repr(value)
            for name, value in self.parameters.items()
        }
        more = {"words": self.words, "parameters": told, "amount": "amount" in told}
        kind = EXTRACTORS[self.name]
        more["published"], more["coded"] = issubclass(kind, Published), issubclass(kind, Coded)
        more["fields"] = form(kind)
        return {**vars(self), **more}


def list_methods() -> list[Method]:
    """All methods of `dehusk.EXTRACTORS`."""
    return [
        Method(
            name, _description(name, kind), kind.needs_layout, name in BASELINES, _parameters(kind)
        )
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
