"""The metrics of the papers, each one function that gives an `Overlap`.

>>> lcs("flour water salt", "flour and water").f1
0.6666666666666666

`lcs`, `lcs_characters`, `words` and `shingles` compare two texts and so score any system. `nodes`,
`block_nodes`, `text_nodes`, `text_blocks`, `tag_blocks` and `labelled_words` compare two masks over the
leaves of a page: what an extractor kept and what `gold_leaves` says is content. `snippets` looks for
phrases. What an empty side means is the same for all: see `Overlap`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dehusk.errors import MissingExtra
from dehusk.evaluate.leaves import LeafTokens
from dehusk.evaluate.overlap import Overlap
from dehusk.evaluate.tokens import tokens
from dehusk.extractors.densities import TagBlocks
from dehusk.page import Bools, Page
from dehusk.views.blocks import Blocks
from dehusk.views.text_counts import visible_chars

# Two texts


def lcs(output: str, gold: str) -> Overlap:
    """The longest common subsequence of tokens.

    >>> lcs("a b c d", "a c b d e")
    Overlap(matched=3, found=4, wanted=5)

    Mohammadzadeh et al. 2011 (DANA), section V.A, formula 2, after Gottron 2007: with `k` tokens in
    the longest common subsequence of the gold standard (`g` tokens) and the output (`m` tokens),
    recall is k/g, precision k/m, F1 their harmonic mean. Order counts: text in another order than
    the gold's is not matched. `lcs_characters` is the same by characters.
    """
    found, wanted = _cut(output), _cut(gold)
    return Overlap(lcs_length(found, wanted), len(found), len(wanted))


def lcs_characters(output: str, gold: str) -> Overlap:
    """The longest common subsequence of characters, white space left out.

    >>> lcs_characters("tea cup", "te a cups")
    Overlap(matched=6, found=6, wanted=7)

    Jung et al. 2022 (GCE), section IV.B, as their framework computes it: precision is the length of
    the longest common subsequence over that of the output, recall over that of the gold text, F1 and
    F0.5 of these. No language needs to be cut into words for it; in return common letters of two
    different texts count, so figures are higher than those of `lcs`.
    """
    found, wanted = "".join(output.split()), "".join(gold.split())
    return Overlap(lcs_length(found, wanted), len(found), len(wanted))


def words(output: str, gold: str) -> Overlap:
    """The words in common, order aside.

    >>> words("a b b c", "b a b b")
    Overlap(matched=3, found=4, wanted=4)

    Tokens as bags: a token that one side has three times and the other twice is matched twice. The
    figure that most tables of extractors report as word F1.
    """
    return Overlap.of_bags(_cut(output), _cut(gold))


def shingles(output: str, gold: str, size: int = 4) -> Overlap:
    """Runs of four tokens in common, as bags.

    >>> shingles("a b c d e", "a b c d f")
    Overlap(matched=1, found=2, wanted=2)

    As in Scrapinghub's article extraction benchmark (2020): order counts within a run and nowhere
    else. A text of fewer tokens is one run; a text of none has none.
    """
    return Overlap.of_bags(_runs(_cut(output), size), _runs(_cut(gold), size))


# Phrases


def snippets(output: str, has: Iterable[str], lacks: Iterable[str]) -> Overlap:
    """Phrases that must be in the output and phrases that must not.

    >>> snippets("Stir the dough. Share on X", has=["Stir", "Bake"], lacks=["Share", "Menu"])
    Overlap(matched=1, found=2, wanted=2)

    As in the evaluation that comes with trafilatura: a phrase of `has` in the output is a true
    positive, one that is missing a false negative, and a phrase of `lacks` in the output a false
    positive. A phrase is found where it stands as it is, white space and Unicode form aside.
    """
    text = _even(output)
    wanted, unwanted = [_even(phrase) for phrase in has], [_even(phrase) for phrase in lacks]
    hits = sum(phrase in text for phrase in wanted)
    return Overlap(hits, hits + sum(phrase in text for phrase in unwanted), len(wanted))


# Two masks over the leaves of a page


def nodes(page: Page, kept: Bools, gold: Bools) -> Overlap:
    """The nodes of the DOM in common.

    López et al. 2012 (CNR), section 5: recall is the number of relevant nodes retrieved over all
    relevant nodes, precision the same over all nodes retrieved, both counted in the tree of the
    block. So the nodes of a side are its texts and every element above them, up to the smallest
    element that holds them all: what lies above that is no part of the block. A gold text says
    nothing of pictures and empty elements, so nodes that hold no text are not counted.
    """
    return classes(_block_rows(page, kept & _inked(page)), _block_rows(page, gold & _inked(page)))


def block_nodes(page: Page, kept: Bools, gold: Bools) -> Overlap:
    """All nodes of the block that was kept and of the block that is relevant, in common.

    López et al. 2012 (CNR), section 5 and Table 1: a side is one node of the DOM and its subtree, here
    that of the smallest element which holds all of its text, pictures, scripts and empty elements
    counted. So one of precision and recall is always 1, or both are 0, as the paper says of its own
    figures. White space between elements makes no node.
    """
    counted = ~page.is_text | (visible_chars(page) > 0)
    return classes(_whole_block(page, kept) & counted, _whole_block(page, gold) & counted)


def text_nodes(page: Page, kept: Bools, gold: Bools) -> Overlap:
    """The text nodes in common: the matched text blocks of Jung et al. 2022 (GCE).

    "The number of extracted nodes matching the text nodes constituting the main content"
    (section IV.B, after Vogels et al. 2018). A node is matched by what it is and not by its text,
    and a word counts as much as a paragraph. White space makes no node.
    """
    return classes(kept & _inked(page), gold & _inked(page))


def text_blocks(page: Page, kept: Bools, gold: Bools) -> Overlap:
    """Text blocks classified as main content.

    Kim et al. 2013 (context), section 4.3: precision, recall and F of the class "main content"
    alone, over text blocks, here those of `dehusk.views.blocks`: paragraphs, headings, cells. A
    block is of the class when at least half of its characters are in leaves of the mask. The paper's
    figures are those of all blocks of a data set together: the pooled ones in a report.
    """
    blocks = Blocks.of(page)
    return classes(_block_classes(blocks, kept), _block_classes(blocks, gold))


def tag_blocks(page: Page, kept: Bools, gold: Bools) -> Overlap:
    """The same over the paper's own blocks: all text between any two tags other than `a`.

    Kim et al. 2013 (context), sections 2.2 and 4.3. These blocks are finer than paragraphs: a word in
    bold is one of its own, and a paragraph with one in its middle is three.
    """
    blocks = TagBlocks.of(page)
    member = blocks.block_of >= 0
    characters = visible_chars(page)[member]

    def in_class(mask: Bools) -> Bools:
        numbers, count = blocks.block_of[member], len(blocks)
        inside = np.bincount(numbers, weights=characters * mask[member], minlength=count)
        share: Bools = 2 * inside >= np.bincount(numbers, weights=characters, minlength=count)
        return share

    return classes(in_class(kept), in_class(gold))


def labelled_words(page: Page, kept: Bools, gold: Bools) -> Overlap:
    """Words with the right label.

    Rae et al. 2018 (zones), section 4: "computed based on the number of correctly labeled words,
    where each word takes the label of its zone", here of its leaf.
    """
    counts = LeafTokens.of(page).counts
    return Overlap(int(counts[kept & gold].sum()), int(counts[kept].sum()), int(counts[gold].sum()))


def classes(predicted: Bools, actual: Bools) -> Overlap:
    """Two classifications of the same things, as an overlap of the class that is True.

    >>> classes(np.array([True, True, False]), np.array([True, False, True]))
    Overlap(matched=1, found=2, wanted=2)
    """
    return Overlap(int((predicted & actual).sum()), int(predicted.sum()), int(actual.sum()))


# What the functions above stand on


def lcs_length(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence.

    >>> lcs_length("abcd", "acbd")
    3

    A token that the other side never has is in no common subsequence, so it is left out first.
    """
    common = set(one) & set(other)
    numbers = {token: number for number, token in enumerate(common)}
    return _lcs_similarity(
        [numbers[token] for token in one if token in common],
        [numbers[token] for token in other if token in common],
    )


def _lcs_similarity(one: list[int], other: list[int]) -> int:
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError:
        raise MissingExtra(
            "The metric lcs needs rapidfuzz; install it with: pip install 'dehusk[evaluate]'."
        ) from None
    return int(LCSseq.similarity(one, other))


@lru_cache(maxsize=8)
def _cut(text: str) -> tuple[str, ...]:
    """Tokens, kept for the next metric that looks at the same text."""
    return tuple(tokens(text))


def _runs(pieces: tuple[str, ...], size: int) -> list[tuple[str, ...]]:
    if not pieces:
        return []
    return [pieces[start : start + size] for start in range(max(1, len(pieces) - size + 1))]


def _even(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _inked(page: Page) -> Bools:
    """The text rows that a reader sees something of."""
    return page.is_text & ~page.is_inert & (visible_chars(page) > 0)


def _block_rows(page: Page, leaves: Bools) -> Bools:
    """The leaves and the elements above them, up to the smallest element that holds them all."""
    below = page.subtree_sum(leaves)
    total = int(below[0]) if len(page) else 0
    rows: Bools = below > 0
    holders = np.flatnonzero(below == total) if total else np.zeros(0, np.intp)
    rows[holders[:-1]] = False
    return rows


def _whole_block(page: Page, leaves: Bools) -> Bools:
    """The smallest element that holds all text of a mask, and everything in it."""
    rows = np.flatnonzero(_block_rows(page, leaves & _inked(page)))
    return page.mask_of(page.subtree(int(rows[0])) if len(rows) else rows)


def _block_classes(blocks: Blocks, mask: Bools) -> Bools:
    characters: NDArray[np.int64] = np.where(blocks.page.is_text, visible_chars(blocks.page), 0)
    share: Bools = 2 * blocks.sum(characters * mask) >= blocks.sum(characters)
    return share
