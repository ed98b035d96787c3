"""As trafilatura: `extract`, `bare_extraction`, `html2txt`, `fetch_url` and their relatives.

>>> extract("<html><nav>Home</nav><p>Tea needs boiling water.</p></html>")
'Tea needs boiling water.'
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, fields, replace
from typing import Any

from dehusk.compat._shared import document_of, everything, source_of, warn_of
from dehusk.compat._trafilatura import WRITERS, Document, Wanted, facts, least_size, tree
from dehusk.document import Document as Content
from dehusk.errors import FetchError, NotHtml, PageError
from dehusk.page.address import usable_url
from dehusk.page.parse import parse
from dehusk.selection import Selection
from dehusk.writers.xml import Xml

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

_ADVICE = {
    "tei_validation": "validate with an XML tool and the schema of TEI",
    "deduplicate": "repeated text is kept once in any case",
    "date_extraction_params": "dates are read as the page states them",
    "prune_xpath": "remove the elements before",
    "options": "give the parameters themselves",
}


def _wanted(given: dict[str, Any], **also: Any) -> Wanted:
    """The parameters that are honoured, after a warning about the others."""
    warn_of(given, _ADVICE, depth=4)
    if given.get("no_fallback"):
        warnings.warn('"no_fallback" was renamed to "fast"', DeprecationWarning, stacklevel=3)
    names = {one.name for one in fields(Wanted)}
    known = {name: value for name, value in given.items() if name in names}
    for name in ("url_blacklist", "author_blacklist"):
        known[name] = frozenset(known.get(name) or ())
    known["least_size"] = least_size(given.get("config"), given.get("settingsfile"))
    return Wanted(**{**known, **also})


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
        raise ValueError("'python' format only usable in bare_extraction() function")
    content = wanted.content(given.pop("filecontent"))
    return None if content is None else WRITERS[wanted.output_format](wanted, content)


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
    record.text = WRITERS[wanted.output_format](replace(wanted, with_metadata=False), content)
    return record


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page, the menus too; `clean` leaves out what is never content."""
    try:
        page = parse(source_of(content))
    except PageError:
        return ""
    return " ".join(everything(page).text.split())


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document:
    """What is known of the page, without its content."""
    warn_of({"date_config": date_config}, {"date_config": _ADVICE["date_extraction_params"]})
    page = parse(source_of(filecontent), url=usable_url(default_url))
    return facts(Content(page, Selection.nothing(page, "")), frozenset(author_blacklist or ()))


def baseline(filecontent: Any) -> tuple[Any, str, int]:
    """The content as a tree of lxml (None without lxml), its text, and how long that is."""
    try:
        document = document_of(filecontent)
    except NotHtml:
        return tree((), Xml()), "", 0
    return tree(document.blocks, Xml()), document.text, len(document.text)


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
