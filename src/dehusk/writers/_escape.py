r"""What keeps text from being read as Markdown: as few backslashes as the position allows.

>>> escape("snake_case, 5 * 3, *this*")
'snake_case, 5 * 3, \\*this\\*'
>>> guard_lines("# no heading")
'\\# no heading'
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dehusk.native.codes import Sign
from dehusk.writers._plain import without_controls

# Lists of attributes begin with a brace; right after a word, only with what is no plain group.
_BRACE = r"(?<![\w^}])\{(?!\})|\{(?![^{}=.#:]*[{}])"
_SYNTAX = {
    "\\": r"\\(?=[!-/:-@\[-`{-~]|https?:|\s*\Z)",
    "`": "`+",
    "*": r"\*+",
    "_": "_+",
    "~": "~+",
    "$": r"\$+",
    "^": r"\^",
    "[": r"\[",
    "]": r"\]\(?",
    "{": _BRACE,
    "<": r"<(?=[A-Za-z/!?]|[^\s<>]*(?:@|\Z))",
    "&": r"&(?=\#?\w+;)",
}
"""What may mean something within a line, by the character that it begins with."""
_IN_TITLE = {
    **{mark: re.escape(mark) for mark in '\\"$`<'},
    "]": r"\](?=\()",
    "&": r"&(?=\#?\w+;)",
}
"""The same within the title of a link."""
_MARK = "|".join(_SYNTAX.values())
_MARKS = re.compile(_MARK)
_TAG_OR_MAIL = re.compile(r"<(?=[A-Za-z/!?]|[^\s<>]*@)")
# A fast look at text that has nothing to escape, which is most text.
_ANY_MARK = re.compile(f"[{re.escape(''.join(_SYNTAX))}]")
ADDRESSES = ("http://", "https://", "ftp://", "www.")
_ADDRESS = f"(?i:{'|'.join(map(re.escape, ADDRESSES))})"
ANY_ADDRESS = re.compile(_ADDRESS)
# An address first, as a whole: renderers with autolinks read it raw, up to `<` or a space of ASCII.
_MARKS_AND_ADDRESSES = re.compile(rf"(?P<address>{_ADDRESS}[^ \t\n\r\f\v<]*)|{_MARK}")
_SCHEMES = {start: start.rstrip(":/.") for start in ADDRESSES}
_ADDRESS_START = re.compile(
    "(?i)" + "|".join(f"(?<={name})(?=[{start[len(name)]}])" for start, name in _SCHEMES.items())
)
# An address that renderers show and follow as it is: they decode percent signs and punycode.
_PLAIN_ADDRESS = re.compile(r"https?://(?!.*xn--)[\w.~:/?#@!&()*+,;=-]+", re.ASCII)
_TRAILING = "?!.,:;*_~'\"()[]"
_OPENING = " (['\"/-"
_SMALL = {mark: re.compile(rf"[^ \t\n\\{mark}]*(?=[ \t\n]|\Z)") for mark in "~^"}
_FIRST_LINE = re.compile(
    r"#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|(?:- *){3,}$|(?:\* *){3,}$|(?:_ *){3,}$"
    r"|\[(?:[ xX]|!\w+)\](?=\s|$)|:{3,}|[:|](?=\s|$)"
)
# What makes a heading or a table of the line before.
_LATER_LINE = re.compile(rf"{_FIRST_LINE.pattern}|=+ *$|-[-:| ]*$|[|:][:| ]*-[-:| ]*$")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_LABEL = re.compile(r"(\[(?:\\.|[^\\\[\]])*\]):", re.DOTALL)
_DESTINATION = re.compile(r"\A(?:<[^\n]*>|[^ \t\n]+)(?:\n|\Z|[ \t]+[\"'(])")
_TITLE_IN_WORD = re.compile(r"[^\s\"'(]+[\"'(]")
_TITLE_MARKS = re.compile("|".join(_IN_TITLE.values()))
# Some renderers look past a quote that stands after two backslashes, and read on at `\&` and `\<`.
_ENTITIES = {"\\": "&#92;", "&": "&amp;", "<": "&lt;"}
_MAY_BE_LONE = re.compile(r"[*_`$]")
_RUNS = {mark: re.compile(re.escape(mark) + "+") for mark in "*_`$"}
_LONG_RUN = re.compile("`{64,}")
_GUARDED = frozenset("#>-+*_=|:[0123456789")
# Quotes begin a title for some, and others drop U+FEFF at the end as a space. `](` ends a link
# around a picture for some, with a backslash, too.
_NOT_IN_ADDRESS = re.compile(r"[\s<>`\"'\x00-\x1f\x7f\ufeff]|\](?=\()")
_MARKS_IN_ADDRESS = re.compile(r"[\\$]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_PARENTHESIS = re.compile(r"[()]")
_BACKTICKS = re.compile("`+")
IN_CODE = frozenset("`$]\\")
"""The characters because of which code may not stand between two backticks as it is."""
_CLOSING_HASHES = re.compile(r"(^|\s)(#+)$")


def signs() -> dict[Sign, str]:
    """The characters of ASCII for which rules are asked.

    `dehusk.native.write` writes what has none of them, and no control characters, by itself.
    """
    in_address = "".join([one for one in map(chr, range(128)) if destination(one) != one])
    return {
        Sign.IN_WORDS: "".join(_SYNTAX),
        Sign.IN_TITLE: "".join(_IN_TITLE),
        Sign.IN_CODE: "".join(IN_CODE),
        Sign.IN_ADDRESS: in_address + ";",  # an entity may end with it
        Sign.FIRST_IN_LINE: "".join(_GUARDED),
        Sign.ENDS_ADDRESS: "".join([start[-1] for start in ADDRESSES]),
    }


class Around(NamedTuple):
    """What text stands in.

    `link`: the words of a link. `strict`: near strikethrough or formulas, where even a lone `~` or
    the dollar sign of a price may be read as their mark. `before` and `after`: the characters
    right beside it, empty for white space. `unpaired`: marks that have no partner in this line.
    `enclosed`: in brackets or tags, so that its end is not the end of a word.
    """

    link: bool = False
    strict: bool = False
    before: str = ""
    after: str = ""
    unpaired: str = ""
    enclosed: bool = False


def escape(text: str, around: Around = Around()) -> str:
    """Text that renders to itself within a line."""
    if not _ANY_MARK.search(text) and not (around.after and ANY_ADDRESS.search(text)):
        return text

    def escaped(match: re.Match[str]) -> str:
        return _address(match, around) if match["address"] else _mark(match, around)

    return _MARKS_AND_ADDRESSES.sub(escaped, text)


def _mark(match: re.Match[str], around: Around) -> str:
    mark, text = match[0], match.string
    before = text[match.start() - 1 : match.start()]
    after = text[match.end() : match.end() + 1]
    if mark[0] in "[]":
        return _bracket(mark, after, around)
    if mark in _SMALL and _may_enclose(match, around):
        return "\\" + mark
    if mark == "<" and not around.after and not _TAG_OR_MAIL.match(text, match.start()):
        return mark
    if _is_harmless(mark, before, after, around):
        return mark
    # Not every renderer knows `\<`.
    return "&lt;" if mark == "<" else _backslashed(mark)


def _backslashed(mark: str) -> str:
    return "".join(["\\" + character for character in mark])


def _may_enclose(match: re.Match[str], around: Around) -> bool:
    """Whether `^` or `~` may stand before raised or lowered words, which hold no space, or a note.

    Pandoc reads what is between two of them once more, without its backslashes.
    """
    if match.string.startswith("^[", match.start()):
        return True
    stop = _SMALL[match[0]].match(match.string, match.end())
    if stop is None:
        return True
    return stop.end() == len(match.string) and (around.enclosed or bool(around.after))


def _is_harmless(mark: str, before: str, after: str, around: Around) -> bool:
    """Whether a mark between these two characters can neither open nor close anything."""
    first = mark[0]
    if first in around.unpaired or (first in "*_~" and before == after == " "):
        return True
    if first == "_":
        return before.isalnum() and after.isalnum()
    if mark == "~":
        return (not before or before in _OPENING) and after.isalnum() and not around.strict
    if mark == "^":
        return True
    if mark == "$":
        return (after.isdecimal() or before == after == " ") and not around.strict
    return False


def unpaired(line: str, others: str, marks: str) -> str:
    """Those of some marks that stand in a line, but in none of its other pieces, and have no partner.

    >>> unpaired("5 * 3 is 15, _always", "", "*_`$")
    '*_'
    """
    if not _MAY_BE_LONE.search(line):
        return ""
    return "".join(
        [mark for mark in marks if mark in line and mark not in others and _is_lone(mark, line)]
    )


def _is_lone(mark: str, line: str) -> bool:
    runs = list(_RUNS[mark].finditer(line))
    if mark in "`$":
        return len(runs) == 1 and len(runs[0][0]) == 1
    opens = any(line[run.end() : run.end() + 1].strip() for run in runs)
    closes = any(line[run.start() - 1 : run.start()].strip() for run in runs)
    return len(runs) == 1 or not (opens and closes)


def _bracket(mark: str, after: str, around: Around) -> str:
    if around.link:
        # Some renderers forget the backslashes of brackets there.
        return _backslashed(mark)
    return "\\" + mark if mark == "](" or (mark == "[" and after == "^") else mark


def _address(match: re.Match[str], around: Around) -> str:
    """An address as it is, else in `<>`, else with marks that keep it from being read as one."""
    url, text = match[0], match.string
    before = text[match.start() - 1] if match.start() else around.before
    after = text[match.end()].strip() if match.end() < len(text) else around.after
    rest = _without_addresses(url, around)
    if rest == url and not after:
        return url
    end = len(url.rstrip(_TRAILING))
    alone = before in ("", " ", "(") and after in ("", "\\") and not around.link
    if alone and is_autolink(url[:end]):
        return f"<{url[:end]}>{_without_addresses(url[end:], around)}"
    return _ADDRESS_START.sub(r"\\", rest)


def _without_addresses(text: str, around: Around) -> str:
    around = Around(link=True, strict=True, enclosed=around.enclosed)
    return _MARKS.sub(lambda match: _mark(match, around), text)


def is_autolink(url: str) -> bool:
    """Whether `<url>` is a link that shows this very address."""
    return _PLAIN_ADDRESS.fullmatch(url) is not None


def guard_lines(text: str) -> str:
    """A paragraph none of whose lines begins like another block."""
    if "\n" not in text:
        return _guard(text, _FIRST_LINE)
    # The label of a definition may go over lines.
    label = _LABEL.match(text)
    text = _guard_label(label) if label else text
    first, *lines = text.split("\n")
    return "\n".join([_guard(first, _FIRST_LINE), *(_guard(line, _LATER_LINE) for line in lines)])


def guard_later_lines(text: str) -> str:
    r"""A guarded paragraph as it can stand below another line.

    >>> guard_later_lines("===")
    '\\==='
    """
    first, newline, others = text.partition("\n")
    return _guard(first, _LATER_LINE) + newline + others


def _guard(line: str, block: re.Pattern[str]) -> str:
    if line[:1] not in _GUARDED:
        return line
    if block.match(line):
        return "\\" + line
    if label := _LABEL.match(line):
        return _guard_label(label)
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else line


def _guard_label(label: re.Match[str]) -> str:
    text, colon = label.string, label.end(1)
    # The bracket of a footnote has to stay.
    return f"{text[:colon]}\\{text[colon:]}" if text[1] == "^" else "\\" + text


def begins_block(line: str) -> bool:
    """Whether a line after another one would begin a block, or change the block of that one.

    >>> begins_block("- b"), begins_block("= b")
    (True, False)
    """
    return line.startswith(("```", "~~~")) or _guard(line, _LATER_LINE) != line


def guard_definition(text: str) -> str:
    r"""The text of a footnote that is not read as the address of a link called `^1`.

    >>> guard_definition("javascript:alert(1)"), guard_definition("Two words")
    ('&#32; javascript:alert(1)', 'Two words')

    Without footnotes `[^1]: word` defines a link, unless more follows than a title, which some
    renderers see within a word too: `word(title of it)`.
    """
    ends_title = text.partition("\n")[0].rstrip().endswith(('"', "'", ")"))
    if not (_DESTINATION.match(text) or (ends_title and _TITLE_IN_WORD.match(text))):
        return text
    return ("&#32; &#32; " if text[0] in "\"'(" else "&#32; ") + text


def guard_heading(text: str) -> str:
    r"""A heading whose last number signs are not read as its end.

    >>> guard_heading("Learning C #")
    'Learning C \\#'
    """
    return _CLOSING_HASHES.sub(r"\1\\\2", text)


def destination(url: str) -> str:
    r"""The address of a link or an image between its parentheses.

    >>> destination("https://example.org/a b(c")
    'https://example.org/a%20b\\(c'
    """
    url = _NOT_IN_ADDRESS.sub(lambda odd: _percent(odd[0]), url)
    # Some renderers read `\&lt;` as an entity there.
    url = _ENTITY.sub("&amp;", _MARKS_IN_ADDRESS.sub(r"\\\g<0>", url))
    return url if _balanced(url) else _PARENTHESIS.sub(r"\\\g<0>", url)


def _percent(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def _balanced(url: str) -> bool:
    depth = 0
    for mark in _PARENTHESIS.findall(url):
        depth += 1 if mark == "(" else -1
        # Renderers give up at 32 levels.
        if not 0 <= depth < 32:
            return False
    return depth == 0


def title(text: str | None) -> str:
    r"""The title of a link or an image, with the space and the quotes around it.

    >>> title('6" nails')
    ' "6\\" nails"'
    """
    if not text or not (words := " ".join(without_controls(text).split())):
        return ""
    # Should a renderer not see the link around it, it begins no tag and no link of its own.
    return f' "{_TITLE_MARKS.sub(_escaped_in_title, words)}"'


def _escaped_in_title(mark: re.Match[str]) -> str:
    return _ENTITIES.get(mark[0], "\\" + mark[0])


def code_span(text: str) -> str:
    r"""Code within a line, in more backticks than it holds.

    >>> code_span("a`b")
    '``a`b``'
    """
    text = _with_short_runs(text)
    fence = "`" * (_longest_run(text) + 1 if "`" in text else 1)
    if text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " " and text.strip()):
        text = f" {text} "
    return fence + text + fence


def code_fence(text: str, info: str) -> str:
    """A block of code between fences longer than any inside."""
    text = _with_short_runs(text)
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{info}\n{text}\n{fence}"


def _with_short_runs(text: str) -> str:
    """The text with no more than 63 backticks in a row: renderers give up on longer fences."""
    return _LONG_RUN.sub("`" * 63, text)


def _longest_run(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)), default=0)
