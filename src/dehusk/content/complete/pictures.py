"""Pictures that show nothing: icons that stand alone, and the same picture at once again.

An icon within a line is a part of it, *press ⚙*; one that is all that a block holds only decorates
what stands beside it. Shops show a picture a second time for those who point at it; ticks and crosses in
the cells of a table are what the cells say.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.native.survey import NO_PLACES
from dehusk.page import Bools
from dehusk.page.tags import CELLS, Tag

ICON = "an icon that stands alone"
REPEATED = "the same picture again"

_NOT_ADDRESSES = frozenset(["alt", "title", "class", "style", "sizes"])


def no_stray_pictures(draft: Draft) -> None:
    """Drop icons in blocks without a word, and pictures that repeat the one before."""
    images, following = draft.survey.images(draft.keep)
    if not images:
        return
    repeated = _repeated(draft) if following else NO_PLACES
    icons = draft.called("icon")
    if len(icons):
        icons = icons[draft.keep[icons] & (draft.tag[icons] == int(Tag.IMG))]
    if len(icons):
        draft.drop(draft.inside(icons[_stand_alone(draft, icons)]), ICON)
    if len(repeated):
        draft.drop(draft.inside(repeated), REPEATED)


def _stand_alone(draft: Draft, pictures: Places) -> Bools:
    """Whether nothing else of the block around a picture is kept."""
    blocks = draft.holder[pictures]
    words = draft.sum_in(np.where(draft.keep, draft.ink, 0), blocks)
    alone: Bools = (blocks < 0) | (words == 0)
    return alone


def _repeated(draft: Draft) -> Places:
    """The pictures with the addresses of the one before, and no word between."""
    pictures = np.flatnonzero(draft.keep & (draft.tag == int(Tag.IMG)))
    words = np.zeros(len(draft) + 1, np.int64)
    np.cumsum(np.where(draft.keep, draft.ink, 0), out=words[1:])
    cells = np.cumsum(CELLS.mask(draft.tag))
    same = words[pictures[1:]] == words[pictures[:-1]]
    same &= cells[pictures[1:]] == cells[pictures[:-1]]
    repeated = [
        second
        for first, second, beside in zip(
            pictures.tolist(), pictures[1:].tolist(), same.tolist(), strict=False
        )
        if beside and (own := _addresses(draft, second)) and own == _addresses(draft, first)
    ]
    return np.array(repeated, np.intp)


def _addresses(draft: Draft, picture: int) -> set[str]:
    """Where a picture may be loaded from: lazy ones name a placeholder, too."""
    attributes = draft.survey.attributes(picture)
    return {
        value for name, value in attributes.items() if name not in _NOT_ADDRESSES and "/" in value
    }
