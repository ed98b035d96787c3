"""As jusText: every paragraph of a page, and whether it is boilerplate.

>>> page = "<nav><a href=/>Home</a></nav><p>Tea needs boiling water and a little time.</p>"
>>> [(paragraph.text, paragraph.is_boilerplate) for paragraph in justext(page, frozenset())]
[('Home', True), ('Tea needs boiling water and a little time.', False)]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from dehusk.compat._shared import document_of, warn_of
from dehusk.document import Document
from dehusk.page.tags import Tag
from dehusk.views.blocks import Blocks

_DEFAULTS = {
    "length_low": 70,
    "length_high": 200,
    "stopwords_low": 0.30,
    "stopwords_high": 0.32,
    "max_link_density": 0.2,
    "max_heading_distance": 200,
    "default_encoding": "utf8",
    "enc_errors": "replace",
}
_ADVICE = {
    **dict.fromkeys(_DEFAULTS, "the method learned it; amount of dehusk.extract is the way"),
    "default_encoding": "give encoding, or bytes that say it",
    "enc_errors": "what cannot be decoded is replaced",
    "preprocessor": "change the page before",
}
_STEP = re.compile(r"\[\d+\]")
_HEADING = re.compile(r"\bh\d\b")


@dataclass(frozen=True)
class Paragraph:
    """A block of text; `class_type` is `"good"` where it is content."""

    text: str
    xpath: str
    class_type: str
    chars_count_in_links: int = 0

    @property
    def dom_path(self) -> str:
        """The elements around it, as `body.div.p`."""
        return _STEP.sub("", self.xpath).strip("/").removeprefix("html/").replace("/", ".")

    @property
    def is_boilerplate(self) -> bool:
        """Whether it is no content."""
        return self.class_type != "good"

    @property
    def is_heading(self) -> bool:
        """Whether it stands in a heading."""
        return bool(_HEADING.search(self.dom_path))

    @property
    def heading(self) -> bool:
        """The same as `is_heading`."""
        return self.is_heading

    @property
    def cf_class(self) -> str:
        """The class by the text alone: here the same as with what is around it."""
        return self.class_type

    @property
    def words_count(self) -> int:
        """How many words it has."""
        return len(self.text.split())

    def __len__(self) -> int:
        return len(self.text)

    def contains_text(self) -> bool:
        """Whether there is any text."""
        return bool(self.text)

    def links_density(self) -> float:
        """The share of its characters that are in links."""
        return self.chars_count_in_links / len(self.text) if self.text else 0

    def stopwords_count(self, stopwords: Iterable[str]) -> int:
        """How many of its words are among those."""
        known = frozenset(stopwords)
        return sum(word.lower() in known for word in self.text.split())

    def stopwords_density(self, stopwords: Iterable[str]) -> float:
        """The share of its words that are among those."""
        return self.stopwords_count(stopwords) / self.words_count if self.words_count else 0


def justext(
    html_text: Any,
    stoplist: Any,
    length_low: int = 70,
    length_high: int = 200,
    stopwords_low: float = 0.30,
    stopwords_high: float = 0.32,
    max_link_density: float = 0.2,
    max_heading_distance: int = 200,
    no_headings: bool = False,
    encoding: str | None = None,
    default_encoding: str = "utf8",
    enc_errors: str = "replace",
    preprocessor: Any = None,
) -> list[Paragraph]:
    """The paragraphs of a page in order; stop words are not needed and not looked at."""
    warn_of(dict(locals()), _ADVICE, _DEFAULTS)
    document = document_of(html_text, encoding=encoding)
    found = _paragraphs(document)
    if no_headings:
        found = [replace(one, class_type="bad") if one.is_heading else one for one in found]
    return found


def get_stoplist(language: str) -> frozenset[str]:
    """No words: dehusk needs none, in any language."""
    return frozenset()


def get_stoplists() -> frozenset[str]:
    """No lists: dehusk needs none."""
    return frozenset()


def _paragraphs(document: Document) -> list[Paragraph]:
    page, keep = document.page, document.running_text.keep
    blocks = Blocks.of(page)
    kept = blocks.sum(keep.astype(float)) > 0
    linked = page.is_text & page.inside(page.tag == Tag.A)
    in_links = blocks.sum((linked * (page.text_end - page.text_start)).astype(float))
    return [
        Paragraph(
            blocks.text(index),
            page.xpath(int(page.parent[first])),
            "good" if kept[index] else "bad",
            int(in_links[index]),
        )
        for index, first in enumerate(blocks.first_row.tolist())
    ]
