"""What Markdown's native writer asks where something might be misread, or has more than one form.

`dehusk.native.write` puts blocks, lines and marks together, and writes by itself what has none of the
characters of `SIGNS`. Of the rest it asks these functions, a text at a time.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from dehusk.content.kinds import CALLOUTS, Image
from dehusk.content.schemes import IMAGE_SCHEMES, LINK_SCHEMES, image_url, link_url
from dehusk.native.write import Signs
from dehusk.writers._escape import (
    ADDRESSES,
    IN_CODE,
    Around,
    code_fence,
    code_span,
    destination,
    escape,
    guard_heading,
    guard_later_lines,
    guard_lines,
    is_autolink,
    signs,
    title,
    unpaired,
)
from dehusk.writers._formulas import display_formula, inline_formula
from dehusk.writers._plain import without_controls
from dehusk.writers._simple import author_and_day
from dehusk.writers._tables import table

__all__ = [
    "SIGNS",
    "author_and_day",
    "autolink",
    "callout",
    "class_of",
    "code",
    "code_block",
    "display_formula",
    "formula",
    "guard_heading",
    "guard_later_lines",
    "guard_lines",
    "image",
    "table",
    "target",
    "unpaired",
    "without_controls",
    "words",
]

_SPACE, _PUNCTUATION, _WORD, _SYMBOL = range(4)
_OF_A_PICTURE = Around(link=True, strict=True, enclosed=True)
_LANGUAGE = re.compile(r"[\w+#.-]{1,32}", re.ASCII)
_SAME_AS_KIND = ("info", "hint", "danger", "success")
"""What boxes are called besides their kinds, which are fewer."""
_END_OF_LABEL = re.compile(r"\][:(]")


@lru_cache(maxsize=4096)
def class_of(character: str) -> int:
    """What a character is beside a mark: white space, punctuation, part of a word, or a symbol."""
    if character.isalnum():
        return _WORD
    if character.isspace():
        return _SPACE
    category = unicodedata.category(character)
    if category[0] == "P" or character < "\x7f":
        return _PUNCTUATION
    return _SYMBOL if category[0] == "S" else _WORD


SIGNS = Signs(
    signs(), ADDRESSES, LINK_SCHEMES, IMAGE_SCHEMES, [class_of(chr(code)) for code in range(128)]
)


def words(
    text: str, before: str, after: str, unpaired: str, in_link: bool, raised: bool, strict: bool
) -> str:
    """Words behind others and before a character, which are empty at the ends of lines.

    >>> words("2 * 3 is *6*", "", "", "", False, False, False)
    '2 * 3 is \\\\*6\\\\*'
    """
    return escape(text, Around(in_link, strict, before[-1:], after, unpaired, in_link or raised))


def code(text: str, in_link: bool, in_cell: bool, near_formulas: bool) -> str:
    """Code within a line."""
    if not IN_CODE.isdisjoint(text) and not _stands(text, in_link, in_cell, near_formulas):
        inside = escape(text, Around(link=True, strict=True)).replace("|", "&#124;")
        return f"<code>{inside}</code>"
    return code_span(text)


def formula(
    latex: str, before: str, after: str, in_link: bool, in_cell: bool, near_formulas: bool
) -> str | None:
    """What stands between the dollar signs of a formula, None where it can only stand as code."""
    if before[-1:].isdigit() or after[:1].isdigit():
        return None
    if not _stands(latex, in_link, in_cell, near_formulas):
        return None
    return inline_formula(latex, in_link=in_link)


def _stands(text: str, in_link: bool, in_cell: bool, near_formulas: bool) -> bool:
    """Whether code or a formula can stand here as it is.

    Blocks are read before code: `]:` in the words of a link may end a label there, and `](` a link
    for those that look for its end first. Some end code at its first backtick while they look for
    the end of a link. In a cell no two renderers read a pipe after a backslash alike. Nor do they
    agree on where a formula ends.
    """
    return not (
        (in_cell and "\\|" in text)
        or ("`" in text and "](" in text)
        or (in_link and _END_OF_LABEL.search(text))
        or (near_formulas and "$" in text)
    )


def image(image: Image) -> str:
    """A picture, empty where its address is not safe.

    >>> image(Image("/tea pot.jpg", "[A pot]"))
    '![\\\\[A pot\\\\]](/tea%20pot.jpg)'
    """
    url = image_url(image.url)
    if url is None:
        return ""
    alt = escape(" ".join(without_controls(image.alt).split()), _OF_A_PICTURE)
    return f"![{alt}]({destination(url)}{title(image.title)})"


def autolink(url: str, named: str | None) -> str | None:
    """The short form of a link that shows its address, None where it has none."""
    address = None if named else link_url(url)
    return f"<{address}>" if address and is_autolink(address) else None


def target(url: str, named: str | None) -> str | None:
    """What stands in the parentheses of a link, None where its address is not safe."""
    address = link_url(url)
    return None if address is None else destination(address) + title(named)


def code_block(text: str, language: str | None) -> str:
    """A block of code between fences."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        return ""
    known = language if language and _LANGUAGE.fullmatch(language) else ""
    return code_fence(text.removesuffix("\n"), known)


def callout(kind: str, first: str | None) -> tuple[str, bool]:
    """The mark of a box, empty for a mere quotation, and whether its first line, if it is mere words,
    only says what kind of box it is."""
    if kind not in CALLOUTS:
        return "", False
    says_kind = first is not None and first.strip(" :").lower() in (kind, *_SAME_AS_KIND)
    return f"[!{kind.upper()}]", says_kind
