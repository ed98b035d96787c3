"""Hostile pages without end: fragments of what renderers give a meaning to, in every place of a page.

>>> from random import Random
>>> page_of_fragments(Random(1)).startswith("<!doctype html>")
True
"""

from __future__ import annotations

from html import escape
from random import Random

from tests.vectors import PAYLOADS, PLACES

_TAGS = (
    *("<", "<", "</", "/>", ">", "<!", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>", "<%", "%>"),
    *("<img src=x onerror=pwn()>", "<script>pwn()</script>", "<a href=javascript:pwn()>", "<b>"),
    *("</b>", "<form>", "<x-y a=b>", "<div\n", "<table>", "<td>", "<style>", "<textarea>", "<br>"),
    *("<sup>", "</sup>", "<code>", "</code>", "<img", "src=x", "onerror=pwn()"),
)
_ENTITIES = (
    *(
        "&",
        "&lt;",
        "&#60;",
        "&lt",
        "&#60",
        "&#x3c;",
        "&gt;",
        "&amp;",
        "&amp;lt;",
        "&quot;",
        "&#34;",
    ),
    *("&colon;", "&Tab;", "&NewLine;", "&lpar;"),
)
_MARKS = (
    *("`", "``", "```", "~~~", "$", "$$", "$x$", "\\", "\\\\", "\\<", "\\`", "\\[", "\\]", "\\("),
    *(
        "\\)",
        "\\|",
        "|",
        " | ",
        "||",
        "|---|",
        "--|--",
        "|:-",
        "*",
        "**",
        "_",
        "__",
        "~",
        "~~",
        "^",
    ),
    *(
        "==",
        "++",
        "===",
        "---",
        "***",
        "# ",
        "## ",
        "> ",
        ">! ",
        "- ",
        "+ ",
        "1. ",
        "1) ",
        "- [ ] ",
    ),
    *(": ", ":::", "!!! note", "*[x]: y", "[TOC]", "H~2~O", "x^2^", "==x==", "^^x^^", "[字(zi)]"),
    *("{", "}", "{.x}", "{: onclick=pwn()}", "{onclick=pwn()}", "{=html}", "{#x}", "{{", "}}"),
    *("\\text{", "\\href{", "\\begin{x}", "%", "@x", "[@x]", "\\n"),
)
_LINKS = (
    *("[", "]", "(", ")", "!", "![", "](", "[x](", "![x]", "[x]", "[x]:", "![x][y]", "[x][y]"),
    *("![x](javascript:pwn())", "[x](javascript:pwn())", "](javascript:pwn())", "[^1]", "[^1]: "),
    *("[x]: javascript:pwn()", "[x]: <javascript:pwn()>", "[y]: data:text/html,x", "^["),
    *(
        "<https://e.example/>",
        "<javascript:pwn()>",
        "<a@e.example>",
        "a@e.example",
        "www.e.example",
    ),
    *("javascript:pwn()", "JaVaScRiPt:pwn()", "java&Tab;script:pwn()", "javascript&colon;pwn()"),
    *("java%73cript:pwn()", "data:image/svg+xml,<svg onload=pwn()>", "vbscript:x", "file:///etc"),
    *("https://a.example/", "http://e.example/?a=<b>", "mailto:a@e.example"),
    *('"', "'", '"t"', "'t'", ' "onerror=pwn()', '" onerror="pwn()', "title="),
)
_WORDS = (
    *("a", "b", "word", "1", "5", "x=1", "é", "重要", "\n", "\n\n", " ", "  ", "    ", "\t"),
    *("\u00a0", "\x00", "\x0b", "\u2028", "\ufeff", "\u200b", "\u202e"),
)
FRAGMENTS = _TAGS + _ENTITIES + _MARKS + _LINKS + _WORDS
_NAMES = tuple(PLACES)
_HOLE = "\x02"


def page_of_fragments(random: Random) -> str:
    """A page of a few sections, each place in them with words of its own."""
    sections = (_section(random, number) for number in range(random.randint(1, 5)))
    return f"<!doctype html><title>Words</title><article>{''.join(sections)}</article>"


def _section(random: Random, number: int) -> str:
    # The same words twice are what marks pair with.
    words = [_words(random) for _ in range(3)]
    first, *others = PLACES[random.choice(_NAMES)](_HOLE).split(_HOLE)
    markup = first + "".join(_put(random.choice(words), first) + other for other in others)
    return f"<section>{markup.replace('{n}', str(number))}</section>"


def _put(words: str, before: str) -> str:
    return words if "math/tex" in before else escape(words)


def _words(random: Random) -> str:
    if random.randint(1, 7) == 1:
        return random.choice(PAYLOADS)
    return "".join(random.choice(FRAGMENTS) for _ in range(random.randint(1, 6)))
