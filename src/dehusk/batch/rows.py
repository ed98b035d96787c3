"""A record in, a row of the output out.

>>> make = RowMaker(Settings(columns=("url", "text")))
>>> make(Record(b"<p>Bread needs flour, water, salt and time.</p>", url="https://example.org/bread"))
{'url': 'https://example.org/bread', 'text': 'Bread needs flour, water, salt and time.'}

Only the columns that are asked for are made: who wants the text alone does not pay for metadata.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from dehusk.batch.fingerprints import digest, simhash
from dehusk.batch.record import Record
from dehusk.budget import budget
from dehusk.document import Document
from dehusk.errors import BatchError, DehuskError
from dehusk.extractors.default.templates import Template
from dehusk.page import Page
from dehusk.page.address import usable_url
from dehusk.page.labels import believed_label
from dehusk.page.parse import Limits, parse
from dehusk.pipeline import extract, find_extractor
from dehusk.selection import Setting
from dehusk.writers.formats import FORMATS

Row = dict[str, Any]

_OF_RECORD: dict[str, Callable[[Record], object]] = {
    "id": lambda record: record.id or f"{record.source}#{record.offset}",
    "url": lambda record: record.url,
    "date": lambda record: record.date,
    "source": lambda record: record.source,
    "offset": lambda record: record.offset,
}
_OF_DOCUMENT: dict[str, Callable[[Document], object]] = {
    **{name: form.write for name, form in FORMATS.items()},
    "text": lambda document: document.text,  # which digests are made of too
    "title": lambda document: document.facts.title,
    "authors": lambda document: list(document.facts.authors),
    "published": lambda document: document.facts.date_published,
    "language": lambda document: document.facts.language,
    "base_language": lambda document: document.facts.base_language,
    "page_type": lambda document: document.page_type,
    "confidence": lambda document: document.confidence,
    "reason": lambda document: document.reason,
    "digest": lambda document: digest(document.text),
    "simhash": lambda document: simhash(document.text),
}
_OTHERS = ("error", "dehusk")

COLUMNS = (*_OF_RECORD, *_OF_DOCUMENT, *_OTHERS)
"""Every column that there is."""

DEFAULT_COLUMNS = tuple(
    "id url date text title authors published language base_language page_type confidence reason"
    " error source offset digest dehusk".split()
)


@dataclass(frozen=True)
class Settings:
    """What a batch makes of a page, and what that may cost.

    >>> Settings(columns=("url", "markdown")).seconds
    30.0

    `seconds` is the time that a page may take; `kill_after`, or three times that, when its process is
    ended, which helps where nothing else does. `timeout`, `user_agent` and `allow_private` are for
    pages that are fetched: see `dehusk.fetch`. `templates` is a folder with templates of sites.
    """

    columns: tuple[str, ...] = DEFAULT_COLUMNS
    method: str = "default"
    amount: int = 0
    setting: Setting = "ours"
    parameters: tuple[tuple[str, object], ...] = ()
    seconds: float | None = 30.0
    kill_after: float | None = None
    timeout: float = 30.0
    user_agent: str | None = None
    allow_private: bool = False
    templates: str | None = None

    def __post_init__(self) -> None:
        if unknown := [name for name in self.columns if name not in COLUMNS]:
            raise BatchError(
                f"There is no column {unknown[0]!r}; the columns are {', '.join(COLUMNS)}."
            )

    @property
    def patience(self) -> float:
        """How many seconds after its beginning a page is given up, and its process with it."""
        if self.kill_after is not None:
            return self.kill_after
        return 3 * (self.seconds or 1200.0) + self.timeout


def choose_columns(
    wanted: str | None, default: tuple[str, ...] = DEFAULT_COLUMNS
) -> tuple[str, ...]:
    """The columns that a list names; `+name` and `-name` change what is made without it.

    >>> choose_columns("id,text"), choose_columns("-text,+markdown", ("id", "text"))
    (('id', 'text'), ('id', 'markdown'))
    """
    names = [name.strip() for name in (wanted or "").split(",") if name.strip()]
    if not names:
        return default
    if not all(name[0] in "+-" for name in names):
        return tuple(dict.fromkeys(name.lstrip("+") for name in names))
    dropped = {name[1:] for name in names if name[0] == "-"}
    added = [name[1:] for name in names if name[0] == "+"]
    return tuple(dict.fromkeys(name for name in (*default, *added) if name not in dropped))


class RowMaker:
    """Makes rows by settings. It pickles, and keeps nothing of a page."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        listens = Template() if settings.templates is not None else None
        self._extractor = find_extractor(
            settings.method,
            amount=settings.amount,
            template=listens,
            setting=settings.setting,
            parameters=dict(settings.parameters),
        )
        self._wanted = [name for name in settings.columns if name in _OF_DOCUMENT]

    def __call__(self, record: Record) -> Row:
        """The row of a record; whatever goes wrong with it is its `error`."""
        if record.error is not None:
            return self.failed(record, record.error)
        try:
            if record.html is None:
                record = self._fetched(record)
            with self.budget():
                document = self._document(record)
                if self.settings.setting != "ours":
                    document = document.as_selected()
                made = {name: _OF_DOCUMENT[name](document) for name in self._wanted}
        except Exception as error:  # of one page of millions: the others go on
            return self.failed(record, describe(error))
        return self._row(record, made, None)

    def failed(self, record: Record, message: str) -> Row:
        """The row of a record of which nothing could be made."""
        return self._row(record, {}, message)

    def budget(self) -> AbstractContextManager[None]:
        """Let the work inside take as long as a page may."""
        seconds = self.settings.seconds
        return nullcontext() if seconds is None else budget(Limits(seconds=seconds))

    def _fetched(self, record: Record) -> Record:
        from dehusk.fetch import fetch

        settings = self.settings
        answer = fetch(
            record.url or "",
            timeout=settings.timeout,
            user_agent=settings.user_agent,
            allow_private=settings.allow_private,
        )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return replace(record, html=answer.body, url=answer.url, encoding=answer.encoding, date=now)

    def _document(self, record: Record) -> Document:
        page = page_of(record)
        if self.settings.templates is None:
            return extract(page, method=self._extractor)
        from dehusk.batch.templates import host_of, template_for

        template = template_for(self.settings.templates, host_of(record.url))
        return extract(page, method=self._extractor, template=template)

    def _row(self, record: Record, made: Row, error: str | None) -> Row:
        row: Row = {}
        for name in self.settings.columns:
            if name in _OF_RECORD:
                row[name] = _OF_RECORD[name](record)
            elif name == "error":
                row[name] = error
            else:
                row[name] = version() if name == "dehusk" else made.get(name)
        return row


def page_of(record: Record) -> Page:
    """The page of a record, parsed by what archives and servers say of it, as far as that can be."""
    url, encoding = usable_url(record.url), believed_label(record.encoding)
    return parse(record.page, url=url, encoding=encoding)


def describe(error: Exception) -> str:
    """An error in one line: its kind and its sentence."""
    message = " ".join(str(error).split())
    if not isinstance(error, (DehuskError, OSError)):
        message = message or "unexpected"
    return f"{type(error).__name__}: {message}"


def version() -> str:
    """The version of dehusk that made a row."""
    from dehusk import __version__

    return __version__
