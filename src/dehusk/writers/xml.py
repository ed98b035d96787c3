"""A document as XML for corpora: a small vocabulary of TEI's, and TEI itself.

>>> from dehusk.content import Heading, Paragraph, Strong, Text
>>> tea = Paragraph((Text("Boil "), Strong((Text("water"),)), Text(" & wait.")), rows=(3, 7))
>>> print(xml_of((Heading(2, (Text("Tea"),), rows=(1, 3)), tea)))
<head rend="h2">Tea</head>
<p>Boil <hi rend="#b">water</hi> &amp; wait.</p>

`write_xml` uses the elements and attributes that trafilatura uses, so that what reads its corpora
reads ours; `write_tei` gives a document that is valid by the schema of TEI P5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from dehusk.budget import Meter, watched
from dehusk.content import (
    Block,
    Break,
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
from dehusk.content.schemes import image_url
from dehusk.writers._simple import post_blocks

if TYPE_CHECKING:
    from dehusk.document import Document
    from dehusk.metadata import Metadata

Dialect = Literal["plain", "tei"]

_STAGE = "writing XML"
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_IN_NAME = re.compile(r"[^\w.-]+", re.ASCII)
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


@dataclass(frozen=True, slots=True)
class Xml:
    """How XML is written.

    >>> Xml(links=False).images
    True

    `formatting` keeps emphasis, `links` and `images` their addresses, `tables` tables. `comments`
    adds what readers wrote.
    """

    formatting: bool = True
    links: bool = True
    images: bool = True
    tables: bool = True
    comments: bool = False


def write_xml(document: Document, options: Xml = Xml(), **attributes: str | None) -> str:
    """A document as a `doc` with a `main` and `comments`; `attributes` are added to its own.

    >>> import dehusk
    >>> print(write_xml(dehusk.extract("<p>Tea needs boiling water.</p>")))
    <doc>
    <main>
    <p>Tea needs boiling water.</p>
    </main>
    <comments/>
    </doc>
    """
    head = _tag("doc", **{**doc_attributes(document.metadata), **attributes})
    main = _whole("main", xml_of(document.blocks, options))
    said = document.comments if options.comments else ()
    comments = _whole("comments", xml_of(said, options))
    return Meter(_STAGE).whole(f"{head}\n{main}\n{comments}\n</doc>")


def doc_attributes(metadata: Metadata) -> dict[str, str | None]:
    """What a `doc` says of its page."""
    return {
        "sitename": metadata.site_name,
        "title": metadata.title,
        "author": "; ".join(metadata.authors),
        "date": (metadata.date_published or "")[:10],
        "url": metadata.url,
        "hostname": urlsplit(metadata.url or "").hostname,
        "description": metadata.description,
        "tags": ";".join(metadata.tags),
        "language": metadata.language,
        "license": metadata.license,
        "image": metadata.image,
        "pagetype": metadata.kind,
    }


def write_tei(document: Document, options: Xml = Xml()) -> str:
    """A document as TEI P5.

    >>> import dehusk
    >>> tei = write_tei(dehusk.extract("<title>Tea</title><p>Tea needs boiling water.</p>"))
    >>> tei.splitlines()[-7:-2]
    ['<body>', '<div type="entry">', '<p>Tea needs boiling water.</p>', '</div>', '</body>']
    """
    body = xml_of(document.blocks, options, "tei") or "<p/>"
    entries = f'<div type="entry">\n{body}\n</div>'
    if options.comments and (said := xml_of(document.comments, options, "tei")):
        entries += f'\n<div type="comments">\n{said}\n</div>'
    text = f"<text>\n<body>\n{entries}\n</body>\n</text>"
    head = _tei_head(document.metadata)
    return (
        Meter(_STAGE)
        .whole(f'<TEI xmlns="http://www.tei-c.org/ns/1.0">\n{head}\n{text}\n</TEI>\n')
        .rstrip("\n")
    )


def _tei_head(metadata: Metadata) -> str:
    from dehusk import __version__

    titles = [_element("title", _escaped(metadata.title or ""), type="main")]
    titles += [_element("author", _escaped(author)) for author in metadata.authors]
    statement = _whole("titleStmt", "\n".join(titles))
    day = (metadata.date_published or "")[:10]
    licence = _element("licence", _escaped(metadata.license or ""))
    publication = [
        _element("publisher", _escaped(metadata.site_name or "unknown")),
        *([_tag("ptr", True, type="URL", target=metadata.url)] if metadata.url else []),
        *([_element("availability", licence)] if metadata.license else []),
        *([_element("date", _escaped(day))] if day else []),
    ]
    named = ", ".join(filter(None, (metadata.title, metadata.site_name, day)))
    full = _whole(
        "biblFull", f"{statement}\n{_whole('publicationStmt', chr(10).join(publication))}"
    )
    source = _whole("sourceDesc", f"{_element('bibl', _escaped(named))}\n{full}")
    file = _whole("fileDesc", f"{statement}\n<publicationStmt><p/></publicationStmt>\n{source}")
    application = _element(
        "application", "<label>dehusk</label>", version=__version__, ident="dehusk"
    )
    encoding = f"<encodingDesc><appInfo>{application}</appInfo></encodingDesc>"
    return _whole("teiHeader", "\n".join(filter(None, (file, encoding, _profile(metadata)))))


def _profile(metadata: Metadata) -> str:
    parts = []
    if metadata.description:
        parts.append(f"<abstract>{_element('p', _escaped(metadata.description))}</abstract>")
    if metadata.language:
        ident = _element("language", _escaped(metadata.language), ident=metadata.language)
        parts.append(f"<langUsage>{ident}</langUsage>")
    if metadata.tags:
        terms = "".join(_element("term", _escaped(tag)) for tag in metadata.tags)
        parts.append(f"<textClass><keywords>{terms}</keywords></textClass>")
    return _whole("profileDesc", "\n".join(parts)) if parts else ""


def xml_of(
    blocks: tuple[Block, ...],
    options: Xml = Xml(),
    dialect: Dialect = "plain",
) -> str:
    """Blocks as elements, a line each."""
    return _Writer(options, dialect == "tei").blocks(blocks)


class _Writer:
    def __init__(self, options: Xml, is_tei: bool) -> None:
        self.options = options
        self.is_tei = is_tei
        self.meter = Meter(_STAGE)

    def blocks(self, blocks: Iterable[Block]) -> str:
        parts = []
        for block in blocks:
            before = self.meter.size
            text = _BLOCKS[type(block)](self, block)
            self.meter.reach(before + len(text))
            if text:
                parts.append(text)
        return "\n".join(parts)

    def inlines(self, content: tuple[Inline, ...]) -> str:
        return "".join([self.inline(node) for node in watched(content, _STAGE)])

    def inline(self, node: Inline) -> str:
        if type(node) is Text:
            return _escaped(node.text)
        return _INLINES[type(node)](self, node)

    def inside(self, blocks: tuple[Block, ...]) -> str:
        """Blocks within an item or a cell: a lone paragraph needs no element of its own."""
        if len(blocks) == 1 and type(blocks[0]) is Paragraph:
            return self.inlines(blocks[0].content)
        return self.blocks(blocks)

    def mark(self, node: Any, rend: str) -> str:
        inner = self.inlines(node.content)
        return _element("hi", inner, rend=rend) if self.options.formatting else inner


def _heading(writer: _Writer, block: Heading) -> str:
    if not (text := writer.inlines(block.content)):
        return ""
    rend = f"h{block.level}"
    if writer.is_tei:
        return _element("ab", text, rend=rend, type="header")
    return _element("head", text, rend=rend)


def _paragraph(writer: _Writer, block: Paragraph) -> str:
    if not (text := writer.inlines(block.content)):
        return ""
    return _element("p", text)


def _list(writer: _Writer, block: List) -> str:
    items = [_element("item", writer.inside(item.content)) for item in block.items]
    return _whole("list", "\n".join(items), rend="ol" if block.ordered else "ul") if items else ""


def _definitions(writer: _Writer, block: DefinitionList) -> str:
    lines = []
    for number, item in enumerate(block.items, 1):
        lines += [
            _element("item", writer.inlines(term), rend=f"dt-{number}") for term in item.terms
        ]
        lines += [
            _element("item", writer.inside(meaning), rend=f"dd-{number}")
            for meaning in item.meanings
        ]
    return _whole("list", "\n".join(lines), rend="dl") if lines else ""


def _table(writer: _Writer, block: Table) -> str:
    if not writer.options.tables or not block.lines:
        return ""
    lines = [_element("head", writer.inlines(block.caption))] if block.caption else []
    for cells in block.lines:
        row = [
            _element(
                "cell",
                writer.inside(cell.content),
                role=_role(cell.header, writer),
                cols=str(cell.columns) if cell.columns > 1 else None,
                rows=str(cell.lines) if cell.lines > 1 else None,
            )
            for cell in cells
        ]
        lines.append(_whole("row", "\n".join(row)) if row else "<row><cell/></row>")
    return _whole("table", "\n".join(lines))


def _role(is_header: bool, writer: _Writer) -> str | None:
    if not is_header:
        return None
    return "label" if writer.is_tei else "head"


def _code(writer: _Writer, block: CodeBlock) -> str:
    code = _element("code", _escaped(block.text.strip("\n")), lang=block.language)
    return _element("ab", code, type="code") if writer.is_tei else code


def _figure(writer: _Writer, block: Figure) -> str:
    content = writer.blocks(block.content)
    if not block.caption:
        return content
    caption = writer.inlines(block.caption)
    return "\n".join(filter(None, (content, _element("p", caption, rend="caption"))))


def _footnote(writer: _Writer, block: Footnote) -> str:
    if not block.content:
        return ""
    name = {"xml:id": _note_name(block.label)} if writer.is_tei else {}
    return _element("note", writer.inside(block.content), n=block.label, place="foot", **name)


def _note_name(label: str) -> str:
    return f"note-{_NOT_IN_NAME.sub('-', label)}"


def _formula(writer: _Writer, latex: str) -> str:
    return _element("formula", _escaped(latex.strip()), notation="TeX")


def _embed(writer: _Writer, block: Embed) -> str:
    if not writer.options.links:
        return ""
    return _element("p", _element("ref", _escaped(block.title or block.url), target=block.url))


_BLOCKS: dict[type, Callable[[_Writer, Any], str]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    List: _list,
    DefinitionList: _definitions,
    Table: _table,
    CodeBlock: _code,
    Quote: lambda writer, block: _whole("quote", writer.blocks(block.content), type=block.kind),
    Figure: _figure,
    MathBlock: lambda writer, block: _element("p", _formula(writer, block.latex)),
    Embed: _embed,
    Rule: lambda writer, block: "",
    Footnote: _footnote,
    Post: lambda writer, block: writer.blocks(post_blocks(block)),
}


def _link(writer: _Writer, node: Link) -> str:
    inner = writer.inlines(node.content)
    return _element("ref", inner, target=node.url) if writer.options.links else inner


def _image(writer: _Writer, node: Image) -> str:
    url = image_url(node.url) if writer.options.images else None
    if url is None:
        return ""
    if not writer.is_tei:
        return _tag("graphic", True, src=url, alt=node.alt, title=node.title)
    if not node.alt:
        return _tag("graphic", True, url=url)
    return f"{_tag('graphic', url=url)}{_element('desc', _escaped(node.alt))}</graphic>"


def _reference(writer: _Writer, node: FootnoteReference) -> str:
    target = f"#{_note_name(node.label)}" if writer.is_tei else f"#{node.label}"
    return _element("ref", _escaped(f"[{node.label}]"), target=target, type="note")


_INLINES: dict[type, Callable[[_Writer, Any], str]] = {
    Emphasis: lambda writer, node: writer.mark(node, "#i"),
    Strong: lambda writer, node: writer.mark(node, "#b"),
    Superscript: lambda writer, node: writer.mark(node, "#sup"),
    Subscript: lambda writer, node: writer.mark(node, "#sub"),
    Strikethrough: lambda writer, node: (
        _element("del", writer.inlines(node.content), rend="overstrike")
        if writer.options.formatting
        else writer.inlines(node.content)
    ),
    Code: lambda writer, node: _element("code", _escaped(node.text)),
    Link: _link,
    Image: _image,
    Math: lambda writer, node: _formula(writer, node.latex),
    Break: lambda writer, node: "<lb/>",
    FootnoteReference: _reference,
}


def _whole(name: str, inner: str, **attributes: str | None) -> str:
    """An element around lines of others."""
    if not inner:
        return _tag(name, True, **attributes)
    return f"{_tag(name, **attributes)}\n{inner}\n</{name}>"


def _element(name: str, inner: str, **attributes: str | None) -> str:
    if not inner:
        return _tag(name, True, **attributes)
    return f"{_tag(name, **attributes)}{inner}</{name}>"


def _tag(name: str, closed: bool = False, /, **attributes: str | None) -> str:
    written = "".join(
        f' {attribute}="{_escaped(" ".join(value.split()))}"'
        for attribute, value in attributes.items()
        if value
    )
    return f"<{name}{written}{'/' if closed else ''}>"


def _escaped(text: str) -> str:
    return _NO_XML.sub("", text).translate(_ESCAPES)
