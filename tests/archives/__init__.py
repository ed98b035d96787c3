"""Twenty pages that we wrote, as web archives with their style sheets and pictures inside.

The data of the rendered tests in the form of Jung et al. 2022: `html/NAME.mhtml`, and in `gold.jsonl` the
XPath of the element that is the main content. `dehusk evaluate tests/archives --method gce` scores a method on
them. `python -m tests.archives` writes them anew from the pages of `tests/layouts` and from the page below.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
SITE = "https://{}.example.org"
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200"'
    ' fill="#cde"/></svg>'
)
ALMANAC = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>The lighthouse that kept a diary</title>
<style>
body { margin: 0; font: 17px/27px serif; }
.top { height: 90px; background: #eee; }
.columns { display: flex; width: 1320px; margin: 0 auto; gap: 40px; }
.left { width: 260px; } .story { width: 760px; } .right { width: 220px; }
</style>
</head>
<body>
<div class="top"><a href="/">The Coastal Almanac</a></div>
<div class="columns">
<ul class="left"><li><a href="/1">Tides</a></li><li><a href="/2">Lights</a></li><li><a href="/3">Birds</a></li></ul>
<div class="story" data-gold>
  <h1>The lighthouse that kept a diary</h1>
  <p>For sixty years the keepers of Orrin Head wrote down every ship that passed. They noted the wind, the state of
  the sea, and what they had for supper. Nobody had read the books until the roof leaked on them last autumn.</p>
  <p>The pages were dried between blotting paper in the village hall. Forty volunteers turned them twice a day for
  three weeks. Only two of the ninety volumes were lost, both from the year in which the lamp was changed.</p>
  <p>What they tell is a history of weather. The storms that people remember are in them, and so are many more that
  nobody wrote down elsewhere. A meteorologist from the university has begun to count them.</p>
  <p>The last keeper, who is ninety-one, came to see the books in spring. She found her own hand in three of them. She
  had forgotten, she said, how often there was herring.</p>
</div>
<ul class="right"><li><a href="/4">Subscribe</a></li><li><a href="/5">Shop</a></li></ul>
</div>
</body>
</html>
"""

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def archive(name: str, html: str) -> bytes:
    """A page as a web archive: its style sheet and a picture are parts of their own."""
    site = SITE.format(name)
    style = "\n".join(_STYLE.findall(html))
    link = '<link rel="stylesheet" href="/style.css">'
    page = _STYLE.sub(link, html, count=1)
    page = _STYLE.sub("", page).replace("</h1>", '</h1><img src="/picture.svg" alt="">', 1)
    parts = [
        ("text/html; charset=utf-8", f"{site}/", page),
        ("text/css; charset=utf-8", f"{site}/style.css", style),
        ("image/svg+xml", f"{site}/picture.svg", PICTURE),
    ]
    written = "".join(
        f"------archive\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: binary\r\n"
        f"Content-Location: {place}\r\n\r\n{body}\r\n"
        for kind, place, body in parts
    )
    head = (
        f"From: <Written by hand>\r\nSnapshot-Content-Location: {site}/\r\nSubject: {name}\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: multipart/related; type="text/html"; boundary="----archive"\r\n\r\n'
    )
    return (head + written + "------archive--\r\n").encode()
