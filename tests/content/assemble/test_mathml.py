from __future__ import annotations

import pytest

from dehusk.content.assemble.mathml import latex_of
from dehusk.page.parse import parse
from dehusk.page.tags import Tag


def latex(mathml: str) -> str:
    page = parse(f"<p><math>{mathml}</math>")
    return latex_of(page, int(page.rows_with_tag(Tag.MATH)[0]))


@pytest.mark.parametrize(
    ("mathml", "expected"),
    [
        ("<mi>x</mi><mo>=</mo><mn>1</mn>", "x=1"),
        ("<mrow>\n <mi>α</mi> <mi>b</mi>\n</mrow>", r"\alpha b"),
        ("<mi>α</mi><mn>2</mn>", r"\alpha2"),
        ("<mi>sin</mi><mo>⁡</mo><mi>x</mi>", r"\sin x"),
        ("<mi>rate</mi>", r"\mathrm{rate}"),
        ("<mn>2</mn><mo>×</mo><mn>3</mn><mo>−</mo><mn>1</mn>", r"2\times3-1"),
        ("<mo>{</mo><mi>x</mi><mo>}</mo>", r"\{x\}"),
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
        ("<msup><mi>x</mi><mn>10</mn></msup>", "x^{10}"),
        ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mi>n</mi></msup>", "{ab}^n"),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "x_i"),
        ("<msubsup><mi>x</mi><mi>i</mi><mi>π</mi></msubsup>", r"x_i^\pi"),
        ("<msup><mi>f</mi><mo>′</mo></msup>", "f'"),
        ("<mfrac><mn>1</mn><mi>n</mi></mfrac>", r"\frac{1}{n}"),
        ('<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', r"{n \atop k}"),
        ("<msqrt><mi>a</mi><mi>b</mi></msqrt>", r"\sqrt{ab}"),
        ("<mroot><mi>a</mi><mn>3</mn></mroot>", r"\sqrt[3]{a}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", r"\sum_i^ni"),
        ("<munder><mi>lim</mi><mi>n</mi></munder>", r"\lim_n"),
        ("<munder><mi>x</mi><mi>n</mi></munder>", r"\underset{n}{x}"),
        ("<munder><mi>x</mi><mo>_</mo></munder>", r"\underline{x}"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\overline{x}"),
        ("<mover><mi>x</mi><mo>→</mo></mover>", r"\vec{x}"),
        ("<mover><mo>=</mo><mi>d</mi></mover>", r"\overset{d}{=}"),
        ("<munderover><mi>x</mi><mi>a</mi><mi>b</mi></munderover>", r"\overset{b}{\underset{a}{x}}"),
        ("<mtext>if x_1</mtext>", r"\text{if x\_1}"),
        ('<mfenced open="[" close=")"><mi>a</mi><mi>b</mi></mfenced>', r"\left[a,b\right)"),
        ('<mfenced open="{" close=""><mi>a</mi></mfenced>', r"\left\{a\right."),
        (
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd></mtr></mtable>",
            r"\begin{matrix} a & b \\ c \end{matrix}",
        ),
        ("<mmultiscripts><mi>C</mi><mi>k</mi><none/><mprescripts/><mi>n</mi><none/></mmultiscripts>", "{}_nC_k"),
        ("<semantics><mi>x</mi><annotation-xml><mi>y</mi></annotation-xml></semantics>", "x"),
        ("<mphantom><mi>x</mi></mphantom><mi>y</mi>", "y"),
        ('<semantics><mi>x</mi><annotation encoding="TeX">y</annotation></semantics>', "y"),
        ('<semantics><mi>x</mi><annotation encoding="StarMath 5.0">y</annotation></semantics>', "x"),
        ("", ""),
        ("<mfrac></mfrac>", r"\frac{}{}"),
        ("<msup></msup>", "{}"),
        ("<mstyle><mi>x</mi></mstyle>plain", "xplain"),
    ],
)  # fmt: skip
def test_translation(mathml, expected):
    assert latex(mathml) == expected


def test_what_is_too_deep_is_text():
    assert latex("<mrow>" * 50_000 + "<mi>x</mi>") == "x"


def test_what_is_too_large_is_text():
    assert latex("<mi>x</mi> " * 10_000) == " ".join(["x"] * 10_000)
