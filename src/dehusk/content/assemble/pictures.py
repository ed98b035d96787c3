"""Pictures among text: where they stand for themselves although the markup has them in a line."""

from __future__ import annotations

from collections.abc import Iterable

from dehusk.content import Block, Break, Image, Inline, Link, ListItem, Paragraph, Text

Inlines = tuple[Inline, ...]


def is_picture(inline: Inline) -> bool:
    """An image, or a link around images."""
    if isinstance(inline, Link):
        return bool(inline.content) and all(isinstance(each, Image) for each in inline.content)
    return isinstance(inline, Image)


def only_pictures(content: Inlines) -> bool:
    """Are there images and no words?"""
    return any(map(is_picture, content)) and all(
        is_picture(inline) or (isinstance(inline, Text) and not inline.text.strip())
        for inline in content
    )


def parted_from_pictures(content: Inlines) -> list[Inlines]:
    """Content in parts: a line that has only pictures is a part of its own."""
    if len(content) < 3 or Break not in map(type, content) or not any(map(is_picture, content)):
        return [content]
    parts: list[list[Inline]] = []
    after_pictures = True
    for line in _lines(content):
        pictures = only_pictures(line)
        if pictures or after_pictures:
            parts.append([*line])
        else:
            parts[-1] += [Break(), *line]
        after_pictures = pictures
    return [tuple(part) for part in parts if part]


def _lines(content: Inlines) -> Iterable[Inlines]:
    start = 0
    for index, inline in enumerate(content):
        if isinstance(inline, Break):
            yield content[start:index]
            start = index + 1
    yield content[start:]


def one_by_one(blocks: Iterable[Block]) -> list[Block]:
    """Blocks with a paragraph for each picture of those that have only pictures."""
    result: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph) and only_pictures(block.content):
            pictures = filter(is_picture, block.content)
            result.extend(Paragraph((picture,), block.rows) for picture in pictures)
        else:
            result.append(block)
    return result


def is_gallery(items: Iterable[ListItem]) -> bool:
    """Is a list only a way to lay out pictures?"""
    return all(
        isinstance(block, Paragraph) and only_pictures(block.content)
        for item in items
        for block in item.content
    )
