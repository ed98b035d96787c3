from __future__ import annotations

import time

import pytest

from dehusk import extract
from dehusk.content import Math, MathBlock
from tests.content.assemble import R, content, h, kept, p, table, td


def block(latex: str) -> MathBlock:
    return MathBlock(latex, R)


MATHML = (
    "<math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>"
    '<annotation encoding="application/x-tex">x^2</annotation></semantics></math>'
)
KATEX = (
    f'<span class="katex"><span class="katex-mathml">{MATHML}</span>'
    '<span class="katex-html" aria-hidden="true"><span class="mord">x<span>2</span></span></span></span>'
)
MATHJAX_2 = (
    '<span class="MathJax_Preview">x2</span><span class="MathJax" id="MathJax-Element-1-Frame" '
    'role="presentation"><nobr><span class="math">x2</span></nobr><span class="MJX_Assistive_MathML">'
    "<math><msup><mi>x</mi><mn>2</mn></msup></math></span></span>"
    '<script type="math/tex" id="MathJax-Element-1">x^2</script>'
)
MATHJAX_3 = (
    '<mjx-container class="MathJax" jax="CHTML"><mjx-math><mjx-c></mjx-c></mjx-math><mjx-assistive-mml>'
    "<math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>"
)
MEDIAWIKI = (
    '<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math>'
    '<semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle x^2}</annotation>'
    '</semantics></math></span><img src="/x.svg" class="mwe-math-fallback-image-inline" '
    'alt="{\\displaystyle x^2}"></span>'
)


@pytest.mark.parametrize(
    "formula",
    [
        MATHML,
        KATEX,
        MATHJAX_2,
        MATHJAX_3,
        MEDIAWIKI,
        '<script type="math/tex">x^2</script>',
        '<script type="math/tex">% <![CDATA[\nx^2 %]]></script>',
        '<span class="MathJax_Preview">x²</span><script type="math/tex">x^2</script>',
        '<span class="math inline">\\(x^2\\)</span>',
        '<span class="math notranslate nohighlight">\\(x^2\\)</span>',
        '<img class="latex" src="/f.png" alt="x^2">',
    ],
)
def test_a_formula_in_a_line_comes_once(formula):
    assert content(f"<p>Let {formula}, so</p>") == [p("Let ", Math("x^2"), ", so")]


@pytest.mark.parametrize(
    "formula",
    [
        MATHML.replace("<math>", '<math display="block">'),
        f'<span class="katex-display">{KATEX}</span>',
        MATHJAX_3.replace("jax=", 'display="true" jax='),
        MATHJAX_2.replace("math/tex", "math/tex; mode=display"),
        '<div class="MathJax_Display"><span class="MathJax">x2</span></div>'
        '<script type="math/tex; mode=display">x^2</script>',
        '<script type="math/tex; mode=display">x^2</script>',
        '<div class="math">\\[x^2\\]</div>',
        '<span class="math display">$$x^2$$</span>',
    ],
)
def test_a_formula_by_itself_comes_once(formula):
    assert content(f"<div>Let {formula} so</div>") == [p("Let"), block("x^2"), p("so")]


def test_a_formula_is_whole_even_if_only_part_of_it_is_kept():
    assert kept(f"<p>Let {KATEX} so", "Let", "x", "so") == [p("Let ", Math("x^2"), " so")]


def test_a_script_counts_with_its_neighbours():
    html = '<p>one <script type="math/tex">a</script></p><div><p>LEFT <script type="math/tex">b</script></p></div>'
    assert kept(html, "one") == [p("one ", Math("a"))]


def test_formulas_in_headings_and_cells():
    display = MATHML.replace("<math>", '<math display="block">')
    assert content(f"<h2>On {display}</h2>") == [h(2, "On ", Math("x^2"))]
    assert content(f"<table><tr><td>{MATHML}<td>1</table>") == [table((td(p(Math("x^2"))), "1"))]


def test_what_is_only_called_math_stays_text():
    assert content('<div class="math"><p>Two and two</p><p>is four</p></div>') == [
        p("Two and two"),
        p("is four"),
    ]
    assert content('<span class="katex">plain</span>') == [p("plain")]


def test_a_box_of_many_formulas_is_no_formula():
    html = f'<div class="MathJax">{MATHML} and {MATHML}</div>'
    assert content(html) == [p(Math("x^2"), " and ", Math("x^2"))]


def test_alternatives_in_latex():
    html = '<p>Let <math alttext="\\frac{a}{b}"><mi>y</mi></math> be'
    assert content(html) == [p("Let ", Math("\\frac{a}{b}"), " be")]


def test_other_scripts_are_never_content():
    assert content('<p>a<script type="text/x-mathjax-config">x</script>') == [p("a")]


@pytest.mark.timed
@pytest.mark.parametrize("output", ["text", "markdown", "html", "json"])
@pytest.mark.parametrize("spaces", [" " * 64_000, "% " * 32_000, "%" + "\n" * 64_000])
def test_a_formula_of_many_spaces_takes_linear_time(spaces: str, output: str) -> None:
    document = extract(f'<p>Let <script type="math/tex">x{spaces}]y</script> be as it may.</p>')
    begun = time.process_time()
    assert "x" in getattr(document, output)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    ("script", "latex"),
    [
        ("% <![CDATA[\nx % \n]]>", "x"),
        ("x  ]]>", "x"),
        ("x ] ] % y", "x ] ] % y"),
        ("x %%]]> y", "x % y"),
        ("x ]]>]]>y", "xy"),
    ],
)
def test_only_the_marks_of_character_data_go(script, latex):
    assert content(f'<p>Let <script type="math/tex">{script}</script>') == [p("Let ", Math(latex))]
