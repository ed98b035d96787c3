"""What trafilatura's functions share: their parameters as one thing, a record, and the formats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from configparser import ConfigParser
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from typing import Any
from urllib.parse import urlsplit

from dehusk.compat._shared import document_of
from dehusk.content import Block, Table
from dehusk.content.omit import omitted
from dehusk.content.options import Omit
from dehusk.content.table import blocks_of, table_of
from dehusk.document import Document as Content
from dehusk.errors import PageError
from dehusk.writers.markdown import Markdown, markdown_of
from dehusk.writers.text import PlainText, text_of
from dehusk.writers.xml import Xml, write_tei, write_xml, xml_of

FORMATS = ("csv", "json", "html", "markdown", "txt", "xml", "xmltei", "python")

_HEADER = (
    "title author url hostname description sitename date categories tags fingerprint id license"
)
_RESERVED = frozenset("true false yes no on off y n null none ~".split())


@dataclass(kw_only=True)
class Document:
    """What `bare_extraction` returns: the content and what is known of the page."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: Any = None
    comments: str | None = None
    commentsbody: Any = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The parameters that the functions share, as one thing."""

    url: str | None = None
    record_id: str | None = None
    favor_precision: bool = False
    favor_recall: bool = False
    include_comments: bool = True
    output_format: str = "txt"
    target_language: str | None = None
    include_tables: bool = True
    include_images: bool = False
    include_formatting: bool | None = None
    include_links: bool = False
    with_metadata: bool = False
    only_with_metadata: bool = False
    max_tree_size: int | None = None
    url_blacklist: frozenset[str] = frozenset()
    author_blacklist: frozenset[str] = frozenset()
    least_size: int = 0

    def __post_init__(self) -> None:
        if self.output_format not in FORMATS:
            known = ", ".join(FORMATS)
            raise AttributeError(
                f"Cannot set format to {self.output_format!r}, must be one of: {known}"
            )

    @property
    def amount(self) -> int:
        return int(self.favor_recall) - int(self.favor_precision)

    @property
    def formatting(self) -> bool:
        if self.include_formatting is None:
            return self.output_format == "markdown"
        return self.include_formatting

    def content(self, page: Any) -> Content | None:
        """The content of the page, None where there is none or it is not the page asked for."""
        if page is None:
            return None
        try:
            document = document_of(page, self.url, amount=self.amount)
        except PageError:
            return None
        metadata = document.metadata
        too_large = self.max_tree_size is not None and len(document.page) > self.max_tree_size
        languages = (metadata.language or "").lower().split("-")[0], self.target_language
        foreign = all(languages) and languages[0] != languages[1]
        unknown = self.only_with_metadata and not (
            metadata.date_published and metadata.title and metadata.url
        )
        banned = {self.url, metadata.url, metadata.canonical_url} & self.url_blacklist
        empty = document.selection.problem is not None or len(document.text) < self.least_size
        return None if empty or too_large or foreign or unknown or banned else document

    def blocks(self, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return blocks_of(omitted(table_of(blocks), Omit(tables=not self.include_tables)))

    def text(self, blocks: tuple[Block, ...]) -> str:
        """Blocks as trafilatura writes text: a line each, with marks if asked for."""
        kept = self.blocks(blocks)
        if self.formatting or self.include_links or self.include_images:
            return markdown_of(kept, self.markdown()).strip()
        parts = [_rows(one) if isinstance(one, Table) else _lines((one,)) for one in kept]
        return "\n".join(part for part in parts if part)

    def markdown(self) -> Markdown:
        return Markdown(
            links="inline" if self.include_links else "none",
            images=self.include_images,
            emphasis=self.formatting,
        )

    def xml(self) -> Xml:
        return Xml(
            self.formatting,
            self.include_links,
            self.include_images,
            self.include_tables,
            self.include_comments,
        )

    def record(self, content: Content) -> Document:
        """The content with what is known of the page."""
        record = facts(content, self.author_blacklist)
        record.text = self.text(content.blocks)
        record.body = tree(content.blocks, self.xml())
        record.raw_text = " ".join(content.text.split())
        said = content.comments if self.include_comments else ()
        record.comments = self.text(said)
        record.commentsbody = tree(said, self.xml())
        record.id = self.record_id
        record.fingerprint = blake2b(record.raw_text.encode(), digest_size=8).hexdigest()
        return record


def facts(content: Content, author_blacklist: frozenset[str] = frozenset()) -> Document:
    metadata = content.metadata
    authors = [author for author in metadata.authors if author not in author_blacklist]
    return Document(
        title=metadata.title,
        author="; ".join(authors) or None,
        url=metadata.url,
        hostname=urlsplit(metadata.url or "").hostname,
        description=metadata.description,
        sitename=metadata.site_name,
        date=(metadata.date_published or "")[:10] or None,
        tags=list(metadata.tags),
        license=metadata.license,
        language=metadata.language,
        image=metadata.image,
        pagetype=metadata.kind.lower() if metadata.kind else None,
    )


def _lines(blocks: tuple[Block, ...]) -> str:
    lines = text_of(blocks, PlainText(bullets=True)).split("\n")
    return "\n".join(line for line in lines if line)


def _rows(table: Table) -> str:
    """A table as trafilatura writes it into text: a line each row, a bar between two cells."""
    rows = []
    for cells in table.lines:
        row = []
        for cell in cells:
            said = " ".join(text_of(cell.content).split()).replace("|", "\\|")
            row += [said, *[""] * (cell.columns - 1)]
        rows.append((row, any(cell.header for cell in cells)))
    width = max((len(row) for row, _ in rows), default=0)
    lines = []
    for row, is_head in rows:
        if any(row):
            lines.append(f"| {' | '.join(row + [''] * (width - len(row)))} |")
            lines += [f"|{'---|' * width}"] if is_head else []
    return "\n".join(lines)


def tree(blocks: tuple[Block, ...], options: Xml) -> Any:
    """Blocks as a `body` of lxml, for those who have it: None for the others."""
    try:
        from lxml import etree
    except ImportError:
        return None
    return etree.fromstring(f"<body>{xml_of(blocks, options)}</body>")


def least_size(config: Any, settingsfile: str | None) -> int:
    """How many characters a text must have by the settings of trafilatura, none where nothing is said.

    >>> least_size({"DEFAULT": {"MIN_OUTPUT_SIZE": "40"}}, None)
    40
    """
    if settingsfile:
        config = ConfigParser()
        config.read(settingsfile, encoding="utf-8")
    section = config["DEFAULT"] if config is not None and "DEFAULT" in config else {}
    return int(section.get("MIN_OUTPUT_SIZE") or 0) if isinstance(section, Mapping) else 0


def _txt(wanted: Wanted, content: Content) -> str:
    text = wanted.text(content.blocks)
    if wanted.include_comments and (said := wanted.text(content.comments)):
        text = f"{text}\n{said}"
    return f"{_header(wanted, content)}{text}"


def _markdown(wanted: Wanted, content: Content) -> str:
    blocks = wanted.blocks(content.blocks)
    if wanted.include_comments:
        blocks += wanted.blocks(content.comments)
    return f"{_header(wanted, content)}{markdown_of(blocks, wanted.markdown())}".strip()


def _header(wanted: Wanted, content: Content) -> str:
    """What is known of the page, as YAML under trafilatura's names, where it is asked for."""
    if not wanted.with_metadata:
        return ""
    record = wanted.record(content)
    told = {name: getattr(record, name) for name in _HEADER.split()}
    lines = [f"{name}: {_scalar(value)}\n" for name, value in told.items() if value]
    return f"---\n{''.join(lines)}---\n"


def _scalar(value: str | list[str]) -> str:
    """Plain where YAML cannot mistake it; a string of JSON is always one of YAML."""
    if not isinstance(value, str):
        return str(value)
    is_plain = (
        value[0].isalpha()
        and value == value.strip()
        and value.isprintable()
        and not value.endswith(":")
        and ": " not in value
        and " #" not in value
        and value.lower() not in _RESERVED
    )
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _json(wanted: Wanted, content: Content) -> str:
    record = wanted.record(content)
    if not wanted.with_metadata:
        return json.dumps({"text": record.text, "comments": record.comments}, ensure_ascii=False)
    named = record.as_dict()
    named["source"], named["source-hostname"] = named.pop("url"), named.pop("sitename")
    named["excerpt"] = named.pop("description")
    named["categories"], named["tags"] = (";".join(named.pop(n)) for n in ("categories", "tags"))
    del named["body"], named["commentsbody"]
    return json.dumps(named, ensure_ascii=False)


def _csv(wanted: Wanted, content: Content) -> str:
    record = wanted.record(content)
    values = [
        *(record.url, record.id, record.fingerprint, record.hostname, record.title),
        *(record.image, record.date, record.text, record.comments, record.license),
        record.pagetype,
    ]
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\r\n")
    writer.writerow(["null" if value in (None, "") else value for value in values])
    return out.getvalue()


WRITERS: dict[str, Callable[[Wanted, Content], str]] = {
    "txt": _txt,
    "python": _txt,
    "markdown": _markdown,
    "json": _json,
    "csv": _csv,
    "html": lambda _, content: f"<html>\n<body>\n{content.html}\n</body>\n</html>",
    "xml": lambda wanted, content: write_xml(content, wanted.xml(), id=wanted.record_id),
    "xmltei": lambda wanted, content: write_tei(content, wanted.xml()),
}
