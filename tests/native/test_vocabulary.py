"""What the native walk is told about tags and names."""

from __future__ import annotations

import pytest

from dehusk import parse
from dehusk.content.assemble.native import walk_vocabulary
from dehusk.content.assemble.vocabulary import ElementKind
from dehusk.native.content import TAG_GROUPS, Reading, Vocabulary

NO_TAGS: dict[str, frozenset[str]] = dict.fromkeys(TAG_GROUPS, frozenset())


def kinds_by(vocabulary: Vocabulary, html: str) -> list[int]:
    page = parse(html)
    return Reading(vocabulary, page, page.is_text, page.attr_numbers).kinds.tolist()


def test_names_mean_what_they_are_said_to_mean() -> None:
    words = {**NO_TAGS, "block": ["p"]}
    own = Vocabulary(
        words, {b"tea": ElementKind.TITLE.value}, {b"pot": ElementKind.LAYOUT.value}, (), ()
    )
    html = "<p class='x tea'>a</p><p role=POT>b</p><p class=emoji>c</p>"
    assert [kind for kind in kinds_by(own, html) if kind] == [
        ElementKind.TITLE.value,
        ElementKind.LAYOUT.value,
    ]
    assert [kind for kind in kinds_by(walk_vocabulary(), html) if kind] == [ElementKind.EMOJI.value]


@pytest.mark.parametrize(
    ("classes", "roles", "signs"),
    [
        ({b"x" * 49: 1}, {}, ()),
        ({}, {b"x" * 49: 1}, ()),
        ({b"%d" % number: 1 for number in range(2000)}, {}, ()),
        ({}, {b"%d" % number: 1 for number in range(65)}, ()),
        ({}, {}, ["x" * 49]),
        ({}, {}, [str(number) for number in range(65)]),
    ],
)
def test_what_does_not_fit_is_refused(
    classes: dict[bytes, int], roles: dict[bytes, int], signs: list[str]
) -> None:
    with pytest.raises(ValueError, match=r"too long|too many|does not fit"):
        Vocabulary(NO_TAGS, classes, roles, signs, ())


def test_a_group_of_tags_that_is_missing_is_refused() -> None:
    with pytest.raises(ValueError, match="groups of tags are block, code"):
        Vocabulary({"block": ["p"]}, {}, {}, (), ())
