"""A document as HTML that can only hold an allowlist of elements, attributes and URL schemes.

>>> from dehusk.content import Link, Paragraph, Text
>>> html_of((Paragraph((Link((Text("<Tea>"),), "https://example.org/?a&b"),), rows=(0, 2)),))
'<p><a href="https://example.org/?a&amp;b">&lt;Tea&gt;</a></p>'
>>> html_of((Paragraph((Link((Text("Tea"),), "javascript:alert(1)"),), rows=(0, 2)),))
'<p>Tea</p>'

It is safe by construction: tags are written by `dehusk.native.write` and this file alone, and every
value from the page goes through `escaped`, is escaped there or matches a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dehusk.budget import Meter
from dehusk.content.header import FRONT, Front
from dehusk.content.kinds import CALLOUTS, Block
from dehusk.content.schemes import image_url, link_url
from dehusk.content.table import Content, Kind, as_table
from dehusk.native.write import HtmlWriter, escaped
from dehusk.writers._formulas import is_active
from dehusk.writers._simple import author_and_day, headings_of_notes

if TYPE_CHECKING:
    from dehusk.document import Document

_STAGE: Final = "writing HTML"
_FOOTNOTE: Final = int(Kind.FOOTNOTE)

# What a fragment can hold, for whoever wants to configure a sanitizer in the same way.
ELEMENTS: Final = frozenset(
    "a article blockquote br caption code dd del dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr"
    " img input li ol p pre section strong sub sup table tbody td th thead tr ul".split()
)
ATTRIBUTES: Final = {
    "a": frozenset({"href", "title"}),
    "blockquote": frozenset({"class"}),
    "code": frozenset({"class"}),
    "dt": frozenset({"id"}),
    "img": frozenset({"src", "alt", "title"}),
    "input": frozenset({"type", "checked", "disabled"}),
    "ol": frozenset({"start"}),
    "section": frozenset({"class"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"colspan", "rowspan"}),
}

_LANGUAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#.-]{0,31}")
_NOT_IN_ID = re.compile(r"[^A-Za-z0-9]+")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa he ks nqo pnb prs ps sd syr ug ur yi".split())


@dataclass(frozen=True, slots=True)
class Html:
    """How HTML is written.

    >>> Html(page=True).links
    True

    `page` writes a whole document with its title, language and direction, not a fragment. Without
    `links` the words of a link stay and its address goes; without `images` images go. `front` says
    what stands before the content: title, byline, standfirst, cover.
    """

    page: bool = False
    links: bool = True
    images: bool = True
    front: Front = FRONT


def write_html(document: Document, options: Html = Html()) -> str:
    """A document as safe HTML.

    >>> import dehusk
    >>> write_html(dehusk.extract("<p onclick=steal()>Tea needs <b>boiling</b> water.</p>"))
    '<p>Tea needs <strong>boiling</strong> water.</p>'
    """
    body = html_of(document.with_front(options.front), options)
    if not options.page:
        return body
    page = whole_page(body, document.metadata.title, document.metadata.language)
    return Meter(_STAGE).whole(page)


def html_of(content: Content | tuple[Block, ...], options: Html = Html()) -> str:
    """Content as a fragment of safe HTML, one block a line, the footnotes last."""
    table = as_table(content)
    has_notes = _FOOTNOTE in table.kind.tobytes()
    writer = HtmlWriter(
        table,
        markup=_markup(_labels(table) if has_notes else frozenset()),
        without=headings_of_notes(table) if has_notes else (),
        link_url=link_url if options.links else None,
        image_url=image_url if options.images else None,
    )
    return Meter(_STAGE).whole(writer.write())


def _labels(content: Content) -> frozenset[str]:
    rows = np.flatnonzero(content.kind == _FOOTNOTE).tolist()
    return frozenset(content.argument_of(row) for row in rows)


def whole_page(body: str, title: str | None, language: str | None) -> str:
    """A fragment inside a whole document.

    >>> whole_page("<p>چای</p>", "چای", "fa").split(chr(10))[1]
    '<html lang="fa" dir="rtl">'
    """
    lang = language if language and _LANGUAGE_TAG.fullmatch(language) else ""
    direction = ' dir="rtl"' if lang.split("-")[0].lower() in _RIGHT_TO_LEFT else ""
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{lang}"{direction}>' if lang else "<html>",
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{escaped(title or '')}</title></head>",
            f"<body><article>\n{body}\n</article></body>",
            "</html>\n",
        )
    )


def _markup(labels: frozenset[str]) -> dict[int, Callable[[Any], str | None]]:
    """What the arguments of rows are in HTML, by their kind: attributes, or the line above a post."""
    unnamed = set(labels)

    def reference(label: str) -> str | None:
        return f' href="#{_note_id(label)}"' if label in labels else None

    def note(label: str) -> str:
        if label not in unnamed:
            return ""
        unnamed.discard(label)
        return f' id="{_note_id(label)}"'

    return {**_MARKUP, Kind.REFERENCE: reference, Kind.FOOTNOTE: note}


def _note_id(label: str) -> str:
    """An id that no page can choose freely: a prefix, and the label's safe characters."""
    return "fn-" + _NOT_IN_ID.sub(lambda odd: f"_{odd[0].encode().hex()}_", label)


def _spans(span: tuple[int, int]) -> str:
    columns, lines = span
    return (f' colspan="{int(columns)}"' if columns != 1 else "") + (
        f' rowspan="{int(lines)}"' if lines != 1 else ""
    )


def _language(language: str | None) -> str:
    return f' class="language-{language}"' if language and _LANGUAGE.fullmatch(language) else ""


def _formula(latex: str, kind: str) -> str:
    """Classes for renderers to find a formula by where it asks for no more than drawing."""
    return "" if is_active(latex) else f' class="language-math {kind}"'


def _post_line(argument: tuple[str | None, str | None]) -> str:
    """Who wrote a post and when, as a paragraph."""
    author, day = author_and_day(*argument)
    name = _element("strong", escaped(author))
    return _element("p", f"{name} · {escaped(day)}" if author and day else name or escaped(day))


def _element(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag}>" if inside else ""


_MARKUP: Final[dict[int, Callable[[Any], str]]] = {
    Kind.CELL: _spans,
    Kind.CODE_BLOCK: _language,
    Kind.QUOTE: lambda kind: f' class="callout-{kind}"' if kind in CALLOUTS else "",
    Kind.MATH: lambda latex: _formula(latex, "math-inline"),
    Kind.MATH_BLOCK: lambda latex: _formula(latex, "math-display"),
    Kind.POST: _post_line,
}
