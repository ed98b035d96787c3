"""How each system is called: one entry a system.

This file runs in the environments of the systems, so it imports nothing of dehusk, and each system
only when it is asked for. `load` returns a function from the bytes of a page and its URL to whatever
the system gives; `as_text` then makes plain text of that, off the clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Extract = Callable[[bytes, str | None], Any]


PYTHON, NODE = "python", "node"


@dataclass(frozen=True)
class System:
    """A system: what to install, the name of its module, and how its output becomes text.

    One that runs in Node has no `load`: `worker.mjs` knows how it is called.
    """

    packages: tuple[str, ...]
    module: str
    load: Callable[[], Extract] | None = None
    as_text: Callable[[Any], str] = lambda output: output or ""

    @property
    def runs_in(self) -> str:
        """What it is installed in: Python or Node."""
        return PYTHON if self.load is not None else NODE


def _trafilatura() -> Extract:
    import trafilatura

    return lambda html, url: trafilatura.extract(html, url=url)


def _readability_lxml() -> Extract:
    from readability import Document

    return lambda html, url: Document(html, url=url).summary(html_partial=True)


def _resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def extract(html: bytes, url: str | None) -> str:
        tree = HTMLTree.parse_from_bytes(html, detect_encoding(html) or "utf-8")
        # Without links=False the addresses of links stand between the words.
        return str(extract_plain_text(tree, main_content=True, links=False))

    return extract


def _turbohtml() -> Extract:
    import turbohtml

    def extract(html: bytes, url: str | None) -> str:
        content = turbohtml.parse(html).main_content()
        return content.to_text() if content is not None else ""

    return extract


def _justext() -> Extract:
    """With the stop words of the page's language; in the mode without a language where it has none."""
    import justext

    known = justext.get_stoplists()

    def extract(html: bytes, url: str | None) -> str:
        name = LANGUAGES.get(declared_language(html), "English")
        if name in known:
            paragraphs = justext.justext(html, justext.get_stoplist(name))
        else:
            paragraphs = justext.justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(part.text for part in paragraphs if not part.is_boilerplate)

    return extract


def _boilerpy3() -> Extract:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor(raise_on_failure=False)
    return lambda html, url: extractor.get_content(decoded(html))


def _newspaper4k() -> Extract:
    from newspaper import Article

    def extract(html: bytes, url: str | None) -> str:
        article = Article(url or "http://example.org/", fetch_images=False)
        article.download(input_html=decoded(html))
        article.parse()
        return str(article.text)

    return extract


def _goose3() -> Extract:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})
    return lambda html, url: goose.extract(raw_html=decoded(html)).cleaned_text


def _rs_trafilatura() -> Extract:
    """The crate by its binding, which has wheels for Python 3.12 and later."""
    import trafipy

    return lambda html, url: trafipy.extract(decoded(html), url=url).text


def text_of_html(html: str) -> str:
    """The text of a piece of HTML, a line for each block."""
    from lxml import html as lxml_html

    if not html.strip():
        return ""
    pieces: list[str] = []
    for event, element in _walk(lxml_html.fromstring(html)):
        is_block = element.tag in _BLOCKS
        pieces.append("\n" if is_block else "")
        text = element.text if event == "start" else element.tail
        if event == "end" or isinstance(element.tag, str):
            pieces.append(text or "")
    return "".join(pieces)


def _walk(root: Any) -> Any:
    from lxml import etree

    return etree.iterwalk(root, events=("start", "end"))


_BLOCKS = frozenset(
    "address article aside blockquote br caption dd div dl dt figcaption figure footer h1 h2 h3 h4"
    " h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul".split()
)

LANGUAGES = {
    "ar": "Arabic", "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fi": "Finnish",
    "fr": "French", "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "ja": "Japanese",
    "ko": "Korean", "nl": "Dutch", "no": "Norwegian_Bokmal", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
    "zh": "Chinese",
}  # fmt: skip


_LANGUAGE = re.compile(rb"<html[^>]{0,999}?\blang\s{0,9}=\s{0,9}[\"']?([a-zA-Z]{2})")
_CHARSET = re.compile(rb"charset\s{0,9}=\s{0,9}[\"']?([\w-]{1,40})", re.IGNORECASE)


def declared_language(html: bytes) -> str:
    """The language that the `html` element declares, English where it declares none.

    A page without a declaration whose encoding is Chinese is taken for Chinese.
    """
    found = _LANGUAGE.search(html[:4096])
    if found:
        return found.group(1).decode().lower()
    charset = _CHARSET.search(html[:4096])
    return "zh" if charset is not None and charset[1].lower().startswith(b"gb") else "en"


def decoded(html: bytes) -> str:
    """Text for systems that take no bytes: by the declared encoding, else UTF-8, else Latin."""
    declared = _CHARSET.search(html[:4096])
    names = [declared.group(1).decode()] if declared else []
    for name in [*names, "utf-8"]:
        try:
            return html.decode("gb18030" if name.lower() in ("gb2312", "gbk") else name)
        except (LookupError, UnicodeDecodeError):
            continue
    return html.decode("windows-1252", "replace")


SYSTEMS: dict[str, System] = {
    "trafilatura": System(("trafilatura",), "trafilatura", _trafilatura),
    "readability-lxml": System(
        ("readability-lxml", "lxml_html_clean"), "readability", _readability_lxml, text_of_html
    ),
    "resiliparse": System(("resiliparse",), "resiliparse", _resiliparse),
    "turbohtml": System(("turbohtml",), "turbohtml", _turbohtml),
    "jusText": System(("justext", "lxml_html_clean"), "justext", _justext),
    "boilerpy3": System(("boilerpy3",), "boilerpy3", _boilerpy3),
    "newspaper4k": System(("newspaper4k", "jieba", "lxml_html_clean"), "newspaper", _newspaper4k),
    "goose3": System(("goose3", "jieba"), "goose3", _goose3),
    "rs-trafilatura": System(("trafipy",), "trafipy", _rs_trafilatura),
    "Mozilla Readability": System(("@mozilla/readability", "jsdom"), "@mozilla/readability"),
    "defuddle": System(("defuddle", "jsdom"), "defuddle"),
    "firecrawl": System(("@firecrawl/html-extractor", "jsdom"), "@firecrawl/html-extractor"),
}
"""The other systems by their names."""
