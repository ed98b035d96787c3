"""M. Kim et al. 2013: the five attributes of a text block, from a refined document.

A refined document has every tag and every text block on a line of its own (section 4.1). A text block
is the text between two tags other than `a` (section 4.1, after Kohlschütter et al.).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

from tests.papers.tree import Node

TABLE_1 = set(
    "a b blockquote br dd dl dt font h1 h2 h3 h4 h5 h6 img li ol p pre q table ul".split()
)
VOID = set(
    "area base basefont bgsound br col command embed frame hr image img input isindex keygen link menuitem"
    " meta param source track wbr".split()
)


@dataclass
class Block:
    """A text block, and the lines of the refined document that it begins and ends on."""

    parent: str
    first: int
    last: int
    words: int = 0
    linked: int = 0
    depth: int = 0
    attributes: tuple[float, ...] = field(default=())


def blocks_of(root: Node, words: list[int]) -> list[Block]:
    """The blocks with their attributes: word and link density, both distances, parent tag."""
    blocks: list[Block] = []
    line, is_open = 0, False

    def walk(node: Node, depth: int, in_link: bool) -> None:
        nonlocal line, is_open
        if node.text is not None:
            parent = node.parent.tag if node.parent is not None else ""
            if not is_open:
                blocks.append(Block(parent, line, line, depth=depth))
            block = blocks[-1]
            if depth < block.depth:
                block.parent, block.depth = parent, depth
            block.words += words[node.row]
            block.linked += words[node.row] * in_link
            block.last, is_open = line, True
            return
        is_open = is_open and node.tag == "a"
        line += 1
        for child in node.children:
            walk(child, depth + 1, in_link or node.tag == "a")
        is_open = is_open and node.tag == "a"
        line += node.tag not in VOID

    walk(root, 0, in_link=False)
    for number, block in enumerate(blocks):
        before = block.first - blocks[number - 1].last if number else 0
        after = blocks[number + 1].first - block.last if number + 1 < len(blocks) else 0
        sentences = max(ceil(block.words / 80), 1)
        density = (block.words / sentences, block.linked / max(block.words, 1))
        block.attributes = (*density, before, after)
        block.parent = block.parent if block.parent in TABLE_1 else "other"
    return blocks
