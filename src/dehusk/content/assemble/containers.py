"""Blocks in the making: each collects what stands inside an element until the element ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dehusk.content import (
    Block,
    Definition,
    DefinitionList,
    Figure,
    Footnote,
    Heading,
    Inline,
    List,
    ListItem,
    Paragraph,
    Quote,
    Rows,
    Rule,
)
from dehusk.content.assemble.pictures import is_gallery, one_by_one

Inlines = tuple[Inline, ...]


class Container:
    """What blocks are added to; `finish` says what the element becomes."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.parts: list[Block | ListItem] = []

    def add(self, part: Block | ListItem) -> None:
        """Add what comes next."""
        self.parts.append(part)

    def content(self) -> tuple[Block, ...]:
        """The blocks so far: items without a list in one of their own, idle rules left out."""
        return tuple(_with_useful_rules(_with_items_in_lists(self.parts)))

    def finish(self) -> Iterable[Block | ListItem]:
        """What takes the element's place in its parent."""
        return self.content()


def _with_items_in_lists(parts: list[Block | ListItem]) -> list[Block]:
    blocks: list[Block] = []
    items: list[ListItem] = []
    for part in parts:
        if isinstance(part, ListItem):
            items.append(part)
            continue
        if items:
            blocks.append(_list_of(items))
            items = []
        blocks.append(part)
    if items:
        blocks.append(_list_of(items))
    return blocks


def _list_of(items: list[ListItem], *, ordered: bool = False, start: int = 1) -> List:
    return List(ordered, tuple(items), (items[0].rows[0], items[-1].rows[1]), start)


def _with_useful_rules(blocks: list[Block]) -> list[Block]:
    """Rules that part nothing are left out: at the start, at the end, and after another."""
    useful: list[Block] = []
    for block in blocks:
        if not isinstance(block, Rule) or (useful and not isinstance(useful[-1], Rule)):
            useful.append(block)
    if useful and isinstance(useful[-1], Rule):
        useful.pop()
    return useful


class QuoteBox(Container):
    """A `blockquote`, or a box of some kind."""

    def __init__(self, rows: Rows, kind: str | None = None) -> None:
        super().__init__(rows)
        self._kind = kind

    def finish(self) -> Iterable[Block]:
        """A quote, unless nothing is in it."""
        content = self.content()
        return (Quote(content, self.rows, self._kind),) if content else ()


class ItemBox(Container):
    """A `li`."""

    checked: bool | None = None

    def finish(self) -> Iterable[ListItem]:
        """An item, unless nothing is in it."""
        content = self.content()
        return (ListItem(content, self.rows, self.checked),) if content else ()


class NoteBox(Container):
    """A footnote's text."""

    def __init__(self, rows: Rows, label: str, written: set[str]) -> None:
        super().__init__(rows)
        self._label = label
        self._written = written

    def finish(self) -> Iterable[Block]:
        """A footnote, unless nothing is in it; that it was written is noted."""
        content = self.content()
        if not content:
            return ()
        self._written.add(self._label)
        return (Footnote(self._label, content, self.rows),)


class ListBox(Container):
    """A `ul` or `ol`."""

    def __init__(self, rows: Rows, *, ordered: bool, start: int) -> None:
        super().__init__(rows)
        self.ordered = ordered
        self.start = start

    def finish(self) -> Iterable[Block]:
        """A list, or several where headings or footnotes stand between the items.

        Anything else between two items belongs to the one before. A list without items is only an
        indentation: its content stands for itself.
        """
        blocks: list[Block] = []
        items: list[ListItem] = []
        loose: list[Block] = []
        start = self.start
        for part in (*self.parts, None):
            if items and loose and (part is None or isinstance(part, _ENDS_AN_ITEM)):
                items[-1] = _with_more(items[-1], loose)
                loose = []
            if isinstance(part, ListItem):
                items.append(part)
            elif items and part is not None and not isinstance(part, _ENDS_AN_ITEM):
                loose.append(part)
            else:
                if items:
                    blocks.append(_list_of(items, ordered=self.ordered, start=start))
                    start += len(items)
                    items = []
                if part is not None:
                    blocks.append(part)
        if len(blocks) != 1 or not isinstance(blocks[0], List) or start == self.start:
            return blocks
        if not self.ordered and is_gallery(blocks[0].items):
            return [block for item in blocks[0].items for block in item.content]
        return (replace(blocks[0], rows=self.rows),)


_ENDS_AN_ITEM = (ListItem, Heading, Footnote)


def _with_more(item: ListItem, blocks: list[Block]) -> ListItem:
    return replace(item, content=(*item.content, *blocks))


class FigureBox(Container):
    """A `figure`."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows)
        self.caption: Inlines = ()
        self.caption_rows = rows

    def finish(self) -> Iterable[Block]:
        """A figure, if there is a caption and something that it describes."""
        content = one_by_one(self.content())
        if not self.caption:
            return content
        if not content:
            return (Paragraph(self.caption, self.caption_rows),)
        return (Figure(tuple(content), self.rows, self.caption),)


class DefinitionBox(Container):
    """A `dl`: its parts are terms and meanings, in any number and order."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows)
        self._definitions: list[tuple[list[Inlines], list[tuple[Block, ...]]]] = []

    def add(self, part: Block | ListItem) -> None:
        """Add what stands in neither term nor meaning: it belongs to the meaning before."""
        if self._definitions:
            loose = Container(self.rows)
            loose.add(part)
            self._definitions[-1][1].append(loose.content())
        else:
            super().add(part)

    def add_term(self, term: Inlines) -> None:
        """Add a `dt`."""
        if not self._definitions or self._definitions[-1][1]:
            self._definitions.append(([], []))
        self._definitions[-1][0].append(term)

    def add_meaning(self, meaning: tuple[Block, ...]) -> None:
        """Add a `dd`; before any term it is only an indentation."""
        if self._definitions:
            self._definitions[-1][1].append(meaning)
        else:
            self.parts.extend(meaning)

    def finish(self) -> Iterable[Block]:
        """A definition list, after whatever stood before its first term."""
        before = self.content()
        if not self._definitions:
            return before
        items = tuple(
            Definition(tuple(terms), tuple(meanings)) for terms, meanings in self._definitions
        )
        return (*before, DefinitionList(items, self.rows))
