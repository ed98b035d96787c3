r"""What keeps text from being read as Markdown: as few backslashes as the position allows.

>>> escape("snake_case, 5 * 3, *this*")
'snake_case, 5 * 3, \\*this\\*'
>>> guard_lines("# no heading")
'\\# no heading'
"""

from __future__ import annotations

import re

# An address in the text first: whole, because renderers with autolinks read it raw.
_MARKS = re.compile(
    r"(?P<url>https?://[^\s<>]*[^\s<>?!.,:;*_~'\"()\[\]])"
    r"|\\(?=[!-/:-@\[-`{-~]|\Z)"
    r"|`+|\*+|_+|~+|\$+"
    r"|\^?\[|\]"
    r"|<(?=[A-Za-z/!?])"
    r"|&(?=\#?\w+;)"
)
_PLAIN_ADDRESS = re.compile(r"[!-~]+")
_LINE_START = re.compile(
    r"(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|-[- ]*$|=+ *$|[|:][-:| ]*$"
    r"|\[[ xX]\](?=\s|$)|\[!\w+\])"
)
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_LABEL = re.compile(r"(\[(?:\\.|[^\\\[\]])*\]):", re.DOTALL)
_GUARDED = frozenset("#>-+=|:[0123456789")
_CLOSING_HASHES = re.compile(r"(^|\s)(#+)$")


def escape(text: str, *, in_link: bool = False, struck: bool = False, dollars: bool = False) -> str:
    """Text that renders to itself within a line.

    `in_link` also escapes brackets and keeps addresses from becoming links of their own, `struck`
    every tilde, `dollars` the dollar signs of prices as well.
    """

    def escaped(match: re.Match[str]) -> str:
        mark = match[0]
        if match["url"]:
            return _address(mark, in_link)
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        first = mark[0]
        if first in "*_" and before == after == " ":
            return mark
        if first == "_" and before.isalnum() and after.isalnum():
            return mark
        if mark == "~" and before in ("", " ") and after.isalnum() and not struck:
            return mark
        if mark == "$" and not dollars and (after.isdigit() or before == after == " "):
            return mark
        if first in "^[]":
            return _bracket(mark, after, in_link)
        return "".join("\\" + character for character in mark)

    return _MARKS.sub(escaped, text)


def _bracket(mark: str, after: str, in_link: bool) -> str:
    if mark == "^[":
        return "^\\["
    if in_link or (mark == "[" and after == "^") or (mark == "]" and after == "("):
        return "\\" + mark
    return mark


def _address(url: str, in_link: bool) -> str:
    head, rest = url.split(":", 1)
    escaped = f"{head}:{escape(rest, in_link=in_link, struck=True, dollars=True)}"
    if escaped == url or in_link or not is_autolink(url):
        return escaped
    return f"<{url}>"


def is_autolink(url: str) -> bool:
    """Whether `<url>` renders to that very text: renderers decode percent signs and punycode."""
    return (
        url.startswith(("https://", "http://"))
        and _PLAIN_ADDRESS.fullmatch(url) is not None
        and not any(mark in url for mark in ("%", "<", ">", "$", "xn--", "\\"))
    )


def guard_lines(text: str) -> str:
    """A paragraph none of whose lines begins like another block."""
    if text[0] == "[":
        text = _LABEL.sub(r"\1\\:", text, count=1) if _LABEL.match(text) else text
    if "\n" in text:
        return "\n".join(map(_guard, text.split("\n")))
    return _guard(text)


def _guard(line: str) -> str:
    if line[:1] not in _GUARDED:
        return line
    if _LINE_START.match(line):
        return "\\" + line
    if _LABEL.match(line):
        return _LABEL.sub(r"\1\\:", line, count=1)
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else line


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
    url = re.sub(r"[\s<>`\x00-\x1f\x7f]", lambda odd: _percent(odd[0]), url)
    url = re.sub(r"\\|\$|&(?=#?\w+;)", r"\\\g<0>", url)
    return url if _balanced(url) else re.sub(r"[()]", r"\\\g<0>", url)


def _percent(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def _balanced(url: str) -> bool:
    depth = 0
    for mark in re.findall(r"[()]", url):
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
    if not text or not (words := " ".join(text.split())):
        return ""
    return ' "' + re.sub(r"\\|\"|\$|`|&(?=#?\w+;)", r"\\\g<0>", words) + '"'


def code_span(text: str) -> str:
    r"""Code within a line, in more backticks than it holds.

    >>> code_span("a`b")
    '``a`b``'
    """
    fence = "`" * (_longest_run(text) + 1 if "`" in text else 1)
    if text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " " and text.strip()):
        text = f" {text} "
    return fence + text + fence


def code_fence(text: str, info: str) -> str:
    """A block of code between fences longer than any inside."""
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{info}\n{text}\n{fence}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
