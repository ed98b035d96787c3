"""Lines that no author wrote: labels of advertisements, counters of pictures, unfilled templates.

They are told by form and repetition, in any language. A short line that stands alone and says the
same wherever an element of the same make stands is a label; a name that heads one of many posts is
not, for other posts have other names.
"""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from dehusk.content.complete.editor import LABELLESS, SelectionEditor, needs
from dehusk.page.punctuation import SENTENCE_ENDS
from dehusk.page.tags import Tag

REPEATED = "a label that is repeated"
COUNTER = "the counter of a gallery"
TEMPLATE = "a template that nobody filled"

_ENDS_OF_SENTENCES = f"{SENTENCE_ENDS}:;"
_COUNTER = re.compile(r"\D*(\d{1,3})\D+(\d{1,3})\D*")
_TEMPLATE = re.compile(
    r"\{\{[^{}]{1,80}\}\}|\{%[^{}]{1,80}%\}|\{\*[^{}]{1,80}\*\}|\$\{[\w.]{1,40}\}"
)
LONGEST_LABEL = 40
_LONGEST_LINE = 200
_NEAR = 12
_MOST_PICTURES = 500


@needs()
def no_labels(editor: SelectionEditor) -> None:
    """Drop lines that are labels, counters or templates."""
    places = editor.lone_texts(_LONGEST_LINE, LABELLESS)
    lines = [editor.text(place) for place in places]
    _drop(editor, places, _are_repeated(editor, places, lines), REPEATED)
    _drop(editor, places, _are_counters(editor, places, lines), COUNTER)
    templates = ["{" in line and _is_template(line) for line in lines]
    _drop(editor, places, templates, TEMPLATE)


def _drop(editor: SelectionEditor, places: list[int], wanted: list[bool], reason: str) -> None:
    if any(wanted):
        editor.drop_all(np.array(places)[wanted], reason)


def _are_repeated(editor: SelectionEditor, places: list[int], lines: list[str]) -> list[bool]:
    """Which lines are short and the same wherever an element of their make stands, twice or more."""
    if len(set(lines)) == len(lines):
        return [False] * len(lines)
    makes = [editor.make(editor.above(place)) for place in places]
    said: dict[tuple[int, str], list[str]] = defaultdict(list)
    for make, line in zip(makes, lines, strict=True):
        said[make].append(line)
    labels = {make for make, own in said.items() if len(own) > 1 and len(set(own)) == 1}
    return [
        make in labels and len(line) <= LONGEST_LABEL and line[-1] not in _ENDS_OF_SENTENCES
        for make, line in zip(makes, lines, strict=True)
    ]


def _are_counters(editor: SelectionEditor, places: list[int], lines: list[str]) -> list[bool]:
    """Which lines count pictures, as 1/5 or its likes in words, with a picture near."""
    counters = [len(line) <= LONGEST_LABEL and _is_counter(line) for line in lines]
    if not any(counters):
        return counters
    pictures = np.flatnonzero(editor.tag == int(Tag.IMG))
    nearest = pictures.searchsorted(places)
    padded = np.concatenate([[-_NEAR - 1], pictures, [len(editor) + _NEAR + 1]])
    near = (places - padded[nearest] <= _NEAR) | (padded[nearest + 1] - places <= _NEAR)
    are_near: list[bool] = (near & np.array(counters)).tolist()
    return are_near


def _is_counter(line: str) -> bool:
    found = _COUNTER.fullmatch(line)
    if found is None or len(line.split()) > 5:
        return False
    return 0 < int(found[1]) <= int(found[2]) <= _MOST_PICTURES


def _is_template(line: str) -> bool:
    return 2 * len(_TEMPLATE.sub("", line).strip()) <= len(line)
