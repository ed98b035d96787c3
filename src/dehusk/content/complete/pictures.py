"""Pictures that show nothing: icons that stand alone, and the same picture at once again.

An icon within a line is a part of it, *press ⚙*; one that is all that a block holds only decorates
what stands beside it. Shops show a picture a second time for those who point at it; ticks and crosses in
the cells of a table are what the cells say.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.editor import NO_PLACES, Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import CELLS, Tag, TagSet

ICON = "an icon that stands alone"
REPEATED = "the same picture again"

_NOT_ADDRESSES = frozenset(["alt", "title", "class", "style", "sizes"])


@needs(TagSet("img"))
def no_stray_pictures(editor: SelectionEditor) -> None:
    """Drop icons in blocks without a word, and pictures that repeat the one before."""
    pictures = np.flatnonzero(editor.keep & (editor.tag == int(Tag.IMG)))
    if not len(pictures):
        return
    repeated = _repeated(editor, pictures) if len(pictures) > 1 else NO_PLACES
    icons = editor.with_class("icon")
    if len(icons):
        icons = icons[editor.keep[icons] & (editor.tag[icons] == int(Tag.IMG))]
    if len(icons):
        editor.drop_all(icons[_stand_alone(editor, icons)], ICON)
    if len(repeated):
        editor.drop_all(repeated, REPEATED)


def _stand_alone(editor: SelectionEditor, pictures: Places) -> Bools:
    """Whether nothing else of the block around a picture is kept."""
    blocks = editor.block[pictures]
    alone: Bools = (blocks < 0) | (editor.kept_chars_in(np.maximum(blocks, 0)) == 0)
    return alone


def _repeated(editor: SelectionEditor, pictures: Places) -> Places:
    """The pictures with the addresses of the one before, and no word between."""
    are_beside = editor.sum_in(editor.kept_chars, pictures[:-1], pictures[1:]) == 0
    if not are_beside.any():
        return NO_PLACES
    cells = np.cumsum(CELLS.mask(editor.tag))
    are_beside &= cells[pictures[1:]] == cells[pictures[:-1]]
    repeated = [
        second
        for first, second, beside in zip(
            pictures.tolist(), pictures[1:].tolist(), are_beside.tolist(), strict=False
        )
        if beside and (own := _addresses(editor, second)) and own == _addresses(editor, first)
    ]
    return np.array(repeated, np.intp)


def _addresses(editor: SelectionEditor, picture: int) -> set[str]:
    """Where a picture may be loaded from: lazy ones name a placeholder, too."""
    attributes = editor.page.attributes(picture + editor.start)
    return {
        value for name, value in attributes.items() if name not in _NOT_ADDRESSES and "/" in value
    }
