"""Corrections by people: pages of a folder, and the file that their labels are appended to.

A label is a line of gold as `dehusk evaluate` and `training` read it, with the person who made it and
when. A page may have several: those of one person replace each other, those of two say how far they
agree. Nothing is rewritten, so that every label that was ever saved can be shown again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from secrets import token_urlsafe
from statistics import mean
from typing import Any

from dehusk.evaluate.metrics import words
from dehusk.page.sniff import is_called_html
from dehusk.serve.refusals import Refused
from dehusk.serve.settings import Settings


@dataclass(frozen=True)
class Saved:
    """What somebody said of a page, and when; `rows` and `parts` are of a page with `page_rows`."""

    by: str
    at: str
    text: str
    rows: list[int] | None
    page_rows: int | None
    parts: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Labels:
    """The pages of a folder, and what people said of them."""

    settings: Settings
    confidence: dict[str, float | None] = field(default_factory=dict)
    """How sure the method is of each page; `label_routes` asks the workers for it."""
    token: str = field(default_factory=token_urlsafe)
    """What the playground of this run sends with a label, and nobody else can know."""
    _saved: dict[str, list[Saved]] = field(default_factory=dict)
    _read_bytes: int = 0

    @property
    def is_open(self) -> bool:
        """Whether labels can be saved."""
        return self.settings.labels is not None

    @property
    def has_pages(self) -> bool:
        """Whether there is a folder of pages to label."""
        return self.settings.folder is not None

    def names(self) -> list[str]:
        """The pages of the folder, by their paths in it."""
        folder = self.settings.folder
        if folder is None:
            return []
        found = (path for path in folder.rglob("*") if is_called_html(path.name))
        return sorted(path.relative_to(folder).as_posix() for path in found if path.is_file())

    def path(self, name: str) -> Path:
        """The file of a page of the folder. Raises `Refused` for a name that is none."""
        if self.settings.folder is None or name not in self.names():
            raise Refused(404, "no-page", "The folder has no such page.")
        return self.settings.folder / name

    def listed(self) -> dict[str, Any]:
        """All pages, the least sure first, with who labelled them and how far people agree."""
        self._read_new_lines()
        names = sorted(self.names(), key=lambda name: (self.confidence.get(name) or 0.0, name))
        pages = [self._told(name) for name in names]
        known = [page["agreement"] for page in pages if page["agreement"] is not None]
        return {"pages": pages, "agreement": mean(known) if known else None}

    def _told(self, name: str) -> dict[str, Any]:
        texts = {one.by: one.text for one in self._saved.get(name, [])}
        return {
            "page": name,
            "confidence": self.confidence.get(name),
            "people": list(texts),
            "agreement": agreement(list(texts.values())),
        }

    def saved(self, name: str) -> list[dict[str, Any]]:
        """Every label of a page, the last one first, without its text."""
        self._read_new_lines()
        told = [asdict(one) for one in reversed(self._saved.get(name, []))]
        return [{**one, "words": len(one.pop("text").split())} for one in told]

    def append(self, label: dict[str, Any], *, page: str | None, url: str | None, by: str) -> None:
        """Add a line to the file."""
        assert self.settings.labels is not None
        line = {
            "id": page or sha256(label["html"].encode("utf-8", "replace")).hexdigest()[:16],
            **({"url": url} if url else {}),
            **({"path": self._relative(page)} if page else {}),
            **label,
            "by": by,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        written = json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        with self.settings.labels.open("ab") as file:
            file.write(written)

    def _relative(self, page: str) -> str:
        assert self.settings.folder is not None
        assert self.settings.labels is not None
        place = os.path.relpath(self.settings.folder / page, self.settings.labels.parent)
        return Path(place).as_posix()

    def _read_new_lines(self) -> None:
        """Lines that were added since the last look, by us or by others."""
        for line in self._new_lines():
            try:
                told = json.loads(line)
                self._saved.setdefault(str(told["id"]), []).append(_said(told))
            except (ValueError, LookupError, TypeError, AttributeError):
                continue  # `dehusk evaluate` names the line; here it is only left out

    def _new_lines(self) -> Iterator[bytes]:
        path = self.settings.labels
        if path is None or not path.exists():
            return
        with path.open("rb") as file:
            file.seek(self._read_bytes)
            for line in file:
                if not line.endswith(b"\n"):
                    return  # somebody is writing it
                self._read_bytes += len(line)
                yield line


def agreement(texts: list[str]) -> float | None:
    """How far people agree on a page: the mean F1 of the words of any two; None without two.

    >>> agreement(["Boil water.", "Boil water."]), agreement(["Boil water."])
    (1.0, None)
    """
    pairs = [words(one, other).f1 for one, other in combinations(texts, 2)]
    return mean(pairs) if pairs else None


def _said(told: dict[str, Any]) -> Saved:
    """The label in a line; rows that are none are left to the text."""
    rows, parts = told.get("rows"), told.get("parts")
    known = isinstance(rows, list) and all(type(row) is int for row in rows)
    return Saved(
        by=str(told["by"]),
        at=str(told.get("at", "")),
        text=str(told["text"]),
        rows=rows if known else None,
        page_rows=told.get("page_rows"),
        parts=parts if isinstance(parts, dict) else {},
    )
