"""Templates of sites in a batch: learned in a pass of their own, a file a host, used in the next.

>>> template_name("www.example.org:8080")
'www.example.org%3A8080.json'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from urllib.parse import quote, urlsplit

from dehusk.batch.record import Record
from dehusk.batch.rows import Row, RowMaker, Settings, page_of
from dehusk.batch.spans import Span
from dehusk.batch.workers import rows_of
from dehusk.extractors.default.templates import (
    LEAST_PAGES,
    Evidence,
    Template,
    evidence_of,
    template_of,
)
from dehusk.page.address import usable_url

FOLDER = "_templates"
MOST_PAGES = 30
"""So many pages of a host are looked at: more teach little."""

_LONGEST_NAME = 200
_MOST_HOSTS = 5_000
"""Of so many hosts pages are kept at the same time, in some kilobytes each."""


class EvidenceMaker(RowMaker):
    """Makes what a page contributes to the template of its host, in place of a row."""

    def __call__(self, record: Record) -> Row:
        """The evidence of a page, None where there is none."""
        try:
            with self.budget():
                return {"evidence": evidence_of(page_of(record))}
        except Exception:  # the pass that makes rows will tell
            return {"evidence": None}

    def failed(self, record: Record, message: str) -> Row:
        """Nothing, for a page that cost its process."""
        return {"evidence": None}


def learn_templates_into(
    folder: Path, work: Iterable[Record | Span], settings: Settings, jobs: int
) -> int:
    """Learn the templates of all hosts with enough pages; the folder appears when it is whole.

    Pages that are still to be fetched are passed over: they would be fetched twice.
    """
    passing = folder.with_name(f"{folder.name}.tmp")
    rmtree(passing, ignore_errors=True)
    passing.mkdir(parents=True)
    waiting: dict[str, list[Evidence]] = {}
    learned: set[str] = set()
    there = (one for one in work if isinstance(one, Span) or one.html)
    for record, row in rows_of(there, EvidenceMaker(settings), jobs=jobs):
        host = host_of(record.url)
        if host is None or host in learned or row["evidence"] is None:
            continue
        if host not in waiting and len(waiting) >= _MOST_HOSTS:
            continue
        pages = waiting.setdefault(host, [])
        pages.append(row["evidence"])
        if len(pages) == MOST_PAGES:
            _save(passing, host, waiting.pop(host))
            learned.add(host)
    for host, pages in waiting.items():
        if len(pages) >= LEAST_PAGES:
            _save(passing, host, pages)
            learned.add(host)
    passing.rename(folder)
    return len(learned)


def _save(folder: Path, host: str, pages: list[Evidence]) -> None:
    template_of(pages, host=host).save(folder / template_name(host))


def template_name(host: str) -> str:
    """What the file of a host's template is called; no host can choose a folder, or another's file."""
    name = quote(host, safe="")
    if len(name) > _LONGEST_NAME:
        name = f"{name[:_LONGEST_NAME]}-{sha256(host.encode()).hexdigest()[:32]}"
    return f"{name}.json"


def host_of(url: str | None) -> str | None:
    """The host of an address, None where it has none."""
    return urlsplit(usable_url(url) or "").netloc.rpartition("@")[2].lower() or None


@lru_cache(maxsize=256)
def template_for(folder: str, host: str | None) -> Template | None:
    """The template of a host, None where there is none."""
    path = Path(folder) / template_name(host or "")
    return Template.load(path) if host is not None and path.is_file() else None


def digest_of(folder: str | None) -> str | None:
    """What tells templates apart from others: their names and bytes."""
    if folder is None:
        return None
    digest = sha256()
    for path in sorted(Path(folder).glob("*.json")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
