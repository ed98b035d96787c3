"""Footnotes of a page: the marks in the text, and the notes that they lead to.

>>> from dehusk import parse
>>> page = parse('<p>Tea<sup id=r><a href="#n">1</a></sup>.</p><p id=n>Green. <a href="#r">back</a></p>')
>>> [(note.label, page.text_of(note.start)) for note in find_notes(page).notes]
[('1', 'Green. back')]

What makes a note is the same whatever a system calls it: a short mark behind words leads to it, and
it leads back to the mark, or begins with what the mark says, or stands in what is called notes. It
may be an element, a part of one, or what follows a heading that only has its number.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from dehusk.native.find import Names, local_links, may_keep_marks
from dehusk.page import Bools, Ints, Page
from dehusk.page.tags import BLOCK, HEADINGS, Tag

MARK_CLASSES = (
    "footnote-ref footnote-reference footnote-link footnote-anchor footnoteref noteref fn-ref"
    " data-footnote-ref"
)
BACKLINK_CLASSES = (
    "footnote-back footnote-backref footnote-backlink footnote-return reversefootnote"
    " data-footnote-backref fn-backref"
)
NOTES_CLASSES = (
    "footnotes footnote-list references endnotes wp-block-footnotes footnotes_list"
    " easy-footnotes-wrapper"
)
NOTE_CLASSES = "footnote-definition"
_IS_MARK = frozenset((*MARK_CLASSES.split(), "doc-noteref"))
_IS_BACKLINK = frozenset((*BACKLINK_CLASSES.split(), "doc-backlink"))
_HOLDS_NOTES = frozenset((*NOTES_CLASSES.split(), "doc-endnotes"))
_IS_NOTE = frozenset((*NOTE_CLASSES.split(), "doc-footnote", "doc-endnote"))

_NAMED_TARGET = re.compile(
    r"(?:user-content-)?(?:fn(?!ref)|cite_note|footnote-?\d|_?ftn(?!t?_?ref)|_?edn(?!ref)|endnote-?\d)",
    re.IGNORECASE,
)
_NAMED_TARGET_BEGINS = b"uUfFcCeE_"
_MARK = re.compile(
    r"[\[(]?\s{0,3}(?:\d{1,3}|[*†‡§¶]{1,4}|[a-z]|(?i:note|fn)\s\d{1,3})\s{0,3}[\])]?"
)
_NUMBER = re.compile(r"\d{1,3}")
_BESIDE_LABEL = "[]() \t\r\n.:\xa0"
_LONGEST_MARK = 24
_LONGEST_NOTE = 6_000
_LONGEST_LABEL = 1_000
_LONGEST_WAY_BACK = 40
_LEVELS_TO_NOTES = 4
_LEVELS_TO_BLOCK = 6
_LETTERS_BEFORE = 3
_JUST_BEFORE = 200
_NO_NOTE = frozenset((Tag.BODY, Tag.HTML, Tag.ARTICLE, Tag.MAIN, Tag.TD, Tag.TH, Tag.TR, Tag.TABLE))
_HELD = frozenset((Tag.P, Tag.DIV, Tag.ASIDE, Tag.SECTION, Tag.DD))


@dataclass(frozen=True, slots=True)
class Note:
    """A note: its label, the rows of its marks, and the rows that it covers, `start` up to `end`.

    `left_out` are the rows of elements that only say the label or lead back to the text. A note that
    stands in the line where its mark would be is its own mark.
    """

    label: str
    marks: tuple[int, ...]
    start: int
    end: int
    left_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of a page, and the marks that lead to none."""

    notes: tuple[Note, ...] = ()
    lost: tuple[int, ...] = ()


NO_NOTES = Notes()


def find_notes(page: Page) -> Notes:
    """All footnotes of a page, kept or not."""
    marks = _marks(page)
    found = _Reading(page, marks).notes() if marks else Notes(_unlinked_notes(page))
    return Notes((*found.notes, *_side_notes(page)), found.lost)


def find_kept_notes(page: Page, keep: Bools) -> Notes:
    """The footnotes of a page, where a mark of one may be among what is kept: a link to a place of the
    page, raised text, or what the box stands in that opens a note."""
    own = _own_address(page)
    if may_keep_marks(page, keep, own, _NAMED_TARGET_BEGINS, Tag.SUP, Tag.INPUT):
        return find_notes(page)
    return NO_NOTES


def _marks(page: Page) -> dict[int, str]:
    """The links that look like marks of notes, by row, each with the id that it leads to."""
    return {
        row: target
        for row, target in _local_links(page)
        if page.tag.item(row) == Tag.A
        and (_NAMED_TARGET.match(target) or _says_mark(page, row))
        and not _names(page, row) & _IS_BACKLINK
    }


def _says_mark(page: Page, row: int) -> bool:
    """Is the text of a link one that marks have?"""
    if not 0 < _size(page, row) <= _LONGEST_MARK:
        return False
    return _MARK.fullmatch(page.text_of(row).strip()) is not None


def _local_links(page: Page) -> list[tuple[int, str]]:
    """The rows with a link to a place of the same page, and the id of the place."""
    found = local_links(page, _own_address(page), _NAMED_TARGET_BEGINS)
    links = [(row, page.attr_text[start:end].decode(), is_own) for row, start, end, is_own in found]
    # A page that a browser saved has whole addresses, and nothing says that they are its own.
    return [(row, target) for row, target, is_own in links if is_own or _NAMED_TARGET.match(target)]


def _own_address(page: Page) -> bytes:
    return (page.url or "").partition("#")[0].encode()


def is_named_mark(page: Page, row: int, target: str) -> bool:
    """Does the name of a link or of its target say that it is the mark of a note?"""
    return bool(_NAMED_TARGET.match(target) or _names(page, row) & _IS_MARK)


def _names(page: Page, row: int) -> set[str]:
    """The class names and roles of an element."""
    names = f"{page.attribute(row, 'class') or ''} {page.attribute(row, 'role') or ''}"
    return set(names[:1_000].split())


class _Reading:
    """The search for the notes of some marks."""

    def __init__(self, page: Page, marks: dict[int, str]) -> None:
        self.page = page
        self.links = _local_links(page)
        self.link_rows = [row for row, _ in self.links]
        self.marks_of: dict[str, list[int]] = {}
        for row, target in marks.items():
            self.marks_of.setdefault(target, []).append(row)
        self.place_of = _places(page, set(self.marks_of))
        self.targets = sorted(self.place_of.values())
        self.holds_notes: dict[int, bool] = {}
        self.ids: dict[int, tuple[str, ...]] = {}

    def notes(self) -> Notes:
        notes: list[Note] = []
        lost: list[int] = []
        taken: set[int] = set()
        for target, marks in self.marks_of.items():
            note = self._note(target, marks)
            if note is not None and note.start not in taken:
                taken.add(note.start)
                notes.append(note)
            else:
                lost += [row for row in marks if is_named_mark(self.page, row, target)]
        return Notes(tuple(notes), tuple(lost))

    def _note(self, target: str, marks: list[int]) -> Note | None:
        place = self.place_of.get(target)
        label = _start_of(self.page, marks[0]).strip(_BESIDE_LABEL)
        span = self._span(place, label) if place is not None else None
        if place is None or span is None:
            return None
        start, end, head = span
        first, last = int(self.page.text_start[start]), int(self.page.text_end[end - 1])
        if last - first > _LONGEST_NOTE or not self.page.text[first:last].strip():
            return None
        if any(start <= row < end for row in marks) or self._has_heading(start, end):
            return None
        ways_back = self._ways_back(start if head < 0 else head, end, marks)
        first = self._label_element(start, end, label)
        if not self._is_note(target, place, marks, bool(ways_back), head >= 0 or first >= 0):
            return None
        left_out = {head, first, *ways_back} - {-1}
        return Note(label, tuple(marks), start, end, tuple(sorted(left_out)))

    def _is_note(
        self, target: str, place: int, marks: list[int], leads_back: bool, is_labelled: bool
    ) -> bool:
        page = self.page
        if any(is_named_mark(page, row, target) for row in marks):
            if page.tag.item(place) == Tag.LI or _names(page, place) & _IS_NOTE:
                return True
            if page.tag.item(place) in _HELD and self._is_among_notes(place):
                return True
        if not leads_back and not is_labelled:
            return False
        return marks[0] < place and any(_stands_behind_words(page, row) for row in marks)

    def _is_among_notes(self, row: int) -> bool:
        above = int(self.page.parent[row])
        for _ in range(_LEVELS_TO_NOTES):
            if above < 0:
                return False
            if above not in self.holds_notes:  # it is asked for each of its notes
                self.holds_notes[above] = bool(_names(self.page, above) & _HOLDS_NOTES)
            if self.holds_notes[above]:
                return True
            above = int(self.page.parent[above])
        return False

    # Where a note begins and ends

    def _span(self, place: int, label: str) -> tuple[int, int, int] | None:
        """The rows of the note at a place, and the row of the block before that is only its label."""
        page = self.page
        block = _block_of(page, place)
        if block < 0 or page.tag.item(block) in _NO_NOTE:
            return None
        if self._targets_in(block) > 1:
            return None if block == place else self._shared(block, place)
        above = int(page.parent[block])
        is_all_above = (
            above >= 0 and page.tag.item(above) not in _NO_NOTE and self._targets_in(above) == 1
        )
        if _says_only(page, block, label):
            return (above, int(page.end[above]), -1) if is_all_above else self._following(block)
        if is_all_above and page.tag.item(above) == Tag.LI:
            block = above
        return block, int(page.end[block]), -1

    def _targets_in(self, row: int) -> int:
        first = bisect_left(self.targets, row)
        return bisect_left(self.targets, int(self.page.end[row])) - first

    def _shared(self, block: int, place: int) -> tuple[int, int, int] | None:
        """From one anchor in a block to the next."""
        start = _child_above(self.page, block, place)
        following = bisect_right(self.targets, place)
        end = int(self.page.end[block])
        if following < len(self.targets) and self.targets[following] < end:
            end = _child_above(self.page, block, self.targets[following])
        return (start, end, -1) if start < end else None

    def _following(self, head: int) -> tuple[int, int, int] | None:
        """What follows a block that only has a label, up to the next such block or a heading."""
        page = self.page
        start = end = int(page.end[head])
        row = int(page.next_sibling[head])
        while row >= 0 and page.tag.item(row) not in HEADINGS and not self._targets_in(row):
            end = int(page.end[row])
            row = int(page.next_sibling[row])
        return (start, end, head) if start < end else None

    def _has_heading(self, start: int, end: int) -> bool:
        return bool(HEADINGS.mask(self.page.tag[start:end]).any())

    # What in a note is not its text

    def _ways_back(self, start: int, end: int, marks: list[int]) -> list[int]:
        """The links of a note to the places where its marks are."""
        page = self.page
        first, last = bisect_left(self.link_rows, start), bisect_left(self.link_rows, end)
        links = self.links[first:last]
        if not links:
            return []
        names = {
            name for mark in marks for row in _rows_around(page, mark) for name in self._ids(row)
        }
        return [
            row
            for row, target in links
            if target in names and _size(page, row) <= _LONGEST_WAY_BACK
        ]

    def _ids(self, row: int) -> tuple[str, ...]:
        """The id and the name of an element, which may be around many marks."""
        if row not in self.ids:
            found = self.page.attribute(row, "id"), self.page.attribute(row, "name")
            self.ids[row] = tuple(filter(None, found))
        return self.ids[row]

    def _label_element(self, start: int, end: int, label: str) -> int:
        """The element at the start of a note that only says its label, -1 without one."""
        page = self.page
        for row in range(start, min(end, start + _LEVELS_TO_BLOCK)):
            if page.is_text[row] and page.text_of(row).strip():
                break
        else:
            return -1
        if page.text_of(row).strip(_BESIDE_LABEL) != label or not label:
            return -1
        above = int(page.parent[row])
        while above >= start and _says_only(page, above, label):
            row, above = above, int(page.parent[above])
        return row


def _places(page: Page, wanted: set[str]) -> dict[str, int]:
    """The first element with each of some ids or names."""
    places: dict[str, int] = {}
    for attribute in ("id", "name"):
        rows, values = page.with_attribute(attribute)
        for row, value in zip(rows.tolist(), values, strict=True):
            if value in wanted:
                places.setdefault(value, row)
    return places


def _rows_around(page: Page, mark: int) -> list[int]:
    """A mark, what is in it, and what it is in, up to its block: a way back leads to one of them."""
    rows = [*range(mark, min(int(page.end[mark]), mark + _LEVELS_TO_BLOCK))]
    before = int(page.previous_sibling[mark])
    if before >= 0 and not _size(page, before):
        rows.append(before)
    above = int(page.parent[mark])
    for _ in range(_LEVELS_TO_BLOCK):
        if above < 0 or page.tag.item(above) in BLOCK:
            break
        rows.append(above)
        above = int(page.parent[above])
    return rows


def _block_of(page: Page, row: int) -> int:
    for _ in range(_LEVELS_TO_BLOCK):
        if row < 0 or page.tag.item(row) in BLOCK:
            return row
        row = int(page.parent[row])
    return -1


def _child_above(page: Page, block: int, row: int) -> int:
    """The child of a block that a row is in, unless it is far below."""
    child = row
    for _ in range(_LEVELS_TO_BLOCK):
        above = int(page.parent[child])
        if above == block:
            return child
        child = above
    return row


def _size(page: Page, row: int) -> int:
    return int(page.text_end[row] - page.text_start[row])


def _start_of(page: Page, row: int) -> str:
    """The text of an element, of a long one the start."""
    start = int(page.text_start[row])
    return page.text[start : min(int(page.text_end[row]), start + _LONGEST_LABEL)].decode(
        errors="ignore"
    )


def _says_only(page: Page, row: int, label: str) -> bool:
    """Has an element no text but a label?"""
    if _size(page, row) > _LONGEST_MARK:
        return False
    return page.text_of(row).strip(_BESIDE_LABEL) in ("", label)


def _stands_behind_words(page: Page, row: int) -> bool:
    """Do words stand before a mark in its block? A row of numbers is a way to other pages."""
    block = _block_of(page, row)
    if block < 0:
        return False
    end = int(page.text_start[row])
    before = page.text[max(int(page.text_start[block]), end - _JUST_BEFORE) : end]
    return (
        sum(character.isalpha() for character in before.decode(errors="ignore")) >= _LETTERS_BEFORE
    )


# Notes without links


def _unlinked_notes(page: Page) -> tuple[Note, ...]:
    """Notes that begin with a raised number, below marks that are the same raised numbers."""
    raised = [row for row in page.rows_with_tag(Tag.SUP).tolist() if _is_number(page, row)]
    heads = [row for row in raised if _begins_paragraph(page, row)]
    if not heads:
        return ()
    labels = [page.text_of(row).strip() for row in heads]
    if labels != [str(number) for number in range(1, len(heads) + 1)]:
        return ()
    blocks = [int(page.parent[row]) for row in heads]
    if len({int(page.parent[block]) for block in blocks}) > 1 or not _is_set_off(page, blocks[0]):
        return ()
    marks: dict[str, list[int]] = {}
    for row in raised:
        if row < blocks[0] and _stands_behind_words(page, row):
            marks.setdefault(page.text_of(row).strip(), []).append(row)
    if marks.keys() != set(labels):
        return ()
    return tuple(
        Note(label, tuple(marks[label]), block, int(page.end[block]), (head,))
        for label, block, head in zip(labels, blocks, heads, strict=True)
    )


def _is_number(page: Page, row: int) -> bool:
    return 0 < _size(page, row) <= 6 and _NUMBER.fullmatch(page.text_of(row).strip()) is not None


def _begins_paragraph(page: Page, row: int) -> bool:
    """Is a raised number the first thing in a paragraph that goes on?"""
    above = int(page.parent[row])
    start, end = int(page.text_start[above]), int(page.text_start[row])
    return (
        page.tag.item(above) in (Tag.P, Tag.DIV, Tag.LI)
        and end - start <= _LONGEST_MARK
        and not page.text[start:end].strip()
        and _size(page, row) < _size(page, above) <= _LONGEST_NOTE
    )


def _is_set_off(page: Page, block: int) -> bool:
    """Does a rule or a heading stand before a block?"""
    row = _element_beside(page.previous_sibling, page, block)
    return row >= 0 and (page.tag.item(row) == Tag.HR or page.tag.item(row) in HEADINGS)


# Notes that stand in the line


def _side_notes(page: Page) -> list[Note]:
    """Notes in the text that a box beside them opens, as Tufte CSS has them: their own marks.

    What stands in a note is part of it.
    """
    notes: list[Note] = []
    for row in _toggles(page):
        if notes and row < notes[-1].end:
            continue
        beside = _element_beside(page.next_sibling, page, row)
        if beside >= 0 and page.tag.item(beside) == Tag.SPAN and page.text_of(beside).strip():
            notes.append(Note(str(len(notes) + 1), (beside,), beside, int(page.end[beside])))
    return notes


def _toggles(page: Page) -> list[int]:
    """The boxes that open notes."""
    rows = page.attr_row[_TOGGLES.found_in(page)[0]]
    boxes = rows[page.tag[rows] == int(Tag.INPUT)].tolist()
    return [row for row in boxes if _TOGGLE_CLASS in _names(page, row)]


_TOGGLE_CLASS = "margin-toggle"
_TOGGLES = Names({"toggle": (["class"], [_TOGGLE_CLASS.encode()])})


def _element_beside(siblings: Ints, page: Page, row: int) -> int:
    """The next element in a direction, -1 where there is none or words stand between."""
    row = int(siblings[row])
    while row >= 0 and page.is_text[row]:
        row = -1 if page.text_of(row).strip() else int(siblings[row])
    return row
