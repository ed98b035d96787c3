"""The way to the native walk: what it has to know of tags, class names, roles and signs."""

from __future__ import annotations

from functools import cache

from dehusk.content.assemble import kept
from dehusk.content.assemble.vocabulary import (
    BACKLINK_TEXTS,
    KIND_OF_ROLE,
    KIND_OF_TOKEN,
    PERMALINK_TEXTS,
)
from dehusk.native.content import Vocabulary
from dehusk.page.tags import BLOCK, CELLS, HEADINGS, PREFORMATTED


@cache
def walk_vocabulary() -> Vocabulary:
    """The vocabulary of the walk, in its own numbers."""
    tags = {
        "block": BLOCK.names,
        "code": PREFORMATTED.names | {"code"},
        "structure": kept.STRUCTURE.names,
        "line": kept.LINES.names,
        "blank": kept.BLANKS.names,
        "empty line": kept.EMPTY_LINES.names,
        "not prose": kept.NOT_PROSE.names,
        "cell": CELLS.names,
        "heading": HEADINGS.names,
        "not a line of code": kept.NOT_A_LINE.names,
        "left out of code": kept.LEFT_OUT_OF_CODE.names,
        "beyond code": kept.BEYOND_CODE.names,
    }
    return Vocabulary(
        tags,
        {name: kind.value for name, kind in KIND_OF_TOKEN.items()},
        {name: kind.value for name, kind in KIND_OF_ROLE.items()},
        PERMALINK_TEXTS,
        BACKLINK_TEXTS,
    )
