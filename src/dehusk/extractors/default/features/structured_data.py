"""Features of what a page itself states: which text is the article's body, and what it is about.

Search engines are told in JSON-LD (`articleBody`), in microdata (`itemprop`) and in `meta` elements.
What they are told may be cut short, or be of another page: the model learns how far to believe it. Texts
are compared by runs of letters, so that spaces, quotes and the words of a language make no difference.
"""

from __future__ import annotations

BODY_LIMIT = 200_000
"""Of a longer `articleBody` only so many bytes are read."""

MEANINGS = {
    "body length": "letters of the longest `articleBody` in JSON-LD, logarithm, 0 for none",
    "in body": "share of the block's runs of letters that are in it, -1 for no body, -.5 for no run",
    "body blocks": "blocks that are mostly in it, logarithm",
    "body found": "letters of those blocks over its own",
    "before body": "blocks until the first of them, logarithm, -1 for none",
    "after body": "blocks since the last of them, logarithm, -1 for none",
    "in description": "share of the runs in the longest description, -1 for none, -.5 for no run",
    "marked as body": "the block is inside of `itemprop=articleBody`",
    "page marks body": "some block of the page is",
    "braces": "the block has a brace, as templates do that no script has filled",
}
