"""A document as JSON, with where each block stood in the page; `docs/json.md` describes it.

>>> from dehusk.content import Paragraph, Text
>>> blocks_of((Paragraph((Text("Tea"),), rows=(5, 7)),))
[{'type': 'paragraph', 'content': [{'type': 'text', 'text': 'Tea'}], 'rows': [5, 7]}]

`dehusk.native.write` prints texts and blocks; here are the fields around them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dehusk.budget import Meter
from dehusk.content.kinds import Block, Image
from dehusk.content.table import Content, Kind, as_table
from dehusk.native.write import JsonWriter
from dehusk.views.wording import words_and_minutes
from dehusk.writers._plain import words_of

if TYPE_CHECKING:
    from dehusk.document import Document
    from dehusk.metadata import Metadata
    from dehusk.page import Page

VERSION: Final = 1
THINGS: Final = ("product", "recipe", "event", "job")
"""What a page may be about, each in `metadata` where it has one."""
_STAGE: Final = "writing JSON"
_CAPTION, _FIGURE, _IMAGE, _TABLE = (
    int(kind) for kind in (Kind.CAPTION, Kind.FIGURE, Kind.IMAGE, Kind.TABLE)
)


@dataclass(frozen=True, slots=True)
class Json:
    """How JSON is written.

    >>> Json(indent=2)
    Json(indent=2, ascii=False, blocks=True, markdown=False, roles=False, metadata=True)

    `indent` is the number of spaces a level, None for one line. `ascii` writes every other
    character as an escape. Without `blocks` there are no images, blocks and comments. `markdown`
    adds the content as Markdown, `roles` every text block of the page with what it is there for.
    Without `metadata` the page is not asked for its title, authors and dates.
    """

    indent: int | None = None
    ascii: bool = False
    blocks: bool = True
    markdown: bool = False
    roles: bool = False
    metadata: bool = True

    def __post_init__(self) -> None:
        if self.indent is not None and self.indent < 0:
            raise ValueError(f"indent must not be negative, not {self.indent}")


def write_json(document: Document, options: Json = Json(), **leading: str) -> str:
    """A document and its metadata as JSON; `leading` are fields to write before the others.

    >>> import dehusk
    >>> write_json(dehusk.extract("<p>Tea needs boiling water.</p>"), Json(blocks=False))[:34]
    '{"version": 1, "url": null, "encod'
    """
    writer = _written(leading | _facts(document, options), document, options)
    return Meter(_STAGE).whole(writer.written())


def json_of(document: Document, options: Json = Json()) -> dict[str, Any]:
    """A document as the objects that `write_json` prints."""
    others: dict[str, Any] = json.loads(_written({"version": VERSION}, document, options).written())
    return _facts(document, options) | others


def _facts(document: Document, options: Json) -> dict[str, Any]:
    """The fields that come first."""
    words, minutes = words_and_minutes(document.text)
    facts: dict[str, Any] = {
        "version": VERSION,
        "url": document.page.url,
        "encoding": document.page.encoding,
        "method": document.method,
        "confidence": document.confidence,
        "reason": document.reason,
        "page_type": document.page_type,
    }
    if document.followed:
        facts["pages"] = list(document.followed)
    if options.metadata:
        facts["metadata"] = metadata_of(document.metadata)
    return facts | {"word_count": words, "reading_minutes": minutes}


def _written(facts: Mapping[str, Any], document: Document, options: Json) -> JsonWriter:
    """The facts, then the text, the pictures and the blocks."""
    encode = json.JSONEncoder(ensure_ascii=options.ascii, indent=options.indent).encode
    writer = JsonWriter(encode(facts), indent=options.indent, ascii=options.ascii)
    writer.put_text("text", document.text)
    if options.markdown:
        writer.put_text("markdown", document.markdown)
    if options.blocks:
        writer.put_printed("images", encode(images_of(document.content)))
        locations = document.page.locations
        writer.put_content("blocks", document.content, locations)
        comments = document.comment_content
        if comments is None:
            writer.put_printed("comments", "[]")
        else:
            writer.put_content("comments", comments, locations)
    if options.roles:
        writer.put_printed("roles", encode([vars(part) for part in document.roles]))
    return writer


def metadata_of(metadata: Metadata) -> dict[str, Any]:
    """The fields of metadata as objects that JSON knows; a thing only where the page has one."""
    values = {name: getattr(metadata, name) for name in metadata.__dataclass_fields__}
    told = {name: asdict(thing) for name in THINGS if (thing := values.pop(name)) is not None}
    return values | {"sources": dict(metadata.sources)} | told


def blocks_of(
    content: Content | tuple[Block, ...], page: Page | None = None
) -> list[dict[str, Any]]:
    """Blocks as objects; with their page also where they stood in it."""
    locations = None if page is None else page.locations
    writer = JsonWriter('{"version": 1}', indent=None, ascii=False)
    writer.put_content("blocks", as_table(content), locations)
    blocks: list[dict[str, Any]] = json.loads(writer.written())["blocks"]
    return blocks


# Pictures


def images_of(content: Content | tuple[Block, ...]) -> list[dict[str, Any]]:
    """The pictures of some content in their order; the first of a figure has its caption.

    >>> from dehusk.content import Figure, Paragraph, Text
    >>> picture = Paragraph((Image("tea.jpg", "A pot"),), rows=(2, 3))
    >>> figure = Figure((picture,), rows=(1, 5), caption=(Text("Tea, at last"),))
    >>> images_of((figure, picture))[0]["caption"]
    'Tea, at last'
    """
    table = as_table(content)
    kinds = table.kind.tobytes()
    if _IMAGE not in kinds:
        return []
    if _CAPTION in kinds:
        return _captioned(table, table.kind)
    rows = np.flatnonzero(table.kind == _IMAGE).tolist()
    return [_picture(table.argument_of(row)) for row in rows]


def _captioned(content: Content, kinds: NDArray[np.uint8]) -> list[dict[str, Any]]:
    """Pictures where some may have captions. Those inside the caption of a figure do not count, those
    inside that of a table come after its cells."""
    images: list[dict[str, Any]] = []
    around: list[_Around] = []
    rows = np.flatnonzero(_OF_PICTURES[kinds])
    ends = content.end[rows].tolist()
    for row, kind, end in zip(rows.tolist(), kinds[rows].tolist(), ends, strict=True):
        while around and around[-1].end <= row:
            images += around.pop().later
        if kind == _CAPTION and around[-1].kind == _FIGURE:
            for image in images[around[-1].first : around[-1].first + 1]:
                image["caption"] = image["caption"] or words_of(content, row).strip() or None
        if kind != _IMAGE:
            around.append(_Around(kind, end, len(images), []))
        elif not around or around[-1].kind != _CAPTION:
            images.append(_picture(content.argument_of(row)))
        elif around[-2].kind == _TABLE:
            around[-2].later.append(_picture(content.argument_of(row)))
    for one in reversed(around):
        images += one.later
    return images


class _Around(NamedTuple):
    """A figure, table or caption, and how many pictures stand before it."""

    kind: int
    end: int
    first: int
    later: list[dict[str, Any]]


_OF_PICTURES = np.isin(np.arange(256), (_CAPTION, _FIGURE, _IMAGE, _TABLE))


def _picture(image: Image) -> dict[str, Any]:
    return {
        "url": image.url,
        "alt": image.alt,
        "caption": None,
        "width": image.width,
        "height": image.height,
    }
