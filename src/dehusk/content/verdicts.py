"""What takes judgement, decided before the walk: pictures, players, formulas, callouts, footnotes.

The rules stand in `dehusk.content.assemble`. They are asked about those few positions of a page that the
native reading could not tell; a page that has none of these costs nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from dehusk.budget import watched
from dehusk.content.assemble.callouts import CALLOUT_KINDS, CALLOUT_TAGS
from dehusk.content.assemble.classifier import Classifier, Handler, Verdicts
from dehusk.content.assemble.footnotes import KeptNotes
from dehusk.content.assemble.formulas import FORMULA_KINDS, FORMULA_NAMES, FORMULA_TAGS
from dehusk.content.assemble.images import IMAGE_NAMES, IMAGE_TAGS
from dehusk.content.assemble.players import PLAYER_NAMES, PLAYER_TAGS
from dehusk.content.assemble.urls import Addresses
from dehusk.content.assemble.vocabulary import ElementKind
from dehusk.content.kept_rows import KeptRows

_BY_KIND: Final[Mapping[ElementKind, Handler]] = {**FORMULA_KINDS, **CALLOUT_KINDS}
_BY_TAG: Final[Mapping[int, Handler]] = {
    **IMAGE_TAGS,
    **PLAYER_TAGS,
    **FORMULA_TAGS,
    **CALLOUT_TAGS,
}
_BY_NAME: Final[Mapping[str, Handler]] = {**IMAGE_NAMES, **PLAYER_NAMES, **FORMULA_NAMES}
_GOES_FIRST: Final = frozenset(
    (
        ElementKind.HEADING,
        ElementKind.TITLE,
        ElementKind.FIGURE,
        ElementKind.CAPTION,
        ElementKind.CODE,
        ElementKind.NOTE_REFERENCE,
    )
)
"""What the walk does whatever is said, so that what is inside is asked for as well."""


def judged(kept: KeptRows, addresses: Addresses) -> Verdicts | None:
    """What the rules say of a page, None where there is nothing to ask.

    What is inside of something that is one thing is not asked about.
    """
    asked = kept.reading.asked
    if not asked:
        return None
    classifier = Classifier(kept, addresses)
    end = 0
    for position in watched(asked, "assembling"):
        if position >= end:
            kind = kept.kind(position)
            following = _ask(classifier, position, kind)
            if following == kept.ends[position] and kind not in _GOES_FIRST:
                end = following
    return classifier.verdicts


def _ask(classifier: Classifier, position: int, kind: ElementKind | None) -> int:
    """Ask what an element is by its class or role, or else by its tag."""
    following = -1
    if kind is not None and kind in _BY_KIND:
        following = classifier.ask(_BY_KIND[kind], position)
    if following >= 0:
        return following
    rule = _BY_TAG.get(classifier.kept.tag(position)) or _BY_NAME.get(
        classifier.kept.name(position)
    )
    return -1 if rule is None else classifier.ask(rule, position)


def with_notes(verdicts: Verdicts, notes: KeptNotes) -> Verdicts:
    """What was said, and where notes begin and end and where their marks are."""
    said = verdicts.copy()
    labels: dict[str | None, int] = {label: said.value(label) for label, _ in notes.starts.values()}
    for start, (label, end) in sorted(notes.starts.items()):
        said.note_start.append(start)
        said.note_end.append(end)
        said.note_label.append(labels[label])
    for position, mark in notes.references.items():
        said.say(position, "note mark" if mark in labels else "raised mark", labels.get(mark, -1))
    for position in notes.left_out:
        said.say(position, "note label")
    said.referenced = np.zeros(len(said.values) + 1, np.uint8)
    said.written = np.zeros(len(said.values) + 1, np.uint8)
    return said


def paired(said: Verdicts) -> set[str]:
    """The labels of the notes that the walk wrote and that a mark leads to."""
    both = said.referenced & said.written
    return {said.values[number] for number in np.flatnonzero(both).tolist()}
