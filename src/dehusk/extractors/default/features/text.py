"""Features of a block's own text: how long, how punctuated, how linked."""

from __future__ import annotations

DIGITS = "0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९"

SEPARATORS = "|·•»›«‹→/"

CURRENCIES = "$€£¥₹₽₩₪฿"

MEANINGS = {
    "words": "words of the block, logarithm",
    "link share": "share of the words that are in links",
    "unlinked words": "words outside of links, logarithm",
    "stops": "marks that end a sentence, logarithm",
    "commas": "commas and colons, logarithm",
    "stop share": "marks that end a sentence over words",
    "comma share": "commas and colons over words",
    "ends sentence": "the last character ends a sentence",
    "digit share": "share of the characters that are digits",
    "separators": "bars, bullets and arrows, logarithm",
    "currency": "a currency sign is in the block",
    "copyright": "a copyright sign is in the block",
    "at sign": "an at sign is in the block",
    "leaves": "text rows of the block, logarithm",
    "links": "text rows in links, logarithm",
    "words a leaf": "words over text rows",
    "good": "the text is good: long, punctuated, few links",
}
