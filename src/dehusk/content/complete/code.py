"""Code among the content, without what pages put beside it: line numbers, and buttons to copy it.

Class names that tools share are known to `assemble.vocabulary`; here counts the form. Numbers that
count the lines of code are no code, and neither is a short line with a link that leads nowhere.
"""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from dehusk.content.complete.draft import CODE, PREFORMATTED, Draft, Places
from dehusk.page import Bools, Counts
from dehusk.page.tags import CELLS, Tag, TagSet

AMONG = "code among the content"
NUMBER = "the number of a line of code"
TOOL = "a button or label beside code"

_LINKS = TagSet("a")
_TOO_FAR = TagSet("body article main section blockquote li td th ul ol table")
_NUMBER = re.compile(r"(\d{1,6})[.:|]?")
_NUMBERS = re.compile(r"\s*\d{1,6}(?:\s+\d{1,6})*\s*")
_LONGEST_NUMBER = 7
_FEWEST_NUMBERS = 3
_FEWEST_BREAKS = 2
_LEVELS_ABOVE = 6
_LONGEST_LABEL = 40
_LONGEST_BAR = 100


def code_among_prose(draft: Draft) -> None:
    """Keep code between two texts that are kept, next to it: it is what they speak of."""
    if draft.survey.has("preformatted"):
        code = draft.of_tags(PREFORMATTED)
        boxes = _boxes(draft, code, 0)
        beside = draft.are_beside(boxes, (draft.ink > 0) & ~draft.inside(boxes))
        draft.add(draft.inside(code[beside]), AMONG)


def only_code(draft: Draft) -> None:
    """Drop line numbers from code that is kept, and the tools beside it."""
    if draft.look.code:
        code = _code_in_lines(draft)
        draft.drop(_numbers_in(draft, code) | _columns_of_numbers(draft, code), NUMBER)
        draft.drop(_tools(draft, code), TOOL)


def _code_in_lines(draft: Draft) -> Places:
    """The outermost elements that are blocks of code and of which something is kept."""
    places = draft.of_tags(CODE)
    in_lines = draft.sum_in(draft.tag == int(Tag.BR), places) >= _FEWEST_BREAKS
    places = places[(PREFORMATTED.mask(draft.tag[places]) | in_lines) & (draft.kept_in(places) > 0)]
    within = np.maximum.accumulate(np.append(0, draft.end[places]))[:-1] > places
    outermost: Places = places[~within]
    return outermost


# Line numbers


def _numbers_in(draft: Draft, code: Places) -> Bools:
    """The texts in code that count its lines: 1, 2, 3, each first in its line and made alike."""
    short = draft.keep & (draft.ink > 0) & (draft.ink <= _LONGEST_NUMBER) & draft.inside(code)
    places = np.flatnonzero(short)
    owners = np.searchsorted(code, places, "right") - 1
    groups: dict[tuple[int, int, str], list[tuple[int, int]]] = defaultdict(list)
    for place, owner in zip(places.tolist(), owners.tolist(), strict=True):
        found = _NUMBER.fullmatch(draft.text(place))
        if found and _has_own_element(draft, place):
            groups[owner, *draft.make(place)].append((place, int(found[1])))
    counted = [
        place
        for (owner, *_), numbers in groups.items()
        if _count_lines(draft, int(code[owner]), numbers)
        for place, _ in numbers
    ]
    return draft.inside(np.array(sorted(counted), np.intp))


def _has_own_element(draft: Draft, place: int) -> bool:
    above = draft.above(place)
    return above >= 0 and not CODE.mask(draft.tag[[above]])[0] and draft.end[above] == place + 1


def _count_lines(draft: Draft, code: int, numbers: list[tuple[int, int]]) -> bool:
    """Do numbers follow one another from the first line, each at the start of one, with something
    to number?"""
    places, values = zip(*numbers, strict=True)
    if len(numbers) < _FEWEST_NUMBERS or values != tuple(range(values[0], values[0] + len(values))):
        return False
    if draft.ink[code : places[0]].any():
        return False
    other = int(draft.ink[code : draft.end[code]].sum() - draft.ink[list(places)].sum())
    return other >= len(numbers) and all(_starts_a_line(draft, code, place) for place in places)


def _starts_a_line(draft: Draft, code: int, place: int) -> bool:
    """Is what stands before a text in its code the end of a line, or is it first in an element?"""
    element = draft.above(place)
    row = draft.above(element)
    if element - 1 == row:
        return True
    before = element - 1 + draft.start
    if element - 1 <= code or draft.tag[element - 1] == int(Tag.BR):
        return True
    return draft.page.is_text.item(before) and draft.page.text_of(before).endswith("\n")


def _columns_of_numbers(draft: Draft, code: Places) -> Bools:
    """Cells with the numbers of all lines, beside a cell with as many lines of code."""
    columns = [
        cell
        for at in range(len(code) - 1)
        if (cell := _cell_beside(draft, int(code[at]), int(code[at + 1]))) >= 0
        and _number_the_lines(draft.source(int(code[at])), draft.source(int(code[at + 1])))
    ]
    return draft.inside(np.array(columns, np.intp))


def _cell_beside(draft: Draft, place: int, other: int) -> int:
    """The cell around a place if another place stands in the same line of the table, else -1."""
    above = place
    for _ in range(_LEVELS_ABOVE):
        above = draft.above(above)
        if above < 0:
            return -1
        if CELLS.mask(draft.tag[[above]])[0]:
            line = draft.above(above)
            return above if line >= 0 and draft.end[above] <= other < draft.end[line] else -1
    return -1


def _number_the_lines(numbers: str, code: str) -> bool:
    if not _NUMBERS.fullmatch(numbers):
        return False
    values = [int(number) for number in numbers.split()]
    lines = code.strip("\n").count("\n") + 1
    return len(values) == lines and values == list(range(values[0], values[0] + lines))


# Tools


def _tools(draft: Draft, code: Places) -> Bools:
    """Short texts in the boxes of code that are called tools or labels, or stand beside a button or
    an idle link."""
    boxes = _boxes(draft, code, _LONGEST_BAR)
    beside = draft.inside(boxes) & ~draft.inside(code)
    called = draft.called("tool")
    idle = draft.holder[_idle_links(draft, beside)]
    with_button = draft.parent(np.flatnonzero((draft.tag == int(Tag.BUTTON)) & beside))
    around = {*called.tolist(), *idle.tolist(), *with_button.tolist()}
    tools = np.array(sorted(place for place in around if place >= 0), np.intp)
    is_code = np.zeros(len(draft), bool)
    is_code[code] = True
    short = (draft.ink_in(tools) <= _LONGEST_LABEL) & (draft.sum_in(is_code, tools) == 0)
    short &= beside[tools]
    names = np.array([_names_a_file(draft.text(place)) for place in tools[short].tolist()], bool)
    return (draft.inside(tools[short][~names]) & beside) | _bars(draft, code)


def _bars(draft: Draft, code: Places) -> Bools:
    """In each piece of code what stands beside its only button, in an element of their own."""
    is_button = draft.tag == int(Tag.BUTTON)
    places = np.flatnonzero(is_button & draft.inside(code))
    owners = code[np.searchsorted(code, places, "right") - 1]
    bars = draft.parent(places)
    alone = draft.sum_in(is_button, owners) == 1
    small = draft.ink_in(bars) <= np.minimum(_LONGEST_LABEL, draft.ink_in(owners) // 2)
    found = bars[alone & small & ~CODE.mask(draft.tag[bars])]
    return draft.inside(found)


def _names_a_file(text: str) -> bool:
    return " " not in text and "." in text[:-1]


def _boxes(draft: Draft, code: Places, more: int) -> Places:
    """For each piece of code the outermost element around it that holds little more ink."""
    most: Counts = draft.ink_in(code) + more
    boxes, climbing = code.copy(), np.ones(len(code), bool)
    for _ in range(_LEVELS_ABOVE):
        above = np.maximum(draft.parent(boxes), 0)
        climbing &= (draft.parent(boxes) >= 0) & ~_TOO_FAR.mask(draft.tag[above])
        climbing &= draft.ink_in(above) <= most
        boxes = np.where(climbing, above, boxes)
    return boxes


def _idle_links(draft: Draft, mask: Bools) -> Places:
    """The links of a mask that lead nowhere: scripts wait for a click on them."""
    links = np.flatnonzero(_LINKS.mask(draft.tag) & mask)
    hrefs = [
        (draft.page.attribute(link + draft.start, "href") or "#").strip().lower()
        for link in links.tolist()
    ]
    idle = [href == "#" or href.startswith("javascript:") for href in hrefs]
    found: Places = links[np.array(idle, bool)]
    return found
