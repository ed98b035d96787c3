"""A page as HTML again, for pages that came as a snapshot and have no source.

>>> from dehusk import parse
>>> written_page(parse("<p title='\\"'>Tea &amp; <br>water"))
'<!doctype html><html><head></head><body><p title="&quot;">Tea &amp; <br>water</p></body></html>'
"""

from __future__ import annotations

from html import escape

from dehusk.page import Page

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_RAW = frozenset("script style xmp iframe noembed noframes plaintext".split())


def written_page(page: Page) -> str:
    """The whole page, scripts and all: to be stored and parsed again, not to be shown."""
    parts = ["<!doctype html>"]
    closing: list[tuple[int, str]] = []
    ends, texts, parents = page.end.tolist(), page.is_text.tolist(), page.parent.tolist()
    for row in range(len(page)):
        while closing and closing[-1][0] <= row:
            parts.append(closing.pop()[1])
        if texts[row]:
            text = page.text_of(row)
            raw = page.tag_name(parents[row]) in _RAW
            parts.append(text if raw else escape(text, quote=False))
            continue
        name = page.tag_name(row).rpartition(":")[2]
        attributes = page.attributes(row).items()
        told = "".join(f' {key}="{escape(value)}"' for key, value in attributes)
        parts.append(f"<{name}{told}>")
        if name not in _VOID:
            closing.append((ends[row], f"</{name}>"))
    parts += [end for _, end in reversed(closing)]
    return "".join(parts)
