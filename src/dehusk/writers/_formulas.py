r"""Formulas between dollar signs: right for renderers that know them, harmless for all others.

>>> inline_formula("a<b")
'a< b'
>>> inline_formula(r"\href{javascript:x}{y}") is None
True

A renderer that knows no formulas reads them as Markdown, with raw HTML and links. So a gap stands
wherever two characters would begin one of these: LaTeX does not see it. What no gap can help is
code.
"""

from __future__ import annotations

import re

from dehusk.writers._escape import ANY_ADDRESS, begins_block, code_fence
from dehusk.writers._plain import without_controls

# Inside of words a space is a space, and an empty group is nothing.
_OPENING = re.compile(
    r"(?P<words>\\(?:text[a-z]*|[fhm]box)\s*\{)|\\[^<]|(?P<brace>[{}])"
    r"|(?P<mail>\\?<(?=[^\s<>]*@))"
    r"|(?P<gap>\\?<(?=[A-Za-z/!?])|\](?=\()|\[(?=\^)|\^(?=\[))",
    re.DOTALL,
)
_ANY_OPENING = re.compile(r"[<\[\]]")
_BRACKET = re.compile(r"\\.|([\[\]])", re.DOTALL)
_BRACE = re.compile(r"\\.|([{}])", re.DOTALL)
_COMMENT = re.compile(r"\\.|(%)", re.DOTALL)
# What makes MathJax and KaTeX write links, pictures, styles, classes and identifiers.
_ACTIVE = re.compile(
    r"\\(?:href|url|includegraphics|html(?:Class|Data|Id|Style)|class|cssId|style|csname)(?![A-Za-z])"
)

# What attribute lists could do to the words before them, where formulas are not known.
_ATTRIBUTE = re.compile(r"\{[^{}]*?(?<![A-Za-z])(?:on[a-z]{3,30}|style|href|src)\s?=")


def is_active(latex: str) -> bool:
    r"""Whether a formula asks for more than to be drawn: a link, a picture, a style.

    >>> is_active(r"\href{https://example.org/}{x}"), is_active(r"\displaystyle x")
    (True, False)
    """
    return "\\" in latex and _ACTIVE.search(latex) is not None


def inline_formula(latex: str, *, in_link: bool = False) -> str | None:
    r"""A formula to stand between dollar signs, None where it can only stand as code.

    >>> inline_formula(r"\text{a<b}[x](y)")
    '\\text{a<{}b}[x] (y)'
    """
    if not _stands(latex) or (in_link and not _are_paired(_BRACKET, latex)):
        return None
    return _with_gaps(latex)


def display_formula(latex: str) -> str:
    r"""A formula that stands by itself, its lines as they are where none begins another block.

    >>> display_formula("a\n= b")
    '$$\na\n= b\n$$'
    >>> display_formula("a\n- b")
    '$$a - b$$'
    """
    lines = [line.strip() for line in map(without_controls, latex.splitlines()) if line.strip()]
    text = "\n".join(lines)
    if is_active(text):
        return code_fence(text, "latex")
    begins = any(map(begins_block, lines))
    # A comment ends with its line, so that these lines cannot become one.
    if not _stands(text) or text.endswith("\\") or (begins and any(_COMMENT.findall(text))):
        return code_fence(text, "math")
    text = _with_gaps(text.replace("\n", " ") if begins else text)
    return f"$$\n{text}\n$$" if "\n" in text else f"$${text}$$" if text else ""


def _stands(latex: str) -> bool:
    """Whether a formula ends where it ends: an address would go on, a backtick find another."""
    backslashes = len(latex) - len(latex.rstrip("\\"))
    return not (
        "$" in latex
        or "`" in latex
        or backslashes % 2
        or ANY_ADDRESS.search(latex)
        or _ATTRIBUTE.search(latex)
        or not _are_paired(_BRACE, latex)
        or is_active(latex)
    )


def _with_gaps(latex: str) -> str:
    if not _ANY_OPENING.search(latex):
        return latex
    in_words = [False]

    def spaced(match: re.Match[str]) -> str:
        found = match[0]
        if match["words"]:
            in_words.append(True)
        elif found == "{":
            in_words.append(in_words[-1])
        elif found == "}" and len(in_words) > 1:
            in_words.pop()
        elif match["gap"] and in_words[-1]:
            return found + "{}"
        elif match["gap"] or match["mail"]:
            return found + " "
        return found

    return _OPENING.sub(spaced, latex)


def _are_paired(pattern: re.Pattern[str], latex: str) -> bool:
    depth = 0
    for bracket in pattern.findall(latex):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket, 0)
        if depth < 0:
            return False
    return depth == 0
