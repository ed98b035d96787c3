"""Draws the gallery: every page that docs/gallery.md names, beside what dehusk makes of it.

Nothing is stored: the site's own build extracts, and the reader's browser draws. Pages stand in frames
that run no scripts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import dehusk

DOCS = Path(__file__).parent
GALLERY = "gallery.md"
PLACE = "<!-- frames -->"

ALONE = (
    '<meta http-equiv="Content-Security-Policy"'
    " content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
)
"""Nothing is loaded: the sites are invented."""

PICTURES = """<style>
img, video, iframe { max-width: 100%; min-width: 4em; min-height: 2em; background: #8883 }
</style>"""
STYLE = DOCS.parent / "src" / "dehusk" / "serve" / "static" / "frame.css"
CONTENT_STYLE = f"<style>{STYLE.read_text('utf-8')}</style>"

_HEAD = re.compile(r"<head[^>]*>|$", re.IGNORECASE)
_ROW = re.compile(r"^\| \[([^\]]+)\]\((\S+?)\) \| ([^|]*) \|", re.MULTILINE)


@dataclass(frozen=True)
class Shown:
    """A page of the gallery."""

    kind: str
    path: Path

    @property
    def name(self) -> str:
        """What its frames are called."""
        return self.path.parent.name if self.path.stem == "page" else self.path.stem

    @property
    def url(self) -> str:
        """The address that it pretends to come from."""
        facts = self.path.with_name("expected.json")
        if facts.exists():
            return str(json.loads(facts.read_text("utf-8"))["url"])
        return f"https://gallery.example.org/{self.name}"


def pages() -> Iterator[Shown]:
    """The pages that the table of the gallery names, in its order."""
    for kind, link, _ in _ROW.findall((DOCS / GALLERY).read_text("utf-8")):
        yield Shown(kind, (DOCS / link).resolve())


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add two frames for every page."""
    for shown in pages():
        source = shown.path.read_bytes()
        document = dehusk.extract(source, url=shown.url)
        frames = {
            "page": _alone(source.decode(document.page.encoding, "replace")),
            "content": _content(document),
        }
        for frame, text in frames.items():
            place = f"frames/{shown.name}-{frame}.html"
            files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Put the frames in their place."""
    if page.file.src_uri != GALLERY:
        return markdown
    return markdown.replace(PLACE, "\n\n".join(_pair(shown) for shown in pages()))


def _pair(shown: Shown) -> str:
    frames = "".join(
        f"<figure><figcaption>{words}</figcaption>"
        f'<iframe sandbox loading="lazy" title="{escape(f"{shown.kind}: {frame}")}"'
        f' src="../frames/{shown.name}-{frame}.html"></iframe></figure>'
        for frame, words in (("page", "the page"), ("content", "its content"))
    )
    return f'## {shown.kind}\n\n<div class="pair">{frames}</div>'


def _alone(html: str) -> str:
    """A page that loads nothing; the mark in front says UTF-8, whatever it says itself."""
    return "\ufeff" + _HEAD.sub(lambda head: head[0] + ALONE, html, count=1) + PICTURES


def _content(document: dehusk.Document) -> str:
    reason = f'<p class="reason">{escape(document.reason)}</p>' if document.reason else ""
    language = escape(document.metadata.language or "")
    head = f"<title>content</title>{ALONE}{CONTENT_STYLE}{PICTURES}"
    body = f'<body class="article" dir="auto">{document.html}{reason}'
    return f'\ufeff<!doctype html><html lang="{language}">{head}{body}'
