"""What the common elements mean: headings, lists, quotes, figures, and emphasis."""

from __future__ import annotations

from dehusk.content import (
    Block,
    Break,
    Emphasis,
    ListItem,
    Paragraph,
    Rule,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
)
from dehusk.content.assemble.containers import (
    Container,
    DefinitionBox,
    FigureBox,
    Inlines,
    ItemBox,
    ListBox,
    QuoteBox,
)
from dehusk.content.assemble.line import Format, InCode
from dehusk.content.assemble.vocabulary import Kind
from dehusk.content.assemble.walker import Handler, Walker
from dehusk.page.tags import Tag


def leave_out(walker: Walker, position: int) -> int:
    """Nothing of the element is content."""
    return walker.kept.ends[position]


# Emphasis and other things within a line


def _formatted(shape: Format) -> Handler:
    def handle(walker: Walker, position: int) -> int:
        return walker.open_format(position, shape)

    return handle


def code_in_line(walker: Walker, position: int) -> int:
    """`kbd`, `samp`, `tt`, and `code` that is no block."""
    if InCode not in walker.formats:
        walker.line.part_code()
    return walker.open_format(position, InCode)


def _break(walker: Walker, position: int) -> int:
    walker.add_break(position)
    return position + 1


_QUOTATION_MARKS = "\"'“”„«»‘’‚‹›「『《"
_NESTED_QUOTATIONS = 4


def _quotation(walker: Walker, position: int) -> int:
    """`q`: quotation marks, unless the text brings its own."""
    text = walker.kept.first_text(position).strip()
    if not text or text[0] in _QUOTATION_MARKS or walker.quotations > _NESTED_QUOTATIONS:
        return position + 1
    opening, closing = "‘’" if walker.quotations % 2 else "“”"
    walker.quotations += 1
    return _between(walker, position, opening, closing)


def _ruby_text(walker: Walker, position: int) -> int:
    """`rt`: the reading follows its base in parentheses."""
    if not walker.kept.ink(position):
        return position + 1
    return _between(walker, position, "(", ")")


def _between(walker: Walker, position: int, opening: str, closing: str) -> int:
    walker.add_text(position, opening)

    def close() -> None:
        walker.line.add_text(closing, walker.formats)
        if closing != ")":
            walker.quotations -= 1

    walker.on_end(position, close)
    return position + 1


# Blocks


def _cite(walker: Walker, position: int) -> int:
    """The title of a work; what Wikipedia calls a citation is a whole entry with titles in it."""
    if walker.kept.kinds.get(position) is Kind.CITATION:
        return position + 1
    return walker.open_format(position, Emphasis)


def _heading(level: int) -> Handler:
    def handle(walker: Walker, position: int) -> int:
        return position + 1 if walker.inline_only else walker.open_heading(position, level)

    return handle


def _heading_by_role(walker: Walker, position: int) -> int:
    if walker.kept.tags[position] in _HEADING_TAGS:
        return -1
    level = _integer(walker.kept.attribute(position, "aria-level"), 2)
    return _heading(min(max(level, 1), 6))(walker, position)


_HEADING_TAGS = frozenset((Tag.H1, Tag.H2, Tag.H3, Tag.H4, Tag.H5, Tag.H6))


def _list(walker: Walker, position: int) -> int:
    if not walker.has_room(2):
        return position + 1
    ordered = walker.kept.tags[position] == Tag.OL
    start = _integer(walker.kept.attribute(position, "start"), -1) if ordered else 1
    if ordered and start < 0:
        start = _first_value(walker, position)
    rows = walker.kept.span(position)
    return walker.open_container(position, ListBox(rows, ordered=ordered, start=start))


def _first_value(walker: Walker, position: int) -> int:
    """The number that the first item of a list gives itself."""
    first = position + 1
    if first < walker.kept.ends[position] and walker.kept.tags[first] == Tag.TEXT:
        first += 1
    if first < walker.kept.ends[position] and walker.kept.tags[first] == Tag.LI:
        return max(_integer(walker.kept.attribute(first, "value"), 1), 0)
    return 1


def _item(walker: Walker, position: int) -> int:
    levels = 1 if isinstance(walker.container, ListBox) else 2
    if not walker.has_room(levels):
        return position + 1
    rows = walker.kept.span(position)
    if line := walker.take_line(position):
        walker.container.add(ListItem((Paragraph(line, rows),), rows))
        return position + 2
    return walker.open_container(position, ItemBox(rows))


def _check_box(walker: Walker, position: int) -> int:
    item = walker.container
    if isinstance(item, ItemBox) and not item.parts and not walker.line.pieces:
        kind = walker.kept.attribute(position, "type") or ""
        if kind.lower() == "checkbox":
            item.checked = walker.kept.attribute(position, "checked") is not None
    return position + 1


def quote(walker: Walker, position: int, kind: str | None = None) -> int:
    """A `blockquote`, or a box of some kind."""
    if not walker.has_room() or _is_indentation(walker, position):
        return position + 1
    return walker.open_container(position, QuoteBox(walker.kept.span(position), kind))


def _is_indentation(walker: Walker, position: int) -> bool:
    """Is a quote no quote but the margin of old pages, as it holds nearly all of a long text?"""
    ink = walker.kept.ink(position)
    return ink > _LONG_TEXT and ink > 0.75 * walker.kept.ink(0)


_LONG_TEXT = 1_000


def _rule(walker: Walker, position: int) -> int:
    above = walker.kept.parents[position]
    if not walker.inline_only and walker.kept.kinds.get(above) is not Kind.NOTES:
        walker.add_block(Rule(walker.kept.span(position)))
    return position + 1


def _summary(walker: Walker, position: int) -> int:
    """A bold paragraph, unless a heading is in it."""
    kept = walker.kept
    if any(kept.count(tag, position) for tag in _HEADING_TAGS):
        return position + 1
    return walker.open_format(position, Strong)


def _figure(walker: Walker, position: int) -> int:
    if not walker.has_room():
        return position + 1
    return walker.open_container(position, FigureBox(walker.kept.span(position)))


def _figure_caption(walker: Walker, position: int) -> int:
    box = walker.container
    if walker.inline_only:
        return position + 1
    if not isinstance(box, FigureBox):
        walker.flush()
        return -1
    rows = walker.kept.span(position)

    def receive(caption: Inlines) -> None:
        box.caption = (*box.caption, Break(), *caption) if box.caption else caption
        box.caption_rows = rows

    return walker.open_inline(position, receive)


# Definition lists


def _definitions(walker: Walker, position: int) -> int:
    if not walker.has_room(2):
        return position + 1
    return walker.open_container(position, DefinitionBox(walker.kept.span(position)))


def _term(walker: Walker, position: int) -> int:
    box = walker.container
    if walker.inline_only or not isinstance(box, DefinitionBox):
        return position + 1
    is_signature = walker.kept.kinds.get(position) is Kind.SIGNATURE
    if not is_signature and (line := walker.take_line(position)):
        box.add_term(line)
        return position + 2
    following = walker.open_inline(position, box.add_term)
    if is_signature:
        walker.open_format(position, InCode)
    return following


def _meaning(walker: Walker, position: int) -> int:
    box = walker.container
    if walker.inline_only or not isinstance(box, DefinitionBox):
        return position + 1
    rows = walker.kept.span(position)
    if line := walker.take_line(position):
        box.add_meaning((Paragraph(line, rows),))
        return position + 2
    return walker.open_container(position, _MeaningBox(rows, box))


class _MeaningBox(Container):
    """A `dd`."""

    def __init__(self, rows: tuple[int, int], definitions: DefinitionBox) -> None:
        super().__init__(rows)
        self._definitions = definitions

    def finish(self) -> tuple[Block | ListItem, ...]:
        content = self.content()
        if content:
            self._definitions.add_meaning(content)
        return ()


# What is no prose


def _control(walker: Walker, position: int) -> int:
    """Pictures in letters and form controls: left out, unless nothing else is kept."""
    return walker.kept.ends[position] if walker.kept.prose else position + 1


def _button(walker: Walker, position: int) -> int:
    """A button in a heading is its text, and one that opens a panel may be a heading itself."""
    kept = walker.kept
    if walker.inline_only or kept.structures(position) or _opens_a_panel(walker, position):
        return position + 1
    return _control(walker, position)


def _opens_a_panel(walker: Walker, position: int) -> bool:
    """Does a button say in a sentence what it unfolds? Those of few words are mostly menus."""
    kept = walker.kept
    if kept.ends[position] - position > _LONGEST_BUTTON:
        return False
    if all(kept.attribute(position, name) is None for name in _DISCLOSURE):
        return False
    text = kept.text(position).strip()
    return text.endswith("?") or len(text.split()) > 4


_LONGEST_BUTTON = 20
_DISCLOSURE = ("aria-expanded", "aria-controls")


def _integer(value: str | None, missing: int) -> int:
    """A number from an attribute, `missing` where it is none or beyond measure."""
    digits = (value or "").strip()
    if not digits.removeprefix("-").isascii() or not digits.removeprefix("-").isdigit():
        return missing
    return int(digits) if len(digits) < 10 else missing


ELEMENT_TAGS: dict[int, Handler] = {
    **{tag: _formatted(Emphasis) for tag in (Tag.EM, Tag.I, Tag.DFN, Tag.VAR)},
    **{tag: _formatted(Strong) for tag in (Tag.STRONG, Tag.B)},
    **{tag: _formatted(Strikethrough) for tag in (Tag.DEL, Tag.S, Tag.STRIKE)},
    **dict.fromkeys((Tag.KBD, Tag.SAMP, Tag.TT), code_in_line),
    **{tag: _heading(level) for level, tag in enumerate(sorted(_HEADING_TAGS), 1)},
    **dict.fromkeys((Tag.UL, Tag.OL, Tag.MENU, Tag.DIR), _list),
    Tag.SUP: _formatted(Superscript),
    Tag.SUB: _formatted(Subscript),
    Tag.CITE: _cite,
    Tag.Q: _quotation,
    Tag.RT: _ruby_text,
    Tag.RP: leave_out,
    Tag.BR: _break,
    Tag.HR: _rule,
    Tag.LI: _item,
    Tag.INPUT: _check_box,
    Tag.BLOCKQUOTE: quote,
    Tag.SUMMARY: _summary,
    Tag.FIGURE: _figure,
    Tag.FIGCAPTION: _figure_caption,
    Tag.DL: _definitions,
    Tag.DT: _term,
    Tag.DD: _meaning,
    Tag.SVG: _control,
    Tag.SELECT: _control,
    Tag.TEXTAREA: _control,
    Tag.BUTTON: _button,
}
ELEMENT_KINDS: dict[Kind, Handler] = {
    Kind.CHROME: leave_out,
    Kind.HEADING: _heading_by_role,
    Kind.TITLE: _formatted(Strong),
    Kind.FIGURE: _figure,
    Kind.CAPTION: _figure_caption,
}
