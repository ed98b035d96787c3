"""Code among the content, without what pages put beside it: line numbers, and buttons to copy it.

Class names that tools share are known to `assemble.vocabulary`; here counts the form. Numbers that
count the lines of code are no code, and neither is a short line with a link that leads nowhere.
"""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from dehusk.content.complete.editor import CODE, LINKS, PREFORMATTED, Places, SelectionEditor, needs
from dehusk.page import Bools
from dehusk.page.tags import CELLS, Tag

AMONG = "code among the content"
NUMBER = "the number of a line of code"
TOOL = "a button or label beside code"

_NUMBER = re.compile(r"(\d{1,6})[.:|]?")
_NUMBERS = re.compile(r"\s*\d{1,6}(?:\s+\d{1,6})*\s*")
_LONGEST_NUMBER = 7
_FEWEST_NUMBERS = 3
_FEWEST_BREAKS = 2
_LEVELS_ABOVE = 6
_LONGEST_LABEL = 40
_LONGEST_BAR = 100


@needs(PREFORMATTED)
def code_among_prose(editor: SelectionEditor) -> None:
    """Keep code next to texts that are kept, or after one that its section ends with."""
    code = editor.of_tags(PREFORMATTED)
    boxes = editor.boxes(code, _LONGEST_LABEL)
    beside = editor.follow(boxes, (editor.visible_chars > 0) & ~editor.inside(boxes))
    editor.add_all(code[beside], AMONG)


@needs(CODE)
def only_code(editor: SelectionEditor) -> None:
    """Drop line numbers from code that is kept, and the tools beside it."""
    code = _code_in_lines(editor)
    if len(code):
        editor.drop(_numbers_in(editor, code) | _columns_of_numbers(editor, code), NUMBER)
        editor.drop(_tools(editor, code), TOOL)


def _code_in_lines(editor: SelectionEditor) -> Places:
    """The outermost elements that are blocks of code and of which something is kept."""
    places = editor.of_tags(CODE)
    in_lines = editor.sum_in(editor.tag == int(Tag.BR), places) >= _FEWEST_BREAKS
    places = places[
        (PREFORMATTED.mask(editor.tag[places]) | in_lines) & (editor.kept_in(places) > 0)
    ]
    return editor.outermost(places)


# Line numbers


def _numbers_in(editor: SelectionEditor, code: Places) -> Bools:
    """The texts in code that count its lines: 1, 2, 3, each first in its line and made alike."""
    few = (editor.visible_chars > 0) & (editor.visible_chars <= _LONGEST_NUMBER)
    short = editor.keep & few & editor.inside(code)
    places = np.flatnonzero(short)
    owners = np.searchsorted(code, places, "right") - 1
    groups: dict[tuple[int, int, str], list[tuple[int, int]]] = defaultdict(list)
    for place, owner in zip(places.tolist(), owners.tolist(), strict=True):
        found = _NUMBER.fullmatch(editor.text(place))
        if found and _has_own_element(editor, place):
            groups[owner, *editor.make(editor.above(place))].append((place, int(found[1])))
    counted = [
        place
        for (owner, *_), numbers in groups.items()
        if _count_lines(editor, int(code[owner]), numbers)
        for place, _ in numbers
    ]
    return editor.inside(np.array(sorted(counted), np.intp))


def _has_own_element(editor: SelectionEditor, place: int) -> bool:
    above = editor.above(place)
    return above >= 0 and not CODE.mask(editor.tag[[above]])[0] and editor.end[above] == place + 1


def _count_lines(editor: SelectionEditor, code: int, numbers: list[tuple[int, int]]) -> bool:
    """Do numbers follow one another from the first line, each at the start of one, with something
    to number?"""
    places, values = zip(*numbers, strict=True)
    if len(numbers) < _FEWEST_NUMBERS or values != tuple(range(values[0], values[0] + len(values))):
        return False
    if editor.visible_chars[code : places[0]].any():
        return False
    chars = editor.visible_chars
    other = int(chars[code : editor.end[code]].sum() - chars[list(places)].sum())
    return other >= len(numbers) and all(_starts_a_line(editor, code, place) for place in places)


def _starts_a_line(editor: SelectionEditor, code: int, place: int) -> bool:
    """Is what stands before a text in its code the end of a line, or is it first in an element?"""
    element = editor.above(place)
    row = editor.above(element)
    if element - 1 == row:
        return True
    before = element - 1 + editor.start
    if element - 1 <= code or editor.tag[element - 1] == int(Tag.BR):
        return True
    return editor.page.is_text.item(before) and editor.page.text_of(before).endswith("\n")


def _columns_of_numbers(editor: SelectionEditor, code: Places) -> Bools:
    """Cells with the numbers of all lines, beside a cell with as many lines of code."""
    columns = [
        cell
        for at in range(len(code) - 1)
        if (cell := _cell_beside(editor, int(code[at]), int(code[at + 1]))) >= 0
        and _number_the_lines(editor.source(int(code[at])), editor.source(int(code[at + 1])))
    ]
    return editor.inside(np.array(columns, np.intp))


def _cell_beside(editor: SelectionEditor, place: int, other: int) -> int:
    """The cell around a place if another place stands in the same line of the table, else -1."""
    above = place
    for _ in range(_LEVELS_ABOVE):
        above = editor.above(above)
        if above < 0:
            return -1
        if CELLS.mask(editor.tag[[above]])[0]:
            line = editor.above(above)
            return above if line >= 0 and editor.end[above] <= other < editor.end[line] else -1
    return -1


def _number_the_lines(numbers: str, code: str) -> bool:
    if not _NUMBERS.fullmatch(numbers):
        return False
    values = [int(number) for number in numbers.split()]
    lines = code.strip("\n").count("\n") + 1
    return len(values) == lines and values == list(range(values[0], values[0] + lines))


# Tools


def _tools(editor: SelectionEditor, code: Places) -> Bools:
    """Short texts in the boxes of code that are called tools or labels, or stand beside a button or
    an idle link."""
    boxes = editor.boxes(code, _LONGEST_BAR)
    beside = editor.inside(boxes) & ~editor.inside(code)
    called = editor.with_class("tool")
    idle = editor.block[_idle_links(editor, beside)]
    with_button = editor.parent(np.flatnonzero((editor.tag == int(Tag.BUTTON)) & beside))
    around = {*called.tolist(), *idle.tolist(), *with_button.tolist()}
    tools = np.array(sorted(place for place in around if place >= 0), np.intp)
    if not len(tools):
        return _bars(editor, code)
    is_code = np.zeros(len(editor), bool)
    is_code[code] = True
    short = (editor.chars_in(tools) <= _LONGEST_LABEL) & (editor.sum_in(is_code, tools) == 0)
    short &= beside[tools]
    names = np.array([_names_a_file(editor.text(place)) for place in tools[short].tolist()], bool)
    return (editor.inside(tools[short][~names]) & beside) | _bars(editor, code)


def _bars(editor: SelectionEditor, code: Places) -> Bools:
    """In each piece of code what stands beside its only button, in an element of their own."""
    is_button = editor.tag == int(Tag.BUTTON)
    places = np.flatnonzero(is_button & editor.inside(code))
    if not len(places):
        return editor.inside(places)
    owners = code[np.searchsorted(code, places, "right") - 1]
    bars = editor.parent(places)
    alone = editor.sum_in(is_button, owners) == 1
    small = editor.chars_in(bars) <= np.minimum(_LONGEST_LABEL, editor.chars_in(owners) // 2)
    found = bars[alone & small & ~CODE.mask(editor.tag[bars])]
    return editor.inside(found)


def _names_a_file(text: str) -> bool:
    return " " not in text and "." in text[:-1]


def _idle_links(editor: SelectionEditor, mask: Bools) -> Places:
    """The links of a mask that lead nowhere: scripts wait for a click on them."""
    links = np.flatnonzero(LINKS.mask(editor.tag) & mask)
    hrefs = [
        (editor.page.attribute(link + editor.start, "href") or "#").strip().lower()
        for link in links.tolist()
    ]
    idle = [href == "#" or href.startswith("javascript:") for href in hrefs]
    found: Places = links[np.array(idle, bool)]
    return found
