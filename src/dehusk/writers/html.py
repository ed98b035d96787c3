"""A document as HTML that can only hold an allowlist of elements, attributes and URL schemes.

>>> from dehusk.content import Link, Paragraph, Text
>>> html_of((Paragraph((Link((Text("<Tea>"),), "https://example.org/?a&b"),), rows=(0, 2)),))
'<p><a href="https://example.org/?a&amp;b">&lt;Tea&gt;</a></p>'
>>> html_of((Paragraph((Link((Text("Tea"),), "javascript:alert(1)"),), rows=(0, 2)),))
'<p>Tea</p>'

It is safe by construction: tags are written by this file alone, and every value from the page goes
through `_text`, `_attribute` or a pattern that it must match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from dehusk.budget import Meter, watched
from dehusk.content import (
    CALLOUTS,
    Block,
    Break,
    Cell,
    Code,
    CodeBlock,
    DefinitionList,
    Embed,
    Emphasis,
    Figure,
    Footnote,
    FootnoteReference,
    Heading,
    Image,
    Inline,
    Link,
    List,
    ListItem,
    Math,
    MathBlock,
    Paragraph,
    Post,
    Quote,
    Rule,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Table,
    Text,
)
from dehusk.content.front import FRONT, Front
from dehusk.content.table import blocks_of
from dehusk.writers._formulas import is_active
from dehusk.writers._simple import footnotes, post_blocks, without_heading_of_notes
from dehusk.writers._urls import image_url, link_url

if TYPE_CHECKING:
    from dehusk.document import Document

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
# Characters that HTML forbids or that cannot be encoded.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


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


def write_html(document: Document, options: Html = Html()) -> str:  # noqa: B008 -- frozen
    """A document as safe HTML.

    >>> import dehusk
    >>> write_html(dehusk.extract("<p onclick=steal()>Tea needs <b>boiling</b> water.</p>"))
    '<p>Tea needs <strong>boiling</strong> water.</p>'
    """
    body = html_of(blocks_of(document.with_front(options.front)), options)
    if not options.page:
        return body
    page = whole_page(body, document.metadata.title, document.metadata.language)
    return Meter(_STAGE).whole(page)


def html_of(blocks: tuple[Block, ...], options: Html = Html()) -> str:  # noqa: B008 -- frozen
    """Blocks as a fragment of safe HTML, one a line, the footnotes last."""
    writer = _Writer(options, frozenset(note.label for note in footnotes(blocks)))
    blocks = without_heading_of_notes(blocks)
    lines = [line for block in blocks if (line := writer.block(block))]
    if writer.notes:
        lines.append(_footnotes(writer))
    return writer.meter.whole("\n".join(lines))


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
            f"<title>{_text(title or '')}</title></head>",
            f"<body><article>\n{body}\n</article></body>",
            "</html>\n",
        )
    )


_STAGE = "writing HTML"


@dataclass(slots=True)
class _Writer:
    options: Html
    labels: frozenset[str]
    notes: list[Footnote] = field(default_factory=list)
    in_link: bool = False
    meter: Meter = field(default_factory=lambda: Meter(_STAGE))

    def block(self, block: Block) -> str:
        before = self.meter.size
        text = _BLOCKS[type(block)](self, block)
        self.meter.reach(before + len(text))
        return text

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "".join(map(self.block, blocks))

    def compact(self, blocks: tuple[Block, ...]) -> str:
        """Blocks in an item or a cell, where a paragraph alone or before lists needs no tag."""
        if blocks and type(blocks[0]) is Paragraph and all(type(b) is List for b in blocks[1:]):
            line = self.inlines(blocks[0].content)
            self.meter.reach(self.meter.size + len(line))
            return line + self.blocks(blocks[1:])
        return self.blocks(blocks)

    def inlines(self, content: tuple[Inline, ...]) -> str:
        if len(content) == 1 and type(content[0]) is Text:
            return _text(content[0].text)
        return "".join([_INLINES[type(node)](self, node) for node in watched(content, _STAGE)])


def _text(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text if text.isprintable() else _CONTROLS.sub("", text)


def _attribute(name: str, value: str | None) -> str:
    return f' {name}="{_text(value).replace(chr(34), "&quot;")}"' if value else ""


def _wrapped(tag: str) -> Callable[[_Writer, Any], str]:
    def write(writer: _Writer, node: Any) -> str:
        inside = writer.inlines(node.content)
        return f"<{tag}>{inside}</{tag}>" if inside else ""

    return write


def _link(writer: _Writer, node: Link) -> str:
    url = link_url(node.url) if writer.options.links else None
    # A link inside a link would end the outer one.
    if url is None or writer.in_link:
        return writer.inlines(node.content)
    writer.in_link = True
    inside = writer.inlines(node.content)
    writer.in_link = False
    title = _attribute("title", node.title)
    return f"<a{_attribute('href', url)}{title}>{inside}</a>" if inside else ""


def _image(writer: _Writer, node: Image) -> str:
    url = image_url(node.url) if writer.options.images else None
    if url is None:
        return ""
    alt = _attribute("alt", node.alt) or ' alt=""'
    return f"<img{_attribute('src', url)}{alt}{_attribute('title', node.title)}>"


def _note_id(label: str) -> str:
    """An id that no page can choose freely: a prefix, and the label's safe characters."""
    return "fn-" + _NOT_IN_ID.sub(lambda odd: f"_{odd[0].encode().hex()}_", label)


def _reference(writer: _Writer, node: FootnoteReference) -> str:
    if writer.in_link or node.label not in writer.labels:
        return f"<sup>{_text(node.label)}</sup>"
    return f'<sup><a href="#{_note_id(node.label)}">{_text(node.label)}</a></sup>'


def _formula(latex: str, kind: str) -> str:
    """A formula, with classes for renderers to find it by where it asks for no more than drawing."""
    name = "" if is_active(latex) else f' class="language-math {kind}"'
    return f"<code{name}>{_text(latex)}</code>"


_INLINES: dict[type, Callable[[_Writer, Any], str]] = {
    Text: lambda writer, node: _text(node.text),
    Emphasis: _wrapped("em"),
    Strong: _wrapped("strong"),
    Strikethrough: _wrapped("del"),
    Superscript: _wrapped("sup"),
    Subscript: _wrapped("sub"),
    Code: lambda writer, node: f"<code>{_text(node.text)}</code>",
    Link: _link,
    Image: _image,
    Math: lambda writer, node: _formula(node.latex, "math-inline"),
    Break: lambda writer, node: "<br>",
    FootnoteReference: _reference,
}


def _heading(writer: _Writer, block: Heading) -> str:
    level = min(max(block.level, 1), 6)
    return _element(f"h{level}", writer.inlines(block.content))


def _element(tag: str, inside: str) -> str:
    return f"<{tag}>{inside}</{tag}>" if inside else ""


def _list(writer: _Writer, block: List) -> str:
    items = "".join(_item(writer, item) for item in block.items)
    if not block.ordered:
        return _element("ul", items)
    start = f' start="{int(block.start)}"' if block.start != 1 else ""
    return f"<ol{start}>{items}</ol>" if items else ""


def _item(writer: _Writer, item: ListItem) -> str:
    box = ""
    if item.checked is not None:
        box = f'<input type="checkbox"{" checked" if item.checked else ""} disabled> '
    return f"<li>{box}{writer.compact(item.content)}</li>"


def _definitions(writer: _Writer, block: DefinitionList) -> str:
    parts = []
    for item in block.items:
        parts += [f"<dt>{writer.inlines(term)}</dt>" for term in item.terms]
        parts += [f"<dd>{writer.compact(meaning)}</dd>" for meaning in item.meanings]
    return _element("dl", "".join(parts))


def _table(writer: _Writer, block: Table) -> str:
    head = _lines(writer, block.lines[: block.header_lines])
    body = _lines(writer, block.lines[block.header_lines :])
    caption = _element("caption", writer.inlines(block.caption))
    return _element("table", caption + _element("thead", head) + _element("tbody", body))


def _lines(writer: _Writer, lines: tuple[tuple[Cell, ...], ...]) -> str:
    return "".join(
        f"<tr>{''.join([_cell(writer, cell) for cell in line])}</tr>" for line in lines if line
    )


def _cell(writer: _Writer, cell: Cell) -> str:
    tag = "th" if cell.header else "td"
    columns = f' colspan="{int(cell.columns)}"' if cell.columns != 1 else ""
    lines = f' rowspan="{int(cell.lines)}"' if cell.lines != 1 else ""
    return f"<{tag}{columns}{lines}>{writer.compact(cell.content)}</{tag}>"


def _code(writer: _Writer, block: CodeBlock) -> str:
    language = ""
    if block.language and _LANGUAGE.fullmatch(block.language):
        language = f' class="language-{block.language}"'
    return f"<pre><code{language}>{_text(block.text)}</code></pre>" if block.text else ""


def _quote(writer: _Writer, block: Quote) -> str:
    inside = writer.blocks(block.content)
    kind = f' class="callout-{block.kind}"' if block.kind in CALLOUTS else ""
    return f"<blockquote{kind}>{inside}</blockquote>" if inside else ""


def _figure(writer: _Writer, block: Figure) -> str:
    caption = _element("figcaption", writer.inlines(block.caption))
    content = writer.blocks(block.content)
    return _element("figure", caption + content if block.is_code else content + caption)


def _embed(writer: _Writer, block: Embed) -> str:
    url = link_url(block.url)
    words = _text(block.title or block.url)
    if url is None or not writer.options.links:
        return _element("p", words)
    return f"<p><a{_attribute('href', url)}>{words}</a></p>"


def _kept_for_the_end(writer: _Writer, block: Footnote) -> str:
    writer.notes.append(block)
    return ""


def _footnotes(writer: _Writer) -> str:
    parts = ['<section class="footnotes"><dl>']
    unnamed = set(writer.labels)
    for note in writer.notes:  # grows while a note holds another
        name = f' id="{_note_id(note.label)}"' if note.label in unnamed else ""
        unnamed.discard(note.label)
        meaning = writer.compact(note.content)
        parts.append(f"<dt{name}>{_text(note.label)}</dt><dd>{meaning}</dd>")
    parts.append("</dl></section>")
    return "".join(parts)


_BLOCKS: dict[type, Callable[[_Writer, Any], str]] = {
    Heading: _heading,
    Paragraph: lambda writer, block: _element("p", writer.inlines(block.content)),
    List: _list,
    DefinitionList: _definitions,
    Table: _table,
    CodeBlock: _code,
    Quote: _quote,
    Figure: _figure,
    MathBlock: lambda writer, block: f"<pre>{_formula(block.latex, 'math-display')}</pre>",
    Embed: _embed,
    Rule: lambda writer, block: "<hr>",
    Footnote: _kept_for_the_end,
    Post: lambda writer, block: _element("article", writer.blocks(post_blocks(block))),
}
