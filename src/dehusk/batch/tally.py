"""What a batch counts while it runs.

>>> tally = Tally()
>>> tally.count({"confidence": 0.93, "page_type": "article", "error": None})
>>> tally.records, tally.confidence[9], tally.page_types["article"]
(1, 1, 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from dehusk.fetch import shortened
from dehusk.writers.formats import FORMATS

MOST_LEAST_SURE = 20
_BINS = 10


@dataclass
class Tally:
    """Counts of records and of what became of them; tallies of parts add up."""

    records: int = 0
    rows: int = 0
    errors: int = 0
    empty: int = 0
    duplicates: int = 0
    characters: int = 0
    seconds: float = 0.0
    page_types: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    error_kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    confidence: list[int] = field(default_factory=lambda: [0] * _BINS)
    least_sure: list[dict[str, Any]] = field(default_factory=list)

    def count(self, row: dict[str, Any]) -> None:
        """Count a record by its row."""
        self.records += 1
        if row.get("error") is not None:
            self.errors += 1
            self.error_kinds[kind_of(row["error"])] += 1
            return
        if row.get("reason") is not None:
            self.empty += 1
            self.reasons[row["reason"]] += 1
        self.characters += len(
            next((row[name] for name in ("text", *FORMATS) if row.get(name)), "")
        )
        if row.get("page_type") is not None:
            self.page_types[row["page_type"]] += 1
        if row.get("language") is not None:
            self.languages[row["language"].partition("-")[0].lower()] += 1
        if row.get("confidence") is not None:
            self.confidence[min(int(row["confidence"] * _BINS), _BINS - 1)] += 1
            self._note_if_unsure(row)

    def _note_if_unsure(self, row: dict[str, Any]) -> None:
        worst = self.least_sure
        if len(worst) == MOST_LEAST_SURE and row["confidence"] >= worst[-1]["confidence"]:
            return
        noted = {name: row.get(name) for name in ("confidence", "url", "source", "offset")}
        noted["url"] = shortened(noted["url"]) if noted["url"] else None
        self.least_sure = _first([*worst, noted])

    def add(self, other: Tally) -> None:
        """Add the counts of another part."""
        for name in ("records", "rows", "errors", "empty", "duplicates", "characters", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("page_types", "languages", "error_kinds", "reasons"):
            getattr(self, name).update(getattr(other, name))
        pairs = zip(self.confidence, other.confidence, strict=True)
        self.confidence = [own + more for own, more in pairs]
        self.least_sure = _first([*self.least_sure, *other.least_sure])

    def plain(self) -> dict[str, Any]:
        """The counts for JSON."""
        return dict(vars(self))

    @classmethod
    def of_plain(cls, values: dict[str, Any]) -> Tally:
        """The counts that `plain` gave."""
        counters = ("page_types", "languages", "error_kinds", "reasons")
        given: dict[str, Any] = dict(values)
        return cls(**given | {name: Counter(given[name]) for name in counters})


def kind_of(error: str) -> str:
    """What errors of one kind have in common: the beginning, up to what belongs to one page.

    >>> kind_of("NotHtml: The input is a PDF."), kind_of("The record has 99 bytes; raise it.")
    ('NotHtml', 'The record has')
    """
    return "".join(takewhile(lambda sign: sign not in ":;" and not sign.isdigit(), error)).strip()


def _first(pages: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(pages, key=lambda page: page["confidence"])[:MOST_LEAST_SURE]
