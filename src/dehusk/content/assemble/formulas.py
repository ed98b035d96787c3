"""Formulas as LaTeX, each exactly once, whatever a page and its scripts made of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from urllib.parse import parse_qsl, unquote, urlsplit

from dehusk.content.assemble.classifier import Classifier, Handler
from dehusk.content.assemble.kept import is_formula_script
from dehusk.content.assemble.mathml import latex_of
from dehusk.content.assemble.vocabulary import ElementKind
from dehusk.page.tags import Tag

_DISPLAY_CLASSES = re.compile(
    r"(?:^|\s)(?:katex-display|MathJax_Display|MathJax_SVG_Display|MJXc-display|display"
    r"|mwe-math-fallback-image-display|mwe-math-element-block|ql-img-displayed-equation|math-block|math-display)(?:\s|$)"
)
_DELIMITED = re.compile(r"\s*(\\\(|\\\[|\$\$?)(.*?)(\\\)|\\\]|\$\$?)\s*", re.DOTALL)
_PAIRS = {r"\(": r"\)", r"\[": r"\]", "$": "$", "$$": "$$"}
# Spaces are tried from the first of them only: from each it would take the square of their number.
_CDATA = re.compile(r"%\s*+<!\[CDATA\[|(?:%\s*+|(?<!\s)\s++)?+\]\]>")
_WRAPPER = re.compile(r"\{\s*\\(?:display|text)style\b(.*)\}", re.DOTALL)
_BRACE = re.compile(r"\\.|([{}])", re.DOTALL)
_NEAR = 4
SERVICES = ("latex.codecogs.com/", "latex.php?", "cht=tx")
"""What the addresses of images that services make of formulas have in them."""
_LONGEST_ADDRESS = 5_000
# Commands with arguments: no prose and no path has these.
_COMMAND = re.compile(
    r"\\(?:begin|frac|sqrt|sum|int|operatorname|mathbb|mathrm|left|prod|lim)(?![a-z])"
)
DATA = frozenset(("data-math", "data-latex", "data-tex", "data-katex"))
"""Attributes that have the formula of what is drawn inside."""


def latex_of_image(alt: str, source: str) -> str:
    r"""The formula that an image shows, empty where it shows anything else.

    >>> latex_of_image("", "https://chart.googleapis.com/chart?cht=tx&chl=x%5E2")
    'x^2'
    >>> latex_of_image(r"\frac{1}{2}", "half.png"), latex_of_image("A cup of tea", "tea.png")
    ('\\frac{1}{2}', '')
    """
    for service in SERVICES:
        if service in source:
            address = urlsplit(source[:_LONGEST_ADDRESS])
            written = dict(parse_qsl(address.query))
            named = written.get("chl") or written.get("latex") or ""
            if named or "codecogs" in address.netloc:
                return named or unquote(address.query) or alt
            break
    return alt if "\\" in alt and _COMMAND.search(alt) else ""


def _math(classifier: Classifier, position: int) -> int:
    """A `math` element."""
    kept = classifier.kept
    mode = kept.attribute(position, "display") or kept.attribute(position, "mode") or ""
    display = mode.strip().lower() in ("block", "display")
    return _add(classifier, position, latex_of(kept.page, kept.rows[position]), display)


def _script(classifier: Classifier, position: int) -> int:
    """A formula in a script, for MathJax to read; no other scripts are ever kept."""
    kept = classifier.kept
    display = "mode=display" in (kept.attribute(position, "type") or "").replace(" ", "")
    return _add(classifier, position, _CDATA.sub("", kept.text(position)), display)


def _rendered(classifier: Classifier, position: int) -> int:
    """What a script made of a formula: the formula is in a script beside, or in MathML inside."""
    if _has_script_beside(classifier, position):
        return classifier.kept.ends[position]
    if latex := _in_data(classifier, position):
        return _add(classifier, position, latex, _is_display(classifier, position))
    delimited = _delimited(classifier, position)
    if delimited is not None:
        return _add(classifier, position, delimited[2], delimited[1] in (r"\[", "$$"))
    display = _is_display(classifier, position)
    formulas = _rows_inside(classifier, position, Tag.MATH)
    if len(formulas) == 1:
        row = formulas[0]
        block = (classifier.kept.page.attribute(row, "display") or "") == "block"
        return _add(classifier, position, latex_of(classifier.kept.page, row), display or block)
    images = _rows_inside(classifier, position, Tag.IMG)
    if not formulas and len(images) == 1 and not classifier.kept.visible_chars(position):
        return _add(
            classifier, position, classifier.kept.page.attribute(images[0], "alt") or "", display
        )
    return -1


def _in_data(classifier: Classifier, position: int) -> str:
    values = (classifier.kept.attribute(position, name) for name in sorted(DATA))
    return next(filter(None, values), "")


def _delimited(classifier: Classifier, position: int) -> re.Match[str] | None:
    r"""A formula that no script has rendered yet: `\(x\)`."""
    if classifier.kept.ends[position] - position > _NEAR:
        return None
    found = _DELIMITED.fullmatch(classifier.kept.text(position))
    return found if found and _PAIRS[found[1]] == found[3] else None


def _preview(classifier: Classifier, position: int) -> int:
    return classifier.kept.ends[position] if _has_script_beside(classifier, position) else -1


def _image(classifier: Classifier, position: int) -> int:
    """An image of a formula, whose alternative text is the formula."""
    kept = classifier.kept
    alt = kept.attribute(position, "alt")
    if kept.tag(position) != Tag.IMG or not alt or not alt.strip():
        return -1
    return _add(classifier, position, alt, _is_display(classifier, position))


def add_latex_image(classifier: Classifier, position: int, alt: str, source: str) -> bool:
    """Add an image as the formula that it shows; False where it shows none."""
    latex = latex_of_image(alt, source)
    if latex:
        _add(classifier, position, latex, "\\begin" in latex)
    return bool(latex)


def _add(classifier: Classifier, position: int, latex: str, display: bool) -> int:
    latex = _tidy(latex)
    if latex:
        classifier.formula(latex, display=display)
    return classifier.kept.ends[position]


def _tidy(latex: str) -> str:
    """A formula without the braces that MediaWiki puts around it."""
    latex = latex.strip()
    wrapped = _WRAPPER.fullmatch(latex)
    return wrapped[1].strip() if wrapped and _is_balanced(wrapped[1]) else latex


def _is_balanced(latex: str) -> bool:
    depth = 0
    for brace in _BRACE.findall(latex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            return False
    return depth == 0


def _is_display(classifier: Classifier, position: int) -> bool:
    kept = classifier.kept
    if (kept.attribute(position, "display") or "") in ("true", "block"):
        return True
    return bool(_DISPLAY_CLASSES.search(kept.attribute(position, "class") or ""))


def _rows_inside(classifier: Classifier, position: int, tag: int) -> list[int]:
    """The first two rows of the page with a tag inside an element, kept or not."""
    rows = classifier.rows_with_tag(tag)
    first, end = classifier.kept.span(position)
    start = bisect_left(rows, first)
    return [row for row in rows[start : start + 2] if row < end]


def _has_script_beside(classifier: Classifier, position: int) -> bool:
    """Does the script of a rendered formula follow, next to it or to the element around it?"""
    kept = classifier.kept
    above = kept.parents[position]
    return _script_follows(classifier, kept.rows[position]) or (
        above >= 0
        and kept.kind(above) is ElementKind.FORMULA
        and _script_follows(classifier, kept.rows[above])
    )


def _script_follows(classifier: Classifier, row: int) -> bool:
    page = classifier.kept.page
    if not classifier.rows_with_tag(Tag.SCRIPT):
        return False
    for _ in range(_NEAR):
        row = int(page.next_sibling[row])
        name = page.tag_name(row) if row >= 0 else ""
        if name == "script":
            return is_formula_script(page, row)
        if not name or (name == "#text" and page.text_of(row).strip()):
            return False
    return False


FORMULA_TAGS: dict[int, Handler] = {Tag.MATH: _math, Tag.SCRIPT: _script}
FORMULA_KINDS: dict[ElementKind, Handler] = {
    ElementKind.FORMULA: _rendered,
    ElementKind.FORMULA_PREVIEW: _preview,
    ElementKind.LATEX_IMAGE: _image,
}
FORMULA_NAMES: dict[str, Handler] = {"mjx-container": _rendered}
