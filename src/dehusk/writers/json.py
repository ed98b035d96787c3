"""A document as JSON, with where each block stood in the page; `docs/json.md` describes it.

>>> from dehusk.content import Paragraph, Text
>>> blocks_of((Paragraph((Text("Tea"),), rows=(5, 7)),))
[{'type': 'paragraph', 'content': [{'type': 'text', 'text': 'Tea'}], 'rows': [5, 7]}]
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from dehusk import content
from dehusk.budget import Meter, watched
from dehusk.writers._places import Places

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
    Json(indent=2, ascii=False, blocks=True)

    `indent` is the number of spaces a level, None for one line. `ascii` writes every other
    character as an escape. Without `blocks` there is the text and the metadata only.
    """

    indent: int | None = None
    ascii: bool = False
    blocks: bool = True

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
    head = encode(leading | _head(document))
    meter.reach(len(head))
    if not options.blocks:
        return meter.whole(head)
    # One block at a time: the objects of a large page would take many times its size.
    blocks = []
    for block in document.blocks:
        before = meter.size
        blocks.append(encode(objects.value(block)))
        meter.reach(before + len(blocks[-1]))
    return meter.whole(_with_blocks(head, blocks, options.indent))


def _with_blocks(head: str, blocks: list[str], indent: int | None) -> str:
    """A printed object with one field more: a list of objects that are printed already.

    >>> _with_blocks('{"version": 1}', ['{"type": "rule"}'], None)
    '{"version": 1, "blocks": [{"type": "rule"}]}'
    """
    if indent is None:
        return f'{head[:-1]}, "blocks": [{", ".join(blocks)}]}}'
    line = "\n" + " " * indent
    inner = line + " " * indent
    items = f",{inner}".join([block.replace("\n", inner) for block in blocks])
    return f'{head[:-2]},{line}"blocks": [{inner + items + line if items else ""}]\n}}'


def json_of(document: Document, options: Json = Json()) -> dict[str, Any]:  # noqa: B008 -- frozen
    """A document as the objects that `write_json` prints."""
    result = _head(document)
    if options.blocks:
        result["blocks"] = blocks_of(document.blocks, document.page)
    return result


def _head(document: Document) -> dict[str, Any]:
    return {
        "version": VERSION,
        "url": document.page.url,
        "encoding": document.page.encoding,
        "method": document.method,
        "confidence": document.confidence,
        "reason": document.reason,
        "metadata": metadata_of(document.metadata),
        "word_count": document.word_count,
        "reading_minutes": document.reading_minutes,
        "text": document.text,
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
