"""Lines that no author wrote: labels of advertisements, counters of pictures, unfilled templates.

They are told by form and repetition, in any language. A short line that stands alone and says the
same wherever an element of the same make stands is a label; a name that heads one of many posts is
not, for other posts have other names.
"""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from dehusk.content.complete.draft import Draft, Places
from dehusk.native.survey import LONGEST_LABEL
from dehusk.page.tags import Tag

REPEATED = "a label that is repeated"
COUNTER = "the counter of a gallery"
TEMPLATE = "a template that nobody filled"

_ENDS_OF_SENTENCES = ".!?…:;。！？।॥؟۔"
_NUMBERS = re.compile(r"\d+")
_TEMPLATE = re.compile(
    r"\{\{[^{}]{1,80}\}\}|\{%[^{}]{1,80}%\}|\{\*[^{}]{1,80}\*\}|\$\{[\w.]{1,40}\}"
)
_NEAR = 12
_MOST_PICTURES = 500


def no_labels(draft: Draft) -> None:
    """Drop lines that are labels, counters or templates."""
    if not draft.look.labels:
        return
    places = draft.look.lone_lines
    lines = [draft.text(place) for place in places.tolist()]
    _drop(draft, places, _are_repeated(draft, places, lines), REPEATED)
    _drop(draft, places, _are_counters(draft, places, lines), COUNTER)
    _drop(draft, places, ["{" in line and _is_template(line) for line in lines], TEMPLATE)


def _drop(draft: Draft, places: Places, wanted: list[bool], reason: str) -> None:
    if any(wanted):
        draft.drop(draft.inside(places[np.array(wanted)]), reason)


def _are_repeated(draft: Draft, places: Places, lines: list[str]) -> list[bool]:
    """Which lines are short and the same wherever an element of their make stands, twice or more."""
    if len(set(lines)) == len(lines):
        return [False] * len(lines)
    makes = [draft.make(place) for place in places.tolist()]
    said: dict[tuple[int, str], list[str]] = defaultdict(list)
    for make, line in zip(makes, lines, strict=True):
        said[make].append(line)
    labels = {make for make, own in said.items() if len(own) > 1 and len(set(own)) == 1}
    return [
        make in labels and len(line) <= LONGEST_LABEL and line[-1] not in _ENDS_OF_SENTENCES
        for make, line in zip(makes, lines, strict=True)
    ]


def _are_counters(draft: Draft, places: Places, lines: list[str]) -> list[bool]:
    """Which lines count pictures, as 1/5 or its likes in words, with a picture near."""
    counters = [len(line) <= LONGEST_LABEL and _is_counter(line) for line in lines]
    if not any(counters):
        return counters
    pictures = np.flatnonzero(draft.tag == int(Tag.IMG))
    nearest = np.searchsorted(pictures, places)
    padded = np.concatenate([[-_NEAR - 1], pictures, [len(draft) + _NEAR + 1]])
    near = (places - padded[nearest] <= _NEAR) | (padded[nearest + 1] - places <= _NEAR)
    are_near: list[bool] = (near & np.array(counters)).tolist()
    return are_near


def _is_counter(line: str) -> bool:
    numbers = _NUMBERS.findall(line)
    return (
        len(numbers) == 2
        and len(line.split()) <= 5
        and all(len(number) <= 3 for number in numbers)
        and 0 < int(numbers[0]) <= int(numbers[1]) <= _MOST_PICTURES
    )


def _is_template(line: str) -> bool:
    return 2 * len(_TEMPLATE.sub("", line).strip()) <= len(line)
