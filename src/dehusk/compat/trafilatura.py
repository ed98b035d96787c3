"""As trafilatura: `extract`, `bare_extraction`, `html2txt`, `fetch_url` and their relatives.

>>> extract("<html><nav>Home</nav><p>Tea needs boiling water.</p></html>")
'Tea needs boiling water.'
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from hashlib import blake2b
from typing import Any
from urllib.parse import urlsplit

from dehusk.compat._shared import document_of, source_of, warn_of
from dehusk.content import Block
from dehusk.content.omit import omitted
from dehusk.content.options import Omit
from dehusk.document import Document as Content
from dehusk.errors import FetchError, NotHtml, PageError
from dehusk.page.parse import parse
from dehusk.selection import Selection
from dehusk.writers._front_matter import front_matter
from dehusk.writers.markdown import Markdown, markdown_of
from dehusk.writers.text import PlainText, text_of
from dehusk.writers.xml import Xml, write_tei, write_xml

__all__ = [
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_response",
    "fetch_url",
    "html2txt",
    "load_html",
]

FORMATS = ("csv", "json", "html", "markdown", "txt", "xml", "xmltei", "python")

_ADVICE = {
    "tei_validation": "validate with an XML tool and the schema of TEI",
    "deduplicate": "repeated text is kept once in any case",
    "date_extraction_params": "dates are read as the page states them",
    "settingsfile": "give dehusk.Limits to dehusk.extract",
    "prune_xpath": "remove the elements before",
    "options": "give the parameters themselves",
}


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
class _Wanted:
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
        empty = document.selection.problem is not None
        return None if empty or too_large or foreign or unknown or banned else document

    def blocks(self, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return omitted(blocks, Omit(tables=not self.include_tables))

    def text(self, blocks: tuple[Block, ...]) -> str:
        """Blocks as trafilatura writes text: a line each, with marks if asked for."""
        kept = self.blocks(blocks)
        if self.formatting or self.include_links or self.include_images:
            return markdown_of(kept, self.markdown()).strip()
        lines = text_of(kept, PlainText(bullets=True)).split("\n")
        return "\n".join(line for line in lines if line)

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
        record = _facts(content, self.author_blacklist)
        record.text = self.text(content.blocks)
        record.raw_text = " ".join(content.text.split())
        record.comments = self.text(content.comments) if self.include_comments else ""
        record.id = self.record_id
        record.fingerprint = blake2b(record.raw_text.encode(), digest_size=8).hexdigest()
        return record


def _facts(content: Content, author_blacklist: frozenset[str] = frozenset()) -> Document:
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
        pagetype=metadata.kind,
    )


def _wanted(given: dict[str, Any], **also: Any) -> _Wanted:
    """The parameters that are honoured, after a warning about the others."""
    warn_of(given, _ADVICE, depth=4)
    names = {one.name for one in fields(_Wanted)}
    known = {name: value for name, value in given.items() if name in names}
    for name in ("url_blacklist", "author_blacklist"):
        known[name] = frozenset(known.get(name) or ())
    return _Wanted(**{**known, **also})


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> str | None:
    """The main content as a string in the format asked for, None where there is none."""
    given = dict(locals())
    wanted = _wanted(given)
    if wanted.output_format == "python":
        raise AttributeError("'python' format only usable in bare_extraction() function")
    content = wanted.content(given.pop("filecontent"))
    return None if content is None else _WRITERS[wanted.output_format](wanted, content)


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    """The main content and what is known of the page, None where there is none."""
    given = dict(locals())
    wanted = _wanted(given)
    content = wanted.content(given.pop("filecontent"))
    if content is None:
        return None
    record = wanted.record(content)
    return record.as_dict() if as_dict else record


def extract_with_metadata(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | None:
    """As `bare_extraction`, with the text in the format asked for."""
    given = dict(locals())
    wanted = _wanted(given, with_metadata=True)
    content = wanted.content(given.pop("filecontent"))
    if content is None:
        return None
    record = wanted.record(content)
    record.text = _WRITERS[wanted.output_format](replace(wanted, with_metadata=False), content)
    return record


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page, the menus too; `clean` leaves out what is never content."""
    try:
        page = parse(source_of(content))
    except PageError:
        return ""
    everything = Selection.of_subtrees(page, [0], reason="all of the page")
    return " ".join(Content(page, everything).as_selected().text.split())


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document:
    """What is known of the page, without its content."""
    warn_of({"date_config": date_config}, {"date_config": _ADVICE["date_extraction_params"]})
    page = parse(source_of(filecontent), url=default_url)
    return _facts(Content(page, Selection.nothing(page, "")), frozenset(author_blacklist or ()))


def baseline(filecontent: Any) -> tuple[Any, str, int]:
    """The text and how long it is; in place of a tree of lxml there is the safe HTML."""
    try:
        document = document_of(filecontent)
    except NotHtml:
        return "", "", 0
    return document.html, document.text, len(document.text)


def load_html(htmlobject: Any, max_size: int | None = None) -> Any:
    """The page as dehusk has it, None where it is no HTML or has more bytes than `max_size`."""
    source = source_of(htmlobject)
    if max_size is not None and len(source) > max_size:
        return None
    try:
        return parse(source)
    except PageError:
        return None


@dataclass(frozen=True)
class Response:
    """What a server answered."""

    data: bytes
    status: int
    url: str
    headers: dict[str, str] | None = None
    html: str | None = None


def fetch_url(
    url: str, no_ssl: bool = False, config: Any = None, options: Any = None
) -> str | None:
    """The page at an address, None where it cannot be had."""
    response = fetch_response(url, decode=True, no_ssl=no_ssl)
    return response.html if response else None


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    no_ssl: bool = False,
    with_headers: bool = False,
    config: Any = None,
) -> Response | None:
    """What the server at an address answered, None where it did not."""
    from dehusk.fetch import fetch

    warn_of({"no_ssl": no_ssl}, {"no_ssl": "certificates are always checked"})
    try:
        fetched = fetch(url)
    except FetchError:
        return None
    html = fetched.body.decode(fetched.encoding or "utf-8", "replace") if decode else None
    headers = {"content-type": fetched.content_type} if with_headers else None
    return Response(fetched.body, fetched.status, fetched.url, headers, html)


def _txt(wanted: _Wanted, content: Content) -> str:
    text = wanted.text(content.blocks)
    if wanted.include_comments and (said := wanted.text(content.comments)):
        text = f"{text}\n{said}"
    head = front_matter(content.metadata) if wanted.with_metadata else ""
    return f"{head}{text}"


def _markdown(wanted: _Wanted, content: Content) -> str:
    blocks = wanted.blocks(content.blocks)
    if wanted.include_comments:
        blocks += wanted.blocks(content.comments)
    head = front_matter(content.metadata) if wanted.with_metadata else ""
    return f"{head}{markdown_of(blocks, wanted.markdown())}".strip()


def _json(wanted: _Wanted, content: Content) -> str:
    record = wanted.record(content)
    if not wanted.with_metadata:
        return json.dumps({"text": record.text, "comments": record.comments}, ensure_ascii=False)
    named = record.as_dict()
    named["source"], named["source-hostname"] = named.pop("url"), named.pop("sitename")
    named["excerpt"] = named.pop("description")
    named["categories"], named["tags"] = (";".join(named.pop(n)) for n in ("categories", "tags"))
    del named["body"], named["commentsbody"]
    return json.dumps(named, ensure_ascii=False)


def _csv(wanted: _Wanted, content: Content) -> str:
    record = wanted.record(content)
    values = [
        *(record.url, record.id, record.fingerprint, record.hostname, record.title),
        *(record.image, record.date, record.text, record.comments, record.license),
        record.pagetype,
    ]
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(["null" if value in (None, "") else value for value in values])
    return out.getvalue()


def _html(wanted: _Wanted, content: Content) -> str:
    return f"<html>\n<body>\n{content.html}\n</body>\n</html>"


def _xml(wanted: _Wanted, content: Content) -> str:
    return write_xml(content, wanted.xml(), id=wanted.record_id)


_WRITERS: dict[str, Callable[[_Wanted, Content], str]] = {
    "txt": _txt,
    "python": _txt,
    "markdown": _markdown,
    "json": _json,
    "csv": _csv,
    "html": _html,
    "xml": _xml,
    "xmltei": lambda wanted, content: write_tei(content, wanted.xml()),
}
