"""What all replacements share: one warning for what they leave out, and pages of any kind."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from dehusk.document import Document
from dehusk.page import Page
from dehusk.page.address import usable_url
from dehusk.page.labels import believed_label
from dehusk.page.parse import parse
from dehusk.pipeline import extract
from dehusk.selection import Selection


class CompatibilityWarning(UserWarning):
    """A parameter of the original has no effect here."""


def warn_of(
    given: Mapping[str, Any],
    advice: Mapping[str, str],
    usual: Mapping[str, Any] | None = None,
    *,
    depth: int = 3,
) -> None:
    """One warning that names every parameter that was given and is not honoured.

    `usual` has the defaults of parameters that are not empty without being given.

    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_of({"kettle": 7, "cup": None}, {"kettle": "use a pot", "cup": "use a mug"})
    >>> str(caught[0].message)
    'dehusk does not honour kettle: use a pot.'
    """
    usual = usual or {}
    ignored = [
        f"{name}: {advice[name]}"
        for name in advice
        if (given.get(name) != usual[name] if name in usual else given.get(name))
    ]
    if ignored:
        message = f"dehusk does not honour {'; '.join(ignored)}."
        warnings.warn(message, CompatibilityWarning, stacklevel=depth)


def source_of(content: Any) -> bytes | str:
    """The markup of whatever the originals take: bytes, text, an answer of a server, an lxml tree.

    >>> source_of("<p>Tea")
    '<p>Tea'
    """
    if isinstance(content, bytes | str):
        return content
    for name in ("data", "body", "html"):  # urllib3, trafilatura, Scrapy, newspaper
        if isinstance(found := getattr(content, name, None), bytes | str) and found:
            return found
    if hasattr(content, "getroottree"):
        from lxml import etree  # the tree is lxml's, so it is there

        return bytes(etree.tostring(content, method="html", encoding="utf-8"))
    if hasattr(content, "read"):
        return source_of(content.read())
    raise TypeError(f"A page is bytes, text or an lxml tree, not {type(content).__name__}.")


def document_of(
    content: Any, url: str | None = None, *, amount: int = 0, encoding: str | None = None
) -> Document:
    """The main content of whatever the originals take."""
    page = parse(source_of(content), url=usable_url(url), encoding=believed_label(encoding))
    return extract(page, amount=amount)


def everything(page: Page) -> Document:
    """All that a page says, its menus too."""
    return Document(page, Selection.of_subtrees(page, [0], reason="all of the page")).as_selected()


def fetched(url: str) -> tuple[str, str]:
    """The page at an address, and where it was in the end."""
    from dehusk.fetch import fetch

    answer = fetch(url)
    return answer.body.decode(answer.encoding or "utf-8", "replace"), answer.url
