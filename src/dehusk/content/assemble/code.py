"""Code blocks: their text line by line, without line numbers and copy buttons, with their title."""

from __future__ import annotations

import re

from dehusk.content import Block, CodeBlock, Figure, Paragraph, Text
from dehusk.content.assemble.containers import Container, QuoteBox
from dehusk.content.assemble.elements import code_in_line, leave_out
from dehusk.content.assemble.kept import BLOCK_TAGS, Kept
from dehusk.content.assemble.languages import boxes_of, language_of
from dehusk.content.assemble.line import clean
from dehusk.content.assemble.vocabulary import Kind
from dehusk.content.assemble.walker import Handler, Walker
from dehusk.page import Page
from dehusk.page.tags import Tag

NOT_A_LINE = frozenset((Tag.TD, Tag.TH, Tag.TABLE, Tag.TBODY, Tag.THEAD, Tag.UL, Tag.OL))
LEFT_OUT_TAGS = frozenset((Tag.BUTTON, Tag.SVG, Tag.SELECT, Tag.TEXTAREA))


def code_block(walker: Walker, position: int) -> int:
    """`pre` and its kin; within a line such as a caption it is code like any other."""
    if walker.inline_only:
        return code_in_line(walker, position)
    kept = walker.kept
    text = code_text(kept, position)
    if text:
        code = CodeBlock(text, kept.span(position), language_of(walker, position))
        walker.add_block(_with_title(walker, position, code))
    return kept.ends[position]


def _code(walker: Walker, position: int) -> int:
    """`code` is code within a line, unless it holds several lines."""
    if walker.inline_only or walker.kept.lines(position) < 2:
        return code_in_line(walker, position)
    return code_block(walker, position)


def _unmarked_code(walker: Walker, position: int) -> int:
    """Code in lines of their own without a `pre` around them."""
    kept = walker.kept
    if walker.inline_only or kept.count(Tag.PRE, position):
        return -1
    return code_block(walker, position)


def _gutter(walker: Walker, position: int) -> int:
    return walker.kept.ends[position] if walker.kept.figures_only(position) else -1


# The title

_FILE_NAME = re.compile(r"(?=[^\s]*[./\\])[\w./\\@~+$-]{3,100}")
_CALLED_TITLE = ("title", "caption", "filename", "file-name")


def _with_title(walker: Walker, position: int, code: CodeBlock) -> Block:
    """The code, in a figure where the line before it in its box names a file or is a caption."""
    walker.flush()
    box = walker.container
    if type(box) not in (Container, QuoteBox) or not box.parts:
        return code
    title = box.parts[-1]
    if not isinstance(title, Paragraph) or not _is_title(walker.kept.page, title):
        return code
    around = boxes_of(walker.kept, position)
    if not around or title.rows[0] <= walker.kept.rows[around[-1]]:
        return code
    box.parts.pop()
    return Figure((code,), (title.rows[0], code.rows[1]), title.content)


def _is_title(page: Page, line: Paragraph) -> bool:
    if len(line.content) != 1 or not isinstance(text := line.content[0], Text):
        return False
    classes = (page.attribute(line.rows[0], "class") or "").lower()
    named = any(name in classes for name in _CALLED_TITLE)
    return named or bool(_FILE_NAME.fullmatch(text.text.strip()))


# The text


def code_text(kept: Kept, position: int) -> str:
    """The text of a code block, one line a line."""
    lines = _Lines()
    end = kept.ends[position]
    open_lines: list[tuple[int, bool, int]] = []
    at = position + 1
    while at < end:
        while open_lines and open_lines[-1][0] <= at:
            lines.close(*open_lines.pop()[1:])
        tag = kept.tags[at]
        if tag == Tag.TEXT:
            lines.add(kept.texts[at])
        elif tag == Tag.BR:
            lines.add("\n")
        elif _left_out(kept, at):
            at = kept.ends[at]
            continue
        elif tag in BLOCK_TAGS and tag not in NOT_A_LINE:
            open_lines.append((kept.ends[at], True, lines.open()))
        elif kept.kinds.get(at) is Kind.CODE_LINE or tag == Tag.CODE:
            open_lines.append((kept.ends[at], False, lines.open()))
        at += 1
    return lines.text()


class _Lines:
    """Text with a line break wherever an element that is a line ends and something follows."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._pending = ""

    def add(self, text: str) -> None:
        if not text:
            return
        if self._pending == "anything" and not text.startswith("\n"):
            self._pieces.append("\n")
        self._pending = ""
        self._pieces.append(text)

    def open(self) -> int:
        if self._pending:
            self._pieces.append("\n")
            self._pending = ""
        return len(self._pieces)

    def close(self, is_block: bool, start: int) -> None:
        ended = len(self._pieces) > start and self._pieces[-1].endswith("\n")
        if not ended and self._pieces:
            self._pending = "anything" if is_block else self._pending or "line"

    def text(self) -> str:
        text = clean("".join(self._pieces).replace("\r\n", "\n").replace("\xa0", " "))
        return _BLANK_START.sub("", text).rstrip()


_BLANK_START = re.compile(r"\A(?:[ \t]*\n)+")


def _left_out(kept: Kept, position: int) -> bool:
    if kept.tags[position] in LEFT_OUT_TAGS:
        return True
    kind = kept.kinds.get(position)
    if kind is Kind.GUTTER:
        return kept.figures_only(position)
    return kind is Kind.CODE_TOOLS or kept.name(position) in CODE_NAMES


CODE_TAGS: dict[int, Handler] = {
    **dict.fromkeys((Tag.PRE, Tag.LISTING, Tag.XMP, Tag.PLAINTEXT), code_block),
    Tag.CODE: _code,
}
CODE_KINDS: dict[Kind, Handler] = {
    Kind.GUTTER: _gutter,
    Kind.CODE_TOOLS: leave_out,
    Kind.CODE: _unmarked_code,
}
CODE_NAMES: dict[str, Handler] = {"clipboard-copy": leave_out, "copy-button": leave_out}
