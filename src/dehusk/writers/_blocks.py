"""What Markdown makes of blocks for which its native writer asks."""

from __future__ import annotations

import re

from dehusk.content import CALLOUTS, Inline, Link, Text
from dehusk.content.table import Content, Kind
from dehusk.lazy import lazy
from dehusk.writers._cells import table_lines
from dehusk.writers._escape import code_fence, guard_heading, guard_later_lines, guard_lines
from dehusk.writers._formulas import display_formula
from dehusk.writers._lines import HARD_BREAK, LineWriter, Rows, Span
from dehusk.writers._simple import post_pieces

_LANGUAGE = re.compile(r"[\w+#.-]{1,32}", re.ASCII)
_SAME_AS_KIND = ("info", "hint", "danger", "success")
"""What boxes are called besides their kinds, which are fewer."""


class Rules:
    """Answers for one content; `dehusk.native.write.Rules` says to what."""

    guarded = staticmethod(guard_lines)
    guarded_later = staticmethod(guard_later_lines)
    guarded_heading = staticmethod(guard_heading)

    def __init__(self, content: Content, lines: LineWriter) -> None:
        self.content = content
        self.lines = lines

    @lazy
    def rows(self) -> Rows:
        """The rows of the content, for who looks into them one by one."""
        return Rows(self.content)

    def line(self, spans: list[tuple[int, int, str]], line_break: str) -> str:
        """Some spans, apart by breaks."""
        return self.lines.by_rules([Span(*span) for span in spans], line_break)

    def block(self, row: int) -> str:
        """A block as a whole."""
        kind = self.content.kind.item(row)
        if kind == Kind.CODE_BLOCK:
            return self._code(row)
        if kind == Kind.MATH_BLOCK:
            return display_formula(self.content.text_of(row))
        if kind == Kind.EMBED:
            url, title = self.content.argument_of(row)
            return self.paragraph((Link((Text(title or url),), url),))
        if kind == Kind.POST:
            pieces = post_pieces(*self.content.argument_of(row))
            return self.paragraph(pieces) if pieces else ""
        return self._table(row)

    def paragraph(self, pieces: tuple[Inline, ...]) -> str:
        """Some pieces as a paragraph."""
        text = self.lines.by_rules([pieces], HARD_BREAK)
        return guard_lines(text) if text else ""

    def _code(self, row: int) -> str:
        text = self.content.text_of(row).replace("\r\n", "\n").replace("\r", "\n")
        if not text.strip():
            return ""
        language = self.content.argument_of(row) or ""
        known = language if _LANGUAGE.fullmatch(language) else ""
        return code_fence(text.removesuffix("\n"), known)

    def _table(self, row: int) -> str:
        lines = [part for part in self.rows.inside(row) if self.rows.kind[part] != Kind.CAPTION]
        return "\n".join(table_lines(self.lines, self.rows, row, lines))

    def callout(self, row: int) -> tuple[str, int]:
        """The mark of a box, and its first row but for one that only says what kind of box it is."""
        kind = self.content.argument_of(row)
        if kind not in CALLOUTS:
            return "", row + 1
        begin = row + 1
        if begin < self.rows.end[row] and self._says_own_name(begin, kind):
            begin = self.rows.end[begin]
        return f"[!{kind.upper()}]", begin

    def _says_own_name(self, row: int, kind: str) -> bool:
        rows, end = self.rows, self.rows.end[row]
        line = row + 1
        if rows.kind[row] == Kind.PARAGRAPH and line < end and rows.kind[line] == Kind.STRONG:
            line += 1
        is_text = (
            rows.kind[row] == Kind.PARAGRAPH and line == end - 1 and rows.kind[line] == Kind.TEXT
        )
        return is_text and self.content.text_of(line).strip(" :").lower() in (kind, *_SAME_AS_KIND)
