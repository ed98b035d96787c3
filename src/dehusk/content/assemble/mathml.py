r"""MathML as LaTeX: the author's own where the page has it, else a translation of what is there.

The translation goes backwards over the rows, so that the parts of an element are there before the
element: no recursion. What is too large to be a formula is taken as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from dehusk.page import Page
from dehusk.page.tags import Tag

MAX_ROWS = 5_000
MAX_DEPTH = 200

Part = tuple[str, str]
"""The name of an element and its LaTeX."""
Parts = list[Part]

_TEX = re.compile(r"(?:application/x-)?(?:la)?tex", re.IGNORECASE)


def latex_of(page: Page, row: int) -> str:
    """The LaTeX of the `math` element in a row."""
    end = int(page.end[row])
    own = _annotation(page, row, end)
    if own is not None:
        return own
    alternative = page.attribute(row, "alttext") or ""
    if "\\" in alternative:
        return alternative
    inside = slice(row, end)
    if end - row > MAX_ROWS or int(page.depth[inside].max() - page.depth[row]) > MAX_DEPTH:
        return " ".join(page.text_of(row).split())
    return _translate(page, row, end)


def _annotation(page: Page, row: int, end: int) -> str | None:
    """The formula as its author wrote it."""
    if "math:annotation" not in page.tag_names:
        return None
    number = page.tag_names.index("math:annotation")
    for at in range(row, end):
        if page.tag[at] == number and _TEX.fullmatch(
            (page.attribute(at, "encoding") or "").strip()
        ):
            return page.text_of(at).strip() or None
    return None


def _translate(page: Page, row: int, end: int) -> str:
    parts: dict[int, Parts] = {}
    tags = page.tag[row:end].tolist()
    parents = page.parent[row:end].tolist()
    for at in range(end - 1, row - 1, -1):
        if tags[at - row] == Tag.TEXT:
            part = ("#text", " ".join(page.text_of(at).split()))
        else:
            name = page.tag_names[tags[at - row]].removeprefix("math:")
            inside = parts.pop(at, [])
            inside.reverse()
            if name in _TOKENS:
                part = (name, _TOKENS[name]("".join(latex for _, latex in inside)))
            else:
                elements = [each for each in inside if each[0] != "#text" or each[1]]
                part = (name, _element(name, elements, _Attributes(page, at)))
        if at == row:
            return part[1]
        parts.setdefault(parents[at - row], []).append(part)
    return ""


class _Attributes:
    def __init__(self, page: Page, row: int) -> None:
        self._page = page
        self._row = row

    def get(self, name: str, missing: str) -> str:
        value = self._page.attribute(self._row, name)
        return missing if value is None else value


# Tokens

_SYMBOLS: Final[Mapping[str, str]] = {
    **dict(zip("αβγδεζηθικλμνξπρστυφχψω", (
        r"\alpha \beta \gamma \delta \epsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi"
        r" \rho \sigma \tau \upsilon \phi \chi \psi \omega").split(), strict=True)),
    **dict(zip("ΓΔΘΛΞΠΣΥΦΨΩ", (
        r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega").split(), strict=True)),
    **dict(zip("ϵϑϕϱςϖ", r"\epsilon \vartheta \phi \varrho \varsigma \varpi".split(), strict=True)),
    **dict(zip("×÷±∓·⋅∗∘•≤≥≠≈≡∼≃≅∝≪≫", (
        r"\times \div \pm \mp \cdot \cdot * \circ \bullet \leq \geq \neq \approx \equiv \sim \simeq"
        r" \cong \propto \ll \gg").split(), strict=True)),
    **dict(zip("∈∉∋⊂⊃⊆⊇∪∩∅∖∀∃¬∧∨⊕⊗⊥∥∠", (
        r"\in \notin \ni \subset \supset \subseteq \supseteq \cup \cap \emptyset \setminus \forall"
        r" \exists \neg \land \lor \oplus \otimes \perp \parallel \angle").split(), strict=True)),
    **dict(zip("→←↔⇒⇐⇔↦↑↓⟶⟹⟺", (
        r"\to \leftarrow \leftrightarrow \Rightarrow \Leftarrow \Leftrightarrow \mapsto \uparrow"
        r" \downarrow \longrightarrow \Longrightarrow \Longleftrightarrow").split(), strict=True)),
    **dict(zip("∑∏∐∫∬∭∮⋃⋂⋁⋀", (
        r"\sum \prod \coprod \int \iint \iiint \oint \bigcup \bigcap \bigvee \bigwedge").split(),
        strict=True)),
    **dict(zip("∞∂∇ℏℓℜℑℵ∣⌊⌋⌈⌉⟨⟩…⋯⋮⋱′″√", (
        r"\infty \partial \nabla \hbar \ell \Re \Im \aleph \mid \lfloor \rfloor \lceil \rceil \langle"
        r" \rangle \ldots \cdots \vdots \ddots ' '' \surd").split(), strict=True)),
    **dict(zip("ℝℂℕℤℚ", (rf"\mathbb{{{letter}}}" for letter in "RCNZQ"), strict=True)),
    "−": "-", "⁡": "", "⁢": "", "⁣": "", "⁤": "", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&",
    "#": r"\#", "$": r"\$", "_": r"\_", "‖": r"\|", "\xa0": " ", "\\": r"\backslash",
}  # fmt: skip
_FUNCTIONS: Final = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf"
    " limsup ln log max min Pr sec sin sinh sup tan tanh".split()
)
_LIMITS: Final = frozenset(
    r"\sum \prod \coprod \int \iint \iiint \oint \bigcup \bigcap \bigvee \bigwedge \lim \max \min"
    r" \sup \inf \limsup \liminf \det \gcd \Pr".split()
)
_CONTROL_WORD = re.compile(r"\\[A-Za-z]+$")
_ESCAPED_IN_TEXT = re.compile(r"([\\{}$&#%_^~])")


def _symbols(text: str) -> str:
    return _joined([_SYMBOLS.get(letter, letter) for letter in text])


def _identifier(text: str) -> str:
    if len(text) < 2:
        return _symbols(text)
    if text in _FUNCTIONS:
        return "\\" + text
    return rf"\mathrm{{{_symbols(text)}}}" if text.isalnum() else _symbols(text)


def _operator(text: str) -> str:
    return "\\" + text if text in _FUNCTIONS else _symbols(text)


def _words(text: str) -> str:
    if not text.strip():
        return r"\ "
    return rf"\text{{{_ESCAPED_IN_TEXT.sub(_escape, text)}}}"


def _escape(found: re.Match[str]) -> str:
    special = {"\\": r"\textbackslash ", "^": r"\^{}", "~": r"\~{}"}
    return special.get(found[1], "\\" + found[1])


_TOKENS: Final[dict[str, Callable[[str], str]]] = {
    "mi": _identifier,
    "mn": _symbols,
    "mo": _operator,
    "mtext": _words,
    "ms": _words,
    "mspace": lambda _: " ",
}


# Elements


def _element(name: str, parts: Parts, attributes: _Attributes) -> str:
    build = _BUILDERS.get(name)
    if build is not None:
        return build(parts, attributes)
    return _joined([latex for _, latex in parts])


def _joined(pieces: list[str]) -> str:
    """Pieces side by side, a space only where a command would swallow the next letter."""
    result: list[str] = []
    for piece in pieces:
        if not piece:
            continue
        if result and piece[0].isalpha() and _CONTROL_WORD.search(result[-1]):
            result.append(" ")
        result.append(piece)
    return "".join(result)


def _at(parts: Parts, index: int) -> str:
    return parts[index][1].strip() if index < len(parts) else ""


def _group(latex: str) -> str:
    single = len(latex) == 1 or (latex.startswith("\\") and latex[1:].isalpha())
    return latex if single else f"{{{latex}}}"


def _base(parts: Parts) -> str:
    if not parts:
        return "{}"
    name, latex = parts[0]
    return (
        f"{{{latex}}}" if name in ("mrow", "mfrac", "mstyle") and len(latex) > 1 else latex or "{}"
    )


def _scripts(parts: Parts, lower: int, upper: int) -> str:
    result = _base(parts)
    if lower and _at(parts, lower):
        result += "_" + _group(_at(parts, lower))
    if upper and _at(parts, upper):
        over = _at(parts, upper)
        result += over if set(over) == {"'"} else "^" + _group(over)
    return result


def _fraction(parts: Parts, attributes: _Attributes) -> str:
    if attributes.get("linethickness", "1").strip() in ("0", "0px", "0pt", "0em"):
        return rf"{{{_at(parts, 0)} \atop {_at(parts, 1)}}}"
    return rf"\frac{{{_at(parts, 0)}}}{{{_at(parts, 1)}}}"


def _root(parts: Parts, _: _Attributes) -> str:
    return rf"\sqrt[{_at(parts, 1)}]{{{_at(parts, 0)}}}"


def _square_root(parts: Parts, _: _Attributes) -> str:
    return rf"\sqrt{{{_joined([latex for _, latex in parts])}}}"


_ACCENTS_OVER: Final = {
    "^": "hat", "ˆ": "hat", "¯": "overline", "‾": "overline", "―": "overline", "_": "overline",
    r"\to": "vec", "⃗": "vec", "~": "tilde", "˜": "tilde", r"\sim": "tilde", "˙": "dot", ".": "dot",
    "¨": "ddot", "⏞": "overbrace", "ˇ": "check", "˘": "breve",
}  # fmt: skip
_ACCENTS_UNDER: Final = {"_": "underline", r"\_": "underline", "¯": "underline", "⏟": "underbrace"}


def _over(parts: Parts, _: _Attributes) -> str:
    base, over = _at(parts, 0), _at(parts, 1)
    if over in _ACCENTS_OVER:
        return rf"\{_ACCENTS_OVER[over]}{{{base}}}"
    return _scripts(parts, 0, 1) if base in _LIMITS else rf"\overset{{{over}}}{{{base}}}"


def _under(parts: Parts, _: _Attributes) -> str:
    base, under = _at(parts, 0), _at(parts, 1)
    if under in _ACCENTS_UNDER:
        return rf"\{_ACCENTS_UNDER[under]}{{{base}}}"
    return _scripts(parts, 1, 0) if base in _LIMITS else rf"\underset{{{under}}}{{{base}}}"


def _under_over(parts: Parts, _: _Attributes) -> str:
    if _at(parts, 0) in _LIMITS:
        return _scripts(parts, 1, 2)
    return rf"\overset{{{_at(parts, 2)}}}{{\underset{{{_at(parts, 1)}}}{{{_at(parts, 0)}}}}}"


def _fenced(parts: Parts, attributes: _Attributes) -> str:
    opening, closing = attributes.get("open", "("), attributes.get("close", ")")
    separators = "".join(attributes.get("separators", ",").split())
    pieces = [rf"\left{_symbols(opening) or '.'}"]
    for index, (_, latex) in enumerate(parts):
        if index and separators:
            pieces.append(separators[min(index, len(separators)) - 1])
        pieces.append(latex)
    pieces.append(rf"\right{_symbols(closing) or '.'}")
    return _joined(pieces)


def _table(parts: Parts, _: _Attributes) -> str:
    lines = r" \\ ".join(latex for name, latex in parts if name in ("mtr", "mlabeledtr"))
    return rf"\begin{{matrix}} {lines} \end{{matrix}}"


def _table_row(parts: Parts, _: _Attributes) -> str:
    return " & ".join(latex for name, latex in parts if name == "mtd")


def _multi_scripts(parts: Parts, _: _Attributes) -> str:
    names = [name for name, _ in parts]
    middle = names.index("mprescripts") if "mprescripts" in names else len(parts)
    before = [("", "{}"), *parts[middle + 1 : middle + 3]]
    return (_scripts(before, 1, 2) if len(before) > 1 else "") + _scripts(parts[:middle][:3], 1, 2)


_BUILDERS: Final[dict[str, Callable[[Parts, _Attributes], str]]] = {
    "msup": lambda parts, _: _scripts(parts, 0, 1),
    "msub": lambda parts, _: _scripts(parts, 1, 0),
    "msubsup": lambda parts, _: _scripts(parts, 1, 2),
    "mover": _over,
    "munder": _under,
    "munderover": _under_over,
    "mmultiscripts": _multi_scripts,
    "mfrac": _fraction,
    "msqrt": _square_root,
    "mroot": _root,
    "mfenced": _fenced,
    "mtable": _table,
    "mtr": _table_row,
    "mlabeledtr": _table_row,
    "semantics": lambda parts, _: _at(parts, 0),
    "maction": lambda parts, _: _at(parts, 0),
    "mphantom": lambda _parts, _: "",
    "annotation": lambda _parts, _: "",
    "annotation-xml": lambda _parts, _: "",
    "none": lambda _parts, _: "",
    "mprescripts": lambda _parts, _: "",
}
