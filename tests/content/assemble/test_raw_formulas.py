from __future__ import annotations

import pytest

from dehusk import Document, parse
from dehusk.content import Image, Math, MathBlock
from dehusk.selection import Selection
from tests.content.assemble import R, content, p

MATHJAX = '<script src="https://cdn.example/MathJax.js"></script>'


@pytest.mark.parametrize("html", [r"<p>Let \(x^2\) be.</p>", MATHJAX + "<p>Let $x^2$ be.</p>"])
def test_formulas_in_a_line(html):
    assert content(html) == [p("Let ", Math("x^2"), " be.")]


@pytest.mark.parametrize("html", [r"<p>\[ x = 1 \]</p>", "<p>$$x = 1$$</p>"])
def test_formulas_by_themselves(html):
    assert content(html) == [MathBlock("x = 1", R)]


def test_beside_a_picture():
    html = r"<p>\(x\) is a number.<img src=a.png></p>"
    document = Document(page := parse(html), Selection.of_subtrees(page, [0], reason="all"))
    assert document.text == "x is a number."
    assert document.markdown == "$x$ is a number.![](a.png)\n"


def test_inside_of_other_content():
    html = r"<ul><li><b>a \(x\)</b><li>b</ul><table><tr><th>\(y\)<th>c<tr><td>d<td>e</table>"
    markdown = Document(
        page := parse(html), Selection.of_subtrees(page, [0], reason="all")
    ).markdown
    assert "- **a $x$**" in markdown
    assert "| $y$ | c |" in markdown


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5, not $10.",
        "$$ – Italian, $$ – French, $$$ – Spanish",
        r"A path \(unclosed",
        "$x^2$ on a page that draws no formulas",
    ],
)
def test_prices_are_no_formulas(text):
    assert content(f"<p>{text}</p>") == [p(text)]
    assert content(f"{MATHJAX}<p>It costs $5 or $10.</p>") == [p("It costs $5 or $10.")]


def test_code_stays_code():
    assert "MathBlock" not in str(content(r"<pre>\(x\)</pre><p><code>\(y\)</code></p>"))


def test_markdown_keeps_them():
    page = parse(r"<p>Let \(x_1 * x_2\) be.</p><p>\[a < b\]</p>")
    document = Document(page, Selection.of_subtrees(page, [0], reason="all"))
    assert document.markdown == "Let $x_1 * x_2$ be.\n\n$$a < b$$\n"


@pytest.mark.parametrize(
    ("image", "latex"),
    [
        ('alt="x" src="https://chart.googleapis.com/chart?cht=tx&amp;chl=x%5E2"', "x^2"),
        ('src="https://s0.wp.com/latex.php?latex=%5Cpi+r&amp;bg=fff"', r"\pi r"),
        (r'src="https://latex.codecogs.com/gif.latex?\alpha"', r"\alpha"),
        (r'src="/i.svg" alt="\frac{1}{2}"', r"\frac{1}{2}"),
    ],
)
def test_images_of_formulas(image, latex):
    assert content(f"<p>a <img {image}> b</p>") == [p("a ", Math(latex), " b")]


def test_other_images_are_images():
    html = r'<p>a <img src="https://example.org/i.png" alt="C:\left.png, C:\begin"> b</p>'
    assert isinstance(
        content(html.replace(r"\left", r"\lefty").replace(r"\begin", ""))[0].content[1], Image
    )


def test_formulas_in_data():
    html = (
        '<p>For all <span class="math-inline" data-math="x^2"><span class="katex">'
        '<span aria-hidden="true">x2</span></span></span> it holds.</p>'
    )
    assert content(html) == [p("For all ", Math("x^2"), " it holds.")]
