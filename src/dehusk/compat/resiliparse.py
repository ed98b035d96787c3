"""As `resiliparse.extract.html2text`: the text of a page, or of its main content.

>>> extract_plain_text("<nav>Home</nav><ul><li>Tea needs boiling water.</ul>", main_content=True)
'• Tea needs boiling water.'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from dehusk.compat._shared import everything, source_of, warn_of
from dehusk.content.header import NO_FRONT
from dehusk.page.parse import parse
from dehusk.pipeline import extract
from dehusk.writers.html import Html
from dehusk.writers.text import PlainText, text_of

_ADVICE = {
    "form_fields": "what is typed into forms is not read",
    "skip_elements": "remove the elements before",
    "hidden_elements": "hidden text is judged like any other",
    "noscript": "what stands there is judged like any other text",
    "post_meta": "bylines and dates are judged like any other text",
}
_USUAL = {"post_meta": True}


def extract_plain_text(
    html: Any,
    preserve_formatting: bool | Literal["minimal_html"] = True,
    main_content: bool = False,
    list_bullets: bool = True,
    alt_texts: bool = True,
    links: bool = False,
    form_fields: bool = False,
    noscript: bool = False,
    comments: bool = True,
    post_meta: bool = True,
    hidden_elements: bool = False,
    skip_elements: Iterable[str] | None = None,
) -> str:
    """The text, with line breaks or on one line, or as HTML of few elements."""
    warn_of(dict(locals()), _ADVICE, _USUAL)
    page = parse(source_of(html))
    document = extract(page) if main_content else everything(page)
    if main_content and comments:
        document = document.with_comments()
    if preserve_formatting == "minimal_html":
        return document.to_html(Html(links=links, images=False, front=NO_FRONT)).strip()
    options = PlainText(links=links, images=alt_texts, bullets=list_bullets)
    text = text_of(document.blocks, options)
    if not preserve_formatting:
        return " ".join(text.split())
    return _with_round_bullets(text) if list_bullets else text


def _with_round_bullets(text: str) -> str:
    lines = text.split("\n")
    for index, line in enumerate(lines):
        bare = line.lstrip(" ")
        if bare.startswith("- "):
            lines[index] = line[: len(line) - len(bare)] + "• " + bare[2:]
    return "\n".join(lines)
