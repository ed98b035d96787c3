"""Families of hostile input, each a shape that can be made as large as one likes.

>>> FAMILIES["nested div"].page(20)
'<div>word <div>word '

A family is data: what stands before, a unit that is repeated, what stands in the middle, what closes
each unit, and what stands after. `§` in a unit or in what closes it is the number of the repetition.
`tests/test_growth.py` and `bench/growth.py` hold every output against every family.
"""

from __future__ import annotations

from dataclasses import dataclass

PROSE = "Bread needs flour, water, salt and time, and a baker who can wait. "
POST = (
    "<a class=author href=/u/§>Ann</a> <time datetime=2024-05-01>May</time>"
    "<p class=text>I bake it every week.</p>"
)

LD = "<script type=application/ld+json>"


@dataclass(frozen=True)
class Family:
    """`before + unit * n + middle + close * n + after`, with n for the size that is wanted."""

    unit: str
    before: str = ""
    middle: str = ""
    close: str = ""
    after: str = ""

    def page(self, size: int) -> str:
        """A page of about so many bytes."""
        once = len((self.unit + self.close).encode())
        fixed = len((self.before + self.middle + self.after).encode())
        count = max(1, (size - fixed) // once)
        closing = _repeated(self.close, count) if self.close else ""
        return self.before + _repeated(self.unit, count) + self.middle + closing + self.after


def _repeated(unit: str, count: int) -> str:
    if "§" not in unit:
        return unit * count
    return "".join([unit.replace("§", str(number)) for number in range(count)])


def _nested() -> dict[str, Family]:
    """Every kind of element, open and inside itself."""
    tags = (
        "div span p b i a em s sup sub code kbd q cite u font small section article main aside nav"
        " header footer h1 ul ol dl dd blockquote pre figure figcaption details summary form label"
        " fieldset button object video picture noscript template ruby rt bdo center marquee unknown-x"
    )
    families = {f"nested {tag}": Family(f"<{tag}>word ") for tag in tags.split()}
    silent = "div span b table select template svg math"
    families |= {f"empty {tag}": Family(f"<{tag}>", after=PROSE) for tag in silent.split()}
    return families


DEEP = {
    **_nested(),
    "nested list": Family("<ul><li>word "),
    "nested ordered list": Family("<ol><li>word "),
    "nested list, closed": Family("<ul><li>word ", middle="end", close="</ul>"),
    "nested lists with words after": Family("<ul><li>word ", close="more</li></ul>tail "),
    "nested table": Family("<table><tr><td>word "),
    "nested table with two cells": Family("<table><tr><td>one<td>word "),
    "nested table, closed": Family("<table><tr><td>a<td>", close="b</table>"),
    "tables in lists in tables": Family("<table><tr><td>a<td><ul><li>b<li>"),
    "lists in quotes in lists": Family("<blockquote>a<ul><li>b"),
    "nested quotes with lines": Family("<blockquote>one<p>two</p>"),
    "nested definition list": Family("<dl><dt>term<dd>word "),
    "nested figure with caption": Family("<figure><figcaption>word</figcaption>"),
    "nested details": Family("<details><summary>more</summary>word "),
    "nested div, closed": Family("<div>", middle=PROSE, close="word</div>"),
    "div with text on both sides": Family("<div>in ", close="out</div>"),
    "nested div with class": Family("<div class='content §'>word "),
    "nested div with id": Family("<div id=n§>word "),
    "nested div of paragraphs": Family("<div><p>one</p><p>two</p>"),
    "deep, then wide": Family("<div>", middle="<p>word" * 3000, after=PROSE),
    "formatting over blocks": Family("<b><p>word "),
    "formatting of all kinds": Family("<b>a<i>b<s>c<sup>d<code>e"),
    "misnested formatting": Family("<b><i>word</b></i> "),
    "misnested links": Family("<a href=/§><div>word</a>"),
    "nested svg": Family("<svg><g><text>word "),
    "nested svg with html": Family("<svg><foreignObject><p>word"),
    "nested mathml": Family("<mrow><mfrac>", "<math>", "<mi>x</mi>", "</mfrac></mrow>", "</math>"),
    "nested mathml roots": Family("<msqrt><mi>x</mi>", "<p>a <math>"),
    "nested mathml scripts": Family("<msup><mi>x</mi>", "<p>a <math>"),
    "nested mathml tables": Family("<mtable><mtr><mtd><mi>x</mi>", "<p>a <math>"),
    "nested microdata": Family("<div itemscope itemprop=author itemtype=//schema.org/Person>word "),
    "nested comments of readers": Family("<div class=comments><p>I say so.</p>"),
    "nested posts": Family(f"<div class=comment id=c§>{POST}", close="</div>"),
    "nested posts, text last": Family(
        "<div class=comment><a class=author href=/u/a>A§</a> <time>2024-05-01</time>",
        close="<p class=text>I bake it every week.</p></div>",
    ),
    "nested footnotes": Family("<div class=footnote id=fn§><a href=#fnref§>§</a> note "),
    "nested option": Family("<select><optgroup><option>word"),
    "nested frames": Family("<frameset><frame src=a>"),
    "nested iframe": Family("<iframe src=a>word</iframe><div>"),
}

FORMATTING = {
    "p below 100 open b": Family("<p>x", before="".join(f"<b a={n}>" for n in range(100))),
    "p below 100 open i and b": Family(
        "<p>word", before="".join(f"<b a={n}><i a={n}>" for n in range(50))
    ),
    "div below 60 open links and fonts": Family(
        "<div>word</div>", before="".join(f"<font color={n}>" for n in range(60)) + "<a href=/>"
    ),
    "unclosed b": Family("<b>word "),
    "unclosed links": Family("<a href=/§>word "),
    "unclosed everything": Family("<p><b><i><a href=/><ul><li><table><td>word"),
    "emphasis by the word": Family("<em>word</em> <strong>word</strong>"),
    "emphasis glued": Family("a<b>b</b><i>c</i>"),
    "emphasis around punctuation": Family("<b>word:</b>next<i>(word)</i>x"),
    "emphasis over breaks": Family("word<br>", "<p><b><i><s>"),
    "strikethrough and prices": Family("<s>5</s> $5 ~5 "),
    "raised and lowered": Family("x<sup>2</sup><sub>3</sub>"),
    "code by the word": Family("<code>a`b</code> "),
    "emphasis in one line": Family("<b>a</b> b ", "<p>"),
    "breaks": Family("word<br>"),
    "breaks alone": Family("<br>", after=PROSE),
    "rules": Family("<hr>word"),
    "wbr": Family("word<wbr>"),
    "stars": Family("*", "<p>word "),
    "marks of markdown": Family("* _ ` $ [ ] < & ~ ", "<p>word "),
    "brackets": Family("[a](b) ", "<p>"),
    "open brackets": Family("[", "<p>word "),
    "open parentheses": Family("(", "<p>word "),
    "backslashes": Family("\\", "<p>word "),
    "number signs": Family("# ", "<p>"),
    "dashes": Family("- ", "<p>"),
    "pipes": Family("|-", "<table><tr><td>a<td>"),
}

TABLES = {
    "table cells": Family("<td>x", "<table><tr>"),
    "table cells in lines of two": Family("<tr><td>x<td>y", "<table>"),
    "table cells in lines of ten": Family("<tr>" + "<td>x" * 10, "<table>"),
    "header cells": Family("<tr><th>x<th>y", "<table>"),
    "one very wide row": Family("<td>x", "<table><tr><td>a<td>b<tr>", after="<tr><td>c"),
    "empty cells": Family("<td>", "<table><tr><td>a<tr>", after="<tr><td>c<td>d"),
    "cells with paragraphs": Family("<tr><td><p>x</p><p>y</p><td>z", "<table>"),
    "cells with formatting": Family("<tr><td><b>x</b> y<td><a href=/§>z</a>", "<table>"),
    "column spans": Family("<tr><td colspan=1000>x<td>y", "<table>"),
    "row spans": Family("<tr><td rowspan=1000>x<td>y", "<table>"),
    "spans of both kinds": Family("<tr><td colspan=9 rowspan=9>x<td>y<td colspan=3>z", "<table>"),
    "row spans in one row": Family("<td rowspan=9>x", "<table><tr>", after="<tr><td>y" * 9),
    "many tables": Family("<table><tr><td>a<td>b</table>"),
    "tables with captions": Family("<table><caption>c</caption><tr><td>a<td>b</table>"),
    "captions": Family("<caption>word</caption>", "<table><tr><td>a<td>b"),
    "text in tables": Family("word <b>x", "<table>"),
    "table sections": Family("<tbody><tr><td>x<td>y", "<table>"),
    "columns": Family("<col span=100>", "<table>", after="<tr><td>a<td>b"),
    "triangle of cells": Family("<tr><td>x" + "<td>" * 9, "<table><tr>" + "<td>y" * 200),
}

BLOCKS = {
    "paragraphs": Family("<p>x"),
    "sentences": Family(f"<p>{PROSE}</p>"),
    "list items": Family("<li>x", "<ul>"),
    "list items without a list": Family("<li>x"),
    "ordered items with values": Family("<li value=§>x", "<ol start=3>"),
    "check boxes": Family("<li><input type=checkbox checked>x", "<ul>"),
    "items with loose words": Family("<li>x</li>loose ", "<ul>"),
    "many lists": Family("<ul><li>x</ul>"),
    "definition list": Family("<dt>t<dd>m", "<dl>"),
    "terms without meanings": Family("<dt>t", "<dl>"),
    "meanings without terms": Family("<dd>t", "<dl>"),
    "meanings of one term": Family("<dd>t", "<dl><dt>term"),
    "many definition lists": Family("<dl><dt>t<dd>m</dl>"),
    "headings": Family("<h2>x</h2>"),
    "headings that were never closed": Family("<h2>x<p>y"),
    "quotes": Family("<blockquote>x</blockquote>"),
    "figures": Family("<figure><img src=/§.png alt=x><figcaption>y</figcaption></figure>"),
    "captions of one figure": Family("<figcaption>y</figcaption>", "<figure><img src=/a.png>"),
    "details": Family("<details><summary>x</summary>y</details>"),
    "ruby": Family("<ruby>漢<rt>kan</ruby>"),
    "quotations": Family("<q>x</q> "),
    "addresses and times": Family("<address>x</address><time datetime=2024-01-02>y</time>"),
    "pre": Family("<pre>x = 1\ny</pre>"),
    "pre with long lines": Family("x = 1; ", "<pre>"),
    "pre with many lines": Family("x\n", "<pre><code class=language-python>"),
    "pre with many spans": Family("<span class=k>x</span> ", "<pre><code>"),
    "code lines": Family("<div class=line><span>x</span></div>", "<pre><code>"),
    "backticks": Family("`", "<pre>x "),
    "code without pre": Family("<code>x</code><br>"),
    "line numbers": Family("<tr><td class=linenos>§<td class=code><pre>x</pre>", "<table>"),
    "buttons": Family("<button aria-expanded=false>What is it, and why?</button>"),
    "questions": Family("<button>What is it, and why?</button><p>Because of the bread.</p>"),
    "form controls": Family("<label>x<input name=a§><textarea>y</textarea></label>", "<form>"),
    "options": Family("<option value=§>x", "<select>"),
    "selects": Family("<select><option>x</select>"),
    "embedded players": Family("<iframe src=https://www.youtube.com/embed/a§></iframe>"),
    "videos": Family("<video src=/§.mp4 title=x></video>"),
    "objects": Family("<object data=/§><embed src=/§></object>"),
    "hidden blocks": Family("<p hidden>x<p style='display:none'>y<p aria-hidden=true>z"),
    "templates": Family("<template><p>x</template>"),
    "noscript": Family("<noscript><img src=/§.png>x</noscript>"),
    "frames": Family("<frame src=a>", "<frameset>"),
    "comments in markup": Family("<!-- x -->y"),
    "one long comment": Family("- ", "<p>word<!--", after="-->"),
    "scripts": Family("<script>x</script>y"),
    "one long script": Family("var a = '<b>'; ", "<script>", after="</script>" + PROSE),
    "styles": Family("<style>p { color: red }</style>y"),
    "processing instructions": Family("<?x y>z"),
    "stray end tags": Family("</p></div>word", "<div>"),
    "less-than signs": Family("< ", "<p>"),
    "unclosed tag": Family("a=b ", "<p>word<div "),
    "doctypes": Family("<!doctype html>x"),
    "html and body again": Family("<html a§=b><body c§=d>x"),
    "comments of readers": Family("<div class=comment id=c§><p>I bake it every week.</p></div>"),
    "comments beside controls": Family("<div class=comments><form>a</form><p>I do.</p></div>"),
    "posts": Family(f"<div class=post id=p§>{POST}</div>"),
    "posts of many makes": Family(f"<div class='post-§ post-a§ reply-b§ reply' id=p§>{POST}</div>"),
    "posts in elements of many names": Family(f"<x-post-§>{POST}</x-post-§>"),
    "posts below many attributes": Family(
        f"<div class=post>{POST}</div>",
        "<html " + "".join(f"a{n}=b " for n in range(2000)) + "lang=en>",
    ),
    "prices in prices": Family("<i class=price>€9  ", "<h1>Tea</h1>", after=PROSE * 3),
    "ingredients": Family("<ul class=ingredients><li>a<li>b</ul>"),
    "stanzas": Family("<p>one<br>two<br>three</p>", "<h1>Tea</h1>"),
    "posts that are moved in": Family(f"<tr class=comtr><td indent=§>{POST}", "<table>"),
    "posts with many names": Family(
        "<a class=author href=/u/§>A§</a> <time>2024-05-01</time> ",
        f"<div class=post>{POST}</div>" * 3 + "<div class=post>",
        after=POST,
    ),
    "cards": Family("<div class=card><a href=/§><img src=/§.jpg><h3>x</h3></a><p>y</p></div>"),
    "menus": Family("<nav><a href=/§>x</a></nav>"),
    "paragraphs of one block": Family("x<p>y</p>", "<div>"),
    "sections": Family("<section><h2>x</h2><p>y</section>"),
    "letters apart": Family("<span>x</span>"),
}

LINKS = {
    "links": Family("<a href=/§>word</a> "),
    "links of one paragraph": Family("<a href=/§>a</a>", "<p>"),
    "links that say their address": Family("<a href=https://e.org/§>https://e.org/§</a> "),
    "bare addresses": Family("https://example.org/a_b_c?d=§ "),
    "one long address": Family("a", "<p><a href=https://example.org/", after=">word</a>"),
    "one long address in text": Family("a_", "<p>https://example.org/"),
    "address of parentheses": Family("(", "<p><a href=https://example.org/", after=">word</a>"),
    "address of dots": Family("../", "<p><a href='", after="x'>word</a>"),
    "address of percents": Family("%", "<p><a href='/", after="x'>word</a>"),
    "strange addresses": Family("<a href='ht\ttp://[::1§]:x@é%zz\\ a'>x</a>"),
    "addresses of scripts": Family("<a href='java\nscript:alert(§)'>x</a>"),
    "addresses that are queries": Family("<a href='?a=§&b=&c#d'>x</a>"),
    "fragments": Family("<a href=#f§>x</a><p id=f§>y"),
    "base and links": Family("<a href=a§>x</a>", "<base href=//example.org/b/c/d/>"),
    "many bases": Family("<base href=/§/><a href=a>x</a>"),
    "one long base": Family(
        "a/", "<base href='https://example.org/", after="'><a href=b>x</a>" * 9
    ),
    "long base and many links": Family("<a href=b>x</a>", f"<base href='//e.org/{'a/' * 5000}'>"),
    "images": Family("<img src=/§.png alt=word>"),
    "images in links": Family("<a href=/§><img src=/§.png alt=word></a>"),
    "images twice": Family("<img src=/§.png><noscript><img src=/§.png></noscript>"),
    "one long srcset": Family("/a.png 1x, ", "<p><img alt=a srcset='", after="/b.png 2x'>"),
    "srcsets": Family("<img srcset='/§.png 1x, /§b.png 2x' data-src=/c§.png>"),
    "sources of one picture": Family("<source srcset=/§.png>", "<picture>", after="<img src=/a>"),
    "pictures": Family("<picture><source srcset=/§.webp><img src=/§.png></picture>"),
    "data addresses": Family("<img src=data:image/png;base64,AAAA alt=x>"),
    "long alternative": Family("word [", "<p><img src=/a.png alt='", after="'>"),
    "titles of links": Family("<a href=/§ title='a \"b\" §'>x</a>"),
    "footnote marks": Family("x<sup><a href=#fn§ id=fnref§>§</a></sup>"),
    "footnotes": Family(
        "x<sup><a href=#fn§ id=fnref§>[§]</a></sup>",
        close="<li id=fn§>note <a href=#fnref§>↩</a>",
        middle="<ol class=footnotes>",
    ),
    "footnotes with one label": Family(
        "x<sup><a href=#fn1 id=fnref1>1</a></sup>", after="<ol><li id=fn1>note"
    ),
    "footnotes that cite footnotes": Family(
        "<li id=fn§>note<sup><a href=#fn1§>1§</a></sup>", "<ol class=footnotes>"
    ),
    "many notes with one name": Family("<p id=fn1>note", "<sup><a href=#fn1>1</a></sup>"),
}

FORMULAS = {
    "formulas in dollars": Family("$x^2$ and ", "<p>"),
    "formulas in parentheses": Family(r"<p>\(x^2\) and \[y\]"),
    "formulas in scripts": Family("<script type=math/tex>x^2</script> and ", "<p>"),
    "formulas with annotations": Family(
        "<math><semantics><mi>x</mi><annotation encoding=application/x-tex>x"
        "</annotation></semantics></math> "
    ),
    "mathml": Family("<math><mi>x</mi><mo>+</mo><mn>1</mn></math> ", "<p>"),
    "one long formula": Family("<mi>x</mi>", "<p>a <math>", after="</math>"),
    "long tex": Family(r"\frac{x}", "<script type=math/tex>", after="</script>" + PROSE),
    "spaces in a formula": Family(" ", "<p>a <script type=math/tex>x", after="</script>" + PROSE),
    "braces in a formula": Family("{", "<p>a <script type=math/tex>x", after="</script>" + PROSE),
    "mathml tables": Family("<mtr><mtd>x</mtd></mtr>", "<p>a <math><mtable>"),
    "text in mathml": Family("<mtext>some $ text</mtext>", "<p>a <math>"),
    "images of formulas": Family("<img class=tex alt='x^2' src=/§.png> ", "<p>"),
    "open dollars": Family("$ a ", "<p>"),
    "open formula parentheses": Family(r"\( ", "<p>word "),
    "katex": Family("<span class=katex><span class=katex-html>x</span></span> ", "<p>"),
}

CHARACTERS = {
    "one long word": Family("a", "<p>word "),
    "long words": Family("supercalifragilistic" * 40 + " ", "<p>"),
    "words": Family("word ", "<p>"),
    "one letter words": Family("a ", "<p>"),
    "full stops": Family(".", "<p>word "),
    "sentences of one word": Family("No. ", "<p>"),
    "digits": Family("1 ", "<p>word "),
    "spaces": Family(" ", f"<p>{PROSE}", after=PROSE),
    "line ends": Family("\n", f"<p>{PROSE}", after=PROSE),
    "tabs and feeds": Family("\t\f\r\n", f"<p>{PROSE}", after=PROSE),
    "no-break spaces": Family("\xa0", f"<p>{PROSE}", after=PROSE),
    "no-break spaces as entities": Family("&nbsp;", f"<p>{PROSE}", after=PROSE),
    "no-break spaces between words": Family("a\xa0 ", "<p>"),
    "spaces in elements": Family("<span> </span>", f"<p>{PROSE}", after=PROSE),
    "spaces in paragraphs": Family("<p> </p>\n", after=PROSE),
    "spaces of all widths": Family("\u2003\u2009\u3000\u205f ", f"<p>{PROSE}", after=PROSE),
    "line separators": Family("\u2028\u2029\x85", f"<p>{PROSE}", after=PROSE),
    "zero-width spaces": Family("\u200b", f"<p>{PROSE}", after=PROSE),
    "zero-width spaces between words": Family("a\u200b", "<p>"),
    "soft hyphens": Family("a\xad", "<p>"),
    "direction marks": Family("\u200f\u202ba\u202c", "<p>"),
    "right to left": Family("שלום עולם ", "<p>"),
    "Chinese": Family("面包需要面粉，", "<p>"),
    "Chinese over lines": Family("面\n", "<p>"),
    "Thai": Family("ขนมปัง\u200b", "<p>"),
    "combining characters": Family("\u0301", "<p>e"),
    "emoji families": Family("👨\u200d👩\u200d👧", "<p>"),
    "surrogates and noncharacters": Family("&#xD800;&#xFFFE;\ufffd", "<p>"),
    "control characters": Family("\x01\x02a", "<p>"),
    "nul characters": Family("\x00a", "<p>"),
    "entities": Family("&amp;&lt;&#65;", "<p>"),
    "unfinished entities": Family("&amp", "<p>"),
    "ampersands": Family("&", "<p>"),
    "long entity": Family("a", "<p>&"),
    "quotation marks": Family("\"'", "<p>"),
}

ATTRIBUTES = {
    "attributes of one element": Family("a§=v ", "<div ", after=f">{PROSE}"),
    "one attribute, many elements": Family("<div class='a b c'>x</div>"),
    "an attribute each": Family("<div a§=v>x</div>"),
    "one huge attribute": Family("value ", "<div title='", after=f"'>{PROSE}"),
    "one huge class": Family("c§ ", "<div class='", after=f"'>{PROSE}"),
    "one huge class with hyphens": Family("a-", "<div class='", after=f"'>{PROSE}"),
    "classes of every element": Family("<p class='col-md-§ post__body entry§'>x"),
    "one huge id": Family("comment", "<div id='", after=f"'>{PROSE}"),
    "one huge style": Family("a:b;", "<div style='", after=f"'>{PROSE}"),
    "styles of every element": Family("<p style='color:red;display:block'>x"),
    "the same id": Family("<p id=a>x"),
    "roles": Family("<div role=article>x</div>"),
    "many tags": Family("<x§>word</x§>"),
    "languages": Family("<p lang=x§>x"),
    "microdata": Family("<span itemprop=author§>x</span>", "<div itemscope>"),
    "microdata by reference": Family("<p id=r§ itemprop=name>x", "<div itemscope itemref='r1 r2'>"),
    "microdata with references": Family("r§ ", "<div itemscope itemref='", after="'><p id=r1>x"),
}

META = {
    "meta tags": Family("<meta name=n§ content=v>"),
    "meta authors": Family("<meta name=author content='Ann Bee §'>"),
    "meta dates": Family("<meta name=date content=2024-01-02>"),
    "meta keywords": Family("<meta name=keywords content='a§, b§'>"),
    "one long list of keywords": Family("a§, ", "<meta name=keywords content='", after="'>"),
    "one long list of authors": Family("Ann Bee§, ", "<meta name=author content='", after="'>"),
    "one long description": Family("word. ", "<meta name=description content='", after="'>"),
    "open graph": Family("<meta property=og:title content='Tea §'>"),
    "open graph of articles": Family("<meta property=article:tag content=t§>"),
    "link relations": Family("<link rel=canonical href=/§>"),
    "titles": Family("<title>Tea §</title>"),
    "one long title": Family("Tea ", "<title>", after="</title><h1>Tea</h1>"),
    "title of separators": Family("a | ", "<title>", after="</title><h1>Tea</h1>"),
    "title of separators alone": Family("- ", "<title>Tea ", after="</title><h1>Tea</h1>"),
    "titles of headings": Family("<h1>Tea §</h1>", "<title>Tea 1 | Site</title>"),
    "one long heading": Family("Tea ", "<title>Tea | Site</title><h1>", after="</h1>"),
    "bylines": Family("<p class=byline>By Ann Bee§</p>"),
    "one long byline": Family("Ann Bee, ", "<h1>Tea</h1><p class=byline>By ", after="</p>"),
    "byline of ands": Family(" and ", "<h1>Tea</h1><p class=byline>By Ann", after="</p>"),
    "author links": Family("<a rel=author href=/§>Ann Bee§</a>"),
    "words of bylines": Family("by by By ", "<p>"),
    "dates": Family("<p>2 January 2024</p>"),
    "dates in one paragraph": Family("2024-01-02 ", "<p class=date>"),
    "digits of dates": Family("12/", "<p class=date>"),
    "times": Family("<time datetime=2024-01-02T03:04:05Z>x</time>"),
    "one long time": Family("1", "<time datetime='2024-01-02", after="'>x</time>"),
    "json-ld scripts": Family(
        '<script type=application/ld+json>{"@type":"Article","headline":"Tea §"}</script>'
    ),
    "json-ld array": Family(
        '{"@type":"Person","name":"Ann §"},', "<script type=application/ld+json>[", "{}]</script>"
    ),
    "json-ld graph": Family(
        '{"@id":"#§","@type":"Article","author":{"@id":"#1§"}},',
        '<script type=application/ld+json>{"@graph":[',
        "{}]}</script>",
    ),
    "json-ld authors": Family(
        '{"name":"Ann §"},',
        '<script type=application/ld+json>{"@type":"Article","author":[',
        "{}]}</script>",
    ),
    "json-ld keywords": Family(
        '"a§",',
        '<script type=application/ld+json>{"@type":"Article","keywords":[',
        '"b"]}</script>',
    ),
    "deep json-ld": Family("[", "<script type=application/ld+json>", "", "]", "</script>"),
    "deep json-ld objects": Family(
        '{"@type":"Article","author":',
        "<script type=application/ld+json>",
        "1",
        "}",
        "</script>",
    ),
    "long json-ld string": Family(
        "Tea <b>", '<script type=application/ld+json>{"@type":"Article","headline":"', '"}</script>'
    ),
    "json-ld of backslashes": Family(
        "\\\\", '<script type=application/ld+json>{"@type":"Article","headline":"', '"}</script>'
    ),
    "unfinished json-ld": Family('{"a":', "<script type=application/ld+json>", "</script>"),
    "json-ld with commas": Family(",", '<script type=application/ld+json>{"a":1', "}</script>"),
    "json-ld with comments": Family("/*x*/", "<script type=application/ld+json>", "{}</script>"),
    "json-ld article body": Family(
        "<p ", '<script type=application/ld+json>{"articleBody":"', '"}</script>'
    ),
    "application data": Family(
        '"text§ with some words in it",',
        "<script id=__NEXT_DATA__ type=application/json>[",
        "1]</script>",
    ),
    "deep application data": Family(
        '{"a":', "<script type=application/json>", "1", "}", "</script>"
    ),
}

NOTED = {
    "footnotes that lead back": Family(
        "<p>Tea<sup id=r§><a href=#fn§>§</a></sup> is warm.</p>",
        close="<p id=fn§>Green. <a href=#r§>back</a></p>",
    ),
    "marks of one footnote": Family(
        "<p>Tea<sup><a href=#fn1>1</a></sup> is warm.</p>", after="<ol><li id=fn1>Green.</ol>"
    ),
    "marks of no footnote": Family("<p>Tea<sup><a href=#fn§>§</a></sup> is warm.</p>"),
    "footnotes in one paragraph": Family(
        "<p>Tea<a href=#n§>[§]</a> is warm.</p>", middle="<p>", close="<a name=n§>[§]</a> Green. "
    ),
    "footnotes that mark themselves": Family("<div id=fn§>Tea<a href=#fn§>1</a> is warm. "),
    "notes beside the text": Family(
        "Tea<input type=checkbox class=margin-toggle><span class=sidenote>Green.</span> is warm. "
    ),
    "boxes": Family("<div class='admonition note'><p class=admonition-title>Note</p><p>Hot.</div>"),
    "nested boxes": Family("<div class='admonition warning'><p>Hot. "),
    "dollars": Family("$x$ ", before="<p>MathJax "),
    "open brackets of formulas": Family("\\[ \\( ", before="<p>"),
}

LONG_CLASS = "a b- " * 12
NOTES_BELOW = (
    "<p>Tea<sup id=r§><a href=#fn§>§</a></sup>.</p><p id=fn§>Green. <a href=#r§>up</a></p>"
)

COMBINED = {
    # Many things below one that is long: what is around is asked for each of them.
    **{
        f"{name} below one long {attribute}": Family(
            LONG_CLASS, f"<div {attribute}='{first}", "'>", close
        )
        for name, close in (
            ("footnotes", NOTES_BELOW),
            ("code", "<pre>x = 1</pre><p>word</p>"),
            ("lines of code", "<pre><span>1</span> x\n</pre>"),
            ("bylines", "<p class=byline>By Ann Bee§</p><time>2024-05-01</time>"),
            ("posts", f"<div class=post>{POST}</div>"),
        )
        for attribute, first in (("class", "language-x "), ("id", ""))
    },
    "marks in one long id": Family(LONG_CLASS, "<p><span id='", "'>", "Tea<a href=#fn§>§</a> "),
    "footnotes below many attributes": Family("a§=b " * 8, "<div ", "class=a>", NOTES_BELOW),
    "footnotes deep down": Family("<div class='a b-'>", close=NOTES_BELOW),
    "notes beside the text in each other": Family(
        "<input class=margin-toggle><span class='a b-'>x "
    ),
    "footnotes in boxes": Family(
        "<div class='admonition note'><p>Hot<a href=#fn§ id=r§>§</a>",
        close="<p id=fn§><a href=#r§>§</a> Green.</div>",
    ),
    "footnotes in cells": Family(
        "<tr><td>Tea<a href=#fn§>§</a><td>hot", "<table>", "</table><ol>", "<li id=fn§>Green."
    ),
    # Tables of which little is filled.
    "wide rows above short ones": Family(
        f"<table><tr>{'<td>x' * 100}{'<tr><td>a<td>b' * 120}</table>"
    ),
    "wide rows above many short ones": Family(
        f"<table><tr>{'<td>x' * 300}{'<tr><td>a<td>b' * 300}</table>"
    ),
    "wide rows that reach down": Family(
        f"<table><tr>{'<td rowspan=2>x' * 300}{'<tr><td>a<td>b' * 300}</table>"
    ),
    "a wide row, then many tables": Family(
        "<td>x", "<table><tr>", "</table>", "<table><tr><td>a<td>b</table>"
    ),
    "a wide row, then many lines": Family("<td>x", "<table><tr>", "", "<tr><td>a<td>b"),
    # Data about the page, inside of itself.
    "nested properties": Family("<div itemprop=name>word "),
    "nested properties of many names": Family(
        "<div itemprop='name headline description'>word <p itemprop=author>Ann</p>"
    ),
    "nested scopes": Family(
        "<section itemprop=mainEntity itemscope itemtype=//schema.org/HowToSection>"
        "<p itemprop=name>Boil it.</p>"
    ),
    "json-ld parts of parts": Family('{"@type":"Article","isPartOf":{"mainEntity":', LD, "1", "}}"),
    "json-ld main entities": Family('{"@id":"#§","@type":"Article","mainEntity":', LD, "{}", "}"),
    "json-ld steps of steps": Family(
        '{"@type":"HowToSection","itemListElement":[{"@type":"HowToStep","text":"Boil"},',
        LD + '{"@type":"Recipe","name":"Tea","recipeInstructions":',
        "{}",
        "]}",
        "}</script>" + PROSE,
    ),
    "json-ld references": Family(
        '{"@id":"#§","@type":"WebPage","isPartOf":{"@id":"#1§"},"mainEntity":{"@id":"#§1"}},',
        LD + '{"@graph":[',
        "{}]}",
    ),
    "json-ld references to one": Family(
        '{"@id":"#§","@type":"WebPage","mainEntity":[{"@id":"#1"},{"@id":"#2"}]},',
        LD + '{"@graph":[',
        "{}]}",
    ),
    # Recipes, threads, pictures and code of many parts.
    "steps of a recipe in sections": Family(
        "<section class=recipe-step><h3>Step §</h3><ol><li>Boil it.</ol>", close="</section>"
    ),
    "headings with anchors": Family("<h2 id=h§><a href=#h§>#</a> Tea §</h2><a href=#h1§>to</a>"),
    "definitions with anchors": Family("<dt id=t§>t<dd><p>m</p><a href=#t1§>see</a>", "<dl>"),
    "definitions in definitions": Family("<dl><dt>t</dt><dd>m<p>n</p>", close="</dl>"),
    "quotes in posts": Family(f"<div class=post>{POST}<blockquote>Ann: hot.</blockquote></div>"),
    "posts in quotes": Family(f"<blockquote class=post>{POST}", close="</blockquote>"),
    "code with numbers": Family(
        "<span class=line><span class=ln>§</span>x = 1\n</span>", "<pre><code>"
    ),
    "code of many tables": Family(
        "<table class=highlight><tr><td class=ln>§<td class=code><pre>x</pre></table>"
    ),
    "pictures with long srcsets": Family(
        "<figure><picture><source srcset='/§.webp 1x, /§b.webp 2x, /§c.webp 3x'>"
        "<img src=/§.png srcset='/§.png 400w, /§b.png 800w' alt=x></picture><figcaption>y</figcaption>"
    ),
    "formulas in cells": Family("<tr><td>$x^2$<td><math><mi>x</mi></math>", "<table>"),
    "formulas in headings": Family("<h2>\\(x\\) <math><mi>x</mi></math></h2>"),
    "lists in cells": Family("<tr><td><ul><li>a<li>b</ul><td><dl><dt>t<dd>m</dl>", "<table>"),
    "links around blocks": Family("<a href=/§><div><h3>x</h3><p>y</p></div></a>"),
    "dates beside names": Family("<p><span class=author>Ann Bee§</span> <time>2 May 2024</time>"),
}

FAMILIES: dict[str, Family] = {
    **NOTED,
    **COMBINED,
    **DEEP,
    **FORMATTING,
    **TABLES,
    **BLOCKS,
    **LINKS,
    **FORMULAS,
    **CHARACTERS,
    **ATTRIBUTES,
    **META,
}
