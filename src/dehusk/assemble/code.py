"""Code blocks: their text line by line, without line numbers and copy buttons, and their language."""

from __future__ import annotations

import re

from dehusk.assemble.elements import code_in_line, leave_out
from dehusk.assemble.kept import BLOCK_TAGS, Kept
from dehusk.assemble.line import clean
from dehusk.assemble.vocabulary import Kind
from dehusk.assemble.walker import Handler, Walker
from dehusk.content import CodeBlock
from dehusk.tags import Tag

NOT_A_LINE = frozenset((Tag.TD, Tag.TH, Tag.TABLE, Tag.TBODY, Tag.THEAD, Tag.UL, Tag.OL))
LEFT_OUT_TAGS = frozenset((Tag.BUTTON, Tag.SVG, Tag.SELECT, Tag.TEXTAREA))


def code_block(walker: Walker, position: int) -> int:
    """`pre` and its kin; within a line such as a caption it is code like any other."""
    if walker.inline_only:
        return code_in_line(walker, position)
    kept = walker.kept
    text = code_text(kept, position)
    if text:
        walker.add_block(CodeBlock(text, kept.span(position), language_of(walker, position)))
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


# The language

_LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language")
_NAMED = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|source-code|src)-([\w+#.-]{1,30})"
)
_BRUSH = re.compile(r"(?:^|[\s;])brush:\s*([\w+#.-]{1,30})")
_SPHINX = re.compile(r"(?:^|\s)highlight-([\w+#.-]{1,30})")
_SETS_APART = re.compile(
    r"(?:^|\s)(?:highlight|hljs|codehilite|sourceCode|prettyprint|src|rouge|chroma|code)(?=\s|$)"
)
_NO_LANGUAGE = frozenset(
    (
        "none",
        "plain",
        "plaintext",
        "text",
        "txt",
        "nohighlight",
        "no-highlight",
        "default",
        "plain-text",
        "auto",
        "notranslate",
        "undefined",
        "unknown",
        "null",
        "code",
    )
)
_LANGUAGES = frozenset(
    "abap ada apache apl applescript arduino asm assembly awk bash basic bat batch bibtex c c# c++"
    " clojure cmake cobol coffeescript console cpp crystal csharp css csv cuda cython d dart delphi"
    " diff docker dockerfile elixir elm erlang f# fish fortran fsharp gherkin glsl go golang gradle"
    " graphql groovy haml handlebars haskell hcl html http ini java javascript js json json5 jsonc"
    " jsx julia kotlin latex less lisp lua makefile markdown mathematica matlab md mysql nginx nim"
    " nix objc objective-c ocaml pascal perl pgsql php plsql postgresql powershell prolog properties"
    " protobuf ps1 puppet py python python3 r racket rb reasonml rs rst ruby rust sass scala scheme"
    " scss sed sh shell smalltalk solidity sparql sql stata svelte swift tcl terraform tex toml ts"
    " tsql tsx twig typescript vala vb vbnet verilog vhdl vim vue wasm x86asm xml xquery yaml yml"
    " zig zsh".split()
)
_LEVELS_ABOVE = 6
_LONGEST_CLASS = 1_000
_TOO_FAR = frozenset((Tag.BODY, Tag.HTML, Tag.ARTICLE, Tag.MAIN, Tag.SECTION, Tag.BLOCKQUOTE))


def language_of(walker: Walker, position: int) -> str | None:
    """The language that a code block, the code in it or something around it names."""
    for at in (*_code_inside(walker.kept, position), position):
        language = _named_language(walker, at)
        if language:
            return None if language in _NO_LANGUAGE else language
    for at in _around(walker.kept, position):
        language = _named_language(walker, at)
        if language in _LANGUAGES or (language and _is_for_code(walker.kept, at)):
            return None if language in _NO_LANGUAGE else language
    return None


def _code_inside(kept: Kept, position: int) -> list[int]:
    """The first `code` of a block, if it stands near its start."""
    last = min(kept.ends[position], position + 4)
    return [at for at in range(position + 1, last) if kept.tags[at] == Tag.CODE][:1]


def _around(kept: Kept, position: int) -> list[int]:
    around: list[int] = []
    above = kept.parents[position]
    while above >= 0 and len(around) < _LEVELS_ABOVE and kept.tags[above] not in _TOO_FAR:
        around.append(above)
        above = kept.parents[above]
    return around


def _is_for_code(kept: Kept, position: int) -> bool:
    classes = kept.attribute(position, "class") or ""
    return "highlight" in classes or "code" in classes.lower()


def _named_language(walker: Walker, position: int) -> str | None:
    """What an element says; remembered, for all blocks of a page may be in the same one."""
    if position not in walker.languages:
        walker.languages[position] = _read_language(walker.kept, position)
    return walker.languages[position]


def _read_language(kept: Kept, position: int) -> str | None:
    for name in _LANGUAGE_ATTRIBUTES:
        value = kept.attribute(position, name)
        if value:
            return _plain_name(value.strip()[:30])
    classes = (kept.attribute(position, "class") or "")[:_LONGEST_CLASS]
    for pattern in (_NAMED, _BRUSH):
        found = pattern.search(classes)
        if found:
            return _plain_name(found[1])
    if _SETS_APART.search(classes):
        for token in classes.lower().split():
            if token in _LANGUAGES:
                return token
    found = _SPHINX.search(classes)
    if found and (found[1].lower() in _LANGUAGES or "notranslate" in classes):
        return _plain_name(found[1])
    return None


def _plain_name(name: str) -> str:
    return name.lower().rstrip(".-").removesuffix("-basic")


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
