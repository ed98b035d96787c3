"""A document as JSON, with where each block stood in the page; `docs/json.md` describes it.

>>> from dehusk.content import Paragraph, Text
>>> blocks_of((Paragraph((Text("Tea"),), rows=(5, 7)),))
[{'type': 'paragraph', 'content': [{'type': 'text', 'text': 'Tea'}], 'rows': [5, 7]}]
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dehusk import content
from dehusk.budget import Meter, check, watched
from dehusk.writers._places import Places
from dehusk.writers._plain import plain

if TYPE_CHECKING:
    from dehusk.document import Document
    from dehusk.metadata import Metadata
    from dehusk.page import Page

VERSION: Final = 1
_STAGE: Final = "writing JSON"

_TYPES: Final = {
    content.Text: "text",
    content.Emphasis: "emphasis",
    content.Strong: "strong",
    content.Strikethrough: "strikethrough",
    content.Superscript: "superscript",
    content.Subscript: "subscript",
    content.Code: "code",
    content.Link: "link",
    content.Image: "image",
    content.Math: "math",
    content.Break: "break",
    content.FootnoteReference: "footnote_reference",
    content.Heading: "heading",
    content.Paragraph: "paragraph",
    content.ListItem: "list_item",
    content.List: "list",
    content.Definition: "definition",
    content.DefinitionList: "definition_list",
    content.Cell: "cell",
    content.Table: "table",
    content.CodeBlock: "code_block",
    content.Quote: "quote",
    content.Figure: "figure",
    content.MathBlock: "math_block",
    content.Embed: "embed",
    content.Rule: "rule",
    content.Footnote: "footnote",
    content.Post: "post",
}
_FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in _TYPES}


@dataclass(frozen=True, slots=True)
class Json:
    """How JSON is written.

    >>> Json(indent=2)
    Json(indent=2, ascii=False, blocks=True, markdown=False, roles=False)

    `indent` is the number of spaces a level, None for one line. `ascii` writes every other
    character as an escape. Without `blocks` there is the text and the metadata only, without images,
    blocks and comments. `markdown` adds the content as Markdown, `roles` every text block of the
    page with what it is there for.
    """

    indent: int | None = None
    ascii: bool = False
    blocks: bool = True
    markdown: bool = False
    roles: bool = False

    def __post_init__(self) -> None:
        if self.indent is not None and self.indent < 0:
            raise ValueError(f"indent must not be negative, not {self.indent}")


def write_json(document: Document, options: Json = Json(), **leading: str) -> str:  # noqa: B008 -- frozen
    """A document and its metadata as JSON; `leading` are fields to write before the others.

    >>> import dehusk
    >>> write_json(dehusk.extract("<p>Tea needs boiling water.</p>"), Json(blocks=False))[:34]
    '{"version": 1, "url": null, "encod'
    """
    encode = json.JSONEncoder(ensure_ascii=options.ascii, indent=options.indent).encode
    objects = _Objects(document.page)
    meter = objects.meter
    written = encode(leading | _head(document, options))
    meter.reach(len(written))
    for name, nodes in _lists(document, options).items():
        # One node at a time: the objects of a large page would take many times its size.
        printed = []
        for node in nodes:
            before = meter.size
            printed.append(encode(objects.value(node)))
            meter.reach(before + len(printed[-1]))
        written = _with_list(written, name, printed, options.indent)
    return meter.whole(written)


def _lists(document: Document, options: Json) -> dict[str, tuple[Any, ...]]:
    """The fields that are lists of nodes, which come last."""
    lists: dict[str, tuple[Any, ...]] = {}
    if options.blocks:
        lists |= {"blocks": document.blocks, "comments": document.comments}
    if options.roles:
        lists["roles"] = tuple(vars(part) for part in document.roles)
    return lists


def _with_list(printed: str, name: str, items: list[str], indent: int | None) -> str:
    """A printed object with one field more: a list of objects that are printed already.

    >>> _with_list('{"version": 1}', "blocks", ['{"type": "rule"}'], None)
    '{"version": 1, "blocks": [{"type": "rule"}]}'
    """
    if indent is None:
        return f'{printed[:-1]}, "{name}": [{", ".join(items)}]}}'
    line = "\n" + " " * indent
    inner = line + " " * indent
    lines = f",{inner}".join([item.replace("\n", inner) for item in items])
    return f'{printed[:-2]},{line}"{name}": [{inner + lines + line if lines else ""}]\n}}'


def json_of(document: Document, options: Json = Json()) -> dict[str, Any]:  # noqa: B008 -- frozen
    """A document as the objects that `write_json` prints."""
    objects = _Objects(document.page)
    lists = _lists(document, options).items()
    return _head(document, options) | {name: objects.values(nodes) for name, nodes in lists}


def _head(document: Document, options: Json) -> dict[str, Any]:
    head: dict[str, Any] = {
        "version": VERSION,
        "url": document.page.url,
        "encoding": document.page.encoding,
        "method": document.method,
        "confidence": document.confidence,
        "reason": document.reason,
        "page_type": document.page_type,
        "metadata": metadata_of(document.metadata),
        "word_count": document.word_count,
        "reading_minutes": document.reading_minutes,
        "text": document.text,
    }
    if options.markdown:
        head["markdown"] = document.markdown
    if options.blocks:
        head["images"] = images_of(document.blocks)
    return head


def images_of(blocks: tuple[content.Block, ...]) -> list[dict[str, Any]]:
    """The pictures of some content in their order; the first of a figure has its caption.

    >>> picture = content.Paragraph((content.Image("tea.jpg", "A pot"),), rows=(2, 3))
    >>> figure = content.Figure((picture,), rows=(1, 5), caption=(content.Text("Tea, at last"),))
    >>> images_of((figure, picture))[0]["caption"]
    'Tea, at last'
    """
    images: list[dict[str, Any]] = []
    waiting: list[Any] = [blocks]
    while waiting:
        node = waiting.pop()
        if type(node) is tuple:
            check(_STAGE)
            waiting.extend(reversed(node))
        elif isinstance(node, content.Image):
            images.append(_picture(node))
        elif isinstance(node, content.Figure):
            waiting += [_Caption(node.caption, len(images)), node.content]
        elif isinstance(node, _Caption):
            for image in images[node.first : node.first + 1]:
                image["caption"] = image["caption"] or plain(node.words).strip() or None
        elif type(node) in _FIELDS:
            parts = [getattr(node, name) for name in _FIELDS[type(node)] if name != "rows"]
            waiting.extend(part for part in reversed(parts) if type(part) is tuple)
    return images


class _Caption(NamedTuple):
    """The caption of a figure whose pictures stand right before it, from number `first` on."""

    words: tuple[content.Inline, ...]
    first: int


def _picture(image: content.Image) -> dict[str, Any]:
    return {
        "url": image.url,
        "alt": image.alt,
        "caption": None,
        "width": image.width,
        "height": image.height,
    }


def metadata_of(metadata: Metadata) -> dict[str, Any]:
    """The fields of metadata as objects that JSON knows."""
    values = {field.name: getattr(metadata, field.name) for field in fields(metadata)}
    return {
        name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()
    }


def blocks_of(blocks: tuple[content.Block, ...], page: Page | None = None) -> list[dict[str, Any]]:
    """Blocks as objects; with their page also where they stood in it."""
    return _Objects(page).values(blocks)


class _Objects:
    """Makes objects of nodes; those that have rows get their place in the page, if there is one.

    The meter counts XPaths: the least that it will take to print the objects.
    """

    def __init__(self, page: Page | None) -> None:
        self.meter = Meter(_STAGE)
        self._places = Places(page) if page is not None else None

    def values(self, nodes: tuple[Any, ...]) -> list[Any]:
        # Most nodes are text, which has no parts.
        return [
            {"type": "text", "text": node.text} if type(node) is content.Text else self.value(node)
            for node in watched(nodes, _STAGE)
        ]

    def value(self, value: Any) -> Any:
        kind = type(value)
        if kind is tuple:
            return self.values(value)
        if kind not in _TYPES:
            return value
        result: dict[str, Any] = {"type": _TYPES[kind]}
        for name in _FIELDS[kind]:
            field = getattr(value, name)
            if type(field) is tuple:
                field = list(field) if name == "rows" else self.values(field)
            result[name] = field
        if self._places is not None and "rows" in result:
            result["xpath"], result["source"] = self._places.of(value.rows)
            self.meter.reach(self.meter.size + len(result["xpath"] or ""))
        return result
