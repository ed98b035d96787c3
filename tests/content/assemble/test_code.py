from __future__ import annotations

import pytest

from dehusk.content import CodeBlock, Figure, Quote, Text
from tests.content.assemble import BR, R, code, content, h, kept, p


def block(text: str, language: str | None = None) -> CodeBlock:
    return CodeBlock(text, R, language)


def test_white_space_stays():
    assert content("<pre>\n\n  a\n\tb\n\n  c  \n</pre>") == [block("  a\n\tb\n\n  c")]


def test_line_ends_and_no_break_spaces_are_plain():
    assert content("<pre>a&#13;\n&nbsp;&nbsp;b\u200b</pre>") == [block("a\n  b")]


def test_breaks_are_line_ends():
    assert content("<pre>a<br>  b<br><br>c</pre>") == [block("a\n  b\n\nc")]


@pytest.mark.parametrize(
    "lines",
    [
        "<div>a</div><div> b</div><div></div><div>c</div>",
        "<div>a\n</div><div> b\n</div><div>\n</div><div>c\n</div>",
        "<div>a</div><div> b</div><div><br></div><div>c</div>",
        '<span class="line">a</span><span class="line"> b</span><span class="line"></span><span class="line">c</span>',
        '<span class="line">a</span>\n<span class="line"> b</span>\n<span class="line"></span>\n<span class="line">c</span>',
        '<span class="line">a</span><br><span class="line"> b</span><br><br><span class="line">c</span>',
        "<ol><li>a</li><li> b</li><li></li><li>c</li></ol>",
        "<ol>\n<li>a</li>\n<li> b</li>\n<li></li>\n<li>c</li>\n</ol>".replace("\n", ""),
        "<table><tr><td>a</td></tr><tr><td> b</td></tr><tr><td></td></tr><tr><td>c</td></tr></table>",
        "<code>a</code><code> b</code><code></code><code>c</code>",
    ],
)
def test_an_element_a_line(lines):
    assert content(f"<pre>{lines}</pre>") == [block("a\n b\n\nc")]


def test_empty_lines_stay_when_only_text_was_kept():
    html = "<pre><div>a</div><div></div><div>b</div><span> </span><span>c</span></pre>"
    assert kept(html, "a", "b", "c") == [block("a\n\nb\n c")]


def test_tokens_are_no_lines():
    html = (
        '<pre><span class="k">def</span> <span class="nf">f</span><span class="p">():</span></pre>'
    )
    assert content(html) == [block("def f():")]


def test_code_in_lines_without_pre():
    assert content("<code><div>a</div><div>b</div></code>") == [block("a\nb")]
    assert content("<p>x <code>a<br>b</code>") == [p("x ", code("a"), BR, code("b"))]


def test_code_within_a_line_of_its_own_kind():
    assert content("<h2>The <pre>x  y</pre> option</h2>") == [
        h(2, "The"),
        block("x  y"),
        p("option"),
    ]


PYGMENTS = (
    '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td>'
    '<td class="code"><div class="highlight"><pre>a = 1\nb</pre></div></td></tr></table>'
)
ROUGE = (
    '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code>'
    '<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td>'
    '<td class="rouge-code"><pre>a = 1\nb\n</pre></td></tr></tbody></table></code></pre></div></div>'
)
HEXO = (
    '<figure class="highlight python"><table><tr><td class="gutter"><pre><span class="line">1</span><br>'
    '<span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">a = 1</span><br>'
    '<span class="line">b</span><br></pre></td></tr></table></figure>'
)
GITHUB_FILE = (
    '<table class="highlight js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td>'
    '<td class="blob-code">a = 1</td></tr><tr><td class="blob-num" data-line-number="2">2</td>'
    '<td class="blob-code">b</td></tr></table>'
)
CHROMA = (
    '<div class="highlight"><pre class="chroma"><code class="language-go" data-lang="go">'
    '<span class="line"><span class="ln">1</span><span class="cl">a = 1\n</span></span>'
    '<span class="line"><span class="ln">2</span><span class="cl">b\n</span></span></code></pre></div>'
)
HIGHLIGHTJS_NUMBERS = (
    '<pre><code class="hljs js"><table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1">'
    '<div class="hljs-ln-n">1</div></td><td class="hljs-ln-code">a = 1</td></tr><tr><td class="hljs-ln-numbers">'
    '</td><td class="hljs-ln-code">b</td></tr></table></code></pre>'
)
PRISM_NUMBERS = (
    '<pre class="line-numbers language-css"><code class="language-css">a = 1\nb<span aria-hidden="true" '
    'class="line-numbers-rows"><span></span><span></span></span></code></pre>'
)
SYNTAX_HIGHLIGHTER = (
    '<div class="syntaxhighlighter  jscript"><div class="toolbar-item"><a href="#">?</a></div><table><tr>'
    '<td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td>'
    '<td class="code"><div class="container"><div class="line number1"><code class="js plain">a = 1</code></div>'
    '<div class="line number2"><code class="js plain">b</code></div></div></td></tr></table></div>'
)


@pytest.mark.parametrize(
    ("html", "language"),
    [
        (PYGMENTS, None),
        (ROUGE, "ruby"),
        (HEXO, "python"),
        (GITHUB_FILE, None),
        (CHROMA, "go"),
        (HIGHLIGHTJS_NUMBERS, "js"),
        (PRISM_NUMBERS, "css"),
        (SYNTAX_HIGHLIGHTER, None),
    ],
)
def test_line_numbers_are_no_code(html, language):
    assert content(html) == [block("a = 1\nb", language)]


CRAYON = (
    '<table class="crayon-table"><tr><td class="crayon-nums"><div class="crayon-num">1</div>'
    '<div class="crayon-num">2</div></td><td class="crayon-code"><div class="crayon-pre">'
    '<div class="crayon-line">a = 1</div><div class="crayon-line">b</div></div></td></tr></table>'
)
GITHUB_FILE_NEW = (
    '<table class="react-code-lines"><tr><td class="react-line-number" data-line-number="1">1</td>'
    '<td><div class="react-file-line">a = 1</div></td></tr><tr><td class="react-line-number">2</td>'
    '<td><div class="react-file-line">b</div></td></tr></table>'
)


@pytest.mark.parametrize("html", [CRAYON, GITHUB_FILE_NEW])
def test_tables_of_code_without_pre(html):
    assert content(html) == [block("a = 1\nb")]


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ('<div><div class="codeBlockTitle_Ktv7">/src/App.js</div><div><pre>x</pre></div></div>', "/src/App.js"),
        ('<div class="highlight"><span class="filename">app.py</span><pre>x</pre></div>', "app.py"),
        ('<div><div class="code-block-caption"><span class="caption-text">A loop</span></div><pre>x</pre></div>', "A loop"),
        ('<div><div class="title">Example 1. A loop</div><div><pre>x</pre></div></div>', "Example 1. A loop"),
        ('<blockquote><div><span>lib/a_b.rs</span><pre>x</pre></div></blockquote>', "lib/a_b.rs"),
    ],
)  # fmt: skip
def test_the_title_of_code_is_its_caption(html, title):
    figure = Figure((block("x"),), R, (Text(title),))
    assert content(html) in ([figure], [Quote((figure,), R)])


@pytest.mark.parametrize(
    "html",
    [
        "<div><p>Run:</p><pre>x</pre></div>",
        "<p>app.py</p><article><pre>x</pre></article>",
        f"<div><p>app.py</p><pre>x</pre><p>{'A long text. ' * 12}</p></div>",
    ],
)
def test_a_line_before_code_is_no_title(html):
    assert content(html)[1] == block("x")


def test_what_calls_itself_line_numbers_and_has_words_stays():
    assert content('<pre><span class="lineno">main:</span> x</pre>') == [block("main: x")]


def test_copy_buttons_go():
    html = (
        '<div class="highlight"><pre>a<button>Copy</button></pre><div class="zeroclipboard-container">'
        '<clipboard-copy value="a">Copy</clipboard-copy></div></div><clipboard-copy>Copy</clipboard-copy>'
    )
    assert content(html) == [block("a")]


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre><code class="hljs language-toml">x</code></pre>', "toml"),
        ('<pre><code class="lang-py">x</code></pre>', "py"),
        ('<pre><code class="hljs python">x</code></pre>', "python"),
        ('<pre class="language-C++"><code>x</code></pre>', "c++"),
        ('<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>', "python"),
        ('<div class="highlight-default notranslate"><div class="highlight"><pre>x</pre></div></div>', None),
        ('<div class="highlight highlight-source-shell"><pre>x</pre></div>', "shell"),
        ('<div class="highlight highlight-text-html-basic"><pre>x</pre></div>', "html"),
        ('<div class="codehilite"><pre class="python">x</pre></div>', None),
        ('<div class="codehilite python"><pre>x</pre></div>', "python"),
        ('<figure class="highlight rust"><pre>x</pre></figure>', "rust"),
        ('<pre class="brush: js; toolbar: false">x</pre>', "js"),
        ('<pre data-lang="kotlin">x</pre>', "kotlin"),
        ('<div data-language="Swift"><pre>x</pre></div>', "swift"),
        ('<pre class="prettyprint lang-java">x</pre>', "java"),
        ('<pre class="sourceCode haskell"><code class="sourceCode haskell">x</code></pre>', "haskell"),
        ('<pre class="src src-emacs-lisp">x</pre>', "emacs-lisp"),
        ('<pre class="language-plaintext">x</pre>', None),
        ('<body class="lang-en"><div class="highlight-box"><pre>x</pre></div>', None),
        ("<pre>x</pre>", None),
        ('<pre><code class="language-lean4">x</code></pre>', "lean4"),
        ('<div class="language-tsx highlighter-rouge"><div class="highlight"><pre>x</pre></div></div>', "tsx"),
        ('<div class="highlight highlight-source-objective-c++"><pre>x</pre></div>', "objective-c++"),
        ('<pre><code class="lang-F#">x</code></pre>', "f#"),
        ('<pre class="shiki nord" data-language="gleam"><code>x</code></pre>', "gleam"),
        ('<div data-code-language="lean"><pre>x</pre></div>', "lean"),
        ('<figure data-lang="gleam"><div><pre>x</pre></div></figure>', "gleam"),
        ('<pre class="sourceCode unison">x</pre>', "unison"),
        ('<pre><code class="hljs odin">x</code></pre>', "odin"),
        ('<pre><code class="mojo hljs">x</code></pre>', "mojo"),
        ('<pre class="lang:carbon decode:true">x</pre>', "carbon"),
        ('<pre lang="pony">x</pre>', "pony"),
        ('<pre lang="js">x</pre>', "js"),
        ('<pre lang="en-GB">x</pre>', None),
        ('<div data-lang="de"><pre>x</pre></div>', None),
        ('<pre data-lang=" ">x</pre>', None),
    ],
)  # fmt: skip
def test_languages(html, language):
    assert content(html) == [block("x", language)]


def test_old_elements():
    assert content("<listing>a\n b</listing><xmp><b></xmp>") == [block("a\n b"), block("<b>")]
