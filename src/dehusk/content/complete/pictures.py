"""Pictures that show nothing: icons that stand alone, and the same picture at once again.

An icon within a line is a part of it, *press ⚙*; one that is all that a block holds only decorates
what stands beside it. Shops show a picture a second time for those who point at it.
"""

from __future__ import annotations

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.native.attributes import Words
from dehusk.page import Bools
from dehusk.page.tags import Tag

ICON = "an icon that stands alone"
REPEATED = "the same picture again"

_CALLED_ICON = Words(b"icon", b"/ico_", b"sprite", b"spacer")
_NOT_ADDRESSES = frozenset(["alt", "title", "class", "style", "sizes"])


def no_stray_pictures(draft: Draft) -> None:
    """Drop icons in blocks without a word, and pictures that repeat the one before."""
    if not draft.survey.has("picture"):
        return
    pictures = np.flatnonzero(draft.keep & (draft.tag == int(Tag.IMG)))
    if not len(pictures):
        return
    icons = pictures[np.isin(pictures, draft.called(_CALLED_ICON, ("class", "src")))]
    if len(icons):
        draft.drop(draft.inside(icons[_stand_alone(draft, icons)]), ICON)
    if len(pictures) > 1:
        draft.drop(draft.inside(_repeated(draft, pictures)), REPEATED)


def _stand_alone(draft: Draft, pictures: Places) -> Bools:
    """Whether nothing else of the block around a picture is kept."""
    blocks = draft.holder[pictures]
    words = draft.sum_below(np.where(draft.keep, draft.ink, 0))
    alone: Bools = (blocks < 0) | (words[blocks] == 0)
    return alone


def _repeated(draft: Draft, pictures: Places) -> Places:
    """The pictures with the addresses of the one before, and no word between."""
    words = np.zeros(len(draft) + 1, np.int64)
    np.cumsum(np.where(draft.keep, draft.ink, 0), out=words[1:])
    same = words[pictures[1:]] == words[pictures[:-1]]
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
    attributes = draft.page.attributes(picture + draft.start)
    return {
        value for name, value in attributes.items() if name not in _NOT_ADDRESSES and "/" in value
    }
