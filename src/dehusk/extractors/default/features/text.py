"""Features of a block's own text: how long, how punctuated, how linked."""

from __future__ import annotations

import numpy as np

from dehusk.extractors.default.features.columns import SENTENCE_ENDS, Column, Columns, Counts

DIGITS = "0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९"
SEPARATORS = "|·•»›«‹→/"
CURRENCIES = "$€£¥₹₽₩₪฿"

MEANINGS = {
    "words": "words of the block, logarithm",
    "ink": "visible characters of the block, logarithm",
    "word length": "characters in a word",
    "link share": "share of the words that are in links",
    "unlinked words": "words outside of links, logarithm",
    "stops": "marks that end a sentence, logarithm",
    "commas": "commas and colons, logarithm",
    "stop share": "marks that end a sentence over words",
    "comma share": "commas and colons over words",
    "ends sentence": "the last character ends a sentence",
    "digit share": "share of the characters that are digits",
    "upper share": "share of the characters that are Latin capitals",
    "separators": "bars, bullets and arrows, logarithm",
    "currency": "a currency sign is in the block",
    "copyright": "a copyright sign is in the block",
    "at sign": "an at sign is in the block",
    "leaves": "text rows of the block, logarithm",
    "links": "text rows in links, logarithm",
    "words a leaf": "words over text rows",
    "good": "the text is good: long, punctuated, few links",
}


def text_features(counts: Counts) -> Columns:
    """The columns named in `MEANINGS`."""
    text, blocks = counts.text, counts.blocks
    words = np.maximum(counts.words, 1)
    ink = np.maximum(counts.ink, 1)
    leaves = np.maximum(blocks.sum(text.ink() > 0), 1)
    linked_leaves = counts.row_links & counts.page.is_text

    def found(characters: str) -> Column:
        return blocks.sum(text.count(text.marks(characters)))

    upper = (text.data >= ord("A")) & (text.data <= ord("Z"))
    return {
        "words": np.log1p(counts.words),
        "ink": np.log1p(counts.ink),
        "word length": np.minimum(ink / words, 30),
        "link share": counts.linked / words,
        "unlinked words": np.log1p(counts.words - counts.linked),
        "stops": np.log1p(counts.stops),
        "commas": np.log1p(counts.commas),
        "stop share": counts.stops / words,
        "comma share": counts.commas / words,
        "ends sentence": _ends_sentence(counts),
        "digit share": found(DIGITS) / ink,
        "upper share": blocks.sum(text.count(upper)) / ink,
        "separators": np.log1p(found(SEPARATORS)),
        "currency": found(CURRENCIES) > 0,
        "copyright": found("©") > 0,
        "at sign": found("@") > 0,
        "leaves": np.log1p(leaves),
        "links": np.log1p(blocks.sum(linked_leaves)),
        "words a leaf": np.log1p(words / leaves),
        "good": counts.good,
    }


def _ends_sentence(counts: Counts) -> Column:
    text = counts.text
    ends = text.ends_with(text.marks(SENTENCE_ENDS))
    return ends[counts.blocks.end_row - 1]
